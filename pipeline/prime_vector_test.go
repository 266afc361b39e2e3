package pipeline

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/js"
	"cutline/model/prime"
	"cutline/model/sessiontest"
	"cutline/pipeline/partition"
	"cutline/pipeline/summarize"
)

// checkVector compares one case with what the original made of it.
func checkVector(t *testing.T, name string, s *model.Session, c *vector) {
	t.Helper()
	rec := record(nil)
	p := c.settings(t, true)
	w := c.world(t, rec)
	plan := Plan(s, p, w.Env)
	want := c.Expected
	if want.Prepare == nil {
		refused := map[string]string{"already_compacted": partition.Already, "too_short": partition.TooShort}[want.SkipReason]
		if _, err := Run(t.Context(), s, p, w, nil); plan.Partition.Refused != refused || err == nil || len(rec.asked) > 0 {
			t.Errorf("%s: refused %q, want %q; the run gives %v", name, plan.Partition.Refused, refused, err)
		}
		return
	}
	res, err := Run(t.Context(), s, p, w, nil)
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	checkPrepared(t, name, &res.Report, s, c)
	checkCalls(t, name, rec, c)
	checkSaved(t, name, res, c)
	checkAfter(t, name, res, c)
}

// differ compares values and names them when they differ.
func differ(t *testing.T, name, what string, want, got any) {
	t.Helper()
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("%s: %s (-want +got):\n%s", name, what, d)
	}
}

func none[T any](l []T) []T { return append([]T{}, l...) }

func checkPrepared(t *testing.T, name string, r *Report, s *model.Session, c *vector) {
	t.Helper()
	want, cut := c.Expected.Prepare, r.Partition.Cut
	differ(t, name, "history", none(want.SummarizedEntryIndexes), none(cut.History(s.Entries)))
	differ(t, name, "prefix", none(want.TurnPrefixEntryIndexes), none(cut.Prefix(s.Entries)))
	differ(t, name, "split, tokens before", []any{want.IsSplitTurn, want.TokensBefore}, []any{cut.Split, r.before()})
	differ(t, name, "files", [][]string{none(want.ReadFiles), none(want.ModifiedFiles)}, [][]string{none(r.Files.Read), none(r.Files.Modified)})
	differ(t, name, "tags", want.FileTags, prime.Tags(*r.Files))
	previous, err := r.previous(s)
	if err != nil {
		t.Fatal(err)
	}
	if w := want.PreviousSummary; w != nil && (w.UTF16Length != js.Units(previous) || w.SHA256 != measured(previous).like(*w).SHA256) || w == nil && previous != "" {
		t.Errorf("%s: previous summary %q, want %+v", name, previous, w)
	}
}

func checkCalls(t *testing.T, name string, rec *recorder, c *vector) {
	t.Helper()
	var got []vectorCall
	prepared := c.Expected.Prepare
	for k, p := range rec.model.sent {
		conversation, data := serializedOf(t, p)
		got = append(got, vectorCall{kindOf(rec.asked[k]), p.MaxOutput, measured(data), strings.Contains(p.Turns[0].Text, "\n<user-instructions>\n")})
		serialized := prepared.SerializedHistory
		if rec.asked[k].Job.Kind == summarize.Prefix {
			serialized = prepared.SerializedTurnPrefix
		}
		differ(t, name, "serialized", serialized.like(serialized), measured(conversation).like(serialized))
	}
	want := append([]vectorCall(nil), c.Expected.SummarizerCalls...)
	for k := range want {
		if k < len(got) && want[k].PromptData.Text != nil && want[k].PromptData.SHA256 != got[k].PromptData.SHA256 {
			_, data := serializedOf(t, rec.model.sent[k])
			differ(t, name, "data of a prompt", *want[k].PromptData.Text, data)
		}
		if k < len(got) {
			got[k].PromptData = got[k].PromptData.like(want[k].PromptData)
		}
		want[k].PromptData.Text = nil
	}
	differ(t, name, "calls", want, got)
}

