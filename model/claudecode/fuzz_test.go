package claudecode

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"cutline/model"
	"cutline/model/sessiontest"
)

// FuzzRead reads anything, and writes what it has read. Whatever the input, a written session
// can be read again and holds no more messages than were kept.
func FuzzRead(f *testing.F) {
	files, err := filepath.Glob(filepath.Join(sessiontest.Root(f), "testdata", "cases", "par-*", "input*.jsonl"))
	if err != nil {
		f.Fatal(err)
	}
	more, err := filepath.Glob(filepath.Join(sessiontest.Root(f), "testdata", "sessions", "claudecode", "*.jsonl"))
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range append(files, more...) {
		if b := sessiontest.Bytes(f, file); len(b) < 64<<10 {
			f.Add(b)
		}
	}
	for _, in := range [][]string{twice, aroundCompaction} {
		f.Add([]byte(strings.Join(in, "")))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		s, err := Read(model.Input{Reader: bytes.NewReader(b), Size: int64(len(b))})
		if err != nil {
			t.Fatal(err)
		}
		for i := range s.Rows {
			m, err := s.Message(i)
			if err != nil {
				t.Fatal(err)
			}
			if m.Role != s.Rows[i].Role {
				t.Errorf("message %d: %v and %v", i, m.Role, s.Rows[i].Role)
			}
		}
		sessiontest.CheckLeaves(t, Read, s, string(b))
		from := len(s.Rows) / 2
		d := draftFrom(s, from)
		o := options()
		o.Late = &model.Input{Reader: bytes.NewReader(append(bytes.Clone(b), b...)), Size: int64(2 * len(b))}
		for _, late := range []*model.Input{nil, o.Late} {
			o.Late = late
			w, out := write(t, s, d, o)
			again := open(t, out)
			if most := len(d.Items) + 2*w.Carried; len(again.Rows) > most {
				t.Errorf("%d messages, at most %d were kept", len(again.Rows), most)
			}
			if again.ID != w.ID {
				t.Errorf("session %q, not %q", again.ID, w.ID)
			}
		}
	})
}

// FuzzIndex reads anything by its index.
func FuzzIndex(f *testing.F) {
	for _, text := range sessiontest.Fixtures(f, "claudecode") {
		if len(text) < 64<<10 {
			f.Add(text)
		}
	}
	const open, end = `{"type":"assistant","uuid":"a","sessionId":"s","message":{"id":"m","role":"assistant",`, "}}\n"
	for _, s := range []string{
		`"content":"words"`, `"content":[]`, `"content":null`, `"content":[{"type":"text","text":"   "}]`, `"content":["words",{"type":"thinking","thinking":"","signature":"x"}]`,
		`"content":[{"type":"tool_use","id":"t","name":"Bash","input":{"command":"a\u00e9\n\"b\""}}]`, `"content":[{"type":"server_tool_use"},{"type":"odd"}]`,
		`"content":"once","content":[{"type":"text","text":"twice"}]`, `"c\u006fntent":"escaped"`, `"content":[{"text":"\q","type":"text"}]`,
	} {
		f.Add(open + s + end)
	}
	for _, s := range []string{
		`"done"`, `[{"type":"text","text":"a"},{"type":"text","text":"b"}]`, `[{"type":"image"}]`, `null`, `{"a":1}`, `[]`,
	} {
		f.Add(`{"message":{"role":"user","content":[{"tool_use_id":"t","type":"tool_result","content":` + s + `,"is_error":true}]},"type":"user","uuid":"b"}` + "\n")
	}
	indexer.Fuzz(f)
}
