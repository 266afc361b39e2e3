package reassemble

import (
	"slices"
	"strings"
)

// EditedSource is the source of a block that a person has written.
const EditedSource = "edited here"

// Change is what a person made of one block of live state. It names the block, not its text or its
// place, so that it holds for the same block of a later reading of the session.
type Change struct {
	Name, Key string // as in Block
	Off       bool
	Edited    bool   // Text takes the place of what the session says
	Text      string // not empty when Edited
}

// Of reports whether it is a change of block b.
func (c Change) Of(b Block) bool { return c.Name == b.Name && c.Key == b.Key }

// ChangeOf is the change that leaves block b as it stands, after those that made it so.
func ChangeOf(b Block, changes []Change) Change {
	c := Change{Name: b.Name, Key: b.Key}
	if i := slices.IndexFunc(changes, func(c Change) bool { return c.Of(b) }); i >= 0 {
		c = changes[i]
	}
	c.Off = b.Off
	return c
}

// With is the list of changes with another one, which takes the place of that of the same block.
func With(changes []Change, c Change) []Change { return append(Without(changes, c.Name, c.Key), c) }

// Without is the list of changes without that of one block: it is as the session has it again.
func Without(changes []Change, name, key string) []Change {
	return slices.DeleteFunc(slices.Clone(changes), func(c Change) bool { return c.Name == name && c.Key == key })
}

// Changed are the blocks of a session as a person left them. Blocks that nobody changed stay what
// they are; one that was written where the session has none is added.
func Changed(blocks []Block, changes []Change) []Block {
	if len(changes) == 0 {
		return blocks
	}
	out := slices.Clone(blocks)
	for _, c := range changes {
		i := slices.IndexFunc(out, c.Of)
		edited := c.Edited && strings.TrimSpace(c.Text) != ""
		switch {
		case i < 0 && !edited:
			continue
		case i < 0:
			i, out = len(out), append(out, Block{Name: c.Name, Key: c.Key})
		}
		b := &out[i]
		b.Off = c.Off
		if edited {
			*b = b.Set(strings.TrimSpace(c.Text))
			b.Source, b.Cut, b.In = EditedSource, "", nil
		}
	}
	return out
}
