package ui

import (
	"context"
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/pipeline"
	"cutline/pipeline/summarize"
	"cutline/ui/page"
)

// Shot reads the session and draws one frame of a view: plan, stage1 to stage6, timeline,
// contents, state, lab, generations, loss, params, shares, after, diff.
// For the views of a result it runs the compaction.
func (a *App) Shot(ctx context.Context, w, h int, what string) (string, error) {
	s, closer, err := a.engine.Open()
	if err != nil {
		return "", err
	}
	a.Update(tea.WindowSizeMsg{Width: w, Height: h})
	a.Update(loadedMsg{gen: a.load.gen, s: s, closer: closer})
	if count := a.engine.World(s, a.params).Count; count != nil {
		n, err := count(ctx, s)
		if err != nil {
			return "", err
		}
		if _, cmd := a.Update(countedMsg{gen: a.load.gen, tokens: n}); cmd != nil { // the plan, of a large session
			a.Update(cmd())
		}
	}
	if cmd := a.highlight(); cmd != nil {
		a.Update(cmd())
	}
	switch {
	case strings.HasPrefix(what, "stage"):
		a.stage = int(what[len("stage")] - '1')
		a.openPage(page.Reasons)
	case what == "timeline":
		a.toggleTime()
	case what == "shares":
		a.toggleShares()
	case what == "params":
		a.toggleParams()
	case what == "state":
		a.toggleLive()
	case what == "lab":
		a.labs.untold = true
		a.runs(ctx, a.toggleLab())
	case what == "generations":
		a.runs(ctx, a.toggleGenerations())
	case what == "contents":
		if cmd := a.toggleFill(); cmd != nil {
			a.Update(cmd())
		}
	case what == "after" || what == "diff" || what == "loss":
		e := a.errandOf(a.params)
		if _, sends := e.writer().(summarize.Sender); sends && e.world.Text == "" {
			return "", fmt.Errorf("a picture sends nothing, and %s would: leave --summarizer and --model out, or use cutline compact", e.plan.Pick.Summarizer)
		}
		res, err := pipeline.Run(ctx, s, a.params, pipeline.Quiet(e.world), nil)
		if err != nil {
			return "", err
		}
		a.Update(compactedMsg{gen: a.run.gen, result: res})
		a.Update(a.score()())
		a.notice.text = ""
		if what == "loss" {
			a.toggleLoss()
		}
		if what == "diff" {
			a.show(diffView)
		}
	case what != "" && what != "plan":
		return "", fmt.Errorf("there is no view %q", what)
	}
	return a.View() + "\n", nil
}

// runs carries out a command and those that follow from it, as far as they run strategies.
func (a *App) runs(ctx context.Context, cmd tea.Cmd) {
	for queue := []tea.Cmd{cmd}; len(queue) > 0 && ctx.Err() == nil; queue = queue[1:] {
		if queue[0] == nil {
			continue
		}
		switch msg := queue[0]().(type) {
		case tea.BatchMsg:
			queue = append(queue, msg...)
		case benchMsg, labRowMsg, generationMsg:
			_, next := a.Update(msg)
			queue = append(queue, next)
		}
	}
}
