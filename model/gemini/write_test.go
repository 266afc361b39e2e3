package gemini

import (
	"encoding/json"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/model"
	"cutline/model/sessiontest"
	"cutline/model/sessiontest/rules"
)

func value(tb testing.TB, s *model.Session, i int) string {
	tb.Helper()
	raws, err := s.Raw(i)
	if err != nil {
		tb.Fatal(err)
	}
	return string(Value(raws[0]))
}

// checked is what the agent would send of a written chat; it must break no rule.
func checked(t *testing.T, b string) rules.Context {
	t.Helper()
	c := rules.Gemini([]byte(b))
	for _, msg := range c.Bad {
		t.Error(msg)
	}
	if c.Summary != 0 {
		t.Errorf("the summary is message %d", c.Summary)
	}
	return c
}

// roundTrip writes the messages from row on and reads them again: they must be there byte for
// byte, behind the summary.
func roundTrip(t *testing.T, s *model.Session, row int) {
	t.Helper()
	d := sessiontest.DraftFrom(s, row)
	w, b := write(t, s, d, options())
	id := checked(t, b).ID
	again := open(t, b)
	if id != w.ID || again.ID != w.ID || again.Dialect != s.Dialect {
		t.Errorf("from message %d: id %s, %s", row, again.ID, again.Dialect)
	}
	if len(again.Rows) == 0 || again.Rows[0].Origin != model.FromSummary || len(again.Problems) > 0 {
		t.Fatalf("from message %d: %v", row, again.Problems)
	}
	sessiontest.Kept(t, value, s, again, d, w, 1)
	if p := model.Mismatched(again.Links, nil); len(p.Orphans)+len(p.Doubled)+len(p.Unanswered) > 0 {
		t.Errorf("from message %d: %+v", row, p)
	}
}

func TestRoundTrip(t *testing.T) {
	for _, f := range sessiontest.Paths(t, Name) {
		t.Run(filepath.Base(f), func(t *testing.T) {
			s := open(t, sessiontest.Text(t, f))
			for row := range len(s.Rows) + 1 {
				roundTrip(t, s, row)
			}
		})
	}
}

func TestRoundTripCorpus(t *testing.T) {
	for _, f := range sessiontest.Shared(t, "testdata/corpus/gemini__*") {
		t.Run(filepath.Base(f), func(t *testing.T) {
			s := open(t, sessiontest.Text(t, f))
			for row := range len(s.Rows) + 1 {
				roundTrip(t, s, row)
			}
		})
	}
}

// TestDocument: what stands around the list stays, and each record is set off as the others.
func TestDocument(t *testing.T) {
	text := "\ufeff{\n  \"messages\": [\n    {\"id\":\"a\",\"type\":\"user\",\"content\":\"One.\"},\n    {\"id\":\"b\",\"type\":\"user\",\"content\":\"Two.\"}\n  ],\n  \"other\": 1e0,\n  \"sessionId\": \"s\",\n  \"projectHash\": \"h\"\n}"
	s := open(t, text)
	w, got := write(t, s, sessiontest.DraftFrom(s, 1), options())
	want := "{\n  \"messages\": [\n    {\"id\":\"00000002-0000-4000-8000-000000000000\",\"timestamp\":\"2026-05-04T09:08:00.005Z\",\"type\":\"user\",\"content\":" +
		strings.ReplaceAll(`"`+sessiontest.Wrapped+`"`, "\n", `\n`) + "},\n    {\"id\":\"b\",\"type\":\"user\",\"content\":\"Two.\"}\n  ],\n  \"other\": 1e0,\n  \"sessionId\": \"00000001-0000-4000-8000-000000000000\",\n  \"projectHash\": \"h\"\n}\n"
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if w.Name != "session-2026-05-04T09-08-00000001.json" || w.Resume != "gemini --resume 00000001-0000-4000-8000-000000000000" {
		t.Errorf("%s, %s", w.Name, w.Resume)
	}
	flat := open(t, `{"sessionId":"s","projectHash":"h","messages":[{"id":"a","type":"user","content":"One."},{"id":"b","type":"user","content":"Two."}]}`)
	if _, b := write(t, flat, sessiontest.DraftFrom(flat, 1), options()); len(open(t, b).Rows) != 2 {
		t.Error(b)
	}
	empty := open(t, `{"sessionId":"s","projectHash":"h","messages":[ ]}`)
	if _, b := write(t, empty, sessiontest.DraftFrom(empty, 0), options()); !json.Valid([]byte(b)) {
		t.Error(b)
	}
}

// TestHeader: what later lines set stands in the new first line.
func TestHeader(t *testing.T) {
	s := open(t, header+`{"$set":{"summary":"T","directories":["/a"]}}`+"\n"+msg("user", "u", `"Go."`, ``)+`{"$set":{"summary":"U","messages":[]}}`+"\n")
	_, b := write(t, s, sessiontest.DraftFrom(s, 0), options())
	first, _, _ := strings.Cut(b, "\n")
	want := `{"sessionId":"00000001-0000-4000-8000-000000000000","projectHash":"h","startTime":"2026-04-01T09:00:00.000Z","lastUpdated":"2026-05-04T09:08:00.005Z","summary":"U","directories":["/a"]}`
	if d := cmp.Diff(want, first); d != "" {
		t.Error(d)
	}
}

