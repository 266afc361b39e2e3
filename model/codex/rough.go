package codex

import (
	"strings"

	"cutline/model"
	"cutline/model/js"
	"cutline/model/measure"
)

// resultBytes is how much of a result is decoded for what a list shows of it: that is what its
// call was about, unless nobody knows the call.
const resultBytes = 64

// rough is the piece of the item of which the reader has the shape, with sizes that are worked
// out from samples. It is false when it has to be decoded: the words of a user decide too much.
func (r *reader) rough() (p measure.Piece, ok bool) {
	s := &r.shape
	p.Role = s.kind.role()
	m := model.Message{Role: p.Role}
	switch {
	case !r.approx:
		return p, false
	case s.kind == call:
		m.Parts = s.roughCall(&p)
	case s.kind == output:
		m.Parts = s.roughResult(&p)
		if m.Parts == nil {
			return p, false
		}
	case s.kind == reasoning:
		m.Parts = s.roughThinking(&p)
	case s.kind == answer, s.kind == system:
		for _, text := range s.texts {
			head, whole := measure.Head(text, measure.HeadBytes)
			if !whole && strings.TrimSpace(head) == "" { // nobody knows yet whether there are words
				return p, false
			}
			part := model.Part{Kind: model.Text, Text: head}
			p.Add(part)
			p.AddSample(model.Text, 0, measure.SampleText(text))
			m.Parts = append(m.Parts, part)
		}
	default:
		return p, false
	}
	p.Words(m)
	return p, true
}

func (s *shape) roughCall(p *measure.Piece) []model.Part {
	args, name := []byte(js.Unescape(s.texts[0])), js.Unescape(s.name)
	p.AddCall(js.Unescape(s.call), name, args)
	p.AddSample(model.Call, len(name), measure.SampleJSON(args))
	return []model.Part{{Kind: model.Call}}
}

func (s *shape) roughThinking(p *measure.Piece) []model.Part {
	part := model.Part{Kind: model.Thinking}
	var t measure.Sample
	if len(s.texts) > 0 {
		part.Text, _ = measure.Head(s.texts[0], measure.HeadBytes)
		t = measure.SampleText(s.texts[0])
	}
	if part.Redacted = part.Text == ""; part.Redacted && !s.opaque {
		return nil
	}
	p.Add(part)
	p.AddSample(model.Thinking, 0, t)
	return []model.Part{part}
}

// roughResult gives nothing when the beginning does not say whether the command failed.
func (s *shape) roughResult(p *measure.Piece) []model.Part {
	first := s.texts[0]
	part := model.Part{Kind: model.Result, ID: js.Unescape(s.call)}
	var t measure.Sample
	var head string
	if !s.list && len(first) > 0 && first[0] == '{' { // perhaps an output in its older form
		head, part.Failed = printed(js.Unescape(first))
		t = measure.SampleJSON([]byte(head))
	} else {
		text, whole := measure.Head(first, measure.HeadBytes)
		failed, sure := exitOf(text)
		if !whole && !sure {
			return nil
		}
		head, part.Failed = text, failed
		t = measure.SampleText(first)
	}
	for _, more := range s.texts[1:] {
		t.Join(measure.SampleText(more))
	}
	part.Output = []model.Part{{Kind: model.Text, Text: strings.ToValidUTF8(head[:min(len(head), resultBytes)], "")}}
	p.Add(part)
	p.AddSample(model.Result, 0, t)
	return []model.Part{part}
}
