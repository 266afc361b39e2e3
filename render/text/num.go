package text

import (
	"fmt"
	"math"
	"strconv"
)

// Num writes n in full with a comma between thousands: 183,204.
func Num(n int) string {
	s := strconv.Itoa(n)
	digits := len(s)
	if n < 0 {
		digits--
	}
	if digits <= 3 {
		return s
	}
	out := make([]byte, 0, len(s)+digits/3)
	for i := range len(s) {
		if left := len(s) - i; left%3 == 0 && left < digits {
			out = append(out, ',')
		}
		out = append(out, s[i])
	}
	return string(out)
}

// Short writes n rounded to the nearest, in at most six characters below 100
// million: 744, 18.2k, 203.6k, 1.20M.
func Short(n int) string { return short(n, [...]string{"", "k", "M", "G"}) }

// Bytes writes a size in decimal units: 812 B, 18.2 kB, 1.20 MB.
func Bytes(n int) string { return short(n, [...]string{" B", " kB", " MB", " GB"}) }

// short writes n with the unit for ones, thousands, millions or billions. The
// bounds are where rounding would show a number too large for its unit.
func short(n int, unit [4]string) string {
	size := math.Abs(float64(n))
	switch {
	case size < 1e3:
		return strconv.Itoa(n) + unit[0]
	case size < 999_950:
		return fmt.Sprintf("%.1f%s", float64(n)/1e3, unit[1])
	case size < 999_995_000:
		return fmt.Sprintf("%.2f%s", float64(n)/1e6, unit[2])
	default:
		return fmt.Sprintf("%.2f%s", float64(n)/1e9, unit[3])
	}
}
