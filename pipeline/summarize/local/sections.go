package local

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"cutline/model"
	"cutline/model/js"
	"cutline/pipeline/facts"
)

// part is what one section has to say.
type part struct {
	items []item
	more  []string // for each item, what follows it where room is left; may be nil
	give  order
}

func (p part) size() int {
	n := size(p.items)
	for _, m := range p.more {
		n += js.Units(m)
	}
	return n
}

// write fits a part into a room: the entries first, then what may follow them, from the first on.
func (p part) write(room int) string {
	left := room - size(p.items)
	if left < 0 || p.more == nil {
		return fit(p.items, room, p.give)
	}
	items := slices.Clone(p.items)
	for i, m := range p.more {
		if n := js.Units(m); n <= left {
			items[i].text += m
			left -= n
		}
	}
	return join(items)
}

// sections are the nine but the messages of persons, which stand apart.
func (b *builder) sections() []part {
	return []part{
		{items: b.primary(), give: largest},
		{items: b.concepts()},
		b.files(),
		{items: b.errors()},
		{items: b.solving()},
		{},
		{items: b.pending()},
		{items: b.current()},
		{items: b.next()},
	}
}

// primary: every constraint, then the last request and the first, as a person wrote them.
func (b *builder) primary() []item {
	out := make([]item, 0, len(b.facts.Constraints)+2)
	for _, c := range b.facts.Constraints {
		out = append(out, bullet("constraint: ", c.Text))
	}
	asks := b.facts.Asks
	if n := len(asks); n > 0 {
		out = append(out, bullet("last request: ", asks[n-1].Text))
		if n > 1 {
			out = append(out, bullet("first request: ", asks[0].Text))
		}
	}
	return out
}

// concepts: what occurs most, counted.
func (b *builder) concepts() []item {
	var out []item
	langs := make(map[string]int)
	for _, f := range b.merged() {
		if l := facts.Language(f.Text); l != "" {
			langs[l]++
		}
	}
	names := make([]string, 0, len(langs))
	for l := range langs {
		names = append(names, l)
	}
	slices.SortFunc(names, func(x, y string) int {
		return cmp.Or(cmp.Compare(langs[y], langs[x]), cmp.Compare(x, y))
	})
	line := func(what string, words []string) {
		if len(words) > 0 {
			out = append(out, bullet(what+": ", strings.Join(words, ", ")))
		}
	}
	for i, l := range names {
		names[i] = fmt.Sprintf("%s %d", l, langs[l])
	}
	line("languages, by files", names)
	line("programs run", counted(b.facts.Programs, 12))
	line("names", counted(b.facts.Identifiers, 24))
	line("numbers", counted(b.facts.Numbers, 12))
	line("links", counted(b.facts.Links, 8))
	return out
}

// counted lists the heaviest facts that somebody spoke of, with how often they occur.
func counted(list []facts.Fact, most int) []string {
	out := make([]string, 0, most)
	for _, f := range list {
		if f.Role != model.Tool && len(out) < most { // what only tools printed is no concept of this work
			out = append(out, fmt.Sprintf("%s %d×", f.Text, f.Mentions))
		}
	}
	return out
}

// errors: what failed and what followed, open ones first, newest first.
func (b *builder) errors() []item {
	list := slices.Clone(b.facts.Errors)
	slices.SortStableFunc(list, func(x, y facts.Failure) int {
		return cmp.Or(cmp.Compare(min(x.FixedAt, 0), min(y.FixedAt, 0)), cmp.Compare(y.Last, x.Last))
	})
	out := make([]item, 0, len(list))
	for _, f := range list {
		tool := f.Tool
		if tool == "" {
			tool = "a call"
		}
		line := tool
		if f.Subject != "" {
			line += " " + cut(b.short(f.Subject), 100)
		}
		if f.Mentions > 1 {
			line += fmt.Sprintf(", %d times", f.Mentions)
		}
		out = append(out, bullet("", line+" ("+b.followed(f)+"): "+cut(f.Text, 160)))
	}
	return out
}

func (b *builder) followed(f facts.Failure) string {
	if f.FixedAt < 0 {
		return "not resolved in these messages"
	}
	if len(f.Between) == 0 {
		return "the same call succeeded later, no file was changed in between"
	}
	files := make([]string, 0, len(f.Between))
	for _, p := range f.Between {
		files = append(files, b.short(p))
	}
	if n := len(files); n > 4 {
		files = append(files[:4], fmt.Sprintf("%d more", n-4))
	}
	return "the same call succeeded after changes to " + strings.Join(files, ", ")
}

func cut(s string, n int) string {
	if js.Units(s) <= n {
		return s
	}
	return js.Prefix(s, n-1) + "…"
}
