package lint

import "testing"

func TestBody(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		text, want string
		sections   bool
	}{
		{"The parser is fixed.", "The parser is fixed.", false},
		{"This session is being continued from another one.\nThe parser is fixed.", "The parser is fixed.", false},
		{"This session is being continued from another one.\n\nAnalysis:\nhm\n\nSummary:\n1. Request\n\nIf you need specific details, ask.", "1. Request\n", true},
		{"<analysis>\nhm\n</analysis>\n<summary>\n1. Request\n</summary>", "1. Request", true},
		{"<summary>\n1. Request\n</summary>\n", "1. Request", true},
		{"This session is being continued", "This session is being continued", false},
		{"", "", false},
	} {
		from, to, sections := Body(tt.text)
		if got := tt.text[from:to]; got != tt.want || sections != tt.sections {
			t.Errorf("%q: %q, %t", tt.text, got, sections)
		}
	}
}
