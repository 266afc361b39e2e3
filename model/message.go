package model

import "strings"

// Role says who speaks in a message, in the vocabulary of the model APIs.
type Role uint8

// The four roles. A tool result that its format carries in a user record has role Tool.
const (
	System Role = iota
	User
	Assistant
	Tool
)

// String is the role as the APIs spell it; it is also the label in a transcript.
func (r Role) String() string {
	return [...]string{"system", "user", "assistant", "tool"}[r]
}

// Letter is the role as one lower-case letter: s, u, a or t.
func (r Role) Letter() byte { return "suat"[r] }

// Origin says where a user-role message came from. Other roles have NoOrigin.
type Origin uint8

// The origins. Person: somebody typed it. Injected: the agent or its harness added it.
// FromSummary: an earlier compaction wrote it.
const (
	NoOrigin Origin = iota
	Person
	Injected
	FromSummary
)

// String is the origin as the JSON output spells it; NoOrigin is empty.
func (o Origin) String() string {
	return [...]string{"", "person", "injected", "summary"}[o]
}

// Kind is the kind of one part of a message.
type Kind uint8

// The kinds of parts. Unknown is a block that no reader knows; it is kept and passed on.
const (
	Text Kind = iota
	Thinking
	Image
	File
	Call
	Result
	Unknown
)

// String is the kind as the JSON output spells it.
func (k Kind) String() string {
	return [...]string{"text", "thinking", "image", "file", "tool-call", "tool-result", "unknown"}[k]
}

// Part is one block of a message.
type Part struct {
	Kind     Kind
	Text     string // Text, Thinking: the words. Unknown: the name of the block's type. File: its name
	ID       string // Call, Result: the id that pairs them, byte for byte as in the file
	Name     string // Call: the tool. Result: the tool of its call, empty when the call is not known
	Args     string // Call: the arguments as raw JSON, or as raw text when they are not JSON
	Output   []Part // Result: its blocks (Text, Image, File), when it is text or a list of blocks
	JSON     string // Result: its raw JSON value, when it is neither text nor a list of blocks
	Failed   bool   // Result: the tool reported an error
	Redacted bool   // Thinking: only an encrypted form is in the file
	Media    string // Image, File: media type, empty when unknown
	Bytes    int    // Image, File: size of the data in bytes, 0 when it is not in the session
	Data     string // Image, File: the data as base64, or its address; empty when the session has neither, or its reader does not say
}

// Message is one decoded message of the live context.
type Message struct {
	Role   Role
	Origin Origin
	ID     string // the record's own id, empty when the format has none
	Time   string // as written in the file, empty when absent
	Model  string // assistant: the model that answered, when known
	Parts  []Part
	// Broken is set when the record held bytes that are no UTF-8 or half of a surrogate
	// pair. They were replaced by U+FFFD, so the message cannot be kept byte for byte.
	Broken bool
	// Open and Close are what its agent puts around the text when it sends the message, as around
	// a summary; they are no part of the record.
	Open, Close string
}

// Text is the message's own words: its text parts joined by a newline.
func (m Message) Text() string {
	var b strings.Builder
	for _, p := range m.Parts {
		if p.Kind == Text {
			if b.Len() > 0 {
				b.WriteByte('\n')
			}
			b.WriteString(p.Text)
		}
	}
	return b.String()
}

// Said is the message with nothing but its text parts: what was said beside a call.
func (m Message) Said() Message {
	parts := make([]Part, 0, len(m.Parts))
	for _, p := range m.Parts {
		if p.Kind == Text {
			parts = append(parts, p)
		}
	}
	m.Parts = parts
	return m
}

// OutputText is the text of a result: its text blocks joined by a newline, with [Image]
// and [File] in the places of the others, or its JSON in JavaScript's compact form.
func (p Part) OutputText() string {
	if p.JSON != "" {
		return compactJSON(p.JSON)
	}
	if len(p.Output) == 1 && p.Output[0].Kind == Text {
		return p.Output[0].Text
	}
	parts := make([]string, len(p.Output))
	for i, o := range p.Output {
		switch o.Kind {
		case Image:
			parts[i] = "[Image]"
		case File:
			parts[i] = "[File]"
		default:
			parts[i] = o.Text
		}
	}
	return strings.Join(parts, "\n")
}
