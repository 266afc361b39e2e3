//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"cutline/render/text"
)

var soak = flag.Duration("soak", 0, "how long TestFollowSoak goes on, at 50 messages a second; 0: one round, as fast as it goes")

// What the writer is told by its environment: that it is one, its name, the record that it goes
// on from, and how long it waits after each record.
const (
	writerFile   = "CUTLINE_TEST_WRITER"
	writerName   = "CUTLINE_TEST_WRITER_NAME"
	writerParent = "CUTLINE_TEST_WRITER_PARENT"
	writerPause  = "CUTLINE_TEST_WRITER_PAUSE"
)

const (
	soakFull = 190_000 // tokens at which the writer compacts its context
	soakStep = 900     // tokens that a message takes
)

// writer appends messages to a session until it is killed, as an agent does: each record by its
// path, in two pieces, with a compaction when the context is full.
func writer(path string) error {
	pause, err := time.ParseDuration(os.Getenv(writerPause))
	if err != nil {
		return err
	}
	name, parent, tokens := os.Getenv(writerName), os.Getenv(writerParent), 0
	for n := 0; ; n++ {
		id := fmt.Sprintf("%s-%05d", name, n)
		body := id + " " + strings.Repeat("and so on, ", n%90)
		var record string
		switch {
		case tokens > soakFull:
			record = fmt.Sprintf(`{"type":"system","subtype":"compact_boundary","uuid":"b%s","parentUuid":null,"sessionId":"s","content":"Conversation compacted","compactMetadata":{"trigger":"auto","preTokens":%d}}`+"\n"+
				`{"type":"user","uuid":%q,"parentUuid":"b%s","sessionId":"s","isCompactSummary":true,"message":{"role":"user","content":%q}}`+"\n", id, tokens, id, id, body)
			tokens = 0
		case n%2 == 0:
			record = fmt.Sprintf(`{"type":"user","uuid":%q,"parentUuid":%q,"sessionId":"s","message":{"role":"user","content":%q}}`+"\n", id, parent, body)
		default:
			record = fmt.Sprintf(`{"type":"assistant","uuid":%q,"parentUuid":%q,"sessionId":"s","message":{"id":"m%s","role":"assistant","model":"claude-sonnet-4-5","content":[{"type":"text","text":%q}],"usage":{"input_tokens":%d,"output_tokens":9}}}`+"\n", id, parent, id, body, tokens)
		}
		tokens += soakStep
		parent = id
		cut := n * 7 % len(record)
		for _, piece := range []string{record[:cut], record[cut:]} {
			if err := appendTo(path, piece); err != nil {
				return err
			}
			time.Sleep(pause / 2) // it is killed here, half of the time in the middle of a record
		}
	}
}

// appendTo waits for a file that is not there: it makes none.
func appendTo(path, s string) error {
	for {
		f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
		if errors.Is(err, os.ErrNotExist) {
			time.Sleep(time.Millisecond)
			continue
		} else if err != nil {
			return err
		}
		_, err = f.WriteString(s)
		return errors.Join(err, f.Close())
	}
}

// live is a session that another process writes to.
type live struct {
	t       *testing.T
	path    string
	pause   time.Duration
	writers int
	cmd     *exec.Cmd
}

// start lets a new writer go on from the last message that the file holds.
func (l *live) start() {
	l.t.Helper()
	l.writers++
	parent := ""
	if ids := l.messages(); len(ids) > 0 {
		parent = ids[len(ids)-1]
	}
	l.cmd = exec.Command(os.Args[0])
	l.cmd.Env = append(os.Environ(), writerFile+"="+l.path, fmt.Sprintf("%s=w%d", writerName, l.writers), writerParent+"="+parent, writerPause+"="+l.pause.String())
	if err := l.cmd.Start(); err != nil {
		l.t.Fatal(err)
	}
}

