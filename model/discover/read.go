package discover

import (
	"bytes"
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/load"
	"cutline/model/tokens"
)

// reader is the second phase. It is used by several workers at once.
type reader struct {
	dirs    []string            // the names of the project's folder
	only    bool                // what is of another project is not read
	subs    map[string][]string // by the path of a main session, or by a folder
	mu      sync.Mutex
	folders map[string]map[string][]string // of a folder, by the id of a main session
}

func newReader(env Env, entries []Entry, subs map[string][]string) *reader {
	r := &reader{only: env.Only, subs: subs, folders: make(map[string]map[string][]string, len(entries)/16)}
	if env.Dir != "" {
		r.dirs = []string{filepath.Clean(env.Dir)}
		if target, err := filepath.EvalSymlinks(env.Dir); err == nil && target != r.dirs[0] {
			r.dirs = append(r.dirs, target)
		}
	}
	return r
}

// here reports whether a session's folder is the project's.
func (r *reader) here(project string) bool {
	return project != "" && slices.Contains(r.dirs, filepath.Clean(project))
}

// startBytes is where a file's first record is looked at, and a folder that a record names.
const startBytes = 64 << 10

// read looks into one file.
func (r *reader) read(e Entry) Entry {
	if e.Read {
		return e
	}
	e.Read = true
	f, err := os.Open(e.Path)
	if err != nil {
		e.Why = plain(err)
		return e
	}
	defer func() { _ = f.Close() }() // it was only read
	src, err := sourceOf(f)
	if err != nil {
		e.Why = plain(err)
		return e
	}
	head, err := readAt(src, 0, startBytes)
	if err != nil {
		e.Why = plain(err)
		return e
	}
	first, _, _ := bytes.Cut(head, []byte("\n"))
	if e.Parent = parentOf(e.Agent, gjson.ParseBytes(first)); e.Parent != "" {
		return e
	}
	if e.Project == "" {
		e.Project = project(head)
	}
	if r.only && e.Project != "" && !r.here(e.Project) {
		return e
	}
	if err := e.details(src); err != nil {
		e.Why = plain(err)
		if _, ours := load.ByName(e.Format); !ours && errors.Is(err, load.ErrUnknownFormat) {
			e.Why = "no reader for sessions of " + e.Agent
		}
	}
	e.Subagents = append(e.Subagents, r.subs[e.Path]...)
	e.Subagents = append(e.Subagents, r.beside(filepath.Dir(e.Path))[e.ID]...)
	return e
}

func parentOf(agent string, first gjson.Result) string {
	i := slices.IndexFunc(Agents, func(a Agent) bool { return a.Name == agent })
	if i < 0 || Agents[i].Parent == nil {
		return ""
	}
	return strings.Clone(Agents[i].Parent(first))
}

// places are where a record names the folder that its agent was started in.
var places = []string{"cwd", "payload.cwd", "data.context.cwd", "working_dir", "directory"}

// project is the first folder that the records at the beginning of a session name. A record that
// is cut off is looked at too: the folder stands before what is long.
func project(head []byte) string {
	for line := range bytes.Lines(head) {
		if !bytes.Contains(line, []byte(`cwd"`)) && !bytes.Contains(line, []byte(`dir`)) {
			continue
		}
		for _, p := range places {
			if v := gjson.GetBytes(line, p); v.Type == gjson.String && v.Str != "" {
				return strings.Clone(v.Str)
			}
		}
	}
	return ""
}

