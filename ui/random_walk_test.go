package ui

import (
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// walk throws events at an inspector whose commands run beside it, as in the program, in a bubble whose clock
// is the walk's own.
type walk struct {
	t    *testing.T
	rng  *rand.Rand
	w    *wild
	a    *App
	seen map[string]int // places that were reached, and how often

	mu      sync.Mutex
	inbox   []tea.Msg // what commands gave and nobody took yet
	working int       // commands that are not over

	plan   []string // events that come next
	inputs int      // keys, sizes and mouse events so far
	hasty  int      // of four events, those after which not everything has come that was asked for
	scraps int      // copies that the editor was given
	log    []string
}

// begin opens the inspector of a world, and goes a trail.
func (k *walk) begin(i int) {
	of := trails[i%len(trails)].world
	k.note("open " + of)
	k.w = newWild(k.t, i)
	e, p := wilds[of](k.w)
	k.a = New(e, k.rng.IntN(2) == 0, "live.jsonl", p)
	if i%2 == 1 {
		k.a.atOnce = 0 // as of a large session
	}
	k.play(k.a.Init())
	k.hasty, k.scraps = 0, 0
	k.plan = append([]string{"size:120x40"}, along(i)...)
	for len(k.plan) > 0 && !k.a.quit && !k.t.Failed() {
		k.step()
	}
	k.hasty = k.rng.IntN(4)
}

// end closes the inspector; nothing goes on working after it, and no file stays open.
func (k *walk) end() {
	k.note("close")
	settled := k.rng.IntN(2) == 0 && !k.a.quit
	for settled && k.take(-1) > 0 {
	}
	if err := k.a.Close(); err != nil {
		k.fail("close: %v", err)
	}
	time.Sleep(time.Hour) // what only waited for its time is over
	synctest.Wait()
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.working > 0 {
		k.fail("%d commands go on after the end", k.working)
		k.t.Log(stacks("(*walk).play"))
	}
	for _, msg := range k.inbox { // what was read too late is nobody's any more
		if closer := closerOf(msg); closer != nil {
			_ = closer.Close()
		}
	}
	k.inbox = nil
	if n := k.w.open.Load(); n > 0 {
		k.fail("%d readings of the session are still open", n)
	}
}

// play runs commands beside the walk.
func (k *walk) play(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	k.mu.Lock()
	k.working++
	k.mu.Unlock()
	go func() {
		defer func() {
			if r := recover(); r != nil {
				k.t.Errorf("a command: %v\n%s", r, debug.Stack())
			}
			k.mu.Lock()
			k.working--
			k.mu.Unlock()
		}()
		msg := cmd()
		if batch, ok := msg.(tea.BatchMsg); ok {
			for _, c := range batch {
				k.play(c)
			}
			return
		}
		if msg != nil {
			k.mu.Lock()
			k.inbox = append(k.inbox, msg)
			k.mu.Unlock()
		}
	}()
}

// take hands the inspector up to n of the messages that came, all of them when n is negative, and reports
// how many those were.
func (k *walk) take(n int) int {
	synctest.Wait()
	took := 0
	for n < 0 || took < n {
		k.mu.Lock()
		var msg tea.Msg
		if len(k.inbox) > 0 {
			msg, k.inbox = k.inbox[0], k.inbox[1:]
		}
		k.mu.Unlock()
		if msg == nil {
			break
		}
		k.update(msg)
		took++
		if n < 0 {
			synctest.Wait()
		}
	}
	return took
}

func (k *walk) update(msg tea.Msg) {
	if k.a.quit { // the program takes none any more
		return
	}
	_, cmd := k.a.Update(msg)
	k.play(cmd)
	k.edit()
}

func (k *walk) note(event string) { k.log = append(k.log, event) }

// fail says what happened and how to see it again.
func (k *walk) fail(format string, args ...any) {
	k.t.Helper()
	last := k.log[max(0, len(k.log)-60):]
	k.t.Errorf("seed %d: %s\nafter %d events, the last ones: %s", *walkSeed, fmt.Sprintf(format, args...), len(k.log), strings.Join(last, " · "))
}

// stacks are those of the goroutines that a name stands in.
func stacks(name string) string {
	buf := make([]byte, 1<<20)
	all := strings.Split(string(buf[:runtime.Stack(buf, true)]), "\n\n")
	return strings.Join(slices.DeleteFunc(all, func(s string) bool { return !strings.Contains(s, name) }), "\n\n")
}

// closerOf is the file that a message hands over.
func closerOf(msg tea.Msg) io.Closer {
	switch msg := msg.(type) {
	case loadedMsg:
		return msg.closer
	case branchedMsg:
		return msg.closer
	case followedMsg:
		return msg.closer
	}
	return nil
}
