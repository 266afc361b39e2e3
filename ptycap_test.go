//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
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

// report is what a run is judged with: the test, or what keeps its complaints back.
type report interface {
	Helper()
	Errorf(format string, args ...any)
}

// complaints are kept back, because a run on a busy machine says nothing when its keys came before their screen.
type complaints []string

func (*complaints) Helper() {}
func (c *complaints) Errorf(format string, args ...any) {
	*c = append(*c, fmt.Sprintf(format, args...))
}

// hold runs the program by the tool and judges the run. The tool knows only how long to wait, not for what; so keys that came
// too soon are typed again, with more time, and the last run counts. What must never be found is never excused.
func (r *recorder) hold(flags []string, keys string, judge func(t report, got recorded), args ...string) {
	r.t.Helper()
	for _, more := range []float64{1, 5} {
		got := r.run(flags, slower(keys, more), args...)
		if len(got.Found) > 0 || bytes.Contains(got.raw, []byte("panic: ")) {
			judge(r.t, got)
			return
		}
		var held complaints
		judge(&held, got)
		if len(held) == 0 {
			return
		}
		r.t.Logf("again, slower, because of: %s", held[0][:min(len(held[0]), 300)])
	}
	judge(r.t, r.run(flags, slower(keys, 20), args...))
}

// slower are the same keys with so many times the pauses, and one behind each key. What comes in pieces stays in one.
func slower(keys string, times float64) string {
	if times == 1 {
		return keys
	}
	var out []string
	for _, k := range strings.Split(keys, ",") {
		if s, err := strconv.ParseFloat(strings.TrimPrefix(k, "wait:"), 64); err == nil && s > 0 && strings.HasPrefix(k, "wait:") {
			k = fmt.Sprintf("wait:%g", min(s*times, s+5))
		}
		out = append(out, k)
		if !strings.HasPrefix(k, "wait:") && !strings.HasPrefix(k, "hex:") {
			out = append(out, fmt.Sprintf("wait:%g", 0.1*times))
		}
	}
	return "wait:" + fmt.Sprint(0.2*times) + "," + strings.Join(out, ",")
}

// run runs the program by the tool. Flags are those of the tool, its time limit is longer than that of a case, because a machine
// may be busy.
func (r *recorder) run(flags []string, keys string, args ...string) recorded {
	raw := filepath.Join(r.t.TempDir(), "raw.bin")
	line := append([]string{r.script, "--timeout", "120", "--out", raw, "--keys", keys}, flags...)
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

// beside calls do for 0 to n-1, a few of them beside each other.
func beside(n int, do func(i int)) {
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			do(i)
		})
	}
	wg.Wait()
}

// bare is an environment in which nothing says what the terminal is like, nor how to reach a clipboard.
func bare(tb testing.TB) []string {
	tb.Helper()
	return []string{"TERM=xterm-256color", "PATH=/usr/bin:/bin", "HOME=" + tb.TempDir(), "LANG=C.UTF-8"}
}

// end is what it wrote last.
func (r recorded) end() []byte { return r.raw[max(0, len(r.raw)-300):] }

// picture is what a terminal shows of it: all rows that there were, and those that were there last.
func (r recorded) picture() *picture {
	var w, h int
	if n, err := fmt.Sscanf(r.size, "%dx%d", &w, &h); n != 2 || err != nil {
		panic(r.size) // a test has written it
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
	beside(len(cases), func(i int) {
		c := cases[i]
		name := c.id + " at " + c.size
		r.hold(append([]string{"--size", c.size, "--env", "NO_COLOR=1"}, forbidden(c.forbid...)...), everywhere+leaving, func(t report, got recorded) {
			t.Helper()
			if got.Status != 0 || len(got.Found) > 0 {
				t.Errorf("%s: status %d, %q reaches the terminal", name, got.Status, got.Found)
			}
			p := got.picture()
			for _, want := range c.see {
				if !bytes.Contains(p.seen.Bytes(), []byte(want)) {
					t.Errorf("%s: %q is not to be seen in\n%s", name, want, p.seen.Bytes())
				}
			}
			for _, not := range c.never {
				for row := range strings.Lines(p.seen.String()) {
					if strings.HasPrefix(strings.TrimLeft(row, " │▌"), not) {
						t.Errorf("%s: %q is to be seen in %q", name, not, row)
					}
				}
			}
			if !utf8.Valid(got.raw) {
				t.Errorf("%s: a byte stands in no character", name)
			}
			if n := bytes.Count(got.raw, []byte("\x1b[?1049l")); n != 1 {
				t.Errorf("%s: the alternate screen is left %d times", name, n)
			}
			whole(t, p)
		}, r.file(c.id, c.file))
	})
}

// whole holds every row that there was to the width of the screen, and the frame to its place: the lines that part the panes
// reach from the first column to the last, and the keys stand in the last row.
func whole(t report, p *picture) {
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
