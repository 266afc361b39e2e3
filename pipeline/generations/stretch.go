package generations

import (
	"errors"
	"fmt"
	"math"

	"cutline/model"
	"cutline/model/load"
)

// ErrWhole is the error of a session that cannot be read as it stood at an earlier time: one
// document, a branch that is not the newest, records that stand in another order.
var ErrWhole = errors.New("the session cannot be cut into stretches")

// stretches cuts a session into n stretches of about as many tokens each, and gives the message
// behind each of them. There are fewer where it has no more places to cut. A cut goes before a
// turn of a person where one is near.
func stretches(s *model.Session, n int) []int {
	free := places(s)
	sum := make([]int, len(s.Rows)+1)
	for i := range s.Rows {
		sum[i+1] = sum[i] + s.Rows[i].Tokens
	}
	total := float64(sum[len(s.Rows)])
	var out []int
	last := 0
	for k := 1; k < n; k++ {
		want := total * float64(k) / float64(n)
		best, least := 0, math.Inf(1)
		for i := last + 1; i < len(s.Rows); i++ {
			if !free[i] {
				continue
			}
			off := math.Abs(float64(sum[i]) - want)
			if !s.Rows[i].Typed() {
				off += total / float64(2*n) // a turn that is half a stretch nearer comes first
			}
			if off < least {
				best, least = i, off
			}
		}
		if best > 0 {
			out = append(out, best)
			last = best
		}
	}
	return append(out, len(s.Rows))
}

// places are the messages before which a session can be cut: the file holds nothing of what comes
// before behind it, and no call stands on one side and its result on the other.
func places(s *model.Session) []bool {
	out := make([]bool, len(s.Rows))
	end := make([]int64, len(s.Rows)+1) // of the records of all messages before
	for i := range s.Rows {
		end[i+1] = end[i]
		if r := &s.Rows[i]; r.Sources > 0 {
			last := s.Sources[r.Source+r.Sources-1]
			end[i+1] = max(end[i], last.Off+last.Len)
		}
	}
	begin := int64(math.MaxInt64) // of the records of all messages from i on
	for i := len(s.Rows) - 1; i >= 0; i-- {
		if s.Rows[i].Sources > 0 {
			begin = min(begin, s.Sources[s.Rows[i].Source].Off)
			out[i] = begin >= end[i]
		}
	}
	for _, l := range s.Links {
		for i := min(l.Row, l.Peer) + 1; l.Peer >= 0 && i <= max(l.Row, l.Peer); i++ {
			out[i] = false
		}
	}
	return out
}

// beginning is a session as it stood before message n came, read by its own reader.
func beginning(s *model.Session, n int) (*model.Session, error) {
	if n >= len(s.Rows) {
		return s, nil
	}
	f, ok := load.ByName(s.Format)
	if !ok || s.Rows[n].Sources == 0 {
		return nil, fmt.Errorf("%w: nothing tells where message %d begins", ErrWhole, n)
	}
	to := s.Sources[s.Rows[n].Source].Off
	out, err := f.Read(model.Input{Path: s.Path, Reader: s.Reader, Size: to})
	if err != nil {
		return nil, fmt.Errorf("%w: up to message %d: %w", ErrWhole, n, err)
	}
	if len(out.Rows) != n {
		return nil, fmt.Errorf("%w: before message %d came it had %d", ErrWhole, n, len(out.Rows))
	}
	for i := range out.Rows {
		if a, b := &out.Rows[i], &s.Rows[i]; a.Line != b.Line || a.Chars != b.Chars || a.Role != b.Role {
			return nil, fmt.Errorf("%w: message %d was another one before message %d came", ErrWhole, i, n)
		}
	}
	return out, nil
}
