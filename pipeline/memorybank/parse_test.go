package memorybank

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func TestParse(t *testing.T) {
	t.Parallel()
	a, b := named("a", 2), named("b", 3)
	bare := func(s Session) string { // as another program, or an editor, may leave it: without its end
		text := s.text()
		return text[:strings.Index(text, "\n"+endOpen)]
	}
	quoting := named("q", 1)
	quoting.Content += "\n\nIt read:\n\n" + a.text() + "\nand ```\nan open block\n"
	tests := []struct {
		name, file string
		ids        string
		rest       string
	}{
		{"one", "x\n\n" + a.text() + "y\n", "a", "x\ny\n"},
		{"two", a.text() + "\n" + b.text(), "a b", ""},
		{"text in between", a.text() + "mine\n\n" + b.text() + "\nmine too", "a b", "mine\n\nmine too"},
		{"level 2 headings inside", Session{Date: "d", ID: "h", Source: "p", Content: "## Pending Tasks\n\nNone.\n\n# Current Work"}.text() + "## Mine\n", "h", "## Mine\n"},
		{"without an end, up to a heading", bare(a) + "\n# Mine\nx\n", "a", "# Mine\nx\n"},
		{"without an end, up to an underlined heading", bare(a) + "\nMine\n---\nx\n", "a", "Mine\n---\nx\n"},
		{"without an end, level 3 does not end it", bare(a) + "\n### Files\nx\n", "a", ""},
		{"without an end, a heading in code does not end it", bare(a) + "\n```sh\n# comment\n```\n## Mine\n", "a", "## Mine\n"},
		{"without an end, up to the next session", bare(a) + "\n" + b.text(), "a b", ""},
		{"the end of another", bare(a) + "\n" + endOpen + b.key() + endClose + "\n## Mine\n", "a", "## Mine\n"},
		{"without a key", strings.Replace(bare(a), "- Key: "+a.key()+"\n", "", 1), "a", ""},
		{"fields in another order", strings.Replace(a.text(), "- Date: "+a.Date+"\n- Session: a\n", "- Session: a\n- Date: x\n", 1), "a", ""},
		{"a field twice", strings.Replace(a.text(), "- Source", "- Date: again\n- Source", 1), "", strings.Replace(a.text(), "- Source", "- Date: again\n- Source", 1)},
		{"no fields", heading + "\n\nmine\n", "", heading + "\n\nmine\n"},
		{"not our heading", "#" + a.text(), "", "#" + a.text()},
		{"in a block of code", "```\n" + a.text() + "```\n" + b.text(), "b", "```\n" + a.text() + "```\n"},
		{"in a block with tildes and a longer fence", "~~~~\n~~~\n" + a.text() + "~~~~~\n" + b.text(), "b", "~~~~\n~~~\n" + a.text() + "~~~~~\n"},
		{"behind a block that is never closed", "```go\n" + a.text(), "a", "```go\n"},
		{"a block of the summary does not close one before it", "```\n" + quoting.text(), "q", "```\n"},
		{"a summary that quotes a bank", quoting.text() + "mine\n", "q", "mine\n"},
		{"windows line ends", strings.ReplaceAll("mine\n\n"+a.text()+"y\n", "\n", "\r\n"), "a", "mine\r\ny\r\n"},
		{"a mark at the beginning", bom + a.text(), "a", bom},
		{"spaces behind the heading", strings.Replace(a.text(), heading, heading+"  ", 1), "a", ""},
		{"the blank line of a person", "x\n  \n" + a.text(), "a", "x\n  \n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := ids(tt.file); got != tt.ids {
				t.Errorf("sessions %q, want %q", got, tt.ids)
			}
			if diff := cmp.Diff(tt.rest, rest(tt.file)); diff != "" {
				t.Errorf("beside them (-want +got):\n%s", diff)
			}
			if got := join(parse(tt.file)); got != tt.file {
				t.Errorf("together the pieces are %q", got)
			}
		})
	}
}

func TestReadBack(t *testing.T) {
	t.Parallel()
	for _, s := range []Session{
		named("a", 3),
		{ID: "", Date: "", Source: "", Content: "x"},
		{ID: "two\nlines\x1b[31m", Date: " d ", Source: "/a b/ü.jsonl", Content: "```\nnever closed"},
		{ID: "i", Date: "d", Source: "- Key: 00", Content: "- Key: 1\n" + heading + "\n\n- Date: x\n- Session: y\n- Source: z\n"},
	} {
		s = s.clean()
		file := attach("mine", s)
		list := parse(file)
		if len(list) != 2 || list[1].session == nil {
			t.Fatalf("%q is read as %d pieces", file, len(list))
		}
		got := *list[1].session
		got.raw = ""
		if got != s {
			t.Errorf("%+v became %+v", s, got)
		}
	}
}

// TestLongFiles: no file takes more than a few looks at each of its lines. A quadratic reader would
// take minutes for these.
func TestLongFiles(t *testing.T) {
	t.Parallel()
	const n = 20_000
	fields := "- Date: d\n- Session: s\n- Source: p\n- Key: 00\n"
	for _, line := range []string{"```a\n", "~~~ x\n```\n", heading + "\n", heading + "\n" + fields, endOpen + "00" + endClose + "\n", heading + "\n\n\n\n" + fields + "```a\n", "````\n"} {
		file := strings.Repeat(line, n)
		if got := join(parse(file)); got != file {
			t.Errorf("%q many times is read as something else", line)
		}
	}
	file := strings.Repeat(endOpen+"00"+endClose+"\n", n) + strings.Repeat(heading+"\n"+fields, n)
	if got := join(parse(file)); got != file {
		t.Error("ends before their beginnings are read as something else")
	}
}

func FuzzParse(f *testing.F) {
	a := named("a", 2)
	for _, s := range append(odd, a.text(), "x\n\n"+a.text()+"\n"+a.text(), strings.ReplaceAll(a.text(), "\n", "\r\n"), "```\n"+a.text()+"```") {
		f.Add(s, "A summary.\n\n## Pending Tasks\n```\nx")
	}
	f.Fuzz(func(t *testing.T, file, summary string) {
		if got := join(parse(file)); got != file {
			t.Fatalf("together the pieces are %q, not %q", got, file)
		}
		s := Session{Date: "d", ID: "fuzz", Source: "p", Content: summary}
		out := run(t, Files{Active: file}, s)
		if !utf8.ValidString(content(summary)) {
			t.Fatalf("%q is written as no text", summary)
		}
		if out.Added && !strings.HasSuffix(ids(out.Archive)+" "+ids(out.Active), "fuzz") && !strings.HasSuffix(ids(out.Archive), "fuzz") {
			t.Fatalf("the new session is not found in %q", out.Active)
		}
		if again := run(t, out.Files, s); again.Changed(out.Files) {
			t.Fatalf("the same again changes the files:\n%s", Diff("m", out.Files, again.Files))
		}
	})
}
