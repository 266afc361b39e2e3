package chat

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/js"
	"cutline/model/jsonl"
	"cutline/model/measure"
)

// Read reads a message list. Offsets, lines and numbers of messages are those of the file;
// a message that cannot be taken as it stands becomes a Problem and takes no other with it.
func Read(in model.Input) (*model.Session, error) {
	s := &model.Session{Format: Format, Path: in.Path, Bytes: in.Size, Reader: in.Reader}
	lay := &layout{legacy: make(map[int]string)}
	s.State, s.Decoder = lay, lay
	b := measure.New(s)
	doc, base, err := document(in)
	if err != nil {
		return nil, err
	}
	if doc == "" {
		err = readLines(s, in, lay, b)
	} else {
		err = readDocument(s, doc, base, lay, b, in.Session)
	}
	if err != nil {
		return nil, err
	}
	b.Finish()
	if s.Model == "" {
		s.Model = lastModel(s)
	}
	return s, nil
}

// document gives the text of a file that is one JSON value with a list in it, from base on;
// an empty text when the file is JSON Lines. A file whose first line is a whole object and
// not the last line is not read as a whole.
func document(in model.Input) (doc string, base int64, err error) {
	var first []byte
	more := false
	err = jsonl.Lines(in.Reader, in.Size, func(_ int64, n int, line []byte, _ bool) bool {
		if n == 1 {
			line = bytes.TrimPrefix(line, []byte("\ufeff"))
		}
		line = bytes.Trim(line, " \t\r\x00")
		switch {
		case len(line) == 0:
		case first == nil:
			first = bytes.Clone(line)
		default:
			more = true
		}
		return !more
	})
	if err != nil {
		return "", 0, err
	}
	if len(first) == 0 || more && first[0] == '{' && jsonl.Valid(first) {
		return "", 0, nil
	}
	all := make([]byte, in.Size)
	n, err := in.Reader.ReadAt(all, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return "", 0, err
	}
	all = all[:n]
	trimmed := bytes.TrimLeft(bytes.TrimPrefix(all, []byte("\ufeff")), " \t\r\n\x00")
	base = int64(len(all) - len(trimmed))
	trimmed = bytes.TrimRight(trimmed, " \t\r\n\x00")
	if len(trimmed) == 0 || !jsonl.Valid(trimmed) {
		return "", 0, nil
	}
	if v := gjson.ParseBytes(trimmed); isMessage(v) { // a file of one line
		return "", 0, nil
	}
	return string(trimmed), base, nil
}

// readDocument reads a file that is one JSON value. Of several conversations in it, the one that is
// wanted is read as if it were by itself.
func readDocument(s *model.Session, doc string, base int64, lay *layout, b *measure.Builder, want string) error {
	l, ok := find(gjson.Parse(doc))
	if !ok {
		return ErrNoMessages
	}
	if len(l.several) > 0 {
		all := make([]conversation, len(l.several))
		for i, v := range l.several {
			all[i] = conversation{v.Raw, base + int64(v.Index)}
		}
		return readOne(s, all, lay, b, want)
	}
	at := position{doc: doc, base: base, reader: s.Reader}
	if err := at.start(); err != nil {
		return err
	}
	s.Lines = at.line + strings.Count(doc, "\n")
	lay.from, lay.to = base, base+int64(len(doc))
	lay.head = base + int64(l.messages.Index) + 1
	lay.tail = base + int64(l.messages.Index+len(l.messages.Raw)) - 1
	lay.first, lay.last = lay.head, lay.head
	about(s, l.around)
	if tools := l.around.Get("tools", "functions"); tools.IsArray() {
		s.Attachments = measure.Tools(tools, at.of(tools.Index))
	}

	if sys := l.around.Get("system"); sys.Type == gjson.String && js.Text(sys) != "" || sys.IsArray() {
		if r := readSystem(sys.Raw); len(r.Parts) > 0 {
			b.Add(r.Message, []model.Source{{Off: base + int64(sys.Index), Len: int64(len(sys.Raw)), Line: at.of(sys.Index)}}, 0, 0)
		}
	}
	var seen evidence
	seen.anthropic = l.around.Has("system")
	legacy := callIDs{}
	l.messages.ForEach(func(_, e gjson.Result) bool {
		src := model.Source{Off: base + int64(e.Index), Len: int64(len(e.Raw)), Line: at.of(e.Index)}
		if lay.count == 0 {
			lay.first = src.Off
		}
		lay.last = src.Off + src.Len
		seen.look(e)
		broken := false
		if !utf8.ValidString(e.Raw) {
			broken = true
			s.Problems = append(s.Problems, model.Problem{Line: src.Line, Kind: "encoding", Message: fmt.Sprintf("message %d holds bytes that are no UTF-8; each is shown as U+FFFD, and the message cannot be kept byte for byte", lay.count)})
		}
		if jsonl.LoneSurrogate([]byte(e.Raw)) {
			broken = true
			s.Problems = append(s.Problems, model.Problem{Line: src.Line, Kind: "surrogate", Message: fmt.Sprintf("message %d holds an unpaired surrogate; it is shown as U+FFFD, and the message cannot be kept byte for byte", lay.count)})
		}
		add(s, b, lay, legacy, e.Raw, src, broken)
		return true
	})
	s.Dialect = seen.dialect(false)
	usage(s, l.around)
	return nil
}

