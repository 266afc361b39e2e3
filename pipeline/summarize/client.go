package summarize

import "context"

// Client sends a prompt to a model. It tries once: what to do about a failure is decided above
// it. It holds a key and never shows it.
type Client interface {
	// Send streams the answer, or waits for all of it where the server does not stream; on gets all
	// of the text so far, each time more has come, and may be nil. The error is that of ctx or a
	// *Failure. An answer that ended for any reason is no error: the reply says how it ended.
	Send(ctx context.Context, p Prompt, on func(text string)) (Reply, error)
}

// Counter is a client whose server counts the tokens of a prompt exactly. Counting sends the
// prompt.
type Counter interface {
	CountTokens(ctx context.Context, p Prompt) (int, error)
}

// Prompt is one request. No tool is ever offered to be called.
type Prompt struct {
	System string
	Turns  []Turn // after the conversation, if there is one
	// Conversation and Tools are JSON arrays in the form of the client's API: the messages to go
	// over again and the agent's tools, for a model that replays its own session. Both may be nil.
	Conversation, Tools []byte
	MaxOutput           int // tokens; 0: what the client takes for this model
	// Native asks for the server's own compaction instead of an answer to the prompt, where there is
	// such a thing.
	Native bool
}

// Turn is a message of a prompt.
type Turn struct {
	Role string // user or assistant
	Text string
}

// Stop says how an answer ended.
type Stop string

// The ways in which an answer ends.
const (
	StopEnd     Stop = "end"
	StopLength  Stop = "length"  // at the limit of its tokens
	StopTool    Stop = "tool"    // it wants a tool to be run
	StopRefused Stop = "refused" // by the model or a filter
	StopWindow  Stop = "window"  // at the end of the context window
	StopUnknown Stop = ""        // the server did not say; the answer may be cut
)

// Reply is an answer as it came.
type Reply struct {
	Text         string
	Stop         Stop
	Calls        int    // tools that it wanted to be run
	Reasoning    bool   // it holds reasoning beside the text
	Native       bool   // the text is that of the server's own compaction
	Model        string // as the server names it
	InputTokens  int    // all of them, cached or not; 0 when not reported
	OutputTokens int
}
