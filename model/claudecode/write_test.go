package claudecode

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"cutline/model"
	"cutline/model/sessiontest"
	"cutline/model/sessiontest/rules"
)

// options are reproducible: ids count up.
func options() model.WriteOptions {
	n := 0
	return model.WriteOptions{
		Now: time.Date(2027, 3, 2, 10, 0, 0, 0, time.UTC),
		NewID: func() string {
			n++
			return fmt.Sprintf("00000000-0000-4000-8000-%012d", n)
		},
	}
}

// draftFrom keeps the messages from row on, and mends the pairs that the cut breaks.
func draftFrom(s *model.Session, row int) model.Draft {
	d := model.Draft{FirstKept: row, TokensBefore: s.Usage.Input, Items: []model.Item{
		{Kind: model.NewSummary, Row: -1, Text: "<conversation_summary>\nThis session is being continued from a previous conversation.\n</conversation_summary>"},
	}}
	calls, done := map[string]bool{}, map[string]bool{}
	for i := row; i < len(s.Rows); i++ {
		it := model.Item{Kind: model.KeptTail, Row: i}
		var open []string
		for _, l := range s.LinksOf(i) {
			if !l.Result {
				calls[l.ID] = true
				if l.Peer < 0 && !slices.ContainsFunc(s.Links, func(r model.Link) bool { return r.Result && r.ID == "" && l.ID == "" && r.Row > l.Row }) { // calls without ids are answered in order
					open = append(open, l.ID)
				}
				continue
			}
			if !calls[l.ID] || done[l.ID] {
				it.Drop = append(it.Drop, l.ID)
			}
			done[l.ID] = true
		}
		d.Items = append(d.Items, it)
		for _, id := range open {
			d.Items = append(d.Items, model.Item{Kind: model.NewResult, Row: -1, Part: noResult(id)})
		}
	}
	return d
}

func noResult(id string) model.Part {
	return model.Part{Kind: model.Result, ID: id, Failed: true, Output: []model.Part{{Kind: model.Text, Text: "[no result was recorded]"}}}
}

func write(tb testing.TB, s *model.Session, d model.Draft, o model.WriteOptions) (*model.Written, []byte) {
	tb.Helper()
	w, err := Write(s, d, o)
	if err != nil {
		tb.Fatal(err)
	}
	var b bytes.Buffer
	if _, err := w.Rope.WriteTo(&b); err != nil {
		tb.Fatal(err)
	}
	return w, b.Bytes()
}

// checked is what the agent would send of a written session; it must break no rule.
func checked(t *testing.T, b []byte) rules.Context {
	t.Helper()
	c := rules.Claude(b)
	if bad := slices.Concat(c.Bad, c.Refused); len(bad) > 0 {
		t.Fatalf("%q in\n%.3000s", bad[:min(5, len(bad))], b)
	}
	return c
}

// sources are the message values that the lines behind the summary must hold, for a draft
// that keeps the rows from row on in a file without a compaction that kept some.
func sources(tb testing.TB, s *model.Session, row int) [][]byte {
	tb.Helper()
	var list []model.Source
	for i := row; i < len(s.Rows); i++ {
		r := s.Rows[i]
		list = append(list, s.Sources[r.Source:r.Source+r.Sources]...)
	}
	slices.SortStableFunc(list, func(a, b model.Source) int { return int(a.Off - b.Off) })
	list = slices.Compact(list)
	var out [][]byte
	for _, src := range list {
		raw, err := model.ReadSource(s.Reader, src)
		if err != nil {
			tb.Fatal(err)
		}
		var v struct{ Message, Attachment json.RawMessage }
		if err := json.Unmarshal(raw, &v); err != nil {
			tb.Fatal(err)
		}
		out = append(out, slices.Concat(v.Message, v.Attachment))
	}
	return out
}

// roundTrip writes the messages from row on and reads them again. Without repairs and new
// results the lines must hold the source's messages to the byte.
func roundTrip(t *testing.T, s *model.Session, row int) {
	t.Helper()
	if n := len(s.Compactions); row == 0 && n > 0 && s.Compactions[n-1].Kept > 0 {
		row = 1 // the old summary stands behind what it kept, and in front of it in the context
	}
	d := draftFrom(s, row)
	w, b := write(t, s, d, options())
	exact := len(w.Repairs) == 0 && !slices.ContainsFunc(d.Items, func(it model.Item) bool { return it.Kind == model.NewResult })
	var src [][]byte
	if exact {
		src = sources(t, s, row)
	}
	c := checked(t, b)
	if exact {
		if !slices.EqualFunc(src, slices.Delete(slices.Clone(c.Messages), c.Summary, c.Summary+1), bytes.Equal) {
			t.Errorf("from message %d, the messages are not the source's", row)
		}
	}
	again := open(t, b)
	if len(again.Problems) > 0 || again.Earlier+again.Branches+again.Sidechains > 0 {
		t.Errorf("from message %d: %+v, earlier %d, branches %d", row, again.Problems, again.Earlier, again.Branches)
	}
	if again.ID != w.ID || again.CWD != s.CWD || len(again.Compactions) != 1 || again.Compactions[0].Before != d.TokensBefore {
		t.Errorf("from message %d: id %s, cwd %s, compactions %+v", row, again.ID, again.CWD, again.Compactions)
	}
	if again.Usage.Known {
		t.Errorf("from message %d: %+v is of the context before", row, again.Usage)
	}
	if again.Rows[0].Origin != model.FromSummary || again.Compactions[0].Summary != 0 {
		t.Errorf("the first message is %v", again.Rows[0].Origin)
	}
	if !exact {
		return
	}
	type sized struct {
		Role  string
		Chars int
		Tool  string
	}
	var want, got []sized
	for _, r := range s.Rows[row:] {
		want = append(want, sized{r.Role.String(), r.Chars, r.Tool})
	}
	for _, r := range again.Rows[1:] {
		got = append(got, sized{r.Role.String(), r.Chars, r.Tool})
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("from message %d: %s", row, d)
	}
}

