package measure

import "testing"

func TestHead(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		raw, want string
		most      int
		whole     bool
	}{
		{"", "", 4, true},
		{"abcd", "abcd", 4, true},
		{"abcde", "abcd", 4, false},
		{`a\nb`, "a\nb", 4, true},
		{`abc\nb`, "abc", 4, false},
		{"ab語", "ab語", 5, true},
		{"ab語c", "ab", 4, false},
		{"ab語c", "ab語", 5, false},
		{"語", "", 1, false},
		{"a\xff\xfeb", "a\ufffd\ufffd", 3, false},
	} {
		if got, whole := Head([]byte(tt.raw), tt.most); got != tt.want || whole != tt.whole {
			t.Errorf("Head(%q, %d) = %q, %v; want %q", tt.raw, tt.most, got, whole, tt.want)
		}
	}
}
