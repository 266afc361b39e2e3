package claudecode

import (
	"bytes"
	"context"
	"errors"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"cutline/model"
	"cutline/model/bench"
	"cutline/model/sessiontest"
)

// both reads a session as a whole and by its index.
func both(t *testing.T, path string, b []byte) (whole, index *model.Session) {
	t.Helper()
	in := model.Input{Path: path, Reader: bytes.NewReader(b), Size: int64(len(b))}
	whole, err := Read(in)
	if err != nil {
		t.Fatal(err)
	}
	index, err = Index(in)
	if err != nil {
		t.Fatal(err)
	}
	if !index.Approx || whole.Approx {
		t.Errorf("index approximate: %v, whole: %v", index.Approx, whole.Approx)
	}
	return whole, index
}

// An index differs from the whole by the sizes of answers and results, and by what only a look
// at every byte finds.
func TestIndex(t *testing.T) {
	t.Parallel()
	large := &bytes.Buffer{}
	if err := bench.Claude(large, 3_000_000, 1); err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{"generated": large.Bytes()}
	for name, text := range sessiontest.Fixtures(t, "claudecode") {
		files[name] = []byte(text)
	}
	indexes(t, files)
}

func TestIndexCorpus(t *testing.T) {
	t.Parallel()
	files := map[string][]byte{}
	for _, path := range sessiontest.Shared(t, "testdata/corpus/claude__*") {
		files[filepath.Base(path)] = sessiontest.Bytes(t, path)
	}
	indexes(t, files)
}

func indexes(t *testing.T, files map[string][]byte) {
	t.Helper()
	for name, b := range files {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			whole, index := both(t, name, b)
			sizes := cmp.Options{
				cmpopts.IgnoreFields(model.Session{}, "Approx", "Reader", "Decoder", "State", "Problems"),
				cmpopts.IgnoreFields(model.Row{}, "Chars", "Rendered", "Bytes", "Tokens", "Label", "Flags"),
				cmpopts.IgnoreFields(model.Point{}, "Est"),
				cmpopts.IgnoreFields(model.Replacement{}, "Left"),
			}
			if d := cmp.Diff(whole, index, sizes); d != "" {
				t.Errorf("whole (-) and index (+):\n%s", d)
			}
			want := slices.DeleteFunc(slices.Clone(whole.Problems), func(p model.Problem) bool { return p.Kind == "encoding" || p.Kind == "surrogate" })
			if d := cmp.Diff(want, index.Problems, cmpopts.EquateEmpty()); d != "" {
				t.Errorf("problems, whole (-) and index (+):\n%s", d)
			}
			for i := range index.Rows {
				w, g := whole.Rows[i], index.Rows[i]
				if d := w.Flags ^ g.Flags; d&^model.Broken != 0 {
					t.Errorf("row %d: flags %b, want %b", i, g.Flags, w.Flags)
				}
				if !strings.HasPrefix(w.Label, g.Label) {
					t.Errorf("row %d: label %q, want %q", i, g.Label, w.Label)
				}
			}
			near(t, "chars", index, whole, func(r *model.Row) int { return r.Chars })
			near(t, "bytes", index, whole, func(r *model.Row) int { return r.Bytes })
			near(t, "rendered", index, whole, func(r *model.Row) int { return r.Rendered })
			near(t, "tokens", index, whole, func(r *model.Row) int { return r.Tokens })
			measured(t, whole, index)
		})
	}
}

// A measured index is the whole.
func measured(t *testing.T, whole, index *model.Session) {
	t.Helper()
	index, err := Measure(t.Context(), index, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := range index.Rows { // what was cut is only known to go on
		if w, g := whole.Rows[i].Label, index.Rows[i].Label; strings.HasPrefix(w, g) {
			index.Rows[i].Label = w
		}
	}
	if d := cmp.Diff(whole, index, cmpopts.IgnoreFields(model.Session{}, "Reader", "Decoder", "State"), cmpopts.EquateEmpty()); d != "" {
		t.Errorf("whole (-) and measured index (+):\n%s", d)
	}
}

// near compares a size of all messages together.
func near(t *testing.T, what string, index, whole *model.Session, size func(*model.Row) int) {
	t.Helper()
	got, want := 0, 0
	for i := range index.Rows {
		got, want = got+size(&index.Rows[i]), want+size(&whole.Rows[i])
	}
	if off := math.Abs(float64(got - want)); off > 500 && off > 0.15*float64(want) {
		t.Errorf("%s: %d, want about %d", what, got, want)
	}
}

// A line that can be walked through and is no JSON is found when the sizes are measured.
func TestMeasureIndexed(t *testing.T) {
	t.Parallel()
	const text = `{"type":"user","uuid":"a","parentUuid":null,"sessionId":"s","message":{"role":"user","content":"hello"}}
{"type":"assistant","uuid":"b","parentUuid":"a","sessionId":"s","message":{"role":"assistant","content":[{"type":"text","text":"bad \q escape"}]}}
`
	whole, index := both(t, "x", []byte(text))
	if len(whole.Rows) != 1 || len(index.Rows) != 2 {
		t.Fatalf("%d messages, by the index %d", len(whole.Rows), len(index.Rows))
	}
	if _, err := Measure(t.Context(), index, nil); !errors.Is(err, ErrIndexed) {
		t.Errorf("got %v", err)
	}
	if _, err := Measure(t.Context(), whole, nil); err == nil {
		t.Error("a whole session was measured")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Measure(ctx, index, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
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
