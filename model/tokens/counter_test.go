package tokens

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/pkoukk/tiktoken-go"
	loader "github.com/pkoukk/tiktoken-go-loader"
	"pgregory.net/rapid"
)

// encodings are all there are, for loops.
var encodings = []Encoding{O200k, Cl100k}

// references are the encoders that say what is right. Only their EncodeOrdinary is called.
var references = map[Encoding]func() *tiktoken.Tiktoken{
	O200k:  sync.OnceValue(func() *tiktoken.Tiktoken { return reference(O200k) }),
	Cl100k: sync.OnceValue(func() *tiktoken.Tiktoken { return reference(Cl100k) }),
}

func reference(enc Encoding) *tiktoken.Tiktoken {
	tiktoken.SetBpeLoader(loader.NewOfflineLoader())
	t, err := tiktoken.GetEncoding(enc.String())
	if err != nil {
		panic(err)
	}
	return t
}

func counter(tb testing.TB, enc Encoding) *Counter {
	tb.Helper()
	c, err := New(enc)
	if err != nil {
		tb.Fatal(err)
	}
	return c
}

func TestCountFixed(t *testing.T) {
	for _, c := range []struct {
		text          string
		o200k, cl100k int
	}{
		{"", 0, 0},
		{"a", 1, 1},
		{"hello world", 2, 2},
		{"Hello, world!", 4, 4},
		{"\n \n", 1, 1},
		{"1234567", 3, 3},
		{"<|endoftext|>", 7, 7},
		{"\xff", 1, 1},
		{"\xff\xfe", 1, 1},
		{"tiktoken is great!", 6, 6},
	} {
		if got := counter(t, O200k).Count(c.text); got != c.o200k {
			t.Errorf("o200k %q: %d, want %d", c.text, got, c.o200k)
		}
		if got := counter(t, Cl100k).Count(c.text); got != c.cl100k {
			t.Errorf("cl100k %q: %d, want %d", c.text, got, c.cl100k)
		}
	}
}

// nasty are the texts at which splitters by hand, or Unicode tables, go wrong.
var nasty = []string{
	"", " ", "\n", "\r\n\r\n", "\n \n", " \r\n  x", "   foo", "\t\tfoo  bar \n", "  1", " !", "a  b   c    ",
	"I'm you're THEY'VE we'LL he'd it's 'S 'sun ''s don'T x're\u2019s", "'", "''", "'\n", "'l", "'lx", "'v", "x'ſ",
	"helloWorld HTMLParser XMLHttpRequest iPhone ABCdef ABC'S DŽungla ǅ", "(Foo) (FOO) .foo _bar __BAZ__ /etc/passwd //x\n/y",
	"e\u0301 E\u0301A \u0301abc \u0301ABC \u0301\u0301 !\u0301x \u0301'll \u0301A\u0301",
	"ABCاDEF بABC ABب'sC ʰABC aʰB Aʰ'd", "漢字かな交じり文、テスト。ABC漢字abc", "한국어 텍스트", "ไทยสวัสดีครับ", "नमस्ते दुनिया",
	"x\u0085y \u0085\u0085 z", "a\u180eb \u180e", "\ufeffstart \ufeff", "a\u00a0b \u00a0\u00a0c", "\u2028\u2029x\u3000 y", "\u200b\u200dz", "\x1c\x1d x", "\v\f\n\v x",
	"12345678 ٣٤٥٦ Ⅷ ½²³ 1a2B", "🙂👩‍👩‍👧‍👦🏳️‍🌈 flags 🇩🇪🇫🇷", "𝐀𝐁𝐜 𐐀𐐨 𠀀𠀁 \U000e0100",
	"\xff", "a\xffb", "\xed\xa0\x80x", "\xe4\xb8 \xc3", "\xf0\x9f\x98", " \xff\n", "A\xffa",
	"<|endoftext|>", "<|fim_prefix|>x<|endofprompt|>", "!!!\r\n//\n/ x", "-----\n=====\n\n\n", "{\"a\":[1,2,{\"b\":null}]}\n",
	"\tif err != nil {\n\t\treturn nil, fmt.Errorf(\"x: %w\", err)\n\t}\n",
	"dGhpcyBpcyBiYXNlNjQgYW5kIGxvbmc+Lz8vQUJDREVGR0g0NTY3ODkwYWJjZGVm", "deadbeefcafebabe0123456789abcdef",
	strings.Repeat("a", 300), strings.Repeat(" ", 300), strings.Repeat("\n", 150), strings.Repeat("_", 200), strings.Repeat("Ab", 100),
	strings.Repeat("字", 70), strings.Repeat("👩‍👩‍👧", 20), strings.Repeat("e\u0301", 60), strings.Repeat("=-", 80), strings.Repeat("x", shortPiece), strings.Repeat("y", shortPiece+1),
}

func TestCountNasty(t *testing.T) {
	for _, enc := range encodings {
		c, ref := counter(t, enc), references[enc]()
		for _, s := range nasty {
			if got, want := c.Count(s), len(ref.EncodeOrdinary(s)); got != want {
				t.Errorf("%s %q: %d, want %d", enc, s, got, want)
			}
		}
	}
}