// kill ends the writer wherever it is, often in the middle of a line.
func (l *live) kill() {
	if l.cmd != nil {
		_ = l.cmd.Process.Kill()
		_ = l.cmd.Wait() // that it was killed is no news
		l.cmd = nil
	}
}

// messages are the ids of the live context, read from the file without any code of the program.
func (l *live) messages() []string {
	l.t.Helper()
	b, err := os.ReadFile(l.path)
	if err != nil {
		l.t.Fatal(err)
	}
	var ids []string
	for line := range bytes.Lines(b) {
		if begins := recordBegin.FindAllIndex(line, -1); len(begins) > 1 { // behind what a killed writer has left
			line = line[begins[len(begins)-1][0]:]
		}
		var r struct{ UUID, Subtype string }
		switch {
		case json.Unmarshal(line, &r) != nil:
		case r.Subtype != "":
			ids = nil
		default:
			ids = append(ids, r.UUID)
		}
	}
	return ids
}

// bytes of the file as it stands.
func (l *live) bytes() []byte {
	l.t.Helper()
	b, err := os.ReadFile(l.path)
	if err != nil {
		l.t.Fatal(err)
	}
	return b
}

var recordBegin = regexp.MustCompile(`\{"type":"(user|assistant|system)",`)

var shownCount = regexp.MustCompile(`live\.jsonl +claude-code · ([\d,]+) messages?`)

// counts are the numbers of messages that the header has shown since a place in what was
// written, with their places.
func (x *screen) counts(from int) (n, at []int) {
	x.t.Helper()
	for _, m := range shownCount.FindAllSubmatchIndex(x.shownBytes()[from:], -1) {
		v, err := strconv.Atoi(strings.ReplaceAll(string(x.shownBytes()[from+m[2]:from+m[3]]), ",", ""))
		if err != nil {
			x.t.Fatal(err)
		}
		n, at = append(n, v), append(at, from+m[0])
	}
	return n, at
}

// until waits until something is so.
func (x *screen) until(what string, so func() bool) {
	x.t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if so() {
			return
		}
	}
	b := x.shownBytes()
	x.t.Fatalf("never: %s; the program wrote last\n%q", what, b[max(0, len(b)-3000):])
}

// says waits until one of some words was written after a place.
func (x *screen) says(from int, words ...string) {
	x.t.Helper()
	x.until(strings.Join(words, " or "), func() bool {
		for _, w := range words {
			if bytes.Contains(x.shownBytes()[from:], []byte(w)) {
				return true
			}
		}
		return false
	})
}

// grows waits until so many counts of messages were shown that went up.
func (x *screen) grows(from, times int) {
	x.t.Helper()
	x.until("a session that grows", func() bool {
		n, _ := x.counts(from)
		up := 0
		for i := 1; i < len(n); i++ {
			up += max(0, n[i]-n[i-1])
		}
		return up >= times
	})
}

