package load

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"cutline/model"
)

const (
	claudeLine = `{"parentUuid":null,"isSidechain":false,"type":"user","uuid":"u1","sessionId":"s","timestamp":"2026-01-01T00:00:00.000Z","cwd":"/w","version":"2.0.0","message":{"role":"user","content":"hello"}}`
	primeHead  = `{"type":"session","version":3,"id":"0198-demo","timestamp":"2026-01-01T00:00:00.000Z","cwd":"/home/demo"}`
	primeLine  = `{"type":"message","id":"aaaaaaa1","parentId":null,"timestamp":"2026-01-01T00:00:01.000Z","message":{"role":"user","content":"hello","timestamp":1}}`
	chatLine   = `{"role":"user","content":"hello"}`
)

func TestDetect(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, text, want string }{
		{"Claude Code", claudeLine + "\n", "claude-code"},
		{"Claude Code behind summary lines", strings.Repeat(`{"type":"summary","summary":"x","leafUuid":"y"}`+"\n", 20) + claudeLine + "\n", "claude-code"},
		{"Claude Code behind a byte order mark", "\ufeff" + claudeLine + "\n", "claude-code"},
		{"Claude Code behind blank lines", "\n\r\n" + claudeLine + "\n", "claude-code"},
		{"Claude Code behind a torn line", `{"type":"user","mess` + "\n" + claudeLine + "\n" + claudeLine + "\n", "claude-code"},
		{"Codex", `{"timestamp":"2026-01-01T00:00:00.000Z","type":"session_meta","payload":{"id":"x","cwd":"/w"}}` + "\n" + `{"timestamp":"2026-01-01T00:00:01.000Z","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"hello"}]}}` + "\n", "codex"},
		{"Prime", primeHead + "\n" + primeLine + "\n", "prime"},
		{"a list", "[" + chatLine + "]", "chat"},
		{"a list over lines", "[\n " + chatLine + "\n]\n", "chat"},
		{"an object with a list", `{"model":"m","messages":[` + chatLine + `]}`, "chat"},
		{"one message a line", chatLine + "\n" + chatLine + "\n", "chat"},
		{"one message", chatLine, "chat"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s, err := From(strings.NewReader(tt.text), "some.file", "")
			if err != nil || s.Format != tt.want || len(s.Rows) == 0 {
				t.Fatalf("read as %+v, %v; want %s", s, err, tt.want)
			}
			if s.Path != "some.file" || s.Bytes != int64(len(tt.text)) {
				t.Errorf("path %q, %d bytes", s.Path, s.Bytes)
			}
		})
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	dir := filepath.Join("..", "..", "testdata", "cases", "par-27")
	tests := []struct {
		path string
		want error
		says string
	}{
		{filepath.Join(dir, "input_empty.jsonl"), ErrEmpty, "the file is empty"},
		{filepath.Join(dir, "input_blank.jsonl"), ErrEmpty, "it holds only blank lines"},
		{filepath.Join(dir, "input_array.json"), ErrNotASession, "it is an empty list"},
		{filepath.Join(dir, "input_object.json"), ErrUnknownFormat, "tried claude-code"},
		{filepath.Join(dir, "input_binary.bin"), ErrNotASession, "it is no text"},
		{filepath.Join(dir, "input_package.json"), ErrUnknownFormat, "tried claude-code"},
		{dir, ErrNotAFile, "it is a directory"},
		{filepath.Join(dir, "nope.jsonl"), fs.ErrNotExist, "nope.jsonl"},
	}
	for _, tt := range tests {
		t.Run(filepath.Base(tt.path), func(t *testing.T) {
			t.Parallel()
			s, closer, err := Open(tt.path, "")
			if s != nil || closer != nil || !errors.Is(err, tt.want) {
				t.Fatalf("session %v, error %v; want %v", s, err, tt.want)
			}
			text := err.Error()
			if !strings.Contains(text, tt.path) || strings.Count(text, tt.path) != 1 || !strings.Contains(text, tt.says) {
				t.Errorf("the error does not name the file once and say %q: %s", tt.says, text)
			}
			if strings.IndexFunc(text, unicode.IsControl) >= 0 {
				t.Errorf("the error is no single clean line: %q", text)
			}
		})
	}
}

