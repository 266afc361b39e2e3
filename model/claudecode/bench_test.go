package claudecode

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"cutline/model"
)

// long makes a session of about size bytes: turns of one prompt and eight calls with results
// that are repeated in structured form, as in real files.
func long(size int) []byte {
	var b bytes.Buffer
	b.Grow(size + 1<<20)
	var source strings.Builder
	for i := range 60 {
		fmt.Fprintf(&source, `%d\tfunc part%d(ctx context.Context, w io.Writer) error {\n\t\treturn fmt.Errorf(\"part %d: %%w\", err)\n`, i, i, i)
	}
	prev := ""
	for n := 0; b.Len() < size; n++ {
		next := func(typ, content string, more ...string) {
			id := fmt.Sprintf("00000000-0000-4000-8000-%012d", b.Len())
			b.WriteString(line(id, prev, typ, content, more...))
			prev = id
		}
		next("user", say(fmt.Sprintf("Please look at part %d and tell me why its error is lost.", n)))
		for c := range 8 {
			id := fmt.Sprintf("toolu_%d_%d", n, c)
			next("assistant", call(id))
			next("user", `[{"type":"tool_result","tool_use_id":"`+id+`","content":"`+source.String()+`"}]`, `"toolUseResult":{"stdout":"`+source.String()+`"}`)
		}
		next("assistant", say(strings.Repeat("The error is wrapped twice; the caller compares it by value. ", 20)))
	}
	return b.Bytes()
}

func BenchmarkRead(b *testing.B) {
	in := long(100 << 20)
	b.SetBytes(int64(len(in)))
	b.ReportAllocs()
	for b.Loop() {
		if s := open(b, in); len(s.Rows) == 0 {
			b.Fatal("no messages")
		}
	}
}

func BenchmarkWrite(b *testing.B) {
	in := long(20 << 20)
	s := open(b, in)
	d := draftFrom(s, 1)
	b.SetBytes(int64(len(in)))
	b.ReportAllocs()
	for b.Loop() {
		w, err := Write(s, d, options())
		if err != nil {
			b.Fatal(err)
		}
		if _, err := w.Rope.WriteTo(io.Discard); err != nil {
			b.Fatal(err)
		}
	}
}

func TestLongIsASession(t *testing.T) {
	s := open(t, long(1<<20))
	if p := model.Mismatched(s.Links, nil); len(s.Problems)+len(p.Orphans)+len(p.Unanswered) > 0 || s.Turns() == 0 {
		t.Errorf("%v, %+v, %d turns", s.Problems, p, s.Turns())
	}
}
