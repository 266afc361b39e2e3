package ui

import (
	"strings"
	"testing"

	"cutline/model"
	"cutline/pipeline"
	"cutline/pipeline/summarize"
)

// unbroken is a screen as one line, so that a sentence may be looked for that the screen breaks.
func unbroken(a *App) string {
	view := strings.Map(func(r rune) rune {
		if strings.ContainsRune("┃│┏┓┗┛━▌", r) {
			return ' '
		}
		return r
	}, a.View())
	return strings.Join(strings.Fields(view), " ")
}

func saysAll(t *testing.T, a *App, want ...string) {
	t.Helper()
	all := unbroken(a)
	for _, w := range want {
		if !strings.Contains(all, w) {
			t.Errorf("%q is not on the screen:\n%s", w, a.View())
		}
	}
}

// Page 4 says both shares of the tools, what narration goes or stays, and in the message itself.
func TestTaughtSlimPage(t *testing.T) {
	t.Parallel()
	a := opened(t, &world{}, plain, 120, 40)
	press(a, "4")
	saysAll(t, a, "tool output is 31.6% of the messages and 72.1% of the chars", "the valve leaves 64 messages of 50,358 chars", "11 messages with words of the assistant are not read either, 1,376 chars of words")

	p := pipeline.Defaults()
	p.Slim.Narration = true
	a = openedWith(t, &world{}, plain, 120, 40, p)
	press(a, "4")
	saysAll(t, a, "the valve leaves 75 messages of", "11 messages with words of the assistant stay without the calls, 1,376 of ")
	press(a, "esc")
	i := a.report.Slim.Tool.Narration[0]
	a.list.Select(i)
	settle(a, a.follow())
	saysAll(t, a, "without its calls · ")
	if row := a.s.Rows[i]; !row.Is(model.HasCall) || strings.Contains(a.report.Stages()[3].Headline, "61 not read") {
		t.Errorf("message %d: %+v", i, row)
	}
	if !strings.Contains(a.View(), "words only") {
		t.Errorf("the list does not say what becomes of it:\n%s", a.View())
	}
}

// The headline and page 4 say when most of the budget is free, and what refilling would do.
func TestTaughtCliff(t *testing.T) {
	t.Parallel()
	p := pipeline.Defaults()
	p.Pick.Summarizer, p.Slim.Budget = summarize.External, 7000
	a := openedWith(t, &world{}, plain, 160, 45, p)
	saysAll(t, a, "of the budget used")
	press(a, "4")
	saysAll(t, a, "most of the budget is free", "with --refill: ")
}

// Page 3 says what a capped tail was and is; the keys of the split go on from there.
func TestTaughtTailCap(t *testing.T) {
	t.Parallel()
	p := pipeline.Defaults()
	p.Partition.TailCap = 1000
	a := openedWith(t, &world{}, plain, 120, 40, p)
	c := a.report.Partition.Capped
	if c == nil {
		t.Fatalf("not capped: %+v", a.report.Partition.Decisions)
	}
	saysAll(t, a, "in its turn, tokens at most 1,000", "the turn that is cut begins here")
	press(a, "3")
	saysAll(t, a, "cap on the tail", "over the cap of 1,000", "word for word in front", "move into the summary")
	press(a, "esc", "{")
	if !a.report.Partition.ByHand || a.report.Partition.Capped != nil {
		t.Errorf("{ does not move the split: %+v", a.report.Partition.Split)
	}
	press(a, "0")
	if a.report.Partition.ByHand || a.report.Partition.Capped == nil {
		t.Error("0 does not go back to the rule")
	}
	press(a, "c")
	if a.result == nil || a.result.Status.Outcome != pipeline.OK {
		t.Errorf("not compacted:\n%s", a.View())
	}
}
