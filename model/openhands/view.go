package openhands

import (
	"slices"

	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/js"
	"cutline/model/records"
)

// class is what an event is to the reader.
type class uint8

const (
	strange class = iota // a kind that nobody knows
	silent               // known, and no message
	act                  // a call of the model
	speak                // any other message
	forget               // a condensation
)

// event is one event, read once.
type event struct {
	record                records.Record
	class                 class
	kit                   bool
	id, response, model   string
	input, cached, output int // tokens
	gone                  []string
	first, last           int64 // a range of ids that is gone as well; first > last for none
	summary               bool
	offset                int // where the summary stands among what is left
	place                 int // among all events
}

// parse reads what an event is.
func parse(r records.Record) event {
	f := r.Fields()
	e := event{record: r, id: f.Text("id"), first: 1}
	kind, action := f.Text("kind"), f.Text("action")
	switch {
	case ofKit(f):
		e.kit = true
		e.class = classes[kind]
		e.response = f.Text("llm_response_id")
		if e.class == forget {
			e.condense(f)
		}
	case f.Has("observation"):
		if e.class = speak; silentKinds[f.Text("observation")] {
			e.class = silent
		}
	case action == "condensation":
		e.class = forget
		e.condense(js.Fields(f.Get("args")))
	case action == "":
	case silentKinds[action], action == "recall": // what it recalls is another event
		e.class = silent
	case action == "message", action == "system", action == "finish", f.Text("source") == "user":
		e.class = speak
	default:
		e.class = act
	}
	e.reported(js.Fields(js.Fields(f.Get("tool_call_metadata")).Get("model_response")))
	return e
}

// ofKit reports whether an event is one of version 1.
func ofKit(f js.Object) bool { return f.Has("kind") && f.Get("action").Type != gjson.String }

// silentKinds are the actions and observations of version 0 that no model is told.
var silentKinds = map[string]bool{
	"null": true, "change_agent_state": true, "agent_state_changed": true, "condensation_request": true, "loop_recovery": true,
	"initialize": true, "pause": true, "resume": true, "stop": true, "task_tracking_state": true, "status": true,
}

// classes are the events of version 1.
var classes = map[string]class{
	"SystemPromptEvent": speak, "MessageEvent": speak, "ActionEvent": act, "ObservationEvent": speak, "AgentErrorEvent": speak,
	"UserRejectObservation": speak, "Condensation": forget, "CondensationRequest": silent, "ConversationStateUpdateEvent": silent,
	"PauseEvent": silent, "TokenEvent": silent, "ConversationErrorEvent": silent, "LLMCompletionLogEvent": silent, "InterruptEvent": silent,
	"StreamingDeltaEvent": silent, "HookExecutionEvent": silent,
}

// condense reads what a condensation forgets.
func (e *event) condense(f js.Object) {
	f.Get("forgotten_event_ids").ForEach(func(_, id gjson.Result) bool {
		e.gone = append(e.gone, js.Text(id))
		return true
	})
	if a, b := f.Get("forgotten_events_start_id"), f.Get("forgotten_events_end_id"); a.Type == gjson.Number && b.Type == gjson.Number {
		e.first, e.last = a.Int(), b.Int()
	}
	e.summary, e.offset = f.Text("summary") != "", records.Count(f.Get("summary_offset"))
}

// reported takes the server's numbers; what came from a cache is inside the prompt's.
func (e *event) reported(response js.Object) {
	if response == nil {
		return
	}
	e.response, e.model = response.Text("id"), response.Text("model")
	u := js.Fields(response.Get("usage"))
	e.input, e.output = records.Count(u.Get("prompt_tokens")), records.Count(u.Get("completion_tokens"))
	e.cached = records.Count(js.Fields(u.Get("prompt_tokens_details")).Get("cached_tokens"))
}

// conversation is what the events make.
type conversation struct {
	live    []event // what the agent would send next, the last summary where its condensation puts it
	earlier int     // forgotten events that were messages
	past    []model.Compaction
	summary int // which of past the summary is of
}

// view replays the condensations.
func view(events []event) conversation {
	var c conversation
	gone := forgotten{ids: map[string]bool{}}
	var summary *event
	last := -1
	for i := range events {
		e := &events[i]
		if e.class == forget {
			last = i
		}
		e.place = i
		if e.class != forget {
			continue
		}
		gone.add(e)
		if e.summary {
			summary, c.summary = e, len(c.past)
		}
		c.past = append(c.past, model.Compaction{Line: e.record.Line, Summary: -1})
	}
	for _, e := range events {
		if e.class == silent || e.class == forget {
			continue
		}
		if gone.has(&e) {
			c.earlier++
			continue
		}
		c.live = append(c.live, e)
	}
	if summary != nil {
		c.live = slices.Insert(c.live, min(summary.offset, len(c.live)), *summary)
	}
	for i := range c.live {
		if e := &c.live[i]; e.place < last { // its request was one from before the condensation
			e.input = 0
		}
	}
	return c
}
