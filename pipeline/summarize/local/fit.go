package local

import (
	"fmt"
	"slices"
	"strings"

	"cutline/model/js"
	"cutline/pipeline/slim"
)

// useful is the least chars of an entry that are worth a line, its marker included: less than
// that tells the reader nothing.
const useful = 80

// item is one entry of a section.
type item struct {
	text string // as it is written, with its bullet
	size int    // chars of what it quotes, for the marker of a cut
}

// bullet makes an entry of a text: the first line after a label, the others indented, so that
// nothing quoted stands at the beginning of a line.
func bullet(label, quoted string) item {
	body := strings.TrimSpace(guard(safe(quoted)))
	n := js.Units(body)
	if strings.Contains(body, "\n") {
		lines := strings.Split(body, "\n")
		for i := 1; i < len(lines); i++ {
			if lines[i] != "" {
				lines[i] = "  " + lines[i]
			}
		}
		body = strings.Join(lines, "\n")
	}
	return item{"- " + label + body, n}
}

// size is how many chars a list of entries needs, each with its line end.
func size(items []item) int {
	n := 0
	for _, it := range items {
		n += js.Units(it.text) + 1
	}
	return n
}

// order says which entries give way first.
type order uint8

const (
	fromEnd   order = iota // the last: the list is sorted by importance
	fromStart              // the first: the list is in the order of time
	largest                // the longest: short entries are facts
)

// leftOut is the note in place of entries that gave way.
func leftOut(n int) string { return fmt.Sprintf("(%d more left out: no room)", n) }

// fit writes as many entries as a room of chars allows, max-min fairly: short ones are whole,
// long ones are cut to equal lengths, and when even a useful beginning of each is too much,
// some are left out and counted. It is empty when there is no room for one.
func fit(items []item, room int, give order) string {
	total := size(items)
	if total <= room {
		return join(items)
	}
	least := 0
	sizes := make([]int, len(items))
	for i, it := range items {
		sizes[i] = js.Units(it.text) + 1
		least += min(sizes[i], useful)
	}
	gone := make(map[int]bool)
	rest := room
	if least > room {
		rest -= len(leftOut(len(items))) + 1
		for _, i := range sequence(sizes, give) {
			if least <= rest {
				break
			}
			gone[i] = true
			least -= min(sizes[i], useful)
		}
	}
	if len(gone) == len(items) {
		return ""
	}
	kept := make([]int, 0, len(items))
	among := make([]int, 0, len(items))
	for i := range items {
		if !gone[i] {
			kept = append(kept, i)
			among = append(among, sizes[i])
		}
	}
	lines := make([]string, 0, len(kept)+1)
	for k, n := range slim.Shares(among, rest) {
		lines = append(lines, shorten(items[kept[k]], n-1))
	}
	if len(gone) > 0 {
		if note := leftOut(len(gone)); give == fromStart {
			lines = append([]string{note}, lines...)
		} else {
			lines = append(lines, note)
		}
	}
	return strings.Join(lines, "\n")
}

// sequence is the order in which entries give way.
func sequence(sizes []int, give order) []int {
	at := make([]int, len(sizes))
	for i := range at {
		at[i] = i
	}
	switch give {
	case fromEnd:
		slices.Reverse(at)
	case largest:
		slices.SortStableFunc(at, func(i, j int) int { return sizes[j] - sizes[i] })
	case fromStart:
	}
	return at
}

func join(items []item) string {
	lines := make([]string, len(items))
	for i, it := range items {
		lines[i] = it.text
	}
	return strings.Join(lines, "\n")
}

// shorten cuts an entry to n chars with a marker that says how long the quoted text is.
func shorten(it item, n int) string {
	if js.Units(it.text) <= n {
		return it.text
	}
	marker := fmt.Sprintf(" [... truncated, %d chars]", it.size)
	return strings.TrimRight(js.Prefix(it.text, max(0, n-len(marker))), " \n") + marker
}