func FuzzCountO200k(f *testing.F)  { fuzz(f, O200k) }
func FuzzCountCl100k(f *testing.F) { fuzz(f, Cl100k) }

func fuzz(f *testing.F, enc Encoding) {
	f.Helper()
	for _, s := range nasty {
		f.Add(s)
	}
	c, ref := counter(f, enc), references[enc]()
	f.Fuzz(func(t *testing.T, s string) {
		s = s[:min(len(s), 2000)] // the reference is quadratic
		if got, want := c.Count(s), len(ref.EncodeOrdinary(s)); got != want {
			t.Errorf("%q: %d, want %d", s, got, want)
		}
	})
}

// TestCountMixed builds texts of the runes that the patterns tell apart, which random
// bytes seldom do.
func TestCountMixed(t *testing.T) {
	atoms := []string{
		"a", "b", "A", "B", "ǅ", "ʰ", "ب", "字", "\u0301", "\u0903", "1", "²", "'", "s", "S", "ll", "RE", " ", "  ", "\t", "\u00a0",
		"\n", "\r", "\r\n", "/", "!", "_", "-", "🙂", "\u200d", "\ufeff", "\u180e", "\u0085", "\xff", "the", "Word", "ſ", "K",
	}
	text := rapid.Map(rapid.SliceOfN(rapid.SampledFrom(atoms), 0, 24), func(p []string) string { return strings.Join(p, "") })
	for _, enc := range encodings {
		c, ref := counter(t, enc), references[enc]()
		rapid.Check(t, func(t *rapid.T) {
			s := text.Draw(t, "text")
			if got, want := c.Count(s), len(ref.EncodeOrdinary(s)); got != want {
				t.Fatalf("%s %q: %d, want %d", enc, s, got, want)
			}
		})
	}
}

// TestLongAndShortAgree holds the two ways of merging to each other.
func TestLongAndShortAgree(t *testing.T) {
	for _, enc := range encodings {
		v := counter(t, enc).vocab
		rapid.Check(t, func(t *rapid.T) {
			s := rapid.StringMatching(`[abAB=/_ \n字éx0-9]{2,40}`).Draw(t, "piece")
			s = s[:min(len(s), shortPiece)] // no more fits the short way; half a rune is a piece too
			w := getWork(context.Background())
			defer w.release()
			short := v.countShort(s, w)
			long, err := v.countLong(s, w)
			if err != nil || short != long {
				t.Fatalf("%q: short %d, long %d, %v", s, short, long, err)
			}
		})
	}
}

// TestEveryByteIsAToken is what lets a piece of one byte count as one without a look.
func TestEveryByteIsAToken(t *testing.T) {
	for _, enc := range encodings {
		v := counter(t, enc).vocab
		for b := range 256 {
			if v.rank(string([]byte{byte(b)})) == none {
				t.Errorf("%s: byte %#x is no token", enc, b)
			}
		}
	}
}

func TestNewIsFreeTheSecondTime(t *testing.T) {
	for _, enc := range encodings {
		if first, again := counter(t, enc), counter(t, enc); first != again {
			t.Errorf("%s: two counters", enc)
		}
	}
	if _, err := New(Encoding(7)); err == nil {
		t.Error("an encoding that does not exist has a counter")
	}
}

func TestCountDoesNotAllocate(t *testing.T) {
	s := strings.Repeat("The quick brown fox's jumpedOver, 1234 lazy_dogs; unpronounceablexyzzyplugh 漢字\n", 20)
	for _, enc := range encodings {
		c := counter(t, enc)
		if n := testing.AllocsPerRun(50, func() { c.Count(s) }); n >= 1 {
			t.Errorf("%s: %.0f allocations", enc, n)
		}
	}
}

func TestCountContextStops(t *testing.T) {
	c := counter(t, O200k)
	gone, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := c.CountContext(gone, "x"); !errors.Is(err, context.Canceled) {
		t.Errorf("a context that is done: %v", err)
	}
	for name, s := range map[string]string{"many pieces": strings.Repeat("word ", 1<<18), "one piece": strings.Repeat("ab", 1<<19)} {
		ctx := &countdown{Context: context.Background(), left: 3}
		n, err := c.CountContext(ctx, s)
		if !errors.Is(err, context.Canceled) || n != 0 {
			t.Errorf("%s: %d, %v", name, n, err)
		}
		if ctx.left != 0 {
			t.Errorf("%s: went on after the end for %d looks", name, -ctx.left)
		}
	}
}

// countdown is a context that is done at the third look.
type countdown struct {
	context.Context
	left int
}

func (c *countdown) Err() error {
	if c.left--; c.left > 0 {
		return nil
	}
	return context.Canceled
}

func TestCountConcurrently(t *testing.T) {
	c := counter(t, O200k)
	want := c.Count(strings.Join(nasty, "\n"))
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 50 {
				if got := c.Count(strings.Join(nasty, "\n")); got != want {
					t.Errorf("%d, want %d", got, want)
				}
			}
		})
	}
	wg.Wait()
}
