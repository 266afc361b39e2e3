package picker

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/exp/golden"
	"pgregory.net/rapid"

	"cutline/keymap"
	"cutline/model/discover"
	"cutline/render/text"
	"cutline/render/theme"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// some are sessions of every kind, newest first.
func some() []discover.Entry {
	ago := func(d time.Duration) time.Time { return noon.Add(-d) }
	const home = "/home/dev/"
	return []discover.Entry{
		{Path: "a", Agent: "claude-code", Project: home + "ledger", Title: "Read the README against the code, and say what is wrong", ID: "a1", ModTime: ago(20 * time.Second), Size: 412_300, Read: true, Messages: 128, Used: 183_204, Window: 200_000, Compactions: 1, Subagents: []string{"x", "y"}},
		{Path: "b", Agent: "codex", Project: home + "work/clients/acme/inspector", Title: "Why is the second start slower than the first one?", ID: "b1", ModTime: ago(3 * time.Hour), Size: 4_120_000, Read: true, Messages: 269, Approx: true, Used: 46_947, Window: 258_400, Compactions: 2},
		{Path: "c", Agent: "pi", Project: "/srv/notes", Title: "喫茶店の一覧を\x1b[31m作って", ID: "c1", ModTime: ago(26 * time.Hour), Size: 30_100, Read: true, Messages: 31},
		{Path: "d", Agent: "copilot", Project: home + "shop", ID: "d1", ModTime: ago(5 * 24 * time.Hour), Size: 556_337, Read: true, Why: "no reader for sessions of copilot", Messages: -1},
		{Path: "e", Agent: "prime", ID: "e1", Project: home + "shop", ModTime: ago(40 * 24 * time.Hour), Size: 900, Read: true, Messages: 0},
		{Path: "f", Agent: "claude-code", ID: "f1", ModTime: ago(500 * 24 * time.Hour), Size: 1_200_000_000, Messages: -1},
	}
}

func filled() *Pane {
	p := New(theme.Plain(), noon, "/home/dev")
	p.Add(some())
	return p
}

func TestView(t *testing.T) {
	t.Parallel()
	for name, p := range map[string]*Pane{"found": filled(), "looking": New(theme.Plain(), noon, ""), "nothing": New(theme.Plain(), noon, "")} {
		if name == "nothing" {
			p.Done()
		}
		p.SetSize(80, 10)
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			golden.RequireEqual(t, []byte(strings.Join(p.View(), "\n")))
		})
	}
}

// paths are the sessions that show.
func paths(p *Pane) string {
	var b strings.Builder
	for _, i := range p.shown {
		b.WriteString(p.entries[i].Path)
	}
	return b.String()
}

// What comes in pieces, twice, or turns out to be a sub-agent's leaves the list in order and the
// cursor on its session.
func TestAdd(t *testing.T) {
	t.Parallel()
	p := New(theme.Plain(), noon, "")
	p.SetSize(80, 4)
	p.Add(some()[1:3])
	p.Do(keymap.Bottom)
	p.Add(append(some()[3:], some()[0]))
	e := some()[0]
	e.Title = "read"
	p.Add([]discover.Entry{e, {Path: "b", Parent: "a1"}, {Path: "new", Parent: "a1"}})
	p.Add([]discover.Entry{{Path: "a"}, {Path: "b"}}) // listed late: what is known stays
	if got := paths(p); got != "acdef" {
		t.Errorf("the list is %s", got)
	}
	if p.entries[0].Title != "read" {
		t.Error("what is new of a session is not taken")
	}
	if e, ok := p.Selected(); !ok || e.Path != "c" {
		t.Errorf("the cursor went from c to %q", e.Path)
	}
	if got := p.Position(); got != "5, 4 looked into" {
		t.Errorf("position %q", got)
	}
	p.Done()
	if got := p.Position(); got != "5" {
		t.Errorf("position %q", got)
	}
}

