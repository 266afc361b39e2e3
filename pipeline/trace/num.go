package trace

import "strconv"

// Num writes an integer with a comma after every three digits, as all reasons do.
func Num(n int) string {
	s := strconv.Itoa(n)
	sign := ""
	if n < 0 {
		sign, s = "-", s[1:]
	}
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return sign + s
}

// Count is a number and a noun in the right form: "1 message", "31 messages".
func Count(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return Num(n) + " " + noun
}
