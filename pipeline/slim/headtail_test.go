package slim

import (
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"cutline/model/js"
)

var omittedMarker = regexp.MustCompile(`…\[(\d+) chars omitted\]…`)

// checkHeadAndTail holds a shortened text to its promises.
func checkHeadAndTail(t *testing.T, value string, limit int) {
	t.Helper()
	got := HeadAndTail(value, limit)
	folded := strings.Join(strings.Fields(value), " ")
	n, u := js.Units(folded), js.Units(got)
	if u > max(limit, 0) {
		t.Fatalf("%d chars, the limit is %d: %q", u, limit, got)
	}
	if utf8.ValidString(value) && !utf8.ValidString(got) {
		t.Fatalf("%q is no UTF-8", got)
	}
	if n <= limit {
		if got != folded {
			t.Fatalf("%q fits %d, but it became %q", folded, limit, got)
		}
		return
	}
	for _, m := range omittedMarker.FindAllStringSubmatchIndex(got, -1) {
		head, tail := got[:m[0]], got[m[1]:]
		missing, err := strconv.Atoi(got[m[2]:m[3]])
		if err == nil && strings.HasPrefix(folded, head) && strings.HasSuffix(folded, tail) && missing+js.Units(head)+js.Units(tail) == n {
			if d := js.Units(head) - js.Units(tail); d < -1 || d > 2 {
				t.Fatalf("the head has %d chars more than the tail: %q", d, got)
			}
			return
		}
	}
	if got != js.Prefix(folded, limit) || limit > len("…[1234567 chars omitted]…") {
		t.Fatalf("%d chars of %d: neither a true marker nor a beginning: %q", u, n, got)
	}
}

func TestHeadAndTail(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, value string
		limit       int
		want        string
	}{
		{"it fits", "abc", 3, "abc"},
		{"white space is folded", "  a \n\n b\t", 9, "a b"},
		{"the head gets the odd char", strings.Repeat("h", 50) + strings.Repeat("t", 50), 25, "hhh…[95 chars omitted]…tt"},
		{"even", strings.Repeat("h", 50) + strings.Repeat("t", 50), 26, "hhh…[94 chars omitted]…ttt"},
		{"smaller than the marker", strings.Repeat("h", 100), 10, "hhhhhhhhhh"},
		{"nothing", "abc", 0, ""},
		{"less than nothing", "abc", -4, ""},
		{"no char is split", strings.Repeat("🦊", 50), 25, "🦊…[96 chars omitted]…🦊"},
		{"the number grows by a digit", strings.Repeat("h", 55) + strings.Repeat("t", 55), 27, "hhh…[104 chars omitted]…ttt"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			checkHeadAndTail(t, tt.value, tt.limit)
			if got := HeadAndTail(tt.value, tt.limit); got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
	for n := range 140 { // every place at which the number of digits changes
		for limit := range 140 {
			checkHeadAndTail(t, strings.Repeat("x", n), limit)
			checkHeadAndTail(t, strings.Repeat("a🦊", n/2), limit)
		}
	}
}

// TestHeadAndTailOfOutput: both the command and the verdict of a long output stay.
func TestHeadAndTailOfOutput(t *testing.T) {
	t.Parallel()
	value := "$ go test ./..." + strings.Repeat("x", 30000-15-20) + "12 tests have failed"
	got := HeadAndTail(value, 2000)
	if !strings.HasPrefix(got, "$ go test ./...") || !strings.HasSuffix(got, "12 tests have failed") || js.Units(got) != 2000 {
		t.Errorf("%d chars: %.40q … %q", js.Units(got), got, got[len(got)-40:])
	}
	checkHeadAndTail(t, value, 2000)
}

func FuzzHeadAndTail(f *testing.F) {
	f.Add("", 0)
	f.Add("a  b", 3)
	f.Add(strings.Repeat("🦊 語", 40), 30)
	f.Add("…[5 chars omitted]……[5 chars omitted]…", 25)
	f.Add("\xff\xe8\xaa"+strings.Repeat("y", 50), 28)
	f.Fuzz(func(t *testing.T, value string, limit int) {
		if limit > 1<<20 {
			limit %= 1 << 20
		}
		checkHeadAndTail(t, value, limit)
	})
}
