package convert

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"cutline/model"
	"cutline/model/measure"
	"cutline/model/sessiontest"
)

// spoken is a session of messages that no file holds: what a reader makes of a record is the
// message with the record's number.
type spoken []model.Message

func (d spoken) Decode(_ [][]byte, row model.Row) (model.Message, error) {
	m := d[row.Line-1]
	m.Parts = slices.Clone(m.Parts)
	return m, nil
}

// session makes a session of messages, as a reader of that format would.
func session(format string, messages ...model.Message) *model.Session {
	text := strings.Repeat("x\n", len(messages))
	s := &model.Session{Format: format, Path: "talk.jsonl", CWD: "/home/dev/my.shop", Reader: strings.NewReader(text), Bytes: int64(len(text)), Decoder: spoken(messages)}
	b := measure.New(s)
	for i, m := range messages {
		b.Add(m, []model.Source{{Off: int64(2 * i), Len: 1, Line: i + 1}}, 0, 0)
	}
	b.Finish()
	return s
}

func text(words string) model.Part { return model.Part{Kind: model.Text, Text: words} }

// drawn is a session with everything that a reader may give: calls without an id and results
// that come late, twice or never, arguments that are no object, pictures with and without data.
func drawn(t *rapid.T) *model.Session {
	words := rapid.Map(rapid.SliceOfN(rapid.SampledFrom([]string{
		"please", " ", "\n", "é", "🦊", "\"", "\\", "\\ud83e", "<system-reminder>", "</system-reminder>", "</system_reminder>", "<user_query>", "\ufffd", "\x01",
	}), 0, 6), func(s []string) string { return strings.Join(s, "") })
	ids := rapid.SampledFrom([]string{"c1", "c2", "c3", "toolu_01", "", "a b", "converted_1", strings.Repeat("x", 41), strings.Repeat("y", 65)})
	args := rapid.SampledFrom([]string{
		"", "null", `{"path":"a.go"}`, "{\n \"n\": 12345678901234567890 }", `{"s":"\ud83e"}`, `{"s":"\\ud83e \ud83e\udd8a"}`, `[1]`, `"text"`, "*** Begin Patch", "{\"s\":\"\xff\"}", "{", "7",
	})
	names := rapid.SampledFrom([]string{"Read", "functions.exec", "", "mcp__a__b", strings.Repeat("n", 80), "日"})
	pictures := rapid.SampledFrom([]model.Part{
		{Kind: model.Image, Media: "image/png", Bytes: 5, Data: "aGVsbG8="},
		{Kind: model.Image, Data: "https://example.org/a.png"},
		{Kind: model.Image, Data: "/9j/aGVsbG8="},
		{Kind: model.Image},
		{Kind: model.Image, Data: "data:image/svg,<svg>"},
		{Kind: model.File, Text: "a.pdf", Media: "application/pdf", Data: "aGVs"},
		{Kind: model.File, Text: "\xff", Media: "text/plain", Bytes: 3},
	})
	part := rapid.Custom(func(t *rapid.T) model.Part {
		if rapid.IntRange(0, 4).Draw(t, "picture") == 0 {
			return pictures.Draw(t, "which")
		}
		return text(words.Draw(t, "words"))
	})
	result := rapid.Custom(func(t *rapid.T) model.Part {
		p := model.Part{Kind: model.Result, ID: ids.Draw(t, "id"), Failed: rapid.Bool().Draw(t, "failed")}
		if rapid.IntRange(0, 4).Draw(t, "json") == 0 {
			p.JSON = rapid.SampledFrom([]string{`{"k": [1, 2]}`, `7`, `{"output":"x","metadata":{"exit_code":1}}`}).Draw(t, "value")
			return p
		}
		p.Output = rapid.SliceOfN(part, 0, 3).Draw(t, "output")
		return p
	})
	answer := rapid.Custom(func(t *rapid.T) model.Part {
		switch rapid.IntRange(0, 9).Draw(t, "kind") {
		case 0:
			return model.Part{Kind: model.Thinking, Text: words.Draw(t, "thought"), Redacted: rapid.Bool().Draw(t, "redacted")}
		case 1:
			return model.Part{Kind: model.Unknown, Text: "new"}
		case 2:
			return result.Draw(t, "own result")
		case 3, 4, 5:
			return text(words.Draw(t, "words"))
		}
		return model.Part{Kind: model.Call, ID: ids.Draw(t, "id"), Name: names.Draw(t, "name"), Args: args.Draw(t, "args")}
	})
	message := rapid.Custom(func(t *rapid.T) model.Message {
		m := model.Message{Role: rapid.SampledFrom([]model.Role{model.User, model.User, model.Assistant, model.Assistant, model.Assistant, model.Tool, model.Tool, model.System}).Draw(t, "role")}
		m.Time = rapid.SampledFrom([]string{"", "2026-05-01T10:00:00.000Z", "yesterday"}).Draw(t, "time")
		switch m.Role {
		case model.User:
			m.Parts = rapid.SliceOfN(part, 0, 3).Draw(t, "parts")
			m.Origin = measure.OriginOf(m, measure.Wrappers)
			switch flag := rapid.IntRange(0, 5).Draw(t, "flag"); { // what a record says of itself
			case flag == 0:
				m.Origin = model.Injected
			case flag == 1 && strings.TrimSpace(m.Text()) != "":
				m.Origin = model.FromSummary
			}
		case model.Assistant:
			m.Parts = rapid.SliceOfN(answer, 0, 5).Draw(t, "parts")
			m.Broken = slices.ContainsFunc(m.Parts, func(p model.Part) bool {
				return strings.Contains(p.Args, "\xff") || strings.Contains(p.Args, `:"\ud83e"`)
			})
		case model.Tool:
			m.Parts = rapid.SliceOfN(result, 1, 3).Draw(t, "parts")
		case model.System:
			m.Parts = []model.Part{text("rules " + words.Draw(t, "rules"))}
		}
		return m
	})
	return session(rapid.SampledFrom([]string{"copilot", "chat"}).Draw(t, "format"), rapid.SliceOfN(message, 1, 10).Draw(t, "messages")...)
}

// TestLaws: whatever a session holds, what is written obeys the rules of its API, opens as the
// target, and says what was kept.
func TestLaws(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := drawn(t)
		target := rapid.SampledFrom(Targets).Draw(t, "target")
		d := sessiontest.DraftFrom(s, rapid.IntRange(0, len(s.Rows)-1).Draw(t, "from"))
		if s.Rows[0].Role == model.System && d.Items[1].Row > 0 {
			d.Items = slices.Insert(d.Items, 0, model.Item{Kind: model.KeptSystem, Row: 0})
		}
		convert(t, target, s, d)
	})
}

// TestAllOfIt converts drafts that nobody has mended: results without a call, calls without a result.
func TestAllOfIt(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := drawn(t)
		target := rapid.SampledFrom(Targets).Draw(t, "target")
		d := model.Draft{Summary: "What was done.", Items: []model.Item{{Kind: model.NewSummary, Row: -1, Text: sessiontest.Wrapped}}}
		for i := range s.Rows {
			d.Items = append(d.Items, model.Item{Kind: model.KeptTail, Row: i})
		}
		w, err := target.Write(s, d, options())
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		if _, err := w.Rope.WriteTo(&b); err != nil {
			t.Fatal(err)
		}
		if bad := check(target.Name, b.String()); len(bad) > 0 {
			t.Fatal(fmt.Sprint(bad) + "\n" + b.String())
		}
	})
}
