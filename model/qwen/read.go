package qwen

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/js"
	"cutline/model/jsonl"
	"cutline/model/measure"
)

// Read reads a chat. Of the usage, Input is the whole request, what came from a cache included,
// and Output has the thoughts in it.
func Read(in model.Input) (*model.Session, error) {
	s := &model.Session{Format: Name, Path: in.Path, Bytes: in.Size, Reader: in.Reader, Decoder: decoder{}}
	var recs []rec
	res, err := jsonl.Scan(in.Reader, in.Size, IsRecord, func(r jsonl.Record) bool {
		if !IsRecord(r.Raw) {
			s.Unknown++
			return true
		}
		recs = append(recs, parse(string(r.Raw), r.Source, r.Broken))
		return true
	})
	if err != nil {
		return nil, fmt.Errorf("scan: %w", err)
	}
	s.Lines = res.Lines
	t := grow(recs)
	ends, leaf := t.branches(), t.last()
	if in.Leaf != "" {
		if leaf, err = ends.choose(leaf, in.Leaf); err != nil {
			return nil, err
		}
	}
	b := &build{s: s, t: t, usage: model.Usage{Row: -1}, live: measure.Live{}, digests: map[int]bool{}}
	path := t.path(leaf)
	left := t.aside()
	for _, n := range path {
		for len(left) > 0 && left[0].recs[0] < n.recs[0] {
			b.aside(left[0])
			left = left[1:]
		}
		if err := b.node(n); err != nil {
			return nil, err
		}
	}
	for _, n := range left {
		b.aside(n)
	}
	if err := b.messages(); err != nil {
		return nil, err
	}
	if err := b.history(); err != nil {
		return nil, err
	}
	s.Branches, s.BranchRows, s.Sidechains = t.beside()
	if err := ends.leaves(s, leaf); err != nil {
		return nil, err
	}
	s.Problems = append(append(res.Problems, t.problems...), b.problems...)
	slices.SortStableFunc(s.Problems, func(a, b model.Problem) int { return cmp.Compare(a.Line, b.Line) })
	return s, nil
}

// item is one content that the agent would send.
type item struct {
	n      int // its number in the track
	srcs   []model.Source
	answer bool // its first record, which says whose it is, is the assistant's
	usage  usage
	broken bool
	digest bool // the summary of a compaction
	text   string
	words  string // what it says, short
}

// build walks the path.
type build struct {
	s        *model.Session
	t        *tree
	items    []item
	usage    model.Usage
	problems []model.Problem
	track    measure.Track
	live     measure.Live
	digests  map[int]bool // numbers of summaries
	taken    []taken
}

func (b *build) read(src model.Source) (string, error) {
	raw, err := model.ReadSource(b.s.Reader, src)
	if err != nil {
		return "", fmt.Errorf("read line %d: %w", src.Line, err)
	}
	return string(raw), nil
}

// add takes one record of the message.
func (it *item) add(r *rec) {
	if !r.message {
		return
	}
	if len(it.srcs) == 0 {
		it.answer = roles[r.kind] == model.Assistant
	}
	it.srcs = append(it.srcs, r.src)
	it.broken = it.broken || r.broken
	if it.answer && !r.usage.zero() {
		it.usage = r.usage
	}
	it.text = r.text
	it.words += r.words
}

// all reads the records of one message.
func (b *build) all(srcs []model.Source) ([]string, error) {
	raws := make([]string, len(srcs))
	for n, src := range srcs {
		var err error
		if raws[n], err = b.read(src); err != nil {
			return nil, err
		}
	}
	return raws, nil
}

// node takes the records of one id.
func (b *build) node(n *node) error {
	it := item{}
	for _, i := range n.recs {
		r := &b.t.recs[i]
		if r.kind == system {
			raw, err := b.read(r.src)
			if err != nil {
				return err
			}
			b.system(r, js.Fields(gjson.Parse(raw)))
			continue
		}
		it.add(r)
	}
	if len(it.srcs) > 0 {
		b.say(&it)
		b.s.Usage.Total += it.usage.output
		b.items = append(b.items, it)
	}
	return nil
}

