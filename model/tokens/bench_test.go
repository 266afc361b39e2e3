package tokens

import (
	"encoding/base64"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// BenchmarkCount reports megabytes a second and how many times the speed of the reference
// that is, both measured in this run.
func BenchmarkCount(b *testing.B) {
	samples := map[string]string{
		"english": strings.Repeat(prose, 256<<10/len(prose)),
		"code":    sources(b),
		"base64":  lines(base64.StdEncoding.EncodeToString(noise(192<<10)), 76),
		"cjk":     strings.Repeat("机器学习模型的上下文窗口是有限的，因此需要压缩。", 3<<10),
	}
	for _, enc := range encodings {
		c, ref := counter(b, enc), references[enc]()
		for name, s := range samples {
			b.Run(enc.String()+"/"+name, func(b *testing.B) {
				b.SetBytes(int64(len(s)))
				b.ReportAllocs()
				for b.Loop() {
					c.Count(s)
				}
				ours := b.Elapsed() / time.Duration(b.N)
				begin := time.Now()
				ref.EncodeOrdinary(s)
				b.ReportMetric(float64(time.Since(begin))/float64(ours), "x-tiktoken")
			})
		}
	}
}

// BenchmarkLong shows that the time for a long run grows as its length does.
func BenchmarkLong(b *testing.B) {
	units := map[string]string{
		"a": "a", "space": " ", "underscore": "_", "newline": "\n", "hex": "deadbeef", "cjk": "字", "zwj": "👩‍👩‍👧‍👦", "accents": "e\u0301", "mixed": "Ab",
	}
	c := counter(b, O200k)
	for name, unit := range units {
		for _, kb := range []int{250, 500, 1000} {
			s := strings.Repeat(unit, kb<<10/len(unit))
			long(b, c, name, s, kb)
		}
	}
	for _, kb := range []int{250, 500, 1000} {
		long(b, c, "base64", base64.StdEncoding.EncodeToString(noise(kb<<10*3/4)), kb)
	}
}

func long(b *testing.B, c *Counter, name, s string, kb int) {
	b.Helper()
	b.Run(name+"/"+strconv.Itoa(kb)+"K", func(b *testing.B) {
		b.SetBytes(int64(len(s)))
		for b.Loop() {
			c.Count(s)
		}
	})
}

func BenchmarkEstimate(b *testing.B) {
	s := sources(b)
	b.SetBytes(int64(len(s)))
	b.ReportAllocs()
	for b.Loop() {
		Estimate(s, O200k)
	}
}

func BenchmarkLookup(b *testing.B) {
	for b.Loop() {
		Lookup("us.anthropic.claude-sonnet-4-5-20250929-v1:0")
	}
}

// sources is the Go text of this package, repeated to a quarter of a megabyte.
func sources(tb testing.TB) string {
	tb.Helper()
	names, err := filepath.Glob("*.go")
	if err != nil {
		tb.Fatal(err)
	}
	var s strings.Builder
	for s.Len() < 256<<10 {
		for _, n := range names {
			text, err := os.ReadFile(n)
			if err != nil {
				tb.Fatal(err)
			}
			s.Write(text)
		}
	}
	return s.String()
}

func noise(n int) []byte {
	r := rand.New(rand.NewPCG(1, 2))
	out := make([]byte, n)
	for i := range out {
		out[i] = byte(r.Uint32())
	}
	return out
}

func lines(s string, width int) string {
	var b strings.Builder
	for len(s) > width {
		b.WriteString(s[:width] + "\n")
		s = s[width:]
	}
	return b.String() + s
}
