package pipeline

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cutline/pipeline/lint"
	"cutline/pipeline/reassemble"
	"cutline/pipeline/segment"
	"cutline/pipeline/summarize"
	"cutline/pipeline/trace"
)

// saysCopied reports whether a result has a finding of copied passages, and a decision that says so.
func saysCopied(t *testing.T, res *Result) bool {
	t.Helper()
	found := slices.ContainsFunc(res.Lint, func(f lint.Finding) bool { return f.Name == lint.CopiedSegment })
	decided := slices.ContainsFunc(res.Report.Summary.Decisions, func(d trace.Decision) bool { return d.Rule == "lint-copied-segment" })
	if found != decided {
		t.Errorf("found %+v, decided %+v", res.Lint, res.Report.Summary.Decisions)
	}
	return found
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
	if len(w.Blocks) != 2 || saysCopied(t, res) {
		t.Errorf("the caller's blocks are %v, found %v", w.Blocks, res.Lint)
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
	if !saysCopied(t, res) {
		t.Errorf("found %v", res.Lint)
	}
	amended, err := Amend(context.Background(), s, res, "The files were read.", w)
	if err != nil {
		t.Fatal(err)
	}
	if saysCopied(t, amended) || !saysCopied(t, res) {
		t.Errorf("after the edit %v, before %v", amended.Lint, res.Lint)
	}
	w.Summarizers[0] = rung(summarize.External, "", errors.New("no"))
	if res = must(t, s, p, w); res.Report.Summary.Rung != summarize.Local || saysCopied(t, res) {
		t.Errorf("by %s: %v", res.Report.Summary.Rung, res.Lint)
	}
}

// TestLint: findings come with the result and as decisions of stage 5, a text that was edited is
// checked anew, and only a family that asks for nine sections is owed them.
func TestLint(t *testing.T) {
	t.Parallel()
	names := func(res *Result) string {
		var out []string
		for _, f := range res.Lint {
			out = append(out, f.Name)
		}
		return strings.Join(out, " ")
	}
	s := open(t, list("p a p a p a", long))
	p := Defaults()
	p.Pick.Summarizer, p.Pick.Prompt = summarize.External, "terse"
	w := world(rung(summarize.External, "Sure! "+told, nil))
	res := must(t, s, p, w)
	if names(res) != "preface" {
		t.Errorf("terse: %+v", res.Lint)
	}
	amended, err := Amend(context.Background(), s, res, told, w)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range amended.Report.Summary.Decisions {
		if strings.HasPrefix(d.Rule, LintRule) || len(amended.Lint) > 0 {
			t.Errorf("after the edit: %+v, %+v", d, amended.Lint)
		}
	}
	p.Pick.Prompt = "nine"
	if res = must(t, s, p, w); strings.Count(names(res), lint.Section) != len(summarize.Sections) {
		t.Errorf("nine: %+v", res.Lint)
	}
	sections := 0
	for _, d := range res.Report.Summary.Decisions {
		if d.Rule == LintRule+lint.Section {
			sections++
		}
	}
	if sections != len(summarize.Sections) {
		t.Errorf("%d decisions: %+v", sections, res.Report.Summary.Decisions)
	}
	w = world()
	if res = must(t, s, p, w); res.Report.Summary.Rung == summarize.Placeholder && len(res.Lint) > 0 {
		t.Errorf("a placeholder has %+v", res.Lint)
	}
}
