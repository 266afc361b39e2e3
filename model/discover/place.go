package discover

import (
	"cmp"
	"context"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// deep is how many folders ** stands for at most. What it is used for lies three deep.
const deep = 4

// list is the first phase: every file that the table names, newest first, and for each main
// session the files of its sub-agents as far as their place tells whose they are. Those whose
// place does not tell are under the folder they lie in.
func list(ctx context.Context, env Env) (entries []Entry, subs map[string][]string) {
	w := walk{ctx: ctx, seen: map[string]bool{}}
	var children []string
	for _, a := range Agents {
		for _, p := range a.Places {
			project := ""
			if len(p.Roots) > 0 && strings.HasPrefix(p.Roots[0], "{project}") {
				project = env.Dir
			}
			for _, root := range env.roots(p) {
				for _, pattern := range p.Subs {
					w.files(root, pattern, func(path string, _ fs.FileInfo) { children = append(children, path) })
				}
				for _, pattern := range p.Files {
					w.files(root, pattern, func(path string, info fs.FileInfo) { entries = append(entries, a.entry(path, info, project)) })
				}
				for _, pattern := range p.Stores {
					w.files(root, pattern, func(path string, info fs.FileInfo) {
						entries = append(entries, a.stored(a.entry(path, info, project))...)
					})
				}
				for _, pattern := range p.Folders {
					w.files(root, pattern, func(path string, info fs.FileInfo) {
						e := a.entry(path, info, project)
						e.Read, e.Why = true, "no reader: each of its events is a file of its own"
						entries = append(entries, e)
					})
				}
			}
		}
	}
	entries = once(siblings(entries))
	slices.SortStableFunc(entries, func(a, b Entry) int {
		return cmp.Or(b.ModTime.Compare(a.ModTime), strings.Compare(a.Path, b.Path))
	})
	mains := make(map[string]bool, len(entries))
	for i := range entries {
		mains[entries[i].Path] = true
	}
	subs = make(map[string][]string)
	for _, c := range children {
		owner := ownerOf(c, func(path string) bool { return mains[path] })
		if owner == "" {
			owner = filepath.Dir(c)
		}
		subs[owner] = append(subs[owner], c)
	}
	return entries, subs
}

// ownerOf is the main session in whose folder, which has its name, a sub-agent's file lies;
// empty when it lies elsewhere.
func ownerOf(sub string, main func(path string) bool) string {
	for dir := filepath.Dir(sub); len(dir) > len(filepath.Dir(dir)); dir = filepath.Dir(dir) {
		if main(dir + ".jsonl") {
			return dir + ".jsonl"
		}
	}
	return ""
}

// entry is what the file system tells of a session. One that lies in the project is the
// project's.
func (a *Agent) entry(path string, info fs.FileInfo, project string) Entry {
	return Entry{
		Path: path, Project: project, Agent: a.Name, Format: a.Format, ID: sessionID(a.Format, path), ModTime: info.ModTime(), Size: info.Size(), Messages: -1,
	}
}

// roots are the folders of a place on this machine, none twice.
func (env Env) roots(p Place) []string {
	for _, v := range p.Vars {
		name, below, _ := strings.Cut(v, "/")
		if dir := env.Getenv(name); dir != "" {
			return []string{filepath.Join(env.home(dir), filepath.FromSlash(below))}
		}
	}
	var out []string
	for _, root := range p.Roots {
		if dir := env.expand(root); dir != "" && !slices.Contains(out, dir) {
			out = append(out, dir)
		}
	}
	return out
}

// home puts the home folder in the place of a ~ that no shell has replaced.
func (env Env) home(dir string) string {
	if rest, ok := strings.CutPrefix(dir, "~"); ok && env.Home != "" && (rest == "" || rest[0] == '/' || rest[0] == '\\') {
		return filepath.Join(env.Home, rest)
	}
	return dir
}

// expand gives the folder that a root of the table stands for, empty when there is none.
func (env Env) expand(root string) string {
	base, rest, _ := strings.Cut(root, "/")
	dir := ""
	switch base {
	case "~":
		dir = env.Home
	case "{project}":
		dir = env.Dir
	case "{config}":
		dir = env.or("XDG_CONFIG_HOME", ".config")
	case "{data}":
		dir = env.or("XDG_DATA_HOME", ".local/share")
	case "{apps}": // where desktop programs keep their files
		switch env.GOOS {
		case "darwin":
			dir = env.or("", "Library/Application Support")
		case "windows":
			dir = env.or("APPDATA", "AppData/Roaming")
		default:
			dir = env.or("XDG_CONFIG_HOME", ".config")
		}
	}
	if dir == "" {
		return ""
	}
	return filepath.Join(dir, filepath.FromSlash(rest))
}

// or is the folder that a variable names, else one below the home folder.
func (env Env) or(variable, below string) string {
	if variable != "" {
		if dir := env.Getenv(variable); dir != "" {
			return dir
		}
	}
	if env.Home == "" {
		return ""
	}
	return filepath.Join(env.Home, filepath.FromSlash(below))
}

// walk looks for files; no file is found twice.
type walk struct {
	ctx  context.Context
	seen map[string]bool
}

// files calls f for every regular file with something in it below dir that a pattern matches.
// A folder that cannot be read has none.
func (w *walk) files(dir, pattern string, f func(path string, info fs.FileInfo)) {
	w.below(dir, pattern, deep, f)
}

func (w *walk) below(dir, pattern string, deep int, f func(string, fs.FileInfo)) {
	if w.ctx.Err() != nil {
		return
	}
	name, rest, more := strings.Cut(pattern, "/")
	if name == "**" {
		w.below(dir, rest, deep, f)
		name, rest, deep = "*", pattern, deep-1
		if deep < 0 {
			return
		}
	}
	if more && !strings.ContainsAny(name, "*?[") { // one folder: no need to list what is beside it
		w.below(filepath.Join(dir, name), rest, deep, f)
		return
	}
	found, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, d := range found {
		if ok, err := path.Match(name, d.Name()); !ok || err != nil {
			continue
		}
		full := filepath.Join(dir, d.Name())
		if more {
			if d.IsDir() || d.Type()&fs.ModeSymlink != 0 {
				w.below(full, rest, deep, f)
			}
			continue
		}
		info, err := d.Info()
		if err == nil && d.Type()&fs.ModeSymlink != 0 {
			info, err = os.Stat(full)
		}
		if err == nil && info.Mode().IsRegular() && info.Size() > 0 && !w.seen[full] {
			w.seen[full] = true
			f(full, info)
		}
	}
}
