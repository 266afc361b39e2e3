package measure

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"cutline/model"
	"cutline/model/js"
)

// build measures messages as a reader does, and gives a session that decodes them again.
func build(messages []model.Message) *model.Session {
	s := &model.Session{Decoder: held(messages)}
	b := New(s)
	for i, m := range messages {
		b.Add(m, nil, i, 0)
	}
	b.Finish()
	return s
}

// anyMessage draws a message of any parts.
func anyMessage(t *rapid.T) model.Message {
	words := rapid.SampledFrom([]string{"", " \n", "plain words", "語🦊", "<user_query>what?</user_query>", "a\n\nb", strings.Repeat("x", 100_001)})
	id := rapid.SampledFrom([]string{"1", "2", "3"})
	tool := rapid.SampledFrom([]string{"Read", "", "更", "unknown", "a_very_long_tool_name"})
	args := rapid.SampledFrom([]string{"", `{ "path" : "a b" }`, `{"n":1.0}`, "not json", `{"s":"\ud83e"}`, `{"s":"` + strings.Repeat("y", 100_000) + `"}`})
	m := model.Message{Role: model.Role(rapid.IntRange(0, 3).Draw(t, "role"))}
	for range rapid.IntRange(0, 4).Draw(t, "parts") {
		p := model.Part{Kind: model.Kind(rapid.IntRange(0, 6).Draw(t, "kind"))}
		switch p.Kind {
		case model.Call:
			p.ID, p.Name, p.Args = id.Draw(t, "id"), tool.Draw(t, "tool"), args.Draw(t, "args")
		case model.Result:
			p.ID, p.Failed = id.Draw(t, "id"), rapid.Bool().Draw(t, "failed")
			if rapid.Bool().Draw(t, "json") {
				p.JSON = `{ "a": [1, 2] }`
				break
			}
			for range rapid.IntRange(0, 3).Draw(t, "blocks") {
				o := model.Part{Kind: rapid.SampledFrom([]model.Kind{model.Text, model.Image, model.File}).Draw(t, "block")}
				if o.Kind == model.Text {
					o.Text = words.Draw(t, "output")
				}
				p.Output = append(p.Output, o)
			}
		default:
			p.Text, p.Redacted = words.Draw(t, "words"), rapid.Bool().Draw(t, "redacted")
		}
		m.Parts = append(m.Parts, p)
	}
	return m
}

// TestSizesAreThoseOfTheTranscript: what is measured while reading is what the transcript has
// when it is written, names of results included.
func TestSizesAreThoseOfTheTranscript(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := build(rapid.SliceOfN(rapid.Custom(anyMessage), 0, 6).Draw(t, "messages"))
		for i, row := range s.Rows {
			m, err := s.Message(i)
			if err != nil {
				t.Fatal(err)
			}
			text := m.Transcript()
			if row.Rendered != js.Units(text) || row.Bytes != len(text) {
				t.Fatalf("message %d: %d chars, %d bytes; the row says %d, %d: %.200q", i, js.Units(text), len(text), row.Rendered, row.Bytes, text)
			}
			said := m.Said()
			if want := js.Units(said.Transcript()); len(said.Parts) > 0 && row.Said != want || len(said.Parts) == 0 && row.Said != 0 {
				t.Fatalf("message %d: %d chars are said, the row says %d", i, want, row.Said)
			}
			blocks, _ := model.QueryBlocks(m.Text())
			if query := js.Units(strings.Join(blocks, "\n")); m.Role == model.User && row.Query != query || m.Role != model.User && row.Query != 0 {
				t.Fatalf("message %d: query of %d chars, the row says %d", i, query, row.Query)
			}
			kinds, images := uint8(0), 0
			for _, p := range m.Parts {
				kinds |= 1 << p.Kind
				images += Images(p)
			}
			if row.Kinds != kinds || row.Images != images || row.Is(model.HasImage) != (images > 0) || row.Is(model.Empty) != (len(m.Parts) == 0) {
				t.Fatalf("message %d: row %+v", i, row)
			}
			if len(row.Label) > model.LabelBytes || !utf8.ValidString(row.Label) || strings.ContainsAny(row.Label, "\n\t") {
				t.Fatalf("message %d: label %q", i, row.Label)
			}
		}
	})
}

