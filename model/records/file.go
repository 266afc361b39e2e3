// Package records is what the readers of formats that are only read have in common: it finds
// the records of a file, be it one JSON value or JSON Lines, and turns what a format makes of
// them into the rows of a session. Each such format is then one function that decodes.
package records

import (
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

// ErrNone is the error of a file in which no record of the format can be found.
var ErrNone = errors.New("no record of this format")

// Record is one record of a file, or a part of one that is read like a record.
type Record struct {
	model.Source
	Raw string
	// Broken is set when it holds bytes that are no UTF-8 or half of a surrogate pair.
	Broken bool
}

// Fields are the members of a record that is an object.
func (r Record) Fields() js.Object { return js.Fields(gjson.Parse(r.Raw)) }

// File is a file that was taken apart.
type File struct {
	Records  []Record
	Around   js.Object // the members of a document that is an object, nil for any other file
	Document bool      // it is one JSON value, and the records are the elements of a list in it
	Lines    int       // physical lines
	Problems []model.Problem

	doc  string
	base int64 // offset of the document's first byte
	line int   // its physical line
	at   int   // line counts are known up to this byte of the document
	seen int   // line feeds before it
}

// Open takes a file apart. List gives the list of records in a document, a value that does
// not exist when there is none; a nil list takes no document. A file that is no document with
// a list in it is read as JSON Lines, of which isRecord recognises what stands in a damaged line;
// a nil isRecord takes no lines, and the error is ErrNone then.
func Open(in model.Input, list func(doc gjson.Result) gjson.Result, isRecord func(raw []byte) bool) (*File, error) {
	f := &File{}
	if list != nil {
		all, err := Text(in)
		if err != nil {
			return nil, err
		}
		doc := strings.TrimLeft(all, "\ufeff \t\r\n\x00")
		f.base, f.line = int64(len(all)-len(doc)), 1+strings.Count(all[:len(all)-len(doc)], "\n")
		if doc = strings.TrimRight(doc, " \t\r\n\x00"); jsonl.Valid([]byte(doc)) {
			root := gjson.Parse(doc)
			if v := list(root); v.IsArray() {
				f.doc, f.Document, f.Around = doc, true, js.Fields(root)
				f.Lines = f.line + strings.Count(doc, "\n")
				f.elements(v)
				return f, nil
			}
		}
	}
	if isRecord == nil {
		return nil, ErrNone
	}
	res, err := jsonl.Scan(in.Reader, in.Size, isRecord, func(r jsonl.Record) bool {
		f.Records = append(f.Records, Record{Source: r.Source, Raw: string(r.Raw), Broken: r.Broken})
		return true
	})
	f.Lines, f.Problems = res.Lines, res.Problems
	return f, err
}

// Text is a whole file.
func Text(in model.Input) (string, error) {
	b := make([]byte, in.Size)
	n, err := in.Reader.ReadAt(b, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return "", err
	}
	return string(b[:n]), nil
}

func (f *File) elements(list gjson.Result) {
	n := 0
	list.ForEach(func(_, v gjson.Result) bool {
		if r := f.At(v); v.IsObject() {
			f.Records = append(f.Records, r)
		} else {
			f.problem(r.Line, "shape", "record %d is no object; it is left out", n)
		}
		n++
		return true
	})
}

// At makes a record of any value of the document.
func (f *File) At(v gjson.Result) Record {
	if v.Index < f.at {
		f.at, f.seen = 0, 0
	}
	f.seen += strings.Count(f.doc[f.at:v.Index], "\n")
	f.at = v.Index
	r := Record{Source: model.Source{Off: f.base + int64(v.Index), Len: int64(len(v.Raw)), Line: f.line + f.seen}, Raw: v.Raw}
	if !utf8.ValidString(r.Raw) {
		r.Broken = true
		f.problem(r.Line, "encoding", "line %d holds bytes that are no UTF-8; each is shown as U+FFFD", r.Line)
	}
	if jsonl.LoneSurrogate([]byte(r.Raw)) {
		r.Broken = true
		f.problem(r.Line, "surrogate", "line %d holds an unpaired surrogate; it is shown as U+FFFD", r.Line)
	}
	return r
}

func (f *File) problem(line int, kind, format string, a ...any) {
	f.Problems = append(f.Problems, model.Problem{Line: line, Kind: kind, Message: fmt.Sprintf(format, a...)})
}

// Share is how many of a list's elements, in percent, are what f says; 0 for an empty list.
func Share(list gjson.Result, f func(js.Object) bool) int {
	n, hits := 0, 0
	list.ForEach(func(_, v gjson.Result) bool {
		n++
		if f(js.Fields(v)) {
			hits++
		}
		return true
	})
	return 100 * hits / max(1, n)
}

// Count is a number of tokens; what is no sensible number is none.
func Count(v gjson.Result) int {
	const most = 1 << 40 // tokens; more is no count
	return int(min(max(v.Int(), 0), most))
}
