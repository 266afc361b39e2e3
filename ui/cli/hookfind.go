package cli

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"cutline/model"
	"cutline/model/load"
	"cutline/model/runlog"
	"cutline/pipeline"
	"cutline/pipeline/lint"
	"cutline/pipeline/trace"
	"cutline/render"
)

// A PostCompact may come before the transcript has the compaction: patience is how long it is waited
// for, and step how often the transcript is looked at.
const (
	patience = 2 * time.Second
	step     = 100 * time.Millisecond
)

// mostLost is how many classes a line names.
const mostLost = 3

// found is the compaction that a hook is about.
type found struct {
	pipeline.Scored
	format string
	noted  bool // it has been scored before, by another hook
	early  bool // the transcript does not have it yet: the summary is that of the hook's input
}

// await scores the compaction as soon as the transcript has it, else the summary that the input has.
func (h *hook) await(ctx context.Context, in hookInput) (found, error) {
	known := runlog.Scores(h.state, in.Transcript)
	last, waited := int64(-1), time.Duration(0)
	for {
		size, err := in.size()
		if err != nil {
			return found{}, err
		}
		if size != last {
			last = size
			f, ok, err := scoreNewest(ctx, in, known)
			if err != nil || ok {
				return f, err
			}
		}
		if waited += step; waited > patience || ctx.Err() != nil {
			break
		}
		h.wait(ctx, step)
	}
	if in.Summary != "" {
		return scoreEarly(ctx, in)
	}
	if in.Event == sessionStart && slices.ContainsFunc(known, scoredBefore) {
		return found{noted: true}, nil
	}
	return found{}, fmt.Errorf("the transcript does not have the compaction yet; see it later with: cutline score %s", in.Transcript)
}

// opened reads the transcript; of one with several sessions that of the input.
func (in *hookInput) opened(do func(s *model.Session) error) error {
	s, closer, err := load.Open(in.Transcript, load.Choice{})
	var several *model.SeveralError
	if errors.As(err, &several) && in.Session != "" {
		s, closer, err = load.Open(in.Transcript, load.Choice{Session: in.Session})
	}
	if err != nil {
		return openError(err)
	}
	defer func() { _ = closer.Close() }() // it was only read
	return do(s)
}

// scoreNewest scores the newest compaction of the transcript if it is the one that the hook is about.
func scoreNewest(ctx context.Context, in hookInput, known []runlog.Score) (f found, ok bool, err error) {
	err = in.opened(func(s *model.Session) error {
		k := len(s.Compactions) - 1
		for k >= 0 && s.Compactions[k].Micro {
			k--
		}
		if k < 0 {
			return nil
		}
		f.noted = slices.ContainsFunc(known, func(n runlog.Score) bool { return scoredBefore(n) && n.Line == s.Compactions[k].Line })
		if f.noted && in.Event == sessionStart && known[len(known)-1].Event == postCompact { // which is why it is noted
			ok = true
			return nil
		}
		sure, fits := in.about(s, k, known)
		if ok = fits && (sure || !f.noted); !ok || f.noted {
			return nil
		}
		f.format = s.Format
		var err error
		f.Scored, err = pipeline.ScoreCompaction(ctx, s, k)
		return err
	})
	return f, ok, err
}

// about reports whether compaction k may be the one that the hook is about, and whether that is sure:
// it stands behind the end that the transcript had before it, or has the summary of the input.
func (in *hookInput) about(s *model.Session, k int, known []runlog.Score) (sure, fits bool) {
	for _, n := range slices.Backward(known) {
		if scoredBefore(n) {
			break
		}
		if n.Event == preCompact && n.Session == in.Session && n.Bytes <= s.Bytes && s.Packed == "" && !s.Copied {
			return true, s.Compactions[k].Line > linesIn(s.Reader, n.Bytes)
		}
	}
	if in.Summary != "" {
		words, err := s.CompactionText(k)
		fits = err == nil && strings.Contains(words, longestLine(in.Summary))
		return fits, fits
	}
	return false, true
}

// linesIn counts the lines that end within the first bytes of a file.
func linesIn(r io.ReaderAt, size int64) int {
	n := 0
	b := make([]byte, 64<<10)
	for at := int64(0); at < size; {
		k, err := r.ReadAt(b[:min(int64(len(b)), size-at)], at)
		n += bytes.Count(b[:k], []byte{'\n'})
		if at += int64(k); err != nil {
			break
		}
	}
	return n
}

// longestLine is the line of a summary by which it is known again. What a model thought before it is
// not written down.
func longestLine(s string) string {
	from, to, _ := lint.Body(s)
	s = s[from:to]
	return strings.TrimSpace(slices.MaxFunc(strings.Split(s, "\n"), func(a, b string) int { return cmp.Compare(len(a), len(b)) }))
}

// scoredBefore reports whether a record is that of a compaction which stood in the transcript.
func scoredBefore(n runlog.Score) bool { return n.Event != preCompact && n.Line > 0 }

// scoreEarly scores the summary of the input against the live context.
func scoreEarly(ctx context.Context, in hookInput) (f found, err error) {
	f.early = true
	err = in.opened(func(s *model.Session) error {
		f.format = s.Format
		var err error
		f.Scored, err = pipeline.ScoreSummary(ctx, s, in.Summary)
		return err
	})
	return f, err
}

// words is the line for the user. There is no text of the session in it.
func (f *found) words() string {
	if f.Why != "" {
		return "no score of the compaction: " + f.Why
	}
	words := render.ScoreLine(&f.Output, f.Saved())
	if worse := f.Verdict(); worse != "" {
		words += "; " + worse
	}
	if lost := f.lost(); len(lost) > 0 {
		words += "; lost most: " + strings.Join(lost, ", ")
	}
	if n := len(f.Fabricated); n > 0 {
		words += "; " + trace.Count(n, "item") + " not in the session"
	}
	if f.Partial() {
		words += "; the transcript holds less than half of what was replaced"
	}
	if f.early {
		words += "; of the summary alone, what stays beside it is not written yet"
	}
	return words
}

// lost are the classes that lost most points.
func (f *found) lost() []string {
	points := map[string]float64{}
	for _, l := range f.Lost {
		points[l.Class.String()] += l.Points
	}
	out := make([]string, 0, len(f.Classes))
	for _, c := range f.Classes {
		if points[c.Class.String()] > 0 {
			out = append(out, c.Class.String())
		}
	}
	slices.SortStableFunc(out, func(a, b string) int { return cmp.Compare(points[b], points[a]) })
	return out[:min(mostLost, len(out))]
}

// fill adds to a record what was found.
func (f *found) fill(n *runlog.Score) {
	n.Format, n.Line, n.TokensBefore, n.TokensAfter, n.Why = f.format, f.Line, f.Before, f.After, f.Why
	if n.Trigger == "" {
		n.Trigger = f.Trigger
	}
	if f.Why == "" {
		n.Rating = &runlog.Rating{
			Score: f.Score, Low: f.Low, High: f.High, Precision: f.Precision, N: f.N, Lost: f.lost(), Fabricated: len(f.Fabricated), Partial: f.Partial(),
		}
	}
}
