package model

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// links reads a short script: c1 is a call with the id 1, r1 a result; each stands in a row of its own.
func links(script ...string) []Link {
	out := make([]Link, len(script))
	for i, s := range script {
		out[i] = Link{ID: s[1:], Row: i, Result: s[0] == 'r'}
		if s[0] == 'c' {
			out[i].Name = "tool" + s[1:]
		}
	}
	return out
}

func TestPair(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		script []string
		peers  []int
		want   Pairs
	}{
		{"none", nil, []int{}, Pairs{}},
		{"one pair", []string{"c1", "r1"}, []int{1, 0}, Pairs{}},
		{"parallel calls answer in any order", []string{"c1", "c2", "r2", "r1"}, []int{3, 2, 1, 0}, Pairs{}},
		{"a call without a result", []string{"c1", "c2", "r1"}, []int{2, -1, 0}, Pairs{Unanswered: []string{"2"}}},
		{"a result without a call", []string{"r9", "c1", "r1"}, []int{-1, 2, 1}, Pairs{Orphans: []string{"9"}}},
		{"a result before its call", []string{"r1", "c1"}, []int{-1, -1}, Pairs{Orphans: []string{"1"}, Unanswered: []string{"1"}}},
		{"answered twice", []string{"c1", "r1", "r1", "r1"}, []int{1, 0, -1, -1}, Pairs{Doubled: []string{"1"}}},
		{"an id used again for a later call", []string{"c1", "r1", "c1", "r1"}, []int{1, 0, 3, 2}, Pairs{}},
		{"two open calls of one id", []string{"c1", "c1", "r1"}, []int{-1, 2, 1}, Pairs{Unanswered: []string{"1"}}},
		{"an empty id pairs nothing", []string{"c", "r"}, []int{-1, -1}, Pairs{Orphans: []string{""}, Unanswered: []string{""}}},
		{"each id is listed once", []string{"r1", "r1", "c2", "c2"}, []int{-1, -1, -1, -1}, Pairs{Orphans: []string{"1"}, Unanswered: []string{"2"}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			l := links(tt.script...)
			Pair(l)
			peers := make([]int, len(l))
			for i := range l {
				peers[i] = l[i].Peer
			}
			if diff := cmp.Diff(tt.peers, peers); diff != "" {
				t.Errorf("peers (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.want, Mismatched(l, nil)); diff != "" {
				t.Errorf("Mismatched (-want +got):\n%s", diff)
			}
		})
	}
}

func TestPairNamesResults(t *testing.T) {
	t.Parallel()
	l := links("r1", "c1", "r1", "r2")
	Pair(l)
	got := []string{l[0].Name, l[1].Name, l[2].Name, l[3].Name}
	if diff := cmp.Diff([]string{"tool1", "tool1", "tool1", ""}, got); diff != "" {
		t.Errorf("names (-want +got):\n%s", diff)
	}
}

func TestMismatchedInASet(t *testing.T) {
	t.Parallel()
	l := links("c1", "c2", "r1", "r2", "c3", "r3")
	tests := []struct {
		from, to int
		want     Pairs
	}{
		{0, 6, Pairs{}},
		{0, 3, Pairs{Unanswered: []string{"2"}}},
		{2, 6, Pairs{Orphans: []string{"1", "2"}}},
		{1, 5, Pairs{Orphans: []string{"1"}, Unanswered: []string{"3"}}},
		{4, 6, Pairs{}},
	}
	for _, tt := range tests {
		got := Mismatched(l, func(row int) bool { return row >= tt.from && row < tt.to })
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("rows %d to %d (-want +got):\n%s", tt.from, tt.to, diff)
		}
	}
}

// TestPairLaws: peers are mutual, a result comes after its call, and what has no peer is
// exactly what Mismatched lists.
func TestPairLaws(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 30).Draw(t, "n")
		l := make([]Link, n)
		for i := range l {
			l[i] = Link{
				ID: fmt.Sprint(rapid.IntRange(0, 5).Draw(t, "id")), Row: i, Result: rapid.Bool().Draw(t, "result"),
			}
		}
		Pair(l)
		loose := [2]map[string]bool{{}, {}} // calls, results
		for i := range l {
			if p := l[i].Peer; p >= 0 {
				if l[p].Peer != i || l[p].Result == l[i].Result || l[p].ID != l[i].ID || l[i].Result && p > i {
					t.Fatalf("link %d (%+v) has the peer %d (%+v)", i, l[i], p, l[p])
				}
				continue
			}
			k := 0
			if l[i].Result {
				k = 1
			}
			loose[k][l[i].ID] = true
		}
		m := Mismatched(l, nil)
		listed := [2]map[string]bool{{}, {}}
		for _, id := range m.Unanswered {
			listed[0][id] = true
		}
		for _, id := range append(append([]string{}, m.Orphans...), m.Doubled...) {
			listed[1][id] = true
		}
		if diff := cmp.Diff(loose, listed); diff != "" {
			t.Fatalf("without a peer (-links +listed):\n%s", diff)
		}
	})
}
