package measure

import (
	"math"

	"cutline/model"
)

// Track is everything that was said in a session, in the order of the file, whatever became of it
// later. A reader notes it while it makes the live context; each thing has a number.
type Track struct {
	said []said
	cuts []cut  // by Session.Compactions
	left uint16 // how often something was taken back
	held int    // pieces in all cuts
}

// mostHeld is how many pieces all compactions together may have found and left, 32 bytes each. A
// long session has a hundred compactions of some hundred messages; a file of one MB can be written
// that has thousands of thousands.
const mostHeld = 1 << 22

// said is a message, or the two that share a record; or a compaction.
type said struct {
	sources []model.Source
	line    int // where it was said first
	tokens  int
	cut     int    // which compaction, -1 for a message
	gone    uint16 // with which taking back, from 1; 0 for what was not
}

// cut is what one compaction did.
type cut struct {
	was, left []Held
	out       bool // what it replaced is known
	text      bool // its record holds its summary
	measured  bool
}

// Held is a thing that was said, as it stands in a context: a compaction may keep it in other
// words.
type Held struct {
	N       int
	Sources []model.Source // nil when it stands there as it was said
}

// Say notes a message.
func (t *Track) Say(sources ...model.Source) int {
	t.said = append(t.said, said{sources: sources, line: sources[0].Line, cut: -1})
	return len(t.said) - 1
}

// Again notes that a message was written once more; the last writing holds.
func (t *Track) Again(n int, sources ...model.Source) { t.said[n].sources = sources }

// Report notes what the server said of the context that ends with that message, in tokens.
func (t *Track) Report(n, tokens int) { t.said[n].tokens = tokens }

// ReportLast notes the same of the context as a whole, at the last thing that is still in it.
func (t *Track) ReportLast(tokens int) {
	for n := len(t.said) - 1; n >= 0; n-- {
		if t.said[n].gone == 0 {
			t.said[n].tokens = tokens
			return
		}
	}
}

// TakeBack notes what was taken out of the context at one time, and not by a compaction.
func (t *Track) TakeBack(numbers ...int) {
	if t.left < math.MaxUint16 {
		t.left++
	}
	for _, n := range numbers {
		t.said[n].gone = t.left
	}
}

// Cut is what a reader knows of a compaction.
type Cut struct {
	Source    model.Source // its record, or the part of it with the summary
	Text      bool         // that holds the words of the summary
	Was, Left []Held       // the context before and after; the summary is not among what it left
	Unknown   bool         // what it replaced is not known
	Measured  bool         // see model.Replacement
}

// Compact notes the next of Session.Compactions. When there are too many, what the later ones did
// is not known.
func (t *Track) Compact(c Cut) int {
	if n := len(c.Was) + len(c.Left); t.held+n > mostHeld {
		c.Was, c.Left, c.Unknown = nil, nil, true
	} else {
		t.held += n
	}
	t.said = append(t.said, said{sources: []model.Source{c.Source}, line: c.Source.Line, cut: len(t.cuts)})
	t.cuts = append(t.cuts, cut{was: c.Was, left: c.Left, out: !c.Unknown, text: c.Text, measured: c.Measured})
	return len(t.said) - 1
}
