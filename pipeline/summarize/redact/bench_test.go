package redact

import (
	"strings"
	"testing"
)

// large is a text of about that many bytes as prompts are: prose, code, logs and a few secrets.
func large(tb testing.TB, size int) string {
	tb.Helper()
	innocent := strings.SplitAfter(innocentText(tb), "\n")
	var b strings.Builder
	for i := 0; b.Len() < size; i++ {
		b.WriteString(innocent[i%len(innocent)])
		if i%500 == 0 {
			text, _ := plant(tb, planted[i/500%len(planted)].text, uint64(i/500%len(planted)))
			b.WriteString(text)
		}
	}
	return b.String()
}

func BenchmarkText3MB(b *testing.B) {
	text := large(b, 3<<20)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		new(Redactor).Text(text)
	}
}

func BenchmarkNothing3MB(b *testing.B) {
	text := strings.Repeat(innocentText(b), 1+3<<20/len(innocentText(b)))[:3<<20]
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		new(Redactor).Text(text)
	}
}
