package claudecode

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/model"
	"cutline/model/sessiontest"
)

// expected is what a case says of one of its inputs.
type expected struct {
	File   string `json:"file"`
	Values struct {
		Format      string `json:"format"`
		Messages    int    `json:"messages"`
		Roles       string `json:"roles"`
		BadLines    []int  `json:"badLines"`
		Turns       int    `json:"turns"`
		SplitIndex  int    `json:"splitIndex"`
		Cycle       bool   `json:"cyc"`
		Missing     string `json:"missing"`
		TailOrphans struct {
			OrphanResults    []string `json:"orphanResults"`
			Unanswered       []string `json:"unanswered"`
			DuplicateResults []string `json:"duplicateResults"`
		} `json:"tailOrphans"`
		Usage *struct {
			Context       int `json:"context"`
			WithOutput    int `json:"withOutput"`
			SessionOutput int `json:"sessionOutput"`
		} `json:"usage"`
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
			t.Run(filepath.Base(filepath.Dir(f))+"/"+name, func(t *testing.T) { check(t, sessiontest.Bytes(t, filepath.Join(filepath.Dir(f), e.File)), e) })
		}
	}
	if n < 30 {
		t.Errorf("%d inputs of this format among the cases, want at least 30", n)
	}
}

func check(t *testing.T, b []byte, e expected) {
	t.Helper()
	s := open(t, b)
	want := e.Values
	if got := sessiontest.Letters(s); got != want.Roles {
		t.Errorf("roles\n got %s\nwant %s", got, want.Roles)
	}
	if got := s.Turns(); got != want.Turns {
		t.Errorf("turns: got %d, want %d", got, want.Turns)
	}
	var bad []int
	cycle, missing := false, false
	for _, p := range s.Problems {
		switch p.Kind {
		case "malformed":
			bad = append(bad, p.Line)
		case "cycle":
			cycle = true
		case "missing-parent":
			missing = true
		}
	}
	if d := cmp.Diff(want.BadLines, append([]int{}, slices.Compact(bad)...)); d != "" {
		t.Errorf("bad lines: %s", d)
	}
	if cycle != want.Cycle || missing != (want.Missing != "") {
		t.Errorf("cycle %v, missing parent %v; want %v, %q", cycle, missing, want.Cycle, want.Missing)
	}
	p := model.Mismatched(s.Links, func(row int) bool { return row >= want.SplitIndex })
	got := [3][]string{p.Orphans, p.Unanswered, p.Doubled}
	o := want.TailOrphans
	if d := cmp.Diff([3][]string{o.OrphanResults, o.Unanswered, o.DuplicateResults}, got, emptyIsNil); d != "" {
		t.Errorf("pairs of the tail: %s", d)
	}
	if want.Usage == nil {
		if s.Usage.Known {
			t.Errorf("usage %+v, want none", s.Usage)
		}
		return
	}
	if s.Usage.Input != want.Usage.Context || s.Usage.Input+s.Usage.Output != want.Usage.WithOutput {
		t.Errorf("usage %+v, want %+v", s.Usage, *want.Usage)
	}
	// The cases add up the live context, the session adds up the file.
	if s.Earlier+s.Branches+s.Sidechains == 0 && s.Usage.Total != want.Usage.SessionOutput {
		t.Errorf("output of the file: got %d, want %d", s.Usage.Total, want.Usage.SessionOutput)
	}
}

var emptyIsNil = cmp.Transformer("emptyIsNil", func(s []string) []string {
	if len(s) == 0 {
		return nil
	}
	return s
})

func TestCaseDetails(t *testing.T) {
	input := func(id, name string) *model.Session {
		return open(t, sessiontest.Bytes(t, filepath.Join(sessiontest.Root(t), "testdata", "cases", id, name)))
	}
	t.Run("NUL padding is one kind of damage", func(t *testing.T) {
		if d := cmp.Diff([]string{"3 padding", "6 padding", "10 padding"}, sessiontest.Problems(input("par-11", "input.jsonl"))); d != "" {
			t.Error(d)
		}
	})
	t.Run("unknown records and values that are no objects", func(t *testing.T) {
		s := input("par-13", "input.jsonl")
		if s.Unknown != 1 {
			t.Errorf("%d unknown records, want 1", s.Unknown)
		}
		if d := cmp.Diff([]string{"8 not-an-object", "9 not-an-object", "10 not-an-object", "11 not-an-object"}, sessiontest.Problems(s)); d != "" {
			t.Error(d)
		}
	})
	t.Run("bytes that are no text", func(t *testing.T) {
		s := input("par-09", "input.jsonl")
		if d := cmp.Diff([]string{"6 encoding"}, sessiontest.Problems(s)); d != "" {
			t.Error(d)
		}
		if !s.Rows[5].Is(model.Broken) {
			t.Error("the message of line 6 is not marked")
		}
	})
	t.Run("half of a surrogate pair", func(t *testing.T) {
		if d := cmp.Diff([]string{"6 surrogate"}, sessiontest.Problems(input("par-10", "input.jsonl"))); d != "" {
			t.Error(d)
		}
	})
	t.Run("an abandoned branch", func(t *testing.T) {
		s := input("par-16", "input.jsonl")
		if s.Branches != 1 || s.BranchRows != 4 {
			t.Errorf("%d branches with %d messages, want 1 with 4", s.Branches, s.BranchRows)
		}
	})
	t.Run("a sub-agent in the file", func(t *testing.T) {
		if s := input("par-17", "input.jsonl"); s.Sidechains != 5 {
			t.Errorf("%d messages of sub-agents, want 5", s.Sidechains)
		}
	})
	t.Run("an image is not text", func(t *testing.T) {
		s := input("par-19", "input.jsonl")
		r := s.Rows[2]
		if r.Images != 1 || !r.Is(model.Failed|model.HasImage) || r.Chars > 200 {
			t.Errorf("got %+v", r)
		}
	})
	t.Run("compacted before", func(t *testing.T) {
		s := input("cmp-37", "input.jsonl")
		want := []model.Compaction{{Line: s.Compactions[0].Line, Trigger: "auto", Before: 155000, Summary: 0}}
		if d := cmp.Diff(want, s.Compactions); d != "" {
			t.Error(d)
		}
		if s.Earlier != 4 || s.Rows[0].Origin != model.FromSummary {
			t.Errorf("earlier %d, first message %v", s.Earlier, s.Rows[0].Origin)
		}
	})
	t.Run("the todo list", func(t *testing.T) {
		var got []string
		for _, todo := range input("cmp-32", "input.jsonl").Todos {
			got = append(got, todo.Status)
		}
		if d := cmp.Diff([]string{"completed", "in_progress", "pending"}, got); d != "" {
			t.Error(d)
		}
	})
}
