package retention

import (
	"path"
	"strings"
)

// file is 1 for the path of a file, whole or from the project's folder, and ½ for its name alone.
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
