//go:build unix

package main

import (
	"bytes"
	"testing"

	"cutline/pipeline/summarize/scripted"
)

// TestPtyModel: the program in a terminal asks a model, and only after a yes.
func TestPtyModel(t *testing.T) {
	const answer = "The person wants every screen to be 80 cells wide, and the golden files were drawn anew."
	srv := scripted.Start(t, scripted.Step{Status: 529, Headers: map[string]string{"Retry-After": "1"}}, scripted.Step{OK: answer})
	x := spawn(t, 120, 40, []string{"OPENAI_BASE_URL=" + srv.URL + "/v1", "NO_COLOR=1", "OPENAI_API_KEY=sk-never-to-be-seen"}, "demo", "--provider", "custom", "--model", "m-1")
	x.see("split at 113")
	x.keys("c")
	x.see("before it is sent")
	x.keys("P")
	x.see("word for word; looking at it sends nothing")
	if n := len(srv.Requests()); n > 0 {
		t.Fatalf("%d requests before a yes", n)
	}
	x.keys("\x1b")
	x.quiet() // a lone ESC is a key only when nothing follows at once
	x.keys("y")
	x.see("attempt 2 of 3 in 1 s")
	x.see("tail byte for byte")
	if n := len(srv.Requests()); n != 2 {
		t.Errorf("%d requests", n)
	}
	if bytes.Contains(x.bytes(), []byte("never-to-be-seen")) {
		t.Error("the key reaches the screen")
	}
	if status := x.leave(); status != 0 {
		t.Errorf("status %d", status)
	}
}
