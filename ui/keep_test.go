package ui

import (
	"errors"
	"strings"
	"testing"

	"cutline/pipeline"
)

// kept gives an inspector a settings file in memory.
func kept(a *App, file string, fails error) *string {
	now := file
	a.engine.Settings = func() (string, []byte, error) { return "/home/dev/.config/cutline/config.toml", []byte(now), nil }
	a.engine.SaveSettings = func(_, text []byte) error {
		if fails == nil {
			now = string(text)
		}
		return fails
	}
	return &now
}

// What was turned is written to the settings file after the lines were shown and agreed to; all else in
// the file stays.
func TestKeepParams(t *testing.T) {
	t.Parallel()
	a := opened(t, &world{}, plain, 80, 24)
	file := kept(a, "# mine\n[strategy.house]\nbase = \"prime\"\n", nil)
	press(a, "p", "w")
	if !strings.Contains(a.notice.text, "says the same already") {
		t.Errorf("nothing was turned: %q", a.notice.text)
	}
	atParam(t, a, "tail-cap")
	press(a, "right", "right")
	atParam(t, a, "instructions")
	press(a, "enter", "x", "enter", "w")
	for _, want := range []string{"config.toml", "+ tail-cap = 150", "since of this", "instructions)", "Write that to the settings file?"} {
		if !strings.Contains(a.View(), want) {
			t.Errorf("%q is not said:\n%s", want, a.View())
		}
	}
	exact(t, a.View(), 80, 24)
	press(a, "n")
	if *file != "# mine\n[strategy.house]\nbase = \"prime\"\n" || !strings.Contains(a.notice.text, "not written") {
		t.Errorf("no writes %q", *file)
	}
	press(a, "w", "y")
	if *file != "tail-cap = 150\n\n# mine\n[strategy.house]\nbase = \"prime\"\n" || !strings.Contains(a.notice.text, "the next start has it") {
		t.Errorf("yes writes %q, says %q", *file, a.notice.text)
	}
	press(a, "w")
	if a.asking != nil {
		t.Error("it asks again although the file says it")
	}
}

// A file that cannot be changed line by line is left alone, and the lines are shown; an error of writing
// stays on the screen.
func TestKeepParamsByHand(t *testing.T) {
	t.Parallel()
	a := opened(t, &world{}, plain, 120, 40)
	file := kept(a, "keep = { recent = 5, users = 7 }\n", nil)
	press(a, "p")
	atParam(t, a, "keep-recent")
	press(a, "right", "w")
	if !strings.Contains(a.View(), "keep-recent = 30000") || a.asking != nil || strings.HasPrefix(*file, "keep-recent") {
		t.Errorf("the lines are not shown:\n%s", a.View())
	}
	press(a, "esc")
	kept(a, "", errors.New("the disk is full"))
	press(a, "w", "y")
	if !strings.Contains(a.notice.text, "the disk is full") {
		t.Errorf("%q", a.notice.text)
	}
}

// A value that a flag gave for this run is not kept, unless it was turned since.
func TestKeepParamsOfFlags(t *testing.T) {
	t.Parallel()
	p := pipeline.Defaults()
	p.Slim.Budget = 9000
	a := openedWith(t, &world{}, plain, 120, 40, p)
	file := kept(a, "", nil)
	a.engine.Source = func(name string) string { return map[string]string{"budget": "flag"}[name] }
	press(a, "p")
	if r := atParam(t, a, "budget"); r.Source != "flag" {
		t.Errorf("source %q", r.Source)
	}
	press(a, "w")
	if a.asking != nil {
		t.Errorf("the flag is kept:\n%s", a.View())
	}
	press(a, "left", "w", "y")
	if *file != "budget = 7000\n" {
		t.Errorf("kept %q", *file)
	}
}
