//go:build unix

package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"cutline/model/bench"
)

// BenchmarkVersion is how long the program takes to say what it is, beside one that does nothing.
func BenchmarkVersion(b *testing.B) {
	bin, err := program()
	if err != nil {
		b.Fatal(err)
	}
	took := make([]time.Duration, 0, b.N)
	idle := make([]time.Duration, 0, b.N)
	for range b.N {
		start := time.Now()
		if err := exec.Command("true").Run(); err != nil {
			b.Fatal(err)
		}
		idle = append(idle, time.Since(start))
		start = time.Now()
		if err := exec.Command(bin, "--version").Run(); err != nil {
			b.Fatal(err)
		}
		took = append(took, time.Since(start))
	}
	b.ReportMetric(at(took, 50), "version-ms")
	b.ReportMetric(at(idle, 50), "nothing-ms")
}

// at is a percentile in milliseconds.
func at(took []time.Duration, percent int) float64 {
	slices.Sort(took)
	return float64(took[len(took)*percent/100].Microseconds()) / 1000
}

// generated is a session of a size in a file.
func generated(b *testing.B, size int64) string {
	b.Helper()
	path := filepath.Join(b.TempDir(), "large.jsonl")
	f, err := os.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	if err := errors.Join(bench.Claude(f, size, 1), f.Close()); err != nil {
		b.Fatal(err)
	}
	return path
}

// BenchmarkTerminal is the time from the start to the first byte of a frame of a large session, and to its first
// messages, in a terminal that answers no query.
func BenchmarkTerminal(b *testing.B) {
	path := generated(b, benchBytes)
	if _, err := program(); err != nil {
		b.Fatal(err)
	}
	var first, head []time.Duration
	for range b.N {
		start := time.Now()
		x := spawn(b, 120, 40, nil, path)
		x.await("large.jsonl")
		first = append(first, time.Since(start))
		x.see("messages")
		head = append(head, time.Since(start))
		x.leave()
	}
	b.ReportMetric(at(first, 50), "first-frame-ms")
	b.ReportMetric(at(head, 50), "first-messages-ms")
}

// messages writes a session of n messages: words of which no two are alike, code in three languages, now and then a long
// one. Counting them takes longer than a phase of the benchmark.
func messages(b *testing.B, n int) string {
	b.Helper()
	path := filepath.Join(b.TempDir(), "many.jsonl")
	f, err := os.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	w := bufio.NewWriter(f)
	code := []string{"```go\nfunc add(a, b int) int {\n\treturn a + b\n}\n```", "```python\ndef add(a, b):\n    return a + b\n```", "```json\n{\"add\": [1, 2]}\n```", "All of the tests pass now, and the report is written."}
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range n {
		role, content := "user", "Now look at part "+strconv.Itoa(i)+" of the importer, and say what it does with a row that has no amount."
		if i%4 > 0 {
			role, content = "assistant", "Part "+strconv.Itoa(i)+" reads a row and adds it up:\n\n"+strings.Repeat(code[i%len(code)]+"\n\n", 1+i%3)
		}
		if i%500 == 1 {
			content += strings.Repeat("A row without an amount is counted as zero. ", 400)
		}
		for range 60 {
			content += " " + strconv.FormatUint(rng.Uint64(), 36)
		}
		text, err := json.Marshal(content)
		if err != nil {
			b.Fatal(err)
		}
		parent := "null"
		if i > 0 {
			parent = fmt.Sprintf("%q", fmt.Sprintf("m%d", i-1))
		}
		_, err = fmt.Fprintf(w, `{"parentUuid":%s,"isSidechain":false,"sessionId":"many","type":%q,"uuid":"m%d","timestamp":"2026-03-07T11:00:00.000Z","message":{"role":%[2]q,"id":"a%[3]d","model":"claude-sonnet-4-5","content":%[4]s}}`+"\n", parent, role, i, text)
		if err != nil {
			b.Fatal(err)
		}
	}
	if err := errors.Join(w.Flush(), f.Close()); err != nil {
		b.Fatal(err)
	}
	return path
}

// BenchmarkKeyInTerminal is the time from a key to the first byte of the frame that it makes, at a
// hundred thousand messages: while they are counted and coloured, and when nothing else runs. Each key changes what the screen
// shows. busy-% is how much of one processor the program used meanwhile.
func BenchmarkKeyInTerminal(b *testing.B) {
	path := messages(b, 100_000)
	if _, err := program(); err != nil {
		b.Fatal(err)
	}
	x := spawn(b, 200, 60, []string{"COLORTERM=truecolor"}, path)
	x.await("of 100,000") // all of it, not only its end
	x.keys("g")
	cursor := []string{"j", "j", "k", "\x1b[6~", "j", "\x1b[5~"}
	b.Run("counting", func(b *testing.B) { x.press(b, cursor...) })
	x.rest()
	b.Run("idle", func(b *testing.B) { x.press(b, cursor...) })
	b.Run("budget", func(b *testing.B) { x.press(b, "-", "+") })
	b.Run("filter", func(b *testing.B) { x.press(b, "&", "u", "s", "e", "r", "\x1b") })
	b.Run("find", func(b *testing.B) { x.press(b, "/", "a", "m", "\x1b") })
	x.keys("pjjj") // to the fraction of the window
	b.Run("slider", func(b *testing.B) { x.press(b, "l", "h") })
	x.keys("\x1b")
	x.leave()
}

// press measures keys, and how many bytes each makes the program write.
func (x *screen) press(b *testing.B, keys ...string) {
	b.Helper()
	x.quiet()
	took := make([]time.Duration, 0, b.N)
	before, used, began := x.size(), x.used(), time.Now()
	b.ResetTimer()
	for i := range b.N {
		select { // what was read before the key
		case <-x.came:
		default:
		}
		start := time.Now()
		x.keys(keys[i%len(keys)])
		select {
		case at := <-x.came:
			took = append(took, at.Sub(start))
		case <-time.After(time.Second):
			b.Fatalf("key %d, %q changes nothing on\n%s", i, keys[i%len(keys)], strings.Join(x.now(), "\n"))
		}
		time.Sleep(25 * time.Millisecond) // a key of a person who is quick
	}
	b.ReportMetric(float64(x.size()-before)/float64(b.N), "B/key")
	b.ReportMetric(at(took, 50), "p50-ms")
	b.ReportMetric(at(took, 99), "p99-ms")
	b.ReportMetric(100*float64(x.used()-used)/float64(time.Since(began)), "busy-%")
	b.ReportMetric(0, "ns/op")
}

// used is the processor time of the program; 0 where nobody tells.
func (x *screen) used() time.Duration {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", x.cmd.Process.Pid))
	fields := strings.Fields(string(stat))
	if err != nil || len(fields) < 15 {
		return 0
	}
	var ticks int
	for _, f := range fields[13:15] { // for itself and in the system
		n, err := strconv.Atoi(f)
		if err != nil {
			return 0
		}
		ticks += n
	}
	return time.Duration(ticks) * 10 * time.Millisecond
}

// rest waits until the program uses the processor no more, for as long as patience lasts; where nobody says how much it has used, it
// waits for nothing.
func (x *screen) rest() {
	end := time.Now().Add(patience)
	for was, same := x.used(), 0; same < 4 && time.Now().Before(end); time.Sleep(500 * time.Millisecond) {
		if now := x.used(); now != was {
			was, same = now, 0
		} else {
			same++
		}
	}
}
