package main

import (
	"testing"

	"cutline/model/pattern"
)

// An expression that is wrong would show at its first use.
func TestPatterns(t *testing.T) {
	t.Parallel()
	all := pattern.All()
	if len(all) < 50 {
		t.Fatalf("%d patterns only", len(all))
	}
	for _, p := range all {
		func() {
			defer func() {
				if r := recover(); r != nil {
					t.Errorf("%s: %v", p, r)
				}
			}()
			p.Get()
		}()
	}
}
