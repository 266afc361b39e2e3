package convert

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/model"
	"cutline/model/sessiontest"
)

// to finds a target by its name.
func to(t *testing.T, name string) Target {
	t.Helper()
	target, ok := Find(&model.Session{}, name)
	if !ok {
		t.Fatalf("no target %q", name)
	}
	return target
}

// written is the text of a session that was written.
func written(t *testing.T, w *model.Written) string {
	t.Helper()
	var b strings.Builder
	if _, err := w.Rope.WriteTo(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestFind(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		format, dialect, model, name string
		want                         string // of the target; empty: there is none
		same                         bool
	}{
		{"copilot", "", "", "claude-code", "claude-code", false},
		{"claude-code", "", "", "claude-code", "claude-code", true},
		{"copilot", "", "gpt-5", "chat", "openai", false},
		{"cline", "", "anthropic/claude-sonnet-4.5", "chat", "anthropic", false},
		{"claude-code", "", "", "chat", "anthropic", false},
		{"chat", "openai-chat", "", "chat", "chat", true},
		{"chat", "plain", "", "chat", "chat", true},
		{"chat", "openai-chat", "", "openai", "openai", true},
		{"chat", "openai-chat", "", "anthropic", "anthropic", false},
		{"chat", "ai-sdk-ui", "", "ai-sdk", "ai-sdk", false},
		{"codex", "", "", "word", "", false},
		{"codex", "", "", "", "", false},
	} {
		s := &model.Session{Format: c.format, Dialect: c.dialect, Model: c.model}
		target, ok := Find(s, c.name)
		if ok != (c.want != "") || target.Name != c.want || ok && target.Same(s) != c.same {
			t.Errorf("%+v: %q, same %t", c, target.Name, target.Same(s))
		}
		if Known(c.name) != ok {
			t.Errorf("Known(%q) = %t", c.name, !ok)
		}
	}
	if got := Names(); got != "claude-code, codex, prime, gemini, opencode, openai, anthropic, ai-sdk, chat" {
		t.Error(got)
	}
}

// rich is a session with one of everything that some format cannot hold.
func rich() *model.Session {
	user := func(o model.Origin, parts ...model.Part) model.Message {
		return model.Message{Role: model.User, Origin: o, Parts: parts}
	}
	says := func(parts ...model.Part) model.Message {
		return model.Message{Role: model.Assistant, Model: "m-1", Parts: parts}
	}
	tool := func(parts ...model.Part) model.Message { return model.Message{Role: model.Tool, Parts: parts} }
	png := model.Part{Kind: model.Image, Media: "image/png", Bytes: 5, Data: "aGVsbG8="}
	s := session("copilot",
		model.Message{Role: model.System, Parts: []model.Part{text("You are Copilot.")}},
		user(model.Person, text("Look at this."), png, model.Part{Kind: model.File, Text: "a.txt", Media: "text/plain", Bytes: 9}),
		user(model.Injected, text("The date has changed.")),
		says(model.Part{Kind: model.Thinking, Text: "hm"}, model.Part{Kind: model.Thinking, Redacted: true}, text("I look."),
			model.Part{Kind: model.Call, ID: "a", Name: "view", Args: `{"path":"a.go"}`}, model.Part{Kind: model.Call, ID: "b c", Name: "x.patch", Args: "*** Begin"}),
		user(model.Person, text("And?")),
		tool(model.Part{Kind: model.Result, ID: "b c", Failed: true, Output: []model.Part{text("bad")}}),
		tool(model.Part{Kind: model.Result, ID: "a", Output: []model.Part{text("package a"), png}}),
		model.Message{Role: model.System, Parts: []model.Part{text("Mode: plan.")}},
		says(model.Part{Kind: model.Unknown, Text: "new"}, text("Done.")),
	)
	s.Attachments = []model.Attachment{{Type: "memory", Chars: 10}}
	return s
}

func draftOf(s *model.Session) model.Draft {
	d := sessiontest.DraftFrom(s, 1)
	d.Items = slices.Insert(d.Items, 0, model.Item{Kind: model.KeptSystem, Row: 0})
	return d
}

func TestLosses(t *testing.T) {
	t.Parallel()
	want := map[string][]string{
		"claude-code": {thought, sealedThought, newID, newName, bareArguments, movedResult, unknownBlock, agentSystem, systemReminder, attachment},
		"codex":       {thought, sealedThought, newID, newName, bareArguments, movedResult, unknownBlock, failedMark, agentSystem, reminder, attachment},
		"prime":       {sealedThought, newID, newName, bareArguments, movedResult, unknownBlock, agentSystem, systemReminder, attachment},
		"gemini":      {sealedThought, newID, newName, bareArguments, movedResult, unknownBlock, agentSystem, reminder, systemReminder, attachment},
		"opencode":    {sealedThought, newID, newName, bareArguments, movedResult, unknownBlock, agentSystem, systemReminder, attachment},
		"openai":      {thought, sealedThought, newID, newName, bareArguments, movedResult, "image" + noRoom, unknownBlock, failedMark, reminder, attachment},
		"anthropic":   {thought, sealedThought, newID, newName, bareArguments, movedResult, unknownBlock, reminder, systemReminder, attachment},
		"ai-sdk":      {sealedThought, newID, newName, bareArguments, movedResult, unknownBlock, reminder, attachment},
	}
	for _, target := range Targets {
		s := rich()
		w, _ := convert(t, target, s, draftOf(s))
		var got, expected []string
		for _, l := range w.Losses {
			if !strings.HasPrefix(l, "the calls are of the tools view, x_patch: "+target.Title) {
				got = append(got, strings.TrimLeft(l, "0123456789 "))
			}
		}
		if len(got) == len(w.Losses) == target.agent {
			t.Errorf("%s: %q", target.Name, w.Losses)
		}
		file := "file" + noRoom // documents are no problem, other files are
		if target.files {
			file = "file" + noData
		}
		for _, what := range append([]string{file}, want[target.Name]...) {
			noun, rest, _ := strings.Cut(what, "|")
			n := 1
			if what == movedResult || what == reminder && strings.HasPrefix(target.Name, "gemini") || what == reminder && target.Name == "anthropic" {
				n = 2
			}
			if n > 1 {
				noun += "s"
			}
			expected = append(expected, noun+" "+rest)
		}
		slices.Sort(got)
		slices.Sort(expected)
		if diff := cmp.Diff(expected, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", target.Name, diff)
		}
	}
}

// TestSays compares what a converted session says with what it should, message by message.
func TestSays(t *testing.T) {
	t.Parallel()
	const image, file = "[Image]", "[file, a.txt, text/plain, 9 bytes: left out when the session was converted]"
	wrapped := strings.ReplaceAll(sessiontest.Wrapped, "\n", "⏎")
	date := "<system-reminder>⏎The date has changed.⏎</system-reminder>"
	mode := strings.ReplaceAll(date, "The date has changed.", "Mode: plan.")
	calls := ` view(a){"path":"a.go"} x_patch(converted_1){"input":"*** Begin"}`
	results := []string{"t a=package a⏎[Image]", "t converted_1=bad!"}
	for name, want := range map[string][]string{
		"claude-code": {"m " + wrapped, "u Look at this. " + image + " " + file, "i The date has changed.", "a I look." + calls, "t a=package a⏎[Image] converted_1=bad!", "u And?", "i Mode: plan.", "a Done."},
		"codex": {
			"m " + wrapped, "u Look at this. " + image + " " + file, "i " + date, "a I look.", "a" + calls, results[0], "t converted_1=bad", "u And?", "s Mode: plan.", "a Done.",
		},
		"prime": {
			"m What was done.", "u Look at this. " + image + " " + file, "i The date has changed.", "a [Thinking] hm I look." + calls, results[0], results[1], "u And?", "i Mode: plan.", "a Done.",
		},
		"gemini": {"m " + wrapped, "u Look at this. " + image + " " + file, "i " + date, "a [Thinking] hm I look." + calls, "t a=package a⏎[Image] converted_1=bad!", "u And?", "i " + mode, "a Done."},
		"opencode": {
			"m " + wrapped, "u Look at this. " + image + " " + file, "i The date has changed.", "a [Thinking] hm I look." + calls, "t a=package a⏎[Image] converted_1=bad!", "u And?", "i Mode: plan.", "a Done.",
		},
		"openai": {
			"s You are Copilot.", "m " + wrapped, "u Look at this. " + image + " " + file, "i " + date, "a I look." + calls,
			"t a=package a⏎[image, image/png, 5 bytes: left out when the session was converted]", "t converted_1=bad", "u And?", "s Mode: plan.", "a Done.",
		},
		"anthropic": {
			"s You are Copilot.", "m " + wrapped, "u Look at this. " + image + " " + file, "i " + date, "a I look." + calls, "t a=package a⏎[Image] converted_1=bad!", "u And?", "i " + mode, "a Done.",
		},
		"ai-sdk": {
			"s You are Copilot.", "m " + wrapped, "u Look at this. " + image + " " + file, "i " + date, "a [Thinking] hm I look." + calls, "t a=package a⏎[Image] converted_1=bad!", "u And?", "s Mode: plan.", "a Done.",
		},
	} {
		s := rich()
		_, after := convert(t, to(t, name), s, draftOf(s))
		got := sessiontest.Says(t, after)
		for i := range got {
			got[i] = strings.ReplaceAll(got[i], "\n", "⏎")
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestNames(t *testing.T) {
	t.Parallel()
	const id, ses = "00000000-0000-4000-8000-000000000001", "ses_20dc8c17fffe00000000000002"
	for name, want := range map[string][3]string{
		"claude-code": {id + ".jsonl", "cd /home/dev/my.shop && claude --resume " + id, "~/.claude/projects/-home-dev-my-shop"},
		"codex":       {"rollout-2026-05-04T09-00-00-" + id + ".jsonl", "cd /home/dev/my.shop && codex resume " + id, "~/.codex/sessions/2026/05/04"},
		"prime":       {id + ".jsonl", "", "~/.prime/agent/sessions"},
		"gemini":      {"session-2026-05-04T09-00-00000000.json", "gemini --resume " + id, "of the hash"},
		"opencode":    {ses + ".json", "opencode import {file} && opencode -s " + ses, ""},
		"openai":      {"talk.compacted.json", "", ""},
	} {
		s := rich()
		w, after := convert(t, to(t, name), s, draftOf(s))
		got := [3]string{w.Name, w.Resume, w.Home}
		if name == "gemini" { // the hash is that of the folder
			want[2] = w.Home
			if !strings.HasPrefix(w.Home, "~/.gemini/tmp/") || len(w.Home) != len("~/.gemini/tmp//chats")+64 {
				t.Error(w.Home)
			}
		}
		if got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
		if name != "openai" && (after.ID != w.ID || !strings.Contains(w.Name+w.Resume+w.Home, w.ID[:8])) {
			t.Errorf("%s: id %q", name, after.ID)
		}
		if name != "openai" && name != "gemini" && after.CWD != s.CWD {
			t.Errorf("%s: folder %q", name, after.CWD)
		}
	}
}

// TestInOneMessage: what the model said after it knew a result stays behind that result.
func TestInOneMessage(t *testing.T) {
	t.Parallel()
	s := session("codex",
		model.Message{Role: model.User, Origin: model.Person, Parts: []model.Part{text("Search.")}},
		model.Message{Role: model.Assistant, Parts: []model.Part{
			{Kind: model.Call, ID: "w", Name: "web_search", Args: `{"q":"x"}`}, {Kind: model.Result, ID: "w"}, text("It says x."), {Kind: model.Call, ID: "r", Name: "Read", Args: `{}`},
		}},
		model.Message{Role: model.Tool, Parts: []model.Part{{Kind: model.Result, ID: "r", Output: []model.Part{text("x")}}}},
	)
	_, after := convert(t, to(t, "anthropic"), s, sessiontest.DraftFrom(s, 0))
	want := []string{"mm", "u Search.", `a web_search(w){"q":"x"}`, "t w=", "a It says x. Read(r){}", "t r=x"}
	got := sessiontest.Says(t, after)
	got[0] = "mm"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestArguments(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		"": "{}", "null": "{}", " { \"n\" :\n 12345678901234567890 } ": `{"n":12345678901234567890}`, "[1]": `{"input":[1]}`, "7": `{"input":7}`,
		"*** Begin": `{"input":"*** Begin"}`, `{"a":"\ud83e"}`: `{"a":"\ufffd"}`, `{"a":"\ud83e\udd8a \\ud83e"}`: `{"a":"\ud83e\udd8a \\ud83e"}`,
		`{"a":"\udd8a\uD83E"}`: `{"a":"\ufffd\ufffd"}`, "{\"a\":\"\xff\"}": "{\"a\":\"\ufffd\"}", `{"a":"<&\u2028"}`: `{"a":"<&\u2028"}`,
	} {
		if got, object := arguments(raw); got != want || object != !strings.HasPrefix(want, `{"input"`) {
			t.Errorf("%q: %s, %t; want %s", raw, got, object, want)
		}
	}
}

func TestLate(t *testing.T) {
	t.Parallel()
	s := rich()
	for added, want := range map[string]int{"": 0, "y\n": 1, "y\nz": 2, "y\nz\n\n": 2} {
		o := options()
		all := strings.Repeat("x\n", len(s.Rows)) + added
		o.Late = &model.Input{Reader: strings.NewReader(all), Size: int64(len(all))}
		w, err := to(t, "codex").Write(s, draftOf(s), o)
		if err != nil || w.Missed != want || w.Carried != 0 {
			t.Errorf("%q: %d missed, %v", added, w.Missed, err)
		}
	}
}
