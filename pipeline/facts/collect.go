package facts

import (
	"strings"

	"github.com/tidwall/gjson"

	"cutline/model"
)

// collector gathers facts while the messages go by, each once.
type collector struct {
	out         Facts
	rules       map[string]int
	files       map[string]int
	commands    tally
	programs    tally
	identifiers tally
	numbers     tally
	links       tally
	open        map[string]int // calls without a result, by id, in uses
	uses        []use          // of each call in out.Calls
	failing     map[string][]int
	changes     []change // files that were changed, in order
	words       Fact     // the assistant's last words since a person spoke
}

// synthetic is what an agent writes as the model of answers that no model gave.
const synthetic = "<synthetic>"

type change struct {
	row  int
	path string
}

func newCollector() *collector {
	t := func(c Class) tally { return tally{class: c, at: make(map[string]int)} }
	return &collector{
		rules: make(map[string]int), files: make(map[string]int), open: make(map[string]int), failing: make(map[string][]int),
		commands: t(Command), programs: t(Command), identifiers: t(Identifier), numbers: t(Number), links: t(Link),
	}
}

// message notes what one message proves. Injected messages and earlier summaries are nobody's
// words; what is in them counts as a tool's.
func (c *collector) message(row int, m model.Message) {
	if m.Role == model.User && m.Origin == model.Person {
		if c.words.Mentions > 0 {
			c.out.Conclusions = append(c.out.Conclusions, c.words)
			c.words = Fact{}
		}
		c.person(row, m)
	}
	for k, p := range m.Parts {
		switch p.Kind {
		case model.Text:
			c.text(row, k, p.Text, m)
		case model.Call:
			c.call(row, k, p)
		case model.Result:
			c.result(row, k, p)
		case model.Thinking, model.Image, model.File, model.Unknown:
		}
	}
}

// text notes the words of an assistant, and what is named in other texts.
func (c *collector) text(row, part int, text string, m model.Message) {
	switch {
	case m.Origin == model.Person && m.Role == model.User, m.Role == model.System, m.Origin == model.FromSummary:
		return
	case m.Role != model.Assistant:
		c.scan(row, part, 0, text, model.Tool)
		return
	}
	c.scan(row, part, 0, text, model.Assistant)
	body := strings.TrimSpace(text)
	if body == "" || m.Model == synthetic {
		return
	}
	start := strings.Index(text, body)
	if i := strings.LastIndex(body, "\n\n"); i >= 0 { // the last paragraph
		start += i + 2
		body = body[i+2:]
	}
	c.words = Fact{
		Class: State, Text: strings.Clone(body), Key: normal(clip(body, 4*lineBytes)), Row: row, Last: row, Part: part,
		Span: Span{start, start + len(body)}, Mentions: 1, Role: model.Assistant,
	}
	c.out.Narration = c.words
}

// call notes a call; what it did counts when its result is there.
func (c *collector) call(row, part int, p model.Part) {
	u := useOf(p.Name, p.Args)
	gjson.Parse(p.Args).ForEach(func(_, v gjson.Result) bool {
		c.value(row, part, v)
		return true
	})
	for _, s := range u.commands {
		if !s.main() {
			continue
		}
		key := s.key()
		name, _ := s.program()
		c.commands.add(key, clip(strings.Join(s.words, " "), lineBytes), row, part, Span{}, model.Assistant)
		c.programs.add(name, name, row, part, Span{}, model.Assistant)
	}
	c.open[p.ID] = len(c.uses)
	c.uses = append(c.uses, u)
	c.out.Calls = append(c.out.Calls, Call{Row: row, Tool: p.Name, Subject: u.subject})
}

// value looks for names in the strings of an argument.
func (c *collector) value(row, part int, v gjson.Result) {
	switch {
	case v.Type == gjson.String:
		c.scan(row, part, -1, text(v), model.Tool)
	case v.IsArray() || v.IsObject():
		v.ForEach(func(_, e gjson.Result) bool {
			c.value(row, part, e)
			return true
		})
	}
}

