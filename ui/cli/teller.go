package cli

import (
	"bufio"
	"io"
	"strings"

	"cutline/model"
	"cutline/model/pattern"
	"cutline/pipeline"
	"cutline/pipeline/retention"
	"cutline/render/text"
	"cutline/render/theme"
)

// Teller says what inspect, compact and score print for people so that a screen reader can read it: one
// fact a line, without columns, pictures and colour, and with words for signs.
type Teller struct{ p printer }

// NewTeller gives one that writes to out. Flush has to be called; an error of out shows there.
func NewTeller(out io.Writer) Teller {
	return Teller{printer{out: bufio.NewWriter(out), t: theme.PlainASCII(), plainly: true}}
}

// Flush writes what was said, and gives the first error of the writer.
func (t Teller) Flush() error { return t.p.out.Flush() }

// Say says one sentence, with a label before it where there is one.
func (t Teller) Say(label, words string) { t.p.tell(label, words) }

// Quote says what is not ours as it stands: a path, a command, words of a session.
func (t Teller) Quote(label, words string) {
	if label != "" {
		label += ": "
	}
	_, _ = t.p.out.WriteString(label + text.CleanLine(words) + "\n")
}

// Session says which session it is.
func (t Teller) Session(s *model.Session) { t.p.header(s) }

// Gauge says how full the context is, and what the signals of the trigger are.
func (t Teller) Gauge(r *pipeline.Report) { t.p.gauge(r) }

// Stages says of each of the six stages what comes of it, a sentence each.
func (t Teller) Stages(r *pipeline.Report) { t.p.stages(r, false) }

// Why says of stage i, from 0, what comes of it and why.
func (t Teller) Why(r *pipeline.Report, i int) {
	t.p.stage(i, r.Stages()[i], true)
	for _, w := range r.Warnings {
		if w.Stage == pipeline.StageNames[i] {
			t.p.tell("warning", w.Message)
		}
	}
}

// Findings says what was wrong with the file and what the stages warn of, all of it.
func (t Teller) Findings(s *model.Session, r *pipeline.Report) { t.p.findings(s, r, true) }

// Fate says what becomes of a message.
func (t Teller) Fate(f pipeline.Fate) string {
	words, _ := t.p.fate(f)
	return words
}

// Outcome says what a run gave: its sizes, who wrote the summary, its score and which checks hold.
func (t Teller) Outcome(s *model.Session, res *pipeline.Result, kept *retention.Output) {
	t.p.outcome(s, res, kept, false)
}

// Score says what a compaction kept, class by class.
func (t Teller) Score(o *retention.Output, saved float64) {
	few := *o
	few.Lost = nil // Losses has them
	t.p.retention(&few, saved, true)
}

// Recorded says what is known of a compaction that the session records.
func (t Teller) Recorded(one *pipeline.Scored) {
	t.p.tell("compacted", occasion(one))
	if one.Why != "" {
		t.p.tell("", "no score: "+one.Why)
	}
	t.p.scored(one, false)
}

// toldCells is how much of a lost text is said.
const toldCells = 200

// Losses says what is lost or weakened, each on a line, the heaviest first.
func (t Teller) Losses(o *retention.Output) {
	for i := range o.Lost {
		t.p.lost(&o.Lost[i], toldCells)
	}
}

// tell writes one fact.
func (p printer) tell(label, words string) {
	words = spoken(text.CleanLine(words))
	if label = strings.TrimSpace(label); label != "" {
		words = label + ": " + words
	}
	_, _ = p.out.WriteString(words + "\n")
}

// signs are the words for the signs that our sentences use.
var signs = strings.NewReplacer(" · ", ", ", " → ", " to ", "→", " to ", " ≥ ", " at or above ", "≥", "at least ", " < ", " below ", "≈", "about ",
	"−", "minus ", "–", "-", "×", " times", "…", "...", "✓", "holds,", "✗", "does not hold,")

// estimate is the sign of one, before its number.
var estimate = pattern.New(`(^|[ (])~(\d)`)

// span is the sign between the ends of a range.
var span = pattern.New(`(\d)–(\d)`)

// spoken is a clean sentence of ours with words in the place of signs, which a screen reader passes over
// or spells out.
func spoken(words string) string {
	return estimate.ReplaceAllString(signs.Replace(span.ReplaceAllString(words, "$1 to $2")), "${1}about $2")
}
