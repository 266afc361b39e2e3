package main

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"
)

// module is the name of this module; what starts with it is ours.
const module = "cutline"

// below lists, for each folder with code, the folders whose packages it may import besides
// its own. It is the diagram: an arrow may skip a floor, none turns back.
var below = map[string][]string{
	"keymap":   {},
	"model":    {},
	"pipeline": {"model"},
	"render":   {"pipeline", "model"},
	"ui":       {"render", "pipeline", "model", "keymap"},
}

// panes are the packages that draw a part of the screen; the others in ui are the tools they
// share, and the command line.
var panes = []string{"ui/compare", "ui/contents", "ui/detail", "ui/dials", "ui/giveback", "ui/loss", "ui/page", "ui/picker", "ui/spread", "ui/state", "ui/strategies", "ui/stream", "ui/survival", "ui/timeline", "ui/transcript"}

// tools are the packages in ui that any pane may import.
var tools = []string{"ui/layout", "ui/scroll"}

// lineByLine is the inspector without a screen: it asks the engine of ui, and says what the command line prints.
const lineByLine = "ui/linear"

// wiring puts all of ui together for the program, and nothing else stands on it.
const wiring = "ui/wire"

// only names imports that belong to one place, and that place. A path that ends in a slash
// stands for all that is in it.
var only = map[string]string{
	"cutline/pipeline/summarize/anthropic": "pipeline/summarize/connect",
	"cutline/pipeline/summarize/connect":   "ui/cli",
	"cutline/pipeline/summarize/openai":    "pipeline/summarize/connect",
	"github.com/charmbracelet/x/ansi":      "render/text",
	"github.com/gofrs/flock":               "model/save",
	"github.com/google/renameio/v2":        "model/save",
	"github.com/klauspost/compress/zstd":   "model/unpack",
	"modernc.org/sqlite/vfs":               "model/store",
	"net/http":                             "pipeline/summarize/",
}

// testOnly are modules and packages that the program is built without.
var testOnly = []string{
	"cutline/model/bench", "cutline/model/sessiontest", "cutline/pipeline/summarize/scripted", "github.com/google/go-cmp/", "pgregory.net/rapid", "github.com/rogpeppe/go-internal/",
	"github.com/creack/pty", "github.com/charmbracelet/x/exp/", "testing",
}

// listed is what `go list -json` says of a package.
type listed struct {
	ImportPath string
	Standard   bool
	Imports    []string
}

// list asks for every package of the module and all that they need.
func list(t *testing.T, args ...string) map[string]listed {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list", "-deps", "-json=ImportPath,Standard,Imports"}, args...)...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	all := make(map[string]listed)
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listed
		err := d.Decode(&p)
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatalf("go list: %v", err)
		}
		all[p.ImportPath] = p
	}
}

// ours gives the folder of a package of this module; "" is the root.
func ours(importPath string) (dir string, ok bool) {
	if importPath == module {
		return "", true
	}
	return strings.CutPrefix(importPath, module+"/")
}

// TestImports holds the imports of the program, tests left out, to the diagram in
// CONTRIBUTING.md.
func TestImports(t *testing.T) {
	t.Parallel()
	seen := 0
	for _, p := range list(t, "./...") {
		from, ok := ours(p.ImportPath)
		if !ok {
			continue
		}
		seen++
		for _, imp := range p.Imports {
			if to, ok := ours(imp); ok {
				if why := refuse(from, to); why != "" {
					t.Errorf("%s imports %s: %s", p.ImportPath, imp, why)
				}
			}
			if place, ok := only[imp]; ok && !within(from, place) {
				t.Errorf("%s imports %s, which belongs to %s", p.ImportPath, imp, place)
			}
		}
	}
	if seen < len(below) {
		t.Fatalf("go list showed %d packages of %s", seen, module)
	}
}

// within reports whether a folder is that place, or in it when the place ends in a slash.
func within(dir, place string) bool {
	return dir == place || strings.HasSuffix(place, "/") && strings.HasPrefix(dir+"/", place)
}

