package codex

import (
	"encoding/json"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/model/sessiontest"
)

// expected is what a case says of one of its inputs.
type expected struct {
	File   string `json:"file"`
	Values struct {
		Format   string `json:"format"`
		Messages int    `json:"messages"`
		Roles    string `json:"roles"`
		BadLines []int  `json:"badLines"`
		Turns    int    `json:"turns"`
	} `json:"values"`
}

func TestCases(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(sessiontest.Root(t), "testdata", "cases", "*", "expect.json"))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, f := range files {
		var byName map[string]expected
		if err := json.Unmarshal(sessiontest.Bytes(t, f), &byName); err != nil {
			continue // a case of another kind
		}
		for name, e := range byName {
			if e.Values.Format != Name {
				continue
			}
			n++
			t.Run(filepath.Base(filepath.Dir(f))+"/"+name, func(t *testing.T) {
				s := open(t, string(sessiontest.Bytes(t, filepath.Join(filepath.Dir(f), e.File))))
				bad := []int{}
				for _, p := range s.Problems {
					bad = append(bad, p.Line)
				}
				got, want := []any{len(s.Rows), sessiontest.Letters(s), s.Turns(), bad}, []any{e.Values.Messages, e.Values.Roles, e.Values.Turns, e.Values.BadLines}
				if d := cmp.Diff(want, got); d != "" {
					t.Error(d)
				}
			})
		}
	}
	if n < 6 {
		t.Errorf("%d inputs of this format among the cases, want at least 6", n)
	}
}

func TestCaseDetails(t *testing.T) {
	input := func(id, name string) string {
		return string(sessiontest.Bytes(t, filepath.Join(sessiontest.Root(t), "testdata", "cases", id, name)))
	}
	if d := cmp.Diff([]string{"5 malformed"}, sessiontest.Problems(open(t, input("par-03", "input_cut.jsonl")))); d != "" {
		t.Error(d)
	}
	s := open(t, input("ren-03", "input.jsonl")) // control characters in names and ids
	if l := s.Links; len(l) != 2 || l[0].ID != "call_\x1b[2J1" || l[0].Peer != 2 || l[1].Peer != 1 {
		t.Errorf("%+v", l)
	}
	s = open(t, input("cmp-35", "input.jsonl")) // an output that looks like the end of a summary
	for i, r := range s.Rows {
		if r.Origin.String() == "summary" {
			t.Errorf("message %d passes for a summary", i)
		}
	}
}
