package model

import "testing"

func TestInFolder(t *testing.T) {
	for folder, want := range map[string]string{
		"": "go", "/home/dev/a.b": "cd /home/dev/a.b && go", "/a b": "cd '/a b' && go", "/it's": `cd '/it'\''s' && go`, "/$(x)": "cd '/$(x)' && go", "~": "cd '~' && go",
	} {
		if got := InFolder(folder, "go"); got != want {
			t.Errorf("%q: %s, want %s", folder, got, want)
		}
	}
	if got := ShellWord(""); got != "''" {
		t.Errorf("nothing: %s", got)
	}
}
