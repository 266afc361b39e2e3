package text

import (
	"fmt"
	"strings"
	"testing"
)

var samples = []struct {
	name string
	text string
}{
	{"run", strings.Repeat("aGVsbG8gd29ybGQ9", 2_000_000/16)},
	{"coloured", strings.Repeat("\x1b[32mok\x1b[0m   cutline/render/text\t0.031s\n", 2_000_000/44)},
	{"cjk", strings.Repeat("中文字幕和文本", 2_000_000/7)},
	{"progress", strings.Repeat("Downloading 10% [##                  ]\r", 2_000_000/39)},
	{"escapes", strings.Repeat("\x1b]", 1_000_000)},
	{"passthrough", strings.Repeat("\x1bPtmux;\x1b\x1b", 2_000_000/9)},
	{"invisible", "a\r" + strings.Repeat("\u200b", 2_000_000)},
	{"marks", "a\r" + strings.Repeat("\u0301", 2_000_000)},
	{"flags", strings.Repeat("🇩", 500_000)},
	{"emoji", strings.Repeat("👨\u200d👩\u200d👧", 100_000)},
	{"blanks", strings.Repeat(" ", 2_000_000)},
	{"tabs", strings.Repeat("a\t", 1_000_000)},
}

func BenchmarkClean(b *testing.B) {
	for _, s := range samples {
		b.Run(s.name, func(b *testing.B) {
			b.SetBytes(int64(len(s.text)))
			for b.Loop() {
				Clean(s.text)
			}
		})
	}
}

func BenchmarkWidth(b *testing.B) {
	for _, s := range samples {
		clean := Clean(s.text)
		b.Run(s.name, func(b *testing.B) {
			b.SetBytes(int64(len(clean)))
			for b.Loop() {
				Width(clean)
			}
		})
	}
}

func BenchmarkWrap(b *testing.B) {
	for _, s := range samples {
		clean := Clean(s.text)
		b.Run(s.name, func(b *testing.B) {
			b.SetBytes(int64(len(clean)))
			for b.Loop() {
				NewWrapped(clean, 80).Lines()
			}
		})
	}
}

func BenchmarkFirstScreen(b *testing.B) {
	for b.Loop() {
		NewWrapped(samples[0].text, 80).Grow(60)
	}
}

func BenchmarkCut(b *testing.B) {
	for _, s := range samples {
		clean := Clean(s.text)
		b.Run(s.name, func(b *testing.B) {
			for b.Loop() {
				Cut(clean, 40)
			}
		})
	}
}

func BenchmarkLabel(b *testing.B) {
	for _, s := range samples {
		b.Run(s.name, func(b *testing.B) {
			for b.Loop() {
				Label(s.text, 40)
			}
		})
	}
}

func BenchmarkBox(b *testing.B) {
	plainRow := "  379  T Bash go test ./... -run Golden      48.1k #########|..     cut 18.2k"
	rows := map[string]string{
		"ascii":  plainRow,
		"bars":   "▌ 379  T Bash go test ./... -run Golden      48.1k █████████┃░░     cut 18.2k",
		"styled": "\x1b[1m" + plainRow[:20] + "\x1b[0m\x1b[38;5;75m" + plainRow[20:] + "\x1b[0m",
	}
	for name, row := range rows {
		lines := make([]string, 58)
		for i := range lines {
			lines[i] = fmt.Sprint(row, i)
		}
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				Box(lines, 98, 58)
			}
		})
	}
}
