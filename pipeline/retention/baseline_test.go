package retention

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"cutline/model"
	"cutline/pipeline/facts"
)

func compare(t interface {
	Helper()
	Fatal(args ...any)
}, in Input,
) Output {
	t.Helper()
	out, err := Compare(context.Background(), in)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// named is a baseline by its name.
func (o *Output) named(name string) Baseline {
	for _, b := range o.Baselines {
		if b.Name == name {
			return b
		}
	}
	return Baseline{}
}

// talk is a session in which a long output stands between the words of a person.
var talk = messages{
	person("Never touch src/old/api.go, and use port 8125 only."),
	calls("1", "Bash", `{"command":"go test ./src"}`), gives("1", "Bash", strings.Repeat("the line of an output says little\n", 200)+"handleRequest calls handleRequest", false),
	says("The tests of handleRequest pass, see https://example.com/docs."),
	person("Now write the parser, and always run the tests."),
	says("It is written."),
}

func TestBaselines(t *testing.T) {
	t.Parallel()
	text := facts.Typed(talk[0]) + " " + facts.Typed(talk[4]) + strings.Repeat(" Some work was done on the project.", 12)
	out := compare(t, talk.input(text))
	room := weigh(text)
	names := make([]string, 0, len(out.Baselines))
	for _, b := range out.Baselines {
		names = append(names, b.Name)
		if b.Tokens > room || b.Tokens == 0 || b.Score < 0 || b.Score > 100 {
			t.Errorf("%+v of %d tokens", b, room)
		}
	}
	if d := cmp.Diff([]string{DropOldest, Masking, Slim, Users, Random}, names); d != "" {
		t.Error(d)
	}
	if users, random := out.named(Users), out.named(Random); users.Score != out.Score || random.Score >= users.Score {
		t.Errorf("RS %v, what persons said %+v, random lines %+v", out.Score, users, random)
	}
	if masked, newest := out.named(Masking), out.named(DropOldest); masked.Score <= newest.Score {
		t.Errorf("the newest messages %+v, without outputs %+v", newest, masked)
	}
}

func TestVerdict(t *testing.T) {
	t.Parallel()
	filler := strings.Repeat("The words of this answer say little. ", 200)
	long := messages{says(filler + "parse_line and handleRequest. parse_line and handleRequest."), says(filler), says(filler + "parse_line on localhost:8125.")}
	good := compare(t, long.input("parse_line and handleRequest, on port 8125."))
	if v := good.Verdict(); v != "" || good.Score != 100 {
		t.Errorf("RS %v, %+v: %s", good.Score, good.Baselines, v)
	}
	bad := compare(t, talk.input(strings.Repeat("Some work was done on the project. ", 20)))
	if want := fmt.Sprintf("does not beat slim without a summary (RS %.0f) at the same tokens", bad.named(Slim).Score); bad.Verdict() != want {
		t.Errorf("RS %v: %q, want %q", bad.Score, bad.Verdict(), want)
	}
}

// There is nothing to compare with where nothing stands for what was dropped, or nothing was.
func TestNoBaselines(t *testing.T) {
	t.Parallel()
	for _, in := range []Input{talk.input(""), {Source: messages{}, From: -1, Summary: "words"}} {
		if out := compare(t, in); out.Baselines != nil || out.Verdict() != "" {
			t.Errorf("%+v, %s", out.Baselines, out.Verdict())
		}
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if _, err := Compare(ctx, talk.input("x")); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// stops ends its context after some messages.
type stops struct {
	messages
	left int
	stop func()
}

func (s *stops) Message(i int) (model.Message, error) {
	if s.left--; s.left == 0 {
		s.stop()
	}
	return s.messages.Message(i)
}

// A score ends soon after its context, wherever it is.
func TestStops(t *testing.T) {
	t.Parallel()
	for n := 1; n <= len(talk); n++ {
		ctx, stop := context.WithCancel(context.Background())
		in := talk.input("Never touch src/old/api.go.")
		src := &stops{talk, n, stop}
		in.Source = src
		if _, err := Compare(ctx, in); !errors.Is(err, context.Canceled) || src.left != 0 {
			t.Errorf("stopped at message %d: %v, %d more were read", n, err, -src.left)
		}
		stop()
	}
}

// What is always there counts for all, and what is masked or noted is weighed as a summary is.
func TestInstead(t *testing.T) {
	t.Parallel()
	in := talk.input("")
	in.Instead = []string{"Never touch src/old/api.go."}
	in.Kept = []string{"Use port 8125 only."}
	out := compare(t, in)
	if out.Checked != 0 || out.Score <= score(t, talk.input("")).Score {
		t.Errorf("%d checked, RS %v", out.Checked, out.Score)
	}
	for _, b := range out.Baselines {
		if b.Tokens > weigh(in.Instead[0]) || b.Score <= 0 {
			t.Errorf("%+v", b)
		}
	}
}

// TestLayersLaw: texts that are looked through one after the other keep what they keep together, in
// any order, and baselines fit their room and are the same each time.
func TestLayersLaw(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	rapid.Check(t, func(t *rapid.T) {
		m := session(t)
		texts := rapid.SliceOfN(rapid.Map(rapid.SliceOfN(rapid.SampledFrom(append(strings.SplitAfter(m.whole(), "\n"), pieces...)), 0, 4), func(s []string) string { return strings.Join(s, " ") }), 0, 4).Draw(t, "texts")
		at := rapid.IntRange(0, len(texts)).Draw(t, "always")
		in := m.input("")
		in.Instead = texts
		want := score(t, in)
		in.Kept, in.Instead = texts[:at], texts[at:]
		if got := score(t, in); got.Score != want.Score || cmp.Diff(want.Facts, got.Facts) != "" {
			t.Fatalf("together %v, %d of %q before the others %v:\n%s", want.Score, at, texts, got.Score, cmp.Diff(want.Facts, got.Facts))
		}
		out := compare(t, in)
		room := 0
		for _, s := range in.Instead {
			room += weigh(s)
		}
		for _, b := range out.Baselines {
			if b.Tokens > room {
				t.Fatalf("%+v of %d tokens", b, room)
			}
		}
		if d := cmp.Diff(out, compare(t, in)); d != "" {
			t.Fatal(d)
		}
		f, err := finderOf(ctx, in)
		if err != nil {
			t.Fatal(err)
		}
		slices.Reverse(in.Instead)
		_, turned, err := f.rated(ctx, in.Instead)
		if err != nil || turned != room {
			t.Fatalf("%d tokens, %d turned around, %v", room, turned, err)
		}
	})
}

func TestEnding(t *testing.T) {
	t.Parallel()
	text := "first line\nsecond line\n" + strings.Repeat("é word ", 200) + "\nlast line"
	for room := range 300 {
		got := ending(text, room)
		if !strings.HasSuffix(text, got) || weigh(got) > room || strings.ToValidUTF8(got, "") != got {
			t.Fatalf("%d: %q", room, got)
		}
	}
	if got := ending("a\nb", 100); got != "a\nb" {
		t.Errorf("%q", got)
	}
	if got := ending(strings.Repeat("word ", 100), 20); weigh(got) < 15 || weigh(got) > 20 {
		t.Errorf("%d tokens: %q", weigh(got), got)
	}
}

// Of many lines every second, fourth, … is left, whatever their size.
func TestLinesThin(t *testing.T) {
	t.Parallel()
	big := says(strings.Repeat(strings.Repeat("x", 1000)+"\n", 9000))
	m := messages{big, says("a word"), big, big}
	c := choices{ctx: context.Background(), in: m.input(""), room: 2000}
	lines, err := c.lines()
	size := 0
	for _, l := range lines {
		size += len(l)
	}
	if err != nil || size > lineBytes || size < lineBytes/4 {
		t.Errorf("%d lines of %d bytes, %v", len(lines), size, err)
	}
	a, b, again := c.drawn(lines[:50], 1), c.drawn(lines[:50], 2), c.drawn(lines[:50], 1)
	if cmp.Diff(a, again) != "" || len(a) == 0 || len(b) == 0 {
		t.Errorf("%d and %d lines, drawn again %d", len(a), len(b), len(again))
	}
}
