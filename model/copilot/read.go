package copilot

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"cutline/model"
	"cutline/model/jsonl"
	"cutline/model/measure"
)

// Read reads a session. Of the usage, Input is the size of the whole context as the agent itself
// names it, with the system's message and the definitions of tools.
func Read(in model.Input) (*model.Session, error) {
	s := &model.Session{Format: Name, Path: in.Path, Bytes: in.Size, Reader: in.Reader, Decoder: decoder{}}
	h := &history{at: map[string]int{}, typed: map[string]bool{}, start: -1, usage: model.Usage{Row: -1}}
	res, err := jsonl.Scan(in.Reader, in.Size, IsRecord, func(r jsonl.Record) bool {
		e := parse(string(r.Raw))
		if _, known := h.at[e.id]; !known && e.id != "" {
			h.at[strings.Clone(e.id)] = len(h.items)
		}
		n := len(s.Attachments)
		about(s, e)
		if len(s.Attachments) > n {
			s.Attachments[n].Line = r.Line
		}
		family, _, _ := strings.Cut(e.kind, ".")
		switch {
		case e.message():
			h.put(e, r.Source, r.Broken)
		case families[family]:
			if !e.agent {
				h.change(e, r.Source, r.Broken)
			}
		default:
			s.Unknown++
		}
		return true
	})
	if err != nil {
		return nil, fmt.Errorf("scan: %w", err)
	}
	s.Lines = res.Lines
	if err := messages(s, h); err != nil {
		return nil, err
	}
	s.Problems = append(res.Problems, h.problems...)
	slices.SortStableFunc(s.Problems, func(a, b model.Problem) int { return cmp.Compare(a.Line, b.Line) })
	return s, nil
}

// messages adds the live context.
func messages(s *model.Session, h *history) error {
	b := measure.New(s)
	h.live = measure.Live{}
	title := ""
	for i := range h.items {
		it := &h.items[i]
		raws, err := read(s, it.srcs)
		if err != nil {
			return err
		}
		m := decode(raws)
		m.Broken = it.broken
		h.live[it.n] = []int{b.Len()}
		b.Add(m, it.srcs, 0, 0)
		switch {
		case m.Role == model.Assistant && m.Model != "" && s.Model == "":
			s.Model = strings.Clone(m.Model)
		case m.Origin == model.Person && title == "":
			title = measure.Label(parse(raws[0]).data.Text("content"))
		}
	}
	b.Finish()
	if h.tools.Tokens > 0 {
		s.Attachments = append(s.Attachments, h.tools)
	}
	s.Usage = h.usage
	s.Usage.Total = h.total
	s.Earlier, s.Branches, s.BranchRows, s.Sidechains, s.Compactions = h.earlier, h.rewinds, h.dropped, h.agents, h.past
	if s.Title == "" {
		s.Title = title
	}
	return h.track.History(s, h.live, func(_ int, srcs []model.Source) ([]model.Message, error) {
		raws, err := read(s, srcs)
		if err != nil {
			return nil, err
		}
		return []model.Message{decode(raws)}, nil
	})
}

// read reads the pieces of one message.
func read(s *model.Session, srcs []model.Source) ([]string, error) {
	raws := make([]string, len(srcs))
	for n, src := range srcs {
		raw, err := model.ReadSource(s.Reader, src)
		if err != nil {
			return nil, fmt.Errorf("read line %d: %w", src.Line, err)
		}
		raws[n] = string(raw)
	}
	return raws, nil
}
