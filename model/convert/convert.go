// Package convert writes a compacted session in the format of another agent. What it keeps is
// the meaning: words, calls of tools and their results, pictures. What an agent cannot be told,
// because its format has no place for it or because it holds for another model only, is left
// out whole and counted, so that nobody takes the result for the same session.
//
// A session becomes a list of turns first, in which every call has its result. That list obeys
// the rules of all model APIs at once; a target is the small part that puts it into a file.
package convert

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"cutline/model"
	"cutline/model/chat"
	"cutline/model/claudecode"
	"cutline/model/codex"
	"cutline/model/gemini"
	"cutline/model/opencode"
	"cutline/model/prime"
)

// Target is one row of the table of what a session can be converted to.
type Target struct {
	Name    string // stable; what a person asks for
	Format  string // the format whose reader opens the result
	Dialect string // the dialect of that format, empty when it has none of interest
	Title   string // for a person
	rules
	write func(*talk)
}

// rules are what a target can hold.
type rules struct {
	agent    bool // it brings a system prompt and tools of its own
	system   bool // a message list that takes system messages anywhere
	beside   bool // the first system message stands beside the list
	injected bool // it marks what no person typed in a way of its own
	byText   bool // that mark is on a text: a picture beside it passes for a person's
	summary  bool // it marks an earlier summary in a way of its own
	thinking bool // it takes readable thinking that nothing signs
	images   bool // pictures in a person's message
	results  bool // pictures in a tool's result
	url      bool // a picture may be an address
	files    bool // documents
	failed   bool // a result says that the tool failed
	failText bool // such a result is a text
	idLength int  // most characters of a call's id
}

// Targets is the table.
var Targets = []Target{
	{
		Name: claudecode.Name, Format: claudecode.Name, Title: "Claude Code", write: writeClaudeCode,
		rules: rules{agent: true, injected: true, summary: true, images: true, results: true, url: true, files: true, failed: true, idLength: 64},
	},
	{
		Name: codex.Name, Format: codex.Name, Title: "Codex", write: writeCodex,
		rules: rules{agent: true, system: true, images: true, results: true, url: true, idLength: 64},
	},
	{
		Name: prime.Format, Format: prime.Format, Title: "Prime Agent / pi", write: writePrime,
		rules: rules{agent: true, injected: true, thinking: true, images: true, results: true, failed: true, idLength: 64},
	},
	{
		Name: gemini.Name, Format: gemini.Name, Title: "Gemini CLI", write: writeGemini,
		rules: rules{agent: true, thinking: true, images: true, results: true, files: true, failed: true, idLength: 64},
	},
	{
		Name: opencode.Name, Format: opencode.Name, Title: "OpenCode", write: writeOpenCode,
		rules: rules{agent: true, injected: true, byText: true, thinking: true, images: true, results: true, files: true, failed: true, failText: true, idLength: 64},
	},
	{
		Name: "openai", Format: chat.Format, Dialect: chat.OpenAI, Title: "OpenAI Chat", write: writeOpenAI,
		rules: rules{system: true, images: true, url: true, files: true, idLength: 40},
	},
	{
		Name: "anthropic", Format: chat.Format, Dialect: chat.Anthropic, Title: "Anthropic Messages", write: writeAnthropic,
		rules: rules{beside: true, images: true, results: true, url: true, files: true, failed: true, idLength: 64},
	},
	{
		Name: "ai-sdk", Format: chat.Format, Dialect: chat.AISDK, Title: "AI SDK messages", write: writeAISDK,
		rules: rules{system: true, summary: true, thinking: true, images: true, results: true, url: true, files: true, failed: true, failText: true, idLength: 64},
	},
}

// anyChat asks for a message list in the dialect of the session's vendor.
const anyChat = "chat"

// Names are what Find knows, for a message.
func Names() string {
	names := make([]string, 0, len(Targets)+1)
	for i := range Targets {
		names = append(names, Targets[i].Name)
	}
	return strings.Join(append(names, anyChat), ", ")
}

// Known reports whether Find knows a name, whatever the session.
func Known(name string) bool {
	_, ok := Find(&model.Session{}, name)
	return ok
}

// Find gives the target that a name means for a session.
func Find(s *model.Session, name string) (Target, bool) {
	if name == anyChat {
		if s.Format == chat.Format {
			return Target{Name: anyChat, Format: chat.Format, Title: "message list"}, true
		}
		name = "openai"
		if strings.Contains(strings.ToLower(s.Model), "claude") || s.Model == "" && s.Format == claudecode.Name {
			name = "anthropic"
		}
	}
	for _, t := range Targets {
		if t.Name == name {
			return t, true
		}
	}
	return Target{}, false
}

// Same reports whether a session is in the form of the target already, so that nothing needs
// to be converted.
func (t Target) Same(s *model.Session) bool {
	return t.Format == s.Format && (t.Dialect == "" || t.Dialect == s.Dialect)
}

// Write makes a new session of a draft, in the form of the target.
func (t Target) Write(s *model.Session, d model.Draft, o model.WriteOptions) (*model.Written, error) {
	c := &talk{s: s, d: d, o: o, target: t, out: &model.Written{Rope: &model.Rope{}, ID: o.NewID()}, ids: map[string]bool{}, names: map[string]bool{}}
	if err := c.collect(); err != nil {
		return nil, err
	}
	if err := c.late(); err != nil {
		return nil, fmt.Errorf("read what was appended meanwhile: %w", err)
	}
	t.write(c)
	c.out.Losses = c.lost.sentences()
	return c.out, nil
}

// late counts the lines that the agent has appended meanwhile: they are in no draft.
func (c *talk) late() error {
	if c.o.Late == nil || c.o.Late.Size <= c.s.Bytes {
		return nil
	}
	n := c.o.Late.Size - c.s.Bytes
	b, err := io.ReadAll(io.NewSectionReader(c.o.Late.Reader, c.s.Bytes, n))
	if err != nil {
		return err
	}
	c.out.Missed = bytes.Count(bytes.TrimSpace(b), []byte("\n")) + 1
	return nil
}
