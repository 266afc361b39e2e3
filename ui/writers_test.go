package ui

import (
	"strings"
	"testing"

	"cutline/model"
	"cutline/pipeline"
	"cutline/pipeline/pick"
	"cutline/pipeline/summarize"
	"cutline/render/theme"
	"cutline/ui/page"
)

// offered is an inspector on which a model can be chosen.
func offered(tb testing.TB, th func(bool) *theme.Theme, width, height int, models ...*asked) *App {
	tb.Helper()
	a := openedWith(tb, &world{models: models}, th, width, height, pipeline.Defaults())
	a.engine.Writers = func(_ *model.Session, p pipeline.Params) []pick.Writer {
		local, haiku, big := p.Pick, p.Pick, p.Pick
		local.Summarizer, local.Provider, local.Model = summarize.Local, "", ""
		haiku.Summarizer, haiku.Provider, haiku.Model = summarize.External, "anthropic", "a-model"
		big.Summarizer, big.Provider, big.Model = summarize.External, "ollama", ""
		return []pick.Writer{
			{Name: "local", Pick: local, Chosen: p.Pick.Summarizer != summarize.External},
			{Name: "self", Missing: "needs the agent's tools, which this session does not hold; --tools FILE gives them", Pick: p.Pick},
			{Name: "anthropic", Model: "a-model", Host: "api.example.com", Key: "ANTHROPIC_API_KEY", Pick: haiku, Chosen: p.Pick.Provider == "anthropic"},
			{Name: "gemini", Missing: "needs a key in GEMINI_API_KEY or GOOGLE_API_KEY, or from --key-command", Pick: p.Pick},
			{Name: "ollama", Host: "localhost:11434", Pick: big, Chosen: p.Pick.Provider == "ollama"},
		}
	}
	return a
}

// Choosing who writes changes what c runs, says so, and sends nothing.
func TestChooseWriter(t *testing.T) {
	t.Parallel()
	m := answers(wrote)
	a := offered(t, plain, 100, 30, m)
	press(a, "M")
	shows(t, a, "can write", "✓ local", "anthropic   a-model at api.example.com, key from ANTHROPIC_API_KEY", "the model that the server has at localhost:11434", "cannot yet", "GEMINI_API_KEY")
	press(a, "j", "enter")
	if a.page != nil || m.calls.Load()+m.noticed.Load() != 0 || a.result != nil {
		t.Fatalf("something is sent, or the page stays:\n%s", a.View())
	}
	if p := a.params.Pick; p.Summarizer != summarize.External || p.Provider != "anthropic" || p.Model != "a-model" || a.report.Pick.Summarizer != summarize.External {
		t.Errorf("chosen: %+v", p)
	}
	shows(t, a, "anthropic a-model writes the summary; nothing was sent, c asks first (local before)")
	press(a, "c", "y")
	if m.calls.Load() != 1 {
		t.Fatalf("c does not call it:\n%s", a.View())
	}
	press(a, "v", "M", "enter", "c")
	if a.result.Report.Summary.Rung != summarize.Local || m.calls.Load() != 1 {
		t.Errorf("by %s after %d calls", a.result.Report.Summary.Rung, m.calls.Load())
	}
	press(a, "v", "M", "j", "enter", "c") // chosen anew, asked anew
	if !a.asksToSend() || m.calls.Load() != 1 {
		t.Error("a yes outlives the choice of another one")
	}
}

// A server of one's own is not said to write before it was asked: it may not run.
func TestWriterMayNotRun(t *testing.T) {
	t.Parallel()
	a := offered(t, plain, 100, 30)
	press(a, "M")
	v := a.View()
	if at := strings.Index(v, "can write if the server runs"); at < 0 || strings.Index(v, "ollama ") < at || strings.Index(v, "anthropic ") > at {
		t.Errorf("what may not run stands with the others:\n%s", v)
	}
	press(a, "j", "j", "enter")
	shows(t, a, "ollama writes if it runs at localhost:11434; nothing was sent, c asks first")
}

// What is missing is said, and choosing it changes nothing.
func TestChooseMissing(t *testing.T) {
	t.Parallel()
	a := offered(t, plain, 100, 30)
	press(a, "M", "G", "enter")
	if a.page == nil || a.page.Kind != page.Writers || !strings.Contains(a.notice.text, "gemini: needs a key in GEMINI_API_KEY") || a.params.Pick.Summarizer != "" {
		t.Errorf("says %q, %+v", a.notice.text, a.params.Pick)
	}
	press(a, "esc")
	if a.page != nil {
		t.Error("esc does not close it")
	}
}

// Without anybody who knows the environment there is the local summarizer.
func TestWritersUnknown(t *testing.T) {
	t.Parallel()
	a := opened(t, &world{}, plain, 80, 24)
	press(a, "?", "/", "c", "o", "u", "l", "d", "enter")
	shows(t, a, "✓ local")
	press(a, "enter")
	shows(t, a, "local writes the summary; nothing is sent")
}

// A model that was chosen but is not here is said to be missing, with where to look.
func TestWriterIsNotHere(t *testing.T) {
	t.Parallel()
	p := pipeline.Defaults()
	p.Pick.Summarizer = summarize.External
	a := openedWith(t, &world{}, plain, 120, 30, p)
	for _, key := range []string{"c", "P"} {
		press(a, key)
		if !strings.Contains(a.notice.text, "there is no external summarizer here") || !strings.Contains(a.notice.text, "M shows who could write") || a.running != nil {
			t.Errorf("%s says %q", key, a.notice.text)
		}
	}
}

func TestWriterScreens(t *testing.T) {
	drawn(t, "writers", func(w, h int) *App {
		a := offered(t, plain, w, h)
		press(a, "M", "j")
		return a
	})
}
