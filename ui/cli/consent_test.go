package cli

import (
	"bytes"
	"regexp"
	"strings"
	"testing"
	"time"

	"cutline/pipeline/summarize"
)

// Waiting for a model is said once for every attempt, with since when, and what needs none says nothing.
func TestProgressSaysWhatIsWaitedFor(t *testing.T) {
	t.Parallel()
	var errs bytes.Buffer
	c := &command{IO: IO{Err: &errs}}
	on := c.progress()
	on(summarize.Progress{Rung: summarize.External, Model: "a-model", Try: 1, Tries: 3})
	on(summarize.Progress{Rung: summarize.External, Model: "a-model", Try: 1, Tries: 3, Done: 12, Text: "some words"})
	on(summarize.Progress{Rung: summarize.External, Model: "a-model", Try: 2, Tries: 3, Until: time.Now().Add(2 * time.Second), Why: "overloaded"})
	on(summarize.Progress{Rung: summarize.External, Try: 2, Tries: 3})
	on(summarize.Progress{Rung: summarize.Local, Try: 1, Tries: 1, Done: 4, Of: 9})
	want := regexp.MustCompile(`^cutline: waiting for a-model since \d\d:\d\d:\d\d, attempt 1 of 3; ctrl\+c stops it
cutline: overloaded; attempt 2 of 3 in \d+s
cutline: waiting for the server's model since \d\d:\d\d:\d\d, attempt 2 of 3; ctrl\+c stops it
$`)
	if !want.MatchString(errs.String()) {
		t.Errorf("it says:\n%s", errs.String())
	}
	if strings.Contains(errs.String(), "some words") {
		t.Error("the answer is said")
	}
}
