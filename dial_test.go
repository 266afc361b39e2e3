package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestOneWayOut checks that there is one way from a command to a model, and that its first step ends when the network
// is forbidden: connect alone imports clients (see only), and who makes one is called by nobody but the next in this row.
func TestOneWayOut(t *testing.T) {
	t.Parallel()
	funcs := functions(t, "ui/cli")
	way := []string{"New", "client", "ask", "askers"} // the first is connect's
	for i, name := range way[:len(way)-1] {
		var callers []string
		for _, f := range funcs {
			if calls(f, name) {
				callers = append(callers, f.Name.Name)
			}
		}
		if diff := cmp.Diff([]string{way[i+1]}, callers); diff != "" {
			t.Errorf("who calls %s (-want +got):\n%s", name, diff)
		}
	}
	i := slices.IndexFunc(funcs, func(f *ast.FuncDecl) bool { return f.Name.Name == "askers" })
	if i < 0 || !endsOffline(funcs[i]) {
		t.Error("askers does not begin with a return when the network is forbidden")
	}
}

// functions are those of a package, tests left out.
func functions(t *testing.T, dir string) []*ast.FuncDecl {
	t.Helper()
	var all []*ast.FuncDecl
	for _, name := range source(t) {
		if path.Dir(name) != dir || strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			if d, ok := d.(*ast.FuncDecl); ok {
				all = append(all, d)
			}
		}
	}
	return all
}

// calls reports whether a function uses the method of a desk with that name, or New of connect.
func calls(f *ast.FuncDecl, name string) bool {
	of := "d"
	if name == "New" {
		of = "connect"
	}
	found := false
	ast.Inspect(f, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok && s.Sel.Name == name {
			x, ok := s.X.(*ast.Ident)
			found = found || ok && (x.Name == of || of == "d" && x.Name == "desk")
		}
		return true
	})
	return found
}

// endsOffline reports whether a function begins with a return for a desk whose network is forbidden.
func endsOffline(f *ast.FuncDecl) bool {
	first, ok := f.Body.List[0].(*ast.IfStmt)
	if !ok || len(first.Body.List) != 1 {
		return false
	}
	_, returns := first.Body.List[0].(*ast.ReturnStmt)
	cond := first.Cond
	for { // the first of what is joined by or
		b, ok := cond.(*ast.BinaryExpr)
		if !ok {
			break
		}
		if b.Op != token.LOR {
			return false
		}
		cond = b.X
	}
	s, ok := cond.(*ast.SelectorExpr)
	return returns && ok && s.Sel.Name == "Offline"
}
