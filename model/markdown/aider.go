package markdown

import (
	"strconv"
	"strings"

	"cutline/model"
	"cutline/model/measure"
	"cutline/model/pattern"
	"cutline/model/records"
)

// The marks at the beginning of a line. What has none was said by the model.
const (
	typed   = "####"
	console = ">"
)

// markOf is the mark of a line, empty when it has none.
func markOf(text string) string {
	for _, m := range []string{typed, console} {
		if text == m || strings.HasPrefix(text, m+" ") {
			return m
		}
	}
	return ""
}

// ReadAider reads one chat of a history, which holds all that were ever started in its folder:
// the chosen one, by its number from 1, else the last that has any message. What Aider itself said, and what its commands printed, are
// messages of a tool. Of the usage, Input is what Aider calls sent, rounded as it rounds.
func ReadAider(in model.Input) (*model.Session, error) {
	all, err := lines(in)
	if err != nil {
		return nil, err
	}
	var starts []int
	for i, l := range all {
		if strings.HasPrefix(l.text, chatStart) {
			starts = append(starts, i)
		}
	}
	f := &records.File{Lines: len(all)}
	end := len(all)
	for k := len(starts) - 1; k >= 0; k-- {
		chat, number := messages(all[starts[k]+1:end]), strconv.Itoa(k+1)
		end = starts[k]
		if in.Session != "" && in.Session != number || in.Session == "" && len(chat) == 0 && k > 0 {
			continue
		}
		b := records.New(in, AiderName, f, decodeAider)
		if len(starts) > 1 {
			b.S.ID = number
			b.Problem(all[starts[k]].number, "several-chats", "the file holds %d chats; this is number %d, from line %d on, and --session shows another one by its number", len(starts), k+1, all[starts[k]].number)
		}
		answer := -1
		for _, r := range chat {
			encoding(b, r)
			row := b.Add(0, r)[0]
			switch b.S.Rows[row].Role {
			case model.Assistant:
				answer = row
			case model.Tool:
				told(b, r.Raw, answer)
			default:
			}
		}
		return b.Finish()
	}
	if in.Session != "" && len(starts) > 0 {
		has := make([]string, len(starts))
		for k := range has {
			has[k] = strconv.Itoa(k + 1)
		}
		return nil, &model.NotHereError{What: "session", ID: in.Session, Has: has}
	}
	return nil, records.ErrNone
}

// messages parts a chat where the mark changes, and words of a person at blank lines too.
func messages(chat []line) []records.Record {
	var out []records.Record
	now := make([]line, 0, len(chat))
	mark := ""
	flush := func() {
		if r, ok := record(now); ok {
			out = append(out, r)
		}
		now = now[:0]
	}
	for _, l := range chat {
		blank := strings.TrimSpace(l.text) == ""
		m := markOf(l.text)
		switch {
		case blank && mark == typed:
			flush()
			mark = ""
		case !blank && m != mark:
			flush()
			mark = m
		}
		now = append(now, l)
	}
	flush()
	return out
}

// sent is how Aider reports the tokens of an answer.
var sent = pattern.New(`(?m)^> Tokens: ([\d.,]+[kM]?) sent(?:, [\d.,]+[kM]? cache write)?(?:, ([\d.,]+[kM]?) cache hit)?, ([\d.,]+[kM]?) received`)

// told takes what Aider says of itself and of the last answer.
func told(b *records.Builder, raw string, answer int) {
	for _, l := range split(raw) {
		switch l = strings.TrimSpace(strings.TrimPrefix(l, console)); {
		case strings.HasPrefix(l, "Aider v"):
			b.S.AgentVersion = strings.TrimPrefix(l, "Aider v")
		case strings.HasPrefix(l, "Main model: "), strings.HasPrefix(l, "Model: "):
			_, name, _ := strings.Cut(l, ": ")
			b.S.Model, _, _ = strings.Cut(name, " with ")
		}
	}
	if answer < 0 {
		return
	}
	for _, m := range sent.FindAllStringSubmatch(raw, -1) {
		b.Reported(answer, amount(m[1]), amount(m[2]), amount(m[3]))
	}
}

// amount reads a number such as 1,234 or 12k.
func amount(s string) int {
	factor := 1.0
	if n := strings.TrimSuffix(s, "k"); n != s {
		s, factor = n, 1e3
	} else if n := strings.TrimSuffix(s, "M"); n != s {
		s, factor = n, 1e6
	}
	v, err := strconv.ParseFloat(strings.ReplaceAll(s, ",", ""), 64)
	const most = 1e12 // tokens; more is no count
	if err != nil || v*factor > most {
		return 0
	}
	return int(v * factor)
}

// asks are the commands that send their words to the model; the others are for Aider alone.
var asks = []string{"/ask ", "/code ", "/architect ", "/context "}

// decodeAider reads the lines of one message.
func decodeAider(raws []string, _ int) ([]model.Message, string) {
	ls := split(raws[0])
	m := model.Message{Role: model.Assistant}
	mark := markOf(ls[0])
	switch mark {
	case typed:
		m.Role = model.User
	case console:
		m.Role = model.Tool
	}
	if mark != "" {
		for i, l := range ls {
			ls[i] = strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(l, mark), " "), "  ") // two spaces are a line break in Markdown
		}
	}
	text := strings.Join(ls, "\n")
	m.Parts = []model.Part{{Kind: model.Text, Text: text}}
	if m.Role == model.User {
		m.Origin = measure.OriginOf(m, measure.Wrappers)
		if strings.HasPrefix(text, "/") || strings.HasPrefix(text, "!") {
			m.Origin = model.Injected
			for _, a := range asks {
				if strings.HasPrefix(text, a) {
					m.Origin = model.Person
				}
			}
		}
	}
	return []model.Message{m}, ""
}
