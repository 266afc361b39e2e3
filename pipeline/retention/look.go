package retention

import (
	"context"
	"fmt"
	"slices"

	"cutline/pipeline/facts"
)

// finder looks for the facts of a session in any number of texts. What is always there is looked
// through once.
type finder struct {
	items  [len(weights)][]item // what is always there keeps of them
	always *document
	root   string
	spread map[string]int
	heard  memory
}

func finderOf(ctx context.Context, in Input) (*finder, error) {
	items, err := gather(ctx, in)
	if err != nil {
		return nil, fmt.Errorf("collect what was dropped: %w", err)
	}
	f := &finder{items: items, root: slashed(in.Root), heard: memory{}}
	f.spread = f.heard.spread(items[facts.Ask])
	if f.always, err = documentOf(ctx, in.Kept, f.heard); err == nil {
		err = f.each(ctx, f.items, f.always, f.always)
	}
	if err != nil {
		return nil, fmt.Errorf("look through what is kept: %w", err)
	}
	return f, nil
}

// look gives the facts with what is kept of them when the texts are there too.
func (f *finder) look(ctx context.Context, texts []string) (items [len(weights)][]item, err error) {
	more, err := documentOf(ctx, texts, f.heard)
	if err != nil {
		return items, err
	}
	for c := range f.items {
		items[c] = slices.Clone(f.items[c])
	}
	return items, f.each(ctx, items, f.always.with(more), more)
}

// each looks for every fact that is not there yet: for those that can be parted among texts in all,
// and for the others in more alone.
func (f *finder) each(ctx context.Context, items [len(weights)][]item, all, more *document) error {
	whole := matcher{doc: all, root: f.root, spread: f.spread, heard: f.heard}
	part := matcher{doc: more, root: f.root, spread: f.spread, heard: f.heard}
	for c, list := range items {
		for i := range list {
			if err := ctx.Err(); err != nil {
				return err
			}
			m := &part
			switch facts.Class(c) {
			case facts.Constraint, facts.Ask, facts.Error:
				m = &whole
			default: // they stand in one unit
			}
			if x := &list[i]; x.kept < 1 {
				x.kept = max(x.kept, m.kept(x))
			}
		}
	}
	return nil
}
