package reassemble

import (
	"fmt"

	"cutline/model"
	"cutline/pipeline/facts"
)

// How much of the files that were read last comes back, as Claude Code's own compaction has it, by
// what its public descriptions name. Together they stay far below its limit of 50,000 tokens.
const (
	recentFiles  = 5
	recentTokens = 5_000 // of one file, four chars each
	recentChars  = 4 * recentTokens
)

// RecentFiles are the files that the session's own calls read last, newest first: what the tool gave
// back, as it was then. No file of this machine is opened, so what was changed since is not in it.
func RecentFiles(s *model.Session) []Block {
	f := finder{s: s}
	var out []Block
	seen := map[string]bool{}
	for k := len(s.Links) - 1; k >= 0 && len(out) < recentFiles; k-- {
		l := s.Links[k]
		if !l.Result || l.Peer < 0 || s.Rows[l.Row].Is(model.Failed) || !facts.Reads(l.Name) {
			continue
		}
		path := f.pathOf(l)
		if path == "" || seen[path] {
			continue
		}
		seen[path] = true
		text := f.result(model.Link{ID: l.ID, Peer: l.Row})
		if text == "" {
			continue
		}
		body, cut := limit(text, recentChars)
		b := NewBlock(fileBlock, fmt.Sprintf("message %d", l.Row), path+", as it was read then:\n"+body)
		if b.Cut = cut; cut == "" {
			b.In = []int{l.Row}
		}
		out = append(out, b)
	}
	return out
}

// pathOf is the one file that the call of a result names, empty when it is not one.
func (f *finder) pathOf(l model.Link) string {
	m, ok := f.read(l.Peer)
	if !ok {
		return ""
	}
	for _, p := range m.Parts {
		if p.Kind != model.Call || p.ID != l.ID {
			continue
		}
		if paths := facts.Paths(p.Name, p.Arguments()); len(paths) == 1 {
			return paths[0]
		}
	}
	return ""
}
