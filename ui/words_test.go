package ui

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"cutline/model"
	"cutline/pipeline"
	"cutline/pipeline/slim"
	"cutline/render/theme"
)

// letter is how the list marks who speaks.
func letter(row *model.Row) string {
	switch {
	case row.Role == model.User && row.Origin == model.Injected:
		return "i"
	case row.Role == model.User && row.Origin == model.FromSummary:
		return "Σ"
	}
	return strings.ToUpper(row.Role.String()[:1])
}

// fateWord is what the list has to say of a message in some form.
func fateWord(f pipeline.Fate) string {
	switch {
	case f.Masked:
		return "masked"
	case f.Kept:
		return "kept"
	case f.Slim == nil:
		return ""
	}
	return map[slim.Tier]string{slim.Full: "whole", slim.Truncated: "cut", slim.Omitted: "omitted", slim.Dropped: "not read"}[f.Slim.Tier]
}

// Who speaks, what becomes of a message, what is kept and where the cursor is stand in the list without any
// colour.
func TestListIsReadWithoutColour(t *testing.T) {
	t.Parallel()
	a := opened(t, &world{}, plain, 120, 40)
	press(a, "g")
	seen := map[string]int{}
	for i := range a.s.Rows {
		at := ""
		for _, l := range a.list.View() {
			if strings.HasPrefix(l, "▌") {
				at = l
			}
		}
		fate := a.list.Fate(i)
		who, word := letter(&a.s.Rows[i]), fateWord(fate)
		bar := " "
		if fate.Kept {
			bar = "│"
		}
		if head := fmt.Sprintf("▌ %3d %s%s ", i, bar, who); !strings.HasPrefix(at, head) || !strings.Contains(at, " "+word) {
			t.Fatalf("the row of message %d has not %q and %q: %q", i, head, word, at)
		}
		seen[who]++
		seen[word]++
		press(a, "down")
	}
	for _, want := range []string{"U", "A", "T", "i", "Σ", "kept", "whole", "cut", "not read"} {
		if seen[want] == 0 {
			t.Errorf("the session has no message with %q: it proves little", want)
		}
	}
}

// What a stage did is a sign in one line, and a word where there is room; what only one side has is a sign.
func TestStagesAndDiffAreReadWithoutColour(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		w, h  int
		keys  []string
		words []string
	}{
		{80, 24, nil, []string{"1 trigger ✓", "[4 slim ✓]", "5 summary ·"}},
		{120, 40, nil, []string{"│ 1 trigger      ✓ │", "│ 5 summary      · │", "│ not run yet      │"}},
		{80, 24, []string{"c", "d"}, []string{" − user · earlier summary", " + user · the new summary", "[6 join ✓]"}},
		{120, 40, []string{"c"}, []string{"✓ no invented user message", "✓ smaller than before"}},
		{120, 40, []string{"c", "X", "f"}, []string{"lost     identifier"}},
		{120, 40, []string{"S", "j", " "}, []string{"off"}},
		{120, 40, []string{"i", "k", "e"}, []string{"forced"}},
	} {
		a := opened(t, &world{}, plain, c.w, c.h)
		press(a, c.keys...)
		frame := a.View()
		for _, w := range c.words {
			if !strings.Contains(frame, w) {
				t.Errorf("%v at %dx%d: %q does not show\n%s", c.keys, c.w, c.h, w, frame)
			}
		}
	}
}

// With shapes from ASCII no screen draws anything else, on whatever way one comes to it.
func TestASCIIScreens(t *testing.T) {
	for _, name := range []string{filepath.Join("cases", "ren-14", "input.json"), filepath.Join("sessions", "claudecode", "preserved-tail.jsonl")} {
		t.Run(filepath.Base(filepath.Dir(name)), func(t *testing.T) {
			t.Parallel()
			for _, size := range [][2]int{{80, 24}, {200, 60}} {
				for _, s := range screens {
					if s.name == "sessions" || s.name == "sessions-find" { // whose titles are the persons' own
						continue
					}
					a := opened(t, &world{path: filepath.Join("..", "testdata", name)}, func(bool) *theme.Theme { return theme.PlainASCII() }, size[0], size[1])
					press(a, s.keys...)
					for _, line := range strings.Split(a.View(), "\n") {
						if i := strings.IndexFunc(line, func(r rune) bool { return r > 0x7e }); i >= 0 {
							t.Errorf("%s at %dx%d: %q in %q", s.name, size[0], size[1], []rune(line[i:])[0], line)
						}
					}
				}
			}
		})
	}
}

// Text of any script keeps its place: each line is as wide as the screen, borders stand below each other, and
// nothing reaches the terminal that has it turn its neighbours round.
func TestScripts(t *testing.T) {
	t.Parallel()
	var list []map[string]string
	for i, words := range []string{
		"שלום עולם 12,345 (בדיקה)", "نص عربي مع 678 English", "user\u202e\u2066// admin\u2069 \u200f\u061c", "喫茶みなと、税込み 1,200 円", "e\u0301e\u0301e\u0301 ทำน้ำ क्\u200dष",
		"👨\u200d👩\u200d👧 ❤\ufe0f 1\ufe0f\u20e3 👍🏽 🇩🇪", "ｶﾞﾊﾟ \u0301a Z̸͎͗a̵l̷g̶o̷",
	} {
		role := "user"
		if i%2 == 1 {
			role = "assistant"
		}
		list = append(list, map[string]string{"role": role, "content": strings.Repeat(words+" ", 40)})
	}
	b, err := json.Marshal(list)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "scripts.json")
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, size := range sizes {
		a := opened(t, &world{path: path}, plain, size[0], size[1])
		for _, key := range []string{"g", "down", "down", "down", "down", "down", "down", "enter", "esc", "x", "4", "esc", "u", "esc", "c", "d", "X"} {
			press(a, key)
			frame := a.View()
			exact(t, frame, size[0], size[1])
			if key == "g" && (!strings.Contains(frame, "שלום עולם") || !strings.Contains(frame, "نص عربي")) { // to turn the words is the terminal's
				t.Errorf("words that run from right to left are not drawn as they were written:\n%s", frame)
			}
			if i := strings.IndexFunc(frame, func(r rune) bool { return unicode.Is(unicode.Bidi_Control, r) }); i >= 0 {
				t.Errorf("after %q: %q reaches the terminal", key, []rune(frame[i:])[0])
			}
		}
	}
}