// A session that another process appends to is followed while that process is killed, and the
// file is cut, replaced, removed and put back: the screen says what has happened, never shows
// fewer messages without a word, and in the end has what the file has, message by message.
func TestFollowSoak(t *testing.T) {
	l := &live{t: t, path: filepath.Join(t.TempDir(), "live.jsonl"), pause: 2 * time.Millisecond}
	each := 60 // messages between two misfortunes
	if *soak > 0 {
		l.pause, each = 20*time.Millisecond, 150
	}
	if err := os.WriteFile(l.path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(l.kill)
	x := spawn(t, 120, 40, []string{"NO_COLOR=1"}, "--follow", l.path)
	x.see("The session could not be opened")
	l.start()
	rng := rand.New(rand.NewPCG(1, 2))
	began, rounds := time.Now(), 0
	for ; rounds == 0 || time.Since(began) < *soak; rounds++ {
		for _, misfortune := range []string{"kill", "cut", "copytruncate", "replace", "remove"} {
			x.grows(len(x.shownBytes()), each)
			from := len(x.shownBytes())
			switch misfortune {
			case "kill":
				l.kill()
				l.start()
			case "cut": // in the middle of a line, most likely
				if err := os.Truncate(l.path, rng.Int64N(int64(len(l.bytes()))/2)); err != nil {
					t.Fatal(err)
				}
				x.says(from, "the file became shorter", "of the context are gone")
			case "copytruncate":
				if err := errors.Join(os.WriteFile(l.path+".1", l.bytes(), 0o600), os.Truncate(l.path, 0)); err != nil {
					t.Fatal(err)
				}
				x.says(from, "the file became shorter", "of the context are gone", "cannot be read now")
			case "replace":
				b := l.bytes()
				if err := errors.Join(os.WriteFile(l.path+".new", b[:bytes.LastIndexByte(b[:len(b)/2], '\n')+1], 0o600), os.Rename(l.path+".new", l.path)); err != nil {
					t.Fatal(err)
				}
				x.says(from, "another file took its place")
			case "remove":
				if err := os.Rename(l.path, l.path+".2"); err != nil {
					t.Fatal(err)
				}
				x.says(from, "the file is gone")
				if err := os.Rename(l.path+".2", l.path); err != nil {
					t.Fatal(err)
				}
				x.says(from, "the file is back")
			}
		}
	}
	x.grows(len(x.shownBytes()), each)
	l.kill()

	want := l.messages()
	x.until(fmt.Sprintf("%d messages", len(want)), func() bool {
		n, _ := x.counts(0)
		return n[len(n)-1] == len(want)
	})
	n, at := x.counts(0)
	fewer := 0
	for i := 1; i < len(n); i++ {
		if n[i] >= n[i-1] {
			continue
		}
		fewer++
		frame := x.shownBytes()[at[i]:]
		if i+1 < len(at) {
			frame = frame[:at[i+1]-at[i]]
		}
		if told := fmt.Sprintf("%s → %s message", text.Num(n[i-1]), text.Num(n[i])); !bytes.Contains(frame, []byte(told)) {
			t.Errorf("%d messages after %d, and %q is not said:\n%q", n[i], n[i-1], told, frame)
		}
	}
	said := func(words string) int { return bytes.Count(x.shownBytes(), []byte(words)) }
	t.Logf("%d rounds in %v: %d writers, %d counts shown, %d of them fewer than before, each with a word; would fire %d, compacted %d, shorter %d, replaced %d, gone %d, back %d; %d messages in the end",
		rounds, time.Since(began).Round(time.Second), l.writers, len(n), fewer, said("a compaction would fire now"), said("the agent compacted"),
		said("became shorter"), said("took its place"), said("the file is gone"), said("the file is back"), len(want))

	// The screen, page by page, and the plan of another process have what the file has.
	x.quiet()
	from := len(x.shownBytes())
	x.resize(119, 39) // what is there already would not be drawn again
	x.quiet()
	x.keys("g")
	for range len(want)/10 + 1 {
		x.quiet()
		x.keys(" ")
	}
	x.quiet()
	var missing []string
	for _, id := range want {
		if !bytes.Contains(x.shownBytes()[from:], []byte(id)) {
			missing = append(missing, id)
		}
	}
	if len(missing) > 0 {
		t.Errorf("%d of %d messages were on no page: %v", len(missing), len(want), missing)
	}
	if status := x.leave(); status != 0 {
		t.Errorf("status %d", status)
	}
	bin, err := program()
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(bin, "inspect", "--json", l.path).Output()
	if err != nil {
		t.Fatal(err)
	}
	var plan struct {
		Messages []struct{ ID string }
	}
	if err := json.Unmarshal(out, &plan); err != nil {
		t.Fatal(err)
	}
	got := make([]string, len(plan.Messages))
	for i, m := range plan.Messages {
		got[i] = m.ID
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the file (-) and what inspect says (+):\n%s", diff)
	}
}
