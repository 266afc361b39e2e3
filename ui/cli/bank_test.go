package cli

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cutline/model"
	"cutline/model/save"
	"cutline/pipeline"
	"cutline/pipeline/memorybank"
	"cutline/pipeline/summarize"
)

// banked is a session that was compacted by the strategy memory, in a project of its own.
func banked(t *testing.T, bank string) (*Desk, *model.Session, *pipeline.Result) {
	t.Helper()
	dir := t.TempDir()
	path := filepath.Join(dir, "s.json")
	list := `[{"role":"user","content":"Build it."},{"role":"assistant","content":"` + strings.Repeat("I built a part of it. ", 200) + `"},{"role":"user","content":"Go on."}]`
	if err := os.WriteFile(path, []byte(list), 0o600); err != nil {
		t.Fatal(err)
	}
	o := Open{Path: path, Params: pipeline.Defaults()}
	if err := o.Params.SetParam("strategy", "memory"); err != nil {
		t.Fatal(err)
	}
	o.Params.MemoryBank = bank
	s, closer, err := o.Read(nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = closer.Close() }) // it was only read
	s.ID, s.CWD = "id-1", dir
	desk := NewDesk(o)
	res, err := pipeline.Run(context.Background(), s, o.Params, desk.World(s, o.Params), nil)
	if err != nil {
		t.Fatal(err)
	}
	return desk, s, res
}

func content(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestBankOnTheScreen: the project's own bank is suggested, its diff is what is written, and nothing
// is until that is carried out.
func TestBankOnTheScreen(t *testing.T) {
	t.Parallel()
	desk, s, res := banked(t, "")
	dir := filepath.Join(s.CWD, ".context", "memory_bank")
	dep, err := desk.Bank(s, res)
	if err != nil || dep == nil || dep.Dir != dir || !strings.HasPrefix(dep.Says, "1 session added, ") {
		t.Fatalf("%+v, %v", dep, err)
	}
	if _, err := os.Stat(filepath.Join(s.CWD, ".context")); !errors.Is(err, os.ErrNotExist) {
		t.Fatalf("it is there before a yes: %v", err)
	}
	said, err := dep.Write()
	if err != nil || !strings.HasPrefix(said, filepath.Join(dir, memorybank.Active)+": 1 session added") {
		t.Fatalf("%q, %v", said, err)
	}
	added := ""
	for l := range strings.Lines(dep.Diff) {
		if body, ok := strings.CutPrefix(l, "+"); ok && !strings.HasPrefix(body, "++ ") {
			added += body
		}
	}
	if got := content(t, filepath.Join(dir, memorybank.Active)); got != added || !strings.Contains(got, "- Session: id-1\n- Source: "+s.Path+"\n") {
		t.Errorf("the diff shows %q, and what is written is %q", added, got)
	}
	again, err := desk.Bank(s, res)
	if err != nil || again.Diff != "" || !strings.HasPrefix(again.Says, "this summary is there already") {
		t.Errorf("a second time: %+v, %v", again, err)
	}

	// What has changed since is not written over.
	if err := os.WriteFile(filepath.Join(dir, memorybank.Active), []byte("mine\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if dep, err = desk.Bank(s, res); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, memorybank.Active), []byte("mine, changed\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := dep.Write(); !errors.Is(err, errMoved) || content(t, filepath.Join(dir, memorybank.Active)) != "mine, changed\n" {
		t.Errorf("the error is %v", err)
	}

	// Another strategy has no bank unless one is asked for, and a project that is not here none either.
	res.Report.Params = pipeline.Defaults()
	if dep, err := desk.Bank(s, res); dep != nil || err != nil {
		t.Errorf("%+v, %v", dep, err)
	}
	res.Report.Params.Trigger.Rule = "phrase"
	for _, cwd := range []string{"", "relative", filepath.Join(s.CWD, "gone"), s.Path} {
		s.CWD = cwd
		if dep, err := desk.Bank(s, res); dep != nil || err != nil {
			t.Errorf("in %q: %+v, %v", cwd, dep, err)
		}
	}
}

// TestBankGoesWithTheResult: what is over the limit moves to the archive, and when the session cannot be
// written everything is as before.
func TestBankGoesWithTheResult(t *testing.T) {
	t.Parallel()
	bank := filepath.Join(t.TempDir(), "bank")
	_, s, res := banked(t, bank)
	if err := os.Mkdir(bank, 0o700); err != nil {
		t.Fatal(err)
	}
	active := filepath.Join(bank, memorybank.Active)
	full := "Mine.\n\n## Compacted Session\n\n- Date: d\n- Session: old\n- Source: p\n\n" + strings.Repeat("word ", memorybank.Limit) + "\n\n# Mine too\n"
	if err := os.WriteFile(active, []byte(full), 0o640); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(t.TempDir(), "out.json")
	target, err := save.Check(save.Options{Out: out})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(out, []byte("mine"), 0o600); err != nil { // since the check
		t.Fatal(err)
	}
	dep := depositOf(s, res, bank, time.Time{})
	var receipt receiptJSON
	if err := write(s, res, target, &receipt, dep); !errors.Is(err, save.ErrExists) {
		t.Errorf("the error is %v", err)
	}
	if got := content(t, active); got != full {
		t.Errorf("of a result that was not written the bank is %.80q", got)
	}
	if _, err := os.Stat(filepath.Join(bank, memorybank.Archive)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("an archive is left: %v", err)
	}

	if err := os.Remove(out); err != nil {
		t.Fatal(err)
	}
	var diff strings.Builder
	dep.show = showDiff(&diff)
	if err := write(s, res, target, &receipt, dep); err != nil {
		t.Fatal(err)
	}
	b := receipt.MemoryBank
	if b == nil || !b.Added || len(b.Moved) != 1 || b.Moved[0] != "old" || b.Tokens > memorybank.Limit || !strings.Contains(dep.says(), "1 session moved to sessionArchive.md") {
		t.Fatalf("%+v, %s", b, dep.says())
	}
	if got := content(t, b.Active); !strings.HasPrefix(got, "Mine.\n") || !strings.Contains(got, "# Mine too\n") || strings.Contains(got, "Session: old") {
		t.Errorf("the active file is %.200q", got)
	}
	if got := content(t, b.Archive); !strings.Contains(got, "- Session: old\n") {
		t.Errorf("the archive is %.200q", got)
	}
	if !strings.Contains(diff.String(), "+++ "+filepath.ToSlash(b.Archive)) || !strings.Contains(diff.String(), "-- "+filepath.ToSlash(b.Active)) {
		t.Errorf("the diff is %.300q", diff.String())
	}
}

func TestNoBankForAPlaceholder(t *testing.T) {
	t.Parallel()
	_, s, res := banked(t, "bank")
	res.Report.Summary.Rung = summarize.Placeholder
	if dep := depositOf(s, res, "bank", time.Time{}); dep != nil {
		t.Errorf("%+v", dep)
	}
}
