package ui

import (
	"context"
	"fmt"
	"path/filepath"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/model"
	"cutline/model/discover"
	"cutline/render"
	"cutline/render/text"
	"cutline/ui/page"
)

// around is what is known of what lies beside the open branch of the open file.
type around struct {
	job
	kin   *discover.Kin // nil until they were looked for
	trunk struct {      // what was opened when the file was, before another branch was
		leaf   string
		engine Engine
	}
	visits []visit // the sessions from which a file beside them was opened, the last one last
}

// visit is a session to go back to.
type visit struct {
	engine Engine
	name   string
}

type (
	kinMsg struct {
		gen int
		kin discover.Kin
	}
	branchedMsg struct { // another branch was read
		loadedMsg
		engine Engine
	}
)

// goal is what a line of the page of branches leads to: a branch, a file, or back.
type goal struct {
	leaf int // -1 for none
	path string
	back bool
}

// lookAround looks for the files of sub-agents, beside the screen, once.
func (a *App) lookAround() tea.Cmd {
	if a.page == nil || a.page.Kind != page.Branches || a.around.kin != nil || a.engine.Kin == nil {
		return nil
	}
	ctx, gen := a.around.start()
	find, format := a.engine.Kin, a.s.Format
	return func() tea.Msg { return kinMsg{gen, find(ctx, format)} }
}

func (a *App) lookedAround(msg kinMsg) tea.Cmd {
	if msg.gen != a.around.gen {
		return nil
	}
	a.around.kin = &msg.kin
	if a.page != nil && a.page.Kind == page.Branches {
		a.page.Refresh()
	}
	return nil
}

// branchPart says in the header which branch is shown, empty when there is one.
func branchPart(s *model.Session) string {
	switch at := s.ActiveLeaf(); {
	case len(s.Leaves) > 1 && at >= 0:
		return fmt.Sprintf("branch %d of %d", at+1, len(s.Leaves))
	case s.Branches == 1:
		return "1 other branch"
	case s.Branches > 1:
		return fmt.Sprintf("%d other branches", s.Branches)
	}
	return ""
}

// goals lists what the page of branches leads to, in its order.
func (a *App) goals() []goal {
	var out []goal
	for i := range a.s.Leaves {
		out = append(out, goal{leaf: i})
	}
	if len(a.around.visits) > 0 {
		out = append(out, goal{leaf: -1, back: true})
	}
	if k := a.around.kin; k != nil {
		if k.Main.Path != "" {
			out = append(out, goal{leaf: -1, path: k.Main.Path})
		}
		for _, e := range k.Agents {
			out = append(out, goal{leaf: -1, path: e.Path})
		}
	}
	return out
}

// branchLines are the lines of the page; the items are the goals.
func (a *App) branchLines(w int) []page.Line {
	b := branchPage{a: a, w: w}
	ids := a.s.LeafIDs()
	if len(ids) == 0 {
		b.head("branches", "those of this session are not known")
	} else {
		b.head("branches", "")
		b.add(render.LeafHead(a.th, w), -1)
	}
	for i, l := range a.s.Leaves {
		b.item(render.Leaf(a.th, l, ids[i], w))
	}
	if n := len(a.around.visits); n > 0 {
		b.head("back", "")
		b.item(text.Fit("to "+text.CleanLine(a.around.visits[n-1].name), w))
	}
	k := a.around.kin
	switch {
	case k == nil && a.engine.Kin != nil:
		b.head("files of sub-agents", "they are looked for "+a.th.Shapes.Ellipsis)
	case k == nil || k.Main.Path == "" && len(k.Agents) == 0:
		b.head("files of sub-agents", "none lies beside this session")
	default:
		b.kin(k)
	}
	return b.lines
}

// branchPage collects the lines.
type branchPage struct {
	a     *App
	w     int
	lines []page.Line
	items int
}

func (b *branchPage) add(line string, item int) {
	b.lines = append(b.lines, page.Line{Text: line, Item: item})
}

func (b *branchPage) item(line string) {
	b.add(line, b.items)
	b.items++
}

