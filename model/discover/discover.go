// Package discover finds the sessions that agents keep on this machine, newest first. There can
// be thousands of them, and some are large, so it works in two phases: the files are listed by
// what the file system says, which takes milliseconds, and then a few workers look into one after
// the other. Small files are read whole, of large ones only the beginning and the end.
//
// Nothing is remembered between two runs: no cache can be stale, and nothing is written.
package discover

import (
	"context"
	"iter"
	"os"
	"runtime"
	"time"
)

// Entry is one session: a file, or one of those in a file that holds several.
type Entry struct {
	Path string
	// Session is the id to ask for when the file holds several, empty when it is one by itself. Then
	// Size is 0: nobody knows what of the file is this session's.
	Session string
	Agent   string // who wrote it: the name of a row of Agents
	Format  string // stable name of its format, empty when only the content tells; there may be no reader for it
	ID      string // the session's id, as far as it is known the agent's own
	// Project is the folder that the agent was started in, as the session names it; empty when
	// it names none.
	Project string
	Title   string // its title, or the first words of a person; not cleaned for a terminal
	ModTime time.Time
	Begun   time.Time // of its first record; known of KinOf alone
	Size    int64     // bytes

	// Read says that the file has been looked into. Until then only path, agent, format, id,
	// time and size are known, and the project of a file that lies in it.
	Read bool
	// Why says what keeps the session from being opened, empty when nothing is known to.
	Why string
	// Messages counts the live context, what the agent would send next; -1 when it is not known.
	Messages    int
	Approx      bool     // Messages is an estimate, and Compactions may miss some: only a part of the file was read; Used is one, too, for one of several in a file
	Used        int      // tokens of the last request as the server reported them, 0 when it did not
	Window      int      // the context window in tokens, 0 when it is not known
	Compactions int      // compactions that the agent has made, blanked tool results left out
	Subagents   []string // files of the sub-agents that it started, in no order
	// Parent is the id of the main session when this is a sub-agent's. Such an entry is yielded
	// once, to say that it is none of its own; it is the main session that matters.
	Parent string
}

// Key tells one entry from another.
func (e *Entry) Key() string {
	if e.Session == "" {
		return e.Path
	}
	return e.Path + "\x00" + e.Session
}

// Env is the machine that is searched, by value, so that a test can have another one.
type Env struct {
	Home   string // empty: only what the environment names is searched
	Getenv func(string) string
	GOOS   string
	// Dir is a project's folder, absolute: agents that keep sessions in the project are looked
	// for there. It may be empty.
	Dir string
	// Only leaves out the sessions of other projects than that in Dir.
	Only bool
}

// Here is this machine, and dir one of its folders.
func Here(dir string, getenv func(string) string) Env {
	home, err := os.UserHomeDir()
	if err != nil {
		home = ""
	}
	return Env{Home: home, Getenv: getenv, GOOS: runtime.GOOS, Dir: dir}
}

// Find yields the sessions of the machine, newest first: all of them at once as the file system
// shows them, and then each again when it has been read. A main session comes once more when
// another of its sub-agents is found. With env.Only an entry is not yielded before it is known
// to belong to the project. It ends early when ctx does.
func Find(ctx context.Context, env Env) iter.Seq[Entry] {
	return func(yield func(Entry) bool) {
		entries, subs := list(ctx, env)
		if !env.Only {
			for _, e := range entries {
				if !yield(e) {
					return
				}
			}
		}
		r := newReader(env, entries, subs)
		type key struct{ agent, id string }
		mains := map[key]Entry{}       // those that were yielded
		children := map[key][]string{} // files of sub-agents by their main session
		for e := range inOrder(ctx, workers(), entries, r.read) {
			if e.Parent != "" {
				parent := key{e.Agent, e.Parent}
				children[parent] = append(children[parent], e.Path)
				again, known := mains[parent]
				if known {
					again.Subagents = append(again.Subagents[:len(again.Subagents):len(again.Subagents)], e.Path)
					mains[parent] = again
				}
				if !yield(e) || known && !yield(again) {
					return
				}
				continue
			}
			if env.Only && !r.here(e.Project) {
				continue
			}
			self := key{e.Agent, e.ID}
			e.Subagents = append(e.Subagents, children[self]...)
			mains[self] = e
			if !yield(e) {
				return
			}
		}
	}
}

// workers is how many files are read at a time: one waits for the disk while another one is
// parsed, and more would only take the processors from the screen.
func workers() int { return max(2, min(4, runtime.NumCPU())) }

// inOrder does work on each item, a few at a time, and yields the results in the order of the
// items. What the work panics with is the caller's: nobody else could give a terminal back.
func inOrder[T any](ctx context.Context, workers int, items []T, work func(T) T) iter.Seq[T] {
	return func(yield func(T) bool) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		type result struct {
			v     T
			fault any
		}
		ahead := make(chan chan result, workers-1) // with the one that is waited for, what is in the works
		go func() {
			defer close(ahead)
			for _, it := range items {
				done := make(chan result, 1)
				select {
				case ahead <- done:
				case <-ctx.Done():
					return
				}
				go func() {
					var r result
					defer func() {
						r.fault = recover()
						done <- r
					}()
					r.v = work(it)
				}()
			}
		}()
		for done := range ahead {
			select {
			case r := <-done:
				if r.fault != nil {
					panic(r.fault)
				}
				if ctx.Err() != nil || !yield(r.v) {
					return
				}
			case <-ctx.Done():
				return
			}
		}
	}
}
