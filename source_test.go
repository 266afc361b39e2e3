package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestFolders checks that code lives in main.go and the five folders only.
func TestFolders(t *testing.T) {
	t.Parallel()
	files := 0
	for _, name := range source(t) {
		files++
		top, _, nested := strings.Cut(name, "/")
		if !nested && (name == "main.go" || strings.HasSuffix(name, "_test.go")) {
			continue
		}
		if _, ok := below[top]; !ok || !nested || strings.Contains(name, "testdata/") {
			t.Errorf("%s: code lives in main.go and in keymap, model, pipeline, render and ui", name)
		}
	}
	if files == 0 {
		t.Fatal("no Go file found")
	}
}

// source is the path of every Go file of the module, with slashes; hidden folders are none of it.
func source(t *testing.T) []string {
	t.Helper()
	var names []string
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != "." && strings.HasPrefix(d.Name(), "."):
			return fs.SkipDir
		case !d.IsDir() && strings.HasSuffix(name, ".go"):
			names = append(names, filepath.ToSlash(name))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// writers are the functions of package os that change what is on the disk. OpenFile is one
// when its flags say so.
var writers = []string{
	"Chmod", "Chown", "Chtimes", "CopyFS", "Create", "CreateTemp", "Link", "Mkdir", "MkdirAll", "MkdirTemp", "Remove",
	"RemoveAll", "Rename", "Symlink", "Truncate", "WriteFile",
}

// writing are the flags of os.OpenFile that make it one of the writers.
var writing = []string{"O_WRONLY", "O_RDWR", "O_CREATE", "O_TRUNC", "O_APPEND"}

// mayWrite are the places that change files: the writer of sessions, the file that the inspector
// hands to the person's editor, what the program notes down about itself in a folder of its own or a
// log that a person names, and what is no part of the program: the folders that measurements
// need, and what serves tests.
var mayWrite = []string{"model/save", "ui", "model/runlog", "model/bench", "model/bench/peers", "model/sessiontest"}

// terminal is the one path that is opened for writing elsewhere: it is no file.
const terminal = `"/dev/tty"`

// TestOneWriter checks that only model/save writes files that a person asked for, and beside it only
// those places that write their own, so that there is one place to look at when the question is what can be overwritten.
func TestOneWriter(t *testing.T) {
	t.Parallel()
	found := 0
	for _, name := range source(t) {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range writes(f) {
			found++
			if !slices.Contains(mayWrite, path.Dir(name)) {
				t.Errorf("%s: %s writes to the disk, which only model/save does", fset.Position(w.Pos()), w.Sel.Name)
			}
		}
	}
	if found == 0 {
		t.Fatal("not even model/save writes: the list of writers is out of date")
	}
}

// writes finds the uses of what changes files, calls or not.
func writes(f *ast.File) []*ast.SelectorExpr {
	names := osNames(f)
	reads := map[*ast.SelectorExpr]bool{} // os.OpenFile without a flag that writes
	var found []*ast.SelectorExpr
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if s, ok := n.Fun.(*ast.SelectorExpr); ok && len(n.Args) == 3 && s.Sel.Name == "OpenFile" {
				reads[s] = isTerminal(n.Args[0]) || !opensToWrite(n.Args[1])
			}
		case *ast.SelectorExpr:
			x, ok := n.X.(*ast.Ident)
			if ok && names[x.Name] && (slices.Contains(writers, n.Sel.Name) || n.Sel.Name == "OpenFile" && !reads[n]) {
				found = append(found, n)
			}
		}
		return true
	})
	return found
}

// osNames are the names under which a file knows package os.
func osNames(f *ast.File) map[string]bool {
	names := map[string]bool{}
	for _, i := range f.Imports {
		switch {
		case i.Path.Value != `"os"`:
		case i.Name != nil:
			names[i.Name.Name] = true
		default:
			names["os"] = true
		}
	}
	return names
}

func isTerminal(e ast.Expr) bool {
	lit, ok := e.(*ast.BasicLit)
	return ok && lit.Value == terminal
}

// opensToWrite reports whether the flags of os.OpenFile name a way to write. Flags that are
// computed elsewhere count as one.
func opensToWrite(flags ast.Expr) bool {
	named, write := false, false
	ast.Inspect(flags, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			named = true
			write = write || slices.Contains(writing, s.Sel.Name)
		}
		return true
	})
	return write || !named
}

// TestWrites shows that writing is recognised.
func TestWrites(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		code string
		want int
	}{
		{`package p; import "os"; func f() { os.Open("a") }`, 0},
		{`package p; import "os"; func f() { os.Create("a") }`, 1},
		{`package p; import disk "os"; func f() { disk.WriteFile("a", nil, 0) }`, 1},
		{`package p; import "os"; var remove = os.Remove`, 1},
		{`package p; import "os"; func f() { os.OpenFile("a", os.O_RDONLY, 0) }`, 0},
		{`package p; import "os"; func f() { os.OpenFile("a", os.O_APPEND|os.O_WRONLY, 0) }`, 1},
		{`package p; import "os"; func f(flags int) { os.OpenFile("a", flags, 0) }`, 1},
		{`package p; import "os"; func f() { os.OpenFile("/dev/tty", os.O_RDWR, 0) }`, 0},
		{`package p; type disk struct{}; func (disk) Create() {}; func f(os disk) { os.Create() }`, 0},
	} {
		f, err := parser.ParseFile(token.NewFileSet(), "p.go", c.code, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		if got := len(writes(f)); got != c.want {
			t.Errorf("%s: %d writes, want %d", c.code, got, c.want)
		}
	}
}
