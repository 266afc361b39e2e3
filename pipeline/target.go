package pipeline

import (
	"errors"
	"fmt"

	"cutline/model"
	"cutline/model/convert"
	"cutline/model/load"
	"cutline/pipeline/reassemble"
	"cutline/pipeline/trace"
)

// ErrTarget is the error of a format that no session can be converted to.
var ErrTarget = errors.New("no format to convert to")

// writer is what puts the result into a file, and the format that opens it.
type writer struct {
	format load.Format
	write  func(*model.Session, model.Draft, model.WriteOptions) (*model.Written, error)
	target string // name of the target, empty when the format stays
	title  string // of the target, for a person
}

// writerOf finds the writer of a session: that of its own format, or that of the target to which
// it is to be converted; an empty name is none.
func writerOf(s *model.Session, to string) (writer, error) {
	if to == "" {
		f, err := load.Writer(s)
		return writer{format: f, write: f.Write}, err
	}
	target, ok := convert.Find(s, to)
	if !ok {
		return writer{}, fmt.Errorf("%w: %q is none of %s", ErrTarget, to, convert.Names())
	}
	if target.Same(s) {
		return writerOf(s, "")
	}
	f, ok := load.ByName(target.Format)
	if !ok {
		return writer{}, fmt.Errorf("%w: nothing reads %s", ErrTarget, target.Format)
	}
	return writer{format: f, write: target.Write, target: target.Name, title: target.Title}, nil
}

// byReference reports whether the format of a session appends to a copy of it instead of writing the tail anew.
func byReference(s *model.Session) bool { return s.Format == "prime" }

// Writable says why a session cannot be written, in its own format or as the target of that
// name: load.ErrReadOnly, ErrTarget. It is nil when it can.
func Writable(s *model.Session, to string) error {
	_, err := writerOf(s, to)
	return err
}

// foreign is the target of a session whose own format is only read, when nobody names one: most agents can take over
// a session of Claude Code.
const foreign = "claude-code"

// TargetOf is the target of a session whose result is looked at before anybody has named a format: the one that is asked for,
// its own format (empty) where that can be written, and claude-code where it is only read.
func TargetOf(s *model.Session, asked string) string {
	if asked == "" && errors.Is(Writable(s, ""), load.ErrReadOnly) {
		return foreign
	}
	return asked
}

// converted says that the result is in another format than the session, and why.
func (w writer) converted(s *model.Session) trace.Decision {
	d := trace.Decision{Rule: "format", Chose: "the result is a session of " + w.title, Because: "that format was asked for"}
	if own, ok := load.ByName(s.Format); ok && own.Write == nil {
		d.Because = "sessions of " + own.Title + " are read, but cutline cannot write them"
	}
	return d
}

// withLosses adds what a conversion could not take along to the warnings, in the place of what an
// earlier writing of the same run has said.
func withLosses(old []trace.Warning, w *model.Written) []trace.Warning {
	out := make([]trace.Warning, 0, len(old)+len(w.Losses))
	for _, warning := range old {
		if warning.Kind != reassemble.Converted {
			out = append(out, warning)
		}
	}
	for _, l := range w.Losses {
		out = append(out, trace.Warning{Stage: StageNames[5], Kind: reassemble.Converted, Message: l, Indices: []int{}, IDs: []string{}})
	}
	return out
}
