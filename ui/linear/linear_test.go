package linear

import (
	"bytes"
	"context"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"

	"cutline/keymap"
	"cutline/model"
	"cutline/model/load"
	"cutline/pipeline"
	"cutline/pipeline/pin"
	"cutline/pipeline/reassemble"
	"cutline/pipeline/summarize"
	"cutline/ui"
	"cutline/ui/cli"
)

// desk is an engine of a session of the tests, whose files go to memory.
type desk struct {
	saved map[string]string
	pins  []pin.Pin
	state []reassemble.Change
	model *asked // that is chosen, nil for none
}

func (k *desk) engine(path string) ui.Engine {
	k.saved = map[string]string{}
	from := cli.NewDesk(cli.Open{Path: path, Offline: true})
	return ui.Engine{
		Open: func() (*model.Session, io.Closer, error) { return load.Open(path, load.Choice{}) },
		World: func(s *model.Session, p pipeline.Params) pipeline.World {
			w := from.World(s, p)
			w.Pins = k.pins
			if k.model != nil {
				w.Offline = false
				w.Rungs = append(w.Rungs, k.model.Info())
				w.Summarizers = append([]summarize.Summarizer{k.model}, w.Summarizers...)
			}
			return w
		},
		SetState: func(c []reassemble.Change) {
			k.state = c
			from.SetState(c)
		},
		SetPins: func(_ *model.Session, pins []pin.Pin) error { k.pins = pins; return nil },
		Suggest: func(*model.Session, *pipeline.Result) string { return "demo.compacted.jsonl" },
		Save: func(_ *model.Session, res *pipeline.Result, path string, force bool) (ui.Saved, error) {
			if _, there := k.saved[path]; there && !force {
				return ui.Saved{}, ui.ErrExists
			}
			var b bytes.Buffer
			_, err := res.Written.Rope.WriteTo(&b)
			k.saved[path] = b.String()
			return ui.Saved{Path: path, Resume: "claude --resume ID"}, err
		},
	}
}

// asked is a model that answers the same again and again.
type asked struct{ calls int }

func (m *asked) Info() summarize.Info {
	return summarize.Info{Rung: summarize.External, Vendor: "anthropic", Model: "a-model", Host: "api.example.com"}
}

func (m *asked) Notice(_ context.Context, req summarize.Request) (summarize.Notice, error) {
	return summarize.Notice{
		Rung: summarize.External, Provider: "anthropic", Model: "a-model", Host: "api.example.com", Key: "ANTHROPIC_API_KEY", Messages: len(req.List), Chars: 48_120, Bytes: 48_333, Tokens: 12_345, Source: "claude",
		Prompt: summarize.Prompt{System: "the rules", Turns: []summarize.Turn{{Role: "user", Text: "what was said \x1b[31mred"}}},
	}, nil
}

func (m *asked) Summarize(context.Context, summarize.Request, func(summarize.Progress)) (summarize.Answer, error) {
	m.calls++
	return summarize.Answer{Text: "The person wants the lost cent found. It was found in Convert, and all tests pass now.", InputTokens: 12_000, OutputTokens: 80}, nil
}

// typed is what a dialogue prints when these lines are typed; the lines stand where a terminal echoes them.
func typed(t *testing.T, k *desk, path string, p pipeline.Params, lines ...string) string {
	t.Helper()
	var out bytes.Buffer
	d := Dialogue{Engine: k.engine(path), Params: p, Out: &out, In: &echo{lines: lines, to: &out}}
	if err := d.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(out.String(), path, filepath.Base(path))
}

// echo gives one line at a read, and writes it as a terminal does.
type echo struct {
	lines []string
	to    io.Writer
}

func (e *echo) Read(b []byte) (int, error) {
	if len(e.lines) == 0 {
		return 0, io.EOF
	}
	n := copy(b, e.lines[0]+"\n")
	_, err := e.to.Write(b[:n])
	e.lines = e.lines[1:]
	return n, err
}

var demo = filepath.Join("..", "..", "testdata", "sessions", "claudecode", "demo.jsonl")

