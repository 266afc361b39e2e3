package loss

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"cutline/keymap"
	"cutline/model"
	"cutline/pipeline/facts"
	"cutline/pipeline/retention"
	"cutline/render/text"
	"cutline/render/theme"
)

const summary = "Build the parser.\nSee internal/ghost.go, \x1b[31mport 8443\x1b[0m and rates/table.go; \"you said that it may break\"."

// scored is a score with something of every kind, of messages that are hostile to a terminal.
func scored() *retention.Output {
	at := func(words string) (from, to int) {
		from = strings.Index(summary, words)
		return from, from + len(words)
	}
	o := &retention.Output{
		Score: 41.2, Low: 30, High: 55, N: 12, Per1k: 3.1, Checked: 4, Precision: 50,
		Classes: []retention.Class{{Class: facts.Constraint, Weight: 25, N: 2, Kept: .25}, {Class: facts.File, Weight: 15, N: 2, Kept: .5}, {Class: facts.Link, Weight: 3, N: 1}},
		Facts: []retention.Fact{
			{Class: facts.Constraint, Text: "Never push to main.", Index: 0, Span: facts.Span{Start: 4, End: 23}, Points: 20},
			{Class: facts.Constraint, Text: "Ask before a release.", Index: 0, Span: facts.Span{Start: 24, End: 45}, Kept: .5, Points: 10},
			{Class: facts.File, Text: "銀行/解析.go", Index: 1, Points: 8},
			{Class: facts.File, Text: "kept.go", Index: 1, Kept: 1, Points: 7},
			{Class: facts.Link, Text: "https://example.org/\x1b]0;x\a", Index: 2, Points: 3},
		},
		Baselines: []retention.Baseline{{Name: retention.Users, Score: 20}, {Name: retention.Slim, Score: 44}},
	}
	for _, c := range []retention.Claim{
		{Class: "path", Text: "internal/ghost.go", Line: 2},
		{Class: "path", Text: "rates/table.go", Line: 2, Supported: true},
		{Class: "quote", Text: "you said that it may break", Line: 2},
	} {
		c.From, c.To = at(c.Text)
		o.Named = append(o.Named, c)
		if !c.Supported {
			o.Fabricated = append(o.Fabricated, c)
		}
	}
	return o
}

func message(i int) (model.Message, error) {
	switch i {
	case 0:
		return model.Message{Role: model.User, Parts: []model.Part{{Kind: model.Text, Text: "Hi. Never push to main. Ask before a release.\x1b[2J"}}}, nil
	case 1:
		return model.Message{Role: model.Assistant, Parts: []model.Part{{Kind: model.Text, Text: "I edit."}, {Kind: model.Call, Name: "Edit", Args: `{"file":"銀行/解析.go"}`}}}, nil
	}
	return model.Message{}, errors.New("the record cannot be read")
}

func subject() Subject {
	return Subject{Name: "the result", Out: scored(), Saved: .9, Summary: summary, Message: message}
}

func pane(w, h int) *Pane {
	p := New(theme.Plain())
	p.SetSize(w, h)
	p.Show(subject())
	return p
}

// What stands in a message is found by its number too.
func TestFindByMessage(t *testing.T) {
	t.Parallel()
	p := pane(120, 40)
	p.Find("message 1")
	if v := seen(p); !strings.Contains(v, "解析.go") || strings.Contains(v, "Never push") {
		t.Errorf("message 1:\n%s", v)
	}
}

func seen(p *Pane) string { return strings.Join(p.View(), "\n") }

// An invented quote stands first, what costs most next, and what is kept not at all.
func TestItems(t *testing.T) {
	t.Parallel()
	var got []string
	for _, it := range Items(scored(), nil) {
		got = append(got, fmt.Sprintf("%s %s %.0f", it.State, it.Class, it.Points))
	}
	want := "invented quote 25, invented path 25, lost constraint 20, lost file 8, weakened constraint 5, lost link 3"
	if s := strings.Join(got, ", "); s != want {
		t.Errorf("%s, want %s", s, want)
	}
	items := Items(scored(), func(_ int, text string) bool { return text == "kept.go" })
	i := 0
	for ; i < len(items) && items[i].Text != "kept.go"; i++ {
	}
	if i == len(items) || !items[i].Pinned || items[i+1].Class != "constraint" {
		t.Errorf("what is pinned lost its place: %+v", items)
	}
}

// Every item shows its text, marked, beside the list or instead of it.
func TestSource(t *testing.T) {
	t.Parallel()
	p := pane(130, 30)
	for _, want := range []string{
		`✗[you said that it may break]`, "✗[internal/ghost.go]", "Hi. ✗[Never push to main.] ≈[Ask before a release.]", `{"file":"✗[銀行/解析.go]"}`,
		"Hi. ✗[Never push to main.] ≈[Ask before a release.]", "the record cannot be read",
	} {
		if !strings.Contains(seen(p), want) {
			t.Errorf("%+v shows no %q:\n%s", p.At(), want, seen(p))
		}
		p.Do(keymap.Down)
	}
	p = pane(60, 11)
	if why := p.Enter(); why != "" || !strings.Contains(seen(p), "✗[you said") || !strings.Contains(p.Position(), "mark 3 of 3") {
		t.Errorf("%q, %s:\n%s", why, p.Position(), seen(p))
	}
	p.Do(keymap.HitNext)
	if p.Position() != "mark 1 of 3" {
		t.Errorf("the next mark after the last is %q", p.Position())
	}
	if !p.Back() || p.Back() {
		t.Error("esc does not close the text, or closes more")
	}
}