func TestFlagsAndLabels(t *testing.T) {
	t.Parallel()
	text := func(role model.Role, s ...string) model.Message {
		m := model.Message{Role: role}
		for _, w := range s {
			m.Parts = append(m.Parts, model.Part{Kind: model.Text, Text: w})
		}
		return m
	}
	parts := func(role model.Role, p ...model.Part) model.Message { return model.Message{Role: role, Parts: p} }
	call := func(args string) model.Part {
		return model.Part{Kind: model.Call, ID: "1", Name: "Bash", Args: args}
	}
	tests := []struct {
		name  string
		m     model.Message
		flags model.Flags
		label string
		tool  string
	}{
		{"words", text(model.Assistant, "", "  Two\n words "), model.HasText, "Two words", ""},
		{"nothing", text(model.Assistant), model.Empty, "(empty)", ""},
		{"blank", text(model.Assistant, " \n"), model.Blank, "(empty)", ""},
		{"a query", text(model.User, "<system-reminder>x</system-reminder><user_query>\nWhy?</user_query>"), model.HasText, "Why?", ""},
		{"user info", text(model.User, "<user_info>\nOS\n</user_info>"), model.HasText | model.UserInfo, "<user_info> OS </user_info>", ""},
		{"a skill", text(model.User, "Base directory for this skill: /s"), model.HasText | model.Skill, "Base directory for this skill: /s", ""},
		{"a call", parts(model.Assistant, call(`{"timeout":5,"command":"ls  -l"}`)), model.HasCall, "ls -l", "Bash"},
		{"a call of another kind", parts(model.Assistant, call(`{"foo":{"a": 1},"b":2}`)), model.HasCall, `{"a": 1}`, "Bash"},
		{"a call with plain arguments", parts(model.Assistant, call("*** Begin\nPatch")), model.HasCall, "*** Begin Patch", "Bash"},
		{"words before a call", parts(model.Assistant, model.Part{Kind: model.Text, Text: "I run it."}, call(`{}`)), model.HasText | model.HasCall, "I run it.", "Bash"},
		{"reasoning", parts(model.Assistant, model.Part{Kind: model.Thinking, Text: "hm"}), model.HasThinking, "hm", ""},
		{"hidden reasoning", parts(model.Assistant, model.Part{Kind: model.Thinking, Redacted: true}), model.HasThinking, "[Thinking]", ""},
		{"a picture", parts(model.User, model.Part{Kind: model.Image}), model.HasImage, "[Image]", ""},
		{"a file", parts(model.User, model.Part{Kind: model.File, Text: "a.pdf"}), 0, "[File] a.pdf", ""},
		{"an unknown block", parts(model.Assistant, model.Part{Kind: model.Unknown, Text: "server_x"}), 0, "[server_x]", ""},
		{"a failed result with a picture", parts(model.Tool, model.Part{Kind: model.Result, ID: "9", Failed: true, Output: []model.Part{{Kind: model.Text, Text: "no\nfile"}, {Kind: model.Image}}}), model.HasResult | model.Failed | model.HasImage, "no file [Image]", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			row := build([]model.Message{tt.m}).Rows[0]
			if row.Flags != tt.flags || row.Label != tt.label || row.Tool != tt.tool {
				t.Errorf("flags %b, label %q, tool %q; want %b, %q, %q", row.Flags, row.Label, row.Tool, tt.flags, tt.label, tt.tool)
			}
		})
	}
}

// TestResultsAreNamedByTheirCall: also when the call comes later, and in the label.
func TestResultsAreNamedByTheirCall(t *testing.T) {
	t.Parallel()
	call := model.Message{Role: model.Assistant, Parts: []model.Part{{Kind: model.Call, ID: "1", Name: "Read", Args: `{"path":"a.go"}`}}}
	result := model.Message{Role: model.Tool, Parts: []model.Part{{Kind: model.Result, ID: "1", Name: "said by the file", Output: []model.Part{{Kind: model.Text, Text: "x"}}}}}
	for name, messages := range map[string][]model.Message{"behind": {call, result}, "before": {result, call}} {
		s := build(messages)
		for i, row := range s.Rows {
			m, err := s.Message(i)
			if err != nil || row.Tool != "Read" || m.Parts[0].Name != "Read" || row.Label != "a.go" {
				t.Errorf("%s: message %d is by %q, its part by %q, label %q (%v)", name, i, row.Tool, m.Parts[0].Name, row.Label, err)
			}
		}
	}
}

func TestLabel(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]string{
		"": "", " \n\t": "", "a": "a", " a \r\n b\t\tc ": "a b c", strings.Repeat("x", 300): strings.Repeat("x", 240),
		strings.Repeat("x", 239) + " yy": strings.Repeat("x", 239), strings.Repeat("x", 239) + "語": strings.Repeat("x", 239), "\xff": "\ufffd",
	} {
		if got := Label(s); got != want {
			t.Errorf("Label(%.20q) = %q, want %q", s, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		s := strings.Repeat(rapid.StringN(1, 8, -1).Draw(t, "s"), rapid.IntRange(1, 300).Draw(t, "n"))
		if got := Label(s); len(got) > model.LabelBytes || !utf8.ValidString(got) {
			t.Fatalf("Label(%q) = %q", s, got)
		}
	})
}

func TestLinksAreInOrder(t *testing.T) {
	t.Parallel()
	var messages []model.Message
	for i := range 4 {
		id := fmt.Sprint(i)
		messages = append(messages,
			model.Message{Role: model.Assistant, Parts: []model.Part{{Kind: model.Call, ID: id, Name: "A"}, {Kind: model.Call, ID: id + "b", Name: "B"}}},
			model.Message{Role: model.Tool, Parts: []model.Part{{Kind: model.Result, ID: id + "b"}, {Kind: model.Result, ID: id}}})
	}
	s := build(messages)
	var peers []int
	for _, l := range s.Links {
		peers = append(peers, l.Peer)
	}
	if diff := cmp.Diff([]int{1, 1, 0, 0, 3, 3, 2, 2, 5, 5, 4, 4, 7, 7, 6, 6}, peers); diff != "" {
		t.Errorf("peers (-want +got):\n%s", diff)
	}
	if got := s.LinksOf(3); len(got) != 2 || got[0].Name != "B" || got[1].Name != "A" {
		t.Errorf("links of message 3: %+v", got)
	}
}