// details reads the session, a large one in part, and sets what it says.
func (e *Entry) details(src source) error {
	in, part := model.Input{Path: e.Path, Reader: src, Size: src.size}, sample{}
	if e.Approx = in.Size > wholeBytes || !src.all; e.Approx {
		var err error
		if part, err = src.sampled(tailBytes); err != nil {
			return err
		}
		in = part.input(e.Path)
	}
	s, err := open(in, e.Format)
	if err != nil {
		return err
	}
	if e.Approx && src.all && !part.document && (!s.Usage.Known || part.tail == 0) { // a long result may stand behind the last answer
		if more, err := src.sampled(wider * tailBytes); err == nil {
			if t, err := open(more.input(e.Path), e.Format); err == nil {
				s, part = t, more
			}
		}
	}
	e.Format, e.Title = s.Format, strings.Clone(title(s))
	if e.Approx && !part.asked(s) {
		e.Title = cmp.Or(asked(src, e.Path, e.Format), e.Title)
	}
	if s.ID != "" {
		e.ID = strings.Clone(s.ID)
	}
	if e.Project == "" {
		e.Project = strings.Clone(s.CWD)
	}
	e.Messages = len(s.Rows)
	last := 0 // line of the last compaction
	for _, c := range s.Compactions {
		if !c.Micro {
			e.Compactions, last = e.Compactions+1, c.Line
		}
	}
	e.Window = window(s)
	if !src.all { // what it holds at its end is not known
		e.Messages = -1
		return nil
	}
	if e.Approx && last <= part.lines {
		e.Messages = part.all(s, src.size)
	}
	if s.Usage.Known && !(e.Approx && part.tail == 0) { // the beginning does not know how it stands
		e.Used = s.Usage.Input
	}
	return nil
}

// open reads a session. What lies in an agent's folder is nearly always its own: it is looked
// for by its content only when the agent's reader finds nothing in it.
func open(in model.Input, format string) (*model.Session, error) {
	if _, ok := load.ByName(format); ok {
		if s, err := load.Sketch(in, format); err == nil && len(s.Rows) > 0 {
			return s, nil
		}
	}
	return load.Sketch(in, "")
}

// asked are the first words of a person in a large file. Long instructions may stand before them.
func asked(src source, path, format string) string {
	for _, n := range []int{headBytes, wider * headBytes} {
		head, err := src.beginning(n)
		if err != nil {
			return ""
		}
		if s, err := open(sample{bytes: head}.input(path), format); err == nil && title(s) != "" {
			return strings.Clone(title(s))
		}
	}
	return ""
}

// title is what the session is called, else the first words of a person in it.
func title(s *model.Session) string {
	if s.Title != "" {
		return s.Title
	}
	for i := range s.Rows {
		if s.Rows[i].Typed() {
			return s.Rows[i].Label
		}
	}
	return ""
}

// all is how many messages a file of a size has when they are everywhere as long as in the
// sample; -1 when no message is in it. The end tells best: the beginning holds instructions.
func (p sample) all(s *model.Session, size int64) int {
	n, of, tokens := 0, p.tail, 0
	for i := range s.Rows {
		if s.Rows[i].Line > p.lines {
			n++
			tokens += s.Rows[i].Tokens
		}
	}
	if n == 0 || of == 0 {
		n, of = len(s.Rows), len(p.bytes)
	}
	if n == 0 || of == 0 {
		return -1
	}
	all := int(int64(n) * size / int64(of))
	if s.Usage.Known && tokens > 0 { // a compaction that was not seen: more would not fit the context
		all = min(all, max(n, int(int64(n)*int64(s.Usage.Input)/int64(tokens))))
	}
	return all
}

// window is the context window that the file names, else the usual one of its model, or the
// next one when the server reported more than that holds.
func window(s *model.Session) int {
	m, known := tokens.Lookup(s.Model)
	switch {
	case s.Window > 0:
		return s.Window
	case !known || len(m.Windows) == 0:
		return 0
	case s.Usage.Known && s.Usage.Input > m.Windows[0]:
		return max(m.Windows[0], m.NextWindow(s.Usage.Input))
	}
	return m.Windows[0]
}

// plain is an error without the name of the file, which the entry has.
func plain(err error) string {
	var pe *fs.PathError
	switch {
	case errors.As(err, &pe):
		return pe.Err.Error()
	case errors.Unwrap(err) != nil: // around it stands which file was read as what
		return errors.Unwrap(err).Error()
	}
	return err.Error()
}
