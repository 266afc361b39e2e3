package cli

import (
	"bufio"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"

	"cutline/model"
	"cutline/model/discover"
	"cutline/pipeline"
	"cutline/pipeline/fill"
	"cutline/pipeline/pin"
	"cutline/pipeline/slim"
	"cutline/pipeline/trace"
	"cutline/render/text"
	"cutline/render/theme"
)

const (
	labelWidth = 10 // cells of the first column
	barWidth   = 50 // cells of the gauge
	fateWidth  = 28 // cells of what becomes of a message
	wordsWidth = 40 // cells of a message's first words
	titleWidth = 60 // cells of a session's title
	largest    = 5  // messages that the table shows: with the rest they fit on 24 rows
	fewLines   = 3  // problems, and warnings, that are shown without -v
)

// printer writes results for people: a label, then words. Every text passes the cleaner.
type printer struct {
	out *bufio.Writer
	t   *theme.Theme
	// plainly has a screen reader for its reader: no columns, no pictures, and words instead of signs.
	plainly bool
}

// printer gives a printer with or without colour.
func (c *command) printer(out *bufio.Writer) printer {
	form := c.opts.form
	if c.color() {
		r := lipgloss.NewRenderer(c.Out, termenv.WithUnsafe()) // that Out is a terminal is known already
		return printer{out: out, t: theme.New(r, form.Theme != "light", form.Options())}
	}
	return printer{out: out, t: plainTheme(form)}
}

func plainTheme(form Looks) *theme.Theme {
	if form.ASCII {
		return theme.PlainASCII()
	}
	return theme.Plain()
}

// line writes one row; an error of out shows when it is flushed.
func (p printer) line(label string, ink theme.Ink, words string) {
	if p.plainly {
		p.tell(label, words)
		return
	}
	_, _ = p.out.WriteString(p.t.Dim.Render(text.Pad(label, labelWidth)) + ink.Render(text.CleanLine(words)) + "\n")
}

// raw writes one row of words that are clean already; their blanks count.
func (p printer) raw(label, words string) {
	_, _ = p.out.WriteString(text.Pad(label, labelWidth) + words + "\n")
}

func (p printer) blank() { _, _ = p.out.WriteString("\n") }

// printPlan writes the plan so that it can be read on one screen.
func (c *command) printPlan(out *bufio.Writer, s *model.Session, kin discover.Kin, r *pipeline.Report, filled *fill.Output, f inspectFlags, prompt string) {
	p := c.printer(out)
	p.header(s)
	p.branches(s, c.opts.verbose)
	p.agents(s, kin, c.opts.verbose)
	p.gauge(r)
	p.filled(filled)
	p.blank()
	p.stages(r, c.opts.verbose)
	p.table(s, r)
	if f.context {
		p.contents(filled, c.opts.verbose)
	}
	p.findings(s, r, c.opts.verbose)
	if len(r.Pins) > 0 {
		p.line("pins", p.t.Text, fmt.Sprintf("%s, %s of them not repeated; to have the agent keep them when it compacts by itself, send it:", trace.Count(len(r.Pins), "pin"), trace.Num(len(r.Standing))))
		p.line("", p.t.Key, pin.Instruction(r.Pins, s.Format))
	}
	if f.showPrompt {
		p.blank()
		_, _ = out.WriteString(text.Clean(prompt) + "\n")
		return
	}
	p.line("", p.t.Dim, "--json has every number, -v every reason; cutline FILE opens the inspector")
}

// stages says of each stage what comes of it.
func (p printer) stages(r *pipeline.Report, verbose bool) {
	for i, st := range r.Stages() {
		p.stage(i, st, verbose)
	}
}

func (p printer) stage(i int, st pipeline.Stage, verbose bool) {
	ink := p.t.Ran
	switch st.Outcome {
	case trace.FellBack:
		ink = p.t.Fallback
	case trace.Skipped, trace.Planned:
		ink = p.t.Skipped
	case trace.Ran:
	}
	p.line(fmt.Sprintf("%d %s", i+1, st.Title), ink, st.Headline)
	if !verbose {
		return
	}
	for _, d := range st.Decisions {
		p.line("", p.t.Text, fmt.Sprintf("%s: %s, because %s", d.Rule, d.Chose, d.Because))
	}
}

// header says which session it is.
func (p printer) header(s *model.Session) {
	name := s.Path
	if s.Title != "" {
		name += " · " + text.Label(s.Title, titleWidth)
	}
	p.line("session", p.t.Title, name)
	words := []string{title(s), trace.Count(len(s.Rows), "message")}
	if s.Earlier > 0 {
		words = append(words, trace.Num(s.Earlier)+" before the last compaction")
	}
	if s.Sidechains > 0 {
		words = append(words, trace.Num(s.Sidechains)+" of sub-agents")
	}
	words = append(words, trace.Count(s.Lines, "line"), text.Bytes(int(s.Bytes)))
	if s.Packed != "" {
		words[len(words)-1] += fmt.Sprintf(" (%s in the file, %s)", text.Bytes(int(s.Stored)), s.Packed)
	}
	if s.Model != "" {
		words = append(words, s.Model)
	}
	p.line("", p.t.Text, strings.Join(words, " · "))
}

