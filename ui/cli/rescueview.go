package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"cutline/model"
	"cutline/model/save"
	"cutline/pipeline"
	"cutline/pipeline/reassemble"
	"cutline/pipeline/trace"
	"cutline/render"
	"cutline/render/text"
)

// rescueSchema is raised on any change of the keys below.
const rescueSchema = "cutline.rescue/1"

// What rescue prints, and the receipt beside the result. Lists are empty, never absent, but those of a
// written session.
type (
	rescueJSON struct {
		Schema     string            `json:"schema"`
		Path       string            `json:"path"`
		Compaction rescueOfJSON      `json:"compaction"`
		Before     rescueScoreJSON   `json:"before"`
		After      rescueScoreJSON   `json:"after"`
		Price      int               `json:"price"` // tokens that the summary message takes more
		Restored   []rescueItemJSON  `json:"restored"`
		Lost       []rescueItemJSON  `json:"lost"` // and not given back
		Freed      []rescueFreeJSON  `json:"freed"`
		Message    string            `json:"message,omitempty"` // with --message: the text to send
		Gates      []reassemble.Gate `json:"gates,omitempty"`   // from here on only when a session is written
		Late       *lateJSON         `json:"late,omitempty"`    // only when the input grew
		Output     string            `json:"output,omitempty"`
		Resume     string            `json:"resume,omitempty"` // absent when the agent has no such command
	}

	rescueOfJSON struct {
		Number  int    `json:"number"` // from 1
		Line    int    `json:"line"`
		Trigger string `json:"trigger,omitempty"`
		Sealed  bool   `json:"sealed,omitempty"`  // only a server can read its summary
		Partial bool   `json:"partial,omitempty"` // the file holds less than half of what was replaced
	}

	rescueScoreJSON struct {
		Score     float64  `json:"score"` // 0 to 100, as the next three
		Low       float64  `json:"low"`
		High      float64  `json:"high"`
		Precision *float64 `json:"precision,omitempty"` // absent when most of the source is missing
		N         int      `json:"n"`
		Tokens    int      `json:"tokens,omitempty"` // of the live context, counted over messages; absent when nothing was written
	}

	rescueItemJSON struct {
		Item   int     `json:"item"` // its number for --item
		Class  string  `json:"class"`
		Text   string  `json:"text"`
		Who    string  `json:"who"`
		Line   int     `json:"line,omitempty"` // of the message in the file
		Weight float64 `json:"weight"`         // points of the score
		Tokens int     `json:"tokens"`         // that it takes
		Due    bool    `json:"due,omitempty"`  // it is given back without being chosen
	}

	rescueFreeJSON struct {
		Class string `json:"class"`
		Text  string `json:"text"`
		Line  int    `json:"line"` // of the summary as it was, from 1
		How   string `json:"how"`  // removed, unquoted, struck
		Was   string `json:"was"`  // what stood there
	}
)

// rescueView is a rescue as programs read it.
func rescueView(r *pipeline.Rescue, p *pipeline.Preview) *rescueJSON {
	at := &r.Session.Compactions[r.Compaction]
	v := &rescueJSON{
		Schema: rescueSchema, Path: r.Session.Path, Compaction: rescueOfJSON{r.Compaction + 1, at.Line, at.Trigger, r.Sealed, r.Partial},
		Before: rescueScoreJSON{r.Before.Score, r.Before.Low, r.Before.High, known(r.Before.Precision, !r.Partial), r.Before.N, 0},
		After:  rescueScoreJSON{p.After.Score, p.After.Low, p.After.High, known(p.After.Precision, !r.Partial), p.After.N, 0},
		Price:  p.Tokens, Restored: []rescueItemJSON{}, Lost: []rescueItemJSON{}, Freed: []rescueFreeJSON{},
	}
	for i := range r.Items {
		x := &r.Items[i]
		one := rescueItemJSON{i + 1, x.Class.String(), x.Text, x.Who, x.Line, x.Points, x.Tokens, x.Due}
		if slices.Contains(p.Chosen, i) {
			v.Restored = append(v.Restored, one)
		} else {
			v.Lost = append(v.Lost, one)
		}
	}
	for _, c := range r.Freed {
		v.Freed = append(v.Freed, rescueFreeJSON{c.Class, c.Text, c.Line, c.How, c.Was})
	}
	return v
}

// written adds what is known of a session that was written.
func (v *rescueJSON) written(done *pipeline.Rescued, path string) {
	v.Before.Tokens, v.After.Tokens = done.TokensBefore, done.TokensAfter
	v.Gates, v.Output, v.Resume = done.Gates, path, done.Written.Command(path)
	if w := done.Written; w.Carried+w.Missed > 0 {
		v.Late = &lateJSON{w.Carried, w.Missed}
	}
}

// price is what a rescue gives back, and what it takes.
func price(before, after float64, tokens int) string {
	n := trace.Count(tokens, "token")
	if tokens < 0 {
		n = trace.Count(-tokens, "token") + " less"
	}
	return fmt.Sprintf("RS %.0f → %.0f for %s", before, after, n)
}

// listed is how many losses are listed without -v beside those that are given back.
const listed = 10

