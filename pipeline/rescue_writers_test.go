package pipeline

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"cutline/model/load"
	"cutline/model/sessiontest"
	"cutline/pipeline/reassemble"
	"cutline/pipeline/rescue"
)

// TestRescueWriters: in every format that is written, an agent reads of a rescued session what it read
// before, with the amended summary in the place of its own.
func TestRescueWriters(t *testing.T) {
	t.Parallel()
	testdata := filepath.Join(sessiontest.Root(t), "testdata")
	done := map[string]int{}
	for _, p := range []string{"sessions/*/*", "cases/*/input*", "prime/sessions/*"} {
		rescueAll(t, filepath.Join(testdata, p), done)
	}
	dir := t.TempDir()
	for name, list := range map[string]string{
		"named.jsonl":  `{"message":"The parser was fixed.","replacement_history":[` + codexUser("Use src/made.go.") + `,` + codexUser("The parser was fixed.") + `]}`,
		"sealed.jsonl": `{"message":"","replacement_history":[` + codexUser("Now the docs.") + `,{"type":"compaction","encrypted_content":"gAAA"}]}`,
	} {
		text := codexLine("session_meta", `{"id":"`+strings.Repeat("5", 8)+`-0000-4000-8000-000000000001","timestamp":"2026-05-04T09:00:00.000Z","cwd":"/home/dev/shop","originator":"codex_cli_rs","cli_version":"0.121.0"}`) +
			codexLine("response_item", codexUser("Fix the parser. Never push to main.")) + codexLine("response_item", codexUser("Now the docs.")) +
			codexLine("compacted", list) + codexLine("response_item", codexUser("Go on."))
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	rescueAll(t, filepath.Join(dir, "*.jsonl"), done)
	if done["codex"] != 2 {
		t.Errorf("%d of 2 histories of Codex were rescued", done["codex"])
	}
	for _, format := range []string{"claude-code", "codex", "prime", "gemini", "opencode"} {
		if done[format] == 0 {
			t.Errorf("no session of the format %s was rescued: %v", format, done)
		}
	}
}

func codexLine(kind, payload string) string {
	return `{"timestamp":"2026-05-04T09:00:01.000Z","type":"` + kind + `","payload":` + payload + "}\n"
}

func codexUser(text string) string {
	return `{"type":"message","role":"user","content":[{"type":"input_text","text":` + quoted(text) + `}]}`
}

func TestRescueWritersCorpus(t *testing.T) {
	t.Parallel()
	dir := filepath.Dir(filepath.Dir(sessiontest.Shared(t, "testdata/corpus/*")[0]))
	done := map[string]int{}
	rescueAll(t, filepath.Join(dir, "corpus", "*"), done)
	rescueAll(t, filepath.Join(dir, "prime", "sessions", "*"), done)
	if done["claude-code"] == 0 || done["codex"] == 0 || done["prime"] == 0 {
		t.Errorf("rescued: %v", done)
	}
}

// rescueAll rescues every session of the files of a pattern, and counts them by format.
func rescueAll(t *testing.T, pattern string, done map[string]int) {
	t.Helper()
	words := func(s string) int { return len(strings.Fields(s)) }
	for _, s := range writable(t, pattern) {
		if filepath.Base(s.Path) == sameWords {
			continue
		}
		name := filepath.Base(filepath.Dir(s.Path)) + "/" + filepath.Base(s.Path)
		r, err := ReadRescue(t.Context(), s, RescueOptions{Count: words})
		if errors.Is(err, ErrNotCompacted) || errors.Is(err, ErrUnscored) {
			continue
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		p, err := r.Preview(t.Context(), rescue.Choice{All: true})
		if err != nil {
			t.Fatal(err)
		}
		if !p.Changes(r) {
			continue
		}
		w := world()
		ids := 0
		w.NewID = func() string { ids++; return fmt.Sprintf("%08x-0000-4000-8000-000000000001", ids) }
		w.Now = func() time.Time { return time.Date(2099, 5, 4, 9, 0, 0, 0, time.UTC) }
		got, err := r.Write(t.Context(), p, w)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if g, bad := reassemble.Failed(got.Gates); bad {
			t.Errorf("%s: gate %s: %s", name, g.Name, g.Message)
			continue
		}
		if got.Score.Score < r.Before.Score || got.Score.Score != p.After.Score || len(got.Score.Fabricated) > len(r.Before.Fabricated)-len(r.Freed) {
			t.Errorf("%s: RS %v, was %v, %v in the preview; %v", name, got.Score.Score, r.Before.Score, p.After.Score, got.Score.Fabricated)
		}
		draft, _, err := r.draft(p.Text)
		if err != nil {
			t.Fatal(err)
		}
		res := &Result{Written: got.Written, Repairs: got.Repairs}
		res.Report.Reassemble.Draft = draft
		res.Report.Summary.Text = strings.NewReplacer("<conversation_summary>\n", "", "\n</conversation_summary>", "").Replace(p.Text)
		o := outcome{before: s, res: res}
		var b bytes.Buffer
		if _, err := got.Written.Rope.WriteTo(&b); err != nil {
			t.Fatal(err)
		}
		o.bytes = b.Bytes()
		if o.after, err = reopened(got.Written.Name, o.bytes); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if o.format, err = load.Writer(s); err != nil {
			t.Fatal(err)
		}
		o.agent = agents[s.Format](o.bytes, s.Dialect)
		o.agent.Bad = slices.DeleteFunc(o.agent.Bad, func(bad string) bool {
			// It would be one in our frame; an agent knows its own without.
			return bad == "the second message is no summary" || bad == "the last item of the list is not the summary, or the record says none"
		})
		for what, bad := range map[string][]string{
			"rules": o.agent.Bad, "session": o.session(), "pairs": o.pairs(), "tail": o.tail(t), "agent": o.sent(t), "summary": o.summary(),
		} {
			if len(bad) > 0 {
				t.Errorf("%s, %s: %q", name, what, bad[:min(3, len(bad))])
			}
		}
		done[s.Format]++
	}
}
