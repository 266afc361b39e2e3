package trace

import "testing"

func TestNum(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]string{
		0: "0", 7: "7", 999: "999", 1000: "1,000", 12345: "12,345", 1_000_000: "1,000,000", -1: "-1", -999: "-999", -1000: "-1,000", -123_456_789: "-123,456,789",
	} {
		if got := Num(n); got != want {
			t.Errorf("Num(%d) = %s, want %s", n, got, want)
		}
	}
}

func TestCount(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]string{0: "0 turns", 1: "1 turn", 2: "2 turns", 1000: "1,000 turns"} {
		if got := Count(n, "turn"); got != want {
			t.Errorf("Count(%d) = %s, want %s", n, got, want)
		}
	}
}
