package partition

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/model"
	"cutline/model/prime"
	"cutline/model/sessiontest"
)

// The vectors are what the original program gave: see testdata/prime.

type oracle struct {
	Session     string
	Path        []struct{ Tokens *int }
	PathCompact *struct{ Tokens []*int }
	Cases       []oracleCase
}

type oracleCase struct {
	Input struct {
		Settings  struct{ KeepRecentTokens int }
		Leaf      json.RawMessage
		LeafIndex *int
	}
	Error    string
	Expected struct {
		BoundaryStart int
		ContextBefore struct {
			Estimate struct{ Tokens, TrailingTokens int }
		}
		Cut *struct {
			FirstKeptEntryIndex, TurnStartIndex int
			IsSplitTurn                         bool
		}
		ValidCutPoints []int
		SkipReason     string
		Prepare        *struct {
			FirstKeptEntryIndex                            int
			FirstKeptEntryID                               string
			IsSplitTurn                                    bool
			TokensBefore                                   int
			PreviousSummary                                *struct{ UTF16Length int }
			SummarizedEntryIndexes, TurnPrefixEntryIndexes []int
			KeptMessageEntryIndexes                        []int
			KeptEstimatedTokens                            int
		}
	}
}

func read(tb testing.TB, b []byte) *model.Session {
	tb.Helper()
	s, err := prime.Read(model.Input{Path: "vector", Reader: bytes.NewReader(b), Size: int64(len(b))})
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

// at is the session as it was when an entry was its last: nothing is ever taken out of a file.
func (c *oracleCase) at(tb testing.TB, whole *model.Session, b []byte) *model.Session {
	tb.Helper()
	var end int64
	var id string
	switch {
	case string(c.Input.Leaf) == "null":
		end = int64(bytes.IndexByte(b, '\n') + 1)
	case json.Unmarshal(c.Input.Leaf, &id) == nil && id != "":
		at := bytes.Index(b, []byte(`"id":"`+id+`"`))
		end = int64(at + bytes.IndexByte(b[at:], '\n') + 1)
	case c.Input.LeafIndex != nil:
		src := whole.Records[*c.Input.LeafIndex]
		end = src.Off + src.Len
	default:
		return whole
	}
	return read(tb, b[:end])
}

func vectorDirs(tb testing.TB) []string {
	tb.Helper()
	return []string{filepath.Join(sessiontest.Root(tb), "testdata", "prime")}
}

// each calls f with every case of a folder of vectors and reports how many there were.
func each(t *testing.T, dir string, f func(t *testing.T, name string, s *model.Session, c *oracleCase)) int {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "cases", "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, file := range files {
		var o oracle
		if err := json.Unmarshal(sessiontest.Bytes(t, file), &o); err != nil {
			t.Fatal(err)
		}
		b := sessiontest.Bytes(t, filepath.Join(dir, o.Session))
		whole := read(t, b)
		name := strings.TrimSuffix(filepath.Base(file), ".json")
		t.Run(name, func(t *testing.T) {
			checkTokens(t, &o, whole)
			for k := range o.Cases {
				if c := &o.Cases[k]; c.Error == "" {
					n++
					f(t, fmt.Sprintf("%s %d", name, k), c.at(t, whole, b), c)
				}
			}
		})
	}
	return n
}

// checkTokens holds the estimates of all entries to the vectors; an entry without a message has
// none there.
func checkTokens(t *testing.T, o *oracle, s *model.Session) {
	t.Helper()
	var want []*int
	for _, e := range o.Path {
		want = append(want, e.Tokens)
	}
	if o.PathCompact != nil {
		want = o.PathCompact.Tokens
	}
	if len(want) != len(s.Entries) {
		t.Fatalf("%d entries, want %d", len(s.Entries), len(want))
	}
	for k, e := range s.Entries {
		if want[k] != nil && e.Est != *want[k] {
			t.Errorf("entry %d (%s): ≈ %d tokens, want %d", k, e.Type, e.Est, *want[k])
		}
	}
}

func cutOf(s *model.Session, keep int, faithful bool) Output {
	p := Defaults()
	p.Rule, p.KeepRecent, p.Faithful = CutPoint, keep, faithful
	return Run(Input{Rows: s.Rows, Links: s.Links, Entries: s.Entries, Params: p})
}

// checkFaithful compares one case with what the original made of it.
func checkFaithful(t *testing.T, name string, s *model.Session, c *oracleCase) {
	t.Helper()
	want := c.Expected
	out := cutOf(s, c.Input.Settings.KeepRecentTokens, true)
	load := Context(s)
	if e := want.ContextBefore.Estimate; load.Tokens != e.Tokens || load.Since != e.TrailingTokens {
		t.Errorf("%s: context %+v, want %+v", name, load, e)
	}
	if len(s.Entries) == 0 {
		if want.Cut != nil || out.Refused != TooShort {
			t.Errorf("%s: an empty path, refused %q", name, out.Refused)
		}
		return
	}
	p := out.Cut.Point
	if p.Start != want.BoundaryStart {
		t.Errorf("%s: the range begins at %d, want %d", name, p.Start, want.BoundaryStart)
	}
	if w := want.Cut; w != nil && (p.Kept != w.FirstKeptEntryIndex || p.Turn != w.TurnStartIndex || p.Split != w.IsSplitTurn) {
		t.Errorf("%s: cut %+v, want %+v", name, p, *w)
	}
	var places []int
	for k := p.Start; k < len(s.Entries); k++ {
		if s.Entries[k].Is(model.Leads) {
			places = append(places, k)
		}
	}
	if want.ValidCutPoints != nil && !slices.Equal(places, want.ValidCutPoints) { // left out for large sessions
		t.Errorf("%s: places %v, want %v", name, places, want.ValidCutPoints)
	}
	if want.Prepare == nil {
		refused := map[string]string{"already_compacted": Already, "too_short": TooShort}[want.SkipReason]
		if out.Refused != refused {
			t.Errorf("%s: refused %q, want %q", name, out.Refused, refused)
		}
		return
	}
	w := want.Prepare
	kept := speakers(s.Entries, p.Kept, len(s.Entries))
	tokens := 0
	for _, k := range kept {
		tokens += s.Entries[k].Est
	}
	got := []any{out.Refused, out.Cut.KeptID, none(p.History(s.Entries)), none(p.Prefix(s.Entries)), none(kept), tokens, load.Tokens, recounted(s.Entries)}
	exp := []any{"", w.FirstKeptEntryID, none(w.SummarizedEntryIndexes), none(w.TurnPrefixEntryIndexes), none(w.KeptMessageEntryIndexes), w.KeptEstimatedTokens, w.TokensBefore, w.PreviousSummary != nil && w.PreviousSummary.UTF16Length > 0}
	if strings.Contains(name, "v1-linear") { // the ids of a migrated file are random
		got[1], exp[1] = "", ""
	}
	if d := cmp.Diff(exp, got); d != "" {
		t.Errorf("%s: %s", name, d)
	}
}

func none(l []int) []int { return append([]int{}, l...) }

func TestCutVectors(t *testing.T) {
	if n := each(t, vectorDirs(t)[0], checkFaithful); n < 140 {
		t.Errorf("%d cases were compared", n)
	}
}

func TestAllCutVectors(t *testing.T) {
	if n := each(t, sessiontest.Shared(t, "testdata/"+"prime")[0], checkFaithful); n < 260 {
		t.Errorf("%d cases were compared", n)
	}
}
