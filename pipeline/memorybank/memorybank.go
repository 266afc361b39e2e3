// Package memorybank computes what the two files of a memory bank hold after a compaction: the one
// that an agent reads at its start, which is kept within a number of tokens, and the archive, to
// which the oldest sessions go. Only model/save writes.
package memorybank

import (
	"fmt"
	"slices"
	"strings"

	"cutline/model/tokens"
	"cutline/pipeline/trace"
)

// The names of the two files.
const (
	Active  = "activeContext.md"
	Archive = "sessionArchive.md"
)

// Folder is where a bank stands in a project, with slashes.
const Folder = ".context/memory_bank"

// What a new file begins with; from then on it is text like any other.
const (
	activeHead  = "# Active context\n\nCompacted sessions, the oldest first. Older ones are in " + Archive + ".\n"
	archiveHead = "# Session archive\n\nCompacted sessions that " + Active + " had no room for, the oldest first.\n"
)

// Limit is how many tokens of o200k_base the active file holds at most; it is the protocol's.
const Limit = 15_000

// Files are the contents of the two; a file that is not there is empty.
type Files struct {
	Active, Archive string
}

// Input is all that the package looks at.
type Input struct {
	Files
	New   Session          // what is added; without content nothing is
	Count func(string) int // tokens of a text; nil is o200k_base
}

// Output is what was decided.
type Output struct {
	Files
	Added   bool
	Doubled bool      // it was there already, so it was not added
	Moved   []Session // from the active file to the archive, the oldest first
	Removed []Session // second copies, as a write that was interrupted leaves them
	Tokens  int       // of the active file
	Alone   bool      // its only session has more tokens than the limit by itself
	Own     bool      // what stands outside sessions has more tokens than the limit
}

// Run adds a session to a bank and keeps the active file within the limit. What is no compacted
// session is neither changed nor moved; only where the new session follows it may it get a line
// break, and the end of a code block that was left open. Run again with the same session, it changes
// nothing. The only error is that of the token counter.
func Run(in Input) (Output, error) {
	if in.Count == nil {
		c, err := tokens.New(tokens.O200k)
		if err != nil {
			return Output{}, err
		}
		in.Count = c.Count
	}
	var out Output
	active, archive := parse(in.Active), parse(in.Archive)
	seen := make(map[string]bool)
	archive = out.unique(archive, seen)
	active = out.unique(active, seen)
	out.Active, out.Archive = in.Active, in.Archive
	if len(out.Removed) > 0 {
		out.Active, out.Archive = join(active), join(archive)
	}
	if s := in.New.clean(); s.Content != "" {
		if out.Doubled = seen[s.key()]; !out.Doubled {
			if out.Active == "" {
				out.Active = activeHead
			}
			out.Active, out.Added = attach(out.Active, s), true
		}
	}
	out.fit(in.Count)
	return out, nil
}

// unique leaves out what has been seen before.
func (out *Output) unique(list pieces, seen map[string]bool) pieces {
	return slices.DeleteFunc(list, func(p piece) bool {
		if p.session == nil {
			return false
		}
		k := p.session.key()
		if seen[k] {
			out.Removed = append(out.Removed, *p.session)
		}
		was := seen[k]
		seen[k] = true
		return was
	})
}

// fit moves the oldest sessions to the archive until the active file is within the limit.
func (out *Output) fit(count func(string) int) {
	for {
		out.Tokens = count(out.Active)
		if out.Tokens <= Limit {
			return
		}
		list := parse(out.Active)
		at := slices.IndexFunc(list, func(p piece) bool { return p.session != nil })
		if at < 0 {
			out.Own = true
			return
		}
		if last := !slices.ContainsFunc(list[at+1:], func(p piece) bool { return p.session != nil }); last {
			out.Alone = count(list[at].session.text()) > Limit
			out.Own = count(join(slices.Delete(slices.Clone(list), at, at+1))) > Limit
			if out.Alone || out.Own {
				return
			}
		}
		s := *list[at].session
		if out.Archive == "" {
			out.Archive = archiveHead
		}
		out.Archive = attach(out.Archive, s)
		out.Active = join(slices.Delete(list, at, at+1))
		out.Moved = append(out.Moved, s)
	}
}

// Changed reports whether there is something to write.
func (out *Output) Changed(old Files) bool { return out.Files != old }

// Says tells what became of the bank, a clause each.
func (out *Output) Says() []string {
	var says []string
	switch {
	case out.Added:
		says = append(says, "1 session added")
	case out.Doubled:
		says = append(says, "this summary is there already")
	}
	if n := len(out.Moved); n > 0 {
		says = append(says, trace.Count(n, "session")+" moved to "+Archive)
	}
	if n := len(out.Removed); n > 0 {
		says = append(says, trace.Count(n, "duplicate")+" removed")
	}
	says = append(says, fmt.Sprintf("%s of %s tokens", trace.Num(out.Tokens), trace.Num(Limit)))
	switch {
	case out.Own:
		says = append(says, "over the limit: so much stands outside the sessions, and that is yours to shorten")
	case out.Alone:
		says = append(says, "over the limit: one session alone is, and it stays whole")
	}
	return says
}

// Line is Says in one line.
func (out *Output) Line() string { return strings.Join(out.Says(), ", ") }
