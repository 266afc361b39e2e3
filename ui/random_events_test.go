package ui

import (
	"fmt"
	"image"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// step makes one event happen and looks at the frame.
func (k *walk) step() {
	defer func() {
		if r := recover(); r != nil {
			k.fail("%v\n%s", r, debug.Stack())
		}
	}()
	for len(k.plan) == 0 {
		k.choose()
	}
	event := k.plan[0]
	k.plan = k.plan[1:]
	k.note(event)
	k.happen(event)
	if k.rng.IntN(4) < k.hasty { // the screen is ahead of what works beside it
		k.take(k.rng.IntN(3))
	} else {
		k.take(-1)
	}
	if k.a.quit {
		k.reach("left")
		return
	}
	if err := fits(k.a, k.a.w, k.a.h); err != nil {
		k.fail("%v", err)
	}
	k.look()
}

// happen carries out an event by its name: a key, or what the words before the colon say.
func (k *walk) happen(event string) {
	kind, rest, _ := strings.Cut(event, ":")
	var x, y int
	switch kind {
	case "rest":
		for range 30 { // one thing begins when another one is over
			time.Sleep(time.Second)
			k.take(-1)
		}
	case "tick":
		time.Sleep(1500 * time.Millisecond)
	case "wait":
		time.Sleep(time.Duration(1+k.rng.IntN(5000)) * time.Millisecond)
	case "grow":
		k.w.grow(100_000)
	case "full":
		k.w.grow(185_000 + k.rng.IntN(10_000))
	case "hasty":
		k.hasty = 4
	case "hold":
		at := middle(k.a.frame.Inner(k.a.roomRect()))
		k.input(tea.MouseMsg{X: at.X, Y: at.Y, Button: tea.MouseButtonLeft})
	case "bar":
		at, _ := k.bar()
		k.input(tea.MouseMsg{X: at.X, Y: at.Y, Button: tea.MouseButtonLeft})
	case "dark", "light":
		k.update(BackgroundMsg{Dark: kind == "dark"})
	case "size":
		_, _ = fmt.Sscanf(rest, "%dx%d", &x, &y)
		k.input(tea.WindowSizeMsg{Width: x, Height: y})
	case "paste":
		k.input(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(rest), Paste: true})
	case "mouse":
		var button, action int
		_, _ = fmt.Sscanf(rest, "%d,%d,%d,%d", &x, &y, &button, &action)
		k.input(tea.MouseMsg{X: x, Y: y, Button: tea.MouseButton(button), Action: tea.MouseAction(action)})
	default:
		k.input(keyMsg(event))
	}
}

func (k *walk) input(msg tea.Msg) {
	k.inputs++
	k.update(msg)
}

func middle(r image.Rectangle) image.Point { return r.Min.Add(r.Max).Div(2) }

// edit answers for the editor, which has the terminal as long as it runs.
func (k *walk) edit() {
	a := k.a
	if n := len(a.scraps); n > k.scraps {
		k.scraps = n
		k.reach("editor of a record")
		k.update(lookedAtMsg{"a copy was open", k.w.fails(5, "exit status 1")})
	}
	path := a.editing
	if path == "" {
		return
	}
	b, err := os.ReadFile(path)
	if err == nil {
		body := []byte("")
		if k.rng.IntN(4) > 0 {
			body = append(b, "\nA line that a person added: 請求書 \x1b[31m\xff\n"...)
		}
		err = os.WriteFile(path, body, 0o600)
	}
	if err != nil {
		k.fail("the editor: %v", err)
	}
	failed := k.w.fails(5, "exit status 1")
	if strings.HasPrefix(filepath.Base(path), "cutline-summary-") {
		k.reach("editor of the summary")
		k.update(editedMsg{path, string(b), failed})
		return
	}
	k.reach("editor of a block")
	at := a.live.pane.At()
	k.update(blockEditedMsg{at.Name, at.Key, path, string(b), failed})
}
