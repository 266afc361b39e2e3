package jsonl

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// FuzzScan: whatever the bytes, Scan gives only whole objects that stand where it says.
func FuzzScan(f *testing.F) {
	names, err := filepath.Glob("../../testdata/sessions/*/*.jsonl")
	if err != nil || len(names) == 0 {
		f.Fatalf("no seeds: %v", err)
	}
	for _, name := range names {
		b, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(b[:min(len(b), 4096)]))
	}
	for _, s := range []string{"\ufeff{}\r\n", "\x00{}\x00", `{"type":"a"}{"type":"b`, `{"type":"\ud83e`, "[\n{\n", `{"type":{"type":"x"}}}`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		_, _, lines := scan(t, text)
		want := strings.Count(text, "\n")
		if text != "" && !strings.HasSuffix(text, "\n") {
			want++
		}
		if lines != want {
			t.Errorf("%d lines, want %d", lines, want)
		}
	})
}

// TestScanFindsRecordsInDamage: a whole record survives damage on either side of it, as long as the
// damage does not open a string around it.
func TestScanFindsRecordsInDamage(t *testing.T) {
	t.Parallel()
	record := rapid.SampledFrom([]string{`{"type":"a"}`, `{"type":"b","c":{"d":["}"]}}`, `{"type":"c","s":"\"{"}`})
	damage := rapid.SampledFrom([]string{"", "", "\n", "\r\n", "xx", "]", "}", "\x00\n", `{"type":"z","s":tr`, `{"q":1,`})
	rapid.Check(t, func(t *rapid.T) {
		var text strings.Builder
		var want []string
		for range rapid.IntRange(1, 8).Draw(t, "n") {
			r := record.Draw(t, "record")
			want = append(want, r)
			text.WriteString(damage.Draw(t, "damage") + r)
		}
		var got []string
		s := text.String()
		if _, err := Scan(strings.NewReader(s), int64(len(s)), typed, func(r Record) bool {
			got = append(got, string(r.Raw))
			return true
		}); err != nil {
			t.Fatal(err)
		}
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Fatalf("%q holds %q, found %q", s, want, got)
		}
	})
}

// TestBracesAreLinear: what is looked at for records in one damaged line is bounded, however
// many beginnings of records it seems to hold.
func TestBracesAreLinear(t *testing.T) {
	t.Parallel()
	for name, piece := range map[string]string{"open": `{"`, "nested": `{"a":`, "pairs": `{"":{}`, "records": `{"type":{}} x`} {
		line := strings.Repeat(piece, 200_000)
		asked := 0
		if _, err := Scan(strings.NewReader(line), int64(len(line)), func(raw []byte) bool {
			asked += len(raw)
			return typed(raw)
		}, func(Record) bool { return true }); err != nil {
			t.Fatal(err)
		}
		if asked > salvageBytes {
			t.Errorf("%s: %d bytes were looked at for a line of %d", name, asked, len(line))
		}
	}
}

func BenchmarkScanLongLine(b *testing.B) {
	line := `{"type":"x","s":"` + strings.Repeat("0123456789", 10<<20) + `"}`
	b.SetBytes(int64(len(line)))
	for b.Loop() {
		n := 0
		if _, err := Scan(strings.NewReader(line), int64(len(line)), typed, func(Record) bool { n++; return true }); err != nil || n != 1 {
			b.Fatal(n, err)
		}
	}
}

func BenchmarkScanBraces(b *testing.B) {
	for _, n := range []int{1 << 16, 1 << 20} {
		b.Run("", func(b *testing.B) {
			line := strings.Repeat(`{"`, n/2)
			b.SetBytes(int64(n))
			for b.Loop() {
				if _, err := Scan(strings.NewReader(line), int64(n), typed, func(Record) bool { return true }); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
