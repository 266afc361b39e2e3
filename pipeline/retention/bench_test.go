package retention

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"cutline/model/bench"
	"cutline/model/claudecode"
	"cutline/model/sessiontest"
)

// benchBytes is the size of the generated session.
const benchBytes = 4 << 20

// benchInput drops all but the last twentieth of a session; the summary quotes a line here and there.
func benchInput(b *testing.B) (in Input, reading time.Duration) {
	b.Helper()
	var file bytes.Buffer
	if err := bench.Claude(&file, benchBytes, 1); err != nil {
		b.Fatal(err)
	}
	s := sessiontest.Open(b, claudecode.Read, file.String())
	in = Input{Source: s, Rows: s.Rows, From: -1, Root: s.CWD}
	var summary []string
	size, cut := 0, len(s.Rows)*19/20
	began := time.Now()
	for i := range s.Rows {
		m, err := s.Message(i)
		if err != nil {
			b.Fatal(err)
		}
		text := Text(m)
		if i >= cut {
			in.Kept = append(in.Kept, text)
			continue
		}
		in.Dropped = append(in.Dropped, i)
		if lines := strings.Split(text, "\n"); size < 40_000 {
			line := lines[i%len(lines)]
			line = line[:min(len(line), 400)]
			summary = append(summary, strings.ToValidUTF8(line, ""))
			size += len(line)
		}
	}
	reading = time.Since(began)
	in.Summary = strings.Join(summary, "\n")
	return in, reading
}

// BenchmarkScore compares with reading the messages, in the same run: x-read is how many times
// longer a score takes, alone and with its baselines.
func BenchmarkScore(b *testing.B) {
	in, reading := benchInput(b)
	for _, kind := range []struct {
		name  string
		score func(context.Context, Input) (Output, error)
	}{{"alone", Score}, {"baselines", Compare}} {
		b.Run(kind.name, func(b *testing.B) {
			for b.Loop() {
				if _, err := kind.score(context.Background(), in); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed())/float64(b.N)/float64(reading), "x-read")
		})
	}
}
