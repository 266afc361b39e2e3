package cli

import (
	"cutline/model"
	"cutline/pipeline/replay"
)

// replaySchema is raised on any change of the keys below.
const replaySchema = "cutline.replay/1"

// A pointer, or omitempty, makes a value absent where it does not apply; absent is not zero.
type (
	replayJSON struct {
		Schema       string            `json:"schema"`
		Session      sessionJSON       `json:"session"`
		Window       *int              `json:"window,omitempty"`
		WindowSource string            `json:"windowSource"`
		Points       []pointJSON       `json:"points"` // every message of the file, in its order
		Signals      []replaySignal    `json:"signals"`
		Compactions  []compactedInFile `json:"compactions"`
		Thrash       []string          `json:"thrash"`
		Verdict      string            `json:"verdict,omitempty"`
	}

	pointJSON struct {
		Line       int      `json:"line"`
		Message    *int     `json:"message,omitempty"` // its index in the live context
		Role       string   `json:"role"`
		Origin     string   `json:"origin,omitempty"`
		Tokens     int      `json:"tokens"` // of the message, estimated
		Used       int      `json:"used"`   // of the context behind it
		Estimated  bool     `json:"estimated,omitempty"`
		Turns      int      `json:"turns"`
		Images     int      `json:"images"`
		Fires      []string `json:"fires,omitempty"`
		Compaction *int     `json:"compaction,omitempty"` // which one it is
		Gone       bool     `json:"gone,omitempty"`       // on a branch that was left
	}

	replaySignal struct {
		Name  string `json:"name"`
		Op    string `json:"op"`
		Limit int    `json:"limit"`
		First *int   `json:"first,omitempty"` // the point
		Line  *int   `json:"line,omitempty"`  // its line
		Times int    `json:"times"`
		Peak  int    `json:"peak"`
	}

	beforeAfter struct {
		Before *int `json:"before,omitempty"`
		After  *int `json:"after,omitempty"`
	}

	sinceJSON struct {
		Messages int  `json:"messages"`
		Answers  int  `json:"answers"`
		Turns    int  `json:"turns"`
		Tokens   *int `json:"tokens,omitempty"`
	}

	compactedInFile struct {
		Line       int         `json:"line"`
		Point      *int        `json:"point,omitempty"`
		Trigger    string      `json:"trigger,omitempty"`
		Micro      bool        `json:"micro,omitempty"`
		Recorded   beforeAfter `json:"recorded"` // as the file has it
		Reported   beforeAfter `json:"reported"` // as the server saw it
		Limit      *int        `json:"limit,omitempty"`
		Margin     *int        `json:"margin,omitempty"`    // tokens below the limit; negative: over it
		WouldFire  *int        `json:"wouldFire,omitempty"` // the point at which a signal first fired
		Signal     string      `json:"signal,omitempty"`
		Since      sinceJSON   `json:"since"`
		Saved      *float64    `json:"saved,omitempty"`
		SavedFrom  string      `json:"savedFrom,omitempty"`
		Summarized *int        `json:"summarized,omitempty"`
		Kept       int         `json:"kept"`
		Missing    int         `json:"missing,omitempty"`
		Left       *int        `json:"left,omitempty"` // estimated
		Why        string      `json:"why"`
	}
)

// replayView is a replay as programs read it.
func replayView(s *model.Session, r *replay.Output) replayJSON {
	out := replayJSON{
		Schema: replaySchema, Session: sessionView(s), Window: known(r.Window, r.Window > 0), WindowSource: r.WindowSource,
		Points: make([]pointJSON, len(s.History)), Signals: []replaySignal{}, Compactions: []compactedInFile{},
		Thrash: list(r.Thrash), Verdict: r.Verdict,
	}
	for i := range s.History {
		out.Points[i] = pointView(&s.History[i], &r.Points[i], r.Signals)
	}
	for _, sig := range r.Signals {
		v := replaySignal{Name: sig.Name, Op: sig.Op, Limit: sig.Limit, First: known(sig.First, sig.First >= 0), Times: sig.Times, Peak: sig.Peak}
		if sig.First >= 0 {
			v.Line = known(int(s.History[sig.First].Line), true)
		}
		out.Signals = append(out.Signals, v)
	}
	why := make([]string, 0, len(r.Compactions))
	for _, d := range r.Decisions {
		if d.Rule == replay.RuleRecorded {
			why = append(why, d.Because)
		}
	}
	for i := range r.Compactions {
		v := compactionView(&r.Compactions[i], r.Signals)
		v.Why = why[i]
		out.Compactions = append(out.Compactions, v)
	}
	return out
}

func pointView(h *model.Point, p *replay.Point, signals []replay.Signal) pointJSON {
	v := pointJSON{
		Line: int(h.Line), Message: known(int(h.Row), h.Row >= 0), Role: h.Role.String(), Origin: h.Origin.String(), Tokens: int(h.Est),
		Used: int(p.Used), Estimated: p.Estimated, Turns: int(p.Turns), Images: int(p.Images),
		Compaction: known(int(h.Compaction), h.Is()), Gone: h.Gone,
	}
	for k := range signals {
		if p.Fires.Has(k) {
			v.Fires = append(v.Fires, signals[k].Name)
		}
	}
	return v
}

func compactionView(c *replay.Compaction, signals []replay.Signal) compactedInFile {
	v := compactedInFile{
		Line: c.Line, Point: known(c.Point, c.Point >= 0), Trigger: c.Trigger, Micro: c.Micro,
		Recorded: beforeAfter{known(c.Before, c.Before > 0), known(c.After, c.After > 0)},
		Reported: beforeAfter{known(c.SeenBefore, c.SeenBefore > 0), known(c.SeenAfter, c.SeenAfter > 0)},
		Limit:    known(c.Limit, c.Limit > 0), Margin: known(c.Margin, c.Measured && c.Limit > 0), WouldFire: known(c.WouldFire, c.WouldFire >= 0),
		Since:     sinceJSON{c.Messages, c.Answers, c.Turns, known(c.Grown, c.Grown != 0)},
		SavedFrom: c.SavedFrom, Summarized: known(c.Out, c.Out >= 0), Kept: c.Kept, Missing: c.Missing, Left: known(c.Left, c.Left > 0),
	}
	if c.WouldFire >= 0 {
		v.Signal = signals[c.Signal].Name
	}
	if c.SavedFrom != "" {
		v.Saved = &c.Saved
	}
	return v
}
