package pipeline

import (
	"cutline/model"
	"cutline/model/tokens"
	"cutline/pipeline/partition"
	"cutline/pipeline/trigger"
)

// gauge is how full the context is, by the best source there is.
func gauge(s *model.Session, p Params, e Env) Tokens {
	t := Tokens{Encoding: tokens.O200k.String(), Counted: e.Counted}
	for i := range s.Rows {
		t.Estimated += s.Rows[i].Tokens
	}
	m, known := tokens.Lookup(s.Model)
	if known {
		t.Encoding, t.Exact = m.Encoding.String(), m.Exact
	}
	switch {
	case p.UsedTokens > 0:
		t.Used, t.Source = p.UsedTokens, "flag"
	case s.Usage.Known:
		t.Used, t.Source = s.Usage.Input, "reported"
		t.Since = s.Usage.Output
		for i := s.Usage.Row + 1; i > 0 && i < len(s.Rows); i++ {
			t.Since += s.Rows[i].Tokens
		}
	case e.Counted > 0:
		t.Used, t.Source = e.Counted, "counted"
	default:
		t.Used, t.Source = t.Estimated, "estimated"
	}
	switch {
	case p.Window > 0:
		t.Window, t.WindowSource = p.Window, "flag"
	case s.Window > 0:
		t.Window, t.WindowSource = s.Window, "file"
	case known && len(m.Windows) > 0:
		t.Window, t.WindowSource = m.Windows[0], "model"
		if s.Usage.Known && s.Usage.Input > t.Window {
			if w := m.NextWindow(s.Usage.Input); w > 0 {
				t.Window, t.WindowSource = w, "inferred"
			}
		}
	default:
		t.WindowSource = "unknown"
	}
	return t
}

// Window is the context window of a session in tokens, 0 when it is not known.
func Window(s *model.Session, p Params) int { return gauge(s, p, Env{}).Window }

// load is how full the context is by the arithmetic of the rule that looks at it.
func (r *Report) load(s *model.Session) trigger.Load {
	if r.Params.Trigger.Rule != trigger.RuleReserve {
		return trigger.Load{}
	}
	l := partition.Context(s)
	r.Context = l.Tokens
	return trigger.Load{Tokens: l.Tokens, Since: l.Since, Known: l.From >= 0, Stale: l.Stale, Failed: l.Failed, Overflow: l.Overflow, Over: l.Over}
}
