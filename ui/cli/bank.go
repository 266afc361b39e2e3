package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"cutline/model"
	"cutline/model/save"
	"cutline/pipeline"
	"cutline/pipeline/memorybank"
	"cutline/pipeline/summarize"
	"cutline/pipeline/trigger"
	"cutline/render/text"
)

// bankNames are the files of a memory bank in the order in which they are written: what leaves the
// active file is in the archive by then.
var bankNames = save.Pair{memorybank.Archive, memorybank.Active}

// errMoved is that of a bank that is no longer what the diff was made of.
var errMoved = errors.New("somebody has changed it since the diff was shown")

// deposit is what a run adds to a memory bank.
type deposit struct {
	dir   string
	entry memorybank.Session
	show  func(diff string)  // shows what is going to change; may be nil
	seen  *memorybank.Files  // what the diff that was agreed to was made of; nil: show shows it
	out   *memorybank.Output // what became of it, nil before
}

// bankDir is where the memory bank of a run is, empty when there is none. The project's own is
// suggested, where a strategy is made for one.
func bankDir(s *model.Session, p pipeline.Params, suggest bool) string {
	if p.MemoryBank != "" {
		return place(p.MemoryBank)
	}
	if !suggest || p.Trigger.Rule != trigger.RulePhrase || !filepath.IsAbs(s.CWD) {
		return ""
	}
	if st, err := os.Stat(s.CWD); err != nil || !st.IsDir() { // a session of another machine
		return ""
	}
	return filepath.Join(s.CWD, filepath.FromSlash(memorybank.Folder))
}

// bankReady checks the memory bank before a run.
func bankReady(s *model.Session, p pipeline.Params) error {
	dir := bankDir(s, p, false)
	if dir == "" {
		return nil
	}
	if p.Segments != "" && place(p.Segments) == dir { // each is locked while it is written
		return usagef("--memory-bank and --segments name the same folder; give each one of its own")
	}
	if err := save.CheckBank(dir, bankNames); err != nil {
		return fmt.Errorf("--memory-bank: %w; nothing was written", err)
	}
	return nil
}

// depositOf is what a result adds to the memory bank in dir; nil without one. What stands for a
// summary that nobody wrote is nothing to remember.
func depositOf(s *model.Session, res *pipeline.Result, dir string, now time.Time) *deposit {
	if dir == "" || res.Report.Summary.Rung == summarize.Placeholder {
		return nil
	}
	source := s.Path
	if st, err := os.Stat(source); err == nil && st.Mode().IsRegular() {
		source = place(source)
	}
	return &deposit{dir: dir, entry: memorybank.Session{
		Date: now.UTC().Format(time.RFC3339), ID: s.ID, Source: source, Content: res.Report.Summary.Text,
	}}
}

// write writes the bank; it can still be taken back then.
func (d *deposit) write() (*save.Bank, error) {
	return save.WriteBank(save.BankOptions{Dir: d.dir, Names: bankNames}, func(old save.Pair) (save.Pair, error) {
		files := filesOf(old)
		if d.seen != nil && *d.seen != files {
			return old, fmt.Errorf("write into %s: %w", d.dir, errMoved)
		}
		out, err := memorybank.Run(memorybank.Input{Files: files, New: d.entry})
		if err != nil {
			return old, fmt.Errorf("write into %s: %w", d.dir, err)
		}
		if d.show != nil {
			d.show(memorybank.Diff(filepath.ToSlash(d.dir), files, out.Files))
		}
		d.out = &out
		return save.Pair{out.Archive, out.Active}, nil
	})
}

func filesOf(p save.Pair) memorybank.Files { return memorybank.Files{Archive: p[0], Active: p[1]} }

// says tells what became of the bank.
func (d *deposit) says() string { return filepath.Join(d.dir, memorybank.Active) + ": " + d.out.Line() }

// bankJSON is what became of a memory bank, in the receipt.
type bankJSON struct {
	Active  string   `json:"active"`
	Archive string   `json:"archive"`
	Added   bool     `json:"added"`
	Moved   []string `json:"moved"`   // ids of sessions that went to the archive
	Removed []string `json:"removed"` // ids of those that were there twice
	Tokens  int      `json:"tokens"`  // of the active file, o200k_base
}

// receipt is the deposit for the receipt, nil without one.
func (d *deposit) receipt() *bankJSON {
	if d == nil || d.out == nil {
		return nil
	}
	ids := func(of []memorybank.Session) []string {
		out := make([]string, len(of))
		for i := range of {
			out[i] = of[i].ID
		}
		return out
	}
	return &bankJSON{
		Active: filepath.Join(d.dir, memorybank.Active), Archive: filepath.Join(d.dir, memorybank.Archive), Added: d.out.Added,
		Moved: ids(d.out.Moved), Removed: ids(d.out.Removed), Tokens: d.out.Tokens,
	}
}

// showDiff prints what is going to change in a bank, cleaned.
func showDiff(to io.Writer) func(string) {
	return func(diff string) {
		_, _ = io.WriteString(to, text.Clean(diff)) // there is nobody left to tell
	}
}

// Deposit is what a result would add to a memory bank, to be agreed to.
type Deposit struct {
	Dir   string
	Diff  string                 // what would change; empty when the summary is there already
	Says  string                 // the same in one line
	Write func() (string, error) // does it, and says what was done
}

// Bank is what the result would add to the memory bank that was asked for, or that of the session's own
// project; nil when there is none.
func (d *Desk) Bank(s *model.Session, res *pipeline.Result) (*Deposit, error) {
	dep := depositOf(s, res, bankDir(s, res.Report.Params, true), time.Now())
	if dep == nil {
		return nil, nil //nolint:nilnil // no bank is no error
	}
	if err := save.CheckBank(dep.dir, bankNames); err != nil {
		return nil, err
	}
	old, err := save.ReadBank(dep.dir, bankNames)
	if err != nil {
		return nil, err
	}
	files := filesOf(old)
	out, err := memorybank.Run(memorybank.Input{Files: files, New: dep.entry})
	if err != nil {
		return nil, err
	}
	dep.seen = &files
	return &Deposit{
		Dir: dep.dir, Diff: memorybank.Diff(filepath.ToSlash(dep.dir), files, out.Files), Says: strings.Join(out.Says(), ", "),
		Write: func() (string, error) {
			b, err := dep.write()
			if err != nil {
				return "", err
			}
			return dep.says(), b.Keep()
		},
	}, nil
}