// result settles a call: its effects on files, or its failure.
func (c *collector) result(row, part int, p model.Part) {
	out := p.OutputText()
	c.scan(row, part, 0, out, model.Tool)
	i, known := c.open[p.ID]
	u, call := use{kind: toolOf(p.Name, gjson.Result{}).kind}, &Call{Tool: p.Name}
	if known && p.ID != "" {
		delete(c.open, p.ID)
		u, call = c.uses[i], &c.out.Calls[i]
	}
	line, bad := failed(p, u.kind, out)
	for _, e := range u.effects {
		c.file(call.Row, e, bad)
	}
	if !bad {
		call.Outcome = Succeeded
		for _, k := range c.failing[u.key] {
			c.resolve(&c.out.Errors[k], call.Row)
		}
		delete(c.failing, u.key)
		return
	}
	call.Outcome, call.Line = Faulty, line
	for _, k := range c.failing[u.key] {
		if f := &c.out.Errors[k]; f.Text == line {
			f.Mentions++
			f.Last = row
			return
		}
	}
	s := Span{}
	if at := strings.Index(out, line); at >= 0 {
		s = Span{at, at + len(line)}
	}
	if u.key != "" {
		c.failing[u.key] = append(c.failing[u.key], len(c.out.Errors))
	}
	c.out.Errors = append(c.out.Errors, Failure{
		Tool: call.Tool, Subject: call.Subject, Code: errorCode.FindString(line), FixedAt: -1,
		Fact: Fact{Class: Error, Text: line, Key: normal(line), Row: row, Last: row, Part: part, Span: s, Mentions: 1, Role: model.Tool},
	})
}

// resolve notes that what failed has worked, and which files were changed in between.
func (c *collector) resolve(f *Failure, row int) {
	f.FixedAt = row
	seen := make(map[string]bool)
	for i := len(c.changes) - 1; i >= 0 && c.changes[i].row > f.Row; i-- {
		if ch := c.changes[i]; ch.row <= row && !seen[ch.path] {
			seen[ch.path] = true
			f.Between = append([]string{ch.path}, f.Between...)
		}
	}
}

// file notes what a call did to a file.
func (c *collector) file(row int, e effect, bad bool) {
	f := c.fileOf(row, e.path)
	f.Last = row
	f.Mentions++
	if bad {
		f.Failed++
		return
	}
	switch e.kind {
	case reads:
		f.Read++
		return
	case searches, lists:
		f.Searched++
		return
	case edits:
		f.Edited++
	case creates:
		f.Created++
	case deletes:
		f.Deleted++
	default:
		f.Written++
	}
	f.Changed = row
	f.Head = e.head
	c.changes = append(c.changes, change{row, e.path})
}

func (c *collector) fileOf(row int, path string) *FileUse {
	i, ok := c.files[path]
	if !ok {
		i = len(c.out.Files)
		path = strings.Clone(path)
		c.files[path] = i
		c.out.Files = append(c.out.Files, FileUse{Changed: -1, Fact: Fact{Class: File, Text: path, Key: path, Row: row, Role: model.Assistant}})
	}
	return &c.out.Files[i]
}

// finish settles the calls that never got a result and sorts what was counted.
func (c *collector) finish() Facts {
	for i, u := range c.uses {
		if c.out.Calls[i].Outcome != NoResult {
			continue
		}
		for _, e := range u.effects {
			f := c.fileOf(c.out.Calls[i].Row, e.path)
			f.Open++
			f.Mentions++
			f.Last = max(f.Last, c.out.Calls[i].Row)
		}
	}
	all := func(Fact) bool { return true }
	c.out.Commands = c.commands.facts
	c.out.Programs = c.programs.heaviest(all)
	c.out.Identifiers = c.identifiers.heaviest(func(f Fact) bool { return f.Mentions >= 2 || f.Role == model.User })
	c.out.Numbers = c.numbers.heaviest(all)
	c.out.Links = c.links.heaviest(all)
	return c.out
}
