// Package scripted is a model server for tests: it runs in the test's own process and answers every
// request as a script says, well or badly. It speaks enough of Anthropic's Messages, of OpenAI's Chat
// Completions and of its Responses, whole and streamed.
package scripted

import "time"

// Step is what the server does with one request: the fields of one line of its table, and any of
// those that go with all. Request k gets step k, the last step repeats.
type Step struct {
	OK     string // a normal answer
	Echo   string // answers with every distinct match of this expression in the request's body
	Length string // an answer that is cut at its limit
	Refuse string // an answer that ends with a refusal
	Tool   *Tool  // a tool call after the text in OK
	Empty  bool   // 200 without any content

	Compaction     string // the server's own compaction, by Messages alone; In and Out are its tokens
	NullCompaction bool   // one that failed

	NoFinish    string // the text, then a clean end without a final event
	StreamError string // after the pieces of OK, or After of them: an error event with this JSON as its data
	DropAfter   int    // so many pieces of OK, then the connection is reset
	Reset       bool   // the connection is reset without an answer

	Status  int               // this status, with
	Headers map[string]string // these headers and
	Body    string            // this body: JSON when it begins as such, else HTML
	SSE     string            // or this body of a stream, as it is

	Hang  bool            // sends nothing, or nothing after SSE or Body, until the client hangs up or the test ends
	Gate  <-chan struct{} // each piece, or an answer that is not streamed, waits for a token or the close
	Delay time.Duration   // before anything

	After     int    // see StreamError; 0 is all
	Split     int    // characters in a piece; 0 is 24
	Reasoning string // comes before the text
	In, Out   int    // tokens that are reported; 0 is a guess by length
}

// Tool is a call of a tool. Input is JSON.
type Tool struct{ Name, Input string }

// The words of the APIs for how an answer ended.
type ending struct{ anthropic, openai, responses string }

var (
	stopped = ending{"end_turn", "stop", ""}
	limited = ending{"max_tokens", "length", "max_output_tokens"}
	refused = ending{"refusal", "content_filter", "content_filter"}
	calling = ending{"tool_use", "tool_calls", ""}
	pausing = ending{"compaction", "stop", ""} // the others have none
)

// answer is a step worked out for a request.
type answer struct {
	Step
	text   string
	pieces []string
	end    ending
	cut    bool // no final event follows
}

const splitDefault = 24 // characters, as a model's first words come

func (s Step) answer(echo func(pattern string) string, size int) answer {
	a := answer{Step: s, text: s.OK, end: stopped}
	switch {
	case s.Echo != "":
		a.text = "<summary>\nKnown facts: " + echo(s.Echo) + "\n</summary>"
	case s.Length != "":
		a.text, a.end = s.Length, limited
	case s.Refuse != "":
		a.text, a.end = s.Refuse, refused
	case s.NoFinish != "":
		a.text, a.cut = s.NoFinish, true
	case s.Tool != nil:
		a.end = calling
	case s.Compaction != "", s.NullCompaction:
		a.end = pausing
	case s.DropAfter > 0, s.StreamError != "":
		a.cut = true
	}
	if a.In == 0 {
		a.In = max(1, size/4)
	}
	if a.Out == 0 {
		a.Out = len(a.text) / 4
	}
	n := s.Split
	if n == 0 {
		n = splitDefault
	}
	for r := []rune(a.text); len(r) > 0; r = r[min(n, len(r)):] {
		a.pieces = append(a.pieces, string(r[:min(n, len(r))]))
	}
	most := s.DropAfter
	if s.StreamError != "" {
		most = s.After
	}
	if most > 0 {
		a.pieces = a.pieces[:min(most, len(a.pieces))]
	}
	return a
}
