package pipeline

import (
	"cutline/model"
	"cutline/pipeline/slim"
)

// Hands are the messages that are forced in or out, with those that go together with them: a call and
// all its results go out together, and a result that is forced in brings its call. What is forced in
// wins. It is nil when nothing is forced.
func Hands(s *model.Session, p slim.Params) map[int]slim.Hand {
	if p.In == "" && p.Out == "" {
		return nil
	}
	out := make(map[int]slim.Hand)
	for _, i := range p.Out.Below(len(s.Rows)) {
		goOut(s, i, out)
	}
	for _, i := range p.In.Below(len(s.Rows)) {
		out[i] = slim.ForcedIn
		for _, l := range s.LinksOf(i) {
			if l.Result && l.Peer >= 0 {
				out[l.Peer] = slim.ForcedIn
			}
		}
	}
	return out
}

// goOut forces a message out, and all that its calls and results are tied to.
func goOut(s *model.Session, i int, out map[int]slim.Hand) {
	if out[i] == slim.ForcedOut {
		return
	}
	out[i] = slim.ForcedOut
	for _, l := range s.LinksOf(i) {
		if l.Peer >= 0 {
			goOut(s, l.Peer, out)
		}
	}
}

// Force forces a message in or out, or leaves it to the rules again; what stands for the message in
// the other list is taken back. For ByRule those go along that the message went together with.
func (p *Params) Force(s *model.Session, i int, h slim.Hand) {
	switch h {
	case slim.ForcedIn:
		p.Slim.In, p.Slim.Out = p.Slim.In.With(i), p.lifted(s, p.Slim.Out, i, slim.ForcedOut)
	case slim.ForcedOut:
		p.Slim.In, p.Slim.Out = p.lifted(s, p.Slim.In, i, slim.ForcedIn), p.Slim.Out.With(i)
	case slim.ByRule:
		p.Slim.In, p.Slim.Out = p.lifted(s, p.Slim.In, i, slim.ForcedIn), p.lifted(s, p.Slim.Out, i, slim.ForcedOut)
	}
}

// lifted is a list without all entries of which each would force message i.
func (p *Params) lifted(s *model.Session, list slim.Numbers, i int, h slim.Hand) slim.Numbers {
	for _, k := range list.Below(len(s.Rows)) {
		one := slim.Params{}
		if h == slim.ForcedIn {
			one.In = one.In.With(k)
		} else {
			one.Out = one.Out.With(k)
		}
		if Hands(s, one)[i] == h {
			list = list.Without(k)
		}
	}
	return list
}
