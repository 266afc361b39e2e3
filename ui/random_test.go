package ui

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"pgregory.net/rapid"

	"cutline/keymap"
	"cutline/render/code"
	"cutline/render/theme"
	"cutline/ui/layout"
)

var walkSeed = flag.Uint64("walk-seed", 1, "what TestAnyEvents draws its events from")

// The keys, sizes and mouse events of TestAnyEvents: of one walk, and the least of all.
const (
	eventsOfWalk = 100
	eventsOfAll  = 10_000
)

// Whatever is pressed, clicked, dragged, pasted and resized, whatever comes back late and however the file
// grows meanwhile, the frame fits the screen, nothing panics, and when the inspector is closed no goroutine
// goes on and no file stays open. Every place is reached, so that none is left out unseen. A walk that fails is
// run again alone by its name and seed.
func TestAnyEvents(t *testing.T) {
	t.Parallel()
	awake(t)
	seen, inputs := make([]map[string]int, len(trails)), make([]int, len(trails))
	t.Run("walk", func(t *testing.T) {
		for i := range trails {
			seen[i] = map[string]int{}
			t.Run(strconv.Itoa(i), func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					k := &walk{t: t, rng: rand.New(rand.NewPCG(*walkSeed, uint64(i))), seen: seen[i]}
					for of := i; k.inputs < eventsOfWalk && !t.Failed(); of++ {
						k.begin(of)
						for k.inputs < eventsOfWalk && !k.a.quit && !t.Failed() {
							k.step()
						}
						k.end()
					}
					inputs[i] = k.inputs
				})
			})
		}
	})
	if strings.Contains(flag.Lookup("test.run").Value.String(), "/") {
		return // some walks alone do not reach everything
	}
	all := 0
	for _, n := range inputs {
		all += n
	}
	if all < eventsOfAll {
		t.Errorf("%d events", all)
	}
	names := slices.Clone(reachedMeanwhile)
	for _, r := range reached {
		names = append(names, r.name)
	}
	for _, name := range names {
		n := 0
		for _, s := range seen {
			n += s[name]
		}
		t.Logf("%6d %s", n, name)
		if n == 0 {
			t.Errorf("seed %d never reaches: %s", *walkSeed, name)
		}
	}
}

// awake keeps the clock of the regular expressions of the lexers going, outside of every walk: it is one for
// the whole program, and one that begins in a walk would stand still with it.
func awake(t *testing.T) {
	t.Helper()
	stop, over := make(chan struct{}), make(chan struct{})
	paint := func(i int) {
		painter.Highlight(context.Background(), code.Request{Text: fmt.Sprintf("var x%d = %d", i, i), Lang: "go", Theme: theme.Plain()})
	}
	paint(0)
	go func() {
		defer close(over)
		again := time.NewTicker(100 * time.Millisecond) // it stops after a second in which it is not used
		defer again.Stop()
		for i := 1; ; i++ {
			select {
			case <-stop:
				return
			case <-again.C:
				paint(i)
			}
		}
	}()
	t.Cleanup(func() {
		close(stop)
		<-over
	})
}

func checkFrame(t *rapid.T, a *App, w, h int) {
	if err := fits(a, w, h); err != nil {
		t.Fatalf("at %dx%d: %v", w, h, err)
	}
}

// No key means two things in one scope, and every row has its sentence.
func TestKeysAreClear(t *testing.T) {
	seen := map[string]keymap.Action{}
	for _, r := range keymap.Table {
		if r.Sentence == "" || len(r.Keys) == 0 || r.Show == "" {
			t.Errorf("%s in %s has no sentence or no key", r.Action, r.Scope)
		}
		for _, k := range r.Keys {
			for _, scope := range []keymap.Scope{r.Scope, keymap.Everywhere} {
				at := fmt.Sprintf("%s %s", scope, k)
				if was, ok := seen[at]; ok && was != r.Action {
					t.Errorf("%s means %s and %s", at, was, r.Action)
				}
			}
			seen[fmt.Sprintf("%s %s", r.Scope, k)] = r.Action
		}
	}
}

// Under the smallest size only q works, and going back gives the same picture.
func TestTooSmall(t *testing.T) {
	a := opened(t, &world{}, plain, 80, 24)
	press(a, "g", "j", "j")
	before := a.View()
	for _, size := range [][2]int{{1, 1}, {3, 50}, {200, 1}, {layout.MinWidth - 1, 40}} {
		settle(a, a.resized(tea.WindowSizeMsg{Width: size[0], Height: size[1]}))
		press(a, "j", "?", "c")
		exact(t, a.View(), size[0], size[1])
	}
	settle(a, a.resized(tea.WindowSizeMsg{}))
	settle(a, a.resized(tea.WindowSizeMsg{Width: 80, Height: 24}))
	if a.View() != before {
		t.Errorf("after going back:\n%s\nbefore:\n%s", a.View(), before)
	}
}
