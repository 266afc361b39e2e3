// Package files finds out which files a part of a session touched, as Prime Agent lists them
// behind a summary.
package files

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"cutline/model"
	"cutline/model/prime"
	"cutline/pipeline/facts"
)

// Most is how many paths a list has at most, unless it is to be as the original's: that one only
// grows.
const Most = 200

// Input is what is looked at.
type Input struct {
	Session *model.Session
	List    []int // the summarized messages, in order
	Earlier []int // those of them that hold the summary of an earlier compaction
	// Exact: the one tool of Prime Agent that names a file, and all that its last compaction knew,
	// as it stands there. Else the tools of every agent that is known, and no list over Most.
	Exact bool
}

// Output is what was found.
type Output struct {
	model.Files
	Earlier int // files that an earlier compaction named and these messages did not touch again
	Left    int // paths that were left out of lists over Most, earlier ones first
	Strange int // paths that cannot stand in a list of lines
}

// Collect reads the messages that call tools. The error is that of ctx, or of a message that can
// no longer be read.
func Collect(ctx context.Context, in Input) (Output, error) {
	known, err := prime.Known(in.Session)
	if err != nil {
		return Output{}, fmt.Errorf("read the last compaction: %w", err)
	}
	if in.Exact {
		set := prime.NewFileSet(known)
		err := in.calls(ctx, func(p model.Part) {
			if path := prime.Path(p.Args); p.Name == prime.EditTool && path != "" {
				set.Modified[path] = true
			}
		})
		return Output{Files: set.Lists()}, err
	}
	if known, err = in.named(ctx, known); err != nil {
		return Output{}, err
	}
	old, set := prime.NewFileSet(known), prime.NewFileSet(model.Files{})
	err = in.calls(ctx, func(p model.Part) {
		read, modified := facts.Touched(p.Name, p.Args)
		for _, path := range read {
			set.Read[path] = true
		}
		for _, path := range modified {
			set.Modified[path] = true
		}
	})
	if err != nil {
		return Output{}, err
	}
	return limit(old, set), nil
}

// named adds the files that stand behind the earlier summaries: of a format that keeps no lists
// they are there alone.
func (in Input) named(ctx context.Context, known model.Files) (model.Files, error) {
	for _, i := range in.Earlier {
		if err := ctx.Err(); err != nil {
			return known, err
		}
		m, err := in.Session.Message(i)
		if err != nil {
			return known, fmt.Errorf("read message %d: %w", i, err)
		}
		_, more := prime.Untag(m.Text())
		known.Read, known.Modified = append(known.Read, more.Read...), append(known.Modified, more.Modified...)
	}
	return known, nil
}

// calls goes through the calls of the summarized messages.
func (in Input) calls(ctx context.Context, f func(model.Part)) error {
	for _, i := range in.List {
		if r := &in.Session.Rows[i]; r.Role != model.Assistant || !r.Is(model.HasCall) {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		m, err := in.Session.Message(i)
		if err != nil {
			return fmt.Errorf("read message %d: %w", i, err)
		}
		for _, p := range m.Parts {
			if p.Kind == model.Call {
				f(p)
			}
		}
	}
	return nil
}

// limit puts earlier and new files together. Where there are too many, earlier ones go first.
func limit(old, set prime.FileSet) Output {
	var out Output
	strange := func(path string) bool {
		if strings.ContainsFunc(path, unicode.IsControl) || strings.TrimSpace(path) == "" {
			out.Strange++
			return true
		}
		return false
	}
	fill := func(into, earlier, without map[string]bool) map[string]bool {
		fresh := prime.NewFileSet(model.Files{})
		for path := range into {
			if !strange(path) {
				fresh.Modified[path] = true
			}
		}
		var rest []string
		for path := range earlier {
			if !fresh.Modified[path] && !without[path] && !strange(path) {
				rest = append(rest, path)
			}
		}
		slices.Sort(rest)
		list := fresh.Lists().Modified
		if len(list) > Most {
			out.Left += len(list) - Most
			list = list[:Most]
		}
		room := min(len(rest), Most-len(list))
		out.Left += len(rest) - room
		out.Earlier += room
		all := make(map[string]bool, Most)
		for _, path := range append(list, rest[:room]...) {
			all[path] = true
		}
		return all
	}
	modified := fill(set.Modified, old.Modified, nil)
	read := fill(set.Read, old.Read, modified)
	out.Files = prime.FileSet{Read: read, Modified: modified}.Lists()
	return out
}