// What the same tokens keep without a summary stands beside the score in every size, and the verdict.
func TestNeverAlone(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{60, 11}, {78, 18}, {118, 29}, {198, 50}} {
		s := seen(pane(size[0], size[1]))
		for _, want := range []string{"RS 41 [30–55]", "a lower bound", "slim", "does not beat slim", "low evidence"} {
			if !strings.Contains(strings.Join(strings.Fields(s), " "), want) {
				t.Errorf("%v: no %q:\n%s", size, want, s)
			}
		}
	}
}

// Every word of the score is explained in its place, whole, and a baseline has one name at every width.
func TestScoreIsExplained(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{80, 19}, {78, 19}, {118, 29}, {198, 50}} {
		head := seen(pane(size[0], size[1]))
		head, _, _ = strings.Cut(head, "── 3 lost")
		s := strings.Join(strings.Fields(head), " ")
		for _, want := range []string{"of 12 facts", "RS: facts kept, of 100", "95 % interval", "precision: names", "−90.0 % tokens", "facts/1k", "×25: ", " slim", "fair shares", " users", "your words"} {
			if !strings.Contains(s, want) {
				t.Errorf("%v: no %q:\n%s", size, want, head)
			}
		}
		if strings.Contains(head, theme.Plain().Shapes.Ellipsis) {
			t.Errorf("%v: an explanation is cut:\n%s", size, head)
		}
	}
}

// A new score leaves filters and cursor where they are, as long as their item is there.
func TestShowAgain(t *testing.T) {
	t.Parallel()
	p := pane(118, 29)
	p.Do(keymap.ClassNext)
	p.Do(keymap.Down)
	at := p.At().Text
	p.Show(subject())
	if p.At().Text != at || len(p.Shown()) != 2 {
		t.Errorf("the cursor is on %+v of %d", p.At(), len(p.Shown()))
	}
	p.Show(Subject{Name: "the result", Scoring: true})
	if p.At() != nil || !strings.Contains(seen(p), "scoring") {
		t.Errorf("while it is scored:\n%s", seen(p))
	}
	if p.Enter() == "" || p.Click(3) {
		t.Error("there is something to look at while it is scored")
	}
}

// Whatever is pressed at whatever size, the pane draws exactly its size and nothing of a session
// that moves a cursor.
func TestPaneFits(t *testing.T) {
	t.Parallel()
	actions := []keymap.Action{
		keymap.Up, keymap.Down, keymap.PageUp, keymap.PageDown, keymap.Top, keymap.Bottom, keymap.ClassNext, keymap.ClassPrev, keymap.OnlyState, keymap.HitNext, keymap.HitPrev,
	}
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(0, 220).Draw(t, "w"), rapid.IntRange(0, 60).Draw(t, "h")
		p := pane(w, h)
		if rapid.Bool().Draw(t, "ascii") {
			p.SetTheme(theme.PlainASCII())
		}
		for range rapid.IntRange(0, 12).Draw(t, "steps") {
			switch rapid.IntRange(0, 8).Draw(t, "what") {
			case 0:
				w, h = rapid.IntRange(0, 220).Draw(t, "w"), rapid.IntRange(0, 60).Draw(t, "h")
				p.SetSize(w, h)
			case 1:
				p.Enter()
			case 2:
				p.Back()
			case 3:
				p.Find(rapid.SampledFrom([]string{"", "push", "GO", "zz"}).Draw(t, "query"))
			case 4:
				p.Click(rapid.IntRange(0, 60).Draw(t, "y"))
			case 5:
				p.Scroll(rapid.IntRange(-9, 9).Draw(t, "d"))
			case 6:
				sub := subject()
				if rapid.Bool().Draw(t, "none") {
					sub = Subject{Why: "no score"}
				}
				sub.Notes, sub.Offer = []string{"a note of some length, which may not fit"}, "* pins it, & all lost constraints"
				p.Show(sub)
			default:
				p.Do(rapid.SampledFrom(actions).Draw(t, "action"))
			}
			lines := p.View()
			if w > 0 && h > 0 && len(lines) != h {
				t.Fatalf("%d lines of %d", len(lines), h)
			}
			for _, l := range lines {
				if text.Width(l) != w || strings.ContainsAny(l, "\x1b\a") {
					t.Fatalf("%q is %d cells wide, not %d", l, text.Width(l), w)
				}
			}
			_, _, _ = p.Title(), p.Foot(), p.Position()
		}
	})
}
