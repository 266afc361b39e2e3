package ui

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"cutline/render"
	"cutline/render/text"
)

// y waits for the key that says what is copied; the footer names them, and the notice says what it was.
func TestCopy(t *testing.T) {
	t.Parallel()
	w := &world{}
	a := opened(t, w, plain, 80, 24)
	a.engine.Stat = func() (Stamp, error) { return Stamp{}, nil } // it is a file
	a.list.Select(22)
	settle(a, a.follow())
	m, err := a.s.Message(22)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := a.s.Raw(22)
	if err != nil {
		t.Fatal(err)
	}
	press(a, "y")
	for _, want := range []string{"m message", "r as read", "l unread", "s summary", "c command", "j JSON", "p place"} {
		if !strings.Contains(a.footer(), want) {
			t.Errorf("%q is not in the footer: %s", want, a.footer())
		}
	}
	press(a, "esc")
	for _, c := range []struct {
		key, notice string
		is          func(string) bool
	}{
		{"y", "message 22 copied, ", func(s string) bool { return s == render.Whole(m, func(string) int { return -1 }, true) }},
		{"m", "message 22 copied, ", func(s string) bool { return s == render.Whole(m, func(string) int { return -1 }, true) }},
		{"r", "as it is read copied", func(s string) bool { return len(s) < len(m.Full())/2 && s != "" }},
		{"l", "what is not read of message 22 copied", func(s string) bool { return strings.Contains(m.Full(), strings.TrimSpace(s)) }},
		{"c", "the command for the agent copied", func(s string) bool { return s == "/compact" }},
		{"j", "the record of message 22 copied", func(s string) bool { return s == string(raw[0]) }},
		{"p", "the place of message 22 copied", func(s string) bool {
			return filepath.IsAbs(s[:strings.LastIndexByte(s, ':')]) && strings.HasSuffix(s, "demo.jsonl:"+strconv.Itoa(a.s.Rows[22].Line))
		}},
		{"s", "there is no summary yet", nil},
		{"ü", "nothing was copied", nil},
	} {
		w.copied = ""
		press(a, "y", c.key)
		if !strings.Contains(a.notice.text, c.notice) || c.is == nil && w.copied != "" || c.is != nil && !c.is(w.copied) {
			t.Errorf("y %s says %q and copies %.80q", c.key, a.notice.text, w.copied)
		}
	}
	press(a, "c", "y", "s")
	if w.copied != text.Copied(a.result.Report.Summary.Text) {
		t.Errorf("y s copies %.80q", w.copied)
	}
	a.list.Select(len(a.s.Rows) - 1)
	press(a, "y", "l")
	if !strings.Contains(a.notice.text, "nothing of it is cut") {
		t.Error(a.notice.text)
	}
}

// x goes on from the whole message to its record, laid out and coloured as JSON.
func TestRecord(t *testing.T) {
	t.Parallel()
	a := opened(t, &world{}, plain, 120, 40)
	a.list.Select(22)
	settle(a, a.follow())
	for _, word := range []string{"unread", "whole", "record", "read"} {
		if !strings.Contains(a.footer(), "x "+word) {
			t.Errorf("the footer does not lead to %s: %s", word, a.footer())
		}
		press(a, "x")
	}
	press(a, "x", "x", "x")
	c := a.msg.Content()
	if !strings.Contains(c.Title, " of the file") || c.Lang != "json" || !strings.HasPrefix(c.Body, "{\n  \"") {
		t.Errorf("%q: %.80q", c.Title, c.Body)
	}
	press(a, "esc")
	press(a, "G", "x") // a message that is kept has no more than this
	if c := a.msg.Content(); c.Lang != "json" {
		t.Errorf("of a kept message x shows %q", c.Title)
	}
}

// O shows the file at the message's line to an editor that can be told not to write, and gives any other
// one a copy, which is gone at the end.
func TestOpenInEditor(t *testing.T) {
	t.Parallel()
	a := opened(t, &world{}, plain, 120, 40)
	a.engine.Stat = func() (Stamp, error) { return Stamp{}, nil }
	a.list.Select(22)
	asked := ""
	a.engine.Edit = func(path string) *exec.Cmd { asked = path; return exec.Command("true") }
	if cmd := a.lookAt(); cmd == nil {
		t.Fatal("nothing is opened")
	}
	b, err := os.ReadFile(asked)
	raw, rawErr := a.s.Raw(22)
	if err != nil || rawErr != nil || string(b) != render.Record(raw[0], false)+"\n" {
		t.Errorf("the copy at %s: %v, %.80q", asked, err, b)
	}
	copied := asked
	asked = ""
	at := 0
	a.engine.Show = func(path string, line int) *exec.Cmd { asked, at = path, line; return exec.Command("true") }
	if cmd := a.lookAt(); cmd == nil || !strings.HasSuffix(asked, "demo.jsonl") || at != a.s.Rows[22].Line {
		t.Errorf("the editor is shown %s at %d", asked, at)
	}
	a.Update(lookedAtMsg{"closed", nil})
	if a.notice.text != "closed" {
		t.Error(a.notice.text)
	}
	if err := a.Close(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(copied); err == nil {
		t.Error("the copy stays behind")
	}
}
