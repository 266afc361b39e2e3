//go:build unix

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"cutline/model/sessiontest"
	"cutline/render/text"
)

// comes waits until a condition holds of what the screen shows.
func (x *screen) comes(what string, holds func(rows []string) bool) {
	x.t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if holds(x.now()) {
			return
		}
	}
	x.t.Fatalf("%s never comes; the screen shows\n%s", what, strings.Join(x.now(), "\n"))
}

// In every view a walk through all sizes ends in the same picture: the same selection, the same place. Where nothing
// fits, one notice says so, as much of it as fits.
func TestEveryViewAtAnySize(t *testing.T) {
	t.Parallel()
	for _, v := range []struct {
		name string
		keys []string
		see  string
	}{
		{"list", []string{"g", "j"}, "▌   1  U"},
		{"detail", []string{"G", "\r", "j", "j"}, "esc back"},
		{"help", []string{"?", "j", "j", "j"}, "keys ━"},
		{"search", []string{"/", "r", "e"}, "/re"},
		{"result", []string{"c"}, "byte for byte"},
		{"before and after", []string{"c", "v", "j"}, "after"},
		{"error", []string{"W", "\x15/no/such/folder/x.md", "\r"}, "write into /no/such/folder"},
		{"parameters", []string{"p", "j"}, "parameters · fair"},
	} {
		t.Run(v.name, func(t *testing.T) {
			t.Parallel()
			x := spawn(t, 80, 24, []string{"NO_COLOR=1"}, caseFile("ren-12", "input.json"))
			x.see("messages")
			x.see("counted")
			x.steps(v.keys...)
			x.see(v.see)
			x.quiet()
			before := x.now()
			for _, to := range [][2]uint16{{1, 1}, {80, 24}, {3, 50}, {200, 1}, {80, 24}, {20, 5}, {5, 2}, {10, 4}, {500, 2}, {59, 24}, {80, 15}} {
				x.resize(to[0], to[1])
				want := fmt.Sprintf("cutline needs 60×16 cells, this is %d×%d. q quits.", to[0], to[1])
				if to[0] == 80 && to[1] == 24 {
					x.comes("the picture of before", func(rows []string) bool { return slices.Equal(rows, before) })
					continue
				}
				x.comes("the notice", func(rows []string) bool {
					return strings.TrimRight(rows[0], " ") == strings.TrimRight(text.CutTail(want, int(to[0]), ""), " ") && strings.TrimSpace(strings.Join(rows[1:], "")) == ""
				})
			}
			x.resize(0, 0)
			x.resize(80, 24)
			x.comes("the picture of before", func(rows []string) bool { return slices.Equal(rows, before) })
			if status := x.leave(); status != 0 {
				t.Errorf("status %d", status)
			}
		})
	}
}

// A terminal that does not know its size yet gets a picture with the first real one.
func TestNoSizeYet(t *testing.T) {
	t.Parallel()
	x := spawn(t, 0, 0, []string{"NO_COLOR=1"}, caseFile("ren-12", "input.json"))
	x.see("\x1b[?1049h")
	x.resize(80, 24)
	x.comes("a picture", func(rows []string) bool { return strings.Contains(rows[23], "q quit") })
	if status := x.leave(); status != 0 {
		t.Errorf("status %d", status)
	}
}

// At every width each row ends where the screen ends, and the keys stand in the last one.
func TestEveryWidth(t *testing.T) {
	t.Parallel()
	for _, id := range []string{"ren-04", "ren-06"} {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			x := spawn(t, 131, 24, []string{"NO_COLOR=1"}, caseFile(id, "input.json"))
			x.see("messages")
			for w := uint16(1); w <= 130; w++ {
				x.resize(w, 24)
				x.keys([]string{"j", "k", "\r", "\x1b[B", "G"}[w%5])
				x.comes(fmt.Sprintf("a picture %d cells wide", w), func(rows []string) bool {
					if w < 60 {
						return strings.HasPrefix(fmt.Sprintf("cutline needs 60×16 cells, this is %d×24. q quits.", w), strings.TrimRight(rows[0], " ")) && rows[0][0] == 'c'
					}
					for _, row := range rows {
						if text.Width(row) != int(w) {
							return false
						}
					}
					return strings.Contains(rows[23], "q quit") && strings.HasSuffix(rows[0], "keys ")
				})
			}
			if status := x.leave(); status != 0 {
				t.Errorf("status %d", status)
			}
		})
	}
}

// What a terminal shows of Chinese, Korean and Thai, by one that is not ours: the lines that part the panes end in the last
// column, numbers and outcomes stand below each other, and scrolling there and back leaves nothing behind.
func TestWideTextInTmux(t *testing.T) {
	t.Parallel()
	tmux := sessiontest.Tool(t, "tmux", "-V")
	bin, err := program()
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"ren-04", "ren-06"} {
		for _, w := range []int{80, 79, 120, 41, 20} {
			t.Run(fmt.Sprintf("%s at %d", id, w), func(t *testing.T) {
				t.Parallel()
				file, err := filepath.Abs(caseFile(id, "input.json"))
				if err != nil {
					t.Fatal(err)
				}
				x := inTmux(t, tmux, w, 24, bin, file)
				if w < 60 {
					x.comes("the notice", func(rows []string) bool { return strings.HasPrefix(rows[0], "cutline needs 60×16") })
					return
				}
				x.comes("the list", func(rows []string) bool {
					return strings.Contains(rows[len(rows)-1], "q quit") && strings.Contains(rows[1], "counted")
				})
				x.press("g", 0)
				x.framed(w)
				first := x.rows()
				x.press("j", 1)
				x.framed(w)
				x.press("k", 0)
				if back := x.rows(); !slices.Equal(first, back) {
					t.Errorf("there and back is\n%s\nwant\n%s", strings.Join(back, "\n"), strings.Join(first, "\n"))
				}
				x.columns()
				x.press("g", 0)
				x.send("Enter")
				x.comes("the message", func(rows []string) bool { return strings.Contains(rows[len(rows)-1], "esc back") })
				x.framed(w)
				x.send("q")
			})
		}
	}
}

