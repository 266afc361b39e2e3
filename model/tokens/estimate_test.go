package tokens

import (
	"bufio"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/tidwall/gjson"
	"pgregory.net/rapid"

	"cutline/model/sessiontest"
)

// off is by which share of the exact count the estimate is too high.
func off(estimated, exact int) float64 { return float64(estimated-exact) / float64(exact) }

func TestEstimateOfSamples(t *testing.T) {
	samples := map[string]struct {
		text   string
		within float64
	}{
		"prose": {prose, 0.12}, "listing": {listing, 0.15}, "arguments": {arguments, 0.15}, "diff": {diff, 0.15}, "code": {sources(t), 0.12},
		"russian": {russian, 0.4}, "chinese": {chinese, 0.3}, "japanese": {japanese, 0.3}, "german": {german, 0.25},
	}
	for _, enc := range encodings {
		c := counter(t, enc)
		estimated, exact := 0, 0
		for name, s := range samples {
			e, n := Estimate(s.text, enc), c.Count(s.text)
			if d := off(e, n); math.Abs(d) > s.within {
				t.Errorf("%s %s: %d for %d, off by %+.0f %%", enc, name, e, n, 100*d)
			}
			if name != "code" { // it would outweigh the rest
				estimated, exact = estimated+e, exact+n
			}
		}
		if d := off(estimated, exact); math.Abs(d) > 0.15 {
			t.Errorf("%s in total: %d for %d", enc, estimated, exact)
		}
	}
}

func TestEstimateLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.String().Draw(t, "a"), rapid.String().Draw(t, "b")
		for _, enc := range encodings {
			n := Estimate(a, enc)
			if (n > 0) != (a != "") {
				t.Fatalf("%q: %d", a, n)
			}
			if Estimate(a+b, enc) < n {
				t.Fatalf("%q has more than with %q after it", a, b)
			}
			if n > 3*len(a)+1 {
				t.Fatalf("%q: %d", a, n)
			}
		}
	})
}

func TestEstimateDoesNotAllocate(t *testing.T) {
	if n := testing.AllocsPerRun(20, func() { Estimate(prose, O200k) }); n != 0 {
		t.Errorf("%.0f allocations", n)
	}
}

// TestRealSessions holds the counter to the reference and the estimate to the counter on
// the texts of real sessions.
func TestRealSessions(t *testing.T) {
	files := sessiontest.Shared(t, "testdata/corpus/*.jsonl")
	var estimated, exact [len(weights)]int
	checked := 0
	for _, name := range files {
		for _, s := range texts(t, name) {
			for _, enc := range encodings {
				n := counter(t, enc).Count(s)
				exact[enc] += n
				estimated[enc] += Estimate(s, enc)
				if len(s) < 2000 && len(s)%40 == 0 { // a part is enough for a slow reference
					checked++
					if want := len(references[enc]().EncodeOrdinary(s)); n != want {
						t.Errorf("%s %q: %d, want %d", enc, s, n, want)
					}
				}
			}
		}
	}
	for _, enc := range encodings {
		d := off(estimated[enc], exact[enc])
		t.Logf("%s: %d tokens, estimate off by %+.1f %%", enc, exact[enc], 100*d)
		if math.Abs(d) > 0.05 {
			t.Errorf("%s: estimated %d for %d", enc, estimated[enc], exact[enc])
		}
	}
	if checked == 0 {
		t.Error("nothing was held to the reference")
	}
}

// texts are the words, calls and results of the records of a file, of those that carry
// Anthropic's blocks or OpenAI's items; at most 2,000 a file.
func texts(t *testing.T, name string) []string {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	var out []string
	r := bufio.NewReader(f)
	for len(out) < 2000 {
		line, err := r.ReadString('\n')
		for _, path := range []string{
			"message.content", "message.content.#.text", "message.content.#.content", "message.content.#.input", "message.content.#.thinking",
			"payload.content.#.text", "payload.output", "payload.arguments",
		} {
			v := gjson.Get(line, path)
			for _, e := range v.Array() { // of a single string: itself
				s := e.String()
				if e.IsArray() || e.IsObject() && !strings.HasSuffix(path, "input") || len(s) < 60 || len(s) > 50_000 {
					continue
				}
				out = append(out, s)
			}
		}
		if err != nil {
			break
		}
	}
	return out
}
