//go:build unix

package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"cutline/model/bench"
)

// thousands is how many sessions somebody has who has worked with agents for a year or two.
const thousands = 5000

// Thousands of sessions in a home folder, as somebody sees them who starts the program: how long
// it takes until the first row is there and until all are, and the most memory that the process
// has had, for the list, the list as JSON, and the one to pick from.
func BenchmarkSessions(b *testing.B) {
	home := b.TempDir()
	if _, err := bench.Home(home, thousands); err != nil {
		b.Fatal(err)
	}
	bin, err := program()
	if err != nil {
		b.Fatal(err)
	}
	env := []string{"HOME=" + home, "NO_COLOR=1", "CLAUDE_CONFIG_DIR=", "CODEX_HOME=", "COPILOT_HOME=", "PI_CODING_AGENT_DIR=", "XDG_CONFIG_HOME=", "XDG_DATA_HOME="}
	for _, args := range [][]string{{"sessions", "--all"}, {"sessions", "--all", "--json"}} {
		b.Run(args[len(args)-1], func(b *testing.B) {
			var m measured
			for range b.N {
				cmd := exec.Command(bin, args...)
				cmd.Env = append(os.Environ(), env...)
				m.listing(b, cmd)
			}
			m.report(b)
		})
	}
	b.Run("pick", func(b *testing.B) {
		var m measured
		for range b.N {
			start := time.Now()
			x := spawn(b, 120, 40, env)
			x.await("claude-code")
			m.first += time.Since(start)
			x.await(" 5,000 ━┓") // and no more how many have been looked into
			m.all += time.Since(start)
			m.memory(x.cmd.Process.Pid)
			x.keys("q")
			x.end()
			m.cpu += x.cmd.ProcessState.UserTime() + x.cmd.ProcessState.SystemTime()
		}
		m.report(b)
	})
}

// measured adds up what was measured of runs of the program.
type measured struct {
	first, all, cpu time.Duration
	most            int64 // bytes of memory
}

// listing runs a command that writes a list to its end.
func (m *measured) listing(b *testing.B, cmd *exec.Cmd) {
	b.Helper()
	out, err := cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	start := time.Now()
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	r, lines := bufio.NewReader(out), 0
	for {
		_, err := r.ReadSlice('\n')
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			if !errors.Is(err, io.EOF) {
				b.Fatal(err)
			}
			break
		}
		if lines++; lines == 2 { // behind the names of the columns
			m.first += time.Since(start)
		}
		if lines%500 == 0 {
			m.memory(cmd.Process.Pid)
		}
	}
	if err := cmd.Wait(); err != nil || lines < thousands {
		b.Fatalf("%d lines, %v", lines, err)
	}
	m.all += time.Since(start)
	m.cpu += cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
}

// memory takes the most memory that a process has had so far, where the system tells. What
// it tells of one that has ended begins with the memory of this process.
func (m *measured) memory(pid int) {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return
	}
	_, rest, _ := strings.Cut(string(b), "VmHWM:")
	kB := int64(0)
	if _, err := fmt.Sscan(rest, &kB); err == nil {
		m.most = max(m.most, kB<<10)
	}
}

func (m *measured) report(b *testing.B) {
	b.Helper()
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / float64(b.N) / 1000 }
	b.ReportMetric(ms(m.first), "first-row-ms")
	b.ReportMetric(ms(m.all), "all-rows-ms")
	b.ReportMetric(ms(m.cpu), "cpu-ms")
	b.ReportMetric(float64(m.most)/1e6, "peak-MB")
	b.ReportMetric(0, "ns/op")
}

// await waits for words however busy the machine is.
func (x *screen) await(words string) {
	x.t.Helper()
	for !bytes.Contains(x.shownBytes(), []byte(words)) {
		select {
		case <-x.done:
			x.t.Fatalf("never saw %q in\n%q", words, x.bytes())
		case <-time.After(2 * time.Millisecond):
		}
	}
}
