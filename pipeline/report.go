package pipeline

import (
	"cutline/model"
	"cutline/pipeline/partition"
	"cutline/pipeline/pick"
	"cutline/pipeline/pin"
	"cutline/pipeline/reassemble"
	"cutline/pipeline/segment"
	"cutline/pipeline/slim"
	"cutline/pipeline/trace"
	"cutline/pipeline/trigger"
)

// Tokens is the state of the context in tokens, and where each number comes from.
type Tokens struct {
	Used         int    // what the trigger looks at
	Source       string // flag, reported, counted, estimated
	Since        int    // estimated tokens that came after the reported answer, its output included
	Counted      int    // exact or near-exact count over the messages, 0 until it is known
	Estimated    int
	Encoding     string
	Exact        bool // the encoding is the model's own
	Window       int  // 0 when unknown
	WindowSource string
}

// Summary is the output of stage 5.
type Summary struct {
	Outcome   trace.Outcome
	Rung      string // who wrote it
	Early     bool   // it was made before it was wanted
	Family    string
	Text      string
	Native    bool // the server's own compaction wrote it, whatever the family asks for
	Attempts  []trace.Attempt
	Decisions []trace.Decision
}

// Report is what the six stages decided. Plan and Run fill the same fields; a plan has no
// summary yet.
type Report struct {
	Params     Params
	Tokens     Tokens
	Context    int // tokens as the strategy prime counts them, 0 under another
	Turns      int
	Trigger    trigger.Output
	Pick       pick.Output
	Partition  partition.Output
	Slim       slim.Output
	Reads      slim.Params  // those that stage 4 followed for the summarizer that is to run
	Files      *model.Files // what the summarized part touched, where the strategy lists it and a run has looked
	Summary    Summary
	Reassemble reassemble.Output
	Blocks     []reassemble.Block  // live state as a person left it, with the note that points to the segments
	Changes    []reassemble.Change // what the person made of it
	Pins       []pin.Pin           // what the person pinned
	Standing   []pin.Pin           // those of them that stand in the tail or in the summary, and are not said twice
	Segments   segment.Output      // files of the summarized messages, when they are asked for; only model/save writes them
	Warnings   []trace.Warning
	Nothing    string // why there is nothing to compact, empty when there is something
}

// Stage is one of the six as the strip shows it.
type Stage struct {
	Name      string
	Title     string
	Outcome   trace.Outcome
	Headline  string
	Decisions []trace.Decision
}

// StageNames are the names of the six stages, in order.
var StageNames = [6]string{"trigger", "pick", "partition", "slim", "summarize", "reassemble"}

// Fate says what a plan or a run makes of every message of the live context.
type Fate struct {
	Kept      bool
	Read      bool             // it enters stage 4
	Prefix    bool             // it is the beginning of the turn that the cut goes through
	Slim      *slim.Allocation // nil when it does not
	Aside     bool             // system or user info
	LeftOut   bool             // neither kept nor read: a further system message, an empty one
	Repaired  bool
	Masked    bool // a marker stands for its output
	Unread    bool // it is dropped since nothing is read at all
	Protected bool
}

// Fates lists the fate of every row.
func (r *Report) Fates(rows []model.Row) []Fate {
	out := make([]Fate, len(rows))
	for i := range out {
		out[i].LeftOut = true
	}
	for k := range r.Slim.Rows {
		a := &r.Slim.Rows[k]
		f := &out[a.Index]
		f.Read, f.Slim, f.LeftOut, f.Protected = true, a, false, a.Protected
		f.Unread = a.Tier == slim.Dropped && r.Slim.Rule == slim.None
	}
	for _, i := range r.Partition.Prefix {
		out[i].Prefix = true
	}
	for _, i := range r.Partition.Tail {
		out[i].Kept, out[i].LeftOut = true, false
	}
	for _, i := range r.Partition.Masked {
		out[i].Masked = true
	}
	for _, i := range []int{r.Partition.System, r.Partition.UserInfo} {
		if i >= 0 {
			out[i].Aside, out[i].LeftOut = true, false
		}
	}
	for _, rep := range r.Reassemble.Repairs {
		out[rep.Row].Repaired = true
	}
	return out
}
