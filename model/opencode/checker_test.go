package opencode

import (
	"encoding/json"
	"fmt"
	"regexp"
	"sort"
	"strings"
	"unicode/utf8"
)

// This file looks at a written session with encoding/json alone, as the agent does: it orders by
// times and ids, finds the newest compaction, and wants to know all that its database needs. It
// shares nothing with the reader and the writer.

type (
	docJSON struct {
		Info struct {
			ID, Slug, ProjectID, Directory, Title, Version string
			ParentID, Share, Revert                        any
			Time                                           struct{ Created, Updated int64 }
		}
		Messages []recordJSON
	}
	recordJSON struct {
		Info struct {
			ID, SessionID, Role, ParentID, ModelID, ProviderID, Mode, Agent, Finish string

			Time  struct{ Created int64 }
			Model *struct{ ProviderID, ModelID string }
			Path  *struct{ Cwd, Root string }
			// Of a user's message it is an object, of an answer true.
			Summary any
			Tokens  *struct {
				Input, Output, Reasoning int64
				Cache                    struct{ Read, Write int64 }
			}
			Error any
		}
		Parts []partJSON
	}
	partJSON struct {
		ID, SessionID, MessageID, Type, Text, CallID string

		Auto *bool
		Tail string `json:"tail_start_id"`
	}
)

var (
	idForm = regexp.MustCompile(`^(ses|msg|prt)_[0-9a-f]{12}[0-9A-Za-z]{14}$`)
	summed = "<conversation_summary>"
)

// checkFile lists what is wrong with a written session. Old are ids that the database has already.
func checkFile(text string, old map[string]bool) (id string, bad []string) {
	fail := func(format string, a ...any) { bad = append(bad, fmt.Sprintf(format, a...)) }
	var doc docJSON
	if err := json.Unmarshal([]byte(text), &doc); err != nil || !utf8.ValidString(text) || !strings.HasSuffix(text, "\n") {
		fail("no document, bytes that the agent cannot read, or no line end at the end: %v", err)
	}
	i := doc.Info
	if i.ParentID != nil || i.Share != nil || i.Revert != nil || i.Time.Created == 0 || i.Time.Updated == 0 {
		fail("the session is not one of its own: %+v", i)
	}
	seen := map[string]bool{}
	name := func(what, id string) {
		if !strings.HasPrefix(id, what+"_") || !idForm.MatchString(id) || seen[id] || old[id] {
			fail("the id %q is none of a new %s", id, what)
		}
		seen[id] = true
	}
	name("ses", i.ID)
	last := ""
	for n, m := range doc.Messages {
		name("msg", m.Info.ID)
		if m.Info.ID <= last || m.Info.SessionID != i.ID {
			fail("message %d is out of order or of another session", n)
		}
		last = m.Info.ID
		lastPart := ""
		for _, p := range m.Parts {
			name("prt", p.ID)
			if p.ID <= lastPart || p.SessionID != i.ID || p.MessageID != m.Info.ID {
				fail("a part of message %d is out of order or of another one", n)
			}
			lastPart = p.ID
			if p.Tail != "" {
				fail("message %d keeps a tail of its own", n)
			}
		}
		switch m.Info.Role {
		case "user":
			if m.Info.Model == nil || m.Info.Agent == "" {
				fail("message %d has no model or agent", n)
			}
		case "assistant":
			if t := m.Info.Tokens; t == nil || t.Input+t.Output+t.Cache.Read > 0 {
				fail("message %d tells the tokens of another context", n)
			}
			if m.Info.Path == nil || m.Info.ModelID == "" || m.Info.ProviderID == "" || m.Info.Mode == "" || !seen[m.Info.ParentID] {
				fail("message %d lacks what an answer has: %+v", n, m.Info)
			}
		default:
			fail("message %d has the role %q", n, m.Info.Role)
		}
	}
	bad = append(bad, checkContext(doc.Messages)...)
	return i.ID, bad
}

// checkContext orders the messages as the database does, and looks for the compaction in front.
func checkContext(ms []recordJSON) (bad []string) {
	sorted := append([]recordJSON{}, ms...)
	sort.SliceStable(sorted, func(a, b int) bool {
		x, y := sorted[a].Info, sorted[b].Info
		return x.Time.Created < y.Time.Created || x.Time.Created == y.Time.Created && x.ID < y.ID
	})
	for n := range ms {
		if sorted[n].Info.ID != ms[n].Info.ID {
			return []string{fmt.Sprintf("message %d is another one when times order them", n)}
		}
	}
	if len(sorted) < 2 {
		return []string{"no compaction"}
	}
	ask, answer := sorted[0], sorted[1]
	if len(ask.Parts) != 1 || ask.Parts[0].Type != "compaction" || ask.Parts[0].Auto == nil ||
		answer.Info.Summary != true || answer.Info.Finish == "" || answer.Info.Error != nil || answer.Info.ParentID != ask.Info.ID ||
		len(answer.Parts) != 1 || !strings.Contains(answer.Parts[0].Text, summed) {
		bad = append(bad, fmt.Sprintf("it does not begin with a compaction: %+v, %+v", ask, answer))
	}
	for n, m := range sorted[2:] {
		for _, p := range m.Parts {
			if p.Type == "compaction" || m.Info.Summary == true {
				bad = append(bad, fmt.Sprintf("message %d is a compaction, too", n+2))
			}
		}
	}
	return bad
}
