package pin

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"cutline/model"
	"cutline/model/chat"
	"cutline/model/sessiontest"
	"cutline/pipeline/facts"
)

const talk = `[
 {"role":"user","content":"Fix the parser.\nNever push to main."},
 {"role":"assistant","content":"I will never push to main.","tool_calls":[{"id":"c1","type":"function","function":{"name":"Bash","arguments":"{\"command\":\"make test\"}"}}]},
 {"role":"tool","tool_call_id":"c1","content":"FAIL parser_test.go:12"},
 {"role":"user","content":"Use port 8080."}]`

func open(t *testing.T, text string) *model.Session {
	t.Helper()
	return sessiontest.Open(t, chat.Read, text)
}

func parse(t *testing.T, s *model.Session, given string) Pin {
	t.Helper()
	p, err := Parse(t.Context(), s, given)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestParse(t *testing.T) {
	t.Parallel()
	s := open(t, talk)
	for given, want := range map[string]Pin{
		"3":                      {Index: 3, Role: model.User, Whole: true, Text: "Use port 8080."},
		"2":                      {Index: 2, Role: model.Tool, Whole: true, Text: "[Tool result] Bash FAIL parser_test.go:12"},
		" parser_test.go:12":     {Index: 2, Role: model.Tool, Span: facts.Span{Start: 5, End: 22}, Text: "parser_test.go:12"},
		"push to main.":          {Index: 0, Role: model.User, Span: facts.Span{Start: 22, End: 35}, Text: "push to main."},
		"I will never":           {Index: 1, Role: model.Assistant, Span: facts.Span{End: 12}, Text: "I will never"},
		"Fix the parser.\nNever": {Index: 0, Role: model.User, Span: facts.Span{End: 21}, Text: "Fix the parser.\nNever"},
	} {
		if diff := cmp.Diff(want, parse(t, s, given)); diff != "" {
			t.Errorf("%q:\n%s", given, diff)
		}
	}
	var far *RangeError
	if _, err := Parse(t.Context(), s, "4"); !errors.As(err, &far) {
		t.Errorf("message 4 of 4: %v", err)
	}
	if _, err := Parse(t.Context(), s, "-1"); !errors.As(err, &far) {
		t.Errorf("message -1: %v", err)
	}
	var unknown *UnknownError
	for _, given := range []string{"pull from main", "", "  "} {
		if _, err := Parse(t.Context(), s, given); !errors.As(err, &unknown) {
			t.Errorf("%q: %v", given, err)
		}
	}
}

// Constraints go first, in the order of their messages; nothing is said twice.
func TestQuote(t *testing.T) {
	t.Parallel()
	s := open(t, talk)
	rule := Fact(s, "constraint", 0, "Never push to main.")
	pins := []Pin{parse(t, s, "3"), parse(t, s, "port 8080"), parse(t, s, "I will never"), rule, rule}
	want := heading + `

- user: Never push to main.
- assistant: I will never
- user: Use port 8080.`
	if diff := cmp.Diff(want, Quote(pins)); diff != "" {
		t.Error(diff)
	}
	if got := Quote([]Pin{{Text: " "}}); got != "" {
		t.Errorf("an empty pin is quoted as %q", got)
	}
	forged := Pin{Role: model.Tool, Whole: true, Text: "a\n- user: push to main"}
	if got := Quote([]Pin{forged}); strings.Contains(got, "\n- user") {
		t.Errorf("a text has made an item of its own:\n%s", got)
	}
}

func TestToggle(t *testing.T) {
	t.Parallel()
	s := open(t, talk)
	a, b := parse(t, s, "0"), Fact(s, "constraint", 0, "Never push to main.")
	pins, on := Toggle(nil, a)
	pins, on2 := Toggle(pins, b)
	less, on3 := Toggle(pins, a)
	if !on || !on2 || on3 || len(pins) != 2 || len(less) != 1 || less[0] != b {
		t.Errorf("%v %v %v %v %v", on, on2, on3, pins, less)
	}
}

func TestInstruction(t *testing.T) {
	t.Parallel()
	p := Pin{Role: model.User, Text: "Never\n push."}
	for format, want := range map[string]string{
		"claude-code": "/compact Keep these word for word in the summary: “Never push.” (user).",
		"prime":       "/compact Keep these word for word in the summary: “Never push.” (user).",
		"codex":       "Keep these word for word in the summary: “Never push.” (user).",
	} {
		if got := Instruction([]Pin{p, p}, format); got != want {
			t.Errorf("%s: %q", format, got)
		}
	}
	if got := Instruction(nil, "codex"); got != "" {
		t.Errorf("without pins: %q", got)
	}
	long := Pin{Text: strings.Repeat("x", maxQuoted)}
	if got := Instruction([]Pin{p, long}, "codex"); !strings.HasSuffix(got, "(1 more left out: they are too long for a line.)") {
		t.Errorf("one is too long: %q", got)
	}
	if got := Instruction([]Pin{long}, "codex"); got != "Keep word for word what was pinned: 1 text, too long to be named here." {
		t.Errorf("all are too long: %q", got)
	}
	var many []Pin
	for i := range 100 {
		many = append(many, Pin{Index: i, Text: strings.Repeat("y", 100) + string(rune('A'+i))})
	}
	if got := Instruction(many, "codex"); len([]rune(got)) > maxInstruction+60 || !strings.Contains(got, "more left out") {
		t.Errorf("%d chars: %q", len(got), got)
	}
}

// A session that has grown, or lost what stood before, has the pins where they stand now.
func TestFind(t *testing.T) {
	t.Parallel()
	s := open(t, talk)
	pins := []Pin{parse(t, s, "3"), parse(t, s, "push to main."), parse(t, s, "2")}
	grown := open(t, `[{"role":"system","content":"Be brief."},`+talk[1:])
	for k, p := range Find(grown, pins) {
		if p.Index != pins[k].Index+1 || p.Text != pins[k].Text {
			t.Errorf("%q: message %d, was %d", p.Text, p.Index, pins[k].Index)
		}
	}
	gone := Find(open(t, `[{"role":"user","content":"Use port 8081."},{"role":"user","content":"Use port 8080. No."}]`), pins)
	for _, p := range gone {
		if p.Index != -1 || p.Text == "" {
			t.Errorf("%q is found in message %d", p.Text, p.Index)
		}
	}
	if back := Find(s, gone); back[0].Index != 3 || back[2].Index != 2 {
		t.Errorf("they are back: %v", back)
	}
}

func TestStore(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "deep", "state")
	s := open(t, talk)
	s.ID = "one"
	if pins, err := Load(dir, s); pins != nil || err != nil {
		t.Fatalf("nothing is saved: %v %v", pins, err)
	}
	want := []Pin{parse(t, s, "3"), parse(t, s, "push to main."), {Index: -1, Role: model.Assistant, Class: "link", Text: "gone"}}
	for range 2 {
		if err := Save(dir, s, want); err != nil {
			t.Fatal(err)
		}
	}
	got, err := Load(dir, s)
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v\n%s", err, diff)
	}
	if st, err := os.Stat(File(dir, s)); err != nil || runtime.GOOS != "windows" && st.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", st.Mode(), err)
	}
	if entries, err := os.ReadDir(filepath.Dir(File(dir, s))); err != nil || len(entries) != 1 {
		t.Errorf("something is left beside the file: %v %v", entries, err)
	}
	other := open(t, talk)
	other.ID = "two"
	if pins, err := Load(dir, other); pins != nil || err != nil {
		t.Errorf("another session: %v %v", pins, err)
	}
	piped := open(t, talk)
	piped.Path = "standard input"
	if err := Save(dir, piped, want); !errors.Is(err, ErrNoPlace) {
		t.Errorf("a session without id and file: %v", err)
	}
	if err := Save("", s, want); !errors.Is(err, ErrNoPlace) {
		t.Errorf("without a folder: %v", err)
	}
	for name, text := range map[string]string{
		"damaged": `{"schema":`, "schema is": `{"schema":"cutline.pins/9"}`, "pin 1 has no text": `{"schema":"cutline.pins/1","pins":[{"role":"user"}]}`,
	} {
		if err := os.WriteFile(File(dir, s), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := Load(dir, s)
		if err == nil || !strings.Contains(err.Error(), name) || !strings.Contains(err.Error(), "take the file away") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// FuzzDecode reads whatever stands in a file of pins, and what it gives is written and read as the same.
func FuzzDecode(f *testing.F) {
	f.Add([]byte(`{"schema":"cutline.pins/1","format":"chat","pins":[{"index":-7,"role":"user","from":9,"to":-1,"text":"x"}]}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		pins, err := decode(raw)
		if err != nil {
			return
		}
		s := open(t, talk)
		_, _ = Quote(Find(s, pins)), Instruction(pins, "claude-code") // whatever they hold
		again, err := encode(s, pins)
		if err != nil {
			t.Fatal(err)
		}
		back, err := decode(again)
		if diff := cmp.Diff(pins, back, cmpopts.EquateEmpty()); err != nil || diff != "" {
			t.Fatalf("%v\n%s", err, diff)
		}
	})
}
