package remote

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/chat"
	"cutline/model/convert"
	"cutline/pipeline/slim"
)

// Replayed is a session as its own model gets it: the system prompt, the messages as a JSON array of
// its API, and the agent's tools.
type Replayed struct {
	System              string
	Conversation, Tools []byte
}

// Replay gives the messages of a session as the API of that name takes them, "anthropic" or
// "openai": what the agent itself would send. It is what a model needs to go over its own session.
func Replay(s *model.Session, api string, tools []byte) func(list []slim.Allocation) (Replayed, error) {
	return func(list []slim.Allocation) (Replayed, error) {
		target, ok := convert.Find(s, api)
		if !ok {
			return Replayed{}, fmt.Errorf("no message list is called %q", api)
		}
		draft := model.Draft{FirstKept: -1}
		for _, a := range list {
			draft.Items = append(draft.Items, model.Item{Kind: model.KeptTail, Row: a.Index, Said: a.Said})
		}
		w, err := target.Write(s, draft, model.WriteOptions{NewID: func() string { return "" }, Now: time.Unix(0, 0)})
		if err != nil {
			return Replayed{}, fmt.Errorf("write the messages for %s: %w", target.Title, err)
		}
		doc, err := io.ReadAll(io.NewSectionReader(w.Rope, 0, w.Rope.Size()))
		if err != nil {
			return Replayed{}, fmt.Errorf("write the messages for %s: %w", target.Title, err)
		}
		all := gjson.ParseBytes(doc)
		if m := all.Get("messages"); m.IsArray() {
			all = m
		}
		if !all.IsArray() || len(all.Array()) == 0 {
			return Replayed{}, errors.New("there is no message that could be sent as it is")
		}
		return Replayed{System: system(s), Conversation: []byte(all.Raw), Tools: toolsFor(api, tools)}, nil
	}
}

// system is the session's own system prompt, empty when its file does not hold it.
func system(s *model.Session) string {
	if len(s.Rows) == 0 || s.Rows[0].Role != model.System {
		return ""
	}
	m, err := s.Message(0)
	if err != nil {
		return ""
	}
	return m.Text()
}

// Tools are the agent's tools as they stand in a file: an array, or the request that holds one.
func Tools(doc []byte) ([]byte, error) {
	if !gjson.ValidBytes(doc) {
		return nil, errors.New("it is no JSON")
	}
	v := gjson.ParseBytes(doc)
	if !v.IsArray() {
		v = v.Get("tools")
	}
	if !v.IsArray() || len(v.Array()) == 0 {
		return nil, errors.New("it holds no list of tools")
	}
	return []byte(v.Raw), nil
}

// OwnTools are the tools that a session's own file holds, when it is a request that an agent sent to
// an API; nil for any other.
func OwnTools(s *model.Session) []byte {
	if s.Format != chat.Format || len(s.Attachments) == 0 {
		return nil
	}
	doc, err := io.ReadAll(io.NewSectionReader(s.Reader, 0, s.Bytes))
	if err != nil {
		return nil
	}
	tools, err := Tools(doc)
	if err != nil {
		return nil
	}
	return tools
}

// toolsFor gives tools in the form of an API: Anthropic has name, description and input_schema in the tool
// itself, OpenAI name, description and parameters in its function. What is in that form already stays as
// it is, and so does what is in neither.
func toolsFor(api string, tools []byte) []byte {
	from, to := "function", `{"name":%s,"description":%s,"input_schema":%s}`
	if api == "openai" {
		from, to = "input_schema", `{"type":"function","function":{"name":%s,"description":%s,"parameters":%s}}`
	}
	var out []string
	for _, t := range gjson.ParseBytes(tools).Array() {
		schema := t.Get("input_schema")
		if f := t.Get("function"); from == "function" && f.IsObject() {
			t, schema = f, f.Get("parameters")
		} else if !t.Get(from).Exists() {
			return tools
		}
		out = append(out, fmt.Sprintf(to, raw(t.Get("name"), `""`), raw(t.Get("description"), `""`), raw(schema, `{"type":"object"}`)))
	}
	return []byte("[" + strings.Join(out, ",") + "]")
}

// raw is a value as it stands, or another one where there is none.
func raw(v gjson.Result, none string) string {
	if !v.Exists() {
		return none
	}
	return v.Raw
}