func TestRoundTrip(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(sessiontest.Root(t), "testdata", "sessions", "claudecode", "*.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	more, err := filepath.Glob(filepath.Join(sessiontest.Root(t), "testdata", "cases", "*", "input*.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, f := range append(files, more...) {
		b := sessiontest.Bytes(t, f)
		head, _, _ := bytes.Cut(b, []byte("\n"))
		if Looks([][]byte{head}) == 0 {
			continue
		}
		n++
		t.Run(filepath.Base(filepath.Dir(f))+"/"+filepath.Base(f), func(t *testing.T) {
			s := open(t, b)
			step := max(1, len(s.Rows)/9)
			for row := 0; row <= len(s.Rows); row += step {
				roundTrip(t, s, row)
			}
		})
	}
	if n < 40 {
		t.Errorf("only %d sessions", n)
	}
}

func TestRoundTripCorpus(t *testing.T) {
	for _, f := range sessiontest.Shared(t, "testdata/corpus/claude__*.jsonl") {
		t.Run(filepath.Base(f), func(t *testing.T) {
			s := open(t, sessiontest.Bytes(t, f))
			for _, part := range []int{0, 1, 2, 3} {
				roundTrip(t, s, len(s.Rows)*part/4)
			}
		})
	}
}

func TestWriteLines(t *testing.T) {
	in := strings.Join([]string{
		line("u1", "", "user", say("hello")),
		line("a1", "u1", "assistant", call("t1")),
		line("r1", "a1", "user", answer("t1", "ok"), `"sourceToolAssistantUUID":"a1"`, `"toolUseResult":{"stdout":"ok"}`),
	}, "")
	s := open(t, []byte(in))
	d := draftFrom(s, 1)
	d.Items[0].Text, d.TokensBefore = "Summary \u2028 <b>", 125
	w, b := write(t, s, d, options())
	id := func(n int) string { return fmt.Sprintf("00000000-0000-4000-8000-%012d", n) }
	tail := func(l, parent, uuid, old string) string {
		l = strings.Replace(l, `"parentUuid":"`+old+`"`, `"parentUuid":"`+parent+`"`, 1)
		l = strings.Replace(l, `"sessionId":"s1"`, `"sessionId":"`+id(1)+`"`, 1)
		return strings.Replace(l, `"uuid":"`, `"uuid":"`+uuid+`#`, 1)
	}
	lines := strings.SplitAfter(in, "\n")
	end := `"timestamp":"2027-03-02T10:00:00.000Z","userType":"external","cwd":"/home/dev/a b","sessionId":"` + id(1) + `","version":"2.1.9","gitBranch":"main"}` + "\n"
	want := `{"parentUuid":null,"logicalParentUuid":"r1","isSidechain":false,"type":"system","subtype":"compact_boundary","content":"Conversation compacted","isMeta":false,"level":"info","compactMetadata":{"trigger":"manual","preTokens":125},"uuid":"` + id(2) + `",` + end +
		`{"parentUuid":"` + id(2) + `","isSidechain":false,"type":"user","message":{"role":"user","content":"Summary ` + "\u2028" + ` <b>"},"isVisibleInTranscriptOnly":true,"isCompactSummary":true,"uuid":"` + id(3) + `",` + end +
		strings.Replace(tail(lines[1], id(3), id(4), "u1"), `#a1"`, `"`, 1) +
		strings.Replace(strings.Replace(tail(lines[2], id(4), id(5), "a1"), `#r1"`, `"`, 1), `"sourceToolAssistantUUID":"a1"`, `"sourceToolAssistantUUID":"`+id(4)+`"`, 1)
	if d := cmp.Diff(strings.SplitAfter(want, "\n"), strings.SplitAfter(string(b), "\n")); d != "" {
		t.Error(d)
	}
	if w.ID != id(1) || w.Name != id(1)+".jsonl" || w.Resume != "cd '/home/dev/a b' && claude --resume "+id(1) {
		t.Errorf("id %s, name %s, resume %s", w.ID, w.Name, w.Resume)
	}
}

func TestResume(t *testing.T) {
	for cwd, want := range map[string]string{
		"":             "claude --resume X",
		"/home/dev/me": "cd /home/dev/me && claude --resume X",
		"/it's $HOME":  `cd '/it'\''s $HOME' && claude --resume X`,
		`D:\work`:      `cd 'D:\work' && claude --resume X`,
	} {
		if got := Resume(cwd, "X"); got != want {
			t.Errorf("%q: got %s, want %s", cwd, got, want)
		}
	}
}

func TestWriteForeign(t *testing.T) {
	if _, err := Write(&model.Session{}, model.Draft{}, options()); err == nil {
		t.Error("a session of another format was written")
	}
}
