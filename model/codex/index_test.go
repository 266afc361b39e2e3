package codex

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cutline/model"
	"cutline/model/measure"
	"cutline/model/sessiontest"
)

var indexer = sessiontest.Indexer{Read: Read, Index: Index, Measure: Measure, Another: measure.ErrIndexed}

// An index differs from the whole by the sizes of what is not a user's, and by what only a look
// at every byte finds.
func TestIndex(t *testing.T) {
	t.Parallel()
	b := large(t, 3_000_000)
	back := event(`{"type":"thread_rolled_back","num_turns":2}`)
	files := map[string][]byte{
		"generated":            b,
		"damaged":              append(bytes.ReplaceAll(b[:1_400_000], []byte("naïve"), []byte("na\xefve")), "\n"+back+`{"type":"event_msg"`...),
		"turns are taken back": slices.Concat(b[:bytes.LastIndexByte(b[:2_000_000], '\n')+1], []byte(back), []byte(say("user", "again"))),
	}
	for _, path := range cases(t) {
		files[filepath.Base(path)] = sessiontest.Bytes(t, path)
	}
	for name, text := range odd {
		files[name] = []byte(head() + text)
	}
	indexer.Files(t, files, sameWritten)
}

// odd is what walking over a line could mistake.
var odd = map[string]string{
	"a key with an escape":     say("user", "a") + rec("response_item", `{"type":"reasoning","t\u0079pe":"message","role":"user","content":[{"type":"input_text","text":"b"}]}`),
	"a key twice":              rec("response_item", `{"type":"message","role":"user","role":"assistant","content":[{"type":"output_text","text":"b"}]}`),
	"a type with an escape":    rec("response_item", `{"type":"mess\u0061ge","role":"user","content":[{"type":"input_text","text":"b"}]}`),
	"a kind of block inside":   rec("response_item", `{"type":"message","role":"assistant","content":[{"type":"output_text","text":"b"},{"type":"refusal","refusal":"no"},{"type":"output_text","text":"c"}]}`),
	"an image in an output":    resp(fn("a")) + resp(`{"type":"function_call_output","call_id":"a","output":[{"type":"input_text","text":"see"},{"type":"input_image","image_url":"data:image/png;base64,AAAA"}]}`),
	"texts in an output":       resp(fn("a")) + resp(`{"type":"function_call_output","call_id":"a","output":[{"type":"input_text","text":"Exit code: 2"},{"type":"input_text","text":"see"}]}`),
	"a result without a call":  resp(out("a", strings.Repeat("é some words of a result ", 100))),
	"an output in old form":    resp(fn("a")) + resp(out("a", `{"output":"`+strings.Repeat("a line ", 300)+`","metadata":{"exit_code":1}}`)),
	"an output of blanks":      resp(fn("a")) + resp(out("a", strings.Repeat(" ", 2000))),
	"an answer of blanks":      say("assistant", strings.Repeat(" ", 2000)) + say("assistant", strings.Repeat(" ", 2000)+"words"),
	"reasoning one can read":   resp(`{"type":"reasoning","summary":[{"type":"summary_text","text":"`+strings.Repeat("why ", 500)+`"}],"encrypted_content":"gA"}`) + resp(fn("a")) + resp(out("a", "ok")),
	"reasoning in two pieces":  resp(`{"type":"reasoning","summary":[{"type":"summary_text","text":"one"},{"type":"summary_text","text":"two"}]}`) + say("assistant", "three"),
	"a long head of an output": resp(fn("a")) + resp(out("a", "Wall time: "+strings.Repeat("9", 3000)+"\nProcess exited with code 3\nOutput:\nx")),
	"a list of tasks":          resp(`{"type":"function_call","name":"update_plan","arguments":"{\"plan\":[{\"step\":\"a\",\"status\":\"completed\"}]}","call_id":"a"}`) + resp(out("a", "Plan updated")),
	"only events":              event(`{"type":"user_message","message":"Go."}`) + event(`{"type":"agent_message","message":"Gone."}`),
	"an event with an escape":  say("user", "<skill>a</skill>") + event(`{"type":"user\u005fmessage","message":"<skill>a</skill>"}`),
	"a compaction without a list": say("user", strings.Repeat("one ", 300)) + say("assistant", strings.Repeat("two ", 300)) + rec("compacted", `{"message":"`+strings.Repeat("What was done. ", 90)+`"}`) +
		say("user", "three") + rec("compacted", `{"message":"What was done, and more of it, in a few words."}`),
	"a list with all kinds": say("user", "a") + rec("compacted", `{"message":"","replacement_history":[`+msg("user", "a")+`,`+msg("assistant", strings.Repeat("b ", 900))+`,`+fn("c")+`,{"type":"compaction","encrypted_content":"g"}]}`) + resp(fn("d")) + resp(out("d", "x")) + resp(out("c", "y")),
}

func TestIndexCorpus(t *testing.T) {
	t.Parallel()
	indexer.Files(t, sessiontest.Contents(t, sessiontest.Shared(t, "testdata/corpus/codex__*")), sameWritten)
}

// sameWritten holds what is written of a measured index to what is written of the whole.
func sameWritten(t *testing.T, whole, measured *model.Session) {
	t.Helper()
	_, want := write(t, whole, sessiontest.DraftFrom(whole, len(whole.Rows)/2), options())
	_, got := write(t, measured, sessiontest.DraftFrom(measured, len(measured.Rows)/2), options())
	if got != want {
		t.Error("what is written of it is not what is written of the whole")
	}
}

// A line that can be walked through and is no JSON is found when the sizes are measured.
func TestMeasureIndexed(t *testing.T) {
	t.Parallel()
	text := head() + say("user", "hello") + resp(`{"type":"message","role":"assistant","content":[{"type":"output_text","text":"bad \q escape"}]}`)
	whole, index := indexer.Refuses(t, text)
	if len(whole.Rows) != 1 || len(index.Rows) != 2 {
		t.Fatalf("%d messages, by the index %d", len(whole.Rows), len(index.Rows))
	}
	indexer.Refuses(t, head()+resp(`{"type":"function_call","name":"update_plan","arguments":"bad \q escape","call_id":"a"}`)) // a list of tasks
}
