package cli

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"
	"weak"

	"github.com/google/uuid"

	"cutline/model"
	"cutline/model/convert"
	"cutline/model/measure"
	"cutline/model/save"
	"cutline/model/tokens"
	"cutline/pipeline"
	"cutline/pipeline/reassemble"
	"cutline/pipeline/summarize/local"
	"cutline/pipeline/summarize/remote"
	"cutline/pipeline/trigger"
)

// Desk is what the inspector needs to compact a session and to write the result: the same
// world, the same places and the same receipt as the compact command.
type Desk struct {
	Env    func(string) string // the environment; os.Getenv unless somebody says otherwise
	open   Open
	mu     sync.Mutex
	change []reassemble.Change // what a person made of the live state, of this reading and of later ones
	blocks map[*model.Session][]reassemble.Block
	pins   map[*model.Session]pinned             // what a person pinned in it
	files  map[*model.Session][]reassemble.Block // that were read last, where a strategy wants them
	tooled map[*model.Session]bool               // its own file holds the agent's tools
	asked  map[wanted]asked
	phrase map[*model.Session][]int              // messages in which a person asked for a compaction
	rows   map[weak.Pointer[model.Session]][]int // tokens of each message; a session that is followed is read again and again
}

// NewDesk makes the desk for the session that o names.
func NewDesk(o Open) *Desk {
	return &Desk{Env: os.Getenv, open: o, asked: map[wanted]asked{}, blocks: map[*model.Session][]reassemble.Block{}, rows: map[weak.Pointer[model.Session]][]int{}}
}

// World is what a run of session s with parameters p may use.
func (d *Desk) World(s *model.Session, p pipeline.Params) pipeline.World {
	d.mu.Lock()
	blocks, known := d.blocks[s]
	tooled, changes := d.tooled[s], d.change
	pins := d.pinsOf(s)
	said, heard := d.phrase[s]
	d.mu.Unlock()
	if !known { // it is read once, and nobody waits for that who needs something else of the desk
		blocks, tooled = stateOf(s, d.open.Params.State), remote.OwnTools(s) != nil
		d.mu.Lock()
		d.blocks = map[*model.Session][]reassemble.Block{s: blocks} // those of an earlier reading are done with
		d.tooled = map[*model.Session]bool{s: tooled}
		d.mu.Unlock()
	}
	if !heard && p.Trigger.Rule == trigger.RulePhrase {
		said = askedFor(s, p)
		d.mu.Lock()
		d.phrase = map[*model.Session][]int{s: said}
		d.mu.Unlock()
	}
	if p.State.Files {
		blocks = slices.Concat(blocks, d.recent(s))
	}
	newID := uuid.NewString
	if f := d.format(s); f == "prime" || f == "codex" { // they use ids that sort by time
		newID = func() string { return uuid.Must(uuid.NewV7()).String() }
	}
	counter := counterOf(s)
	env := pipeline.Env{Offline: d.open.Offline, Blocks: blocks, Changes: changes, Pins: pins, Tools: tooled, Segments: segmentsOf(d.open.Params), Asked: said}
	window := pipeline.Window(s, p)
	rungs := d.askers(s, p).rungs
	for _, r := range rungs {
		env.Rungs = append(env.Rungs, r.Info())
	}
	return pipeline.World{
		Env: env, NewID: newID, Now: time.Now, To: pipeline.TargetOf(s, d.open.To),
		Summarizers: append(rungs[:len(rungs):len(rungs)], local.New(window)),
		Count: func(ctx context.Context, of *model.Session) (int, error) {
			return d.count(ctx, of, counter)
		},
		Late: func() *model.Input { return late(s) },
	}
}

// askedFor are the messages that ask for a compaction, where a rule looks at them.
func askedFor(s *model.Session, p pipeline.Params) []int {
	if p.Trigger.Rule != trigger.RulePhrase {
		return nil
	}
	return pipeline.AskedFor(s)
}

// recent are the files that the session read last.
func (d *Desk) recent(s *model.Session) []reassemble.Block {
	d.mu.Lock()
	files, known := d.files[s]
	d.mu.Unlock()
	if !known {
		files = reassemble.RecentFiles(s)
		d.mu.Lock()
		d.files = map[*model.Session][]reassemble.Block{s: files}
		d.mu.Unlock()
	}
	return files
}

