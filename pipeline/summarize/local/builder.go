package local

import (
	"fmt"
	"strings"

	"cutline/model/js"
	"cutline/pipeline/facts"
	"cutline/pipeline/slim"
	"cutline/pipeline/summarize"
)

// Honest is the first line of every local summary.
const Honest = "Put together by rule from the session's own messages, without a model: it quotes and counts, and cannot say what was meant or why."

// The lines that stand where a section has nothing to say.
const (
	nothingFound = "none found in the messages"
	nothingProof = "none can be proved by the messages"
	noRoom       = "found, but there is no room"
	noDigest     = "no message fits"
)

// titles are the nine sections, in their order.
var titles = summarize.Sections

const (
	userMessages = 5 // the section that is served first
	nextStep     = 8
	// userShare is the most of the sections' room that the messages of persons take while others wait.
	userShare = 0.6
	// earlierShare is the most that an earlier summary takes while others wait.
	earlierShare = 0.5
	// requestShare is the most that the instructions of this compaction take.
	requestShare = 0.125

	digestTitle  = "Digest:"
	earlierTitle = "Earlier summary, carried forward (early history; all that follows it is newer):"
)

// builder puts one summary together.
type builder struct {
	req     summarize.Request
	facts   facts.Facts
	digest  string
	earlier []chunk
	words   []string // of the instructions; what holds one comes first
	budget  int      // chars of the whole text
}

// text is the summary: what it is, the earlier one, nine sections, the digest. What the digest
// does not use is the sections'; never the other way round, because the plan has shown what
// the digest holds.
func (b *builder) text() string {
	head := Honest + "\n"
	if b.facts.Unread > 0 {
		head += fmt.Sprintf("Messages that could not be read: %d.\n", b.facts.Unread)
	}
	if summarize.Parted(b.req.Rows, b.req.List, b.req.Tail) {
		head += "The last turn of these messages is only its beginning: the rest of it stays word for word behind this summary.\n"
	}
	tail := "\n" + digestTitle + "\n" + b.digest
	if b.digest == "" {
		tail = "\n" + digestTitle + "\n" + noDigest
	}
	var empty [len(titles)]string
	frame := js.Units(head) + js.Units(tail)
	for i, t := range titles {
		empty[i] = nothingFound
		if i == nextStep {
			empty[i] = nothingProof
		}
		frame += len("\n1. :\n\n") + len(t) + max(len(empty[i]), len(noRoom))
	}
	room := max(0, b.budget-frame)
	if r := b.request(int(float64(room) * requestShare)); r != "" {
		head += r
		room -= js.Units(r)
	}
	old, sections := b.share(room)
	var out strings.Builder
	out.WriteString(head)
	if old != "" {
		out.WriteString("\n" + earlierTitle + "\n" + old + "\n")
	}
	for i, t := range titles {
		body := sections[i].text
		if body == "" {
			body = empty[i]
			if sections[i].found {
				body = noRoom
			}
		}
		fmt.Fprintf(&out, "\n%d. %s:\n%s\n", i+1, t, body)
	}
	out.WriteString(tail)
	return out.String()
}

type written struct {
	text  string
	found bool // there was something to say
}

// share divides the sections' room. An earlier summary may take half, the messages of persons
// up to their share of the rest, and the other sections what is left, max-min fairly. Room
// that is not used goes to the messages of persons, then to the earlier summary.
func (b *builder) share(room int) (string, [len(titles)]written) {
	var out [len(titles)]written
	users := b.users()
	old := 0
	if len(b.earlier) > 0 {
		old = min(b.earlierNeed(), int(float64(room)*earlierShare))
	}
	need := size(users)
	mine := min(need, int(float64(room-old)*userShare))
	parts := b.sections()
	sizes := make([]int, len(parts))
	for i, p := range parts {
		sizes[i] = p.size()
	}
	left := room - old
	for i, n := range slim.Shares(sizes, left-mine) {
		if i == userMessages {
			continue
		}
		out[i] = written{parts[i].write(n), sizes[i] > 0}
		left -= js.Units(out[i].text)
	}
	out[userMessages] = written{fit(users, left, fromStart), len(users) > 0}
	left -= js.Units(out[userMessages].text)
	return b.writeEarlier(old + left), out
}

// request hands the instructions of a person on: a rule cannot follow them.
func (b *builder) request(room int) string {
	text := strings.Join(strings.Fields(safe(b.req.Instructions)), " ")
	if text == "" {
		return ""
	}
	const before, after = "Asked of this compaction: \"", "\" (no rule can follow that; it is handed on to the reader)\n"
	space := room - len(before) - len(after)
	if space < useful {
		return ""
	}
	return before + shorten(item{text: text, size: js.Units(text)}, space) + after
}
