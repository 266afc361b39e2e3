package tty

import (
	"os"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
)

// terminal is a screen, and what it wrote.
func terminal(t *testing.T) (s *Screen, wrote func(n int) string) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	s = NewScreen(w)
	t.Cleanup(func() { _ = s.Close(); _ = w.Close(); _ = r.Close() })
	return s, func(n int) string {
		b := make([]byte, n)
		for k := 0; k < n; {
			got, err := r.Read(b[k:])
			if err != nil {
				t.Fatal(err)
			}
			k += got
		}
		return string(b)
	}
}

func expect(t *testing.T, wrote func(int) string, want string) {
	t.Helper()
	if got := wrote(len(want)); got != want {
		t.Fatalf("wrote %q, want %q", got, want)
	}
}

// mode writes what the renderer does.
func mode(t *testing.T, s *Screen, seq string) {
	t.Helper()
	if n, err := s.WriteString(seq); err != nil || n != len(seq) {
		t.Fatal(n, err)
	}
}

// Frames go out while the alternate screen shows, each with what changed; the frames of the renderer do not.
func TestScreen(t *testing.T) {
	t.Parallel()
	s, wrote := terminal(t)
	mode(t, s, altOn)
	mode(t, s, home+"\r \x1b[K\x1b[1;1H") // a frame of the renderer
	s.Paint([]string{"first one", "12345"})
	expect(t, wrote, altOn+syncOn+"\x1b[1;1Hfirst one\x1b[2;1H12345"+syncOff)
	s.Paint([]string{"first two", "12345"})
	expect(t, wrote, syncOn+"\x1b[1;7Htwo"+syncOff)
	mode(t, s, erase)
	expect(t, wrote, erase+syncOn+"\x1b[1;1Hfirst two\x1b[2;1H12345"+syncOff)
	mode(t, s, altOff)
	s.Paint([]string{"nobody sees it", "12345"})
	mode(t, s, "\x1b[?25h")
	expect(t, wrote, altOff+"\x1b[?25h")
}

// still is a model that shows one thing.
type still string

func (still) Init() tea.Cmd                         { return nil }
func (m still) Update(tea.Msg) (tea.Model, tea.Cmd) { return m, nil }
func (m still) View() string                        { return string(m) }

// The view of a model is painted, and again after a change of size; a model that shows nothing changes nothing.
func TestPainted(t *testing.T) {
	t.Parallel()
	s, wrote := terminal(t)
	mode(t, s, altOn)
	m := Painted(still("a\nb"), s)
	if v := m.View(); v != "" {
		t.Errorf("the renderer gets %q", v)
	}
	frame := syncOn + "\x1b[1;1Ha\x1b[2;1Hb" + syncOff
	expect(t, wrote, altOn+frame)
	m, _ = m.Update(tea.WindowSizeMsg{Width: 1, Height: 2})
	m.View()
	expect(t, wrote, frame)
	_ = Painted(still(""), s).View()
	_ = Painted(still("a\nc"), s).View()
	expect(t, wrote, syncOn+"\x1b[2;1Hc"+syncOff)
}
