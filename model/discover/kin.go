package discover

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"cutline/model"
)

// Kin are the files around one session: the main session when it is a sub-agent's, and the files
// of the sub-agents of that main session. Of each of them only the beginning was read.
type Kin struct {
	Main   Entry   // Path is empty when the session is a main session itself, or when none is found
	Agents []Entry // in the order in which they were begun, as far as that is known
}

// KinOf looks for the files around the session in a file of a format. It ends early when ctx does.
func KinOf(ctx context.Context, file, format string) Kin {
	i := slices.IndexFunc(Agents, func(a Agent) bool { return a.Format == format && len(a.Places) > 0 && len(a.Places[0].Subs) > 0 })
	if i < 0 || Agents[i].Parent != nil {
		return Kin{}
	}
	if abs, err := filepath.Abs(file); err == nil { // the folders above tell too
		file = abs
	}
	a := &Agents[i]
	var k Kin
	main := file
	if owner := a.owner(file); owner != "" {
		main = owner
		k.Main, _ = a.glance(owner)
	}
	for _, sub := range a.subs(ctx, main) {
		if e, ok := a.glance(sub); ok && ctx.Err() == nil {
			k.Agents = append(k.Agents, e)
		}
	}
	slices.SortStableFunc(k.Agents, func(a, b Entry) int { return a.Begun.Compare(b.Begun) })
	return k
}

// below are the patterns of the files of sub-agents, from the folder of the main sessions on.
func (a *Agent) below() []string {
	p := a.Places[0]
	out := make([]string, 0, len(p.Subs))
	for _, sub := range p.Subs {
		out = append(out, strings.TrimPrefix(sub, path.Dir(p.Files[0])+"/"))
	}
	return out
}

// owner is the main session of a sub-agent's file, empty when the file is no sub-agent's or when
// the main session is not there.
func (a *Agent) owner(file string) string {
	named := slices.ContainsFunc(a.below(), func(pattern string) bool {
		ok, err := path.Match(path.Base(pattern), filepath.Base(file))
		return ok && err == nil
	})
	if !named {
		return ""
	}
	there := func(path string) bool {
		info, err := os.Stat(path)
		return err == nil && info.Mode().IsRegular()
	}
	if main := ownerOf(file, there); main != "" {
		return main
	}
	id := startedBy(file)
	main := filepath.Join(filepath.Dir(file), id+".jsonl")
	if id == "" || id != filepath.Base(id) || !there(main) {
		return ""
	}
	return main
}

// subs are the files of the sub-agents of a main session.
func (a *Agent) subs(ctx context.Context, main string) []string {
	dir, stem := filepath.Dir(main), strings.TrimSuffix(filepath.Base(main), ".jsonl")
	w := walk{ctx: ctx, seen: map[string]bool{main: true}}
	var out, siblings []string
	for _, pattern := range a.below() {
		if rest, own := strings.CutPrefix(pattern, "*/"); own { // in a folder with the name of the session
			w.files(filepath.Join(dir, stem), rest, func(path string, _ fs.FileInfo) { out = append(out, path) })
			continue
		}
		w.files(dir, pattern, func(path string, _ fs.FileInfo) { siblings = append(siblings, path) })
	}
	beside := newReader(Env{}, nil, map[string][]string{dir: siblings}).beside(dir)
	out = append(out, beside[stem]...)
	if id := startedBy(main); id != "" && id != stem { // the file was renamed, or goes on from another one
		out = append(out, beside[id]...)
	}
	return out
}

// glance reads the beginning of a file and says what is in it; false when it cannot be read.
func (a *Agent) glance(file string) (Entry, bool) {
	f, err := os.Open(file)
	if err != nil {
		return Entry{}, false
	}
	defer func() { _ = f.Close() }() // it was only read
	info, err := f.Stat()
	if err != nil {
		return Entry{}, false
	}
	e := a.entry(file, info, "")
	head, err := readAt(f, 0, headBytes)
	if err != nil {
		return Entry{}, false
	}
	e.Read, e.Begun = true, begun(head)
	part := sample{bytes: head}
	if e.Approx = e.Size > int64(len(head)); e.Approx {
		end := bytes.LastIndexByte(head, '\n') + 1
		part.bytes = append(head[:end:end], mend(head[end:])...)
	}
	s, err := open(model.Input{Path: file, Reader: bytes.NewReader(part.bytes), Size: int64(len(part.bytes))}, a.Format)
	if err != nil {
		e.Why = plain(err)
		return e, true
	}
	e.Title, e.Messages = strings.Clone(title(s)), len(s.Rows)
	if e.Approx {
		e.Messages = part.all(s, e.Size)
	}
	return e, true
}

// begun is the time of the first record that has one.
func begun(head []byte) time.Time {
	for line := range bytes.Lines(head) {
		if t, err := time.Parse(time.RFC3339, gjson.GetBytes(line, "timestamp").Str); err == nil {
			return t
		}
	}
	return time.Time{}
}
