package cli

import (
	"errors"
	"fmt"
	"path/filepath"

	"cutline/model"
	"cutline/model/save"
	"cutline/pipeline"
	"cutline/pipeline/segment"
)

// segmentsOf is the folder of the memory channel as it is now, for a plan. What is wrong with it is
// said when something is to be written.
func segmentsOf(p pipeline.Params) segment.Folder {
	if p.Segments == "" {
		return segment.Folder{}
	}
	dir := place(p.Segments)
	next, _ := save.NextSegment(dir)
	return segment.Folder{Dir: dir, Next: next}
}

// place is a folder as an agent finds it that works elsewhere.
func place(dir string) string {
	if abs, err := filepath.Abs(dir); err == nil {
		return abs
	}
	return dir
}

// segmentsReady checks the folder of the memory channel before a run.
func segmentsReady(p pipeline.Params) error {
	if p.Segments == "" {
		return nil
	}
	if _, err := save.CheckSegments(place(p.Segments)); err != nil {
		return fmt.Errorf("--segments: %w; nothing was written", err)
	}
	return nil
}

// write writes the result of a run, its receipt, its segments and its memory bank: all of them or none.
func write(s *model.Session, res *pipeline.Result, t save.Target, receipt *receiptJSON, bank *deposit) error {
	segments, err := writeSegments(s, res)
	if err != nil {
		return err
	}
	undo, keep := []func() error{segments.Undo}, []func() error{segments.Keep}
	if bank != nil {
		written, err := bank.write()
		if err != nil {
			return fmt.Errorf("%w; nothing was written", errors.Join(err, segments.Undo()))
		}
		undo, keep = append(undo, written.Undo), append(keep, written.Keep)
		receipt.MemoryBank = bank.receipt()
	}
	err = save.Write(t, res.Written, receipt)
	if err == nil {
		undo = keep
	}
	for _, do := range undo {
		err = errors.Join(err, do())
	}
	return err
}

// writeSegments writes the segments of a run. Without any there is nothing to keep or to take back.
func writeSegments(s *model.Session, res *pipeline.Result) (*save.Segments, error) {
	out := res.Report.Segments
	if len(out.Segments) == 0 {
		return new(save.Segments), nil
	}
	book := out.Open(s)
	files := make([]save.Segment, len(out.Segments))
	for k, seg := range out.Segments {
		files[k] = save.Segment{Name: seg.Name(), Text: func() string { return book.Text(k) }}
	}
	written, err := save.WriteSegments(out.Dir, segment.Index, files, book.Index)
	if err != nil {
		return nil, fmt.Errorf("%w; nothing was written", err)
	}
	return written, nil
}
