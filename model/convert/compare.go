package convert

import (
	"fmt"
	"slices"
	"strings"

	"cutline/model"
)

// Compare looks for every kept message in a converted session that was read again, without
// knowing how it was written: the words of each side in their order, and the calls in theirs,
// each with its arguments and its result. It gives the number of texts and calls that are there.
// Exempt says of a message that something in it was changed on purpose.
func Compare(before *model.Session, d model.Draft, exempt func(row int) bool, after *model.Session) (texts, calls int, err error) {
	want, err := kept(before, d, exempt)
	if err != nil {
		return 0, 0, err
	}
	got, err := said(after)
	if err != nil {
		return 0, 0, err
	}
	for side, list := range want.texts {
		left := got.texts[side] // one of them may hold several that were kept
		for _, t := range list {
			i := slices.IndexFunc(left, func(g string) bool { return strings.Contains(g, t) })
			if i < 0 {
				return 0, 0, fmt.Errorf("words of the %s are missing or stand elsewhere: %.60q", side, t)
			}
			left = left[i:]
			_, left[0], _ = strings.Cut(left[0], t)
			texts++
		}
	}
	if len(want.calls) != len(got.calls) {
		return 0, 0, fmt.Errorf("%d calls became %d", len(want.calls), len(got.calls))
	}
	for i, w := range want.calls {
		switch g := got.calls[i]; {
		case !w.changed && !strings.Contains(g.args, w.args) && w.object:
			return 0, 0, fmt.Errorf("call %d has other arguments: %.60q", i+1, g.args)
		case !g.answered:
			return 0, 0, fmt.Errorf("call %d has no result", i+1)
		case !w.changed && !inOrder(g.output, w.output):
			return 0, 0, fmt.Errorf("call %d has another result: %.60q", i+1, g.output)
		}
	}
	return texts, len(want.calls), nil
}

// inOrder reports whether a text holds others, one behind the other.
func inOrder(text string, parts []string) bool {
	for _, p := range parts {
		_, rest, ok := strings.Cut(text, p)
		if !ok {
			return false
		}
		text = rest
	}
	return true
}

// speech is what a session says: the texts of each side, and the calls.
type speech struct {
	texts map[string][]string
	calls []exchange
}

// exchange is a call and its result.
type exchange struct {
	args     string
	answered bool
	output   string
}

const (
	sideUser  = "user"
	sideModel = "assistant"
)

// expected is what a draft keeps. An exchange of it has the texts of its result apart.
type expected struct {
	texts map[string][]string
	calls []wanted
}

type wanted struct {
	id       string
	args     string
	object   bool // the arguments are a JSON object
	changed  bool // something in it was changed on purpose
	answered bool
	output   []string
}

func kept(s *model.Session, d model.Draft, exempt func(int) bool) (*expected, error) {
	e := &expected{texts: map[string][]string{}}
	for _, it := range d.Items {
		if it.Kind == model.NewResult {
			e.answer(it.Part, false)
		}
		if it.Kind != model.KeptTail {
			continue
		}
		m, err := s.Message(it.Row)
		if err != nil {
			return nil, err
		}
		for _, p := range m.Parts {
			switch {
			case p.Kind == model.Call:
				args := p.Arguments()
				e.calls = append(e.calls, wanted{id: p.ID, args: args, object: strings.HasPrefix(args, "{"), changed: exempt(it.Row)})
			case p.Kind == model.Result && !slices.Contains(it.Drop, p.ID):
				e.answer(p, exempt(it.Row) || it.Mask != "")
			case p.Kind == model.Text && strings.TrimSpace(p.Text) != "" && !exempt(it.Row) && m.Role != model.Tool:
				side := sideUser
				if m.Role == model.Assistant {
					side = sideModel
				}
				e.texts[side] = append(e.texts[side], p.Text)
			}
		}
	}
	return e, nil
}

// answer notes the result of the last call with its id.
func (e *expected) answer(p model.Part, changed bool) {
	for i := len(e.calls) - 1; i >= 0; i-- {
		c := &e.calls[i]
		if c.id != p.ID {
			continue
		}
		if !c.answered {
			c.answered, c.changed = true, c.changed || changed
			c.output = outputs(p)
		}
		return
	}
}

func outputs(p model.Part) []string {
	if p.JSON != "" {
		return []string{p.OutputText()}
	}
	var out []string
	for _, o := range p.Output {
		if o.Kind == model.Text && strings.TrimSpace(o.Text) != "" {
			out = append(out, o.Text)
		}
	}
	return out
}

// said is what a session that was read says.
func said(s *model.Session) (*speech, error) {
	out := &speech{texts: map[string][]string{}}
	open := map[string]int{}
	for i := range s.Rows {
		m, err := s.Message(i)
		if err != nil {
			return nil, err
		}
		for _, p := range m.Parts {
			switch p.Kind {
			case model.Call:
				open[p.ID] = len(out.calls)
				out.calls = append(out.calls, exchange{args: p.Arguments()})
			case model.Result:
				if k, ok := open[p.ID]; ok {
					out.calls[k].answered, out.calls[k].output = true, p.OutputText()
				}
			case model.Text:
				side := sideUser
				if m.Role == model.Assistant {
					side = sideModel
				}
				out.texts[side] = append(out.texts[side], p.Text)
			default:
			}
		}
	}
	return out, nil
}