func TestDialogue(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		lines []string
	}{
		{"look", []string{"", "next", "read", "]", "lost", "more", "[", "message 38", "record", "why 4", "3", "why", "message 999", "split", "nonsense", "quit"}},
		{"find", []string{"/cents", "next-hit", "N", "find", "find ~[", "find nowhere-at-all", "first", "up", "last", "down"}},
		{"turn", []string{"message 13", "force-in", "force-in", "set tool-share 0.1", "set", "set no-such 1", "reset", "pin", "pins", "pin", "t", "L", "zoom"}},
		{"compact", []string{"write", "compact keep the numbers", "score", "losses", "summary", "write", "y", "write demo.compacted.jsonl", "n", "write demo.compacted.jsonl", "y", "reload"}},
		{"shares", []string{"shares", "more", "more", "more", "more", "%", "shares largest", "shares nonsense", "set budget 10M", "shares"}},
		{"state", []string{
			"state", "state todos", "S 1", "state 1 off", "state 1 off", "state 1 on", "state plan", "state plan off", "state plan own", "state 99", "state todos nonsense",
			"state plan edit find the cent", "compact", "state todos edit", "- [pending] the cent", "  at once", ".", "state todos", "summary", "set tool-share 0.1", "state todos own", "state mode edit", "", ".", "state mode edit", "never ended",
		}},
		{"unwritten", []string{"c", "R", "yes", "w", "Y", "help", "more"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			out := typed(t, &desk{}, demo, pipeline.Defaults(), c.lines...)
			for i, r := range out {
				if r != '\n' && (r < 0x20 || r == 0x7f || r >= 0x2500 && r < 0x2600) {
					t.Errorf("%q at %d: nothing but words is printed", r, i)
				}
			}
			golden.RequireEqual(t, []byte(out))
		})
	}
}

// Nothing is sent before a y, and nothing but that is one.
func TestConsent(t *testing.T) {
	t.Parallel()
	p := pipeline.Defaults()
	if err := p.SetParam("summarizer", summarize.External); err != nil {
		t.Fatal(err)
	}
	for answer, sent := range map[string]int{"y": 1, "Y": 0, "yes": 0, "": 0, "n": 0, "compact": 0} {
		k := &desk{model: &asked{}}
		out := typed(t, k, demo, p, "prompt", "compact", answer)
		if k.model.calls != sent {
			t.Fatalf("%q: asked %d times\n%s", answer, k.model.calls, out)
		}
		for _, want := range []string{"would send to api.example.com", "what was said red", "external asks a-model at api.example.com", "48,120 chars", "Send it? y, or anything else for no: "} {
			if !strings.Contains(out, want) {
				t.Fatalf("%q is not said:\n%s", want, out)
			}
		}
		if got := strings.Contains(out, "nothing was sent"); got != (sent == 0) {
			t.Errorf("%q: %v that nothing was sent", answer, got)
		}
	}
}

// An answer is at most a screenful, whatever is asked, and more has the rest of it.
func TestMore(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	p := pager{to: &out, width: 10}
	_, _ = p.Write([]byte(strings.Repeat("x", 95) + "\n" + strings.Repeat("line\n", 30)))
	var shown []int
	for len(p.rest) > 0 {
		out.Reset()
		if err := p.show(); err != nil {
			t.Fatal(err)
		}
		shown = append(shown, strings.Count(out.String(), "\n"))
	}
	if want := []int{12, 20}; !slices.Equal(shown, want) { // the first is a line of ten rows and ten of one, and what is left
		t.Errorf("%v lines are shown, want %v", shown, want)
	}
}

// Every action of the table is answered, and every word and every key finds what it names.
func TestWords(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, v := range verbs() {
		if seen[v.word] || v.about == "" {
			t.Errorf("%q is there twice, or says nothing", v.word)
		}
		seen[v.word] = true
	}
	for _, r := range keymap.Table {
		if _, action, ok := lookUp(string(r.Action)); !ok && action != r.Action {
			t.Errorf("%s is not known", r.Action)
		}
		for _, key := range r.Keys {
			if r.Scope != keymap.List || seen[key] {
				continue
			}
			if _, action, _ := lookUp(key); action != r.Action {
				t.Errorf("%q is %q, not %q", key, action, r.Action)
			}
		}
	}
}

// A path that is asked about and written to is said as it is.
func TestPathsAreQuoted(t *testing.T) {
	t.Parallel()
	const path = "a~1 · b→c.jsonl"
	out := typed(t, &desk{}, demo, pipeline.Defaults(), "compact", "write "+path, "write "+path, "n")
	for _, want := range []string{"written: " + path + "\n", path + " exists. Replace it? y"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not said:\n%s", want, out)
		}
	}
}
