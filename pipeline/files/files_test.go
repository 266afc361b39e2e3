package files

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/model"
	"cutline/model/chat"
	"cutline/model/prime"
	"cutline/model/sessiontest"
)

func collect(t *testing.T, s *model.Session, earlier []int, exact bool) Output {
	t.Helper()
	list := make([]int, len(s.Rows))
	for i := range list {
		list[i] = i
	}
	out, err := Collect(t.Context(), Input{Session: s, List: list, Earlier: earlier, Exact: exact})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func lists(f model.Files) [][]string {
	return [][]string{append([]string{}, f.Read...), append([]string{}, f.Modified...)}
}

// TestExact holds the files of one call to what the original takes for one.
func TestExact(t *testing.T) {
	t.Parallel()
	var v struct {
		Cases []struct {
			Message    json.RawMessage
			PrimeAgent struct{ Read, Written, Edited []string }
		}
	}
	if err := json.Unmarshal(sessiontest.Bytes(t, filepath.Join(sessiontest.Root(t), "testdata", "prime", "micro", "file-ops.json")), &v); err != nil {
		t.Fatal(err)
	}
	if len(v.Cases) < 10 {
		t.Fatalf("%d cases", len(v.Cases))
	}
	for k, c := range v.Cases {
		var msg bytes.Buffer
		if err := json.Compact(&msg, c.Message); err != nil {
			t.Fatal(err)
		}
		s := sessiontest.Open(t, prime.Read, `{"type":"session","version":3,"id":"h","timestamp":"t","cwd":"/"}`+"\n"+
			`{"type":"message","id":"1","parentId":null,"timestamp":"t","message":`+msg.String()+"}\n")
		want := lists(model.Files{Read: c.PrimeAgent.Read, Modified: append(c.PrimeAgent.Written, c.PrimeAgent.Edited...)})
		if d := cmp.Diff(want, lists(collect(t, s, nil, true).Files)); d != "" {
			t.Errorf("case %d: %s", k, d)
		}
	}
}

// doc is a message list with an earlier summary and calls of several agents' tools.
func doc(calls ...string) string {
	var b strings.Builder
	b.WriteString(`[{"role":"user","content":"<conversation_summary>\nOld.\n\n<read-files>\nold.go\na.go\n</read-files>\n\n<modified-files>\nwas.go\n</modified-files>\n</conversation_summary>"}`)
	for i, c := range calls {
		name, args, _ := strings.Cut(c, " ")
		quoted, err := json.Marshal(args)
		if err != nil {
			panic(err)
		}
		fmt.Fprintf(&b, `,{"role":"assistant","content":null,"tool_calls":[{"id":"c%d","type":"function","function":{"name":%q,"arguments":%s}}]},{"role":"tool","tool_call_id":"c%d","content":"ok"}`, i, name, quoted, i)
	}
	return b.String() + "]"
}

func TestCollect(t *testing.T) {
	t.Parallel()
	s := sessiontest.Open(t, chat.Read, doc(
		`Read {"file_path":"a.go"}`, `Read {"file_path":"b.go"}`, `Edit {"file_path":"a.go","new_string":"x"}`, `Bash {"command":"rm gone.go"}`,
		`write_file {"path":"new.go","content":"x"}`, `edit {"path":"e.go"}`, `Read {"file_path":"two\nlines"}`, `unknown {"path":"u.go"}`,
	))
	out := collect(t, s, []int{0}, false)
	if d := cmp.Diff([][]string{{"b.go", "old.go"}, {"a.go", "e.go", "new.go", "was.go"}}, lists(out.Files)); d != "" {
		t.Error(d)
	}
	if out.Earlier != 2 || out.Left != 0 || out.Strange != 1 {
		t.Errorf("%+v", out)
	}
	if d := cmp.Diff([][]string{{}, {"e.go"}}, lists(collect(t, s, []int{0}, true).Files)); d != "" {
		t.Errorf("exact: %s", d)
	}
}

// TestMost: a list does not grow without end, and what was touched now is not left out for what was
// touched before.
func TestMost(t *testing.T) {
	t.Parallel()
	var calls []string
	for i := range Most - 1 {
		calls = append(calls, fmt.Sprintf(`Read {"file_path":"z%03d.go"}`, i))
	}
	s := sessiontest.Open(t, chat.Read, doc(calls...))
	out := collect(t, s, []int{0}, false)
	if len(out.Read) != Most || out.Read[0] != "a.go" || out.Left != 1 || out.Earlier != 2 {
		t.Errorf("%d files from %s on, %d left out, %d earlier", len(out.Read), out.Read[0], out.Left, out.Earlier)
	}
}
