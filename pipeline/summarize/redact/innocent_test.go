package redact

import (
	"os"
	"strings"
	"testing"
)

// innocentText is a list of lines without a secret, made for this test: programs, logs, prose,
// lock files, hashes and what looks most like a secret and is none.
func innocentText(tb testing.TB) string {
	tb.Helper()
	b, err := os.ReadFile("testdata/innocent.txt")
	if err != nil {
		tb.Fatal(err)
	}
	return string(b)
}

// TestInnocent leaves every line as it is: alone, all together, and inside JSON.
func TestInnocent(t *testing.T) {
	t.Parallel()
	all := innocentText(t)
	lines := strings.Split(strings.TrimSuffix(all, "\n"), "\n")
	if len(lines) < 1000 {
		t.Errorf("only %d lines", len(lines))
	}
	escape := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`).Replace
	for _, l := range lines {
		for _, text := range []string{l, `{"content":"` + escape("x\n"+l+"\ny") + `"}`} {
			var r Redactor
			if got := r.Text(text); got != text {
				t.Errorf("%q became %q: %+v", text, got, r.Findings())
			}
		}
	}
	for _, text := range []string{all, escape(all), escape(escape(all))} {
		var r Redactor
		if got := r.Text(text); got != text {
			for _, f := range r.Findings() {
				t.Errorf("%+v", f)
			}
		}
	}
}
