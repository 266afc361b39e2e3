// Package sweagent reads the trajectories of SWE-agent and mini-swe-agent: a list of messages
// as the model's API takes it, in an object with what the run says of itself. Where the model
// writes its command into its words, the words are parted into text and call, and what looks
// like a user's answer into the result of that call. The format is only read.
package sweagent

import (
	"strings"

	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/chat"
	"cutline/model/js"
	"cutline/model/measure"
	"cutline/model/records"
)

// Name is the stable name of the format.
const Name = "swe-agent"

// The dialects.
const (
	full = "swe-agent"
	mini = "mini-swe-agent"
)

// Looks reports whether a file that is one JSON value is a trajectory. A bare list of
// messages is a message list, whoever made it.
func Looks(doc []byte) bool { return list(gjson.ParseBytes(doc)).Exists() }

func list(doc gjson.Result) gjson.Result {
	f := js.Fields(doc)
	if v := f.Get("history"); v.IsArray() && spoken(v) {
		return v
	}
	if v := f.Get("messages"); v.IsArray() && f.Get("info").IsObject() && (f.Has("trajectory_format") || js.Fields(f.Get("info")).Has("exit_status", "model_stats")) && spoken(v) {
		return v
	}
	return gjson.Result{}
}

// spoken reports whether most elements are messages of a model's API.
func spoken(list gjson.Result) bool {
	const most = 50 // percent
	return records.Share(list, func(f js.Object) bool { return f.Get("role").Type == gjson.String && f.Has("content") }) > most
}

// The hints of a user's message: what it is follows from the messages before it.
const (
	task        = iota + 1 // the words that set the run its task
	observation            // what a command printed
	notice                 // what the harness adds
)

// Read reads a trajectory. The run's own sums of tokens are no measure of a request; of the
// usage only what the server said of the last answer is taken, where the file holds it.
func Read(in model.Input) (*model.Session, error) {
	f, err := records.Open(in, list, nil)
	if err != nil {
		return nil, err
	}
	b := records.New(in, Name, f, decode)
	b.Numbered = true
	b.S.Dialect = full
	if f.Around.Has("messages") && !f.Around.Has("history") {
		b.S.Dialect = mini
	}
	about(b.S, f.Around)
	asked := false // the task was set
	for _, r := range f.Records {
		m := r.Fields()
		if m.Text("role") == "exit" { // how the run ended; no model is told
			continue
		}
		rows := b.Add(hint(m, &asked, b.Open()), r)
		if len(rows) > 0 && b.S.Rows[rows[0]].Role == model.Assistant {
			report(b, rows[0], m)
		}
	}
	return b.Finish()
}

// hint says what a user's message is.
func hint(m js.Object, asked *bool, open bool) int {
	switch {
	case m.Text("role") != "user":
		return 0
	case m.Get("is_demo").Bool(), m.Text("message_type") == "demonstration":
		return notice
	case !*asked:
		*asked = true
		return task
	case open:
		return observation
	}
	return notice
}

// about takes what the run says of itself.
func about(s *model.Session, f js.Object) {
	info := js.Fields(f.Get("info"))
	s.AgentVersion = info.Text("swe_agent_version", "mini_version")
	config := js.Fields(info.Get("config"))
	s.Model = js.Fields(config.Get("model")).Text("model_name")
	if r := f.Get("replay_config"); s.Model == "" && r.Type == gjson.String { // JSON in a string
		s.Model = js.Text(gjson.Get(js.Text(r), "agent.model.name"))
	}
	s.CWD = js.Fields(config.Get("environment")).Text("cwd")
}

// report takes what the server said of an answer.
func report(b *records.Builder, row int, m js.Object) {
	response := js.Fields(js.Fields(m.Get("extra")).Get("response"))
	u := js.Fields(response.Get("usage"))
	if u == nil {
		return
	}
	cached := records.Count(js.Fields(u.Get("prompt_tokens_details")).Get("cached_tokens"))
	b.Reported(row, records.Count(u.Get("prompt_tokens")), cached, records.Count(u.Get("completion_tokens")))
	if name := response.Text("model"); b.S.Model == "" {
		b.S.Model = name
	}
}

// decode reads one element of the list.
func decode(raws []string, hint int) ([]model.Message, string) {
	f := js.Fields(gjson.Parse(raws[0]))
	out, complaint := chat.Messages(raws[0])
	for i := range out {
		m := &out[i]
		switch m.Role {
		case model.Tool:
			answer(f, m)
		case model.Assistant:
			act(f, m)
		case model.User:
			switch hint {
			case task:
				if m.Origin = measure.OriginOf(*m, measure.Wrappers); m.Origin == model.Injected {
					m.Origin = model.Person
				}
			case observation:
				p := model.Part{Kind: model.Result, Output: m.Parts}
				p.Failed = exitCode(m.Text())
				m.Role, m.Origin, m.Parts = model.Tool, model.NoOrigin, []model.Part{p}
			default:
				m.Origin = model.Injected
			}
		case model.System:
		}
	}
	return out, complaint
}

// answer gives a result the id of its call, which stands in a list.
func answer(f js.Object, m *model.Message) {
	ids := f.Get("tool_call_ids")
	for i := range m.Parts {
		p := &m.Parts[i]
		if p.Kind == model.Result && p.ID == "" && ids.IsArray() {
			p.ID = js.Text(ids.Get("0"))
		}
		if p.Kind == model.Result {
			p.Failed = p.Failed || exitCode(p.OutputText())
		}
	}
}

// exitCode reports whether an observation says that its command failed.
func exitCode(text string) bool {
	_, rest, ok := strings.Cut(text, "<returncode>")
	code, _, closed := strings.Cut(rest, "</returncode>")
	return ok && closed && strings.HasPrefix(text, "<returncode>") && code != "0"
}

// act parts the words of a model that has no calls of its own into text and call.
func act(f js.Object, m *model.Message) {
	for _, p := range m.Parts {
		if p.Kind == model.Call {
			return
		}
	}
	words, command := f.Text("thought"), f.Text("action")
	if command == "" {
		words, command = fenced(m.Text())
	}
	if strings.TrimSpace(command) == "" {
		return
	}
	var parts []model.Part
	for _, p := range m.Parts {
		if p.Kind != model.Text {
			parts = append(parts, p)
		}
	}
	if strings.TrimSpace(words) != "" {
		parts = append(parts, model.Part{Kind: model.Text, Text: words})
	}
	m.Parts = append(parts, model.Part{Kind: model.Call, Name: "bash", Args: `{"command":` + js.Quote(strings.TrimRight(command, "\n")) + `}`})
}

// fences begin the block in which a model writes its command.
var fences = []string{"```mswea_bash_command\n", "```bash\n"}

// fenced gives the words before a command, and the command.
func fenced(text string) (words, command string) {
	for _, fence := range fences {
		before, rest, ok := strings.Cut(text, fence)
		if body, _, closed := strings.Cut(rest, "\n```"); ok && closed {
			return before, body
		}
	}
	return text, ""
}
