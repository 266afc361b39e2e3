package ui

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"cutline/model"
	"cutline/model/load"
	"cutline/pipeline"
	"cutline/pipeline/pick"
	"cutline/pipeline/summarize"
	"cutline/render/theme"
)

// beginning is the first part of the demo session, its longest texts cut: calls and results, todos, wide text, and
// a compaction that the agent recorded.
var beginning = sync.OnceValue(func() []byte {
	b, err := os.ReadFile(filepath.Join("..", "testdata", "sessions", "claudecode", "demo.jsonl"))
	if err != nil {
		panic(err)
	}
	const records = 30
	var out bytes.Buffer
	for _, l := range bytes.SplitN(b, []byte("\n"), records+1)[:records] {
		var record map[string]any
		err := json.Unmarshal(l, &record)
		if err == nil {
			err = json.NewEncoder(&out).Encode(shorter(record))
		}
		if err != nil {
			panic(err)
		}
	}
	return out.Bytes()
})

// shorter is a value of JSON with its texts cut.
func shorter(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for k := range v {
			v[k] = shorter(v[k])
		}
	case []any:
		for i := range v {
			v[i] = shorter(v[i])
		}
	case string:
		if r := []rune(v); len(r) > 700 {
			return string(r[:700])
		}
	}
	return v
}

// wild is the world of a walk: a session in a file that grows, models that take their time and fail now and
// then, and everything that can be asked of an engine.
type wild struct {
	*world
	t     *testing.T
	file  string
	grown int          // records that were appended
	open  atomic.Int64 // readings of the session that are not closed yet
	turns atomic.Int64 // what fails now and then counts here
}

// reading is one that is closed at most once.
type reading struct {
	io.Closer
	w    *wild
	once sync.Once
}

func (r *reading) Close() (err error) {
	r.once.Do(func() {
		r.w.open.Add(-1)
		err = r.Closer.Close()
	})
	return err
}

// opens wraps a way to read a session, so that what is left open is seen.
func (w *wild) opens(read func() (*model.Session, io.Closer, error)) func() (*model.Session, io.Closer, error) {
	return func() (*model.Session, io.Closer, error) {
		s, closer, err := read()
		if err == nil {
			w.open.Add(1)
			closer = &reading{Closer: closer, w: w}
		}
		return s, closer, err
	}
}

// wilds are the worlds that a walk may begin in.
var wilds = map[string]func(*wild) (Engine, pipeline.Params){
	"local": func(w *wild) (Engine, pipeline.Params) { return w.whole(), pipeline.Defaults() },
	"model": func(w *wild) (Engine, pipeline.Params) {
		script := [][]any{{wrote}, {poor}, {summarize.Fail(summarize.Overloaded, "busy"), wrote}, {fmt.Errorf("the call: %w", summarize.Fail(summarize.Refused, "it would not"))}}
		m := answers(script[int(w.turns.Add(1))%len(script)]...)
		m.each = takesItsTime
		w.models = []*asked{m}
		return w.whole(), chosenParams(w.world)
	},
	"indexed": func(w *wild) (Engine, pipeline.Params) {
		e := w.whole()
		e.Preview = func() (*model.Session, error) {
			return load.From(bytes.NewReader(beginning()[:bytes.IndexByte(beginning()[2000:], '\n')+2001]), "live.jsonl", load.Choice{})
		}
		e.Index = w.opens(func() (*model.Session, io.Closer, error) {
			time.Sleep(time.Second)
			return load.Index(w.file, load.Choice{})
		})
		e.Measure = func(ctx context.Context, s *model.Session, on func(int64)) (*model.Session, error) {
			time.Sleep(time.Second)
			return load.Measure(ctx, s, on)
		}
		return e, pipeline.Defaults()
	},
	"branches": func(w *wild) (Engine, pipeline.Params) {
		of := forked()
		w.path, w.kin = of.path, of.kin
		return w.fill(w.engine(w.t, plain)), pipeline.Defaults()
	},
	"several": func(w *wild) (Engine, pipeline.Params) {
		w.path = w.file
		return w.fill(w.store(w.t, "")), pipeline.Defaults()
	},
	"none": func(w *wild) (Engine, pipeline.Params) {
		e := w.whole()
		e.Open, e.Stat = nil, nil
		return e, pipeline.Defaults()
	},
}

