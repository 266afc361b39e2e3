package prime

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/model"
	"cutline/model/sessiontest"
)

const header = `{"type":"session","version":3,"id":"s-1","timestamp":"2026-01-01T00:00:00.000Z","cwd":"/work"}`

// file3 is a session of version 3 made of entry bodies; ids are a, b, c …, each below the
// one before unless the body says otherwise.
func file3(bodies ...string) []byte {
	var b bytes.Buffer
	b.WriteString(header + "\n")
	parent := "null"
	for i, body := range bodies {
		id := fmt.Sprintf("%q", string(rune('a'+i)))
		line := body
		if !strings.Contains(body, `"parentId"`) {
			line = strings.Replace(body, `",`, fmt.Sprintf(`","id":%s,"parentId":%s,"timestamp":"2026-01-01T00:00:%02d.000Z",`, id, parent, i+1), 1)
		}
		b.WriteString(line + "\n")
		parent = id
	}
	return b.Bytes()
}

func user(text string) string {
	return `{"type":"message","message":{"role":"user","content":"` + text + `","timestamp":1}}`
}

func assistant(stop string, input, read, written, output int, blocks string) string {
	return fmt.Sprintf(`{"type":"message","message":{"role":"assistant","content":[%s],"provider":"p","model":"m-2","usage":{"input":%d,"output":%d,"cacheRead":%d,"cacheWrite":%d},"stopReason":%q,"timestamp":2}}`,
		blocks, input, output, read, written, stop)
}

const (
	textBlock  = `{"type":"text","text":"ok"}`
	callBlock  = `{"type":"toolCall","id":"c1","name":"edit","arguments":{"path":"a.go","k": 1.0}}`
	resultLine = `{"type":"message","message":{"role":"toolResult","toolCallId":"c1","toolName":"edit","content":[{"type":"text","text":"done"},{"type":"image","data":"aGVsbG8=","mimeType":"image/png"}],"isError":true,"timestamp":3}}`
)

func TestUsage(t *testing.T) {
	shared := `{"type":"child_usage_attributed","targetId":"b","childUsage":{},"aggregateUsage":{"input":90,"output":4,"cacheRead":5,"cacheWrite":6}}`
	for _, c := range []struct {
		name string
		in   []byte
		want model.Usage
	}{
		{
			"latest good answer", file3(user("u"), assistant("stop", 10, 200, 3, 7, textBlock), assistant("error", 999, 0, 0, 0, ""), assistant("aborted", 998, 0, 0, 1, "")),
			model.Usage{Known: true, Input: 213, Output: 7, Cached: 200, Row: 1, Total: 8},
		},
		{"attributed afterwards", file3(user("u"), assistant("stop", 10, 200, 3, 7, textBlock), shared), model.Usage{Known: true, Input: 101, Output: 4, Cached: 5, Row: 1, Total: 4}},
		{"only before the compaction", file3(user("u"), assistant("stop", 10, 200, 3, 7, textBlock), `{"type":"compaction","summary":"S","firstKeptEntryId":"b","tokensBefore":9}`), model.Usage{Row: -1, Total: 7}},
		{"nothing reported", file3(user("u"), assistant("stop", 0, 0, 0, 0, textBlock)), model.Usage{Row: -1}},
	} {
		if d := cmp.Diff(c.want, session(t, c.name, c.in).Usage); d != "" {
			t.Errorf("%s: %s", c.name, d)
		}
	}
}

func TestSession(t *testing.T) {
	s := session(t, "x", file3(
		`{"type":"model_change","provider":"p","modelId":"m-1"}`, user("first"), assistant("toolUse", 1, 0, 0, 1, callBlock), resultLine,
		`{"type":"compaction","summary":"S one","firstKeptEntryId":"d","tokensBefore":77}`,
		`{"type":"session_info","name":" Demo "}`, `{"type":"new_thing","x":1}`, user("second"),
		`{"type":"message","message":{"role":"bashExecution","command":"ls","output":"a.go","exitCode":0,"cancelled":false,"truncated":false,"excludeFromContext":true,"timestamp":1}}`,
		`{"type":"custom_message","customType":"note","content":"remember","display":true}`,
		`{"type":"message","id":"z","parentId":"b","timestamp":"t","message":{"role":"user","content":"elsewhere"}}`,
		`{"type":"label","id":"y","parentId":"j","timestamp":"t","targetId":"b"}`,
	))
	if s.ID != "s-1" || s.CWD != "/work" || s.Title != "Demo" || s.Model != "m-2" || s.Unknown != 1 || s.Lines != 13 {
		t.Errorf("%+v", s)
	}
	if sessiontest.Letters(s) != "utuu" {
		t.Errorf("roles %s", sessiontest.Letters(s))
	}
	origins := []model.Origin{model.FromSummary, model.NoOrigin, model.Person, model.Injected}
	for i, o := range origins {
		if s.Rows[i].Origin != o {
			t.Errorf("message %d: %v", i, s.Rows[i].Origin)
		}
	}
	if d := cmp.Diff([]model.Compaction{{Line: 6, Before: 77, Kept: 1, Summary: 0}}, s.Compactions); d != "" {
		t.Error(d)
	}
	if s.Earlier != 2 || s.Branches != 1 || s.BranchRows != 1 {
		t.Errorf("earlier %d, branches %d with %d messages", s.Earlier, s.Branches, s.BranchRows)
	}
	if len(s.Problems) != 1 || s.Problems[0].Kind != "not-sent" || s.Problems[0].Line != 10 {
		t.Errorf("%+v", s.Problems)
	}
	want := []model.Part{{Kind: model.Result, ID: "c1", Failed: true, Output: []model.Part{{Kind: model.Text, Text: "done"}, {Kind: model.Image, Media: "image/png", Bytes: 5, Data: "aGVsbG8="}}}}
	if d := cmp.Diff(want, sessiontest.Message(t, s, 1).Parts); d != "" {
		t.Error(d)
	}
	if p := model.Mismatched(s.Links, nil); !cmp.Equal(p.Orphans, []string{"c1"}) {
		t.Errorf("%+v", p)
	}
	checkSession(t, s)
}

