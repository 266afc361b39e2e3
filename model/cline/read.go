package cline

import (
	"strings"

	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/js"
	"cutline/model/measure"
	"cutline/model/records"
)

// Read reads a task. The context that the agent would send next starts at the last summary;
// what that replaces is hidden in the file, and counted. Of the usage, Input is the whole
// request, what came from a cache included.
func Read(in model.Input) (*model.Session, error) {
	f, err := records.Open(in, list, nil)
	if err != nil {
		return nil, err
	}
	b := records.New(in, Name, f, decode)
	b.Numbered = true
	b.S.Dialect, b.S.ID = classic, f.Around.Text("sessionId")
	if f.Around != nil {
		b.S.Dialect = core
	}
	p := past{live: measure.Live{}}
	if v := f.Around.Get("system_prompt"); v.Type == gjson.String && js.Text(v) != "" {
		r := f.At(v)
		n := p.track.Say(r.Source)
		p.live[n], p.now = b.Add(0, r), []said{{n: n, i: -1}}
	}
	entries, earlier := history(f.Records)
	b.S.Earlier = earlier
	for i := range entries {
		p.entry(b, entries, i)
	}
	p.end(entries)
	s, err := b.Finish()
	if err != nil {
		return nil, err
	}
	return s, b.History(&p.track, p.live, func(int) int { return 0 })
}

// truncated begins the note that stands for messages which the extension left out.
const truncated = "[NOTE] Some previous conversation history"

// entry is what one element of the list says beside its message.
type entry struct {
	record                records.Record
	summary               bool
	made                  int64 // summary: when it was made, in milliseconds since 1970
	before                int   // summary: tokens before
	trigger               string
	ts                    int64 // milliseconds since 1970, 0 when it does not say
	input, cached, output int   // tokens
	model, cwd            string
	user                  bool
	marker                bool   // stands for messages that were left out
	id                    string // of the compaction or truncation that it stands for
	hidden                []string
	hide                  bool // it is not sent any more
}

// parse reads what an element says of itself.
func parse(r records.Record) entry {
	f := r.Fields()
	e := entry{record: r, ts: f.Get("ts").Int(), user: f.Text("role") == "user", summary: f.Get("isSummary").Bool()}
	e.id, e.marker = f.Text("condenseId", "truncationId"), f.Get("isTruncationMarker").Bool()
	for _, k := range []string{"condenseParent", "truncationParent"} {
		if id := f.Text(k); id != "" {
			e.hidden = append(e.hidden, id)
		}
	}
	e.made = e.ts
	meta := js.Fields(f.Get("metadata"))
	if k := meta.Text("kind"); k == "compaction_summary" || k == "compaction" {
		e.summary, e.trigger, e.made = true, meta.Text("reason"), meta.Get("generatedAt").Int()
		e.before = records.Count(meta.Get("tokensBefore", "usageBefore"))
	}
	if m := js.Fields(f.Get("metrics")); m != nil {
		if t := js.Fields(m.Get("tokens")); t != nil { // the cached part is counted apart
			e.cached, e.output = records.Count(t.Get("cached")), records.Count(t.Get("completion"))
			e.input = records.Count(t.Get("prompt")) + e.cached
		} else {
			e.input, e.cached, e.output = records.Count(m.Get("inputTokens")), records.Count(m.Get("cacheReadTokens")), records.Count(m.Get("outputTokens"))
		}
	}
	e.model = js.Fields(f.Get("modelInfo")).Text("id", "modelId")
	if e.user {
		e.cwd = folder(r.Raw)
	}
	return e
}

// folder is the working directory that the environment's details name; raw is JSON.
func folder(raw string) string {
	for _, head := range []string{"# Current Working Directory (", "# Current Workspace Directory ("} {
		if _, rest, ok := strings.Cut(raw, head); ok {
			dir, _, _ := strings.Cut(rest, `) Files\n`)
			if len(dir) < len(rest) && !strings.Contains(dir, `\n`) {
				dir, _ := js.Unquote(`"` + dir + `"`)
				return dir
			}
		}
	}
	return ""
}

// history gives the elements of the file and says which are not sent any more, and how many of
// them there are. Builds that make the summary the model's words keep the first message in front
// of it, because a conversation starts with a user.
func history(all []records.Record) (entries []entry, earlier int) {
	entries = make([]entry, len(all))
	there := make(map[string]bool)
	last := -1
	for i, r := range all {
		entries[i] = parse(r)
		if id := entries[i].id; id != "" {
			there[id] = true
		}
		if entries[i].summary {
			last = i
		}
	}
	for i := range entries {
		e := &entries[i]
		e.hide = i < last && e.under(i, &entries[last])
		for _, id := range e.hidden {
			e.hide = e.hide || there[id] && id != e.id
		}
		if e.hide {
			earlier++
		}
	}
	return entries, earlier
}

// under reports whether element i stands for nothing behind a summary that follows it.
func (e *entry) under(i int, summary *entry) bool { return i > 0 || !e.user || summary.user }

// compaction is what a summary in a row says of its compaction. What follows it and is older
// than it was kept word for word.
func (e entry) compaction(row int, after []entry) model.Compaction {
	c := model.Compaction{Line: e.record.Line, Trigger: e.trigger, Before: e.before, Summary: row}
	for _, k := range after {
		if k.ts > 0 && k.ts <= e.made {
			c.Kept++
		}
	}
	return c
}
