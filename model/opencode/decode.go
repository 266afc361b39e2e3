package opencode

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/js"
	"cutline/model/jsonl"
	"cutline/model/measure"
)

// unfinished is the result of a call that was still waiting, or running, when its session ended.
const unfinished = "[no result was recorded: the tool had not finished]"

// decode gives the messages of a record: a user's is one, an answer is one or two for every
// request to the model that it took, the calls and their results. There is none of what the agent
// does not send: an answer that failed, and a message with nothing in it.
func decode(raw string) []model.Message {
	f := js.Fields(gjson.Parse(raw))
	info := js.Fields(f.Get("info"))
	m := model.Message{ID: info.Text("id"), Time: when(created(info))}
	switch {
	case info.Text("role") != "assistant":
		if m = user(m, f.Get("parts")); len(m.Parts) == 0 {
			return nil
		}
		return []model.Message{m}
	case isSummary(info):
		m.Role, m.Origin = model.User, model.FromSummary
		for _, s := range steps(f.Get("parts")) {
			for _, p := range s.answer {
				if p.Kind == model.Text {
					m.Parts = append(m.Parts, p)
				}
			}
		}
		return []model.Message{m}
	case unsent(info, f.Get("parts")):
		return nil
	}
	var out []model.Message
	for _, s := range steps(f.Get("parts")) {
		if len(s.answer) == 0 {
			continue
		}
		a, t := m, m
		a.Role, a.Model, a.Parts = model.Assistant, info.Text("modelID"), s.answer
		t.Role, t.Parts = model.Tool, s.results
		if out = append(out, a); len(s.results) > 0 {
			out = append(out, t)
		}
	}
	return out
}

// user is a message in the user's role. What the agent has added to the words of a person (the
// files that these name, and reminders) stands in parts of its own.
func user(m model.Message, parts gjson.Result) model.Message {
	m.Role = model.User
	typed, command := m, false
	parts.ForEach(func(_, e gjson.Result) bool {
		f := js.Fields(e)
		kind := f.Text("type")
		switch {
		case kind == partText && f.Get("ignored").Type == gjson.True, notes[kind]:
		case kind == partText:
			p := model.Part{Kind: model.Text, Text: f.Text("text")}
			m.Parts = append(m.Parts, p)
			if f.Get("synthetic").Type != gjson.True {
				typed.Parts = append(typed.Parts, p)
			}
		case kind == partFile:
			p := media(f)
			m.Parts, typed.Parts = append(m.Parts, p), append(typed.Parts, p)
		default:
			command = true
			m.Parts = append(m.Parts, model.Part{Kind: model.Unknown, Text: kind})
		}
		return true
	})
	m.Origin = measure.OriginOf(typed, measure.Wrappers)
	if m.Origin == model.Person && command && strings.TrimSpace(typed.Text()) == "" {
		m.Origin = model.Injected
	}
	return m
}

// step is what one request to the model gave: the answer, and the results of its calls.
type step struct {
	answer, results []model.Part
	parts           []gjson.Result // the parts that it is made of
}

// steps are the requests that an answer took. There is always one.
func steps(parts gjson.Result) []step {
	out := []step{{}}
	parts.ForEach(func(_, e gjson.Result) bool {
		f := js.Fields(e)
		s := &out[len(out)-1]
		kind := f.Text("type")
		if kind == partStep && len(s.answer) > 0 {
			out = append(out, step{})
			s = &out[len(out)-1]
		}
		s.parts = append(s.parts, e)
		switch {
		case kind == partText:
			s.answer = append(s.answer, model.Part{Kind: model.Text, Text: f.Text("text")})
		case kind == partReasoning:
			t := f.Text("text")
			s.answer = append(s.answer, model.Part{Kind: model.Thinking, Text: t, Redacted: t == ""})
		case kind == partFile:
			s.answer = append(s.answer, media(f))
		case kind == partTool:
			call, result := tool(f)
			s.answer, s.results = append(s.answer, call), append(s.results, result)
		case notes[kind]:
		default:
			s.answer = append(s.answer, model.Part{Kind: model.Unknown, Text: kind})
		}
		return true
	})
	if last := len(out) - 1; last > 0 && len(out[last].answer) == 0 { // a request that gave nothing
		out[last-1].parts = append(out[last-1].parts, out[last].parts...)
		out = out[:last]
	}
	return out
}

// tool gives the call and the result of a part. An output that was blanked is still there whole.
func tool(f js.Object) (call, result model.Part) {
	state := js.Fields(f.Get("state"))
	call = model.Part{Kind: model.Call, ID: f.Text("callID"), Name: f.Text("tool"), Args: strings.TrimSpace(state.Get("input").Raw)}
	if call.ID == "" { // the two halves are one part, whatever its id
		call.ID = "part " + f.Text("id")
	}
	result = model.Part{Kind: model.Result, ID: call.ID}
	say := func(text string) {
		result.Output = append(result.Output, model.Part{Kind: model.Text, Text: text})
	}
	meta := js.Fields(state.Get("metadata"))
	switch state.Text("status") {
	case "completed":
		say(state.Text("output"))
		for _, e := range list(state.Get("attachments")) {
			result.Output = append(result.Output, media(js.Fields(e)))
		}
	case "error":
		if meta.Get("interrupted").Type == gjson.True && meta.Get("output").Type == gjson.String {
			say(meta.Text("output")) // what it had said until it was stopped
			break
		}
		result.Failed = true
		say(state.Text("error"))
	default:
		result.Failed = true
		say(unfinished)
	}
	return call, result
}

// list are the elements of a value that is an array, none of any other.
func list(v gjson.Result) []gjson.Result {
	if !v.IsArray() {
		return nil
	}
	return v.Array()
}

// media is a file or a picture: data in the session, an address, or the name of a file that is
// not in it.
func media(f js.Object) model.Part {
	p := model.Part{Kind: model.File, Media: f.Text("mime"), Text: f.Text("filename")}
	if strings.HasPrefix(p.Media, "image/") {
		p.Kind = model.Image
	}
	url := f.Get("url").Str
	rest, inside := strings.CutPrefix(url, "data:")
	head, body, _ := strings.Cut(rest, ",")
	switch {
	case inside && strings.HasSuffix(head, "base64"): // a third longer than the data
		p.Bytes, p.Data = len(strings.TrimRight(body, "="))*3/4, body
	case inside:
		p.Bytes = len(body)
	case strings.HasPrefix(url, "https://"), strings.HasPrefix(url, "http://"):
		p.Data = url
	}
	return p
}

// decoder implements model.Decoder.
type decoder struct{}

// Decode reads the message of a row again. A compaction has two records; the second is its
// summary.
func (decoder) Decode(raws [][]byte, row model.Row) (model.Message, error) {
	if len(raws) == 0 || !json.Valid(raws[len(raws)-1]) {
		return model.Message{}, jsonl.ErrNoRecord
	}
	ms := decode(string(raws[len(raws)-1]))
	if row.Sub >= len(ms) {
		return model.Message{}, fmt.Errorf("it holds %d messages: %w", len(ms), jsonl.ErrNoRecord)
	}
	m := ms[row.Sub]
	m.Broken = row.Is(model.Broken)
	return m, nil
}
