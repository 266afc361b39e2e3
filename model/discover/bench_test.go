package discover

import (
	"context"
	"runtime"
	"testing"
	"time"

	"cutline/model/bench"
)

// thousands is how many sessions somebody has who has worked with agents for a year or two.
const thousands = 5000

// Thousands of sessions: how long it takes until the first rows are there, until the first has
// been read, until all have, and how much memory that takes at most; and how long it takes to
// see that none is of a project.
func BenchmarkFind(b *testing.B) {
	env, total := manySessions(b)
	var rows, first, all, none time.Duration
	var peak, memory uint64
	for range b.N {
		runtime.GC()
		start, listed, read := time.Now(), 0, 0
		for e := range Find(context.Background(), env) {
			switch {
			case !e.Read:
				if listed++; listed == 1 {
					rows += time.Since(start)
				}
			default:
				if e.Why != "" || e.Messages < 1 {
					b.Fatalf("%s: %d messages, %s", e.Path, e.Messages, e.Why)
				}
				if read++; read == 1 {
					first += time.Since(start)
				}
				if read%50 == 0 {
					var m runtime.MemStats
					runtime.ReadMemStats(&m)
					peak, memory = max(peak, m.HeapAlloc), max(memory, m.Sys)
				}
			}
		}
		all += time.Since(start)
		start = time.Now()
		other := env
		other.Dir, other.Only = b.TempDir(), true
		for e := range Find(context.Background(), other) {
			b.Fatalf("%s is of no such project", e.Path)
		}
		none += time.Since(start)
		if listed != thousands || read != thousands {
			b.Fatalf("%d listed, %d read", listed, read)
		}
	}
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / float64(b.N) / 1000 }
	b.ReportMetric(ms(rows), "first-rows-ms")
	b.ReportMetric(ms(first), "first-read-ms")
	b.ReportMetric(ms(all), "all-read-ms")
	b.ReportMetric(ms(none), "none-of-project-ms")
	b.ReportMetric(float64(peak)/(1<<20), "heap-MiB")
	b.ReportMetric(float64(memory)/(1<<20), "system-MiB")
	b.ReportMetric(float64(total)/(1<<20), "files-MiB")
}

// manySessions fills a home folder.
func manySessions(b *testing.B) (Env, int64) {
	b.Helper()
	home := b.TempDir()
	total, err := bench.Home(home, thousands)
	if err != nil {
		b.Fatal(err)
	}
	return Env{Home: home, GOOS: "linux", Getenv: func(string) string { return "" }}, total
}