// printRescue writes what a compaction lost and invented, and what becomes of it.
func (c *command) printRescue(p printer, r *pipeline.Rescue, now *pipeline.Preview) {
	p.header(r.Session)
	at := &r.Session.Compactions[r.Compaction]
	words := fmt.Sprintf("line %d", at.Line)
	if at.Trigger != "" {
		words += ", " + at.Trigger
	}
	if len(r.Session.Compactions) > 1 {
		words += fmt.Sprintf(", %d of %d", r.Compaction+1, len(r.Session.Compactions))
	}
	p.line("compacted", p.t.Title, words)
	if r.Sealed {
		p.line("", p.t.Warn, "only a server can read its summary: what is listed may stand in it, and what is given back stands in a second one beside it")
	}
	if r.Partial {
		p.line("", p.t.Warn, "the file holds less than half of what was replaced; what stood in the rest is not known")
	}
	p.line("before", p.t.Text, render.ScoreLine(&r.Before, (&pipeline.Scored{Before: at.Before, After: at.After}).Saved()))
	p.losses(r, now, c.opts.verbose)
	for i, f := range r.Freed {
		label := "freed"
		if i > 0 {
			label = ""
		}
		p.line(label, p.t.Text, fmt.Sprintf("%s: %s %s, line %d of the summary", f.How, f.Class, text.Label(f.Text, lossCells), f.Line))
	}
	p.line("rescued", p.t.Title, fmt.Sprintf("%s: %s of %s given back, %s taken out", price(r.Before.Score, now.After.Score, now.Tokens),
		trace.Num(len(now.Chosen)), trace.Count(len(r.Items), "lost fact"), trace.Count(len(r.Freed), "invention")))
}

// losses lists the largest losses and those that are given back, by their numbers.
func (p printer) losses(r *pipeline.Rescue, now *pipeline.Preview, all bool) {
	left := 0
	for i := range r.Items {
		x := &r.Items[i]
		given := slices.Contains(now.Chosen, i)
		if i >= listed && !all && !given {
			left++
			continue
		}
		label, mark, ink := "", " ", p.t.Dim
		if i == 0 {
			label = "lost"
		}
		if given {
			mark, ink = "+", p.t.Text
		}
		place := fmt.Sprintf("message %d", x.Index)
		if x.Line > 0 {
			place = fmt.Sprintf("line %d", x.Line)
		}
		p.raw(label, ink.Render(fmt.Sprintf("%s%s %s %s  ", mark, text.PadLeft(fmt.Sprint(i+1), 4), text.PadLeft(fmt.Sprintf("−%.1f", x.Points), 6),
			text.PadLeft(trace.Num(x.Tokens)+" tok", 9))+text.CleanLine(fmt.Sprintf("%s %s (%s, %s)", x.Class, text.Label(x.Text, lossCells), x.Who, place))))
	}
	if left > 0 {
		p.line("", p.t.Dim, trace.Num(left)+" more; -v lists all")
	}
}

// rescued says what was written, which checks hold and how to go on.
func (p printer) rescued(done *pipeline.Rescued, t save.Target) {
	p.line("written", p.t.Title, t.Path)
	if t.Receipt != "" {
		p.line("receipt", p.t.Text, t.Receipt)
	}
	p.line("tokens", p.t.Text, fmt.Sprintf("%s → %s, counted over messages", trace.Num(done.TokensBefore), trace.Num(done.TokensAfter)))
	p.gates(done.Gates)
	label := "resume"
	if done.Written.Resume != "" {
		p.line(label, p.t.Key, done.Written.Command(t.Path))
		label = ""
	}
	if note := Found(done.Written, t.Path); note != "" {
		p.line(label, p.t.Warn, note)
	}
}

// cleanText is text of a session, line by line, as a terminal may have it.
func cleanText(s string) string { return text.Clean(s) }

// Rescue reads what a compaction of the session lost and invented. It takes as long as a score; tokens are
// counted with the encoding of the session's model. The errors are those of pipeline.ReadRescue.
func (d *Desk) Rescue(ctx context.Context, s *model.Session, o pipeline.RescueOptions) (*pipeline.Rescue, error) {
	counter, err := counterOf(s)()
	if err != nil {
		return nil, err
	}
	o.Count = counter.Count
	return pipeline.ReadRescue(ctx, s, o)
}

// SuggestRescue names the file that a rescued session is written to when nobody says otherwise.
func (d *Desk) SuggestRescue(s *model.Session, done *pipeline.Rescued) string {
	return d.suggest(s, done.Written)
}

// SaveRescue writes a rescued session and its receipt. The error is save.ErrExists when the file is there
// and force is not set.
func (d *Desk) SaveRescue(r *pipeline.Rescue, p *pipeline.Preview, done *pipeline.Rescued, path string, force bool) error {
	place := destination{input: d.open, session: r.Session, flags: compactFlags{output: path, force: force}}
	if d.open.Demo {
		place.input.Path = ""
	}
	if g, bad := reassemble.Failed(done.Gates); bad {
		return errors.New("the gate " + g.Name + " failed: " + g.Message)
	}
	target, err := place.check(path)
	if err != nil {
		return err
	}
	view := rescueView(r, p)
	view.written(done, target.Path)
	return save.Write(target, done.Written, view)
}
