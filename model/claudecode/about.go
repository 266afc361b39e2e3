package claudecode

import (
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/js"
	"cutline/model/measure"
)

// The types of the records that give a session its title.
const (
	customTitle   = "custom-title"
	aiTitle       = "ai-title"
	summaryTitled = "summary"
)

// titleTries bounds how many records are read in search of the first words of a person.
const titleTries = 50

// usage sets what the server reported last, and the output of all answers. The lines of one
// answer repeat its usage, the last one with the final count.
func (b *build) usage() {
	p, u := b.p, &b.s.Usage
	last := -1
	for _, g := range p.groups {
		for _, i := range g {
			// What a compaction kept word for word was answered before it.
			if i > last && i >= p.from && p.recs[i].kind == assistant && !p.recs[i].usage.zero() {
				last = i
			}
		}
	}
	if last >= 0 && !b.stale(last) {
		r := &p.recs[last]
		u.Known, u.Row = true, int(b.row[last])
		u.Input, u.Cached, u.Output = int(r.usage.input), int(r.usage.cached), int(r.usage.output)
	}
	final := map[string]int{}
	for i := range b.k.recs {
		switch r := &b.k.recs[i]; {
		case r.kind != assistant || r.usage.zero():
		case r.msgID == "":
			u.Total += int(r.usage.output)
		default:
			u.Total += int(r.usage.output) - final[r.msgID]
			final[r.msgID] = int(r.usage.output)
		}
	}
}

// stale reports whether an answer was given before the last compaction, although it stands
// behind it: a compacted session that was written as a new file holds copies of what it keeps.
// Its numbers are of a context that is no more.
func (b *build) stale(rec int) bool {
	if b.p.last == nil {
		return false
	}
	given, ok := b.time(rec)
	compacted, known := b.time(b.p.last.rec)
	return ok && known && given.Before(compacted)
}

// time is when a record was written; false when it does not say so.
func (b *build) time(rec int) (time.Time, bool) {
	raw, err := b.read(rec)
	if err != nil {
		return time.Time{}, false
	}
	t, err := time.Parse(time.RFC3339, gjson.GetBytes(raw, "timestamp").Str)
	return t, err == nil
}

// compactions sets what the file records of compactions.
func (b *build) compactions() {
	for i := range b.k.boundaries {
		at := &b.k.boundaries[i]
		if !b.p.main(at.rec) {
			continue
		}
		c := model.Compaction{
			Line: b.p.recs[at.rec].src.Line, Trigger: at.trigger, Before: at.before, After: at.after,
			Summary: -1, Micro: at.micro, SavedToks: at.saved,
		}
		if !at.micro {
			found, missing := b.p.kept(at)
			in := make(map[int]bool, len(found))
			for _, f := range found {
				in[f] = true
			}
			c.Kept, c.Missing = b.p.countMessages(func(i int) bool { return in[i] })+missing, missing
		}
		if at == b.p.last {
			for _, rec := range b.p.live {
				if b.p.recs[rec].digest {
					c.Summary = int(b.row[rec])
					break
				}
			}
		}
		b.s.Compactions = append(b.s.Compactions, c)
	}
}

// title sets the session's title and model: the title that a person or the agent gave it, the
// summary of a conversation that is in this file, or the first words of a person.
func (b *build) title() error {
	if row := b.answer(); row >= 0 {
		m, err := b.s.Message(row)
		if err != nil && !b.k.approx { // an index may hold what cannot be decoded
			return err
		}
		b.s.Model = strings.Clone(m.Model)
	}
	switch {
	case b.k.custom != "":
		b.s.Title, b.k.named = b.k.custom, customTitle
		return nil
	case b.k.ai != "":
		b.s.Title, b.k.named = b.k.ai, aiTitle
		return nil
	}
	if t := b.summaryTitle(); t != "" {
		b.s.Title, b.k.named = t, summaryTitled
		return nil
	}
	for i, tries := 0, 0; i < len(b.p.recs) && tries < titleTries; i++ {
		r := &b.p.recs[i]
		if !b.p.main(i) || r.kind != user || r.result || r.meta || r.digest {
			continue
		}
		tries++
		raw, err := b.read(i)
		if err != nil {
			return err
		}
		ms := decode([][]byte{raw})
		if m := ms[len(ms)-1]; m.Origin == model.Person && strings.TrimSpace(m.Text()) != "" {
			b.s.Title = measure.Label(m.Text())
			return nil
		}
	}
	return nil
}

// answer is the row of the answer that says which model the session is with, -1 without one:
// that of the usage, or else the last that is no error.
func (b *build) answer() int {
	if b.s.Usage.Known {
		return b.s.Usage.Row
	}
	for row := len(b.s.Rows) - 1; row >= 0; row-- {
		if r := &b.s.Rows[row]; r.Role == model.Assistant && !r.Is(model.Failed) {
			return row
		}
	}
	return -1
}

// summaryTitle is the last summary whose conversation is in this file; others were copied in
// from the sessions beside it.
func (b *build) summaryTitle() string {
	for n := len(b.k.summaries) - 1; n >= 0; n-- {
		for i := range b.p.recs {
			if b.p.recs[i].uuid != "" && b.p.recs[i].uuid == b.k.summaries[n].leaf {
				return b.k.summaries[n].text
			}
		}
	}
	return ""
}

// attachments lists the context that the agent added beside the messages.
func (b *build) attachments() error {
	for _, i := range b.p.extra {
		raw, err := b.read(i)
		if err != nil {
			return err
		}
		v := gjson.ParseBytes(raw).Get("attachment")
		a := model.Attachment{Line: b.p.recs[i].src.Line, Type: strings.Clone(text(v.Get("type")))}
		for _, k := range []string{"displayPath", "path", "filename", "hookName", "skillDir"} {
			if a.Name = strings.Clone(text(v.Get(k))); a.Name != "" {
				break
			}
		}
		v.ForEach(func(k, e gjson.Result) bool {
			if !label[k.Str] {
				a.Chars += words(e)
			}
			return true
		})
		b.s.Attachments = append(b.s.Attachments, a)
		b.noteOf(a.Type, v, i)
	}
	return nil
}

// label are the keys of an attachment that name it, or that say again what another one says.
var label = map[string]bool{
	"type": true, "path": true, "displayPath": true, "filename": true, "hookName": true, "hookEvent": true, "toolUseID": true,
	"command": true, "stdout": true, "rawContent": true, "filePath": true, "globs": true, "skillDir": true, "timestamp": true,
	"data": true, "base64": true, "addedNames": true, "removedNames": true, "readdedNames": true, "addedTypes": true,
	"removedTypes": true, "names": true, "taskId": true, "reminderType": true, "media_type": true,
}

// words are the chars of all texts in a value, those under a label left out.
func words(v gjson.Result) int {
	if v.Type == gjson.String {
		s, _ := js.Unquote(v.Raw)
		return js.Units(s)
	}
	n := 0
	if v.IsArray() || v.IsObject() {
		v.ForEach(func(k, e gjson.Result) bool {
			if !label[k.Str] {
				n += words(e)
			}
			return true
		})
	}
	return n
}