// checkSaved compares the line that is appended, byte for byte.
func checkSaved(t *testing.T, name string, res *Result, c *vector) {
	t.Helper()
	doc, err := io.ReadAll(io.NewSectionReader(res.Written.Rope, 0, res.Written.Rope.Size()))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(string(doc), "\n"), "\n")
	if line := c.Expected.CompactionEntry.Line; line != "" {
		differ(t, name, "line", line, lines[len(lines)-1])
	}
	want := c.Expected.CompactResult
	differ(t, name, "summary", want.Summary, res.Report.Reassemble.Draft.Summary)
	differ(t, name, "kept from, tokens", []any{want.FirstKeptEntryID, want.TokensBefore}, []any{res.Report.Reassemble.Draft.KeptEntry, res.Report.Reassemble.Draft.TokensBefore})
}

// checkAfter compares the context that the result has when it is read again.
func checkAfter(t *testing.T, name string, res *Result, c *vector) {
	t.Helper()
	want, after := c.Expected.ContextAfter, res.After
	last := len(after.Entries) - 1
	order := []int{last}
	from := last
	for k, e := range after.Entries[:last] {
		if e.ID == after.Entries[last].FirstKept {
			from = k
			break
		}
	}
	for k := from; k < last; k++ {
		if after.Entries[k].Is(model.Speaks) {
			order = append(order, k)
		}
	}
	load := partition.Context(after)
	differ(t, name, "context", []any{none(want.EntryIndexes), want.Estimate.Tokens, want.Estimate.TrailingTokens}, []any{order, load.Tokens, load.Since})
	differ(t, name, "roles as sent", want.LLMRoles, strings.ReplaceAll(sessiontest.Letters(after), "s", "u"))
	if want.FirstLLM == "" { // it is left out for large sessions
		return
	}
	first := sessiontest.Message(t, after, 0)
	differ(t, name, "message that is sent first", want.FirstLLM, first.Open+first.Text()+first.Close)
}

// checkVectors runs every case of a folder and reports how many there were.
func checkVectors(t *testing.T, dir string) int {
	t.Helper()
	n := 0
	for _, f := range vectorFiles(t, dir) {
		for k := range f.Cases {
			c := &f.Cases[k]
			n++
			if c.Error != "" { // a leaf that the file has not
				_, err := prime.Read(model.Input{Path: f.name, Reader: bytes.NewReader(f.bytes), Size: int64(len(f.bytes)), Leaf: gjson.ParseBytes(c.Input.Leaf).Str})
				if err == nil {
					t.Errorf("%s %d: a leaf that is not there is found", f.name, k)
				}
				continue
			}
			checkVector(t, fmt.Sprintf("%s %d", f.name, k), f.at(t, c), c)
		}
	}
	return n
}

func TestPrimeVectors(t *testing.T) {
	t.Parallel()
	if n := checkVectors(t, filepath.Join(sessiontest.Root(t), "testdata", "prime")); n < 140 {
		t.Errorf("%d cases were compared", n)
	}
}

// TestAnchors: the two large sessions are cut where the original cuts them, by both modes.
func TestAnchors(t *testing.T) {
	t.Parallel()
	for name, want := range map[string][4]int{"large-session": {837, 834, 177_657}, "before-compaction": {946, 939, 180_820}} {
		b := sessiontest.Bytes(t, sessiontest.Shared(t, "testdata/"+"prime/sessions/"+name+".jsonl")[0])
		for _, faithful := range []bool{false, true} {
			p := byName(t, "prime")
			p.Partition.Faithful = faithful
			r := Plan(readVector(t, b, ""), p, Env{})
			cut := r.Partition.Cut
			if got := [4]int{cut.Kept, cut.Turn, r.Context}; got != want || !cut.Split {
				t.Errorf("%s, faithful %t: cut, turn start, tokens %v, want %v", name, faithful, got, want)
			}
		}
	}
}

func TestAllPrimeVectors(t *testing.T) {
	t.Parallel()
	if n := checkVectors(t, sessiontest.Shared(t, "testdata/"+"prime")[0]); n < 267 {
		t.Errorf("%d cases were compared", n)
	}
}
