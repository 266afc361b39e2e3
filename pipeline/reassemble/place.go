package reassemble

import "slices"

// flags are the flags that give a block; carried results come from the tail alone.
var flags = map[string]string{
	planBlock: "plan", transcriptBlock: "transcripts", modeBlock: "mode-prompt", rootBlock: "project-root",
	automationBlock: "automation", todoBlock: "todos", skillBlock: "skills", NoteBlock: "segments", PinBlock: "pin",
}

// GivenBy is the flag that gives such a block, without dashes; empty when none does.
func (b Block) GivenBy() string { return flags[b.Name] }

// Placed is a block with its place in the summary message, or one that there could be.
type Placed struct {
	Block
	Before   bool   // it stands before the summary
	Repeated bool   // it is not re-injected: its text stays word for word in the tail
	Absent   bool   // the session has none, and nobody gave one
	Flag     string // that gives one, without dashes
}

// Injected reports whether the block will stand in the summary message.
func (p Placed) Injected() bool { return !p.Absent && !p.Off && !p.Repeated }

// Place lists the blocks in the order in which Join writes them, those that are switched off
// among them, and behind them those that there could be.
func Place(blocks []Block, family string, tail []int) []Placed {
	var head, rest, absent []Placed
	_, repeated := apart(blocks, tail)
	for _, name := range order {
		flag, known := flags[name]
		if !known {
			continue
		}
		before, there := leads[family] && (name == modeBlock || name == rootBlock), false
		for _, b := range blocks {
			if b.Name != name {
				continue
			}
			there = true
			p := Placed{Block: b, Before: before, Flag: flag}
			p.Repeated = slices.ContainsFunc(repeated, func(r Block) bool { return r.Name == b.Name && r.Key == b.Key })
			if before {
				head = append(head, p)
			} else {
				rest = append(rest, p)
			}
		}
		if !there && name != PinBlock { // a pin is made of a message, not here
			absent = append(absent, Placed{Block: Block{Name: name}, Before: before, Absent: true, Flag: flag})
		}
	}
	return slices.Concat(head, rest, absent)
}
