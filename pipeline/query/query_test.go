package query

import (
	"slices"
	"strings"
	"testing"

	"cutline/model"
	"cutline/pipeline"
	"cutline/pipeline/slim"
)

func TestPattern(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		typed, text string
		want        bool
	}{
		{"cent", "Two CENTS", true},
		{"Cent", "two cents", false},
		{"Cent", "two Cents", true},
		{"a.c", "abc", false},
		{"a.c", "a.c", true},
		{"~a.c", "xABCx", true},
		{"~a.C", "xabcx", false},
		{"/a.c/", "abc", true},
		{"/usr/bin", "in /usr/bin", true},
		{"~^b$", "a\nb\nc", true},
		{`~\S\W`, "a b", true},
		{`~\\A`, `\a`, false},
		{"", "a", false},
		{"  ", "a  b", false},
		{"~", "~", false},
		{"two words", "Two words", true},
		{"große", "GROßE", true},
		{"größe", "GRÖßE", true},
		{"e", "\xff\xfeE", true},
	} {
		p, err := Compile(c.typed)
		if err != nil {
			t.Errorf("%q: %v", c.typed, err)
			continue
		}
		if got := p.In(c.text); got != c.want {
			t.Errorf("%q in %q: %v", c.typed, c.text, got)
		}
		if got := len(p.Places(c.text, 9)) > 0; got != c.want {
			t.Errorf("%q stands in %q at %v", c.typed, c.text, p.Places(c.text, 9))
		}
	}
	for _, c := range []struct{ typed, text string }{
		{"please", "ple\u200base"},
		{"Review", "Re\u00adview"},
		{"nimda", "\u2066nim\u202eda"},
		{"~^zero.?width$", "a\nzero\ufeffwidth"},
		{"größe", "GRÖ\u200dẞE"},
	} {
		p, err := Compile(c.typed)
		if err != nil || !p.In(c.text) || p.In("plea sere view") {
			t.Errorf("%q in %q: %v", c.typed, c.text, err)
		}
	}
	for typed, want := range map[string]string{"~(a": "missing closing )", "~x*": "everywhere", "~[": "missing closing ]"} {
		if _, err := Compile(typed); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "(?m") {
			t.Errorf("%q: %v", typed, err)
		}
	}
}

// session is one of seven messages, of all kinds.
func session() (*model.Session, []pipeline.Fate) {
	s := &model.Session{
		Rows: []model.Row{
			{Role: model.System, Rendered: 100},
			{Role: model.User, Origin: model.Injected, Rendered: 50},
			{Role: model.User, Origin: model.Person, Rendered: 20, Flags: model.HasText},
			{Role: model.Assistant, Rendered: 400, Flags: model.HasCall, Tool: "Read"},
			{Role: model.Tool, Rendered: 30_000, Flags: model.HasResult | model.Failed, Tool: "Read"},
			{Role: model.Tool, Rendered: 10_000, Flags: model.HasResult, Tool: "Bash"},
			{Role: model.User, Origin: model.FromSummary, Rendered: 900},
		},
		Links: []model.Link{
			{Name: "Read", Row: 3},
			{Name: "Bash", Row: 3},
			{Name: "Read", Row: 4, Result: true},
			{Name: "Bash", Row: 5, Result: true},
			{Name: "Bash", Row: 5, Result: true},
		},
	}
	f := make([]pipeline.Fate, len(s.Rows))
	f[0].Aside = true
	f[1].LeftOut = true
	f[2].Slim = &slim.Allocation{Size: 20, Tier: slim.Full}
	f[3].Slim = &slim.Allocation{Size: 400, Tier: slim.Full, Said: true}
	f[4].Slim = &slim.Allocation{Size: 30_000, Tier: slim.Truncated}
	f[5].Slim = &slim.Allocation{Size: 10_000, Tier: slim.Dropped}
	f[6].Kept = true
	return s, f
}

