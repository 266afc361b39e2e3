package pipeline

import (
	"slices"
	"strings"

	"cutline/model"
	"cutline/pipeline/reassemble"
	"cutline/pipeline/segment"
)

// remember plans the files of the memory channel, and puts the note that points to them beside the
// live state. An earlier note that points into the same folder is out of date then. What a person
// made of the state comes last, so that it holds for the note too.
func (r *Report) remember(s *model.Session, e Env) {
	r.Changes = e.Changes
	r.Blocks, r.Segments = e.Blocks, segment.Output{}
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
	r.Blocks = slices.DeleteFunc(slices.Clone(e.Blocks), func(b reassemble.Block) bool {
		return b.Name == reassemble.NoteBlock && strings.Contains(b.Text, folder.Dir)
	})
	b := reassemble.NewBlock(reassemble.NoteBlock, "flag --segments", note)
	b.Key = folder.Dir // an earlier note may point elsewhere
	r.Blocks = append(r.Blocks, b)
}
