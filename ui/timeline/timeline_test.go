package timeline

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"
	"pgregory.net/rapid"

	"cutline/keymap"
	"cutline/model"
	"cutline/model/load"
	"cutline/pipeline"
	"cutline/render/text"
	"cutline/render/theme"
)

// saga writes a session of Claude Code: its context grows with every answer, is compacted
// once late, once early and once again at once, by which nearly nothing is saved.
func saga() string {
	var b strings.Builder
	n, parent := 0, "null"
	record := func(typ, more string) {
		n++
		fmt.Fprintf(&b, `{"parentUuid":%s,"isSidechain":false,"sessionId":"s1","type":%q,"uuid":"u%d","timestamp":"2026-03-01T10:00:00.000Z",%s}`+"\n", parent, typ, n, more)
		parent = fmt.Sprintf(`"u%d"`, n)
	}
	user := func(words string) { record("user", fmt.Sprintf(`"message":{"role":"user","content":%q}`, words)) }
	answers := func(count, from, step int) {
		for i := range count {
			record("assistant", fmt.Sprintf(`"message":{"id":"m%d","model":"claude-sonnet-4-5","role":"assistant","usage":{"input_tokens":%d,"output_tokens":20},"content":[{"type":"text","text":"Part %d is done: the tests are green."}]}`, n, from+i*step, i+1))
		}
	}
	compact := func(trigger string, before int) {
		parent = "null"
		record("system", fmt.Sprintf(`"subtype":"compact_boundary","compactMetadata":{"trigger":%q,"preTokens":%d}`, trigger, before))
		record("user", `"isCompactSummary":true,"message":{"role":"user","content":"This session is being continued from a previous conversation.\n\n1. Asked: a parser for bank files, tolerant of odd dates.\n2. Done: reading, rounding, the tests of both.\n3. Open: the importer. `+strings.Repeat("Nothing of this may be changed without asking. ", 3)+`"}`)
	}
	user("Write a parser for the files of my bank.")
	answers(24, 30_000, 6_800)
	compact("auto", 187_000)
	user("Go on with the rounding.")
	answers(20, 40_000, 5_000)
	compact("manual", 136_000)
	answers(3, 134_500, 500)
	compact("auto", 136_500)
	user("And now the importer, 銀行 first.")
	answers(9, 60_000, 3_000)
	return b.String()
}

func opened(t interface {
	Helper()
	Fatal(args ...any)
}, th *theme.Theme,
) (*Pane, *model.Session) {
	t.Helper()
	s, err := load.From(strings.NewReader(saga()), "saga.jsonl", load.Choice{})
	if err != nil {
		t.Fatal(err)
	}
	p := New(th)
	out := pipeline.Replay(s, pipeline.Defaults(), nil)
	p.Show(s, &out)
	return p, s
}

func TestView(t *testing.T) {
	for _, size := range [][2]int{{60, 16}, {80, 24}, {120, 40}, {200, 60}} {
		for name, keys := range map[string][]keymap.Action{
			"picture": nil, "due": {keymap.Top}, "inside": {keymap.Top, keymap.Next, keymap.Open}, "summarized": {keymap.Top, keymap.Next, keymap.Open, keymap.Next, keymap.Next, keymap.Down},
		} {
			for look, th := range map[string]*theme.Theme{"plain": theme.Plain(), "ascii": theme.PlainASCII(), "colour": theme.Colour(true)} {
				if look != "plain" && size[0] != 80 {
					continue
				}
				t.Run(fmt.Sprintf("%s/%s/%dx%d", name, look, size[0], size[1]), func(t *testing.T) {
					t.Parallel()
					p, _ := opened(t, th)
					p.SetSize(size[0], size[1])
					for _, a := range keys {
						if a == keymap.Open {
							p.Enter()
							continue
						}
						p.Do(a)
					}
					golden.RequireEqual(t, []byte(p.Title()+" | "+p.Position()+" | "+p.Foot()+"\n"+strings.Join(p.View(), "\n")))
				})
			}
		}
	}
}

