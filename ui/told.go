package ui

import (
	"cutline/model"
	"cutline/pipeline"
	"cutline/ui/detail"
)

// Texts are those that there are of a message, in the order in which the key goes round: what a summarizer
// reads in its place, what of it is lost, all of it, its record in the file.
var Texts = [...]detail.Mode{detail.Read, detail.Lost, detail.Whole, detail.Raw}

// Told is what can be said of one message, for who has no screen: what it is, a note and the text itself,
// none of it cleaned.
type Told struct{ Title, Note, Body string }

// Tell is what the message pane shows of message i under plan r. It reads the file.
func Tell(s *model.Session, r *pipeline.Report, i int, what detail.Mode) Told {
	x := subject{s: s, i: i, fate: r.Fates(s.Rows)[i], mode: what, p: r.Reads, noise: r.Slim.Tool.NoiseNote(), open: true}
	x.p.Quiet = r.Slim.Quiet
	c := content(x)
	return Told{c.Title, c.Note, c.Body}
}