// system takes a record that says something of the conversation or of the session.
func (b *build) system(r *rec, f js.Object) {
	payload := js.Fields(f.Get("systemPayload"))
	if !known[r.subtype] {
		b.s.Unknown++
	}
	switch r.subtype {
	case "custom_title":
		b.s.Title = measure.Label(payload.Text("customTitle"))
	case "chat_compression":
		b.compact(r, payload)
	case "slash_command":
		// A command that was typed is recorded like a prompt; it was not sent.
		n := len(b.items) - 1
		if payload.Text("phase") == "result" && payload.Get("sentToModel").Type != gjson.True &&
			n >= 0 && b.items[n].text != "" && b.items[n].text == payload.Text("rawCommand") {
			b.taken = append(b.taken, taken{r.src.Line, []int{b.items[n].n}})
			b.items = b.items[:n]
		}
	}
}

// compact replaces what stood before by the contents that the record holds. The first of them
// that the agent did not put there for itself is the summary.
func (b *build) compact(r *rec, payload js.Object) {
	list := payload.Get("compressedHistory")
	if !list.IsArray() {
		b.problems = append(b.problems, model.Problem{Line: r.src.Line, Kind: "missing-summary", Message: fmt.Sprintf("the compaction on line %d holds no history; what stood before it is shown", r.src.Line)})
		return
	}
	info := js.Fields(payload.Get("info"))
	c := model.Compaction{Line: r.src.Line, Before: count(info, "originalTokenCount"), After: count(info, "newTokenCount"), Summary: -1}
	b.s.Earlier += len(b.items)
	var now []item
	cut := measure.Cut{Source: r.src}
	list.ForEach(func(_, e gjson.Result) bool {
		f := js.Fields(e)
		if !f.Has("parts") {
			return true
		}
		it := item{
			srcs: []model.Source{{Off: r.src.Off + int64(e.Index), Len: int64(len(e.Raw)), Line: r.src.Line}}, broken: r.broken, words: words(f),
		}
		m := decode([]string{e.Raw}, false)
		last := m[len(m)-1]
		if !cut.Text && last.Role == model.User && last.Origin != model.Injected {
			cut.Source, cut.Text, it.digest = it.srcs[0], true, true
			c.Kept = -len(now) - 1
		}
		now = append(now, it)
		return true
	})
	c.Kept += len(now)
	b.replace(now, cut)
	b.s.Compactions = append(b.s.Compactions, c)
}

// messages adds the live context and says what follows from it.
func (b *build) messages() error {
	s := b.s
	total := s.Usage.Total
	rows := measure.New(s)
	title, digest := "", -1
	for _, it := range b.items {
		raws, err := b.all(it.srcs)
		if err != nil {
			return err
		}
		b.about(js.Fields(gjson.Parse(raws[len(raws)-1])))
		ms := decode(raws, it.digest)
		flags := model.Flags(0)
		if len(ms) > 1 {
			flags = model.Split
		}
		for sub, m := range ms {
			m.Broken = it.broken
			b.live[it.n] = append(b.live[it.n], rows.Len())
			rows.Add(m, it.srcs, sub, flags)
			switch {
			case m.Role == model.Assistant && m.Model != "":
				s.Model = strings.Clone(m.Model)
			case m.Origin == model.Person && title == "":
				title = measure.Label(m.Text())
			}
		}
		if it.digest {
			digest = rows.Len() - 1
		}
		if !it.usage.zero() {
			b.usage = model.Usage{Known: true, Input: it.usage.input, Cached: it.usage.cached, Output: it.usage.output, Row: rows.Len() - 1}
		}
	}
	rows.Finish()
	if n := len(s.Compactions); n > 0 {
		s.Compactions[n-1].Summary = digest
	}
	s.Usage = b.usage
	s.Usage.Total = total
	if s.Title == "" {
		s.Title = title
	}
	return nil
}

// about takes what a record says of the session.
func (b *build) about(f js.Object) {
	set := func(dst *string, v string) {
		if v != "" && v != *dst {
			*dst = strings.Clone(v)
		}
	}
	set(&b.s.ID, f.Text("sessionId"))
	set(&b.s.CWD, f.Text("cwd"))
	set(&b.s.AgentVersion, f.Text("version"))
	if n := count(f, "contextWindowSize"); n > 0 {
		b.s.Window = n
	}
}
