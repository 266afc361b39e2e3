package remote

import (
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/chat"
	"cutline/model/convert"
)

// Replay gives the messages of a session as the API of that name takes them, "anthropic" or
// "openai": what the agent itself would send. It is what a model needs to go over its own session.
func Replay(s *model.Session, api string, tools []byte) func(list []int) (conversation, toolset []byte, err error) {
	return func(list []int) ([]byte, []byte, error) {
		target, ok := convert.Find(s, api)
		if !ok {
			return nil, nil, fmt.Errorf("no message list is called %q", api)
		}
		draft := model.Draft{FirstKept: -1}
		for _, i := range list {
			draft.Items = append(draft.Items, model.Item{Kind: model.KeptTail, Row: i})
		}
		w, err := target.Write(s, draft, model.WriteOptions{NewID: func() string { return "" }, Now: time.Unix(0, 0)})
		if err != nil {
			return nil, nil, fmt.Errorf("write the messages for %s: %w", target.Title, err)
		}
		doc, err := io.ReadAll(io.NewSectionReader(w.Rope, 0, w.Rope.Size()))
		if err != nil {
			return nil, nil, fmt.Errorf("write the messages for %s: %w", target.Title, err)
		}
		all := gjson.ParseBytes(doc)
		if m := all.Get("messages"); m.IsArray() {
			all = m
		}
		if !all.IsArray() || len(all.Array()) == 0 {
			return nil, nil, errors.New("there is no message that could be sent as it is")
		}
		return []byte(all.Raw), tools, nil
	}
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
