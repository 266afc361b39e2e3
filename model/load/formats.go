// Package load opens a session whatever agent wrote it: it looks at the content, never at
// the name, and hands it to the reader of the format.
package load

import (
	"context"
	"errors"
	"fmt"

	"cutline/model"
	"cutline/model/chat"
	"cutline/model/claudecode"
	"cutline/model/claudeweb"
	"cutline/model/cline"
	"cutline/model/codex"
	"cutline/model/copilot"
	"cutline/model/crush"
	"cutline/model/gemini"
	"cutline/model/goose"
	"cutline/model/grok"
	"cutline/model/langchain"
	"cutline/model/markdown"
	"cutline/model/opencode"
	"cutline/model/openhands"
	"cutline/model/prime"
	"cutline/model/qwen"
	"cutline/model/responses"
	"cutline/model/store"
	"cutline/model/sweagent"
)

// Format is one row of the table of formats: how it is recognised, read and written.
type Format struct {
	Name  string // stable, as in the JSON output
	Title string // for a person
	// Lines scores the first objects of a JSON Lines file, 0 to 100; nil when the format has no such files.
	Lines func(objects [][]byte) int
	// Document recognises a file that is one JSON value; nil when the format has no such files.
	Document func(doc []byte) bool
	// Text recognises a file that is no JSON by its first line that is not blank; nil when the format has no such files.
	Text func(first []byte) bool
	// Store recognises a database by its tables, and Sessions lists what is in it, newest first; both
	// are nil when the format has none.
	Store    func(*store.DB) bool
	Sessions func(*store.DB) ([]model.Brief, error)
	Read     func(model.Input) (*model.Session, error)
	// Index reads a large file quickly, with approximate sizes, and Measure makes them exact: see
	// claudecode.Index and Measure. Both are nil when the format can only be read as a whole.
	Index   func(model.Input) (*model.Session, error)
	Measure func(ctx context.Context, s *model.Session, on func(done int64)) (*model.Session, error)
	// Write makes a compacted session; nil when the format is only read.
	Write func(*model.Session, model.Draft, model.WriteOptions) (*model.Written, error)
	// Value gives the bytes of a record that are its message; nil when Write is.
	Value func(record []byte) []byte
}

// Formats is the table, in the order in which ties are broken.
var Formats = []Format{
	{
		Name: "claude-code", Title: "Claude Code", Lines: claudecode.Looks,
		Read: claudecode.Read, Index: claudecode.Index, Measure: claudecode.Measure, Write: claudecode.Write, Value: claudecode.Value,
	},
	{
		Name: "codex", Title: "Codex", Lines: codex.Looks,
		Read: codex.Read, Index: codex.Index, Measure: codex.Measure, Write: codex.Write, Value: codex.Value,
	},
	{
		Name: "prime", Title: "Prime Agent / pi", Lines: prime.Looks,
		Read: prime.Read, Write: prime.Write, Value: prime.Value,
	},
	{
		Name: "gemini", Title: "Gemini CLI", Lines: gemini.Looks, Document: gemini.LooksDocument,
		Read: gemini.Read, Write: gemini.Write, Value: gemini.Value,
	},
	{
		Name: "opencode", Title: "OpenCode", Document: opencode.Looks, Store: opencode.LooksStore, Sessions: opencode.Sessions,
		Read: opencode.Read, Write: opencode.Write, Value: opencode.Value,
	},
	{Name: "crush", Title: "Crush", Store: crush.LooksStore, Sessions: crush.Sessions, Read: crush.Read},
	{Name: "goose", Title: "Goose", Lines: goose.Looks, Store: goose.LooksStore, Sessions: goose.Sessions, Read: goose.Read},
	{Name: "copilot", Title: "Copilot CLI", Lines: copilot.Looks, Read: copilot.Read},
	{Name: "claude-web", Title: "Claude Code on the web", Document: claudeweb.Looks, Read: claudeweb.Read},
	{Name: "qwen", Title: "Qwen Code", Lines: qwen.Looks, Read: qwen.Read},
	{Name: "cline", Title: "Cline, Roo Code", Document: cline.Looks, Read: cline.Read},
	{Name: "swe-agent", Title: "SWE-agent", Document: sweagent.Looks, Read: sweagent.Read},
	{Name: "openhands", Title: "OpenHands", Lines: openhands.LooksLines, Document: openhands.Looks, Read: openhands.Read},
	{Name: "langchain", Title: "LangChain", Document: langchain.Looks, Read: langchain.Read},
	{Name: "responses", Title: "OpenAI Responses", Document: responses.Looks, Read: responses.Read},
	{Name: "grok", Title: "Grok CLI", Lines: grok.Looks, Read: grok.Read},
	{Name: "aider", Title: "Aider", Text: markdown.LooksAider, Read: markdown.ReadAider},
	{Name: "specstory", Title: "SpecStory", Text: markdown.LooksSpecStory, Read: markdown.ReadSpecStory},
	{
		Name: "chat", Title: "message list", Lines: chat.LooksLines, Document: chat.LooksDocument,
		Read: chat.Read, Write: chat.Write, Value: chat.Value,
	},
}

// ErrReadOnly is the error of a format that is read and not written.
var ErrReadOnly = errors.New("read-only format")

// Writer finds the format of a session that is to be written.
func Writer(s *model.Session) (Format, error) {
	f, ok := ByName(s.Format)
	switch {
	case !ok:
		return Format{}, fmt.Errorf("%w: there is no format %q", ErrUnknownFormat, s.Format)
	case f.Write == nil:
		return Format{}, fmt.Errorf("%w: cutline shows and plans sessions of %s (%s), but writes none; nothing was written. cutline compact FILE --to claude-code -o OUT writes the result as a session of Claude Code; --help lists the others", ErrReadOnly, f.Title, f.Name)
	}
	return f, nil
}

// ByName finds a format by its stable name.
func ByName(name string) (Format, bool) {
	for _, f := range Formats {
		if f.Name == name {
			return f, true
		}
	}
	return Format{}, false
}
