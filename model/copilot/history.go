package copilot

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/js"
	"cutline/model/measure"
)

// item is what is kept of a message event while the list is made.
type item struct {
	n        int            // its number in the track
	srcs     []model.Source // the pieces of one answer
	role     model.Role
	answer   string // the id of an answer that came in pieces
	calls    []string
	call     string // of a result
	output   int    // tokens of an answer
	reported int    // tokens of the context that ends with it, 0 when the agent did not say
	summary  bool
	broken   bool
}

// history is the list of messages as the events make it.
type history struct {
	items    []item
	at       map[string]int  // by the id of an event, how many messages stood before it
	typed    map[string]bool // calls that a person made, whose results no model asked for
	start    int             // where the list stood when the running compaction started, -1 without one
	earlier  int
	rewinds  int
	dropped  int
	agents   int              // messages of sub-agents
	total    int              // output tokens
	tools    model.Attachment // the definitions of tools, when an event says how many tokens they take
	usage    model.Usage
	base     int // tokens that a compaction left without a message, as far as the agent said
	past     []model.Compaction
	problems []model.Problem
	track    measure.Track
	live     measure.Live
}

func (h *history) problem(line int, kind, format string, a ...any) {
	h.problems = append(h.problems, model.Problem{Line: line, Kind: kind, Message: fmt.Sprintf(format, a...)})
}

// put adds a message event.
func (h *history) put(e event, src model.Source, broken bool) {
	h.total += e.count("outputTokens")
	if e.agent {
		h.agents++
		return
	}
	it := item{srcs: []model.Source{src}, broken: broken, output: e.count("outputTokens")}
	switch e.kind {
	case "system.message":
		it.role = model.System
		if i := slices.IndexFunc(h.items, func(o item) bool { return o.role == model.System }); i >= 0 {
			it.n = h.items[i].n
			h.track.Again(it.n, src)
			h.items[i] = it // it is written again when a session goes on, and only one is sent
			return
		}
	case "assistant.message":
		it.role = model.Assistant
		for _, p := range e.answer() {
			if p.Kind == model.Call {
				it.calls = append(it.calls, strings.Clone(p.ID))
			}
		}
		if e.count("chunkCount") > 1 {
			it.answer = strings.Clone(e.data.Text("messageId"))
		}
		if n := len(h.items) - 1; it.answer != "" && n >= 0 && h.items[n].answer == it.answer {
			last := &h.items[n]
			last.srcs = append(last.srcs, src)
			last.calls = append(last.calls, it.calls...)
			last.output, last.broken = max(last.output, it.output), last.broken || broken
			h.track.Again(last.n, last.srcs...)
			return
		}
	case "tool.execution_complete":
		it.role, it.call = model.Tool, strings.Clone(e.data.Text("toolCallId"))
		if h.typed[it.call] {
			return
		}
	default:
		it.role = model.User
	}
	it.n = h.track.Say(it.srcs...)
	h.items = append(h.items, it)
}

// change takes an event that is no message.
func (h *history) change(e event, src model.Source, broken bool) {
	if n := e.count("toolDefinitionsTokens"); n > 0 {
		h.tools = model.Attachment{Line: src.Line, Type: model.ToolDefinition, Tokens: n}
	}
	switch e.kind {
	case "tool.user_requested":
		h.typed[strings.Clone(e.data.Text("toolCallId"))] = true
	case "session.compaction_start":
		h.start = h.open(len(h.items))
	case "session.compaction_complete":
		h.compact(e, src, broken)
	case "session.snapshot_rewind":
		h.rewind(e.data.Text("upToEventId"), src.Line)
	case "session.truncation":
		if n := e.count("messagesRemovedDuringTruncation"); n > 0 {
			h.problem(src.Line, "truncated", "line %d says that the agent leaves out %d old message(s) of what it sends; which ones is not in the file", src.Line, n)
		}
	case "session.usage_info", "session.shutdown":
		if n := e.count("currentTokens"); n > 0 {
			h.report(n)
		}
	}
}

// report takes the size of the context that the agent names.
func (h *history) report(used int) {
	switch n := len(h.items) - 1; {
	case n >= 0:
		h.items[n].reported = used
	case len(h.past) == 0:
		return // nothing was said
	default:
		h.base = used
	}
	h.track.ReportLast(used)
	h.used(used, len(h.items))
}

// used sets the usage: a size of the context that n messages make.
func (h *history) used(used, n int) {
	h.usage = model.Usage{Known: true, Input: used, Row: -1}
	for i := n - 1; i >= 0; i-- {
		if h.items[i].role == model.Assistant {
			h.usage.Row, h.usage.Output = i, h.items[i].output
			return
		}
	}
}

