package cli

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/model/load"
	"cutline/pipeline"
)

// What the context is filled with has keys of its own, which stay; they are there only when they
// are asked for.
func TestContextKeys(t *testing.T) {
	s, err := load.From(strings.NewReader(`{"cwd":"/w","usage":{"input_tokens":400,"output_tokens":5},"messages":[
{"role":"assistant","content":[{"type":"tool_use","id":"1","name":"Read","input":{"file_path":"/w/a.go"}}]},
{"role":"user","content":[{"type":"tool_result","tool_use_id":"1","content":"package a"}]},
{"role":"assistant","content":"It is empty."}]}`), "x.json", load.Choice{})
	if err != nil {
		t.Fatal(err)
	}
	p := pipeline.Defaults()
	r := pipeline.Plan(s, p, pipeline.Env{})
	view := inspection(s, &r, true)
	if list := keys(t, view); slices.ContainsFunc(list, func(k string) bool { return strings.HasPrefix(k, "context") }) {
		t.Errorf("unasked: %q", list)
	}
	out, err := fills(context.Background(), s, p, pipeline.Env{})
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Fields(`tokens source answer messages since explained overhead
		calibration calibration.fits calibration.reason calibration.applied calibration.factor calibration.points
		parts parts.name parts.tokens parts.chars parts.count parts.share parts.message
		parts.parts parts.parts.name parts.parts.tokens parts.parts.chars parts.parts.count parts.parts.share parts.parts.message
		parts.parts.parts parts.parts.parts.name parts.parts.parts.tokens parts.parts.parts.chars parts.parts.parts.count parts.parts.parts.share parts.parts.parts.message
		files files.name files.tokens files.chars files.count files.share files.message
		decisions decisions.rule decisions.chose decisions.because decisions.touches decisions.fallback`)
	if d := cmp.Diff(want, keys(t, contextView(&out))); d != "" {
		t.Errorf("keys of the context (- as promised, + as they are):\n%s", d)
	}
}
