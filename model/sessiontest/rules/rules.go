// Package rules reads a written session as the agent does that will go on with it, and says what
// that agent, or the server behind it, would not take. It knows encoding/json and the rules of
// each format, and shares no code with the readers and writers that it checks. Only tests
// import it.
package rules

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"
)

// Context is what an agent would send of a session.
type Context struct {
	ID       string
	Messages [][]byte // the values of the messages, in order, the summary among them
	Summary  int      // which of them is the summary of the last compaction, -1 without one
	Text     string   // the summary as the record of the compaction says it, when that is not a message
	Bad      []string // what breaks a rule of the format, or parts a call from its result
	Refused  []string // what an agent or a server may refuse although all is there; a session may come with that
}

func (c *Context) bad(format string, a ...any) { c.Bad = append(c.Bad, fmt.Sprintf(format, a...)) }

func (c *Context) refused(format string, a ...any) {
	c.Refused = append(c.Refused, fmt.Sprintf(format, a...))
}

// text checks what holds for every file, and gives its lines.
func (c *Context) text(b []byte) []string {
	if !utf8.Valid(b) || bytes.IndexByte(b, 0) >= 0 || bytes.Contains(b, []byte("\ufeff{")) {
		c.bad("bytes that the agent cannot read")
	}
	if !bytes.HasSuffix(b, []byte("\n")) {
		c.bad("no line end at the end")
	}
	return strings.Split(strings.TrimSuffix(string(b), "\n"), "\n")
}

// object parses one line; false when it is none.
func (c *Context) object(n int, line string, v any) bool {
	if err := json.Unmarshal([]byte(line), v); err != nil || !strings.HasPrefix(line, "{") {
		c.bad("line %d is no object: %v", n+1, err)
		return false
	}
	return true
}

// calls are the calls that wait for a result.
type calls map[string]int

// answer notes a result.
func (w calls) answer(at int, id string, bad func(string, ...any)) {
	if w[id]--; w[id] < 0 {
		bad("message %d: the result of %q has no call before it, or is the second", at, id)
		w[id] = 0
	}
}

// end says which calls have none.
func (w calls) end(bad func(string, ...any)) {
	for id, n := range w {
		if n > 0 {
			bad("the call %q has no result", id)
		}
	}
}

// tagged reports whether a message holds the frame of a summary that was written here.
func tagged(raw []byte) bool {
	return bytes.Contains(raw, []byte("conversation_summary")) || bytes.Contains(raw, []byte("was compacted into the following summary:"))
}
