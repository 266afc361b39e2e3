package ui

import (
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/pipeline"
	"cutline/pipeline/slim"
	"cutline/render/text"
)

// many is an inspector of so many messages that a plan comes after the frame of the key.
func many(t *testing.T) *App {
	t.Helper()
	w := &world{path: demoPath(t)}
	a := New(w.engine(t, plain), true, "many", pipeline.Defaults())
	a.Update(tea.WindowSizeMsg{Width: 200, Height: 60})
	_, cmd := a.Update(loadedMsg{s: large(planAtOnce + 1)})
	settle(a, cmd)
	press(a, "+", "+", "+", "+")
	return a
}

// Of a large session the key shows what it turned, and the plan follows its frame; what is turned
// meanwhile is planned once, and any other key plans first.
func TestPlanFollowsTheFrame(t *testing.T) {
	t.Parallel()
	a := many(t)
	was := a.report.Slim.Budget
	_, cmd := a.Update(keyMsg("-"))
	see(t, a, "budget "+text.Num(was)+" → "+text.Num(was/2))
	if a.report.Slim.Budget != was || a.owed == nil {
		t.Fatal("planned before the frame of the key")
	}
	_, cmd2 := a.Update(keyMsg("-"))
	settle(a, tea.Batch(cmd, cmd2))
	if got := a.report.Slim.Budget; got != was/4 || a.owed != nil {
		t.Errorf("a budget of %d after two keys, want %d", got, was/4)
	}
	see(t, a, "budget "+text.Num(was)+" → "+text.Num(was/4)+": ", " omitted")

	_, cmd = a.Update(keyMsg("+"))
	_, cmd2 = a.Update(keyMsg("j"))
	if got := a.report.Slim.Budget; got != was/2 {
		t.Errorf("another key acts on the plan before: a budget of %d", got)
	}
	settle(a, tea.Batch(cmd, cmd2))

	at := a.list.Selected()
	_, cmd = a.Update(keyMsg("i"))
	if a.list.Fate(at).Slim.Hand == slim.ForcedIn {
		t.Error("forced before the frame of the key")
	}
	settle(a, cmd)
	if a.list.Fate(at).Slim.Hand != slim.ForcedIn {
		t.Errorf("message %d is not forced in", at)
	}
}

// A slider moves before there is a plan, and then says what that did.
func TestSliderBeforeThePlan(t *testing.T) {
	t.Parallel()
	a := many(t)
	press(a, "p")
	a.dials.Go("min-useful")
	before := a.dials.At().Value
	_, cmd := a.Update(keyMsg("right"))
	if a.dials.At().Value == before || a.owed == nil {
		t.Fatalf("the slider stands at %s still, or the plan is there already", a.dials.At().Value)
	}
	settle(a, cmd)
	if a.owed != nil || a.dials.At().Effect == "" {
		t.Errorf("nothing is said of what it does:\n%s", a.View())
	}
	_, cmd = a.Update(keyMsg("down"))
	_, cmd2 := a.Update(keyMsg("up"))
	a.effects = nil
	settle(a, tea.Batch(cmd, cmd2))
	if a.effects["min-useful"] == "" {
		t.Error("what the parameter under the cursor does is not worked out")
	}
}

// What is counted is planned beside the screen. A plan that is older than what was turned meanwhile is made anew, and
// that of another reading is not wanted.
func TestPlanBesideTheScreen(t *testing.T) {
	t.Parallel()
	a := many(t)
	was := a.report.Slim.Budget
	_, cmd := a.Update(countedMsg{gen: a.load.gen, tokens: 123_456})
	if a.counted == 123_456 {
		t.Fatal("planned before the frame")
	}
	press(a, "-")
	settle(a, cmd)
	if a.counted != 123_456 || a.report.Slim.Budget != was/2 {
		t.Errorf("%d counted, a budget of %d", a.counted, a.report.Slim.Budget)
	}
	_, cmd = a.Update(countedMsg{gen: a.load.gen, tokens: 234_567})
	settle(a, cmd)
	if a.counted != 234_567 || a.report.Slim.Budget != was/2 {
		t.Errorf("%d counted, a budget of %d", a.counted, a.report.Slim.Budget)
	}
	_, cmd = a.Update(countedMsg{gen: a.load.gen, tokens: 1})
	a.load.start()
	settle(a, cmd)
	if a.counted == 1 {
		t.Error("the plan of another reading is shown")
	}
}

// A plan that is owed when its session is closed is owed no more, and the next key does what it does.
func TestPlanOfAClosedSession(t *testing.T) {
	t.Parallel()
	a := many(t)
	_, cmd := a.Update(keyMsg("-"))
	a.s = nil
	press(a, "j")
	settle(a, cmd)
	if a.owed != nil {
		t.Error("a plan is owed of no session")
	}
}
