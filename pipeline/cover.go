package pipeline

import (
	"fmt"
	"slices"

	"cutline/model"
	"cutline/pipeline/partition"
	"cutline/pipeline/reassemble"
	"cutline/pipeline/summarize"
	"cutline/pipeline/trace"
	"cutline/pipeline/trigger"
)

// Cover is what a summary that is made early stands for, and what it is made with. It holds no
// session.
type Cover struct {
	List []int // the summarized messages, in order
	Used int   // tokens in the context when it was taken

	split  int    // message at which the tail began, -1 when nobody's message did
	marks  []mark // of the messages up to the last of List, those that are set aside included
	exact  bool   // their sizes are
	format string
	id     string
	past   int // compactions that the agent had made
	params Params
	writer summarize.Info // who was picked
	family string
}

// mark tells a message from another one, or from itself when it was changed.
type mark struct {
	id    string // the record's own, else the first words
	sub   int
	role  model.Role
	bytes int64 // of its records in the file
	size  int   // Row.Rendered
}

func markOf(s *model.Session, i int) mark {
	r := &s.Rows[i]
	m := mark{id: r.ID, sub: r.Sub, role: r.Role, size: r.Rendered}
	if m.id == "" {
		m.id = r.Label
	}
	for _, src := range s.Sources[r.Source : r.Source+r.Sources] {
		m.bytes += src.Len
	}
	return m
}

// Covering says what a summary would cover that is made now. The errors are those of Run.
func Covering(s *model.Session, p Params, w World) (Cover, error) {
	r, err := w.plan(s, p)
	if err != nil {
		return Cover{}, err
	}
	return r.cover(s, w), nil
}

// cover takes from a plan what its summary would stand for.
func (r *Report) cover(s *model.Session, w World) Cover {
	c := Cover{
		List: r.Partition.Read(), Used: r.Tokens.Used, split: r.Partition.Split, exact: !s.Approx, format: s.Format, id: s.ID, past: compactions(s),
		params: relevant(r.Params), writer: w.writer(r.Pick.Summarizer), family: r.Pick.Family,
	}
	for i := range c.Last() + 1 {
		c.marks = append(c.marks, markOf(s, i))
	}
	return c
}

// Last is the last message that is covered.
func (c *Cover) Last() int { return c.List[len(c.List)-1] }

// compactions counts those after which the context is another one.
func compactions(s *model.Session) int {
	n := 0
	for i := range s.Compactions {
		if !s.Compactions[i].Micro {
			n++
		}
	}
	return n
}

// relevant are the parameters that a summary depends on: not when it is made, how long a server may
// be silent, or what is put beside the summary afterwards.
func relevant(p Params) Params {
	p.UsedTokens, p.Segments = 0, ""
	p.Trigger, p.Ask, p.State = trigger.Params{}, summarize.Params{}, reassemble.State{}
	return p
}

// writer is what is known of the summarizer of a rung.
func (w World) writer(rung string) summarize.Info {
	if sum, ok := find(w.Summarizers, rung); ok {
		return sum.Info()
	}
	return summarize.Info{Rung: rung}
}

// Valid says whether the covered messages still are the beginning of what would be summarized, each
// with its id and its size, by the same summarizer with the same parameters. If not, the words say
// why.
func (c *Cover) Valid(s *model.Session, p Params, w World) (bool, string) {
	r, err := w.plan(s, p)
	if err != nil {
		return false, err.Error()
	}
	_, why := c.fits(s, &r, w)
	return why == "", why
}

// changed says what became of the covered messages, empty when nothing did.
func (c *Cover) changed(s *model.Session) string {
	switch n := compactions(s); {
	case s.Format != c.format || s.ID != c.id:
		return "another session is open"
	case n > c.past:
		return "the agent has compacted meanwhile"
	}
	for i, was := range c.marks {
		if i >= len(s.Rows) {
			return fmt.Sprintf("message %d is gone", i)
		}
		is := markOf(s, i)
		if !c.exact || s.Approx {
			is.size = was.size
		}
		switch {
		case is.id != was.id || is.sub != was.sub || is.role != was.role:
			return fmt.Sprintf("another message stands at %d", i)
		case is != was:
			return fmt.Sprintf("message %d has another size", i)
		}
	}
	return ""
}

// fits is stage 3 for the summary: as planned when it covers just what the plan would summarize,
// else with the split held. The words say why it cannot be used.
func (c *Cover) fits(s *model.Session, r *Report, w World) (partition.Output, string) {
	why, now := c.changed(s), relevant(r.Params)
	switch {
	case why != "":
		return partition.Output{}, why
	case now.Instructions != c.params.Instructions:
		return partition.Output{}, "the instructions are others"
	case now != c.params:
		return partition.Output{}, "a parameter was changed"
	case w.writer(r.Pick.Summarizer) != c.writer || r.Pick.Family != c.family:
		return partition.Output{}, "another summarizer is picked"
	}
	list := r.Partition.Read()
	if slices.Equal(list, c.List) {
		return r.Partition, ""
	}
	if len(list) < len(c.List) || !slices.Equal(list[:len(c.List)], c.List) {
		return partition.Output{}, "what would be summarized now begins with other messages"
	}
	if r.Params.Partition.Full {
		return partition.Output{}, "messages were added, and a full summarization leaves none out"
	}
	out, ok := partition.Hold(partition.Input{Rows: s.Rows, Links: s.Links, Entries: s.Entries, Params: r.Params.Partition, Earlier: earlier(s)}, c.List, c.split)
	if !ok {
		return partition.Output{}, "no place is safe for the split: each would part a call from its result, or keep an earlier summary"
	}
	return out, ""
}

// words says in short what is covered.
func (c *Cover) words() string {
	return fmt.Sprintf("%s, up to message %d", trace.Count(len(c.List), "message"), c.Last())
}
