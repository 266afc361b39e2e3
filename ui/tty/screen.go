package tty

import (
	"bytes"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// What is written to the terminal, and what the renderer writes when it matters here.
const (
	syncOn  = "\x1b[?2026h"
	syncOff = "\x1b[?2026l"
	altOn   = "\x1b[?1049h"
	altOff  = "\x1b[?1049l"
	wrapOn  = "\x1b[?7h"
	wrapOff = "\x1b[?7l"
	erase   = "\x1b[2J"
	home    = "\x1b[H"
	plain   = "\x1b[m"
)

// frameGap is the least time between two frames. The first one after a pause does not wait.
const frameGap = 4 * time.Millisecond

// Screen is the terminal that frames are painted on. Bubble Tea's renderer looks for a new frame 120 times
// a second, so that a key waits 4 ms for it on average and 8 at worst; here a frame goes out as soon
// as it is there, and of each line only the cells that changed. A terminal that is slower than the frames
// gets the newest one, never a queue of them.
//
// The renderer still owns the modes of the terminal: it writes them here, and it is them that tell when the
// alternate screen is there to be painted on. It is a file, so that the size of the terminal can be asked of it.
type Screen struct {
	*os.File
	wake chan struct{} // holds one when there is something to paint
	done chan struct{} // closed when nothing is painted any more

	mu      sync.Mutex
	next    []string // the newest frame
	on      bool     // the alternate screen shows
	unknown bool     // what it shows is not known

	out   sync.Mutex // held while the terminal is written to
	shown []row      // what the terminal shows, nil when that is not known
}

// NewScreen paints on a terminal until Close.
func NewScreen(f *os.File) *Screen {
	s := &Screen{File: f, wake: make(chan struct{}, 1), done: make(chan struct{})}
	go s.run()
	return s
}

// Close ends the painting. The file stays open: it is not ours.
func (s *Screen) Close() error {
	close(s.done)
	return nil
}

// Paint puts a frame on the screen, soon. It never waits for the terminal, but lets the frame go before whatever
// its caller does next.
func (s *Screen) Paint(lines []string) {
	s.mu.Lock()
	s.next = lines
	s.mu.Unlock()
	s.due()
	runtime.Gosched()
}

// Forget has the next frame painted whole, because nobody knows what the terminal shows. It does not wait for the
// terminal either.
func (s *Screen) Forget() {
	s.mu.Lock()
	s.next, s.unknown = nil, true
	s.mu.Unlock()
}

func (s *Screen) due() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// Write takes what the renderer writes: modes of the terminal go through, its frames are not wanted.
func (s *Screen) Write(p []byte) (int, error) {
	if len(p) > len(home) && bytes.HasPrefix(p, []byte(home)) {
		return len(p), nil
	}
	s.out.Lock()
	defer s.out.Unlock()
	switch string(p) {
	case altOn:
		s.turn(true)
	case altOff:
		s.turn(false)
	case erase:
		s.shown = nil
		defer s.due()
	}
	return s.File.Write(p)
}

// WriteString is Write: that of the file would go around it.
func (s *Screen) WriteString(p string) (int, error) { return s.Write([]byte(p)) }

// turn says whether there is a screen to paint on. The terminal is held.
func (s *Screen) turn(on bool) {
	s.mu.Lock()
	s.on = on
	s.mu.Unlock()
	s.shown = nil
}

func (s *Screen) run() {
	for {
		select {
		case <-s.done:
			return
		case <-s.wake:
		}
		if s.paint() {
			time.Sleep(frameGap)
		}
	}
}

// paint writes what is different now, as one synchronized update, so that no half of a frame shows.
func (s *Screen) paint() bool {
	s.out.Lock()
	defer s.out.Unlock()
	s.mu.Lock()
	lines, on, unknown := s.next, s.on, s.unknown
	if on && lines != nil {
		s.unknown = false
	}
	s.mu.Unlock()
	if !on || lines == nil {
		return false
	}
	if unknown || len(s.shown) != len(lines) {
		s.shown = make([]row, len(lines))
	}
	var b bytes.Buffer
	for i, l := range lines {
		if s.shown[i].text == l && s.shown[i].known {
			continue
		}
		now := rowOf(l)
		now.over(&b, s.shown[i], i)
		s.shown[i] = now
	}
	if b.Len() == 0 {
		return false
	}
	out := slices.Concat([]byte(syncOn), b.Bytes(), []byte(syncOff))
	_, _ = s.File.Write(out) // a terminal that is gone ends the program by its signal
	return true
}

// painted is a model whose frames go to a screen.
type painted struct {
	tea.Model
	screen *Screen
}

// Painted gives a model whose frames are painted on a screen; the renderer gets none.
func Painted(m tea.Model, s *Screen) tea.Model { return painted{m, s} }

// Update takes one message. After a change of size the terminal may show anything.
func (p painted) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	m, cmd := p.Model.Update(msg)
	if _, ok := msg.(tea.WindowSizeMsg); ok {
		p.screen.Forget()
	}
	return painted{m, p.screen}, cmd
}

// View paints the frame.
func (p painted) View() string {
	if v := p.Model.View(); v != "" {
		p.screen.Paint(strings.Split(v, "\n"))
	}
	return ""
}
