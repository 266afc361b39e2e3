//go:build unix

package main

import (
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cutline/model/sessiontest"
)

// longSession is that of ren-11 with a message of so many characters and no blank.
func longSession(tb testing.TB, chars int) string {
	tb.Helper()
	const word = "aGVsbG8gd29ybGQ9"
	long := strings.Repeat(word, chars/len(word))
	file := filepath.Join(tb.TempDir(), "long.json")
	text := fmt.Sprintf(`[{"role":"user","content":"Show the bundle."},
{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"cat","arguments":"{}"}}]},
{"role":"tool","tool_call_id":"c1","content":"%sEND-11"},{"role":"user","content":"ok"},{"role":"assistant","content":%q}]`, long, long[:50_000])
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		tb.Fatal(err)
	}
	return file
}

// takes waits for words on the screen as it is, and gives how long that took from a moment on.
func (x *screen) takes(from time.Time, holds func(rows string) bool) time.Duration {
	x.t.Helper()
	for !holds(strings.Join(x.now(), "\n")) {
		if time.Since(from) > patience {
			x.t.Fatalf("it never comes; the screen shows\n%s", strings.Join(x.now(), "\n"))
		}
		time.Sleep(time.Millisecond)
	}
	return time.Since(from)
}

func has(words string) func(string) bool {
	return func(rows string) bool { return strings.Contains(rows, words) }
}

// BenchmarkOneLongLine is ren-11: the first picture, opening the message, page down, the end and a new size, in
// milliseconds, at one and two million characters without a blank; and how much longer twice as much takes. What may be
// expected are 2 s, 1 s and 300 ms, and a ratio of 2.5.
func BenchmarkOneLongLine(b *testing.B) {
	if _, err := program(); err != nil {
		b.Fatal(err)
	}
	names := []string{"first", "open", "pgdn", "end", "resize"}
	took := map[int][]time.Duration{}
	sizes := []int{1_000_000, 2_000_000}
	for _, chars := range sizes {
		file := longSession(b, chars)
		sums := make([]time.Duration, len(names))
		for range b.N {
			start := time.Now()
			x := spawn(b, 80, 24, []string{"NO_COLOR=1"}, file)
			sums[0] += x.takes(start, has("of 5 ━"))
			x.takes(time.Now(), has("counted")) // all of it has been looked into
			x.keys("gjj")
			x.takes(time.Now(), has("▌   2  T"))
			for i, step := range []struct {
				keys string
				has  string
			}{{"\r", "esc back"}, {"\x1b[6~", ""}, {"\x1b[F", "END-11"}} {
				was := strings.Join(x.now(), "\n")
				start = time.Now()
				x.keys(step.keys)
				sums[i+1] += x.takes(start, func(rows string) bool { return rows != was && strings.Contains(rows, step.has) })
			}
			start = time.Now()
			x.resize(100, 30)
			sums[4] += x.takes(start, has("q quit"))
			x.leave()
		}
		for i, name := range names {
			b.ReportMetric(float64(sums[i].Microseconds())/1000/float64(b.N), fmt.Sprintf("%s-%dM-ms", name, chars/1_000_000))
		}
		took[chars] = sums
	}
	for i, name := range names[:2] {
		b.ReportMetric(float64(took[sizes[1]][i])/float64(took[sizes[0]][i]), name+"-2M/1M")
	}
	var one, two time.Duration
	for i := range names {
		one, two = one+took[sizes[0]][i], two+took[sizes[1]][i]
	}
	b.ReportMetric(float64(two)/float64(one), "all-2M/1M")
	b.ReportMetric(0, "ns/op")
}

// BenchmarkWheel is ren-15: from a thousand events of a wheel and q in one write to the end of the program. Two seconds may be
// expected.
func BenchmarkWheel(b *testing.B) {
	events, err := hex.DecodeString(strings.TrimPrefix(strings.TrimSpace(sessiontest.Text(b, caseFile("ren-15", "wheel.keys"))), "hex:"))
	if err != nil {
		b.Fatal(err)
	}
	var sum time.Duration
	for range b.N {
		x := spawn(b, 80, 24, []string{"NO_COLOR=1"}, caseFile("ren-15", "input.jsonl"))
		x.takes(time.Now(), has("of 300"))
		start := time.Now()
		x.keys(string(events) + "q")
		x.end()
		sum += time.Since(start)
	}
	b.ReportMetric(float64(sum.Microseconds())/1000/float64(b.N), "end-ms")
	b.ReportMetric(0, "ns/op")
}

// BenchmarkNoAnswer is ren-14 and ren-17: the first picture in a terminal that answers no question, and the end of the program
// where there is no terminal at all. Half a second and two seconds may be expected.
func BenchmarkNoAnswer(b *testing.B) {
	if _, err := program(); err != nil {
		b.Fatal(err)
	}
	var sum time.Duration
	for range b.N {
		start := time.Now()
		x := spawn(b, 80, 24, nil, caseFile("ren-14", "input.json"))
		sum += x.takes(start, has("of 4 ━"))
		x.leave()
	}
	b.ReportMetric(float64(sum.Microseconds())/1000/float64(b.N), "first-ms")
	b.ReportMetric(0, "ns/op")
}
