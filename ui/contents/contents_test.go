package contents

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"
	"pgregory.net/rapid"

	"cutline/keymap"
	"cutline/model"
	"cutline/model/load"
	"cutline/pipeline"
	"cutline/pipeline/fill"
	"cutline/render/text"
	"cutline/render/theme"
)

// filler writes a session of Claude Code with something of every kind.
func filler() string {
	var b strings.Builder
	n, parent := 0, "null"
	record := func(typ, more string) {
		n++
		fmt.Fprintf(&b, `{"parentUuid":%s,"isSidechain":false,"sessionId":"s1","cwd":"/home/dev/bank","type":%q,"uuid":"u%d","timestamp":"2026-03-01T10:00:00.000Z",%s}`+"\n", parent, typ, n, more)
		parent = fmt.Sprintf(`"u%d"`, n)
	}
	used := 21_000
	call := func(tool, args, output string) {
		record("assistant", fmt.Sprintf(`"message":{"id":"m%d","model":"claude-sonnet-4-5","role":"assistant","usage":{"input_tokens":%d,"output_tokens":20},"content":[{"type":"thinking","thinking":"What does it say?","signature":"x"},{"type":"text","text":"I look."},{"type":"tool_use","id":"c%d","name":%q,"input":%s}]}`, n, used, n, tool, args))
		record("user", fmt.Sprintf(`"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"c%d","content":%q}]}`, n-1, output))
		used += len(output)/3 + 60
	}
	record("user", `"message":{"role":"user","content":"Write a parser for the files of my bank, 銀行 first."}`)
	record("attachment", `"attachment":{"type":"nested_memory","path":"/home/dev/bank/CLAUDE.md","content":"`+strings.Repeat("Be careful with money. ", 40)+`"}`)
	for i := range 9 {
		call("Read", fmt.Sprintf(`{"file_path":"/home/dev/bank/a_rather_long_name_of_a_folder/and_another_one_in_it/file%d.go"}`, i%4), strings.Repeat("package bank // and so on\n", 30+20*i))
		call("Bash", `{"command":"go test ./..."}`, strings.Repeat("ok  bank/parse\n", 4))
	}
	call("Edit", `{"file_path":"/home/dev/bank/rounding.go","old_string":"a","new_string":"b\u001b[31m"}`, "done")
	record("user", `"message":{"role":"user","content":[{"type":"image","source":{"type":"base64","media_type":"image/png","data":"AAAA"}}]}`)
	record("assistant", fmt.Sprintf(`"message":{"id":"last","model":"claude-sonnet-4-5","role":"assistant","usage":{"input_tokens":%d,"output_tokens":20},"content":[{"type":"text","text":"A picture."}]}`, used+1_500))
	return b.String()
}

func opened(t interface {
	Helper()
	Fatal(args ...any)
}, th *theme.Theme,
) (*Pane, *model.Session, []fill.Piece) {
	t.Helper()
	s, err := load.From(strings.NewReader(filler()), "filler.jsonl", load.Choice{})
	if err != nil {
		t.Fatal(err)
	}
	pieces, err := fill.Read(context.Background(), s, nil)
	if err != nil {
		t.Fatal(err)
	}
	p := New(th)
	show(p, s, pieces)
	return p, s, pieces
}

func show(p *Pane, s *model.Session, pieces []fill.Piece) {
	out := pipeline.Fill(s, pipeline.Defaults(), pipeline.Env{}, pieces)
	p.Show(s, &out, false)
}

func do(p *Pane, keys ...keymap.Action) {
	for _, a := range keys {
		switch a {
		case keymap.Open:
			p.Enter()
		case keymap.Back:
			p.Back()
		default:
			p.Do(a)
		}
	}
}

func TestView(t *testing.T) {
	for _, size := range [][2]int{{60, 16}, {80, 24}, {120, 40}, {200, 60}} {
		for name, keys := range map[string][]keymap.Action{
			"kinds": nil, "tools": {keymap.Down, keymap.Open}, "files-of-a-tool": {keymap.Down, keymap.Open, keymap.Open},
			"messages": {keymap.Down, keymap.Open, keymap.Open, keymap.Open}, "files": {keymap.Order, keymap.Down}, "end": {keymap.Bottom},
		} {
			for look, th := range map[string]*theme.Theme{"plain": theme.Plain(), "ascii": theme.PlainASCII(), "colour": theme.Colour(true)} {
				if look != "plain" && size[0] != 80 {
					continue
				}
				t.Run(fmt.Sprintf("%s/%s/%dx%d", name, look, size[0], size[1]), func(t *testing.T) {
					t.Parallel()
					p, _, _ := opened(t, th)
					p.SetSize(size[0], size[1])
					do(p, keys...)
					golden.RequireEqual(t, []byte(p.Title()+" | "+p.Position()+" | "+p.Foot()+"\n"+strings.Join(p.View(), "\n")))
				})
			}
		}
	}
}

