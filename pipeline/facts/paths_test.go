package facts

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/model"
)

func TestPaths(t *testing.T) {
	const patch = `*** Begin Patch\n*** Update File: a.go\n+x\n*** Add File: b/c.go\n+y\n*** End Patch`
	for _, c := range []struct {
		tool, args string
		want       []string
	}{
		{"Read", `{"file_path":"/w/./a.go"}`, []string{"/w/a.go"}},
		{"mcp__files__edit_file", `{"path":"a.go"}`, []string{"a.go"}},
		{"read_files", `{"paths":["a.go","b.go","a.go"]}`, []string{"a.go", "b.go"}},
		{"Bash", `{"command":"cat a.go > b.go"}`, nil},
		{"shell", `{"command":["bash","-lc","apply_patch <<'EOF'\n` + patch + `\nEOF"]}`, []string{"a.go", "b/c.go"}},
		{"apply_patch", `{"input":"` + patch + `"}`, []string{"a.go", "b/c.go"}},
		{"apply_patch", "*** Begin Patch\n*** Delete File: a.go\n*** End Patch", []string{"a.go"}},
		{"Grep", `{"path":"/w/a.go","pattern":"x"}`, nil},
		{"no_such_tool", `{"path":"a.go"}`, nil},
		{"Read", `not JSON`, nil},
	} {
		if d := cmp.Diff(c.want, Paths(c.tool, c.args)); d != "" {
			t.Errorf("%s %s:\n%s", c.tool, c.args, d)
		}
	}
}

func TestOfFile(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, args string
		want       bool
	}{
		{"Read", `{"file_path":"/w/a.go"}`, true},
		{"Edit", `{"file_path":"/w/a.go","old_string":"a","new_string":"b"}`, true},
		{"Grep", `{"pattern":"x"}`, false},
		{"Bash", `{"command":"go test ./..."}`, false},
		{"Bash", `{"command":"cd /w && sed -n '1,20p' a.go"}`, true},
		{"Bash", `{"command":"cat a.go | wc -l"}`, true},
		{"Bash", `{"command":"cat a.go && go test ./..."}`, false},
		{"shell", `{"command":["bash","-lc","cat a.go"]}`, true},
		{"WebSearch", `{"query":"x"}`, false},
		{"Read", `no json`, true},
	} {
		if got := OfFile(c.name, c.args); got != c.want {
			t.Errorf("%s %s: %v", c.name, c.args, got)
		}
	}
}

func TestTyped(t *testing.T) {
	t.Parallel()
	m := model.Message{Role: model.User, Origin: model.Person, Parts: []model.Part{
		{Kind: model.Text, Text: "<system-reminder>not this</system-reminder>\nfix it"}, {Kind: model.Image}, {Kind: model.Text, Text: "and that"},
	}}
	if got := Typed(m); got != "fix it\nand that" {
		t.Errorf("typed %q", got)
	}
}