// refuse says why a package may not import another, or nothing.
func refuse(from, to string) string {
	if from == "" {
		return "" // where things are wired together
	}
	floor, _, _ := strings.Cut(from, "/")
	target, _, _ := strings.Cut(to, "/")
	switch {
	case to == "":
		return "nothing imports the program"
	case floor != target && !slices.Contains(below[floor], target):
		return floor + " knows nothing of " + target
	case to == wiring:
		return "only the program stands on the wiring"
	case from == wiring:
		return ""
	case from == lineByLine && (to == "ui" || to == "ui/cli"):
		return ""
	case floor == "ui" && target == "ui" && from != "ui" && !slices.Contains(tools, to):
		return "panes, tools and the command line know nothing of each other, nor of ui"
	case from == "ui" && (to == "ui/cli" || to == lineByLine):
		return "the inspector knows nothing of the command line"
	case from == "ui/cli" && to == "keymap":
		return "there are no keys without a terminal"
	}
	return ""
}

// TestRefuse shows that the rules of TestImports can fail.
func TestRefuse(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		from, to string
		refused  bool
	}{
		{"", "ui/cli", false},
		{"ui", "ui/transcript", false},
		{"ui", "ui/cli", true},
		{"", "ui/wire", false},
		{"ui", "ui/wire", true},
		{"ui/linear", "ui/wire", true},
		{"ui/wire", "ui/cli", false},
		{"ui/wire", "ui", false},
		{"ui/transcript", "ui/scroll", false},
		{"ui/transcript", "ui/detail", true},
		{"ui/transcript", "ui", true},
		{"ui/scroll", "ui/layout", false},
		{"ui/cli", "ui/page", true},
		{"ui/cli", "ui", true},
		{"ui/cli", "model/save", false},
		{"ui/cli", "keymap", true},
		{"ui/linear", "ui", false},
		{"ui/linear", "ui/cli", false},
		{"ui/linear", "keymap", false},
		{"ui/linear", "ui/detail", true},
		{"ui/cli", "ui/linear", true},
		{"render", "ui", true},
		{"render", "keymap", true},
		{"render/diff", "render/text", false},
		{"render", "model", false},
		{"pipeline/slim", "pipeline/trace", false},
		{"pipeline", "render/text", true},
		{"model", "pipeline/trace", true},
		{"model/load", "model/chat", false},
		{"keymap", "model", true},
		{"keymap", "ui", true},
		{"model", "", true},
	} {
		if got := refuse(c.from, c.to); (got != "") != c.refused {
			t.Errorf("%q imports %q: %q", c.from, c.to, got)
		}
	}
}

// TestPanes keeps the lists of this file true: what is in ui is a pane, a tool of the panes,
// or one of the ways in.
func TestPanes(t *testing.T) {
	t.Parallel()
	known := slices.Concat(panes, tools, []string{"ui/cli", "ui/early", "ui/tty", lineByLine, wiring})
	folders, err := os.ReadDir("ui")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range folders {
		if dir := path.Join("ui", f.Name()); f.IsDir() && f.Name() != "testdata" && !slices.Contains(known, dir) {
			t.Errorf("is %s a pane or a tool of the panes? imports_test.go does not say", dir)
		}
	}
}

// TestLinked checks that what serves tests alone is not part of the program.
func TestLinked(t *testing.T) {
	t.Parallel()
	for dep := range list(t, ".") {
		for _, p := range testOnly {
			if within(dep, p) {
				t.Errorf("the program is linked with %s", dep)
			}
		}
	}
}

// TestDependencies checks that every module that go.mod requires directly has a row in the
// table of dependencies of README.md, with its path in backquotes or as a link.
func TestDependencies(t *testing.T) {
	t.Parallel()
	out, err := exec.Command("go", "mod", "edit", "-json").Output()
	if err != nil {
		t.Fatalf("go mod edit: %v", err)
	}
	var mod struct {
		Require []struct {
			Path     string
			Indirect bool
		}
	}
	if err := json.Unmarshal(out, &mod); err != nil {
		t.Fatal(err)
	}
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	var table strings.Builder
	for line := range strings.Lines(string(readme)) {
		if cell := strings.TrimSpace(line); strings.HasPrefix(cell, "|") {
			table.WriteString(cell)
		}
	}
	direct := 0
	for _, r := range mod.Require {
		if r.Indirect {
			continue
		}
		direct++
		if !strings.Contains(table.String(), "`"+r.Path+"`") && !strings.Contains(table.String(), "["+r.Path+"]") {
			t.Errorf("README.md: no row in a table names `%s`", r.Path)
		}
	}
	if direct == 0 {
		t.Error("go.mod requires nothing directly: go mod tidy marks what is")
	}
}
