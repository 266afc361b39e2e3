package model

import (
	"runtime"
	"testing"
)

func TestCommand(t *testing.T) {
	t.Parallel()
	space, quote := "'my files/a.json'", `'it'\''s.json'`
	if runtime.GOOS == "windows" {
		space, quote = `"my files/a.json"`, "it's.json"
	}
	for path, want := range map[string]string{"a/b.json": "a/b.json", "my files/a.json": space, "it's.json": quote} {
		w := Written{Resume: "take " + ResumeFile + " && go"}
		if got := w.Command(path); got != "take "+want+" && go" {
			t.Errorf("%s: %s", path, got)
		}
	}
	if got := (&Written{Resume: "agent --resume 7"}).Command("a.json"); got != "agent --resume 7" {
		t.Errorf("a command without a file is %q", got)
	}
}