// head begins a part of the page.
func (b *branchPage) head(title, words string) {
	if len(b.lines) > 0 {
		b.add("", -1)
	}
	b.add(text.Fit(b.a.th.Title.Render(title)+"  "+b.a.th.Dim.Render(words), b.w), -1)
}

func (b *branchPage) kin(k *discover.Kin) {
	if k.Main.Path != "" {
		b.head("main session", "")
		b.add(render.KinHead(b.a.th, b.w), -1)
		b.item(render.Kin(b.a.th, k.Main, false, b.w))
	}
	if len(k.Agents) > 0 {
		b.head("files of sub-agents", "")
		b.add(render.KinHead(b.a.th, b.w), -1)
	}
	for _, e := range k.Agents {
		b.item(render.Kin(b.a.th, e, b.a.isOpen(e.Path), b.w))
	}
}

// reach goes where a line of the page leads to.
func (a *App) reach(g goal) tea.Cmd {
	switch {
	case g.leaf >= 0 && a.s.Leaves[g.leaf].Active:
		return a.say("this branch is the one that is shown")
	case g.leaf >= 0 && (a.engine.Leaf == nil || a.s.Leaves[g.leaf].ID == ""):
		return a.say("this branch ends with a record that has no id to find it by")
	case a.running != nil:
		return a.say("something is under way; esc stops it")
	case g.leaf >= 0:
		return a.mayLose("Read another branch", func() tea.Cmd { return a.branch(g.leaf) })
	case g.back:
		return a.mayLose("Go back", a.goBack)
	case a.isOpen(g.path):
		return a.say("this file is the one that is open")
	}
	return a.mayLose("Open another one", func() tea.Cmd { return a.visit(g.path) })
}

// isOpen reports whether a file is the one that is open.
func (a *App) isOpen(path string) bool {
	abs, err := filepath.Abs(a.s.Path)
	return err == nil && abs == path
}

// branch reads another branch of the session, beside the screen; esc stops it.
func (a *App) branch(i int) tea.Cmd {
	leaf, trunk := a.s.Leaves[i].ID, &a.around.trunk
	if trunk.leaf == "" {
		if at := a.s.ActiveLeaf(); at >= 0 {
			trunk.leaf, trunk.engine = a.s.Leaves[at].ID, a.engine
		}
	}
	next := trunk.engine
	if leaf != trunk.leaf {
		next = a.engine.Leaf(leaf)
	}
	ctx, gen := a.run.start()
	a.running = &progress{what: fmt.Sprintf("reading branch %d of %d", i+1, len(a.s.Leaves))}
	return func() tea.Msg {
		msg := next.load(gen, next.reading())
		if msg.err == nil && ctx.Err() != nil {
			msg.err = context.Canceled // the reading itself cannot be stopped
		}
		return branchedMsg{msg, next}
	}
}

// branched shows the branch that was read.
func (a *App) branched(msg branchedMsg) tea.Cmd {
	if msg.gen != a.run.gen {
		if msg.closer != nil {
			_ = msg.closer.Close() // nobody wants it any more
		}
		return nil
	}
	a.running = nil
	if msg.err != nil {
		return a.failed("", msg.err, "")
	}
	a.engine = msg.engine
	a.unmark()
	kin := a.around.kin
	_, msg.gen = a.load.start()
	cmd := a.loaded(msg.loadedMsg)
	a.around.kin = kin // the file is the same
	return tea.Batch(cmd, a.done(fmt.Sprintf("%s: %s", branchPart(a.s), count(len(a.s.Rows)))))
}

// visit opens a file beside the open one; back goes there again.
func (a *App) visit(path string) tea.Cmd {
	a.around.visits = append(a.around.visits, visit{a.engine, a.path})
	a.several = nil
	return a.enter(a.engine.At(path, ""), filepath.Base(path))
}

// goBack opens the session from which the open one was opened.
func (a *App) goBack() tea.Cmd {
	n := len(a.around.visits) - 1
	v := a.around.visits[n]
	a.around.visits = a.around.visits[:n]
	return a.enter(v.engine, v.name)
}
