package pipeline

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"cutline/model"
	"cutline/pipeline/facts"
	"cutline/pipeline/memorybank"
	"cutline/pipeline/partition"
	"cutline/pipeline/reassemble"
	"cutline/pipeline/segment"
	"cutline/pipeline/trace"
	"cutline/pipeline/trigger"
)

// remember plans the files of the memory channel, and puts the note that points to them beside the
// live state. An earlier note that points into the same folder is out of date then. What a person
// made of the state comes last, so that it holds for the note too.
func (r *Report) remember(s *model.Session, e Env) {
	r.Changes = e.Changes
	r.Blocks, r.Segments = e.Blocks, segment.Output{}
	r.pin(e.Pins)
	defer func() { r.Blocks = reassemble.Changed(r.Blocks, e.Changes) }()
	if r.Params.Segments == "" {
		return
	}
	folder := e.Segments
	if folder.Dir == "" {
		folder.Dir = r.Params.Segments
	}
	r.Segments = segment.Run(segment.Input{Rows: s.Rows, List: r.Partition.Read(), Folder: folder})
	note := r.Segments.Note()
	if note == "" {
		return
	}
	r.Blocks = slices.DeleteFunc(slices.Clone(r.Blocks), func(b reassemble.Block) bool {
		return b.Name == reassemble.NoteBlock && strings.Contains(b.Text, folder.Dir)
	})
	b := reassemble.NewBlock(reassemble.NoteBlock, "flag --segments", note)
	b.Key = folder.Dir // an earlier note may point elsewhere
	r.Blocks = append(r.Blocks, b)
}

// AskedFor are the messages of a session in which a person asked for a compaction. It reads what persons
// have said, so it is not for every key press.
func AskedFor(s *model.Session) []int {
	var rows []int
	for i := range s.Rows {
		if !s.Rows[i].Typed() {
			continue
		}
		if m, err := s.Message(i); err == nil && len(trigger.Phrases(facts.Typed(m))) > 0 {
			rows = append(rows, i)
		}
	}
	return rows
}

// bare reports whether the summary goes on without a tail because the strategy keeps none.
func (r *Report) bare() bool {
	return r.Params.Partition.Rule == partition.Everything && len(r.Partition.Tail) == 0
}

// remembered are the decisions about files that outlive the session.
func (r *Report) remembered() []trace.Decision {
	out := append(r.Segments.Decisions[:len(r.Segments.Decisions):len(r.Segments.Decisions)], r.pinned()...)
	if dir := r.Params.MemoryBank; dir != "" {
		out = append(out[:len(out):len(out)], trace.Decision{
			Rule: "memory-bank", Chose: "the summary is added to " + filepath.Join(dir, memorybank.Active) + " when the session is written",
			Because: fmt.Sprintf("--memory-bank asks for it; over %s tokens there the oldest sessions move to %s", trace.Num(memorybank.Limit), memorybank.Archive),
		})
	}
	return out
}