func TestBrokenTrees(t *testing.T) {
	missing := session(t, "x", file3(user("lost"), `{"type":"message","id":"q","parentId":"gone","timestamp":"t","message":{"role":"user","content":"here"}}`))
	if sessiontest.Letters(missing) != "u" || sessiontest.Message(t, missing, 0).Text() != "here" || missing.Problems[0].Kind != "missing-parent" {
		t.Errorf("%s %+v", sessiontest.Letters(missing), missing.Problems)
	}
	cycle := session(t, "x", file3(`{"type":"message","id":"p","parentId":"q","timestamp":"t","message":{"role":"user","content":"1"}}`, `{"type":"message","id":"q","parentId":"p","timestamp":"t","message":{"role":"user","content":"2"}}`))
	if sessiontest.Letters(cycle) != "uu" || cycle.Problems[0].Kind != "cycle" {
		t.Errorf("%s %+v", sessiontest.Letters(cycle), cycle.Problems)
	}
	for _, in := range []string{"", "\n", "garbage\n", user("u"), `{"type":"session"}` + "\n"} {
		if _, err := Read(model.Input{Reader: strings.NewReader(in), Size: int64(len(in))}); !errors.Is(err, ErrNoHeader) {
			t.Errorf("%q: %v", in, err)
		}
	}
}

func TestLooks(t *testing.T) {
	objects := func(lines ...string) [][]byte {
		var out [][]byte
		for _, l := range lines {
			out = append(out, []byte(l))
		}
		return out
	}
	entry := `{"type":"message","id":"a","parentId":null,"timestamp":"t","message":{"role":"user","content":"x"}}`
	for _, c := range []struct {
		in   [][]byte
		want int
	}{
		{objects(header, entry), 95},
		{objects(entry, header), 50},
		{objects(entry, entry), 50},
		{objects(`{"type":"session_start","id":"a"}`, entry), 0},
		{objects(`{"type":"user","uuid":"a","message":{"role":"user","content":"x"}}`), 0},
		{objects(`{"type":"session","id":5}`), 0},
		{nil, 0},
	} {
		if got := Looks(c.in); got != c.want {
			t.Errorf("%s: %d, want %d", c.in, got, c.want)
		}
	}
	if !IsRecord([]byte(entry)) || IsRecord([]byte(callBlock)) || IsRecord([]byte(`{"role":"user","timestamp":1}`)) {
		t.Error("a record is not told from a block")
	}
	if got := string(Value([]byte(entry))); got != `{"role":"user","content":"x"}` {
		t.Errorf("value %s", got)
	}
	if c := `{"type":"compaction","summary":"S","message":{}}`; string(Value([]byte(c))) != c {
		t.Error("the value of an entry without a message is the entry")
	}
}

func TestCases(t *testing.T) {
	for id, want := range map[string]struct {
		roles string
		turns int
		lines []int
	}{
		"par-07": {"uaua", 2, []int{3, 5, 7, 9}},
		"cmp-39": {"uatauatata", 2, nil},
	} {
		path := filepath.Join(sessiontest.Root(t), "testdata", "cases", id, "input.jsonl")
		b := sessiontest.Bytes(t, path)
		s := session(t, path, b)
		var e map[string]struct {
			Values struct {
				Messages int
				Roles    string
				Turns    int
			}
		}
		decodeFile(t, filepath.Join(filepath.Dir(path), "expect.json"), &e)
		for _, x := range e {
			if x.Values.Roles != sessiontest.Letters(s) || x.Values.Messages != len(s.Rows) || x.Values.Turns != s.Turns() {
				t.Errorf("%s: %s, %d messages, %d turns; want %+v", id, sessiontest.Letters(s), len(s.Rows), s.Turns(), x.Values)
			}
		}
		var lines []int
		for _, r := range s.Rows {
			lines = append(lines, r.Line)
		}
		if want.lines != nil && !cmp.Equal(want.lines, lines) {
			t.Errorf("%s: lines %v", id, lines)
		}
		if len(s.Problems) > 0 || len(e) == 0 {
			t.Errorf("%s: %+v", id, s.Problems)
		}
		for tail := 0; tail <= len(s.Rows); tail++ {
			checkWritten(t, s, draft(s, tail), b)
		}
	}
}

func TestCorpus(t *testing.T) {
	path := sessiontest.Shared(t, "testdata/corpus/pi__jazzyalex__agent-sessions__v3-small.jsonl")[0]
	b := sessiontest.Bytes(t, path)
	s := session(t, path, b)
	if sessiontest.Letters(s) != "uuaua" || len(s.Compactions) != 2 || s.Model != "pi-fixture-model" || len(s.Problems) != 0 {
		t.Errorf("%s %+v %s %+v", sessiontest.Letters(s), s.Compactions, s.Model, s.Problems)
	}
	checkSession(t, s)
	for tail := 0; tail <= len(s.Rows); tail++ {
		checkWritten(t, s, draft(s, tail), b)
	}
}
