package facts

import (
	"testing"

	"github.com/google/go-cmp/cmp"
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
