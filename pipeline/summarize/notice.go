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
	Local    bool   // the server is on this machine
	Plain    bool   // the address is http and not on this machine
	Messages int
	Chars    int
	Bytes    int
	Tokens   int
	Source   string // of Tokens: how they were counted, as in "with o200k_base" or "by HOST"
	Exact    bool   // the encoding is the model's own, or its server counted
	// Uncounted says why the server did not count the tokens although it was asked to; else empty.
	Uncounted string
	// Read and Write are the price in US dollars of the prompt and of the longest answer; nil when the
	// table of models does not know it. Since says of when its prices are.
	Read, Write *float64
	Since       string
	Output      int // most tokens of the answer
	Hidden      []Hidden
	Prompt      Prompt
	Next        []Prompt // of the other requests of the attempt, in order
}

// Hidden is a secret that was taken out of a prompt.
type Hidden struct {
	Kind    string // what it looks like
	Number  int    // the counter in its marker
	Name    string // the variable that held it, or what begins every secret of this kind; may be empty
	Message int    // where it stood first, -1 when it was in no message
	Chars   int
}

// Sender is a summarizer that sends something: it can tell what before it does.
type Sender interface {
	Summarizer
	Notice(ctx context.Context, req Request) (Notice, error)
}
