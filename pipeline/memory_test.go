package pipeline

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"cutline/pipeline/reassemble"
	"cutline/pipeline/segment"
	"cutline/pipeline/summarize"
	"cutline/pipeline/trace"
)

// saysCopied reports whether one of the warnings is that of copied passages.
func saysCopied(warnings []trace.Warning) bool {
	for _, w := range warnings {
		if w.Kind == "copied-segment" {
			return true
		}
	}
	return false
}

// TestSegmentsInARun: a run plans the files and the note that points to them, and takes an earlier
// note into the same folder out.
func TestSegmentsInARun(t *testing.T) {
	t.Parallel()
	s := open(t, list("p a p a p a", long))
	p := Defaults()
	p.Segments = "mem"
	w := world(rung(summarize.External, "A short summary of what was done.", nil))
	p.Pick.Summarizer = summarize.External
	dir := filepath.FromSlash("/w/mem")
	w.Segments = segment.Folder{Dir: dir, Next: 4}
	w.Blocks = []reassemble.Block{
		reassemble.NewBlock(reassemble.NoteBlock, "message 0", "Look into "+filepath.Join(dir, "INDEX.md")),
		reassemble.NewBlock(reassemble.NoteBlock, "message 0", "Look into /other/INDEX.md"),
	}
	res := must(t, s, p, w)
	if got := len(res.Report.Segments.Segments); got != 1 || res.Report.Segments.Segments[0].Number != 4 {
		t.Errorf("segments %+v", res.Report.Segments.Segments)
	}
	state := res.Report.Reassemble.Draft.State
	if strings.Count(state, "<memory_note>") != 2 || !strings.Contains(state, "segment_004.md") || !strings.Contains(state, "/other/") || strings.Contains(state, "Look into "+dir) {
		t.Errorf("the state is %s", state)
	}
	note := res.Report.Blocks[len(res.Report.Blocks)-1]
	off := w
	off.Changes = []reassemble.Change{{Name: note.Name, Key: note.Key, Off: true}}
	again, err := Rejoin(t.Context(), s, res, off)
	if err != nil {
		t.Fatal(err)
	}
	if state := again.Report.Reassemble.Draft.State; strings.Contains(state, "segment_004.md") || !strings.Contains(state, "/other/") || again.Report.Summary.Text != res.Report.Summary.Text {
		t.Errorf("with the note switched off the state is %s", state)
	}
	if len(again.Report.Changes) != 1 || len(again.Status.Attempts) != len(res.Status.Attempts) {
		t.Errorf("joined again: %+v", again.Status)
	}
	if len(w.Blocks) != 2 || saysCopied(res.Report.Warnings) {
		t.Errorf("the caller's blocks are %v, warnings %v", w.Blocks, res.Report.Warnings)
	}

	p.Segments = ""
	res = must(t, s, p, w)
	if len(res.Report.Segments.Segments) != 0 || strings.Contains(res.Report.Reassemble.Draft.State, "segment_004") {
		t.Errorf("without the parameter: %+v", res.Report.Segments)
	}
}

// TestCopiedSummary: a model's summary that repeats a message is warned about, until a person has
// changed it; the local summarizer quotes by design.
func TestCopiedSummary(t *testing.T) {
	t.Parallel()
	s := open(t, list("p a p a p a", long))
	p := Defaults()
	p.Segments = "mem"
	p.Pick.Summarizer = summarize.External
	w := world(rung(summarize.External, "It said: done "+long(1), nil), rung(summarize.Local, "done "+long(1), nil))
	res := must(t, s, p, w)
	if !saysCopied(res.Report.Warnings) {
		t.Errorf("warnings %v", res.Report.Warnings)
	}
	amended, err := Amend(context.Background(), s, res, "The files were read.", w)
	if err != nil {
		t.Fatal(err)
	}
	if saysCopied(amended.Report.Warnings) || !saysCopied(res.Report.Warnings) {
		t.Errorf("after the edit %v, before %v", amended.Report.Warnings, res.Report.Warnings)
	}
	w.Summarizers[0] = rung(summarize.External, "", errors.New("no"))
	if res = must(t, s, p, w); res.Report.Summary.Rung != summarize.Local || saysCopied(res.Report.Warnings) {
		t.Errorf("by %s: %v", res.Report.Summary.Rung, res.Report.Warnings)
	}
}
