package pipeline

import (
	"cutline/model"
	"cutline/model/tokens"
	"cutline/pipeline/replay"
)

// Replay walks a session from its first message on. The window is the one of the plan, unless
// a server, or a compaction, has reported more than that at any time. Asked are the messages of
// AskedFor, where the rule of the trigger looks at them.
func Replay(s *model.Session, p Params, asked []int) replay.Output {
	t := gauge(s, p, Env{})
	if m, known := tokens.Lookup(s.Model); known && (t.WindowSource == "model" || t.WindowSource == "inferred") {
		most := 0
		for i := range s.History {
			most = max(most, int(s.History[i].Tokens))
		}
		for _, c := range s.Compactions {
			most = max(most, c.Before)
		}
		if most > t.Window {
			if w := m.NextWindow(most); w > 0 {
				t.Window, t.WindowSource = w, "inferred"
			}
		}
	}
	return replay.Run(replay.Input{
		History: s.History, Compactions: s.Compactions, Replacements: s.Replacements, Window: t.Window, WindowSource: t.WindowSource,
		AnyTurn: p.Partition.SplitOn == "any", Asked: asked, Params: p.Trigger,
	})
}
