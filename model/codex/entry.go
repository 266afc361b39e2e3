package codex

import (
	"strings"

	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/js"
	"cutline/model/measure"
)

// class is what a line is to the reader.
type class uint8

const (
	strange   class = iota // a type that nobody knows
	silent                 // known, and nothing follows from it
	meta                   // the session's own data
	header                 // the same in a file of the first generation
	state                  // a record of the first generation that says nothing
	settings               // the settings of a turn
	spoken                 // an item
	said                   // an event that shows what a person typed or the model answered
	named                  // the session got a title
	started                // a turn began
	report                 // the server's numbers
	rolled                 // turns were taken back
	compacted              // a compaction
)

// entry is one line, read once.
type entry struct {
	src    model.Source
	class  class
	broken bool
	bare   bool // without envelope

	item    item   // spoken, said
	words   string // spoken by a user, said, compacted, named
	list    []item // compacted
	listed  bool   // compacted: it has a list
	summary int    // compacted: position of the summary in the list, -1
	strange int    // compacted: items of unknown types
	turns   int    // rolled
	usage   usage  // report
	window  int    // report, started: tokens; 0 when it does not say

	id, cwd, version, model string // meta, header, settings
	time                    string // header
	instructions            int    // meta, header: chars of the instructions that stand before the conversation
	tools                   []model.Attachment
	ordinal                 int64 // -1 when lines are not numbered
}

// usage is what the server said of one answer, in tokens; total is its output over the file.
// Behind a compaction there is no answer, and context alone says how much is left.
type usage struct{ input, cached, output, total, context int }

// parse reads one line.
func parse(raw string, src model.Source, broken bool) entry {
	f := js.Fields(gjson.Parse(raw))
	e := entry{src: src, broken: broken, summary: -1, ordinal: -1}
	if n := f.Get("ordinal"); n.Type == gjson.Number {
		e.ordinal = n.Int()
	}
	p := js.Fields(f.Get("payload"))
	switch t := f.Text("type"); {
	case p == nil:
		e.noEnvelope(f)
	case t == typeItem:
		e.speak(p)
	case t == typeEvent:
		e.event(p)
	case t == typeMeta:
		e.class = meta
		e.about(p)
	case t == typeContext:
		e.class, e.model, e.cwd = settings, p.Text("model"), p.Text("cwd")
	case t == typeCompacted:
		e.class, e.words = compacted, p.Text("message")
		if l := p.Get("replacement_history"); l.IsArray() {
			e.listed = true
			e.list, e.summary, e.strange = replacement(l, src, e.words, broken)
		}
	case envelopes[t]:
		e.class = silent
	}
	return e
}

func (e *entry) noEnvelope(f js.Object) {
	switch {
	case f.Has("record_type"):
		e.class = state
	case isHeader(f):
		e.class = header
		e.about(f)
	case isBare(f):
		e.bare = true
		e.speak(f)
	}
}

func (e *entry) about(f js.Object) {
	e.id, e.cwd, e.version, e.time = f.Text("id"), f.Text("cwd"), f.Text("cli_version"), f.Text("timestamp")
	text := js.Text(js.Fields(f.Get("base_instructions")).Get("text"))
	if text == "" {
		text = f.Text("instructions")
	}
	e.instructions = js.Units(text)
	e.tools = measure.Tools(f.Get("dynamic_tools"), e.src.Line)
}

// speak takes an item.
func (e *entry) speak(f js.Object) {
	it, words := classify(f)
	if it.kind == unknown {
		return
	}
	it.src, it.broken = e.src, e.broken
	if it.kind != quiet && it.kind != opaque {
		m := model.Message{ID: f.Text("id")}
		if it.kind == reasoning {
			m.ID = ""
		}
		m.Role, m.Parts = part(f)
		it.weigh(m)
	}
	e.class, e.item, e.words = spoken, it, words
	if it.origin == model.Injected && e.bare {
		e.cwd = folder(words)
	}
}

// folder is the working directory in the context that the agent tells the model; files of the
// first generation say it nowhere else.
func folder(words string) string {
	if _, rest, ok := strings.Cut(words, "<cwd>"); ok {
		dir, _, _ := strings.Cut(rest, "</cwd>")
		return plain(dir)
	}
	if _, rest, ok := strings.Cut(words, "Current working directory: "); ok {
		dir, _, _ := strings.Cut(rest, "\n")
		return plain(dir)
	}
	return ""
}

// event takes an event of the screen.
func (e *entry) event(p js.Object) {
	e.class = silent
	switch p.Text("type") {
	case "user_message":
		if k := p.Text("kind"); k == "" || k == "plain" {
			e.say(user, p.Text("message"))
		}
	case "agent_message":
		e.say(answer, p.Text("message"))
	case "item_completed":
		if it := js.Fields(p.Get("item")); it.Text("type") == "UserMessage" {
			e.say(user, model.Message{Parts: blocks(it.Get("content"))}.Text())
		}
	case "thread_name_updated":
		e.class, e.words = named, p.Text("thread_name")
	case "task_started", "turn_started":
		e.class, e.window = started, tokens(p.Get("model_context_window"))
	case "token_count":
		e.report(js.Fields(p.Get("info")))
	case "thread_rolled_back":
		e.class, e.turns = rolled, tokens(p.Get("num_turns"))
	}
}

// report takes what the server said of an answer.
func (e *entry) report(info js.Object) {
	e.class, e.window = report, tokens(info.Get("model_context_window"))
	last, total := js.Fields(info.Get("last_token_usage")), js.Fields(info.Get("total_token_usage"))
	e.usage = usage{
		input: tokens(last.Get("input_tokens")), cached: tokens(last.Get("cached_input_tokens")),
		output: tokens(last.Get("output_tokens")), total: tokens(total.Get("output_tokens")),
		context: tokens(last.Get("total_tokens")),
	}
}

func (e *entry) say(k kind, words string) {
	e.class, e.words = said, words
	e.item = item{src: e.src, kind: k, origin: model.NoOrigin, sum: hash(words), broken: e.broken, event: true}
	if k == user {
		e.item.origin = model.Person
	}
}

// tokens is a count; what is no sensible number is none.
func tokens(v gjson.Result) int { return int(min(max(v.Int(), 0), 1<<40)) }
