package pipeline

import (
	"context"
	"strings"
	"testing"

	"cutline/model"
	"cutline/model/chat"
)

// chatOf is a session of a list of messages.
func chatOf(t *testing.T, doc string) *model.Session {
	t.Helper()
	s, err := chat.Read(model.Input{Path: "x.json", Reader: strings.NewReader(doc), Size: int64(len(doc))})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// What stands in both sessions was kept, as often as it stands there; all else was dropped.
func TestScorePair(t *testing.T) {
	t.Parallel()
	before := chatOf(t, `[{"role":"user","content":"Never push to main."},{"role":"assistant","content":"ok"},{"role":"user","content":"Never push to main."},{"role":"assistant","content":"done"}]`)
	for _, tt := range []struct {
		name, after string
		n           int
		score       float64
	}{
		{"all of it", `[{"role":"user","content":"Never push to main."},{"role":"assistant","content":"ok"},{"role":"user","content":"Never push to main."},{"role":"assistant","content":"done"}]`, 0, 100},
		{"one of two", `[{"role":"user","content":"Go on."},{"role":"user","content":"Never push to main."},{"role":"assistant","content":"done"}]`, 2, 100},
		{"none", `[{"role":"user","content":"Go on."}]`, 2, 0},
		{"turned round", `[{"role":"user","content":"Push to main."}]`, 2, 0},
	} {
		got, err := ScorePair(context.Background(), before, chatOf(t, tt.after), 10, 5)
		if err != nil {
			t.Fatal(err)
		}
		if tt.name == "turned round" {
			if got.Score >= 100 {
				t.Errorf("%s: %v", tt.name, got.Score)
			}
			continue
		}
		if got.N != tt.n || got.Score != tt.score || got.Saved() != 0.5 {
			t.Errorf("%s: %d facts, score %v, want %d and %v", tt.name, got.N, got.Score, tt.n, tt.score)
		}
	}
}
