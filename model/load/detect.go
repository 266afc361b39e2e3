package load

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/jsonl"
	"cutline/model/store"
)

// sniffObjects is how many parsable objects detection looks at: the first line of a session
// is often no message, and summary lines can come by the dozen.
const sniffObjects = 50

// detect finds the format of a file: the one that is named, else the one that its content shows.
func detect(in model.Input, format string) (Format, error) {
	if format != "" {
		f, ok := ByName(format)
		if !ok {
			return Format{}, fmt.Errorf("%w: there is no format %q (there are %s)", ErrUnknownFormat, format, names())
		}
		return f, nil
	}
	if in.Size == 0 {
		return Format{}, ErrEmpty
	}
	if store.Is(in) {
		return stored(in)
	}
	first, rest, blank, err := firstLine(in)
	if err != nil {
		return Format{}, err
	}
	if blank {
		return Format{}, fmt.Errorf("%w: it holds only blank lines", ErrEmpty)
	}
	if first[0] != '{' && first[0] != '[' && !printable(first) {
		return Format{}, fmt.Errorf("%w: it is no text", ErrNotASession)
	}
	for _, f := range Formats {
		if f.Text != nil && f.Text(first) {
			return f, nil
		}
	}
	if first[0] == '[' || !jsonl.Valid(first) || !rest {
		if f, ok, err := document(in); ok || err != nil {
			return f, err
		}
	}
	return lines(in)
}

func names() string {
	out := make([]string, 0, len(Formats))
	for _, f := range Formats {
		out = append(out, f.Name)
	}
	return strings.Join(out, ", ")
}

// firstLine gives the first line that is not blank, and whether another one follows.
func firstLine(in model.Input) (first []byte, rest, blank bool, err error) {
	err = jsonl.Lines(in.Reader, in.Size, func(_ int64, n int, line []byte, _ bool) bool {
		if n == 1 {
			line = bytes.TrimPrefix(line, []byte("\ufeff"))
		}
		line = bytes.Trim(line, " \t\r\x00")
		if len(line) == 0 {
			return true
		}
		if first == nil {
			first = bytes.Clone(line)
			return true
		}
		rest = true
		return false
	})
	return first, rest, first == nil, err
}

func printable(b []byte) bool {
	b = b[:min(len(b), 512)]
	for _, c := range b {
		if c < 0x20 && c != '\t' && c != '\r' && c != '\n' && c != 0x1b {
			return false
		}
	}
	return true
}

// document recognises a file that is one JSON value. It is false when the file is none.
func document(in model.Input) (Format, bool, error) {
	doc := make([]byte, in.Size)
	if _, err := in.Reader.ReadAt(doc, 0); err != nil && !errors.Is(err, io.EOF) {
		return Format{}, false, err
	}
	doc = bytes.Trim(bytes.TrimPrefix(doc, []byte("\ufeff")), " \t\r\n\x00")
	if !jsonl.Valid(doc) {
		return Format{}, false, nil
	}
	for _, f := range Formats {
		if f.Document != nil && f.Document(doc) {
			return f, true, nil
		}
	}
	if doc[0] == '{' && bytes.IndexByte(doc, '\n') < 0 { // one line: it may be a file of one record
		return Format{}, false, nil
	}
	v := gjson.ParseBytes(doc)
	if v.IsArray() && len(v.Array()) == 0 {
		return Format{}, false, fmt.Errorf("%w: it is an empty list", ErrNotASession)
	}
	return Format{}, false, fmt.Errorf("%w: a JSON document without a list of messages (tried %s)", ErrNotASession, names())
}

// lines recognises a JSON Lines file by its first objects.
func lines(in model.Input) (Format, error) {
	var objects [][]byte
	_, err := jsonl.Scan(in.Reader, in.Size, anyObject, func(r jsonl.Record) bool {
		objects = append(objects, bytes.Clone(r.Raw))
		return len(objects) < sniffObjects
	})
	if err != nil {
		return Format{}, err
	}
	if len(objects) == 0 {
		return Format{}, fmt.Errorf("%w: no line of it is a JSON object (tried %s)", ErrUnknownFormat, names())
	}
	best, score := Format{}, 0
	for _, f := range Formats {
		if f.Lines == nil {
			continue
		}
		if n := f.Lines(objects); n > score {
			best, score = f, n
		}
	}
	if score > 0 {
		return best, nil
	}
	if what := promptHistory(objects[0]); what != "" {
		return Format{}, fmt.Errorf("%w: it is a history of prompts; %s", ErrNotASession, what)
	}
	return Format{}, fmt.Errorf("%w (tried %s)", ErrUnknownFormat, names())
}

func anyObject(raw []byte) bool { return gjson.GetBytes(raw, "type").Exists() }

// promptHistory says where the sessions are when a file is an agent's history of prompts.
func promptHistory(object []byte) string {
	v := gjson.ParseBytes(object)
	switch {
	case v.Get("display").Exists() && v.Get("project").Exists():
		return "the sessions of Claude Code are in ~/.claude/projects"
	case v.Get("session_id").Exists() && v.Get("ts").Exists() && v.Get("text").Exists():
		return "the sessions of Codex are in ~/.codex/sessions"
	}
	return ""
}
