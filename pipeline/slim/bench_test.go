package slim

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"
)

// BenchmarkShares compares with the stable sort of the literal rule, in the same run: x-sort is
// how many times longer the sort takes.
func BenchmarkShares(b *testing.B) {
	for _, n := range []int{1e3, 1e4, 1e5, 1e6} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			r := rand.New(rand.NewPCG(1, uint64(n)))
			sizes, sum := make([]int, n), 0
			for i := range sizes {
				sizes[i] = int(50 * r.ExpFloat64() * r.ExpFloat64() * 20)
				sum += sizes[i]
			}
			start := time.Now()
			rounds := max(1, 100_000/n)
			for range rounds {
				literal(sizes, sum/3)
			}
			sorted := time.Since(start) / time.Duration(rounds)
			for b.Loop() {
				Shares(sizes, sum/3)
			}
			b.ReportMetric(float64(sorted)/(float64(b.Elapsed())/float64(b.N)), "x-sort")
		})
	}
}