func TestRefusedTexts(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, text string
		want       error
		says       string
	}{
		{"lines of words", "hello\nworld\n", ErrUnknownFormat, "no line of it is a JSON object"},
		{"NUL bytes only", "\x00\x00\x00\n\x00", ErrEmpty, "only blank lines"},
		{"a number", "42", ErrNotASession, "without a list of messages"},
		{"a document over lines", "{\n \"name\": \"x\"\n}\n", ErrNotASession, "without a list of messages"},
		{"a list of no messages", `[1,2,3]`, ErrNotASession, "without a list of messages"},
		{"binary behind a brace", "{\x01\x02\x03", ErrUnknownFormat, "no line of it is a JSON object"},
		{"prompts of Claude Code", `{"display":"fix it","project":"/w","timestamp":1}` + "\n", ErrNotASession, "~/.claude/projects"},
		{"prompts of Codex", `{"session_id":"x","ts":1,"text":"fix it"}` + "\n", ErrNotASession, "~/.codex/sessions"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s, err := From(strings.NewReader(tt.text), "x", "")
			if s != nil || !errors.Is(err, tt.want) || !strings.Contains(err.Error(), tt.says) {
				t.Errorf("session %v, error %v; want %v, %q", s, err, tt.want, tt.says)
			}
		})
	}
}

func TestFormatByName(t *testing.T) {
	t.Parallel()
	if s, err := From(strings.NewReader("["+chatLine+"]"), "x", "prime"); s != nil || err == nil || !strings.HasPrefix(err.Error(), "read x as prime: ") {
		t.Errorf("the named format is not taken: %v", err)
	}
	_, err := From(strings.NewReader(claudeLine), "x", "word")
	if !errors.Is(err, ErrUnknownFormat) || !strings.Contains(err.Error(), `"word"`) || !strings.Contains(err.Error(), names()) {
		t.Errorf("error %v", err)
	}
	for _, f := range Formats {
		if found, ok := ByName(f.Name); !ok || found.Title != f.Title {
			t.Errorf("ByName(%s) gives %+v", f.Name, found)
		}
		if f.Title == "" || f.Read == nil || f.Write == nil || f.Value == nil || f.Lines == nil && f.Document == nil {
			t.Errorf("format %s is not whole", f.Name)
		}
	}
}

func TestOpenReadsLater(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "s.jsonl")
	if err := os.WriteFile(path, []byte(claudeLine+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s, closer, err := Open(path, "")
	if err != nil {
		t.Fatal(err)
	}
	m, err := s.Message(0)
	if err != nil || m.Text() != "hello" {
		t.Errorf("message %q, %v", m.Text(), err)
	}
	if err := closer.Close(); err != nil {
		t.Error(err)
	}
	if _, err := s.Message(0); err == nil {
		t.Error("a message was read from a closed file")
	}
}

type broken struct{}

func (broken) ReadAt([]byte, int64) (int, error) { return 0, io.ErrClosedPipe }

func TestReadingFails(t *testing.T) {
	t.Parallel()
	_, err := Read(model.Input{Path: "x", Reader: broken{}, Size: 10}, "")
	if !errors.Is(err, io.ErrClosedPipe) || !strings.HasPrefix(err.Error(), "read x: ") {
		t.Errorf("error %v", err)
	}
}

func TestPreview(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "s.jsonl")
	if err := os.WriteFile(path, bytes.Repeat([]byte(claudeLine+"\n"), 50), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := Preview(path, "", int64(3*len(claudeLine)))
	if err != nil || s.Format != "claude-code" || len(s.Problems) > 0 && s.Problems[0].Kind == "malformed" || s.Lines != 2 {
		t.Errorf("preview %+v, %v", s, err)
	}
	if _, err := Preview(filepath.Dir(path), "", 100); err == nil {
		t.Error("a directory has a preview")
	}
	if _, err := Preview(path+"x", "", 100); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("error %v", err)
	}
}
