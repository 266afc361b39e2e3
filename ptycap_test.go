//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"cutline/model/sessiontest"
)

// recorded is a run of the program by the tool of the case log, which types keys into a
// pseudo-terminal of its own and keeps every byte.
type recorded struct {
	Status  int      `json:"status"` // of the program; 124 when it had to be ended
	Seconds float64  `json:"seconds"`
	Found   []string `json:"forbidden_found"`
	raw     []byte
	size    string
}

// recorder is that tool, and where the cases are. Its methods may be called beside each other.
type recorder struct {
	t                   *testing.T
	python, script, bin string
	cases               string
}

// slots bound how many runs go beside each other, of all tests: they wait most of the time.
var slots = make(chan struct{}, 12)

// newRecorder skips the test where the case log or Python is not there.
func newRecorder(t *testing.T) *recorder {
	t.Helper()
	r := &recorder{t: t, script: sessiontest.Shared(t, "cases/tools/ptycap.py")[0], cases: sessiontest.Shared(t, "cases/cases")[0]}
	out, err := exec.Command(sessiontest.Tool(t, "python3", "--version"), "-c", "import sys; print(sys.executable)").Output() // itself, not a script that looks for it
	if err != nil {
		t.Fatal(err)
	}
	r.python = strings.TrimSpace(string(out))
	if r.bin, err = program(); err != nil {
		t.Fatal(err)
	}
	return r
}

// file is one of a case.
func (r *recorder) file(id, name string) string { return filepath.Join(r.cases, id, name) }

// leaving are the keys that leave the program, more than once, because an ESC and what follows it at once are another key.
const leaving = ",q,wait:1,esc,q,wait:2,esc,wait:0.5,q"

// run runs the program by the tool. Flags are those of the tool, its time limit is longer than that of a case, because a machine
// may be busy.
func (r *recorder) run(flags []string, keys string, args ...string) recorded {
	raw := filepath.Join(r.t.TempDir(), "raw.bin")
	line := append([]string{r.script, "--timeout", "60", "--out", raw, "--keys", keys}, flags...)
	cmd := exec.Command(r.python, append(append(line, "--", r.bin), args...)...)
	cmd.Env = bare(r.t)
	var says, wrong bytes.Buffer
	cmd.Stdout, cmd.Stderr = &says, &wrong
	_ = cmd.Run() // its status is that of the program, which it says too
	out := recorded{size: "80x24"}
	if i := slices.Index(flags, "--size"); i >= 0 {
		out.size = flags[i+1]
	}
	err := json.Unmarshal(says.Bytes(), &out)
	if err == nil {
		out.raw, err = os.ReadFile(raw)
	}
	if err != nil {
		r.t.Errorf("%q says %q and %q: %v", line, says.Bytes(), wrong.Bytes(), err)
	}
	return out
}

// beside calls do for 0 to n-1, a few of them beside each other, and gives what they give.
func beside[T any](n int, do func(i int) T) []T {
	out := make([]T, n)
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			out[i] = do(i)
		})
	}
	wg.Wait()
	return out
}

// bare is an environment in which nothing says what the terminal is like, nor how to reach a clipboard.
func bare(tb testing.TB) []string {
	tb.Helper()
	return []string{"TERM=xterm-256color", "PATH=/usr/bin:/bin", "HOME=" + tb.TempDir(), "LANG=C.UTF-8"}
}

// picture is what a terminal shows of it: all rows that there were, and those that were there last.
func (r recorded) picture(t *testing.T) *picture {
	t.Helper()
	cols, rows, _ := strings.Cut(r.size, "x")
	w, err := strconv.Atoi(cols)
	if err != nil {
		t.Fatal(err)
	}
	h, err := strconv.Atoi(rows)
	if err != nil {
		t.Fatal(err)
	}
	p := newPicture(w, h)
	p.feed(r.raw)
	p.frame()
	return p
}

// forbidden are the flags for byte strings that only the content could have produced.
func forbidden(hex ...string) []string {
	var out []string
	for _, h := range hex {
		out = append(out, "--forbid", h)
	}
	return out
}

// everywhere goes through the list and the detail of messages, and through each of the detail's forms.
const everywhere = "wait:0.5,g,enter,esc,j,enter,x,x,x,esc,wait:0.1,j,enter,end,x,x,x,esc,wait:0.1,j,enter,end,esc,wait:0.1,j,enter,esc,wait:0.1,tab,j,esc,wait:0.1,4,esc,wait:0.1"

