package pipeline

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"cutline/model"
	"cutline/pipeline/rescue"
	"cutline/pipeline/retention"
)

// What keeps a session from being rescued.
var (
	ErrNotCompacted = errors.New("the session records no compaction")
	ErrNoCompaction = errors.New("there is no such compaction")
	ErrUnscored     = errors.New("nothing to rescue")
)

// Rescue is a compaction that a session records: what it lost, what it invented, and what the summary
// that the agent goes on with is to become. It is read once; Preview and Write do not change it.
type Rescue struct {
	Session    *model.Session
	Compaction int              // which of Session.Compactions it is
	Before     retention.Output // the score of the summary as it stands
	Items      []rescue.Item    // what it lost, the most points first
	Freed      []rescue.Change  // what was invented, and how it is taken out
	// Sealed: only a server can read the summary, so what is given back may stand in it already. It
	// stays, and a second one is put beside it.
	Sealed bool
	// Partial: the file holds less than half of what was replaced.
	Partial bool

	in    retention.Input
	live  int    // the compaction whose summary is amended: the last
	row   int    // its message, -1 when it has none that can be read
	old   string // the text of that message
	text  string // without what was invented
	count func(string) int
}

// Preview is a rescue with some items chosen. Nothing is written yet.
type Preview struct {
	Chosen []int // positions in Rescue.Items, in order
	// Text is that of the summary message; Section is the part of it that is new, empty when nothing
	// is given back.
	Text, Section string
	Tokens        int // what the message takes more than it did; it may be less than 0
	After         retention.Output
}

// Changes reports whether anything is given back or taken out.
func (p *Preview) Changes(r *Rescue) bool { return p.Section != "" || len(r.Freed) > 0 }

// RescueOptions say which compaction is rescued, and how.
type RescueOptions struct {
	Compaction int // from 1, as the session records them; 0: the last one that has a score
	// Keep leaves in the summary what it invented.
	Keep bool
	// Count counts the tokens of a text.
	Count func(string) int
}

// ReadRescue reads what a compaction lost and invented. It reads all that the compaction replaced, so it
// takes as long as a score. The errors are ErrNotCompacted, ErrNoCompaction, ErrUnscored with the reason,
// and that of ctx.
//
// What was lost is looked for in the context that the last compaction left, since that is what the agent
// reads, whichever compaction dropped it.
func ReadRescue(ctx context.Context, s *model.Session, o RescueOptions) (*Rescue, error) {
	if len(s.Compactions) == 0 {
		return nil, ErrNotCompacted
	}
	r := &Rescue{Session: s, count: o.Count, row: -1}
	rows := pastRows(s)
	if err := r.choose(rows, o.Compaction); err != nil {
		return nil, err
	}
	var held int
	for _, i := range s.Replacements[r.Compaction].Out {
		held += int(s.History[i].Est)
	}
	r.Partial = held < s.Compactions[r.Compaction].Before/2
	r.in.Partial = r.Partial // then nothing is known to be invented, and nothing is taken out
	var err error
	if r.Before, err = retention.Score(ctx, r.in); err != nil {
		return nil, err
	}
	was := r.Before
	r.text = r.old
	if !o.Keep && r.old != "" {
		end := rescue.End(r.old)
		var body string
		if body, r.Freed = rescue.Free(r.old[:end], r.Before.Fabricated); len(r.Freed) > 0 {
			r.text = body + r.old[end:]
			in := r.in
			in.Summary = body
			if was, err = retention.Score(ctx, in); err != nil {
				return nil, err
			}
		}
	}
	r.Items = r.items(was.Lost)
	rescue.Weigh(r.Items, r.count)
	return r, nil
}

// choose finds the compaction, and what the score of it reads.
func (r *Rescue) choose(rows []model.Row, n int) error {
	s := r.Session
	whole := -1 // the last that made a summary
	for k := range s.Compactions {
		if !s.Compactions[k].Micro {
			whole = k
		}
	}
	if whole < 0 {
		return fmt.Errorf("%w: only tool results were blanked", ErrUnscored)
	}
	var why string
	r.live = whole
	if r.in, why = recorded(s, rows, whole); why == noSummary {
		r.Sealed = true
		r.in, why = replaced(s, rows, whole)
	}
	if why != "" {
		return fmt.Errorf("%w: %s", ErrUnscored, why)
	}
	r.row = s.Compactions[whole].Summary
	if !r.Sealed {
		text, err := s.CompactionText(whole)
		if err != nil {
			return fmt.Errorf("%w: %w", ErrUnscored, err)
		}
		if r.old = text; r.row < 0 {
			return fmt.Errorf("%w: the summary of the compaction on line %d is not in the live context", ErrUnscored, s.Compactions[whole].Line)
		}
	}
	r.Compaction = whole
	switch {
	case n < 0 || n > len(s.Compactions):
		return fmt.Errorf("%w: there are %d", ErrNoCompaction, len(s.Compactions))
	case n > 0 && n-1 != whole:
		one, why := replaced(s, rows, n-1)
		if why != "" {
			return fmt.Errorf("%w: %s", ErrUnscored, why)
		}
		r.Compaction = n - 1
		r.in.Dropped, r.in.Todos, r.in.From = one.Dropped, one.Todos, one.From
	}
	return nil
}

// Preview is the rescue with the chosen items, with its score and its price.
func (r *Rescue) Preview(ctx context.Context, c rescue.Choice) (Preview, error) {
	p := Preview{Chosen: rescue.Choose(r.Items, c)}
	r.fill(&p)
	for bare := r.count(r.text); c.Budget > 0 && len(p.Chosen) > 0 && r.count(p.Text)-bare > c.Budget; {
		p.Chosen = rescue.Less(r.Items, p.Chosen) // the headings have their price, too
		r.fill(&p)
	}
	p.Tokens = r.count(p.Text) - r.count(r.old)
	var err error
	p.After, err = r.score(ctx, p.Text)
	return p, err
}

// fill writes the texts of a preview.
func (r *Rescue) fill(p *Preview) {
	p.Section = rescue.Section(r.chosen(p.Chosen))
	p.Text = rescue.Amend(r.text, p.Section)
	if r.old == "" && p.Section != "" {
		p.Text = beside(p.Section)
	}
}

// beside is a summary message beside one that only a server can read. The frame is that by which such a
// message is known for a summary.
func beside(section string) string {
	return "<conversation_summary>\n" + section + "\n</conversation_summary>"
}

// score is that of the context with another text of the summary message.
func (r *Rescue) score(ctx context.Context, text string) (retention.Output, error) {
	in := r.in
	in.Summary = text[:rescue.End(text)]
	if in.Tokens > 0 {
		in.Tokens += r.count(text) - r.count(r.old)
	}
	return retention.Score(ctx, in)
}

// Given are the items of a preview.
func (r *Rescue) Given(p *Preview) []rescue.Item { return r.chosen(p.Chosen) }

func (r *Rescue) chosen(at []int) []rescue.Item {
	out := make([]rescue.Item, 0, len(at))
	for _, i := range at {
		out = append(out, r.Items[i])
	}
	return out
}

// Message is the preview as a text to send to an agent that goes on with the summary as it is.
func (r *Rescue) Message(p *Preview) string {
	return rescue.Message(r.chosen(p.Chosen), slices.DeleteFunc(slices.Clone(r.Freed), func(c rescue.Change) bool { return strings.TrimSpace(c.Text) == "" }))
}
