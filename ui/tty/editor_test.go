package tty

import (
	"strings"
	"testing"
)

func TestEditors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ visual, editor, view, edit string }{
		{"", "vim", "vim -R -n +12 /s/a b.jsonl", "vim +12 /s/a b.jsonl"},
		{"/usr/bin/nvim", "nano", "/usr/bin/nvim -R -n +12 /s/a b.jsonl", "/usr/bin/nvim +12 /s/a b.jsonl"},
		{"", "nano -l", "nano -l --view +12 /s/a b.jsonl", "nano -l +12 /s/a b.jsonl"},
		{"", "kak", "kak -ro +12 /s/a b.jsonl", "kak +12 /s/a b.jsonl"},
		{"", "less", "less +12g /s/a b.jsonl", "less /s/a b.jsonl"},
		{"", "", "", "vi +12 /s/a b.jsonl"},
		{"", "emacs -nw", "", "emacs -nw +12 /s/a b.jsonl"},
		{"code", "vim", "", "code --wait -g /s/a b.jsonl:12"},
		{"code --wait", "", "", "code --wait -g /s/a b.jsonl:12"},
		{"", "Code.exe", "", "Code.exe --wait -g /s/a b.jsonl:12"},
		{"", "subl", "", "subl --wait /s/a b.jsonl:12"},
		{"", "hx", "", "hx /s/a b.jsonl:12"},
		{"", "my-editor --fast", "", "my-editor --fast /s/a b.jsonl"},
	} {
		env := func(name string) string { return map[string]string{"VISUAL": c.visual, "EDITOR": c.editor}[name] }
		view, ok := command(env, readers, "/s/a b.jsonl", 12)
		if got := strings.Join(view, " "); ok != (c.view != "") || ok && got != c.view {
			t.Errorf("%q %q shows by %q", c.visual, c.editor, got)
		}
		edit, _ := command(env, openers, "/s/a b.jsonl", 12)
		if got := strings.Join(edit, " "); got != c.edit {
			t.Errorf("%q %q edits by %q", c.visual, c.editor, got)
		}
	}
}
