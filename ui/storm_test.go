package ui

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"cutline/model"
	"cutline/model/load"
)

// storm is a file to which everything happens that can.
type storm struct {
	t    *rapid.T
	path string
	n    int    // records so far
	half string // what is still to be written of the last one
	tick time.Time
}

// next are some records that were never written before.
func (w *storm) next(n int) string {
	from := w.n
	w.n += n
	return lines(from, w.n)
}

func (w *storm) append(s string) {
	f, err := os.OpenFile(w.path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		w.t.Fatal(err)
	}
	_, err = f.WriteString(s)
	if err2 := f.Close(); err != nil || err2 != nil {
		w.t.Fatal(err, err2)
	}
}

func (w *storm) put(path, s string) {
	if err := os.WriteFile(path, []byte(s), 0o600); err != nil {
		w.t.Fatal(err)
	}
}

// happen lets one thing happen.
func (w *storm) happen() string {
	what := rapid.SampledFrom([]string{"grow", "grow", "half", "half", "rest", "torn", "cut", "copytruncate", "replace", "same size", "remove", "compact", "nothing"}).Draw(w.t, "what")
	size := int64(0)
	if info, err := os.Stat(w.path); err == nil {
		size = info.Size()
	}
	n := rapid.IntRange(1, 30).Draw(w.t, "n")
	half := w.half
	w.half = ""
	switch what {
	case "grow":
		w.append(half + w.next(n))
	case "half": // also of a record of which half is there already
		if half == "" {
			half = w.next(1)
		}
		k := rapid.IntRange(0, len(half)-1).Draw(w.t, "bytes")
		w.append(half[:k])
		w.half = half[k:]
	case "rest":
		w.append(half)
	case "torn": // the writer is killed, and another one goes on
		w.append(w.next(n))
	case "cut":
		if err := os.Truncate(w.path, rapid.Int64Range(0, size).Draw(w.t, "to")); err != nil && !os.IsNotExist(err) {
			w.t.Fatal(err)
		}
	case "copytruncate": // and it may have grown beyond what it was before anybody looks
		w.put(w.path, w.next(n))
	case "replace":
		w.put(w.path+".new", w.next(n))
		if err := os.Rename(w.path+".new", w.path); err != nil {
			w.t.Fatal(err)
		}
	case "same size": // other words in their place
		b, err := os.ReadFile(w.path)
		if err != nil && !os.IsNotExist(err) {
			w.t.Fatal(err)
		}
		w.put(w.path, strings.NewReplacer("Größe", "Grüße", "Grüße", "Größe").Replace(string(b)))
	case "remove":
		if err := os.Remove(w.path); err != nil && !os.IsNotExist(err) {
			w.t.Fatal(err)
		}
	case "compact":
		w.append(fmt.Sprintf("\n"+`{"type":"system","subtype":"compact_boundary","uuid":"b%d","parentUuid":null,"sessionId":"s","content":"Conversation compacted","compactMetadata":{"trigger":"auto","preTokens":90000}}`+"\n"+
			`{"type":"user","uuid":"u%d","parentUuid":"b%d","sessionId":"s","isCompactSummary":true,"message":{"role":"user","content":"This session is being continued from a previous conversation, %d."}}`+"\n", w.n, w.n, w.n, w.n))
		w.n++
	}
	w.tick = w.tick.Add(time.Second) // a clock that is too coarse would show no change
	if err := os.Chtimes(w.path, w.tick, w.tick); err != nil && !os.IsNotExist(err) {
		w.t.Fatal(err)
	}
	return what
}

// said is each message of a session in a word.
func said(s *model.Session) []string {
	out := make([]string, len(s.Rows))
	for i, r := range s.Rows {
		out[i] = r.ID + " " + r.Label
	}
	return out
}

// Whatever happens to the file, the screen shows what is in it, message by message; nothing is
// lost or there twice, the cursor stays on its message as long as there is one, and fewer
// messages are never shown without a word.
func TestFollowAStorm(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	files := 0
	rapid.Check(t, func(rt *rapid.T) {
		files++
		w := &storm{t: rt, path: filepath.Join(dir, fmt.Sprintf("%d.jsonl", files)), tick: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)}
		w.put(w.path, w.next(5))
		a := following(t, w.path)
		var happened []string
		for range rapid.IntRange(1, 12).Draw(rt, "steps") {
			press(a, rapid.SampledFrom([]string{"g", "G", "k", "j", "pgup", "s", "/"}).Draw(rt, "key"), "esc")
			before, at := said(a.s), a.list.Selected()
			gen := a.notice.gen
			happened = append(happened, w.happen())
			settle(a, a.look())
			a.View()
			got := said(a.s)
			want := before // what was there stays while nothing can be read
			if s, closer, err := load.Open(w.path, load.Choice{}); err == nil {
				want = said(s)
				if len(a.s.Problems) > len(s.Problems) {
					rt.Errorf("%v: %d problems, %d in the file", happened, len(a.s.Problems), len(s.Problems))
				}
				_ = closer.Close() // it was only read
			}
			if diff := cmp.Diff(want, got); diff != "" {
				rt.Fatalf("%v: the file (-) and the screen (+):\n%s", happened, diff)
			}
			seen := map[string]bool{}
			for i := range a.s.Rows {
				if seen[a.s.Rows[i].ID] {
					rt.Fatalf("%v: %s is there twice", happened, a.s.Rows[i].ID)
				}
				seen[a.s.Rows[i].ID] = true
			}
			if len(got) < len(before) && (a.notice.gen == gen || !strings.Contains(a.notice.text, fmt.Sprintf("%d → ", len(before)))) {
				rt.Fatalf("%v: %d messages of %d, and no more is said than %q", happened, len(got), len(before), a.notice.text)
			}
			if at < 0 || at == len(before)-1 {
				continue // at the end, which is followed
			}
			id, _, _ := strings.Cut(before[at], " ")
			if now := a.list.Selected(); seen[id] && a.s.Rows[now].ID != id {
				rt.Fatalf("%v: the cursor went from %s to %s", happened, id, a.s.Rows[now].ID)
			}
		}
		if err := a.Close(); err != nil {
			rt.Error(err)
		}
	})
}
