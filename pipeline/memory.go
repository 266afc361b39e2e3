package pipeline

import (
	"fmt"
	"slices"
	"strings"

	"cutline/model"
	"cutline/pipeline/reassemble"
	"cutline/pipeline/segment"
	"cutline/pipeline/summarize"
	"cutline/pipeline/trace"
)

// remember plans the files of the memory channel, and puts the note that points to them beside the
// live state. An earlier note that points into the same folder is out of date then.
func (r *Report) remember(s *model.Session, e Env) {
	r.Blocks, r.Segments = e.Blocks, segment.Output{}
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
	r.Blocks = slices.DeleteFunc(slices.Clone(e.Blocks), func(b reassemble.Block) bool {
		return b.Name == reassemble.NoteBlock && strings.Contains(b.Text, folder.Dir)
	})
	r.Blocks = append(r.Blocks, reassemble.NewBlock(reassemble.NoteBlock, "flag --segments", note))
}

// copied warns of a summary that repeats what stands in the segments anyway. The local summarizer
// quotes by design and says so.
func (r *Report) copied(s *model.Session) {
	if len(r.Segments.Segments) == 0 || !summarize.Asks(r.Summary.Rung) && r.Summary.Rung != summarize.File && r.Summary.Rung != summarize.Editor {
		return
	}
	const kind = "copied-segment"
	r.Warnings = slices.DeleteFunc(slices.Clone(r.Warnings), func(w trace.Warning) bool { return w.Kind == kind }) // of a text that was edited since
	runs := r.Segments.Copied(s, r.Summary.Text)
	if len(runs) == 0 {
		return
	}
	size := 0
	var rows []int
	for _, c := range runs {
		size += c.To - c.From
		rows = append(rows, c.Message)
	}
	slices.Sort(rows)
	r.Warnings = append(r.Warnings, trace.Warning{
		Stage: StageNames[4], Kind: kind, Indices: slices.Compact(rows),
		Message: fmt.Sprintf("the summary repeats %s of the summarized messages word for word (%s bytes): what the segments hold need not stand in it", trace.Count(len(runs), "passage"), trace.Num(size)),
	})
}
