// Package chat reads and writes plain lists of chat messages: what the request of a model
// API holds, and what every framework can dump. It exists because such a list needs no
// agent: a JSON array, an object with the list in it, or one message a line.
package chat

import (
	"errors"

	"cutline/model"
)

// Format is the stable name of the format.
const Format = "chat"

// The dialects of a message list.
const (
	OpenAI    = "openai-chat" // tool_calls and role tool
	Anthropic = "anthropic"   // tool_use and tool_result blocks
	AISDK     = "ai-sdk"      // model messages: tool-call and tool-result parts
	AISDKUI   = "ai-sdk-ui"   // messages of a screen: parts, with call and result in one
	Plain     = "plain"       // JSON Lines with nothing but role and content
)

// ErrNoMessages is the error of a file in which no list of messages can be found.
var ErrNoMessages = errors.New("no list of messages")

// layout is what the writer has to remember of the file. Offsets are of the file.
type layout struct {
	lines  bool           // one message a line
	from   int64          // first byte of the document, behind a byte order mark
	head   int64          // document: behind the bracket that opens the list
	tail   int64          // document: the bracket that closes it
	to     int64          // behind the document, or behind the last record
	first  int64          // document: where its first element begins; head when there is none
	last   int64          // document: where its last element ends; head when there is none
	count  int            // elements of the list
	header []model.Source // lines: records that stand before the first message
	legacy map[int]string // ids given to calls of a form that has none, by the row's first source
}

// Value gives the bytes of a record that are its message: all of them.
func Value(record []byte) []byte { return record }