func TestFind(t *testing.T) {
	t.Parallel()
	p := filled()
	p.SetSize(80, 10)
	for query, want := range map[string]string{
		"": "abcdef", "CLAUDE": "af", "shop": "de", "slower codex": "b", "slower pi": "", "e1": "e", "  ": "abcdef",
	} {
		p.Find(query)
		if got := paths(p); got != want {
			t.Errorf("%q leaves %s, want %s", query, got, want)
		}
	}
	p.Find("slower")
	if e, _ := p.Selected(); e.Path != "b" || p.Title() != "sessions › slower" || p.Position() != "1 of 6, 5 looked into" {
		t.Errorf("found %q, %s, %s", e.Path, p.Title(), p.Position())
	}
	p.Find("")
	if e, _ := p.Selected(); e.Path != "b" {
		t.Errorf("lifting the search moves the cursor to %q", e.Path)
	}
	p.Find("nowhere")
	if _, ok := p.Selected(); ok || !strings.Contains(strings.Join(p.View(), "\n"), `No session has "nowhere"`) {
		t.Errorf("nothing found shows %q", p.View())
	}
}

func TestMove(t *testing.T) {
	t.Parallel()
	p := filled()
	p.SetSize(80, 4)
	for _, c := range []struct {
		action keymap.Action
		want   string
	}{
		{keymap.Down, "b"}, {keymap.Up, "a"}, {keymap.Up, "a"}, {keymap.PageDown, "c"}, {keymap.Bottom, "f"}, {keymap.PageUp, "d"}, {keymap.Top, "a"},
	} {
		if !p.Do(c.action) {
			t.Errorf("%s is not done", c.action)
		}
		if e, _ := p.Selected(); e.Path != c.want {
			t.Errorf("%s leads to %s, want %s", c.action, e.Path, c.want)
		}
	}
	if p.Do(keymap.Compact) {
		t.Error("compact is done by a list of sessions")
	}
	if p.Click(0) || p.Click(9) || !p.Click(2) {
		t.Error("a click on the names of the columns, or below the list, chooses something")
	}
	if e, _ := p.Selected(); e.Path != "b" {
		t.Errorf("the second row is %s", e.Path)
	}
	p.Scroll(3)
	if p.list.Top != 3 {
		t.Errorf("scrolled to %d", p.list.Top)
	}
	if p.Click(1); p.Foot() != "" {
		t.Errorf("foot %q", p.Foot())
	}
	p.Do(keymap.Top)
	if got := p.Foot(); got != "2 files of sub-agents beside it" {
		t.Errorf("foot %q", got)
	}
}

// The pane draws exactly its size, whatever it holds.
func TestExact(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := New(theme.Colour(rapid.Bool().Draw(t, "dark")), noon, "/home/dev")
		p.Add(some()[:rapid.IntRange(0, 6).Draw(t, "n")])
		if rapid.Bool().Draw(t, "done") {
			p.Done()
		}
		w, h := rapid.IntRange(1, 300).Draw(t, "w"), rapid.IntRange(1, 60).Draw(t, "h")
		p.SetSize(w, h)
		p.Find(rapid.SampledFrom([]string{"", "claude", "nothing has this"}).Draw(t, "query"))
		lines := p.View()
		if len(lines) != h {
			t.Fatalf("%d lines of %d", len(lines), h)
		}
		for _, l := range lines {
			if text.Width(l) != w {
				t.Fatalf("%d cells of %d: %q", text.Width(l), w, l)
			}
		}
	})
}

// Thousands of sessions that come in pieces: an entry is compared, not drawn.
func BenchmarkAdd(b *testing.B) {
	var all []discover.Entry
	for i := range 5000 {
		all = append(all, discover.Entry{Path: fmt.Sprint(i), Agent: "claude-code", Title: fmt.Sprintf("session number %d", i), Read: true})
	}
	for b.Loop() {
		p := New(theme.Plain(), noon, "")
		p.SetSize(120, 40)
		p.Find("number 4")
		for i := 0; i < len(all); i += 50 {
			p.Add(all[i : i+50])
		}
	}
}