func TestRepairs(t *testing.T) {
	call := msg("gemini", "g", `"I call."`, `,"toolCalls":[{"id":"c","name":"f","args":{},"result":"r"},{"id":"d","name":"f","args":{}}]`)
	for name, c := range map[string]struct {
		text string
		from int
		want []string // the written records behind the summary, as the reader says them
		why  []string
	}{
		"a result without its call": {header + call, 1, nil, []string{"its calls, which stand in the same record, are not kept; it is left out"}},
		"a call without a result":   {header + call, 0, []string{"a I call. f(c) f(d)", "t c=r d=[no result was recorded]!"}, []string{"a call in it had no result; one was added", "a call in it had no result; one was added"}},
		"a call in the content": {
			header + msg("gemini", "g", `[{"functionCall":{"id":"x","name":"f","args":{}}}]`, ``), 0,
			[]string{"a f(x)", "t x=[no result was recorded]!"},
			nil,
		},
		"results and words": {
			header + msg("gemini", "g", `[{"functionCall":{"id":"x","name":"f"}}]`, ``) + msg("user", "u", `[{"functionResponse":{"id":"x","name":"f","response":{"output":"o"}}},{"text":"Go."}]`, ``), 2,
			[]string{"up Go."},
			[]string{"what else stood in the same record is not kept"},
		},
		"a result that its answer tells too": {
			header + msg("gemini", "g", `""`, `,"toolCalls":[{"id":"c","name":"f","result":"r"}]`) + msg("user", "u", `[{"functionResponse":{"id":"c","name":"f","response":{"output":"r"}}},{"text":"Go."}]`, ``), 2,
			[]string{"up Go."},
			[]string{noCall},
		},
		"an orphan": {
			header + msg("user", "u", `[{"functionResponse":{"id":"x","name":"f","response":{"output":"o"}}},{"text":"Go."}]`, ``), 0,
			[]string{"up Go."},
			[]string{noCall, noCall},
		},
		"half a pair": {header + msg("user", "u", `"a\ud83d \ud83d\ude00 \\ud83d"`, ``), 0, []string{`up a� 😀 \ud83d`}, []string{badBytes}},
		"bad bytes":   {header + msg("user", "u", "\"\xff\xfe.\"", ``), 0, []string{"up \ufffd\ufffd."}, []string{badBytes}},
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t, c.text)
			w, b := write(t, s, sessiontest.DraftFrom(s, c.from), options())
			checked(t, b)
			var why []string
			for _, r := range w.Repairs {
				why = append(why, r.Reason)
			}
			if d := cmp.Diff(c.want, sessiontest.Brief(t, open(t, b))[1:], cmp.Transformer("nil", func(s []string) []string { return slices.Clip(append([]string{}, s...)) })); d != "" {
				t.Error(d)
			}
			if d := cmp.Diff(c.why, why); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestLate(t *testing.T) {
	base := header + msg("user", "u", `"Go."`, ``) + msg("gemini", "g", `"Yes."`, ``)
	pair := `,"toolCalls":[{"id":"c","name":"f","args":{},"result":"r"}]`
	for name, c := range map[string]struct {
		more            string
		carried, missed int
	}{
		"messages":             {msg("user", "v", `"More."`, ``) + msg("gemini", "h", `""`, pair), 3, 0},
		"written twice":        {msg("gemini", "h", `"a"`, ``) + msg("gemini", "h", `"ab"`, ``), 1, 0},
		"an old one again":     {msg("gemini", "g", `"Yes!"`, ``), 0, 1},
		"a call in the making": {msg("gemini", "h", `""`, `,"toolCalls":[{"id":"c","name":"f"}]`), 0, 1},
		"behind a rewind":      {msg("user", "v", `"More."`, ``) + `{"$rewindTo":"v"}` + "\n" + msg("user", "w", `"Else."`, ``), 1, 1},
		"data and notes":       {`{"$set":{"lastUpdated":"x"}}` + "\n" + msg("info", "i", `"x"`, ``), 0, 0},
		"half a line":          {`{"id":"v","type":"us`, 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t, base)
			o := options()
			grown := input(base + c.more)
			o.Late = &grown
			w, b := write(t, s, sessiontest.DraftFrom(s, 1), o)
			if w.Carried != c.carried || w.Missed != c.missed {
				t.Errorf("%d carried, %d missed", w.Carried, w.Missed)
			}
			if n := len(open(t, b).Rows); n != 2+c.carried {
				t.Errorf("%d messages", n)
			}
			checked(t, b)
		})
	}
	t.Run("another file", func(t *testing.T) {
		s := open(t, base)
		o := options()
		other := input(strings.Replace(base, "Yes.", "No..", 1) + msg("user", "v", `"More."`, ``))
		o.Late = &other
		if w, _ := write(t, s, sessiontest.DraftFrom(s, 1), o); w.Carried+w.Missed > 0 {
			t.Errorf("%d carried, %d missed", w.Carried, w.Missed)
		}
	})
	t.Run("a document", func(t *testing.T) {
		doc := func(list string) string { return `{"sessionId":"s","projectHash":"h","messages":[` + list + `]}` }
		one, two := strings.TrimSpace(msg("user", "u", `"Go."`, ``)), strings.TrimSpace(msg("user", "v", `"More."`, ``))
		s := open(t, doc(one))
		o := options()
		grown := input(doc(one + "," + two))
		o.Late = &grown
		if w, _ := write(t, s, sessiontest.DraftFrom(s, 0), o); w.Missed != 1 {
			t.Errorf("%d missed", w.Missed)
		}
	})
}

func TestForeign(t *testing.T) {
	if _, err := Write(&model.Session{}, model.Draft{}, options()); !errors.Is(err, errForeign) {
		t.Error(err)
	}
}
