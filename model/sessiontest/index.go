package sessiontest

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
)

// Indexer is a format of which large sessions are read by an index.
type Indexer struct {
	Read, Index Reader
	Measure     func(ctx context.Context, s *model.Session, on func(done int64)) (*model.Session, error)
	Another     error // of Measure: the file is not what its index says
}

// Fuzz reads anything by its index. Measured, that is the whole, unless the file is found to be
// another than its index says.
func (x Indexer) Fuzz(f *testing.F) {
	f.Fuzz(func(t *testing.T, text string) {
		whole, index := x.Both(t, "fuzz", []byte(text))
		index, err := x.Measure(t.Context(), index, nil)
		switch {
		case errors.Is(err, x.Another):
		case err != nil:
			t.Fatal(err)
		default:
			Same(t, whole, index)
		}
	})
}

// Both reads a session as a whole and by its index.
func (x Indexer) Both(tb testing.TB, path string, b []byte) (whole, index *model.Session) {
	tb.Helper()
	in := model.Input{Path: path, Reader: bytes.NewReader(b), Size: int64(len(b))}
	whole, err := x.Read(in)
	if err != nil {
		tb.Fatal(err)
	}
	index, err = x.Index(in)
	if err != nil {
		tb.Fatal(err)
	}
	if !index.Approx || whole.Approx {
		tb.Errorf("index approximate: %v, whole: %v", index.Approx, whole.Approx)
	}
	return whole, index
}

// Check holds an index against the whole: they differ by sizes, which are near, and by what only
// a look at every byte finds. Measured, the index is the whole; that is given with it.
func (x Indexer) Check(tb testing.TB, path string, b []byte) (whole, measured *model.Session) {
	tb.Helper()
	whole, index := x.Both(tb, path, b)
	sizes := cmp.Options{
		cmpopts.IgnoreFields(model.Session{}, "Approx", "Reader", "Decoder", "State", "Problems"),
		cmpopts.IgnoreFields(model.Row{}, "Chars", "Rendered", "Said", "Bytes", "Tokens", "Label", "Flags"),
		cmpopts.IgnoreFields(model.Point{}, "Est"),
		cmpopts.IgnoreFields(model.Replacement{}, "Left"),
	}
	if d := cmp.Diff(whole, index, sizes); d != "" {
		tb.Errorf("whole (-) and index (+):\n%s", d)
	}
	want := slices.DeleteFunc(slices.Clone(whole.Problems), func(p model.Problem) bool { return p.Kind == "encoding" || p.Kind == "surrogate" })
	if d := cmp.Diff(want, index.Problems, cmpopts.EquateEmpty()); d != "" {
		tb.Errorf("problems, whole (-) and index (+):\n%s", d)
	}
	for i := range min(len(index.Rows), len(whole.Rows)) {
		w, g := whole.Rows[i], index.Rows[i]
		if d := w.Flags ^ g.Flags; d&^model.Broken != 0 {
			tb.Errorf("row %d: flags %b, want %b", i, g.Flags, w.Flags)
		}
		if !strings.HasPrefix(w.Label, g.Label) {
			tb.Errorf("row %d: label %q, want %q", i, g.Label, w.Label)
		}
	}
	near(tb, "chars", index, whole, func(r *model.Row) int { return r.Chars })
	near(tb, "bytes", index, whole, func(r *model.Row) int { return r.Bytes })
	near(tb, "rendered", index, whole, func(r *model.Row) int { return r.Rendered })
	near(tb, "said", index, whole, func(r *model.Row) int { return r.Said })
	near(tb, "tokens", index, whole, func(r *model.Row) int { return r.Tokens })
	measured, err := x.Measure(tb.Context(), index, nil)
	if err != nil {
		tb.Fatal(err)
	}
	Same(tb, whole, measured)
	return whole, measured
}

// Files checks each of some files. More looks at the whole and at what was measured; it may be nil.
func (x Indexer) Files(t *testing.T, files map[string][]byte, more func(t *testing.T, whole, measured *model.Session)) {
	t.Helper()
	for name, b := range files {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			whole, measured := x.Check(t, name, b)
			if more != nil {
				more(t, whole, measured)
			}
		})
	}
}

// Refuses reads a file that is not what its index says, which is found when it is measured. A
// whole session is not measured, nor one of which nobody wants to know any more.
func (x Indexer) Refuses(t *testing.T, text string) (whole, index *model.Session) {
	t.Helper()
	whole, index = x.Both(t, "x", []byte(text))
	if _, err := x.Measure(t.Context(), index, nil); !errors.Is(err, x.Another) {
		t.Errorf("got %v", err)
	}
	if _, err := x.Measure(t.Context(), whole, nil); err == nil {
		t.Error("a whole session was measured")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := x.Measure(ctx, index, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	return whole, index
}

// Contents are those of files, by their names.
func Contents(tb testing.TB, paths []string) map[string][]byte {
	tb.Helper()
	out := make(map[string][]byte, len(paths))
	for _, path := range paths {
		out[filepath.Base(path)] = Bytes(tb, path)
	}
	return out
}

// Same holds a measured index against the whole. Of a label that was cut it is only known that it
// goes on.
func Same(tb testing.TB, whole, measured *model.Session) {
	tb.Helper()
	got := *measured
	got.Rows = slices.Clone(got.Rows)
	for i := range min(len(got.Rows), len(whole.Rows)) {
		if w := whole.Rows[i].Label; strings.HasPrefix(w, got.Rows[i].Label) {
			got.Rows[i].Label = w
		}
	}
	if d := cmp.Diff(whole, &got, cmpopts.IgnoreFields(model.Session{}, "Reader", "Decoder", "State"), cmpopts.EquateEmpty()); d != "" {
		tb.Errorf("whole (-) and measured index (+):\n%s", d)
	}
}

// near compares a size of all messages together.
func near(tb testing.TB, what string, index, whole *model.Session, size func(*model.Row) int) {
	tb.Helper()
	sum := func(s *model.Session) (n int) {
		for i := range s.Rows {
			n += size(&s.Rows[i])
		}
		return n
	}
	got, want := sum(index), sum(whole)
	if off := math.Abs(float64(got - want)); off > 500 && off > 0.15*float64(want) {
		tb.Errorf("%s: %d, want about %d", what, got, want)
	}
}
