package theme

import (
	"fmt"
	"math"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/charmbracelet/lipgloss"
	"github.com/google/go-cmp/cmp"
	"github.com/muesli/termenv"
	"pgregory.net/rapid"

	"cutline/render/text"
)

// luminance is WCAG's relative luminance of a colour in hexadecimal.
func luminance(t *testing.T, hex string) float64 {
	t.Helper()
	n, err := strconv.ParseUint(strings.TrimPrefix(hex, "#"), 16, 32)
	if err != nil {
		t.Fatal(err)
	}
	channel := func(shift uint) float64 {
		c := float64(n>>shift&0xff) / 255
		if c <= 0.03928 {
			return c / 12.92
		}
		return math.Pow((c+0.055)/1.055, 2.4)
	}
	return 0.2126*channel(16) + 0.7152*channel(8) + 0.0722*channel(0)
}

func contrast(t *testing.T, a, b string) float64 {
	t.Helper()
	x, y := luminance(t, a), luminance(t, b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func hex256(t *testing.T, c lipgloss.TerminalColor) string {
	t.Helper()
	complete, ok := c.(lipgloss.CompleteColor)
	if !ok {
		t.Fatalf("%v is no complete colour", c)
	}
	n, err := strconv.Atoi(complete.ANSI256)
	if err != nil {
		t.Fatal(err)
	}
	return termenv.ConvertToRGB(termenv.ANSI256Color(n)).Hex()
}

func TestContrast(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		c       colours
		own     string // a usual colour of plain text
		grounds []string
	}{
		{"dark", darkColours, "#cccccc", []string{"#000000", "#1e1e1e", "#282a36"}},
		{"light", lightColours, "#333333", []string{"#ffffff", "#fbf1c7"}},
	} {
		faint := hex256(t, tt.c.faint)
		for name, hex := range map[string]string{
			"blue": hex256(t, tt.c.blue), "orange": hex256(t, tt.c.orange), "grey": hex256(t, tt.c.grey), "own": tt.own,
		} {
			for _, ground := range append([]string{faint}, tt.grounds...) {
				if got := contrast(t, hex, ground); got < 4.5 {
					t.Errorf("%s: %s (%s) on %s has a contrast of %.2f", tt.name, name, hex, ground, got)
				}
			}
		}
	}
}

// Where the background is not known, what is drawn can be read on both.
func TestContrastOnBoth(t *testing.T) {
	t.Parallel()
	const least = 3 // what is asked of large letters, and of what is no letter
	for name, c := range map[string]lipgloss.TerminalColor{"blue": eitherColours.blue, "orange": eitherColours.orange, "grey": eitherColours.grey} {
		for _, ground := range []string{"#000000", "#1e1e1e", "#282a36", "#ffffff", "#fbf1c7"} {
			if got := contrast(t, hex256(t, c), ground); got < least {
				t.Errorf("%s (%s) on %s has a contrast of %.2f", name, hex256(t, c), ground, got)
			}
		}
	}
	for _, p := range []termenv.Profile{termenv.ANSI, termenv.ANSI256, termenv.TrueColor} {
		th := New(renderer(p), true, Options{Either: true})
		for name, drawn := range map[string]string{"kept": th.OnKept.Text.Render("x"), "grey": th.Dim.Render("x"), "warn": th.Warn.Render("x")} {
			if strings.Contains(drawn, "\x1b[4") || strings.Contains(drawn, ";4") || strings.Contains(drawn, "[37m") || strings.Contains(drawn, "[97m") {
				t.Errorf("%s is drawn as %q", name, drawn)
			}
		}
	}
}

// Only the three hues are ever sent, and no theme for a light background sends a pale one.
func TestHues(t *testing.T) {
	t.Parallel()
	number := regexp.MustCompile(`[34]8;5;(\d+)`)
	for dark, allowed := range map[bool]string{true: "75 214 246 235", false: "25 94 241 255"} {
		for _, ink := range inksOf(Colour(dark)) {
			for _, m := range number.FindAllStringSubmatch(ink.Render("x"), -1) {
				if !strings.Contains(allowed, m[1]) {
					t.Errorf("dark %v sends colour %s", dark, m[1])
				}
			}
			if got := ink.Render("x"); !dark && strings.Contains(got, "38;5;255") {
				t.Errorf("pale text on white: %q", got)
			}
		}
	}
}

func TestSixteenColours(t *testing.T) {
	t.Parallel()
	light := New(renderer(termenv.ANSI), false, Options{})
	for _, ink := range inksOf(light) {
		got := ink.Render("x")
		for _, pale := range []string{"37", "97", "33", "93", "31", "32"} {
			if regexp.MustCompile(`[\[;]` + pale + `[;m]`).MatchString(got) {
				t.Errorf("colour %s on a light background: %q", pale, got)
			}
		}
	}
	if got := light.User.Render("x"); !strings.Contains(got, "34") {
		t.Errorf("the user's words are not blue: %q", got)
	}
}

// inksOf collects every ink of a theme.
func inksOf(t *Theme) []Ink {
	var out []Ink
	for _, group := range []any{t.Inks, t.OnKept, t.OnCursor, t.Code} {
		v := reflect.ValueOf(group)
		for i := range v.NumField() {
			if ink, ok := v.Field(i).Interface().(Ink); ok {
				out = append(out, ink)
			}
		}
	}
	return append(out, t.Border, t.Focus)
}

func TestPlainSendsNothing(t *testing.T) {
	t.Parallel()
	for _, th := range []*Theme{Plain(), PlainASCII()} {
		for i, ink := range inksOf(th) {
			if got := ink.Render("a\nb"); got != "a\nb" {
				t.Errorf("ink %d of a plain theme: %q", i, got)
			}
		}
	}
}

func TestMeanings(t *testing.T) {
	t.Parallel()
	th := Colour(true)
	tests := []struct {
		name string
		ink  Ink
		want string
	}{
		{"user", th.User, "\x1b[1;38;5;75mx\x1b[0m"},
		{"assistant", th.Assistant, "x"},
		{"cut", th.Cut, "\x1b[38;5;214mx\x1b[0m"},
		{"omitted", th.Omitted, "\x1b[38;5;246mx\x1b[0m"},
		{"summary", th.Summary, "\x1b[1mx\x1b[0m"},
		{"cut on a kept row", th.OnKept.Cut, "\x1b[38;5;214;48;5;235mx\x1b[0m"},
		{"text under the cursor", th.OnCursor.Text, "\x1b[7mx\x1b[0m"},
		{"zero", Ink{}, "x"},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, tt.ink.Render("x")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

func TestInk(t *testing.T) {
	t.Parallel()
	ink := Colour(true).Good
	var row strings.Builder
	ink.To(&row, "ab")
	ink.To(&row, "")
	if got := row.String(); got != ink.Render("ab") {
		t.Errorf("To = %q, Render = %q", got, ink.Render("ab"))
	}
	if got := ink.Render(""); got != "" {
		t.Errorf("nothing in an ink is %q", got)
	}
	if got, want := ink.Render("a\n\nb"), ink.Render("a")+"\n\n"+ink.Render("b"); got != want {
		t.Errorf("several lines: %q, want %q", got, want)
	}
	rapid.Check(t, func(t *rapid.T) { // the same as the library, which takes a hundred times as long
		s := rapid.StringMatching(`[a-zé中 ]+`).Draw(t, "text")
		if got, want := ink.Render(s), ink.Style().Render(s); got != want {
			t.Fatalf("%q, want %q", got, want)
		}
	})
}

// shapesOf returns every shape by its path of names.
func shapesOf(v reflect.Value, name string, to map[string]string) map[string]string {
	if v.Kind() == reflect.String {
		to[name] = v.String()
		return to
	}
	if v.Kind() == reflect.Array {
		for i := range v.Len() {
			shapesOf(v.Index(i), fmt.Sprintf("%s.%d", name, i), to)
		}
		return to
	}
	for i := range v.NumField() {
		shapesOf(v.Field(i), name+"."+v.Type().Field(i).Name, to)
	}
	return to
}

func TestShapes(t *testing.T) {
	t.Parallel()
	for name, th := range map[string]*Theme{"unicode": Plain(), "ascii": PlainASCII()} {
		for shape, s := range shapesOf(reflect.ValueOf(th.Shapes), name, map[string]string{}) {
			if got := text.Width(s); got != 1 {
				t.Errorf("%s is %q, %d cells wide", shape, s, got)
			}
			if text.Clean(s) != s {
				t.Errorf("%s is %q, which a terminal may not show", shape, s)
			}
			if name == "ascii" && (len(s) != 1 || s[0] > 0x7e) {
				t.Errorf("%s is %q", shape, s)
			}
		}
	}
	// What stands in the same place must differ without colour.
	for name, th := range map[string]*Theme{"unicode": Plain(), "ascii": PlainASCII()} {
		s := th.Shapes
		for _, group := range [][]string{
			{s.Check, s.Fall, s.Skip, s.Dot},
			{s.Bar, s.Empty, s.Unused, s.Share},
			{s.Plus, s.Minus},
			{s.Check, s.Cross},
			{s.Cursor, s.Kept},
			{s.Rule, s.Split},
			{s.Light.Top, s.Heavy.Top},
		} {
			seen := map[string]bool{}
			for _, shape := range group {
				if seen[shape] {
					t.Errorf("%s: %s says two things", name, fmt.Sprint(group))
				}
				seen[shape] = true
			}
		}
	}
}

func BenchmarkInk(b *testing.B) {
	ink := Colour(true).Cut
	b.Run("Render", func(b *testing.B) {
		for b.Loop() {
			ink.Render("cut to 18.2k")
		}
	})
	b.Run("lipgloss", func(b *testing.B) {
		for b.Loop() {
			ink.Style().Render("cut to 18.2k")
		}
	})
}

// A person's own colours stand where the theme's stood, and nowhere else.
func TestColors(t *testing.T) {
	t.Parallel()
	var own Colors
	for name, value := range map[string]string{"loss": "#ff8800", "quiet": "250"} {
		if err := own.Set(name, value); err != nil {
			t.Fatal(err)
		}
	}
	was, now := Colour(true), New(renderer(termenv.TrueColor), true, Options{Colors: own})
	if got := now.Cut.Render("x"); !strings.Contains(got, "38;2;255;136;0") {
		t.Errorf("what is cut is %q", got)
	}
	if got := New(renderer(termenv.ANSI256), true, Options{Colors: own}).Tool.Render("x"); !strings.Contains(got, "38;5;250") {
		t.Errorf("a tool is %q", got)
	}
	if now.Cut.Render("x") == was.Cut.Render("x") || New(renderer(termenv.ANSI256), true, Options{Colors: own}).User.Render("x") != was.User.Render("x") {
		t.Error("another colour than those that were set has changed, or one of them has not")
	}
	for name, value := range map[string]string{"blue": "1", "loss": "256", "kept": "#12345", "quiet": "red", "person": "-1"} {
		if err := own.Set(name, value); err == nil {
			t.Errorf("%s = %q is taken", name, value)
		}
	}
}
