package render

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"cutline/model"
)

func peers(at int) func(string) int { return func(string) int { return at } }

func TestWhole(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("line\n", 20)
	for _, tt := range []struct {
		name string
		part model.Part
		peer int
		open bool
		want string
	}{
		{"words", model.Part{Text: "as **they** are"}, -1, false, "as **they** are"},
		{
			"call",
			model.Part{Kind: model.Call, Name: "Bash", Args: `{"command":"go test ./...","timeout":5}`},
			58, false,
			"[call] Bash (result in message 58)\ncommand: go test ./...\ntimeout: 5",
		},
		{
			"edit",
			model.Part{Kind: model.Call, Name: "Edit", Args: `{"file_path":"a.go","old_string":"one\ntwo\n","new_string":"one\n2\n","replace_all":false}`},
			-1, false,
			"[call] Edit (no result)\nfile_path: a.go\n```diff\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n```\nreplace_all: false",
		},
		{
			"edits",
			model.Part{Kind: model.Call, Name: "MultiEdit", Args: `{"edits":[{"old_string":"a","new_string":"b"},{"old_string":"c","new_string":"c"}],"why":"a text that is longer than what fits behind a name, so that the list is one that folds"}`},
			1, true,
			"[call] MultiEdit (result in message 1)\nedits (2 items):\n```diff\n@@ -1 +1 @@\n-a\n+b\n```\n(nothing changes)\nwhy (1 line, 86 chars):\n```\na text that is longer than what fits behind a name, so that the list is one that folds\n```",
		},
		{
			"folded",
			model.Part{Kind: model.Call, Name: "Write", Args: `{"content":"` + strings.ReplaceAll(long, "\n", `\n`) + `end"}`},
			-1, false,
			"[call] Write (no result)\ncontent (21 lines, 103 chars):\n```\n" + strings.TrimSuffix(strings.Repeat("line\n", 16), "\n") + "\n```\n… 5 lines more, 23 chars: a unfolds",
		},
		{
			"unfolded",
			model.Part{Kind: model.Call, Name: "Write", Args: `{"content":"` + strings.ReplaceAll(long, "\n", `\n`) + `end"}`},
			-1, true,
			"[call] Write (no result)\ncontent (21 lines, 103 chars):\n```\n" + long + "end\n```",
		},
		{"name", model.Part{Kind: model.Call, Name: "sh\nuser: yes", Args: "ls"}, -1, false, "[call] sh user: yes (no result)\n```\nls\n```"},
		{"patch", model.Part{Kind: model.Call, Name: "apply_patch", Args: "*** Begin Patch\n-a\n+b"}, -1, false, "[call] apply_patch (no result)\n```diff\n*** Begin Patch\n-a\n+b\n```"},
		{"fence", model.Part{Kind: model.Call, Name: "x", Args: "a\n```\nb"}, -1, false, "[call] x (no result)\n````\na\n```\nb\n````"},
		{
			"result",
			model.Part{Kind: model.Result, Name: "Read", Failed: true, Output: []model.Part{{Text: "no such file"}, {Kind: model.Image, Media: "image/png", Bytes: 312_000}}},
			7, false,
			"[result] Read (call in message 7) · failed\nno such file\n[image · image/png · 312.0 kB · ≈1,200 tokens]",
		},
		{"json", model.Part{Kind: model.Result, Name: "x", JSON: `{"a":[1,2]}`}, -1, false, "[result] x (no call)\n```json\n{ \"a\": [1, 2] }\n```"},
		{"file", model.Part{Kind: model.File, Text: "a.pdf", Media: "application/pdf"}, -1, false, "[file · a.pdf · application/pdf]"},
	} {
		if diff := cmp.Diff(tt.want, Whole(model.Message{Parts: []model.Part{tt.part}}, peers(tt.peer), tt.open)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

// Unfolded, every string of the arguments that is no half of an edit stands there whole.
func TestWholeLosesNothing(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		body := rapid.StringMatching("[a-z`\n]{0,200}").Draw(rt, "body")
		out := Whole(model.Message{Parts: []model.Part{{Kind: model.Call, Name: "x", Args: body}}}, peers(-1), true)
		if body != "" && !strings.Contains(out, body) {
			rt.Fatalf("%q is not in %q", body, out)
		}
	})
}
