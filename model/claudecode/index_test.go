package claudecode

import (
	"bytes"
	"testing"

	"cutline/model"
	"cutline/model/bench"
	"cutline/model/measure"
	"cutline/model/sessiontest"
)

var indexer = sessiontest.Indexer{Read: Read, Index: Index, Measure: Measure, Another: measure.ErrIndexed}

// An index differs from the whole by the sizes of answers and results, and by what only a look
// at every byte finds.
func TestIndex(t *testing.T) {
	t.Parallel()
	large := &bytes.Buffer{}
	if err := bench.Claude(large, 3_000_000, 1); err != nil {
		t.Fatal(err)
	}
	files := sessiontest.Contents(t, sessiontest.Paths(t, "claudecode"))
	files["generated"] = large.Bytes()
	indexer.Files(t, files, nil)
}

func TestIndexCorpus(t *testing.T) {
	t.Parallel()
	indexer.Files(t, sessiontest.Contents(t, sessiontest.Shared(t, "testdata/corpus/claude__*")), nil)
}

// A line that can be walked through and is no JSON is found when the sizes are measured.
func TestMeasureIndexed(t *testing.T) {
	t.Parallel()
	const text = `{"type":"user","uuid":"a","parentUuid":null,"sessionId":"s","message":{"role":"user","content":"hello"}}
{"type":"assistant","uuid":"b","parentUuid":"a","sessionId":"s","message":{"role":"assistant","content":[{"type":"text","text":"bad \q escape"}]}}
{"type":"assistant","uuid":"c","parentUuid":"b","sessionId":"s","message":{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"TodoWrite","input":{"todos":"\q"}}]}}
`
	whole, index := indexer.Refuses(t, text)
	if len(whole.Rows) != 1 || len(index.Rows) != 3 {
		t.Fatalf("%d messages, by the index %d", len(whole.Rows), len(index.Rows))
	}
}

func BenchmarkIndex(b *testing.B) {
	large := &bytes.Buffer{}
	if err := bench.Claude(large, 100_000_000, 1); err != nil {
		b.Fatal(err)
	}
	in := model.Input{Reader: bytes.NewReader(large.Bytes()), Size: int64(large.Len())}
	b.SetBytes(in.Size)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Index(in); err != nil {
			b.Fatal(err)
		}
	}
}
