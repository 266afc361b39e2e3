package ui

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"cutline/render"
	"cutline/ui/page"
)

// The causes are those that an error wraps, each in its own words; those that were joined follow each other.
func TestCauses(t *testing.T) {
	t.Parallel()
	deep := &fs.PathError{Op: "open", Path: "a\x1b[31m.jsonl", Err: fs.ErrPermission}
	for _, c := range []struct {
		err  error
		want []string
	}{
		{nil, nil},
		{errors.New("alone"), nil},
		{fmt.Errorf("write the result: %w", deep), []string{"write the result", "open a.jsonl", "permission denied"}},
		{fmt.Errorf("close: %w", errors.Join(errors.New("one"), errors.New("two"))), []string{"close", "one", "two"}},
	} {
		if got := causes(c.err); !slices.Equal(got, c.want) {
			t.Errorf("%v: %q, want %q", c.err, got, c.want)
		}
	}
}

// An error stays until a key is pressed: e opens the whole of it, any other key does what it always does.
func TestWholeError(t *testing.T) {
	t.Parallel()
	a := opened(t, &world{}, plain, 80, 24)
	fail := func() {
		settle(a, a.failed("not written: ", fmt.Errorf("beside the session: %w", fs.ErrPermission), "; w can write it somewhere else"))
	}
	fail()
	settle(a, a.faded(fadedMsg{a.notice.gen - 1}))
	if foot := a.footer(); !strings.Contains(foot, "not written") || !strings.Contains(foot, "e more · any key") {
		t.Fatalf("the error does not show: %s", foot)
	}
	forced := a.params.Slim.Out
	press(a, "e")
	frame := a.View()
	if a.page == nil || a.page.Kind != page.Failure || a.params.Slim.Out != forced {
		t.Fatalf("e does not open the error:\n%s", frame)
	}
	for _, want := range []string{"  beside the session", "  permission denied", "w can write it somewhere"} {
		if !strings.Contains(frame, want) {
			t.Errorf("%q is missing:\n%s", want, frame)
		}
	}
	exact(t, frame, 80, 24)
	press(a, "esc")
	if a.page != nil || a.notice.text != "" {
		t.Error("esc does not close the error")
	}

	fail()
	press(a, "4")
	if a.notice.text != "" || a.page == nil || a.page.Kind != page.Reasons {
		t.Error("another key does not close the error and do what it always does")
	}
	press(a, "esc")
	settle(a, a.done("written"))
	if press(a, "e"); a.page != nil || a.notice.kind == render.Problem {
		t.Error("e opens an error where none shows")
	}
}
