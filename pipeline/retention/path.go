package retention

import (
	"path"
	"slices"
	"strings"

	"cutline/model/pattern"
)

var (
	// pathWord is a path whose last part has an ending, folders one that has none and says by its
	// start that it is a path, winWord one of Windows.
	pathWord = pattern.New(`(?:~|\.{1,2})?(?:/?[\w.@+-]+)*/[\w.@+-]*\w\.[A-Za-z]\w{0,7}\b`)
	folders  = pattern.New(`(?:^|[\s"'(\x60*\[=])((?:~|\.{1,2})?(?:/[\w.@+-]+){2,}|~/[\w.@+-]+)`)
	winWord  = pattern.New(`(?:[A-Za-z]:\\{1,2})?(?:[\w.@+-]+\\{1,2})+[\w.@+-]*\w\.[A-Za-z]\w{0,7}\b`)
	home     = pattern.New(`^(?:/home/[^/]+|/Users/[^/]+|[A-Za-z]:/Users/[^/]+)/`)
)

// paths are the places of what looks like a path in a text.
func paths(text string) [][]int {
	out := pathWord.FindAllStringIndex(text, -1)
	for _, at := range folders.FindAllStringSubmatchIndex(text, -1) {
		out = append(out, at[2:4])
	}
	out = append(out, winWord.FindAllStringIndex(text, -1)...)
	// of two that overlap the longer one counts
	slices.SortStableFunc(out, func(a, b []int) int { return (b[1] - b[0]) - (a[1] - a[0]) })
	return out
}

// pathKey is a spelling of a path that can stand in a text.
type pathKey struct {
	text string
	top  bool // it is told from the project's folder, so no folder may stand before it
	home bool // it is told from the home folder, so no other one may
}

// starts reports whether a path can begin at a place.
func (k pathKey) starts(t string, at int) bool {
	if at == 0 || k.text[0] == '/' && wordByte(t[at-1]) { // as behind a drive or a host
		return true
	}
	b := t[at-1]
	if k.text[0] == '/' {
		return b != '.' && b != '~' || strings.HasPrefix(t[max(0, at-2):], "..")
	}
	if k.home && b == '/' {
		before := t[strings.LastIndexAny(t[:at], " \n\"'`(")+1 : at]
		return home.FindString(before) == before
	}
	return !wordByte(b) && b != '-' && (b != '.' || at > 1 && t[at-2] == '.') && (!k.top || b != '/' || strings.HasPrefix(t[max(0, at-2):], "./"))
}

// pathKeys are the spellings of a path, the first of which tells it from others.
func pathKeys(p, root string) (key string, keys []pathKey) {
	p = strings.TrimRight(single.Replace(p), "./")
	rel := strings.TrimPrefix(strings.TrimPrefix(p, "./"), ".../") // an ellipsis is no folder
	key = rel
	keys = append(keys, pathKey{text: rel})
	if rest, ok := strings.CutPrefix(rel, "~/"); ok {
		keys = append(keys, pathKey{text: rest, home: true})
	}
	if at := home.FindString(rel); at != "" {
		keys = append(keys, pathKey{text: "~/" + rel[len(at):]})
	}
	if rest, ok := strings.CutPrefix(rel, strings.TrimSuffix(root, "/")+"/"); ok && root != "" && rest != "" {
		keys = append(keys, pathKey{text: rest, top: true})
	}
	return key, keys
}

// pathEnds reports whether a path that ends there goes on with nothing but the number of a line.
func pathEnds(t string, end int) bool {
	if ends(t, end) || t[end] == '/' {
		return true
	}
	return t[end] == '-' && end+1 < len(t) && t[end+1] >= '0' && t[end+1] <= '9'
}

// file is 1 for the path of a file, whole or from the project's folder or the home folder, and ½ for
// its name alone.
func (m *matcher) file(p string) float64 {
	p = slashed(p)
	has := func(word string, good func(text string, at, end int) bool) bool {
		return find(m.doc.slashed, word, func(at, end int) bool { return good(m.doc.slashed, at, end) })
	}
	root := strings.TrimSuffix(m.root, "/")
	rel := p
	if root != "" {
		rel = strings.TrimPrefix(p, root+"/")
	}
	named := func(t string, at, end int) bool {
		if !ends(t, end) {
			return false
		}
		before := t[:at]
		if at == 0 || rel[0] == '/' || root != "" && strings.HasSuffix(before, root+"/") || strings.HasSuffix(before, "./") {
			return true
		}
		b := t[at-1]
		return !wordByte(b) && b != '-' && b != '.' && (b != '/' || root == "" && rel == p)
	}
	if has(rel, named) {
		return 1
	}
	if at := home.FindString(p); at != "" && has("~/"+p[len(at):], func(t string, _, end int) bool { return ends(t, end) }) {
		return 1
	}
	if rest, ok := strings.CutPrefix(p, "~/"); ok && has("/"+rest, func(t string, at, end int) bool {
		return ends(t, end) && home.MatchString(t[strings.LastIndexAny(t[:at], " \n\"'`(")+1:at]+"/")
	}) {
		return 1
	}
	if has(path.Base(p), func(t string, at, end int) bool {
		return ends(t, end) && (at == 0 || !wordByte(t[at-1]) && t[at-1] != '-' && t[at-1] != '.')
	}) {
		return 0.5
	}
	return 0
}

// slashed is a path with the separators of most systems.
func slashed(p string) string { return strings.ReplaceAll(p, `\`, "/") }

// ends reports whether a path that ends there goes on with nothing.
func ends(t string, end int) bool {
	if end == len(t) {
		return true
	}
	next := end+1 < len(t) && wordByte(t[end+1])
	return !wordByte(t[end]) && t[end] != '-' && t[end] != '/' && (t[end] != '.' || !next)
}