// pane is the program in tmux.
type pane struct {
	t    *testing.T
	w    int
	tmux func(args ...string) (string, error)
}

func inTmux(t *testing.T, tmux string, w, h int, args ...string) *pane {
	t.Helper()
	dir, err := os.MkdirTemp("", "ct") // the path of a socket must be short
	if err != nil {
		t.Fatal(err)
	}
	p := &pane{t: t, w: w, tmux: func(args ...string) (string, error) {
		cmd := exec.Command(tmux, append([]string{"-u", "-f", "/dev/null", "-S", filepath.Join(dir, "s")}, args...)...)
		cmd.Env = append(bare(t), "NO_COLOR=1", "SHELL=/bin/sh")
		out, err := cmd.CombinedOutput()
		return string(out), err
	}}
	if out, err := p.tmux(append([]string{"new", "-d", "-x", fmt.Sprint(w), "-y", fmt.Sprint(h + 1)}, args...)...); err != nil { // tmux has a line of its own
		t.Skipf("no tmux here that can be started: %v: %s", err, out)
	}
	t.Cleanup(func() {
		_, _ = p.tmux("kill-server") // ours: it is that of the socket; it may be gone already
		_ = os.RemoveAll(dir)
	})
	return p
}

func (p *pane) rows() []string {
	p.t.Helper()
	out, err := p.tmux("capture-pane", "-p")
	if err != nil {
		p.t.Fatalf("%v: %s", err, out)
	}
	return strings.Split(strings.TrimSuffix(out, "\n"), "\n")
}

func (p *pane) send(key string) {
	p.t.Helper()
	if out, err := p.tmux("send-keys", key); err != nil {
		p.t.Fatalf("%v: %s", err, out)
	}
}

// press presses a key that puts the cursor on a message.
func (p *pane) press(key string, message int) {
	p.t.Helper()
	p.send(key)
	p.comes(fmt.Sprintf("the cursor on message %d", message), func(rows []string) bool {
		on := slices.ContainsFunc(rows, func(row string) bool { return strings.Contains(row, fmt.Sprintf("▌%4d ", message)) })
		return on && slices.ContainsFunc(rows, func(row string) bool { return strings.Contains(row, fmt.Sprintf("─ %d ", message)) })
	})
}

func (p *pane) comes(what string, holds func(rows []string) bool) {
	p.t.Helper()
	var rows []string
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if rows = p.rows(); holds(rows) {
			return
		}
	}
	p.t.Fatalf("%s never comes; tmux shows\n%s", what, strings.Join(rows, "\n"))
}

// framed holds the lines of the frame to the last column.
func (p *pane) framed(w int) {
	p.t.Helper()
	lines := 0
	for _, row := range p.rows() {
		n := text.Width(row)
		if n > w {
			p.t.Errorf("%d cells of %d: %q", n, w, row)
		}
		if strings.ContainsAny(firstRune(row), "━─═┏┃┗") {
			if lines++; n != w {
				p.t.Errorf("a line of the frame ends in column %d of %d: %q", n, w, row)
			}
		}
	}
	if lines == 0 {
		p.t.Errorf("there is no frame:\n%s", strings.Join(p.rows(), "\n"))
	}
}

// columns holds numbers and outcomes of the list to one column each.
func (p *pane) columns() {
	p.t.Helper()
	ends, outcomes := map[int]bool{}, map[int]bool{}
	for _, row := range p.rows() {
		for _, outcome := range []string{"whole", "kept+read", "aside", "kept "} {
			i := strings.LastIndex(row+" ", outcome)
			if i < 0 || !strings.Contains("▌│ ┃", firstRune(row)) || !strings.Contains("0123456789", string(fields(row)[0][0])) {
				continue
			}
			outcomes[text.Width(row[:i])] = true
			before := strings.TrimRight(strings.TrimRight(row[:i], " █░┃·┊"), " ")
			ends[text.Width(before)] = true
			break
		}
	}
	if len(ends) != 1 || len(outcomes) != 1 {
		p.t.Errorf("numbers end in the columns %v, outcomes begin in %v:\n%s", ends, outcomes, strings.Join(p.rows(), "\n"))
	}
}

// fields are the words of a row of the list behind its marks.
func fields(row string) []string {
	if f := strings.Fields(strings.TrimLeft(row, "▌│┃ ")); len(f) > 0 {
		return f
	}
	return []string{"-"}
}

func firstRune(row string) string {
	for _, r := range row {
		return string(r)
	}
	return " "
}
