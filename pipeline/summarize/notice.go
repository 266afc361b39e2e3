package summarize

import "context"

// Notice is what a person is told before the first prompt of a session is sent: what goes where, how
// much it is, what it costs and what was taken out of it.
type Notice struct {
	Rung     string
	Provider string
	Model    string // empty when the server is asked which one it has
	Host     string
	Key      string // where the key comes from, empty when none is sent. Never the key.
	Because  string // why this provider, in a few words
	Next     []Info // who is asked the same when this one cannot do it, in order
	Local    bool   // the server is on this machine
	Plain    bool   // the address is http and not on this machine
	Messages int
	Chars    int
	Bytes    int
	Tokens   int
	Source   string // of Tokens: the encoding they were counted with
	Exact    bool   // the encoding is the model's own
	// Read and Write are the price in US dollars of the prompt and of the longest answer; nil when the
	// table of models does not know it. Since says of when its prices are.
	Read, Write *float64
	Since       string
	Output      int // most tokens of the answer
	Hidden      []Hidden
	Prompt      Prompt
}

// Hidden is a secret that was taken out of a prompt.
type Hidden struct {
	Kind    string // what it looks like
	Number  int    // the counter in its marker
	Name    string // the variable that held it, or what begins every secret of this kind; may be empty
	Message int    // where it stood first, -1 when it was in no message
	Chars   int
}

// ExactCounter is a sender whose server may be asked how many tokens the prompt has. It gets the
// prompt for that, so this is sending, too.
type ExactCounter interface {
	Sender
	Count(ctx context.Context, req Request) (int, error)
}

// Sender is a summarizer that sends something: it can tell what before it does.
type Sender interface {
	Summarizer
	Notice(ctx context.Context, req Request) (Notice, error)
}
