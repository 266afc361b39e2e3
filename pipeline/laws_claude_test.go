package pipeline

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"cutline/model"
	"cutline/model/claudecode"
	"cutline/pipeline/reassemble"
	"cutline/pipeline/summarize"
)

// claude writes a script of p, a, i, t, b and x as a Claude Code session.
func claude(script []string) string {
	var out strings.Builder
	parent := "null"
	for i, w := range script {
		message := element(w, fmt.Sprint("no ", i))
		role := "user"
		if strings.Contains(message[:30], "assistant") {
			role = "assistant"
			message = strings.Replace(message, `"content":"done`, `"content":[{"type":"text","text":"done`, 1)
			if w == "a" {
				message = strings.TrimSuffix(message, "}") + `}]}`
			}
		}
		fmt.Fprintf(&out, `{"parentUuid":%s,"isSidechain":false,"type":%q,"uuid":"u%d","sessionId":"s","timestamp":"2026-01-01T00:00:%02d.000Z","cwd":"/w","version":"2.0.0","message":%s}`+"\n",
			parent, role, i, i, message)
		parent = fmt.Sprintf(`"u%d"`, i)
	}
	return out.String()
}

// checkClaude compacts a script and holds the result to the laws.
func checkClaude(t interface {
	Helper()
	Fatalf(string, ...any)
}, script []string,
) {
	t.Helper()
	doc := claude(script)
	s, err := claudecode.Read(model.Input{Path: "s.jsonl", Reader: strings.NewReader(doc), Size: int64(len(doc))})
	if err != nil {
		t.Fatalf("read %s: %v", doc, err)
	}
	n := 0
	w := world(rung(summarize.Local, told, nil))
	w.NewID = func() string { n++; return fmt.Sprintf("00000000-0000-4000-8000-%012d", n) }
	res, err := Run(context.Background(), s, Defaults(), w, nil)
	if errors.Is(err, ErrNothing) {
		return
	}
	if err != nil {
		t.Fatalf("%s: %v", script, err)
	}
	if g, bad := reassemble.Failed(res.Gates); bad {
		t.Fatalf("%s: gate %s: %s\n%s", script, g.Name, g.Message, doc)
	}
	if m := model.Mismatched(res.After.Links, nil); len(m.Orphans)+len(m.Unanswered)+len(m.Doubled) > 0 {
		t.Fatalf("%s: after the compaction %+v", script, m)
	}
}

func TestAnsweredTwiceInOneRecord(t *testing.T) {
	t.Parallel()
	checkClaude(t, []string{"p", "a", "p", "t1", "b1,1", "a"})
}

// TestClaudeCodeLaws: no result is left without its call, nor a call without its result,
// whatever the order in which they stand.
func TestClaudeCodeLaws(t *testing.T) {
	t.Parallel()
	word := rapid.SampledFrom([]string{"p", "p", "a", "a", "i", "t1", "t2", "t3", "b1", "b2", "b1,2", "b1,1", "x1", "x2", "x3"})
	rapid.Check(t, func(t *rapid.T) {
		if rapid.IntRange(0, 4).Draw(t, "one of five") > 0 { // reading a file twice is dear
			return
		}
		checkClaude(t, rapid.SliceOfN(word, 1, 14).Draw(t, "script"))
	})
}
