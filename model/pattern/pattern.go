// Package pattern holds regular expressions that are compiled when they are first used. The program has more than a
// hundred; compiling all of them at its start takes longer than most commands run.
package pattern

import (
	"regexp"
	"sync"
)

// Regexp is a regular expression of the standard library. An expression that is wrong panics at its first use;
// All is there so that a test can try each of them.
type Regexp struct {
	expr string
	once sync.Once
	re   *regexp.Regexp
}

var (
	mu  sync.Mutex
	all []*Regexp
)

// New keeps an expression. It is for variables of a package.
func New(expr string) *Regexp {
	r := &Regexp{expr: expr}
	mu.Lock()
	defer mu.Unlock()
	all = append(all, r)
	return r
}

// All are the expressions of the program.
func All() []*Regexp {
	mu.Lock()
	defer mu.Unlock()
	return all
}

// Get is the expression, compiled.
func (r *Regexp) Get() *regexp.Regexp {
	r.once.Do(func() { r.re = regexp.MustCompile(r.expr) })
	return r.re
}

// String is the expression as it is written.
func (r *Regexp) String() string { return r.expr }

// MatchString is that of the standard library.
func (r *Regexp) MatchString(s string) bool { return r.Get().MatchString(s) }

// FindString is that of the standard library.
func (r *Regexp) FindString(s string) string { return r.Get().FindString(s) }

// FindStringIndex is that of the standard library.
func (r *Regexp) FindStringIndex(s string) []int { return r.Get().FindStringIndex(s) }

// FindStringSubmatch is that of the standard library.
func (r *Regexp) FindStringSubmatch(s string) []string { return r.Get().FindStringSubmatch(s) }

// FindStringSubmatchIndex is that of the standard library.
func (r *Regexp) FindStringSubmatchIndex(s string) []int { return r.Get().FindStringSubmatchIndex(s) }

// FindAllString is that of the standard library.
func (r *Regexp) FindAllString(s string, n int) []string { return r.Get().FindAllString(s, n) }

// FindAllStringIndex is that of the standard library.
func (r *Regexp) FindAllStringIndex(s string, n int) [][]int { return r.Get().FindAllStringIndex(s, n) }

// FindAllStringSubmatch is that of the standard library.
func (r *Regexp) FindAllStringSubmatch(s string, n int) [][]string {
	return r.Get().FindAllStringSubmatch(s, n)
}

// FindAllStringSubmatchIndex is that of the standard library.
func (r *Regexp) FindAllStringSubmatchIndex(s string, n int) [][]int {
	return r.Get().FindAllStringSubmatchIndex(s, n)
}

// ReplaceAllString is that of the standard library.
func (r *Regexp) ReplaceAllString(s, repl string) string { return r.Get().ReplaceAllString(s, repl) }

// ReplaceAllStringFunc is that of the standard library.
func (r *Regexp) ReplaceAllStringFunc(s string, repl func(string) string) string {
	return r.Get().ReplaceAllStringFunc(s, repl)
}

// Split is that of the standard library.
func (r *Regexp) Split(s string, n int) []string { return r.Get().Split(s, n) }
