package pipeline

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"testing"

	"cutline/model"
	"cutline/model/load"
	"cutline/model/sessiontest"
	"cutline/model/tokens"
	"cutline/pipeline/rescue"
)

// counted is a world that counts tokens, with a new id at every call.
func counted(t *testing.T) (World, func(string) int) {
	t.Helper()
	c, err := tokens.New(tokens.O200k)
	if err != nil {
		t.Fatal(err)
	}
	w := world()
	n := 0
	w.NewID = func() string {
		n++
		return fmt.Sprintf("00000000-0000-4000-8000-%012d", n)
	}
	w.Count = func(_ context.Context, s *model.Session) (int, error) {
		sum := 0
		for i := range s.Rows {
			m, err := s.Message(i)
			if err != nil {
				return 0, err
			}
			sum += c.Count(m.Full())
		}
		return sum, nil
	}
	return w, c.Count
}

// What an earlier compaction dropped is given back into the summary that the agent reads now.
func TestRescueEarlier(t *testing.T) {
	t.Parallel()
	s := corpus(t, "claude__entireio__cli__3compactions.jsonl")
	w, count := counted(t)
	r, err := ReadRescue(t.Context(), s, RescueOptions{Compaction: 1, Count: count})
	if err != nil {
		t.Fatal(err)
	}
	p, err := r.Preview(t.Context(), rescue.Choice{Budget: 300})
	if err != nil {
		t.Fatal(err)
	}
	got, err := r.Write(t.Context(), p, w)
	if err != nil {
		t.Fatal(err)
	}
	if r.Compaction != 0 || got.Score.Score <= r.Before.Score || p.Tokens > 300 {
		t.Errorf("RS %v → %v for %d tokens", r.Before.Score, got.Score.Score, p.Tokens)
	}
	for _, g := range got.Gates {
		if !g.Pass {
			t.Errorf("gate %s: %s", g.Name, g.Message)
		}
	}
	for _, n := range []int{-1, 4} {
		if _, err := ReadRescue(t.Context(), s, RescueOptions{Compaction: n, Count: count}); !errors.Is(err, ErrNoCompaction) {
			t.Errorf("compaction %d: %v", n, err)
		}
	}
}

// tiny is a context in tokens in which the words over what is given back outweigh what was saved.
const tiny = 1000

// Of every real session whose compactions can be scored, the rescued one passes all gates and has a
// higher score than the agent's own summary.
func TestRescueShared(t *testing.T) {
	t.Parallel()
	var files []string
	for _, pattern := range []string{
		"testdata/corpus/claude__entireio__cli__3compactions.jsonl", "testdata/corpus/claude__JanDeDobbeleer__oh-my-posh__preserved-tail.jsonl",
		"testdata/corpus/codex__EntityProcess__agentv__0.140-3compactions.jsonl", "testdata/prime/sessions/*.jsonl",
	} {
		files = append(files, sessiontest.Shared(t, pattern)...)
	}
	done := 0
	for _, path := range files {
		s, closer, err := load.Open(path, load.Choice{})
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(path)
		w, count := counted(t)
		r, err := ReadRescue(t.Context(), s, RescueOptions{Count: count})
		if errors.Is(err, ErrNotCompacted) || errors.Is(err, ErrUnscored) {
			continue
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for _, c := range []struct {
			what   string
			choice rescue.Choice
		}{{"what is due", rescue.Choice{}}, {"600 tokens", rescue.Choice{Budget: 600}}, {"all", rescue.Choice{All: true}}} {
			p, err := r.Preview(t.Context(), c.choice)
			if err != nil {
				t.Fatal(err)
			}
			if !p.Changes(r) {
				continue
			}
			got, err := r.Write(t.Context(), p, w)
			if err != nil {
				t.Fatalf("%s, %s: %v", name, c.what, err)
			}
			done++
			for _, g := range got.Gates {
				if !g.Pass && (g.Hard || got.TokensAfter > tiny) {
					t.Errorf("%s, %s: gate %s: %s", name, c.what, g.Name, g.Message)
				}
			}
			if got.Score.Score <= r.Before.Score && len(p.Chosen) > 0 {
				t.Errorf("%s, %s: RS %v after, %v before", name, c.what, got.Score.Score, r.Before.Score)
			}
			if len(got.Score.Fabricated) > max(0, len(r.Before.Fabricated)-len(r.Freed)) {
				t.Errorf("%s, %s: the amended summary names what is not there: %v", name, c.what, got.Score.Fabricated)
			}
			if got.Score.Score != p.After.Score {
				t.Errorf("%s, %s: RS %v in the result, %v in the preview", name, c.what, got.Score.Score, p.After.Score)
			}
			t.Logf("%s, %s: RS %.0f → %.0f, precision %.0f → %.0f, %d of %d given back, %d freed, for %d tokens (%d → %d)", name, c.what,
				r.Before.Score, got.Score.Score, r.Before.Precision, got.Score.Precision, len(p.Chosen), len(r.Items), len(r.Freed), p.Tokens, got.TokensBefore, got.TokensAfter)
		}
		if err := closer.Close(); err != nil {
			t.Error(err)
		}
	}
	if done == 0 {
		t.Fatal("nothing was rescued")
	}
}
