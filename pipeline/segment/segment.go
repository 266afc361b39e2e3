// Package segment is the memory channel: the summarized messages as files that a later worker can
// search when a summary lacks a detail. It computes what the files hold; only model/save writes.
package segment

import (
	"fmt"
	"path/filepath"
	"strings"

	"cutline/model"
	"cutline/pipeline/trace"
)

// Size is how many chars of messages a segment holds at most ‡, so that it can be read in one go.
// A message that is larger has a segment of its own: none is parted.
const Size = 60_000

// Index is the name of the file that lists the segments.
const Index = "INDEX.md"

// Folder is where segments go, and the first number that is free there; 0 counts as 1.
type Folder struct {
	Dir  string
	Next int
}

// Input is all that the package looks at to part the messages.
type Input struct {
	Rows   []model.Row
	List   []int // the summarized messages, in order
	Folder Folder
}

// Segment is one file.
type Segment struct {
	Number int
	Rows   []int
	Chars  int // of its messages, as a transcript
}

// Name is the name of its file.
func (s Segment) Name() string { return fmt.Sprintf("segment_%03d.md", s.Number) }

// Output is what was decided; without a folder it is empty.
type Output struct {
	Dir       string
	Segments  []Segment
	Decisions []trace.Decision
}

// Run parts the summarized messages.
func Run(in Input) Output {
	out := Output{Dir: in.Folder.Dir}
	if out.Dir == "" || len(in.List) == 0 {
		return Output{}
	}
	total := 0
	for _, i := range in.List {
		n := in.Rows[i].Rendered
		total += n
		if k := len(out.Segments); k == 0 || out.Segments[k-1].Chars+n > Size {
			out.Segments = append(out.Segments, Segment{Number: max(1, in.Folder.Next) + k})
		}
		last := &out.Segments[len(out.Segments)-1]
		last.Rows, last.Chars = append(last.Rows, i), last.Chars+n
	}
	out.Decisions = []trace.Decision{{
		Rule: "segments", Chose: trace.Count(len(in.List), "summarized message") + " → " + trace.Count(len(out.Segments), "file") + " in " + out.Dir, Touches: in.List,
		Because: fmt.Sprintf("--segments asks for them: %s chars, at most %s in a file, no message parted", trace.Num(total), trace.Num(Size)),
	}}
	return out
}

// Messages are those that stand in the files, in order.
func (o Output) Messages() []int {
	var out []int
	for _, s := range o.Segments {
		out = append(out, s.Rows...)
	}
	return out
}

// Paths are the files, and last the index.
func (o Output) Paths() []string {
	out := make([]string, 0, len(o.Segments)+1)
	for _, s := range o.Segments {
		out = append(out, filepath.Join(o.Dir, s.Name()))
	}
	if len(out) > 0 {
		out = append(out, filepath.Join(o.Dir, Index))
	}
	return out
}

// Note is what the summary message says of the files; empty without files.
func (o Output) Note() string {
	n := len(o.Segments)
	if n == 0 {
		return ""
	}
	paths := o.Paths()
	files := "the file " + paths[0]
	if n > 1 {
		files = "the files " + paths[0] + " to " + o.Segments[n-1].Name()
	}
	return strings.Join([]string{
		"The messages that are summarized above stand word for word in " + files + "; " + paths[n] + " lists what each file holds.",
		"They are there for a detail that is missing here: an exact value, a command, an error message. Search them for it, and do not read them whole.",
		"Nothing of this has to be read now.",
	}, "\n")
}
