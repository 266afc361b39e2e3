package cli

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
)

// secret is the key of every run here; no output and no file may show it, or a piece that tells it.
const secret = "sk-test-SECRET-4242-abcdefgh"

var secrets = []string{secret, "SECRET-4242", secret[:8], secret[len(secret)-4:]}

// way is how a model is reached.
type way struct {
	wire  string // anthropic or openai
	whole bool   // the answer comes in one piece
}

var ways = []way{{"anthropic", false}, {"anthropic", true}, {"openai", false}, {"openai", true}}

// String names the way.
func (w way) String() string {
	if w.whole {
		return w.wire + ", whole"
	}
	return w.wire + ", streamed"
}

// env is an environment in which a server is reached this way. Without an address nobody is.
func (w way) env(home, url string) map[string]string {
	env := map[string]string{"HOME": home}
	switch {
	case url == "":
	case w.wire == "openai":
		env["OPENAI_API_KEY"], env["OPENAI_BASE_URL"] = secret, url+"/v1"
	default:
		env["ANTHROPIC_API_KEY"], env["ANTHROPIC_BASE_URL"] = secret, url
	}
	return env
}

// environ is an environment for a process.
func environ(env map[string]string) []string {
	list := []string{"PATH=" + os.Getenv("PATH")}
	for k, v := range env {
		list = append(list, k+"="+v)
	}
	return list
}

// flags are what every run has.
func (w way) flags() []string {
	flags := []string{"--summarizer", "external", "--split-on", "any", "--preserve-last-user=false"}
	if w.whole {
		flags = append(flags, "--stream=false")
	}
	return flags
}

// sent is a request as a server got it.
type sent struct {
	at    float64 // seconds since the server's start
	bytes int
	body  string
}

// fields are those of the body.
func (a sent) fields() map[string]any {
	var all map[string]any
	if json.Unmarshal([]byte(a.body), &all) != nil {
		return nil
	}
	return all
}

// turn is the text of the last message of a request, which asks for the summary.
func (a sent) turn() string {
	list, _ := a.fields()["messages"].([]any)
	if len(list) == 0 {
		return ""
	}
	last, _ := list[len(list)-1].(map[string]any)
	if blocks, ok := last["content"].([]any); ok && len(blocks) == 1 { // Anthropic's
		last, _ = blocks[0].(map[string]any)
		return strings.TrimSuffix(words(last["text"]), "\n")
	}
	return strings.TrimSuffix(words(last["content"]), "\n")
}

// words is all text of a request.
func (a sent) words() string { return words(a.fields()) }

// words are the texts in a JSON value, one on a line.
func words(v any) string {
	var b strings.Builder
	var walk func(any)
	walk = func(v any) {
		switch v := v.(type) {
		case string:
			b.WriteString(v + "\n")
		case []any:
			for _, e := range v {
				walk(e)
			}
		case map[string]any:
			for _, e := range v {
				walk(e)
			}
		}
	}
	walk(v)
	return b.String()
}

// saidIn are the texts of a file of JSON values.
func saidIn(file []byte) string {
	var b strings.Builder
	for d := json.NewDecoder(bytes.NewReader(file)); ; {
		var v any
		if err := d.Decode(&v); err != nil {
			return b.String()
		}
		b.WriteString(words(v))
	}
}
