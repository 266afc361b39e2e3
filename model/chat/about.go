package chat

import (
	"fmt"
	"io"
	"strings"

	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/js"
)

// about takes what an object around the list says of the session.
func about(s *model.Session, f js.Object) {
	s.ID = f.Text("sessionId", "session_id", "id")
	for _, k := range []struct {
		key string
		to  *string
	}{{"model", &s.Model}, {"title", &s.Title}, {"cwd", &s.CWD}} {
		if v := f.Get(k.key); v.Type == gjson.String {
			*k.to = js.Text(v)
		}
	}
}

// usage takes what the server said of the last request, when the object around the list
// holds it. Anthropic counts cached input apart, OpenAI inside the input.
func usage(s *model.Session, around js.Object) {
	u := js.Fields(around.Get("usage"))
	if u == nil {
		return
	}
	n := func(f js.Object, keys ...string) int { return int(f.Get(keys...).Int()) }
	switch {
	case u.Has("input_tokens"):
		s.Usage.Cached = n(u, "cache_read_input_tokens")
		s.Usage.Input = n(u, "input_tokens") + n(u, "cache_creation_input_tokens") + s.Usage.Cached
		s.Usage.Output = n(u, "output_tokens")
	case u.Has("prompt_tokens"):
		s.Usage.Cached = n(js.Fields(u.Get("prompt_tokens_details")), "cached_tokens")
		s.Usage.Input, s.Usage.Output = n(u, "prompt_tokens"), n(u, "completion_tokens")
	case u.Has("inputTokens", "promptTokens"):
		s.Usage.Cached = n(u, "cachedInputTokens")
		s.Usage.Input, s.Usage.Output = n(u, "inputTokens", "promptTokens"), n(u, "outputTokens", "completionTokens")
	}
	s.Usage.Known, s.Usage.Total = s.Usage.Input > 0, s.Usage.Output
	for i := range s.Rows {
		if s.Rows[i].Role == model.Assistant {
			s.Usage.Row = i
		}
	}
}

// lastModel is the model that an assistant's message names, the newest first.
func lastModel(s *model.Session) string {
	const look = 20 // messages; a list that names models names one in each answer
	for i, tries := len(s.Rows)-1, 0; i >= 0 && tries < look; i-- {
		if s.Rows[i].Role != model.Assistant {
			continue
		}
		tries++
		if m, err := s.Message(i); err == nil && m.Model != "" {
			return m.Model
		}
	}
	return ""
}

// callIDs gives ids to the calls of OpenAI's older form, which pairs by the function's name
// and by order. The zero value is not usable.
type callIDs map[string]int

func (c callIDs) id(p model.Part) string {
	if p.Kind == model.Call {
		c[p.Name]++
	}
	if n := c[p.Name]; n > 1 {
		return fmt.Sprintf("%s-%d", p.Name, n)
	}
	return p.Name
}

// position counts lines in a document as offsets grow, and starts again when one does not.
type position struct {
	doc    string
	base   int64
	reader io.ReaderAt
	line   int // of the document's first byte
	at, n  int
}

// start counts the lines before the document.
func (p *position) start() error {
	before, err := model.ReadSource(p.reader, model.Source{Len: p.base})
	if err != nil {
		return err
	}
	p.line = 1 + strings.Count(string(before), "\n")
	return nil
}

// of is the physical line of a byte of the document.
func (p *position) of(i int) int {
	if i < p.at {
		p.at, p.n = 0, 0
	}
	p.n += strings.Count(p.doc[p.at:i], "\n")
	p.at = i
	return p.line + p.n
}