// TestPtycapContent: nothing of a session reaches the terminal as what it is not, and it can be read.
func TestPtycapContent(t *testing.T) {
	t.Parallel()
	r := newRecorder(t)
	cases := []struct {
		id, file, size string
		forbid         []string
		see, never     []string // in one row
	}{
		{
			"ren-01", "input.jsonl", "80x24",
			[]string{"1b5b373b373748", "1b5b33383b353b3231336d", "1b63", "1b2338", "1b5b366e", "1b5b313041", "1b5b2170"},
			[]string{"JUMPPINK-1 ok", "RESETlqk VISIBLE-1"},
			nil,
		},
		{
			"ren-02", "input.jsonl", "80x24",
			[]string{"1b5d35323b", "1b5d303b50574e", "1b5d383b3b687474703a2f2f6576696c", "1b50746d7578", "1b5f47", "c29b", "c29d", "0e"},
			[]string{"VISIBLE-2 unterminated", "Next .", "ABCclickDEFGHK"},
			nil,
		},
		{"ren-03", "input.jsonl", "80x24", []string{"1b5d303b50574e"}, []string{"call shell FORGED-ROW user: appr", "[call] shell FORGED-ROW"}, nil},
		{"ren-04", "input.json", "80x24", nil, []string{"请检查支付模块", "재시도 로직은", "ตรวจสอบตาราง", "完了しました"}, nil},
		{"ren-04", "input.json", "79x24", nil, []string{"请检查支付模块"}, nil},
		{"ren-04", "input.json", "41x24", nil, []string{"cutline needs 60×16 cells, this is 41×24."}, nil},
		{"ren-04", "input.json", "20x24", nil, []string{"cutline needs 60×16"}, nil},
		{
			"ren-08", "input.json", "80x24",
			[]string{"e280aa", "e280ab", "e280ac", "e280ad", "e280ae", "e281a6", "e281a7", "e281a8", "e281a9", "e2808b", "c2ad", "efbbbf"},
			[]string{"user<U+202E><U+2066>// admin", "ple<U+200B>ase", "re<U+00AD>view zero<U+FEFF>width", "نص عربي عادي مع English داخل السطر", "harmless<U+202E>txt.exe"},
			nil,
		},
		{"ren-09", "input.jsonl", "80x24", []string{"09"}, []string{" a       b       c               d ", "         go build ./...", "                 echo two", " END-9"}, nil},
		{
			"ren-10", "input.jsonl", "80x24",
			[]string{"08", "0d0a446f", "0d446f"},
			[]string{" Downloading 100% [####################]", " Installed x-1.0 DONE-10", " cd ", " ayc"},
			[]string{"Downloading  99%", "Downloading  57%", "ab", "abc"},
		},
	}
	for i, got := range beside(len(cases), func(i int) recorded {
		c := cases[i]
		return r.run(append([]string{"--size", c.size, "--env", "NO_COLOR=1"}, forbidden(c.forbid...)...), everywhere+leaving, r.file(c.id, c.file))
	}) {
		c := cases[i]
		t.Run(c.id+" at "+c.size, func(t *testing.T) {
			if got.Status != 0 || len(got.Found) > 0 {
				t.Errorf("status %d, %q reaches the terminal", got.Status, got.Found)
			}
			p := got.picture(t)
			for _, want := range c.see {
				if !bytes.Contains(p.seen.Bytes(), []byte(want)) {
					t.Errorf("%q is not to be seen in\n%s", want, p.seen.Bytes())
				}
			}
			for _, not := range c.never {
				for row := range strings.Lines(p.seen.String()) {
					if strings.HasPrefix(strings.TrimLeft(row, " │▌"), not) {
						t.Errorf("%q is to be seen in %q", not, row)
					}
				}
			}
			if !utf8.Valid(got.raw) {
				t.Error("a byte stands in no character")
			}
			if n := bytes.Count(got.raw, []byte("\x1b[?1049l")); n != 1 {
				t.Errorf("the alternate screen is left %d times", n)
			}
			whole(t, p)
		})
	}
}

// whole holds every row that there was to the width of the screen, and the frame to its place: the lines that part the panes
// reach from the first column to the last, and the keys stand in the last row.
func whole(t *testing.T, p *picture) {
	t.Helper()
	if p.over > 0 {
		t.Errorf("%d cells are behind the end of a row", p.over)
	}
	w := len(p.rows[0])
	for row := range strings.Lines(p.seen.String()) {
		row = strings.TrimSuffix(row, "\n")
		if first := firstOf(row, "━─═"); first && !strings.ContainsAny(lastOf(row), "━─═░▌") { // or the bar at the edge
			t.Errorf("a line that ends before column %d: %q", w, row)
		}
		if strings.HasPrefix(row, "FORGED-ROW") || strings.HasPrefix(strings.TrimLeft(row, " │┃"), "FORGED-ROW") {
			t.Errorf("a row of its own: %q", row)
		}
	}
	if w < 60 || len(p.rows) < 16 {
		return
	}
	if foot := strings.Join(p.rows[len(p.rows)-1], ""); !strings.Contains(foot, "q quit") {
		t.Errorf("the last row is %q", foot)
	}
	if head := strings.Join(p.rows[0], ""); !strings.HasSuffix(head, "? keys ") {
		t.Errorf("the first row is %q", head)
	}
}

func firstOf(row, of string) bool {
	return strings.IndexFunc(row, func(r rune) bool { return strings.ContainsRune(of, r) }) == 0
}

func lastOf(row string) string {
	r := []rune(row)
	return string(r[max(0, len(r)-1):])
}
