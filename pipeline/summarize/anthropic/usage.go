package anthropic

import "github.com/tidwall/gjson"

// usage is what an answer took. The events of a stream repeat its counts as they grow, and leave out
// those that they have nothing to say of; so each is the greatest that came.
type usage struct {
	input, created, read, output int
	compaction                   *usage // of the server's own compactions, which the counts above leave out
}

// add takes the usage of an event or of a message; what is no object has no counts.
func (u *usage) add(v gjson.Result) {
	u.counts(v)
	var c usage
	for _, step := range v.Get("iterations").Array() {
		if step.Get("type").String() == "compaction" {
			var one usage
			one.counts(step)
			c.input, c.created, c.read, c.output = c.input+one.input, c.created+one.created, c.read+one.read, c.output+one.output
		}
	}
	if c != (usage{}) {
		u.compaction = &c
	}
}

func (u *usage) counts(v gjson.Result) {
	u.input = max(u.input, tokens(v.Get("input_tokens")))
	u.created = max(u.created, tokens(v.Get("cache_creation_input_tokens")))
	u.read = max(u.read, tokens(v.Get("cache_read_input_tokens")))
	u.output = max(u.output, tokens(v.Get("output_tokens")))
}

// total is all of the input, whether it came from a cache or went into one, and the output.
func (u usage) total() (input, output int) {
	input, output = u.input+u.created+u.read, u.output
	if u.compaction != nil {
		i, o := u.compaction.total()
		input, output = input+i, output+o
	}
	return input, output
}

// absurd is more tokens than any answer takes; a server that claims more says nothing.
const absurd = 1 << 40

// tokens is a count as it was sent, 0 for what is none.
func tokens(v gjson.Result) int {
	if v.Type != gjson.Number || v.Num < 0 || v.Num > absurd {
		return 0
	}
	return int(v.Num)
}

// count is the answer to a request to count.
func count(body []byte) (int, bool) {
	v := gjson.GetBytes(body, "input_tokens")
	return tokens(v), gjson.ValidBytes(body) && v.Type == gjson.Number && v.Num >= 0 && v.Num <= absurd
}
