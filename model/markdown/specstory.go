package markdown

import (
	"strings"

	"cutline/model"
	"cutline/model/js"
	"cutline/model/measure"
	"cutline/model/pattern"
	"cutline/model/records"
)

var (
	// turn begins a message: who speaks, whether a sub-agent does, and then model and time.
	turn = pattern.New(`^_\*\*(User|Agent|Assistant)( - sidechain)?(?: \(([^)]*)\))?\*\*_\s*$`)
	// session names the agent and the id of its session.
	session = pattern.New(`^<!-- .* Session ([0-9A-Za-z-]+)(?: .*)?-->`)
	// toolOpen begins a block that shows a call and what came of it.
	toolOpen = pattern.New(`<tool-use\b[^>]*>`)
	toolName = pattern.New(`\bdata-tool-name="([^"]*)"`)
	summary  = pattern.New(`(?s)<summary>(.*?)</summary>`)
)

const (
	toolClose  = "</tool-use>"
	thinkOpen  = "<think>"
	thinkClose = "</think>"
)

// ReadSpecStory reads an export. Messages of sub-agents are counted and left out.
func ReadSpecStory(in model.Input) (*model.Session, error) {
	all, err := lines(in)
	if err != nil {
		return nil, err
	}
	b := records.New(in, SpecStoryName, &records.File{Lines: len(all)}, decodeSpecStory)
	b.Numbered = true
	var now []line
	flush := func() {
		for len(now) > 1 && (strings.TrimSpace(now[len(now)-1].text) == "" || now[len(now)-1].text == "---") { // the rule between two speakers
			now = now[:len(now)-1]
		}
		r, ok := record(now)
		now = nil
		if !ok {
			return
		}
		if strings.Contains(split(r.Raw)[0], " - sidechain") {
			b.S.Sidechains++
			return
		}
		encoding(b, r)
		b.Add(0, r)
		if m, _ := about(split(r.Raw)[0]); m != "" {
			b.S.Model = m
		}
	}
	for _, l := range all {
		switch {
		case turn.MatchString(l.text):
			flush()
			now = append(now, l)
		case len(now) > 0:
			now = append(now, l)
		case strings.HasPrefix(l.text, "# ") && b.S.Title == "":
			b.S.Title = measure.Label(l.text[2:])
		default:
			if m := session.FindStringSubmatch(l.text); m != nil {
				b.S.ID = m[1]
			}
		}
	}
	flush()
	return b.Finish()
}

// about is the model and the time that the first line of a message names.
func about(first string) (name, time string) {
	m := turn.FindStringSubmatch(first)
	if m == nil {
		return "", ""
	}
	words := strings.Fields(m[3])
	if len(words) > 2 {
		name, words = strings.Join(words[:len(words)-2], " "), words[len(words)-2:]
	}
	if len(words) == 1 {
		return words[0], ""
	}
	return name, strings.Join(words, " ")
}

// decodeSpecStory reads one message: each block of a tool makes a call and, as a message of
// its own, a result.
func decodeSpecStory(raws []string, _ int) ([]model.Message, string) {
	ls := split(raws[0])
	m := turn.FindStringSubmatch(ls[0])
	if m == nil {
		return nil, "does not begin with a speaker"
	}
	first := model.Message{Role: model.Assistant}
	first.Model, first.Time = about(ls[0])
	body := strings.TrimSpace(strings.Join(ls[1:], "\n"))
	if strings.HasPrefix(body, "---\n") { // older exports draw the rule behind the speaker
		body = strings.TrimSpace(body[len("---\n"):])
	}
	if m[1] == "User" {
		first.Role, first.Model = model.User, ""
		first.Parts = []model.Part{{Kind: model.Text, Text: body}}
		first.Origin = measure.OriginOf(first, measure.Wrappers)
		return []model.Message{first}, ""
	}
	var out []model.Message
	now := first
	for {
		at := toolOpen.FindStringIndex(body)
		if at == nil {
			break
		}
		inner, rest, closed := strings.Cut(body[at[1]:], toolClose)
		if !closed {
			break
		}
		now.Parts = append(words(body[:at[0]]), tool(body[at[0]:at[1]], inner))
		result := now
		result.Role, result.Model, result.Parts = model.Tool, "", []model.Part{{Kind: model.Result, Output: []model.Part{{Kind: model.Text, Text: shown(inner)}}}}
		out = append(out, now, result)
		now, body = first, rest
	}
	now.Parts = words(body)
	if len(now.Parts) > 0 || len(out) == 0 {
		out = append(out, now)
	}
	return out, ""
}

// words are the text and the thinking of a piece without tools.
func words(s string) []model.Part {
	var out []model.Part
	say := func(kind model.Kind, s string) {
		if s = strings.TrimSpace(s); s != "" {
			out = append(out, model.Part{Kind: kind, Text: s})
		}
	}
	for {
		before, rest, ok := strings.Cut(s, thinkOpen)
		inner, after, closed := strings.Cut(rest, thinkClose)
		if !ok || !closed {
			break
		}
		say(model.Text, before)
		say(model.Thinking, shown(inner))
		s = after
	}
	say(model.Text, s)
	return out
}

// tool is the call that a block shows; its arguments are known only as the block's title.
func tool(tag, inner string) model.Part {
	p := model.Part{Kind: model.Call, Name: "unknown", Args: "{}"}
	if m := toolName.FindStringSubmatch(tag); m != nil {
		p.Name = m[1]
	}
	if m := summary.FindStringSubmatch(inner); m != nil {
		p.Args = `{"summary":` + js.Quote(strings.TrimSpace(m[1])) + `}`
	}
	return p
}

// shown is what stands in a block that folds, without its title.
func shown(s string) string {
	s = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(s), "<details>"))
	if at := summary.FindStringIndex(s); at != nil && at[0] == 0 {
		s = s[at[1]:]
	}
	return strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(s), "</details>"))
}
