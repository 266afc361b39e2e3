package lint

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestSegments(t *testing.T) {
	t.Parallel()
	long := func(c string) string {
		var b strings.Builder
		for i := range 60 {
			b.WriteString(c + string(rune('a'+i%26)) + string(rune('a'+i*7%26)) + string(rune('a'+i/3)))
		}
		return b.String() // 240 bytes
	}
	a, b := long("x"), long("y")
	tests := []struct {
		name, summary, talk string
		want                []run
	}{
		{"nothing", "All was done.", ">assistant\n" + a, nil},
		{"a passage", "It said: " + a + " and more", ">assistant\nbefore " + a + " behind", []run{{8, 9 + 240 + 1, 0}}},
		{"a passage that is too short", a[:199] + "#", ">assistant\n" + a, nil},
		{"just long enough", "#" + a[:200] + "#", ">assistant\n" + a, []run{{1, 201, 0}}},
		{"two passages", b + "#" + a, ">assistant\n" + a + "\n>assistant\n" + b, []run{{0, 240, 1}, {241, 481, 0}}},
		{"a passage that stands in two messages is one", a, ">assistant\n" + a + "\n>assistant\n" + a, []run{{0, 240, 0}}},
		{"the words of a person", a, ">user\n" + a, nil},
		{"an earlier summary", a, ">summary\n" + a, nil},
		{"chars are counted, not bytes", strings.Repeat("é", 150), ">assistant\n" + strings.Repeat("é", 150), nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			in := inputOf(tt.talk)
			in.Summary, in.Copied = tt.summary, in.List
			var got []run
			for _, f := range Run(t.Context(), in) {
				if f.Name == CopiedSegment {
					got = append(got, run{f.From, f.To, f.Index})
				}
			}
			if diff := cmp.Diff(tt.want, got, cmp.AllowUnexported(run{})); diff != "" {
				t.Errorf("copied (-want +got):\n%s", diff)
			}
		})
	}
}

// TestPassageIsFound: whatever stands around it, a passage of enough chars is found, and what is
// found stands in the message.
func TestPassageIsFound(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		letters := rapid.StringMatching(`[ab]{0,150}`)
		passage := rapid.StringMatching(`[abc]{200,320}`).Draw(t, "passage")
		text := letters.Draw(t, "before") + passage + letters.Draw(t, "behind")
		summary := letters.Draw(t, "lead") + passage + letters.Draw(t, "rest")
		f := newIndex(summary).finder()
		f.search(text, 3)
		at, found := strings.Index(summary, passage), false
		for _, r := range f.found() {
			if !strings.Contains(text, summary[r.from:r.to]) {
				t.Fatalf("%q does not stand in the text", summary[r.from:r.to])
			}
			found = found || r.from <= at && at+len(passage) <= r.to
		}
		if !found {
			t.Fatalf("the passage at %d was not found: %v", at, f.runs)
		}
	})
}

// TestLinesAreFound: three lines in a row are found whatever stands around them, and what is found
// stands in the text, line by line.
func TestLinesAreFound(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		some := rapid.SliceOfN(rapid.StringMatching(`[a-c]{8,9}`), 0, 12)
		passage := []string{"the first one", "the second one", "the third one"}
		text := append(append(some.Draw(t, "before"), passage...), some.Draw(t, "behind")...)
		summary := strings.Join(append(append(some.Draw(t, "lead"), passage...), some.Draw(t, "rest")...), "\n")
		x := newLineIndex(summary)
		x.search(strings.Join(text, "\n"), 3)
		at, found := strings.Index(summary, strings.Join(passage, "\n")), false
		for _, r := range x.found() {
			if !strings.Contains("\n"+strings.Join(text, "\n")+"\n", "\n"+summary[r.from:r.to]+"\n") {
				t.Fatalf("%q does not stand in the text", summary[r.from:r.to])
			}
			found = found || r.from <= at && at+len(strings.Join(passage, "\n")) <= r.to
		}
		if !found {
			t.Fatalf("the lines at %d were not found: %v", at, x.found())
		}
	})
}