// readOne reads the conversation that is wanted.
func readOne(s *model.Session, all []conversation, lay *layout, b *measure.Builder, want string) error {
	c, err := choose(all, want)
	if err != nil {
		return err
	}
	*lay = layout{legacy: lay.legacy}
	if err := readDocument(s, c.text, c.off, lay, b, ""); err != nil {
		return err
	}
	s.ID = want
	return nil
}

// readLines reads a file with one message a line, line by line, so that a large file needs
// no memory.
func readLines(s *model.Session, in model.Input, lay *layout, b *measure.Builder) error {
	lay.lines = true
	var seen evidence
	legacy := callIDs{}
	var lists []conversation
	res, err := jsonl.Scan(in.Reader, in.Size, func(raw []byte) bool { return isMessage(gjson.ParseBytes(raw)) }, func(r jsonl.Record) bool {
		raw := string(r.Raw)
		v := gjson.Parse(raw)
		lay.to = r.Off + r.Len
		switch {
		case isMessage(v):
			seen.look(v)
			add(s, b, lay, legacy, raw, r.Source, r.Broken)
		case b.Len() == 0 && lay.count == 0:
			lay.header = append(lay.header, r.Source)
			if _, ok := find(v); ok {
				lists = append(lists, conversation{raw, r.Off})
			}
		default:
			add(s, b, lay, legacy, raw, r.Source, r.Broken)
		}
		return true
	})
	if err != nil {
		return err
	}
	s.Lines = res.Lines
	s.Problems = append(res.Problems, s.Problems...)
	slices.SortStableFunc(s.Problems, func(a, b model.Problem) int { return a.Line - b.Line })
	switch {
	case len(lists) > 1:
		return readOne(s, lists, lay, b, in.Session)
	case b.Len() == 0:
		return ErrNoMessages
	}
	s.Dialect = seen.dialect(true)
	return nil
}

// add appends the messages of one element.
func add(s *model.Session, b *measure.Builder, lay *layout, legacy callIDs, raw string, src model.Source, broken bool) {
	out, complaint := read(raw)
	if complaint != "" {
		s.Problems = append(s.Problems, model.Problem{Line: src.Line, Kind: "shape", Message: fmt.Sprintf("message %d %s", lay.count, complaint)})
	}
	lay.count++
	for k, r := range out {
		if r.legacy != nil {
			r.legacy.ID = legacy.id(*r.legacy)
			lay.legacy[len(s.Sources)] = r.legacy.ID
		}
		if len(out) > 1 {
			r.flags |= model.Split
		}
		if complaint == "" && len(r.Parts) == 0 {
			r.flags |= model.Blank // there is a content, and it is empty
		}
		r.Broken = broken
		b.Add(r.Message, []model.Source{src}, k, r.flags)
	}
}

// Decode reads the message of a row again.
func (lay *layout) Decode(records [][]byte, row model.Row) (model.Message, error) {
	if len(records) != 1 {
		return model.Message{}, fmt.Errorf("%w: %d records", ErrNoMessages, len(records))
	}
	raw := string(records[0])
	if raw[0] != '{' {
		return readSystem(raw).Message, nil
	}
	out, _ := read(raw)
	if row.Sub >= len(out) {
		return model.Message{}, fmt.Errorf("%w: the record has changed", ErrNoMessages)
	}
	r := out[row.Sub]
	if r.legacy != nil {
		r.legacy.ID = lay.legacy[row.Source]
	}
	r.Broken = row.Is(model.Broken)
	return r.Message, nil
}
