package cli

import (
	"context"
	"fmt"
	"math"
	"strings"

	"cutline/model"
	"cutline/pipeline"
	"cutline/pipeline/fill"
	"cutline/pipeline/trace"
	"cutline/render"
	"cutline/render/text"
)

// What inspect says of what fills the context.
const (
	fillKinds = 3 // kinds that the line below the gauge names
	fillTools = 2 // tools that it names of the largest kind
	fillTop   = 3 // parts of each part, and files, that --context lists; with -v all
	fillFiles = 5
)

type (
	contextJSON struct {
		Tokens      int              `json:"tokens"` // the sum of the parts
		Source      string           `json:"source"`
		Answer      *int             `json:"answer,omitempty"` // the message that tokens was reported with
		Messages    int              `json:"messages"`         // that are in tokens
		Since       *int             `json:"since,omitempty"`  // tokens that came after the answer
		Explained   int              `json:"explained"`
		Overhead    *int             `json:"overhead,omitempty"` // of a reported number only
		Calibration calibrationJSON  `json:"calibration"`
		Parts       []fillJSON       `json:"parts"`
		Files       []fillJSON       `json:"files"`
		Decisions   []trace.Decision `json:"decisions"`
	}

	calibrationJSON struct {
		Fits    bool    `json:"fits"`             // a line through the reports was used
		Reason  string  `json:"reason,omitempty"` // why it was not
		Applied float64 `json:"applied"`          // what an estimated token counts for in the parts
		Factor  float64 `json:"factor"`           // of the line
		Fixed   *int    `json:"fixed,omitempty"`  // tokens where it begins
		Points  int     `json:"points"`
		Spread  *int    `json:"spread,omitempty"`  // median distance of the points, in tokens
		Blanked *int    `json:"blanked,omitempty"` // tokens of the file that are not sent any more
	}

	fillJSON struct {
		Name    string     `json:"name"`
		Tokens  int        `json:"tokens"`
		Chars   int        `json:"chars"`
		Count   int        `json:"count"` // parts of messages, attachments
		Share   float64    `json:"share"`
		Message *int       `json:"message,omitempty"` // the largest
		Parts   []fillJSON `json:"parts,omitempty"`
	}
)

// fills reads what fills the context.
func fills(ctx context.Context, s *model.Session, p pipeline.Params, e pipeline.Env) (fill.Output, error) {
	pieces, err := fill.Read(ctx, s, nil)
	if err != nil {
		return fill.Output{}, err
	}
	return pipeline.Fill(s, p, e, pieces), nil
}

// contextView is what fills the context as programs read it.
func contextView(o *fill.Output) *contextJSON {
	f := &o.Fit
	return &contextJSON{
		Tokens: o.Total, Source: o.Source, Answer: known(o.Answer, o.Answer >= 0), Messages: o.Messages,
		Since: known(o.Since, o.Source == "reported"), Explained: o.Explained, Overhead: known(o.Overhead, o.Overhead >= 0),
		Calibration: calibrationJSON{
			Fits: f.Good, Reason: f.Why, Applied: round(o.Factor), Factor: round(f.Factor), Points: f.Points,
			Fixed: known(f.Fixed, f.Good), Spread: known(f.Spread, f.Good), Blanked: known(f.Blanked, f.Blanked > 0),
		},
		Parts: fillViews(o.Parts), Files: fillViews(o.Files), Decisions: decisions(o.Decisions),
	}
}

// round leaves as many digits as say something.
func round(f float64) float64 { return math.Round(f*1e4) / 1e4 }

// fillViews leaves the messages out: each is in the list of messages.
func fillViews(nodes []fill.Node) []fillJSON {
	out := make([]fillJSON, 0, len(nodes))
	for i := range nodes {
		n := &nodes[i]
		if n.Kind == fill.Message {
			continue
		}
		out = append(out, fillJSON{
			Name: n.Name, Tokens: n.Tokens, Chars: n.Chars, Count: n.Count, Share: round(n.Share),
			Message: known(n.Row, n.Row >= 0), Parts: fillViews(n.Parts),
		})
	}
	return out
}

// filled says in one line what fills the context most.
func (p printer) filled(o *fill.Output) {
	top := o.Parts[:min(fillKinds, len(o.Parts))]
	words := make([]string, 0, len(top))
	for i := range top {
		n := &top[i]
		w := fmt.Sprintf("%s %s", render.FillTitle(n), percent(n))
		var of []string
		for k := range n.Parts {
			if t := &n.Parts[k]; i == 0 && t.Kind == fill.Grouped && len(of) < fillTools {
				of = append(of, fmt.Sprintf("%s %s", text.Label(t.Name, 20), percent(t)))
			}
		}
		if len(of) > 0 {
			w += " (" + strings.Join(of, ", ") + ")"
		}
		words = append(words, w)
	}
	if len(words) > 0 {
		p.line("filled by", p.t.Text, strings.Join(words, " · "))
	}
}

func percent(n *fill.Node) string { return fmt.Sprintf("%.1f%%", 100*n.Share) }

// contents lists what fills the context, and how the numbers came about.
func (p printer) contents(o *fill.Output, all bool) {
	p.blank()
	p.raw("contents", p.t.Dim.Render(text.PadLeft("tokens", 9)+" "+text.PadLeft("share", 7)+" "+text.PadLeft("parts", 7)+"  what"))
	top := fillTop
	if all {
		top = math.MaxInt
	}
	p.parts(o.Parts, "", math.MaxInt, top)
	if len(o.Files) > 0 {
		p.blank()
		p.raw("files", p.t.Dim.Render("the same calls and results by the file that they name"))
		if top = fillFiles; all {
			top = math.MaxInt
		}
		p.parts(o.Files, "", top, 0)
	}
	p.blank()
	for i, w := range render.FillWords(p.t, o) {
		label := ""
		if i == 0 {
			label = "how"
		}
		p.line(label, p.t.Dim, w)
	}
}

// parts writes at most n parts, and of each at most so many that are no messages.
func (p printer) parts(nodes []fill.Node, indent string, n, of int) {
	shown, more := 0, 0
	for i := range nodes {
		x := &nodes[i]
		if x.Kind == fill.Message {
			continue
		}
		if shown == n {
			more++
			continue
		}
		shown++
		p.raw("", text.PadLeft(trace.Num(x.Tokens), 9)+" "+text.PadLeft(percent(x), 7)+" "+text.PadLeft(trace.Num(x.Count), 7)+"  "+indent+render.FillName(p.t, x, titleWidth))
		if of > 0 {
			p.parts(x.Parts, indent+"  ", of, of)
		}
	}
	if more > 0 {
		p.raw("", text.PadLeft("", 27)+indent+p.t.Dim.Render("and "+trace.Num(more)+" more; -v lists all"))
	}
}
