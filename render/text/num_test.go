package text

import (
	"math"
	"testing"
)

func TestNumbers(t *testing.T) {
	t.Parallel()
	tests := []struct {
		n                 int
		num, short, bytes string
	}{
		{0, "0", "0", "0 B"},
		{744, "744", "744", "744 B"},
		{1_000, "1,000", "1.0k", "1.0 kB"},
		{1_300, "1,300", "1.3k", "1.3 kB"},
		{18_214, "18,214", "18.2k", "18.2 kB"},
		{203_600, "203,600", "203.6k", "203.6 kB"},
		{999_949, "999,949", "999.9k", "999.9 kB"},
		{999_950, "999,950", "1.00M", "1.00 MB"},
		{1_198_420, "1,198,420", "1.20M", "1.20 MB"},
		{99_990_000, "99,990,000", "99.99M", "99.99 MB"},
		{999_995_000, "999,995,000", "1.00G", "1.00 GB"},
		{-1, "-1", "-1", "-1 B"},
		{-183_204, "-183,204", "-183.2k", "-183.2 kB"},
		{-999, "-999", "-999", "-999 B"},
		{math.MinInt64, "-9,223,372,036,854,775,808", "-9223372036.85G", "-9223372036.85 GB"},
	}
	for _, tt := range tests {
		if got := Num(tt.n); got != tt.num {
			t.Errorf("Num(%d) = %q, want %q", tt.n, got, tt.num)
		}
		if got := Short(tt.n); got != tt.short {
			t.Errorf("Short(%d) = %q, want %q", tt.n, got, tt.short)
		}
		if got := Bytes(tt.n); got != tt.bytes {
			t.Errorf("Bytes(%d) = %q, want %q", tt.n, got, tt.bytes)
		}
	}
}
