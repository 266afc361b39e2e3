// Package claudeweb reads the sessions of Claude Code on the web as they are exported: one JSON
// document whose list "loglines" holds the records that Claude Code writes one a line, without
// their ids. Nothing resumes such a file, so none is written.
package claudeweb

import (
	"fmt"

	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/claudecode"
	"cutline/model/document"
	"cutline/model/js"
	"cutline/model/jsonl"
)

// Name is the stable name of the format.
const Name = "claude-web"

// list is the key of the records.
const list = "loglines"

// Looks recognises a file that is one JSON value.
func Looks(doc []byte) bool {
	return js.Fields(gjson.ParseBytes(doc)).Get(list).IsArray()
}

// Read reads an exported session. Its usage is that of Claude Code.
func Read(in model.Input) (*model.Session, error) {
	doc, err := document.Read(in)
	if err != nil {
		return nil, err
	}
	s, err := claudecode.ReadRecords(in, func(f func(jsonl.Record) bool) (jsonl.Result, error) {
		problems := doc.Records(list, f)
		return jsonl.Result{Lines: doc.Lines, Problems: problems}, nil
	})
	if err != nil {
		return nil, fmt.Errorf("read the %s: %w", list, err)
	}
	s.Format, s.State = Name, nil // no writer knows it
	return s, nil
}
