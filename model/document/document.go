// Package document finds the records of a file that is one JSON object with a list in it. The
// agents that write their sessions that way put an envelope around records which are otherwise
// like those of a JSON Lines file; here they get offsets and line numbers of the file, so that
// everything behind the reader is the same.
package document

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/js"
	"cutline/model/jsonl"
)

// ErrNotOne is the error of a file that is not one JSON object.
var ErrNotOne = errors.New("the file is not one JSON object")

// File is a file that is one JSON object.
type File struct {
	Text   string    // the object, without what stands around it
	Base   int64     // offset of its first byte in the file
	Fields js.Object // its members, whose Index counts from Base
	Lines  int       // physical lines of the whole file
	line   int       // of its first byte, from 1
}

// Read reads the whole file. A byte order mark, white space and NUL padding around the object
// are passed over.
func Read(in model.Input) (*File, error) {
	all := make([]byte, in.Size)
	n, err := in.Reader.ReadAt(all, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	all = all[:n]
	front := bytes.TrimLeft(bytes.TrimPrefix(all, []byte("\ufeff")), " \t\r\n\x00")
	f := &File{Base: int64(len(all) - len(front))}
	body := bytes.TrimRight(front, " \t\r\n\x00")
	if len(body) == 0 || body[0] != '{' || !jsonl.Valid(body) {
		return nil, ErrNotOne
	}
	f.Text = string(body)
	f.Fields = js.Fields(gjson.Parse(f.Text))
	f.line = 1 + bytes.Count(all[:f.Base], []byte("\n"))
	f.Lines = bytes.Count(all, []byte("\n"))
	if n > 0 && all[n-1] != '\n' {
		f.Lines++
	}
	return f, nil
}

// Records calls f with every element of the list under a key, in order, and says what stands
// in the way of taking them as they are. The Raw of a record is valid only during the call.
func (f *File) Records(key string, each func(jsonl.Record) bool) []model.Problem {
	var problems []model.Problem
	list := f.Fields.Get(key)
	if !list.IsArray() {
		return nil
	}
	at, line, n := 0, f.line, -1
	list.ForEach(func(_, e gjson.Result) bool {
		n++
		line += strings.Count(f.Text[at:e.Index], "\n")
		at = e.Index
		problem := func(kind, words string) {
			problems = append(problems, model.Problem{Line: line, Kind: kind, Message: fmt.Sprintf("record %d at line %d %s", n, line, words)})
		}
		if !e.IsObject() {
			problem("not-an-object", "is no object; it is passed over")
			return true
		}
		r := jsonl.Record{Source: model.Source{Off: f.Base + int64(e.Index), Len: int64(len(e.Raw)), Line: line}, Raw: []byte(e.Raw)}
		if !utf8.ValidString(e.Raw) {
			r.Broken = true
			problem("encoding", "holds bytes that are no UTF-8; each is shown as U+FFFD, and the message cannot be kept byte for byte")
		}
		if jsonl.LoneSurrogate(r.Raw) {
			r.Broken = true
			problem("surrogate", "holds an unpaired surrogate; it is shown as U+FFFD, and the message cannot be kept byte for byte")
		}
		return each(r)
	})
	return problems
}