// gauge draws how full the context is, with the trigger's arithmetic behind it.
func (p printer) gauge(r *pipeline.Report) {
	t := r.Tokens
	approx := ""
	if t.Source == "estimated" {
		approx = "~"
	}
	words := approx + trace.Num(t.Used) + " tokens (" + t.Source + ")"
	if t.Window > 0 {
		words += fmt.Sprintf(" of %s (%s), %.1f%%", trace.Num(t.Window), t.WindowSource, 100*float64(t.Used)/float64(t.Window))
	} else {
		words += ", window not known; give it with --window"
	}
	if t.Since > 0 {
		words += ", ~" + trace.Num(t.Since) + " since"
	}
	p.line("context", p.t.Text, words)
	if t.Window > 0 && !p.plainly {
		p.raw("", p.bar(t.Used, t.Window, r.Trigger.Limit))
	}
	var signals []string
	for _, s := range r.Trigger.Signals {
		signals = append(signals, fmt.Sprintf("%s %s %s %s", s.Name, trace.Num(s.Value), s.Sign(), trace.Num(s.Limit)))
	}
	if b := r.Trigger.Background.Start; b.Set {
		signals = append(signals, "background from "+trace.Num(b.Threshold))
	}
	p.line("signals", p.t.Text, strings.Join(signals, " · "))
}

// bar is the gauge: what is used of the window, and where the token signal fires.
func (p printer) bar(used, window, limit int) string {
	cell := func(n int) int { return min(barWidth, n*barWidth/window) }
	sh := p.t.Shapes
	var b strings.Builder
	for i := range barWidth {
		full := i < cell(used)
		switch {
		case limit > 0 && i == cell(limit) && full:
			b.WriteString(sh.ShareFull)
		case limit > 0 && i == cell(limit):
			b.WriteString(sh.Share)
		case full:
			b.WriteString(sh.Bar)
		default:
			b.WriteString(sh.Unused)
		}
	}
	words := sh.GaugeLeft + b.String() + sh.GaugeRight
	if limit > 0 {
		words += " limit " + trace.Num(limit)
	}
	return words
}

// table lists the largest messages and what becomes of them.
func (p printer) table(s *model.Session, r *pipeline.Report) {
	order := make([]int, len(s.Rows))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(s.Rows[b].Rendered, s.Rows[a].Rendered) })
	order = order[:min(largest, len(order))]
	if len(order) == 0 {
		return
	}
	p.blank()
	p.raw("largest", p.t.Dim.Render(text.PadLeft("chars", 9)+" "+text.PadLeft("~tokens", 9)+" "+text.Pad("what becomes of it", fateWidth)+" words"))
	fates := r.Fates(s.Rows)
	for _, i := range order {
		row := &s.Rows[i]
		words, ink := p.fate(fates[i])
		p.raw(fmt.Sprintf("%6d %c", i, row.Role.Letter()), text.PadLeft(trace.Num(row.Chars), 9)+" "+text.PadLeft(trace.Num(row.Tokens), 9)+" "+
			ink.Render(text.Pad(words, fateWidth))+" "+text.Label(strings.TrimSpace(row.Tool+" "+row.Label), wordsWidth))
	}
}

// fate says in a few words what becomes of a message.
func (p printer) fate(f pipeline.Fate) (string, theme.Ink) {
	read, ink := "left out: empty, or a system message", p.t.Omitted
	switch {
	case f.Aside:
		return "set aside, put back in front", p.t.Kept
	case f.Masked:
		return "kept, its output masked", p.t.Cut
	case f.Unread:
		return "not read", p.t.Omitted
	case f.Kept && !f.Read:
		return "kept word for word", p.t.Kept
	case f.Slim != nil:
		switch f.Slim.Tier {
		case slim.Full:
			read, ink = "read whole", p.t.Whole
			if f.Slim.Said {
				read, ink = "read without its calls", p.t.Cut
			}
			if f.Slim.Hand == slim.ForcedIn {
				read = "read whole: forced in"
			}
		case slim.Truncated:
			read, ink = "read to "+trace.Num(f.Slim.Allocation)+" chars", p.t.Cut
		case slim.Omitted:
			read, ink = "omitted: too small a share", p.t.Omitted
		case slim.Dropped:
			read, ink = "not read: tool noise", p.t.Omitted
			if f.Slim.Hand == slim.ForcedOut {
				read = "not read: forced out"
			}
		}
	}
	if f.Kept {
		return "kept, and " + read, p.t.Kept
	}
	return read, ink
}

// findings lists problems of the file and warnings of the plan, a few of each.
func (p printer) findings(s *model.Session, r *pipeline.Report, all bool) {
	problems, found := make([]string, 0, len(s.Problems)), make([]string, 0, len(r.Warnings))
	for _, e := range s.Problems {
		problems = append(problems, problem(e))
	}
	for _, w := range r.Warnings {
		found = append(found, w.Message)
	}
	p.some("problems", p.t.Warn, problems, all)
	p.some("warnings", p.t.Warn, found, all)
}

func (p printer) some(label string, ink theme.Ink, lines []string, all bool) {
	for i, l := range lines {
		if i == fewLines && !all {
			p.line("", ink, fmt.Sprintf("and %s more; -v lists them", trace.Num(len(lines)-i)))
			return
		}
		if i > 0 {
			label = ""
		}
		p.line(label, ink, l)
	}
}