func TestFilter(t *testing.T) {
	t.Parallel()
	s, f := session()
	for typed, want := range map[string][]int{
		"":                        {0, 1, 2, 3, 4, 5, 6},
		"role:user":               {1, 2, 6},
		"role:user,system":        {0, 1, 2, 6},
		"-role:user":              {0, 3, 4, 5},
		"origin:person":           {2},
		"origin:injected,summary": {1, 6},
		"typed":                   {2},
		"tool:bash":               {3, 5},
		"tool:Bash role:tool":     {5},
		"tool:read,bash":          {3, 4, 5},
		"error":                   {4},
		"size>10k":                {4},
		"size>=10k":               {4, 5},
		"size<50":                 {2},
		"size<=0.05k -typed":      {1},
		"fate:whole":              {2},
		"fate:words":              {3},
		"fate:cut,unread":         {4, 5},
		"fate:cut,dropped":        {4, 5}, // as the JSON calls it
		"fate:kept":               {6},
		"fate:aside":              {0},
		"fate:left-out":           {1},
		"lossy":                   {3, 4, 5},
		"call":                    {3},
		"result -error":           {5},
		"some words":              {0, 1, 2, 3, 4, 5, 6}, // their texts are another question
	} {
		q, err := Parse(typed)
		if err != nil {
			t.Errorf("%q: %v", typed, err)
			continue
		}
		var got []int
		for i := range s.Rows {
			if q.Is(Subject{s, i, f[i]}) {
				got = append(got, i)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %v, not %v", typed, got, want)
		}
	}
}

func TestFilterWords(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		typed, text string
		reads, want bool
	}{
		{"role:tool", "", false, true},
		{"role:tool green Tests", "the Tests are GREEN", true, true},
		{"green -red", "green and red", true, false},
		{`"two words"`, "two  words", true, false},
		{`"two words" x`, "x two words", true, true},
		{`"role:user"`, "a role:user here", true, true},
		{`"never closed`, "never closed", true, true},
		{"~[0-9]+ms", "took 14ms", true, true},
		{"http://x", "see http://x", true, true}, // no key of ours
		{"-", "a-b", true, true},
	} {
		q, err := Parse(c.typed)
		if err != nil || q.Reads() != c.reads || q.Holds(c.text) != c.want {
			t.Errorf("%q: reads %v, holds %v, %v", c.typed, q.Reads(), q.Holds(c.text), err)
		}
	}
	for _, typed := range []string{"role:boss", "role:", "size>", "size>many", "fate:whole,gone", "~(", "size>NaN", "size>Inf", "size>-1"} {
		if _, err := Parse(typed); err == nil {
			t.Errorf("%q is taken", typed)
		}
	}
}

// Every choice is a filter, and what it says of itself fits in a row.
func TestChoices(t *testing.T) {
	t.Parallel()
	s, fates := session()
	all := Choices(s)
	counts := Counts(all, s, func(i int) pipeline.Fate { return fates[i] })
	for k, c := range all {
		f, err := Parse(c.Term)
		if err != nil || f.Empty() || f.Reads() || c.About == "" {
			t.Errorf("%s: %v", c.Term, err)
		}
		n := 0
		for i := range s.Rows {
			if f.Is(Subject{s, i, fates[i]}) {
				n++
			}
		}
		if counts[k] != n {
			t.Errorf("%s is counted %d times, %d messages are so", c.Term, counts[k], n)
		}
	}
	if n := len(all); all[n-2].Term != "tool:Bash" || all[n-1].Term != "tool:Read" {
		t.Errorf("the tools are not the most used first: %v", all[n-2:])
	}
	if before, last := Last("role:user -ro"); before != "role:user -" || last != "ro" {
		t.Errorf("%q, %q", before, last)
	}
}

// Whatever is typed is a filter or a sentence.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"", "role:user tool:Bash error size>10k fate:cut word", `"a b" -~x+ "`, "size>=1e309", "/[/", "~(?i)É", "-- -\"", "tool:,", "tool:\f", "a\u00a0tool:\u2003x"} {
		f.Add(s, "some Text")
	}
	s, fates := session()
	f.Fuzz(func(t *testing.T, typed, body string) {
		q, err := Parse(typed)
		if err != nil {
			if strings.TrimSpace(err.Error()) == "" {
				t.Error("an error without words")
			}
			return
		}
		for i := range s.Rows {
			q.Is(Subject{s, i, fates[i]})
		}
		q.Holds(body)
		again, err := Parse(q.String())
		if err != nil || again.Reads() != q.Reads() {
			t.Errorf("%q is a filter, %q is not: %v", typed, q.String(), err)
		}
		p, err := Compile(typed)
		if err != nil {
			return
		}
		for _, at := range p.Places(body, 99) {
			if at[0] >= at[1] || at[1] > len(body) || !p.In(body) {
				t.Errorf("%q stands at %v in %q", typed, at, body)
			}
		}
	})
}
