package gemini

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/genai"
	"cutline/model/js"
	"cutline/model/jsonl"
)

// decode gives the one or two messages of a record: the calls of an answer and their results,
// or results and words in the user's role. Told are the ids of results that an earlier record
// holds already.
func decode(raw string, told []string) []model.Message {
	f := js.Fields(gjson.Parse(raw))
	m := model.Message{ID: f.Text("id"), Time: f.Text("timestamp")}
	results := m
	results.Role = model.Tool
	words, output := split(genai.Parts(f.Get("content")))
	if kinds[f.Text("type")] == answer {
		m.Role, m.Model = model.Assistant, f.Text("model")
		m.Parts = append(thoughts(f.Get("thoughts")), answered(words)...)
		calls, more := tools(f)
		m.Parts = append(unnamed(m.Parts, calls), without(calls, m.Parts)...)
		results.Parts = append(output, more...)
		switch {
		case len(results.Parts) == 0 && len(m.Parts) == 0: // the agent sends nothing of it
			return nil
		case len(results.Parts) == 0:
			return []model.Message{m}
		}
		return []model.Message{m, results}
	}
	for _, p := range output {
		if !slices.Contains(told, p.ID) {
			results.Parts = append(results.Parts, p)
		}
	}
	m.Role, m.Parts = model.User, words
	m.Origin = origin(m, model.Message{Parts: genai.Parts(f.Get("displayContent"))}.Text())
	switch {
	case len(output) == 0:
		return []model.Message{m}
	case len(results.Parts) == 0 && len(words) == 0:
		return nil
	case len(results.Parts) == 0:
		return []model.Message{m}
	case len(words) == 0:
		return []model.Message{results}
	}
	return []model.Message{results, m}
}

// split takes the results out of a list of parts.
func split(parts []model.Part) (words, results []model.Part) {
	for _, p := range parts {
		if p.Kind == model.Result {
			results = append(results, p)
		} else {
			words = append(words, p)
		}
	}
	return words, results
}

// answered are the parts of an answer; an empty text stands in the place of none.
func answered(parts []model.Part) []model.Part {
	if len(parts) == 1 && parts[0].Kind == model.Text && parts[0].Text == "" {
		return nil
	}
	return parts
}

// without leaves out the calls that are there already.
func without(calls, there []model.Part) []model.Part {
	return slices.DeleteFunc(calls, func(c model.Part) bool {
		return slices.ContainsFunc(there, func(p model.Part) bool { return p.Kind == model.Call && p.ID == c.ID })
	})
}

// unnamed leaves out the calls without an id that stand in the list of calls with one.
func unnamed(parts, calls []model.Part) []model.Part {
	return slices.DeleteFunc(parts, func(p model.Part) bool {
		return p.Kind == model.Call && p.ID == p.Name &&
			slices.ContainsFunc(calls, func(c model.Part) bool { return c.Name == p.Name && c.ID != p.ID })
	})
}

// thoughts are summaries of what the model thought: a subject and a description.
func thoughts(v gjson.Result) []model.Part {
	var out []model.Part
	v.ForEach(func(_, e gjson.Result) bool {
		f := js.Fields(e)
		var lines []string
		for _, s := range []string{f.Text("subject"), f.Text("description")} {
			if s != "" {
				lines = append(lines, s)
			}
		}
		if len(lines) > 0 {
			out = append(out, model.Part{Kind: model.Thinking, Text: strings.Join(lines, "\n")})
		}
		return true
	})
	return out
}

// tools are the calls of a record and the results that it holds of them.
func tools(f js.Object) (calls, results []model.Part) {
	for _, t := range toolCalls(f) {
		calls = append(calls, model.Part{Kind: model.Call, ID: t.id, Name: t.f.Text("name"), Args: strings.TrimSpace(t.f.Get("args").Raw)})
		if r, ok := t.result(); ok {
			results = append(results, r)
		}
	}
	return calls, results
}

// toolCall is one call in a record. Its id is never empty, and no other of the record has it.
type toolCall struct {
	id string
	f  js.Object
	at gjson.Result
}

func toolCalls(f js.Object) []toolCall {
	var out []toolCall
	seen := map[string]bool{}
	f.Get("toolCalls").ForEach(func(_, e gjson.Result) bool {
		t := toolCall{f: js.Fields(e), at: e}
		if t.id = t.f.Text("id"); t.id == "" || seen[t.id] {
			t.id = f.Text("id") + "#" + strconv.Itoa(len(out))
		}
		seen[t.id] = true
		out = append(out, t)
		return true
	})
	return out
}

// result is the result of a call: a text, a part, or a list of parts in which what the tool
// gave beside its words follows them. A list may hold the results of parallel calls too.
func (t toolCall) result() (model.Part, bool) {
	v := t.f.Get("result")
	if js.Null(v) {
		return model.Part{}, false
	}
	out := model.Part{Kind: model.Result}
	found := false
	for _, p := range genai.Parts(v) {
		switch {
		case p.Kind == model.Result && !found && (p.ID == t.f.Text("id") || p.ID == t.f.Text("name") || t.f.Text("id") == ""):
			beside := out.Output
			out, found = p, true
			if out.JSON == "" {
				out.Output = append(out.Output, beside...)
			}
		case p.Kind == model.Result, p.Kind == model.Call, out.JSON != "":
		default:
			out.Output = append(out.Output, p)
		}
	}
	out.ID = t.id
	switch t.f.Text("status") {
	case "error", "cancelled":
		out.Failed = true
	}
	return out, true
}

// decoder implements model.Decoder. It knows, by the place of a row's record, the results that
// stand in an earlier record as well.
type decoder struct{ told map[int][]string }

// Decode reads the message of a row again.
func (d decoder) Decode(records [][]byte, row model.Row) (model.Message, error) {
	if len(records) != 1 || !jsonl.Valid(records[0]) {
		return model.Message{}, jsonl.ErrNoRecord
	}
	ms := decode(string(records[0]), d.told[row.Source])
	if row.Sub >= len(ms) {
		return model.Message{}, fmt.Errorf("it holds %d messages: %w", len(ms), jsonl.ErrNoRecord)
	}
	m := ms[row.Sub]
	m.Broken = row.Is(model.Broken)
	return m, nil
}
