package pipeline

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/js"
	"cutline/model/prime"
	"cutline/model/sessiontest"
	"cutline/pipeline/partition"
	"cutline/pipeline/summarize"
	"cutline/pipeline/summarize/remote"
)

// The vectors are what the original program gave: see testdata/prime.

// sized is a text of the vectors: its UTF-16 length and its hash, and itself where it is short.
type sized struct {
	UTF16Length int
	SHA256      string
	Text        *string
}

func measured(text string) sized {
	sum := sha256.Sum256([]byte(text))
	return sized{js.Units(text), hex.EncodeToString(sum[:]), nil}
}

// like is a measurement that says no more than another one: of large sessions only lengths are kept.
func (m sized) like(other sized) sized {
	if m.Text = nil; other.SHA256 == "" {
		m.SHA256 = ""
	}
	return m
}

// vector is one compaction that the original made.
type vector struct {
	Input struct {
		Settings struct{ ReserveTokens, KeepRecentTokens int }
		Leaf     json.RawMessage
		// LeafIndex cuts the path of the last entry.
		LeafIndex          *int
		CustomInstructions string
	}
	Error    string
	Expected struct {
		Prepare *struct {
			FirstKeptEntryID                               string
			IsSplitTurn                                    bool
			TokensBefore                                   int
			PreviousSummary                                *sized
			SummarizedEntryIndexes, TurnPrefixEntryIndexes []int
			ReadFiles, ModifiedFiles                       []string
			FileTags                                       string
			SerializedHistory, SerializedTurnPrefix        sized
		}
		SkipReason      string
		SummarizerCalls []vectorCall
		CompactResult   struct {
			Summary, FirstKeptEntryID string
			TokensBefore              int
			Details                   struct{ ReadFiles, ModifiedFiles []string }
		}
		CompactionEntry *struct {
			ID, ParentID, Line string
			ReadableOnReload   bool
		}
		ContextAfter struct {
			EntryIndexes []int
			Estimate     struct{ Tokens, TrailingTokens int }
			LLMRoles     string
			FirstLLM     string `json:"firstLlmMessageText"`
		}
	}
}

type vectorCall struct {
	Kind                         string
	MaxTokens                    int
	PromptData                   sized
	InstructionsContainUserBlock bool
}

// vectorFile is a session with its compactions.
type vectorFile struct {
	Session string
	Cases   []vector
	name    string
	bytes   []byte
}

// vectorFiles are those of a folder.
func vectorFiles(t *testing.T, dir string) []vectorFile {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "cases", "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	out := make([]vectorFile, len(paths))
	for k, p := range paths {
		if err := json.Unmarshal(sessiontest.Bytes(t, p), &out[k]); err != nil {
			t.Fatal(err)
		}
		out[k].name, out[k].bytes = strings.TrimSuffix(filepath.Base(p), ".json"), sessiontest.Bytes(t, filepath.Join(dir, out[k].Session))
	}
	return out
}

// at is the session of a case: with the leaf that it asks for.
func (f *vectorFile) at(tb testing.TB, c *vector) *model.Session {
	tb.Helper()
	b, leaf := f.bytes, ""
	switch {
	case string(c.Input.Leaf) == "null": // before the first entry
		b = b[:bytes.IndexByte(b, '\n')+1]
	case len(c.Input.Leaf) > 0:
		if err := json.Unmarshal(c.Input.Leaf, &leaf); err != nil {
			tb.Fatal(err)
		}
	case c.Input.LeafIndex != nil: // nothing is ever taken out of a file, so it was shorter then
		src := readVector(tb, b, "").Records[*c.Input.LeafIndex]
		b = b[:src.Off+src.Len]
	}
	return readVector(tb, b, leaf)
}

func readVector(tb testing.TB, b []byte, leaf string) *model.Session {
	tb.Helper()
	s, err := prime.Read(model.Input{Path: "vector.jsonl", Reader: bytes.NewReader(b), Size: int64(len(b)), Leaf: leaf})
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

// recorder is an external summarizer that keeps what it was asked.
type recorder struct {
	*remote.Rung
	model *scriptedModel
	asked []summarize.Request
}

// scriptedModel answers by the job that it is asked for.
type scriptedModel struct {
	reply func(kind string) (summarize.Reply, error)
	kind  string
	sent  []summarize.Prompt
}

func (m *scriptedModel) Send(_ context.Context, p summarize.Prompt, _ func(string)) (summarize.Reply, error) {
	m.sent = append(m.sent, p)
	reply, err := m.reply(m.kind)
	if reply.OutputTokens > 0 {
		reply.InputTokens = len(p.System) + len(p.Turns[0].Text)
	}
	return reply, err
}

func (r *recorder) Summarize(ctx context.Context, req summarize.Request, on func(summarize.Progress)) (summarize.Answer, error) {
	r.asked = append(r.asked, req)
	r.model.kind = kindOf(req)
	return r.Rung.Summarize(ctx, req, on)
}

// kindOf is a request as the vectors call it.
func kindOf(req summarize.Request) string {
	switch {
	case req.Job.Kind == summarize.Prefix:
		return "turnPrefix"
	case req.Job.Previous != "":
		return "historyUpdate"
	}
	return "historyInitial"
}

// record makes a recorder; its model answers as that of the vectors does unless told otherwise.
func record(reply func(kind string) (summarize.Reply, error)) *recorder {
	if reply == nil {
		reply = func(kind string) (summarize.Reply, error) {
			text := "HISTORY-SUMMARY\nsecond block"
			if kind == "turnPrefix" {
				text = "PREFIX-SUMMARY\nsecond block"
			}
			return summarize.Reply{Text: text, Stop: summarize.StopEnd, OutputTokens: 10}, nil
		}
	}
	m := &scriptedModel{reply: reply}
	return &recorder{Rung: remote.New(m, remote.Options{Rung: summarize.External, Model: "m"}), model: m}
}

// settings are the parameters of a case.
func (c *vector) settings(tb testing.TB, faithful bool) Params {
	tb.Helper()
	p := byName(tb, "prime")
	p.Pick.Summarizer = summarize.External
	p.Trigger.Reserve, p.Partition.KeepRecent, p.Partition.Faithful = c.Input.Settings.ReserveTokens, c.Input.Settings.KeepRecentTokens, faithful
	p.Instructions = c.Input.CustomInstructions
	return p
}

// vectorWorld has the clock and the ids of a case.
func (c *vector) world(tb testing.TB, rec *recorder) World {
	tb.Helper()
	w := world(rec)
	if e := c.Expected.CompactionEntry; e != nil && e.Line != "" { // it is left out for large sessions
		at, err := time.Parse(time.RFC3339, gjson.Get(e.Line, "timestamp").Str)
		if err != nil {
			tb.Fatal(err)
		}
		w.Now = func() time.Time { return at }
		w.NewID = func() string { return "01980000-0000-7000-8000-0000" + e.ID }
	}
	return w
}

// serializedOf is the conversation of a prompt, and its data: all before what is asked.
func serializedOf(tb testing.TB, p summarize.Prompt) (conversation, data string) {
	tb.Helper()
	text := p.Turns[0].Text
	const begin, end, previous = "<conversation>\n", "\n</conversation>\n\n", "\n</previous-summary>\n\n"
	i := strings.LastIndex(text, previous)
	n := i + len(previous)
	if i < 0 {
		n = strings.LastIndex(text, end) + len(end)
	}
	body, _, ok := strings.Cut(strings.TrimPrefix(text, begin), end)
	if !ok {
		tb.Fatalf("no conversation in %q", text)
	}
	return body, text[:n]
}

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