// takesItsTime writes an answer word by word.
func takesItsTime(ctx context.Context, call int, on func(summarize.Progress)) {
	for k := range 5 {
		on(summarize.Progress{Rung: summarize.External, Model: "a-model", Try: call, Tries: 3, Done: 20 * k, Of: 100, Text: string([]rune(wrote)[:20*k])})
		select {
		case <-ctx.Done():
			return
		case <-time.After(time.Second):
		}
	}
}

// unhurried is a summarizer on this machine that takes a second.
type unhurried struct{ summarize.Summarizer }

func (u unhurried) Summarize(ctx context.Context, req summarize.Request, on func(summarize.Progress)) (summarize.Answer, error) {
	on(summarize.Progress{Rung: summarize.Local, Done: 1, Of: len(req.List)})
	select {
	case <-ctx.Done():
		return summarize.Answer{}, ctx.Err()
	case <-time.After(time.Second):
	}
	return u.Summarizer.Summarize(ctx, req, on)
}

// newWild is the world of a walk, its file written.
func newWild(t *testing.T, of int) *wild {
	t.Helper()
	w := &wild{world: &world{}, t: t, file: filepath.Join(t.TempDir(), "live.jsonl")}
	w.turns.Store(int64(of))
	if err := os.WriteFile(w.file, beginning(), 0o600); err != nil {
		t.Fatal(err)
	}
	return w
}

// whole is the engine for the file.
func (w *wild) whole() Engine {
	w.path = w.file
	w.kin = forked().kin
	e := w.fill(w.engine(w.t, plain))
	e.Open = w.opens(func() (*model.Session, io.Closer, error) { return load.Open(w.file, load.Choice{}) })
	e.Stat = func() (Stamp, error) { return Stat(w.file) }
	return e
}

// fill gives an engine what the world of the other tests has not, and failures.
func (w *wild) fill(e Engine) Engine {
	of, now := e.World, ""
	e.World = func(s *model.Session, p pipeline.Params) pipeline.World {
		there := of(s, p)
		there.Summarizers[0] = unhurried{there.Summarizers[0]}
		return there
	}
	e.Settings = func() (string, []byte, error) { return "/home/dev/.config/cutline/config.toml", []byte(now), nil }
	e.SaveSettings = func(_, text []byte) error {
		now = string(text)
		return w.fails(5, "the settings file is not to be written")
	}
	e.Copy = func(string) error { return w.fails(2, "no clipboard") }
	e.Bank = func(*model.Session, *pipeline.Result) (*Deposit, error) {
		d := &Deposit{Dir: "/w/m", Diff: "+++ m/activeContext.md\n+Größe 請求書\x1b[31m\n", Says: "1 session added", Write: func() (string, error) { return "1 session added", nil }}
		return d, w.fails(5, "the bank is a link")
	}
	e.Writers = func(_ *model.Session, p pipeline.Params) []pick.Writer {
		local := p.Pick
		local.Summarizer, local.Provider, local.Model = summarize.Local, "", ""
		return []pick.Writer{{Name: "local", Pick: local, Chosen: true}, {Name: "gemini", Missing: "needs a key in GEMINI_API_KEY", Pick: p.Pick}}
	}
	e.Warned = []string{`tail-cap: "many" is no number`}
	e.Later = nil // the clock, which is that of the walk
	e.Theme = func(dark bool) *theme.Theme { return theme.Colour(dark) }
	return e
}

// fails is an error once in so many times.
func (w *wild) fails(times int64, why string) error {
	if w.turns.Add(1)%times != 0 {
		return nil
	}
	return fmt.Errorf("write: %w", errors.New(why))
}

// grow appends a question and its answer to the file, as the agent does: the context has that many tokens then.
func (w *wild) grow(tokens int) {
	f, err := os.OpenFile(w.file, os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		w.t.Fatal(err)
	}
	parent := w.grown
	w.grown += 2
	ask := line(parent)
	if parent == 0 { // it goes on where the beginning ends
		ask = string(bytes.Replace([]byte(ask), []byte("null"), []byte(`"`+lastID()+`"`), 1))
	}
	_, err = f.WriteString(ask + answer(parent+1, tokens))
	if err := errors.Join(err, f.Close()); err != nil {
		w.t.Fatal(err)
	}
}

// lastID is the id of the last record of the beginning.
func lastID() string {
	const key = `"uuid":"`
	_, id, _ := bytes.Cut(beginning()[bytes.LastIndex(beginning(), []byte(key)):], []byte(key))
	id, _, _ = bytes.Cut(id, []byte(`"`))
	return string(id)
}
