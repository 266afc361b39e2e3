// Package load opens a session whatever agent wrote it: it looks at the content, never at
// the name, and hands it to the reader of the format.
package load

import (
	"cutline/model"
	"cutline/model/chat"
	"cutline/model/claudecode"
	"cutline/model/codex"
	"cutline/model/prime"
)

// Format is one row of the table of formats: how it is recognised, read and written.
type Format struct {
	Name  string // stable, as in the JSON output
	Title string // for a person
	// Lines scores the first objects of a JSON Lines file, 0 to 100; nil when the format has no such files.
	Lines func(objects [][]byte) int
	// Document recognises a file that is one JSON value; nil when the format has no such files.
	Document func(doc []byte) bool
	Read     func(model.Input) (*model.Session, error)
	Write    func(*model.Session, model.Draft, model.WriteOptions) (*model.Written, error)
	// Value gives the bytes of a record that are its message.
	Value func(record []byte) []byte
}

// Formats is the table, in the order in which ties are broken.
var Formats = []Format{
	{
		Name: "claude-code", Title: "Claude Code", Lines: claudecode.Looks,
		Read: claudecode.Read, Write: claudecode.Write, Value: claudecode.Value,
	},
	{
		Name: "codex", Title: "Codex", Lines: codex.Looks,
		Read: codex.Read, Write: codex.Write, Value: codex.Value,
	},
	{
		Name: "prime", Title: "Prime Agent / pi", Lines: prime.Looks,
		Read: prime.Read, Write: prime.Write, Value: prime.Value,
	},
	{
		Name: "chat", Title: "message list", Lines: chat.LooksLines, Document: chat.LooksDocument,
		Read: chat.Read, Write: chat.Write, Value: chat.Value,
	},
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