// SetState takes what a person made of the session's live state: all later worlds have it, also
// when the session is read again. The list is not changed afterwards.
func (d *Desk) SetState(changes []reassemble.Change) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.change = changes
}

// format is that of the result.
func (d *Desk) format(s *model.Session) string {
	if t, ok := convert.Find(s, pipeline.TargetOf(s, d.open.To)); ok {
		return t.Format
	}
	return s.Format
}

// count counts the tokens of a session once; a result is counted with the encoding of the
// session that it was made from, so that the two numbers can be compared.
func (d *Desk) count(ctx context.Context, of *model.Session, with func() (*tokens.Counter, error)) (int, error) {
	rows := d.counted(of)
	if rows == nil {
		counter, err := with()
		if err != nil {
			return 0, err
		}
		if rows, _, err = measure.Count(ctx, of, counter, nil); err != nil {
			return 0, err
		}
		d.remember(of, rows)
	}
	total := 0
	for _, n := range rows {
		total += n
	}
	return total, nil
}

// counted are the tokens of each message of a session, nil when they have not been counted.
func (d *Desk) counted(of *model.Session) []int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.rows[weak.Make(of)]
}

// remember keeps the tokens of a session as long as somebody has the session.
func (d *Desk) remember(of *model.Session, rows []int) {
	key := weak.Make(of)
	d.mu.Lock()
	d.rows[key] = rows
	d.mu.Unlock()
	runtime.AddCleanup(of, func(key weak.Pointer[model.Session]) {
		d.mu.Lock()
		defer d.mu.Unlock()
		delete(d.rows, key)
	}, key)
}

// Suggest names the file that a result is written to when nobody says otherwise.
func (d *Desk) Suggest(s *model.Session, res *pipeline.Result) string {
	return d.suggest(s, res.Written)
}

func (d *Desk) suggest(s *model.Session, w *model.Written) string {
	place := destination{input: d.open, session: s}
	if d.open.Demo || d.open.Stdin { // there is no folder of the input: the one we are in
		return save.Free(place.name(w.Name))
	}
	return save.Free(place.beside(place.name(w.Name)))
}

// Found says what keeps the agent from finding a written session, empty when nothing is known
// to: some look for a file of a certain name, and a converted session does not stand in the
// folder of the agent that is to go on with it.
func Found(w *model.Written, path string) string {
	if w.Home != "" {
		dir := filepath.ToSlash(filepath.Dir(path))
		if filepath.Base(path) == w.Name && strings.HasSuffix(dir, strings.TrimPrefix(w.Home, "~")) {
			return ""
		}
		return "the agent looks for it as " + w.Home + "/" + w.Name
	}
	if w.Resume == "" || filepath.Base(path) == w.Name || strings.Contains(w.Resume, model.ResumeFile) {
		return ""
	}
	return "to be found by that command the file has to be called " + w.Name + ", in the folder of the project's sessions"
}

// Export writes a text to a new file, which is never the session.
func (d *Desk) Export(path, body string, force bool) error {
	target, err := save.Check(save.Options{Input: d.open.Path, Out: path, Force: force})
	if err != nil {
		return err
	}
	w := model.Written{Rope: new(model.Rope)}
	w.Rope.AppendString(body)
	return save.Write(target, &w, nil)
}

// Inspect is the plan as inspect --json prints it.
func (d *Desk) Inspect(s *model.Session, r *pipeline.Report) (string, error) {
	var b strings.Builder
	err := writeJSON(&b, inspection(s, r, true))
	return b.String(), err
}

// Save writes a result and its receipt. The error is save.ErrExists when the file is there
// and force is not set.
func (d *Desk) Save(s *model.Session, res *pipeline.Result, path string, force bool) error {
	place := destination{input: d.open, session: s, flags: compactFlags{output: path, force: force}}
	if d.open.Demo {
		place.input.Path = ""
	}
	if g, bad := reassemble.Failed(res.Gates); bad {
		return errors.New("the gate " + g.Name + " failed: " + g.Message)
	}
	target, err := place.check(path)
	if err != nil {
		return err
	}
	receipt := receiptOf(s, res, d.counted(res.After), target.Path)
	return write(s, res, target, &receipt, nil)
}