// open is the place up to which a list of n messages can be summarized without parting a call
// from a result that is still to come.
func (h *history) open(n int) int {
	waits := map[string]bool{}
	for i := n - 1; i >= 0; i-- {
		it := &h.items[i]
		switch it.role {
		case model.Tool:
			waits[it.call] = true
		case model.Assistant:
			if slices.ContainsFunc(it.calls, func(id string) bool { return !waits[id] }) {
				return i
			}
			return n
		case model.System, model.User:
			return n
		}
	}
	return n
}

// compact puts a summary in the place of what stood before the compaction started: the agent
// goes on while it is written. The system's message stays.
func (h *history) compact(e event, src model.Source, broken bool) {
	cut := h.start
	if cut < 0 || cut > len(h.items) {
		cut = len(h.items)
	}
	h.start = -1
	if e.data.Get("success").Type == gjson.False {
		h.problem(src.Line, "compaction-failed", "the compaction on line %d failed; the agent went on with all messages", src.Line)
		return
	}
	var list []item
	made := measure.Cut{Source: src}
	for i := range h.items {
		it := &h.items[i]
		it.reported = 0 // it was of another context
		made.Was = append(made.Was, measure.Held{N: it.n})
		switch {
		case i >= cut:
			made.Left = append(made.Left, measure.Held{N: it.n})
		case it.role == model.System:
			made.Left = append(made.Left, measure.Held{N: it.n})
			list = append(list, *it)
		default:
			h.earlier++
		}
	}
	c := model.Compaction{Line: src.Line, Trigger: strings.Clone(e.data.Text("trigger")), Before: e.count("preCompactionTokens"), After: e.count("postCompactionTokens"), Kept: len(h.items) - cut, Summary: -1}
	if c.Before == 0 {
		c.Before, made.Measured = h.usage.Input, true
	}
	made.Text = e.data.Text("summaryContent") != ""
	n := h.track.Compact(made)
	if !made.Text {
		where := ""
		if path := e.data.Text("checkpointPath"); path != "" {
			where = "; the agent keeps it in " + path
		}
		h.problem(src.Line, "missing-summary", "the summary of the compaction on line %d is not in this file%s", src.Line, where)
	} else {
		c.Summary = len(list)
		list = append(list, item{n: n, srcs: []model.Source{src}, role: model.User, summary: true, broken: broken})
	}
	for i := range h.past {
		h.past[i].Summary = -1
	}
	h.past = append(h.past, c)
	h.items = append(list, h.items[cut:]...)
	h.usage, h.base, h.at = model.Usage{Row: -1}, 0, map[string]int{}
}

// rewind takes back an event and all that follow it.
func (h *history) rewind(id string, line int) {
	n, ok := h.at[id]
	if !ok || n > len(h.items) {
		h.problem(line, "missing-target", "line %d goes back to the event %s, which is not there, or stands before a compaction; nothing is taken back", line, id)
		return
	}
	if gone := len(h.items) - n; gone > 0 {
		h.rewinds++
		h.dropped += gone
		numbers := make([]int, 0, gone)
		for i := range h.items[n:] {
			numbers = append(numbers, h.items[n+i].n)
		}
		h.track.TakeBack(numbers...)
		h.items = h.items[:n]
		h.before()
	}
}

// before sets the usage to what was reported last of the messages that are left.
func (h *history) before() {
	h.usage = model.Usage{Row: -1}
	for i := len(h.items) - 1; i >= 0; i-- {
		if n := h.items[i].reported; n > 0 {
			h.used(n, i+1)
			return
		}
	}
	if h.base > 0 {
		h.used(h.base, 0)
	}
}

// about takes what an event says of the session.
func about(s *model.Session, e event) {
	set := func(dst *string, v string) {
		if v != "" {
			*dst = strings.Clone(v)
		}
	}
	switch e.kind {
	case "session.start", "session.resume":
		if s.ID == "" {
			set(&s.ID, e.data.Text("sessionId"))
		}
		set(&s.AgentVersion, e.data.Text("copilotVersion"))
		set(&s.Model, e.data.Text("selectedModel"))
		set(&s.CWD, js.Fields(e.data.Get("context")).Text("cwd"))
	case "session.model_change":
		set(&s.Model, e.data.Text("newModel"))
	case "session.title_changed":
		set(&s.Title, e.data.Text("title"))
	case "session.usage_info", "session.truncation":
		if n := e.count("tokenLimit"); n > 0 {
			s.Window = n
		}
	case "skill.invoked":
		s.Attachments = append(s.Attachments, model.Attachment{Type: "skill", Name: strings.Clone(e.data.Text("name")), Chars: js.Units(e.data.Text("content"))})
	}
}
