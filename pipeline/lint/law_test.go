package lint

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"cutline/pipeline/summarize"
)

// FuzzRun: whatever a conversation and its summary say, nothing panics, each finding stands in the
// summary, and the same input gives the same findings.
func FuzzRun(f *testing.F) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, path := range paths {
		a, err := txtar.ParseFile(path)
		if err != nil {
			f.Fatal(err)
		}
		talk := ""
		for _, file := range a.Files {
			switch file.Name {
			case "talk":
				talk = string(file.Data)
			case "clean", "planted":
				f.Add(talk, string(file.Data), true)
				f.Add(string(file.Data), talk, false)
			}
		}
	}
	f.Add(">call x\n>result\n>todo\n>", "9. Optional Next Step:", true)
	f.Add(">user\n\xff\"x", "6. All User Messages:\n- \"\xff\n```\n9. Optional Next Step:\n“\xc3", true)
	f.Fuzz(func(t *testing.T, talk, summary string, nine bool) {
		in := inputOf(talk)
		in.Summary, in.Copied = summary, in.List
		if nine {
			in.Sections = summarize.Sections[:]
		}
		sound(t, in, Run(context.Background(), in))
	})
}

// TestStopped: a run that is stopped says nothing, and reads no further.
func TestStopped(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(context.Background())
	stop()
	in := inputOf(">user\nfix it\n")
	in.Summary = "Sure, here is a summary."
	if found := Run(ctx, in); found != nil {
		t.Errorf("found %+v", found)
	}
	if found := Run(context.Background(), in); len(found) != 1 {
		t.Errorf("not stopped: %+v", found)
	}
}

// TestWriterThatQuotes: what a writer quotes by design does not count, more does.
func TestWriterThatQuotes(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("0123456789 ", 30)
	in := inputOf(">call Bash 1 {}\n>result 1\n" + text)
	in.Summary = "It printed " + text
	for quotes, want := range map[int]int{0: 1, 100: 1, 400: 0} {
		in.Quotes = quotes
		if found := Run(context.Background(), in); len(found) != want {
			t.Errorf("a writer that quotes %d chars: %+v", quotes, found)
		}
	}
}

// BenchmarkRun: a session of 4 MB of tool output and its summary.
func BenchmarkRun(b *testing.B) {
	var talk, summary strings.Builder
	for i := range 400 {
		fmt.Fprintf(&talk, ">user\nDo step %d of the migration, and don't touch table_%d.\n>call Bash %d {\"command\":\"make step\"}\n>result %d\n", i, i, i, i)
		for k := range 130 {
			fmt.Fprintf(&talk, "%d.%d migrated the rows of partition %d of table_%d, checksum %x\n", i, k, k, i, uint32(i*7919+k)*2654435761)
		}
		fmt.Fprintf(&talk, ">assistant\nStep %d is done.\n", i)
		fmt.Fprintf(&summary, "- Do step %d of the migration, and don't touch table_%d.\n", i, i)
	}
	in := inputOf(talk.String())
	in.Summary = "6. All User Messages:\n" + summary.String()
	b.SetBytes(int64(talk.Len()))
	for b.Loop() {
		Run(context.Background(), in)
	}
}
