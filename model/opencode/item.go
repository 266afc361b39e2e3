package opencode

import (
	"math"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/js"
	"cutline/model/records"
)

// item is what is kept of a record while the session is put together.
type item struct {
	src       model.Source
	raw       string
	broken    bool
	gone      bool // taken back by the person
	id        string
	parent    string // assistant: the message that it answers
	assistant bool
	created   int64 // Unix milliseconds, 0 when unknown
	summary   bool  // it is a finished summary
	failed    bool  // the agent sends nothing of it
	asks      bool  // it asks for a compaction
	auto      bool  // that was the agent's own idea
	tail      string
	usage     usage
	// The model that the message names, and the agent of a person's.
	provider, model, agent string
	pruned                 []pruned
}

// usage is what the server reported with an answer, in tokens: the whole request, what of it
// came from a cache, and the answer with its reasoning.
type usage struct{ input, cached, output int }

func (u usage) zero() bool { return u.input+u.output == 0 }

// pruned is the output of a tool that the agent has blanked in what it sends.
type pruned struct {
	at     int64 // Unix milliseconds
	output string
}

// parse looks at one record.
func parse(raw string, src model.Source, broken bool) item {
	f := js.Fields(gjson.Parse(raw))
	info := js.Fields(f.Get("info"))
	it := item{
		src: src, raw: raw, broken: broken, id: strings.Clone(info.Text("id")), parent: strings.Clone(info.Text("parentID")),
		assistant: info.Text("role") == "assistant", created: created(info), summary: isSummary(info), failed: unsent(info, f.Get("parts")),
	}
	of := info
	if o := js.Fields(info.Get("model")); o != nil {
		of = o
	}
	it.provider, it.model, it.agent = strings.Clone(of.Text("providerID")), strings.Clone(of.Text("modelID")), strings.Clone(info.Text("agent"))
	if t := js.Fields(info.Get("tokens")); it.assistant && t != nil {
		cache := js.Fields(t.Get("cache"))
		it.usage.cached = records.Count(cache.Get("read"))
		it.usage.input = records.Count(t.Get("input")) + it.usage.cached + records.Count(cache.Get("write"))
		it.usage.output = records.Count(t.Get("output")) + records.Count(t.Get("reasoning"))
	}
	f.Get("parts").ForEach(func(_, e gjson.Result) bool {
		p := js.Fields(e)
		switch p.Text("type") {
		case partCompaction:
			if !it.assistant {
				it.asks, it.auto, it.tail = true, p.Get("auto").Type == gjson.True, strings.Clone(p.Text("tail_start_id"))
			}
		case partTool:
			state := js.Fields(p.Get("state"))
			if at := js.Fields(state.Get("time")).Get("compacted"); at.Type == gjson.Number && it.assistant {
				it.pruned = append(it.pruned, pruned{at.Int(), state.Text("output")})
			}
		}
		return true
	})
	return it
}

// created is when a message was made, in Unix milliseconds.
func created(info js.Object) int64 {
	return max(0, js.Fields(info.Get("time")).Get("created").Int())
}

// when is a time of the file as it is shown; empty for none.
func when(millis int64) string {
	if millis <= 0 || millis > math.MaxInt64/int64(time.Millisecond) {
		return ""
	}
	return time.UnixMilli(millis).UTC().Format("2006-01-02T15:04:05.000Z")
}

// isSummary reports whether a message is a summary that the agent goes on from. Early versions
// did not say how an answer ended, but when.
func isSummary(info js.Object) bool {
	return info.Text("role") == "assistant" && info.Get("summary").Type == gjson.True && !isError(info) &&
		(info.Text("finish") != "" || js.Fields(info.Get("time")).Get("completed").Type == gjson.Number)
}

func isError(info js.Object) bool { return info.Get("error").IsObject() }

// unsent reports whether an answer ended with an error and is left out of what is sent. What was
// stopped by the person stays as far as it came.
func unsent(info js.Object, parts gjson.Result) bool {
	if info.Text("role") != "assistant" || !isError(info) {
		return false
	}
	stopped := strings.HasSuffix(js.Fields(info.Get("error")).Text("name"), "AbortedError")
	said := false
	parts.ForEach(func(_, e gjson.Result) bool {
		kind := js.Fields(e).Text("type")
		said = said || kind != partStep && kind != partReasoning
		return !said
	})
	return !stopped || !said
}