func TestEnter(t *testing.T) {
	p, s, pieces := opened(t, theme.Plain())
	p.SetSize(80, 24)
	if row, why := p.Enter(); row >= 0 || why == "" || p.Back() {
		t.Errorf("the overhead is the largest part, and enter goes to %d, %q", row, why)
	}
	if p.Largest() >= 0 {
		t.Error("the overhead has a largest message")
	}
	do(p, keymap.Down, keymap.Open, keymap.Open)
	if got := p.Title(); got != "context → results of tools → Read" {
		t.Fatal(got)
	}
	at := p.at()
	largest := p.Largest()
	if at.Kind != fill.Named || largest < 0 || s.Rows[largest].Tool != "Read" {
		t.Errorf("%+v", at)
	}
	show(p, s, pieces) // again, with what is open
	if p.at().Name != at.Name || len(p.levels) != 3 {
		t.Errorf("what was looked into is closed: %s", p.Title())
	}
	p.Enter()
	if row, why := p.Enter(); row != largest || why != "" {
		t.Errorf("enter on the largest message of a file goes to %d, not %d", row, largest)
	}
	show(p, s, pieces[:1])
	if len(p.levels) != 1 {
		t.Errorf("what is not there any more is open: %s", p.Title())
	}
	p.Show(&model.Session{}, &fill.Output{}, true)
	if row, why := p.Enter(); row >= 0 || why == "" || p.Foot() != "" || p.Position() != "" {
		t.Errorf("nothing leads to %d", row)
	}
}

func TestClick(t *testing.T) {
	p, _, _ := opened(t, theme.Plain())
	p.SetSize(80, 24)
	if p.Click(0) || !p.Click(3) || p.top().list.Cursor != 2 || p.Click(23) {
		t.Errorf("the cursor is on %d", p.top().list.Cursor)
	}
}

func TestSizes(t *testing.T) {
	plain, _, _ := opened(t, theme.Plain())
	empty := New(theme.PlainASCII())
	empty.Show(&model.Session{}, &fill.Output{}, false)
	actions := []keymap.Action{keymap.Up, keymap.Down, keymap.PageDown, keymap.Bottom, keymap.Top, keymap.Order, keymap.Open, keymap.Back}
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(1, 400).Draw(t, "w"), rapid.IntRange(1, 120).Draw(t, "h")
		keys := rapid.SliceOfN(rapid.SampledFrom(actions), 0, 8).Draw(t, "keys")
		for _, p := range []*Pane{plain, empty} {
			p.SetSize(w, h)
			do(p, keys...)
			lines := p.View()
			if len(lines) != h {
				t.Fatalf("%d lines of %d", len(lines), h)
			}
			for _, l := range lines {
				if text.Width(l) != w || strings.Contains(l, "\x1b") {
					t.Fatalf("%d cells of %d: %q", text.Width(l), w, l)
				}
			}
		}
	})
}

// A list that is opened while the messages are read keeps its cursor at the top, on whatever is
// the largest then; a cursor that was moved stays on its part.
func TestShowAgain(t *testing.T) {
	part := func(name string, tokens int) fill.Node { return fill.Node{Name: name, Tokens: tokens} }
	before := &fill.Output{Parts: []fill.Node{part("words", 9), part("results", 5)}}
	after := &fill.Output{Parts: []fill.Node{part("calls", 99), part("results", 50), part("words", 9)}}
	for moves, want := range []string{"calls", "results"} {
		p := New(theme.Plain())
		p.SetSize(80, 24)
		p.Show(&model.Session{}, before, true)
		for range moves {
			p.Do(keymap.Down)
		}
		p.Show(&model.Session{}, after, false)
		if got := p.at(); got == nil || got.Name != want {
			t.Errorf("after %d moves the cursor is on %+v, want %s", moves, got, want)
		}
	}
}

// Where the words below the list do not fit, the last line says how many follow, and moving on
// from the last part leads to them.
func TestWordsScroll(t *testing.T) {
	p, _, _ := opened(t, theme.Plain())
	p.SetSize(60, 12)
	all := p.lines()
	last := strings.TrimSpace(all[len(all)-1])
	if v := strings.Join(p.View(), "\n"); !strings.Contains(v, "more lines: j") || strings.Contains(v, last) {
		t.Fatalf("all words show, or nothing says that they do not:\n%s", v)
	}
	p.Do(keymap.Bottom)
	for range all {
		p.Do(keymap.Down)
	}
	v := strings.Join(p.View(), "\n")
	if !strings.Contains(v, last) || strings.Contains(v, "more lines") || p.at() != &p.top().parts[len(p.top().parts)-1] {
		t.Errorf("the last words do not show below the last part:\n%s", v)
	}
	for range len(all) + 1 {
		p.Do(keymap.Up)
	}
	if v := strings.Join(p.View(), "\n"); !strings.Contains(v, "more lines: j") {
		t.Errorf("moving up does not lead back:\n%s", v)
	}
}
