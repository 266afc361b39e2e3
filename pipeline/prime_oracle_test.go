package pipeline

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/js"
	"cutline/model/prime"
	"cutline/model/sessiontest"
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
	whole   *model.Session // once it was read
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
		src := f.read(tb).Records[*c.Input.LeafIndex]
		b = b[:src.Off+src.Len]
	default:
		return f.read(tb)
	}
	return readVector(tb, b, leaf)
}

// read is the session as it is in the file, read once.
func (f *vectorFile) read(tb testing.TB) *model.Session {
	tb.Helper()
	if f.whole == nil {
		f.whole = readVector(tb, f.bytes, "")
	}
	return f.whole
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
