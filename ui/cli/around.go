package cli

import (
	"fmt"
	"path/filepath"

	"cutline/model"
	"cutline/model/discover"
	"cutline/pipeline/trace"
	"cutline/render/text"
)

// branches lists the branches of a session that has several, the one that is shown marked.
func (p printer) branches(s *model.Session, all bool) {
	if len(s.Leaves) < 2 {
		return
	}
	ids := s.LeafIDs()
	lines := []string{fmt.Sprintf("%s of %s is shown; --leaf ID shows another one", trace.Num(s.ActiveLeaf()+1), trace.Num(len(s.Leaves)))}
	for i, l := range s.Leaves {
		mark := ""
		if l.Active {
			mark = " (shown)"
		}
		lines = append(lines, fmt.Sprintf("%s%s · %s, %s of its own, to line %d · %s", ids[i], mark, trace.Count(l.Messages, "message"), trace.Num(l.Own), l.Line, text.Label(l.Label, wordsWidth)))
	}
	p.some("branches", p.t.Text, lines, all)
}

// agents names the main session of a sub-agent's file, and the files of sub-agents.
func (p printer) agents(s *model.Session, kin discover.Kin, all bool) {
	if kin.Main.Path != "" {
		p.line("agents", p.t.Text, "a sub-agent's file; the main session is "+kin.Main.Path)
		return
	}
	if len(kin.Agents) == 0 {
		return
	}
	lines := []string{trace.Count(len(kin.Agents), "file") + " of sub-agents beside it"}
	dir, err := filepath.Abs(filepath.Dir(s.Path))
	for _, e := range kin.Agents {
		name := e.Path
		if rel, bad := filepath.Rel(dir, e.Path); err == nil && bad == nil {
			name = rel
		}
		n := "could not be read: " + e.Why
		if e.Why == "" {
			n = trace.Count(e.Messages, "message")
			if e.Approx {
				n = "~" + n
			}
		}
		lines = append(lines, fmt.Sprintf("%s · %s · %s", name, n, text.Label(e.Title, wordsWidth)))
	}
	p.some("agents", p.t.Text, lines, all)
}