// Enter goes to a live message, looks into the compaction that took one that is not, and in
// a compaction goes to its summary when that is live.
func TestEnter(t *testing.T) {
	p, s := opened(t, theme.Plain())
	p.SetSize(80, 24)
	if m := p.mark(); m.Compaction != 2 {
		t.Fatalf("the cursor begins on %+v, not on the last compaction", m)
	}
	if row := p.Enter(); row >= 0 || p.open == nil || p.open.k != 2 {
		t.Fatalf("enter on a compaction: row %d, %+v", row, p.open)
	}
	if row := p.Enter(); row != 0 || s.Rows[row].Origin != model.FromSummary {
		t.Errorf("enter in the last compaction goes to %d, not to its summary", row)
	}
	if !p.Back() || p.Back() {
		t.Error("back leaves the compaction, once")
	}
	p.Do(keymap.Top)
	if m := p.mark(); m.Compaction >= 0 || p.d.History[m.Point].Row >= 0 {
		t.Fatalf("the first mark is %+v", m)
	}
	if row := p.Enter(); row >= 0 || p.open == nil || p.open.k != 0 {
		t.Errorf("enter on a message that was summarized: row %d, %+v", row, p.open)
	}
	if row := p.Enter(); row >= 0 {
		t.Errorf("the summary of the first compaction is not live, and row %d", row)
	}
	p.Back()

	tight := pipeline.Defaults()
	tight.Trigger.TokenLimit = 70_000 // met again after the last compaction
	out := pipeline.Replay(s, tight, nil)
	p.Show(s, &out)
	p.Do(keymap.Bottom)
	row := p.Enter()
	if row < 0 || s.Rows[row].Role != model.Assistant || p.open != nil {
		t.Errorf("enter on a live message: row %d", row)
	}
}

// The file grows while a compaction is looked into.
func TestGrows(t *testing.T) {
	p, _ := opened(t, theme.Plain())
	p.SetSize(80, 24)
	p.Enter()
	p.Do(keymap.Down)
	s, err := load.From(strings.NewReader(saga()+`{"parentUuid":null,"isSidechain":false,"sessionId":"s1","type":"user","uuid":"later","message":{"role":"user","content":"and then?"}}`+"\n"), "saga.jsonl", load.Choice{})
	if err != nil {
		t.Fatal(err)
	}
	out := pipeline.Replay(s, pipeline.Defaults(), nil)
	p.Show(s, &out)
	if p.open == nil || p.open.k != 2 || p.open.list.Cursor != 1 {
		t.Errorf("the place is lost: %+v", p.open)
	}
}

func TestNothingToShow(t *testing.T) {
	p := New(theme.Plain())
	s := &model.Session{}
	out := pipeline.Replay(s, pipeline.Defaults(), nil)
	p.Show(s, &out)
	p.SetSize(60, 10)
	p.Do(keymap.Down)
	p.Do(keymap.Next)
	if row := p.Enter(); row >= 0 || p.Position() != "" || p.Foot() != "" || p.Click(3) {
		t.Errorf("row %d, %q, %q", row, p.Position(), p.Foot())
	}
	if got := p.View(); len(got) != 10 || !strings.Contains(got[0], "no messages") {
		t.Errorf("%q", got)
	}
}

// Whatever is pressed and clicked, the pane has its size.
func TestIsExact(t *testing.T) {
	actions := []keymap.Action{keymap.Up, keymap.Down, keymap.PageUp, keymap.PageDown, keymap.Top, keymap.Bottom, keymap.Prev, keymap.Next, keymap.Open, keymap.Back}
	rapid.Check(t, func(t *rapid.T) {
		p, _ := opened(t, theme.Plain())
		w, h := rapid.IntRange(1, 200).Draw(t, "width"), rapid.IntRange(1, 60).Draw(t, "height")
		p.SetSize(w, h)
		for range rapid.IntRange(0, 12).Draw(t, "steps") {
			switch a := rapid.SampledFrom(actions).Draw(t, "action"); a {
			case keymap.Open:
				p.Enter()
			case keymap.Back:
				p.Back()
			default:
				p.Do(a)
			}
			if rapid.IntRange(0, 4).Draw(t, "also") == 0 {
				p.Scroll(rapid.IntRange(-9, 9).Draw(t, "wheel"))
				p.Click(rapid.IntRange(-2, 70).Draw(t, "click"))
				w, h = rapid.IntRange(1, 200).Draw(t, "width"), rapid.IntRange(1, 60).Draw(t, "height")
				p.SetSize(w, h)
			}
		}
		lines := p.View()
		if len(lines) != h {
			t.Fatalf("%d lines instead of %d", len(lines), h)
		}
		for _, l := range lines {
			if text.Width(l) != w {
				t.Fatalf("%d cells instead of %d: %q", text.Width(l), w, l)
			}
		}
	})
}
