package pipeline

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"cutline/model/pattern"
)

// Change is a line of a settings file that goes or comes.
type Change struct {
	Old, New string // empty: there is none
}

// ErrByHand is the error of a settings file whose lines cannot be changed without touching others.
var ErrByHand = errors.New("its lines cannot be changed one by one")

// Unkept are the changes that Keep makes: the settings that a person wants to find again at the next
// start, and the names of parameters that the file should not hold any more.
type Unkept struct {
	Set  []Setting
	Drop []string
}

// Wanted says what a settings file has to change so that a next start has the parameters of the moment.
// Given says which of them a flag gave for this run alone; parameters of one session are left out. List
// are the strategies that there are.
func Wanted(file []byte, p Params, list []Strategy, given func(param string) bool) Unkept {
	set, _ := ReadSettings(file) // what is wrong in it was said at the start
	old := map[string]string{}
	for _, s := range set.Values {
		old[s.Name] = s.Value
	}
	strategy, ok := FindStrategy(list, p.Strategy)
	if !ok {
		strategy = list[0]
	}
	var out Unkept
	first := Defaults().Strategy
	switch {
	case given("strategy"):
	case p.Strategy == first && set.Base != "":
		out.Drop = append(out.Drop, "base")
	case p.Strategy != first && p.Strategy != set.Base:
		out.Set = append(out.Set, Setting{"base", p.Strategy})
	}
	for _, row := range settable {
		if row.Once || given(row.Name) {
			continue
		}
		value, own := row.Get(&p), row.Get(&strategy.Params)
		was, kept := old[row.Name]
		if kept {
			q := Defaults()
			if row.Set(&q, was) == nil {
				was = row.Get(&q)
			}
		}
		switch {
		case value == own && kept:
			out.Drop = append(out.Drop, row.Name)
		case value != own && (!kept || was != value):
			out.Set = append(out.Set, Setting{row.Name, value})
		}
	}
	return out
}

// Lines are the settings as lines of a file.
func (u Unkept) Lines() []string {
	out := make([]string, len(u.Set))
	for i, s := range u.Set {
		out[i] = s.line()
	}
	return out
}

// bare is a value that stands in a file without quotes.
var bare = pattern.New(`^(true|false|-?(0|[1-9]\d*)(\.\d+)?)$`)

// line is a setting as a line of a file.
func (s Setting) line() string {
	if row, _ := Lookup(s.Name); bare.MatchString(s.Value) && row.Kind() != Words {
		return s.Name + " = " + s.Value
	}
	text, err := toml.Marshal(map[string]string{s.Name: s.Value})
	if err != nil || strings.Count(string(text), "\n") != 1 {
		return s.Name + " = " + strconv.Quote(s.Value)
	}
	return strings.TrimSuffix(string(text), "\n")
}

// Keep changes the lines of a settings file, and no other: comments, order and all else stay. It gives
// the new text and the lines that went and came. The error wraps ErrByHand when it is not sure of that.
func (u Unkept) Keep(file []byte) ([]byte, []Change, error) {
	before, _ := ReadSettings(file)
	text := strings.ReplaceAll(string(file), "\r\n", "\n")
	var lines []string
	if text != "" {
		lines = strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	}
	at := map[string]int{} // line of a setting, from 0
	last := -1             // of those outside of all tables
	for _, s := range flatten(file) {
		if s.head {
			break
		}
		at[s.name()], last = s.line-1, s.line-1
	}
	var changes []Change
	var fresh []string
	gone := map[int]bool{}
	for _, name := range u.Drop {
		k, ok := at[name]
		if !ok || !plainLine(lines[k]) {
			return nil, nil, fmt.Errorf("%s: %w", name, ErrByHand)
		}
		changes, gone[k] = append(changes, Change{Old: lines[k]}), true
	}
	for _, s := range u.Set {
		k, ok := at[s.Name]
		switch {
		case !ok:
			fresh = append(fresh, s.line())
			changes = append(changes, Change{New: s.line()})
		case !plainLine(lines[k]):
			return nil, nil, fmt.Errorf("%s: %w", s.Name, ErrByHand)
		default:
			now := s.line() + comment(lines[k])
			changes = append(changes, Change{lines[k], now})
			lines[k] = now
		}
	}
	if len(fresh) > 0 && last < 0 && len(lines) > 0 {
		fresh = append(fresh, "")
	}
	var out []string
	for k := -1; k < len(lines); k++ {
		if k >= 0 && !gone[k] {
			out = append(out, lines[k])
		}
		if k == last {
			out = append(out, fresh...)
		}
	}
	now := strings.Join(out, "\n") + "\n"
	if strings.Contains(string(file), "\r\n") {
		now = strings.ReplaceAll(now, "\n", "\r\n")
	}
	if !u.holds(before, []byte(now)) {
		return nil, nil, ErrByHand
	}
	return []byte(now), changes, nil
}

// holds reports whether a new file says what it should, and all else that the old one said.
func (u Unkept) holds(before Settings, file []byte) bool {
	want := slices.DeleteFunc(slices.Clone(before.Values), func(s Setting) bool {
		return slices.Contains(u.Drop, s.Name) || slices.ContainsFunc(u.Set, func(n Setting) bool { return n.Name == s.Name })
	})
	base := before.Base
	if slices.Contains(u.Drop, "base") {
		base = ""
	}
	for _, s := range u.Set {
		if s.Name == "base" {
			base = s.Value
			continue
		}
		want = append(want, s)
	}
	now, bad := ReadSettings(file)
	same := func(a, b Setting) int { return strings.Compare(a.Name+"="+a.Value, b.Name+"="+b.Value) }
	slices.SortFunc(want, same)
	slices.SortFunc(now.Values, same)
	return len(bad) == 0 && now.Base == base && slices.Equal(want, now.Values) && slices.Equal(before.Strategies, now.Strategies)
}

// plainLine reports whether a line is a setting all by itself.
func plainLine(line string) bool {
	var one map[string]any
	return toml.Unmarshal([]byte(line), &one) == nil && len(one) == 1
}

// comment is what stands behind the value of a line, with the blanks before it.
func comment(line string) string {
	for i := range line {
		if line[i] == '#' && plainLine(line[:i]) {
			value := strings.TrimRight(line[:i], " \t")
			return line[len(value):]
		}
	}
	return ""
}
