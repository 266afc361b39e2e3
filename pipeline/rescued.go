package pipeline

import (
	"context"
	"fmt"
	"slices"

	"cutline/model"
	"cutline/model/prime"
	"cutline/pipeline/partition"
	"cutline/pipeline/reassemble"
	"cutline/pipeline/retention"
)

// Rescued is a session with an amended summary that is not yet on a disk.
type Rescued struct {
	Written      *model.Written
	After        *model.Session // the result, read again by the format's own reader
	Gates        []reassemble.Gate
	Repairs      []model.Repair
	Score        retention.Output // of the summary as the result holds it
	TokensBefore int              // of the live context as it was, counted over messages
	TokensAfter  int
}

// Write puts the session together with the summary message of a preview in the place of the old one: the
// rest of the live context stays what it is, under the id of a new session. It is read again and checked.
// Of a World it uses ids, clock, counter and what was appended meanwhile. The errors are load.ErrReadOnly,
// that of the format's writer and that of ctx.
func (r *Rescue) Write(ctx context.Context, p Preview, w World) (*Rescued, error) {
	s := r.Session
	to, err := writerOf(s, "")
	if err != nil {
		return nil, err
	}
	draft, repairs, err := r.draft(p.Text)
	if err != nil {
		return nil, err
	}
	opts := model.WriteOptions{NewID: w.NewID, Now: w.Now()}
	if w.Late != nil {
		opts.Late = w.Late()
	}
	written, err := to.write(s, draft, opts)
	if err != nil {
		return nil, fmt.Errorf("assemble the %s session: %w", to.format.Name, err)
	}
	after, err := to.format.Read(model.Input{Path: written.Name, Reader: written.Rope, Size: written.Rope.Size()})
	if err != nil {
		return nil, fmt.Errorf("read the assembled session again: %w", err)
	}
	out := &Rescued{Written: written, After: after, Repairs: append(repairs, written.Repairs...)}
	if out.TokensBefore, err = w.Count(ctx, s); err != nil {
		return nil, err
	}
	if out.TokensAfter, err = w.Count(ctx, after); err != nil {
		return nil, err
	}
	out.Gates = reassemble.Check(reassemble.GateInput{
		Before: s, Draft: draft, Repairs: out.Repairs, After: after, Value: to.format.Value,
		TokensBefore: r.uncompacted(out.TokensBefore), TokensAfter: out.TokensAfter, Carried: written.Carried,
	})
	out.Score, err = r.score(ctx, summaryOf(after))
	return out, err
}

// uncompacted is what the live context would take without the compaction: what it replaced in the place
// of its summary. Of what the file does not hold, the compaction's own number counts.
func (r *Rescue) uncompacted(live int) int {
	replaced := 0
	for _, i := range r.Session.Replacements[r.live].Out {
		replaced += int(r.Session.History[i].Est)
	}
	replaced = max(replaced, r.Session.Compactions[r.live].Before-r.Session.Replacements[r.live].Left)
	return live - r.count(r.old) + replaced
}

// draft is the live context with another summary message.
func (r *Rescue) draft(text string) (model.Draft, []model.Repair, error) {
	s := r.Session
	typed := slices.IndexFunc(s.Rows, func(m model.Row) bool { return m.Typed() })
	part := partition.Output{System: -1, UserInfo: -1, Split: -1}
	var front []model.Item // what the agent says before a person has spoken
	for i := range s.Rows {
		switch {
		case i == r.row:
		case s.Rows[i].Role == model.System && (typed < 0 || i < typed):
			front = append(front, model.Item{Kind: model.KeptSystem, Row: i})
		default:
			part.Tail = append(part.Tail, i)
		}
	}
	part.Considered = part.Tail
	report := Report{Partition: part}
	out := reassemble.Run(reassemble.Input{
		Rows: s.Rows, Links: s.Links, Partition: part, Summary: text, Carried: carried(s, report), Used: gauge(s, Params{}, Env{}).Used, ByReference: byReference(s),
	})
	d := out.Draft
	d.Summary = text
	if d.State != "" {
		text += "\n\n" + d.State
	}
	for i := range d.Items {
		if d.Items[i].Kind == model.NewSummary {
			d.Items[i].Text = text
		}
	}
	d.Items = append(front, d.Items...)
	if s.Format == "prime" { // its lists of files stand in the summary already
		known, err := prime.Known(s)
		if err != nil {
			return d, nil, fmt.Errorf("read the last compaction: %w", err)
		}
		d.Files = &known
	}
	return d, slices.Clone(out.Repairs), nil
}

// summaryOf is the text of a session's last summary message, empty when it has none.
func summaryOf(s *model.Session) string {
	for i := len(s.Rows) - 1; i >= 0; i-- {
		if s.Rows[i].Origin == model.FromSummary {
			if m, err := s.Message(i); err == nil {
				return m.Text()
			}
		}
	}
	return ""
}
