package reassemble

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"cutline/model"
	"cutline/pipeline/trace"
)

// Gate is one check of a compacted session. A hard one that fails means that nothing is
// written.
type Gate struct {
	Name    string `json:"name"` // shape, tail, empty, invented, smaller
	Pass    bool   `json:"pass"`
	Hard    bool   `json:"hard"`
	Message string `json:"message"`
}

// GateInput is a session, what was made of it, and that read again by the format's reader.
type GateInput struct {
	Before       *model.Session
	Draft        model.Draft
	Repairs      []model.Repair // of stage 6 and of the writer
	After        *model.Session
	Value        func(record []byte) []byte // the bytes of a record's message value
	TokensBefore int                        // over all messages, counted like TokensAfter
	TokensAfter  int
	Carried      int  // messages at the end of After that the agent appended meanwhile
	Converted    bool // After is in another format: no byte can be the same, but what is said is
}

// Check runs the gates, in a fixed order.
func Check(in GateInput) []Gate {
	return []Gate{shape(in), tail(in), empty(in), invented(in), smaller(in)}
}

// Failed gives the first hard gate that did not pass.
func Failed(gates []Gate) (Gate, bool) {
	for _, g := range gates {
		if g.Hard && !g.Pass {
			return g, true
		}
	}
	return Gate{}, false
}

// shape: every result has its call before it, none is doubled, every call is answered.
func shape(in GateInput) Gate {
	g := Gate{Name: "shape", Hard: true, Pass: true, Message: "every tool result has its call before it, none is doubled, every call is answered"}
	p := model.Mismatched(in.After.Links, nil)
	// What the agent appended meanwhile may answer a kept call; a call of its own may still run.
	p.Unanswered = slices.DeleteFunc(p.Unanswered, func(id string) bool {
		return slices.ContainsFunc(in.After.Links, func(l model.Link) bool {
			return l.ID == id && !l.Result && l.Row >= len(in.After.Rows)-in.Carried
		})
	})
	var bad []string
	if len(p.Orphans) > 0 {
		bad = append(bad, fmt.Sprintf("%s without a call (%q)", trace.Count(len(p.Orphans), "result"), p.Orphans[0]))
	}
	if len(p.Doubled) > 0 {
		bad = append(bad, fmt.Sprintf("%s answered twice (%q)", trace.Count(len(p.Doubled), "call"), p.Doubled[0]))
	}
	if len(p.Unanswered) > 0 {
		bad = append(bad, fmt.Sprintf("%s without a result (%q)", trace.Count(len(p.Unanswered), "call"), p.Unanswered[0]))
	}
	if len(bad) == 0 {
		return g
	}
	if byReference(in) {
		g.Message = strings.Join(bad, ", ") + " stand in the input as they do here: the format keeps records by reference, and its agent repairs them when it sends"
		return g
	}
	g.Pass, g.Message = false, strings.Join(bad, ", ")
	return g
}

// byReference reports whether the format appends to a copy of the input instead of writing
// the kept messages anew.
func byReference(in GateInput) bool { return in.Before.Format == "prime" && !in.Converted }

// tail: the bytes of each kept message are those of the source, repaired ones excepted. Of a
// converted session the words are.
func tail(in GateInput) Gate {
	g := Gate{Name: "tail", Hard: true, Pass: true}
	exempt := make(map[int]bool, len(in.Repairs))
	for _, r := range in.Repairs {
		exempt[r.Row] = true
	}
	if in.Converted {
		return said(in, exempt)
	}
	kept := make([]int, 0, len(in.Draft.Items))
	masked := marksOf(in.Before, in.Draft)
	for _, it := range in.Draft.Items {
		if it.Kind != model.NewSummary && it.Kind != model.NewResult {
			kept = append(kept, it.Row)
		}
	}
	same, marked, at := 0, 0, 0
	for _, i := range kept {
		if masked.touch(in.Before, i) {
			found := masked.find(in, i, at)
			if found < 0 && !exempt[i] {
				g.Pass, g.Message = false, fmt.Sprintf("message %d, in whose record a marker stands for an output, is not in the result", i)
				return g
			}
			if found >= 0 {
				at, marked = found+1, marked+1
			}
			continue
		}
		want, err := values(in.Before, i, in.Value)
		if err != nil {
			g.Pass, g.Message = false, fmt.Sprintf("message %d can no longer be read: %v", i, err)
			return g
		}
		found := -1
		for k := at; k < len(in.After.Rows) && found < 0; k++ {
			got, err := values(in.After, k, in.Value)
			if err == nil && equal(want, got) && in.After.Rows[k].Role == in.Before.Rows[i].Role {
				found = k
			}
		}
		if found >= 0 {
			at = found
			if in.Before.Rows[i].Flags&model.Split == 0 {
				at++
			}
			same++
			continue
		}
		if !exempt[i] {
			g.Pass, g.Message = false, fmt.Sprintf("message %d is not in the result as it stood in the input", i)
			return g
		}
	}
	g.Message = fmt.Sprintf("%s kept byte for byte", trace.Count(same, "message"))
	if marked > 0 {
		g.Message += fmt.Sprintf(", %s beside a marker for an output", trace.Num(marked))
	}
	if n := len(kept) - same - marked; n > 0 {
		g.Message += fmt.Sprintf(", %s repaired", trace.Num(n))
	}
	return g
}

func values(s *model.Session, i int, value func([]byte) []byte) ([][]byte, error) {
	raw, err := s.Raw(i)
	if err != nil {
		return nil, err
	}
	for k := range raw {
		raw[k] = value(raw[k])
	}
	return raw, nil
}

func equal(a, b [][]byte) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !bytes.Equal(a[i], b[i]) {
			return false
		}
	}
	return true
}

// empty: the summary says something, and there is exactly one.
func empty(in GateInput) Gate {
	g := Gate{Name: "empty", Hard: true, Pass: true, Message: "one summary, and it says something"}
	n := 0
	for _, r := range in.After.Rows {
		if r.Origin == model.FromSummary {
			n++
		}
	}
	kept := 0 // a tail may hold an earlier summary only when it was cut by hand
	for _, it := range in.Draft.Items {
		if it.Row >= 0 && in.Before.Rows[it.Row].Origin == model.FromSummary {
			kept++
		}
	}
	switch s := strings.TrimSpace(in.Draft.Summary); {
	case strings.IndexFunc(s, unicode.IsLetter) < 0: // as an answer is judged: what one accepts the other may not refuse
		g.Pass, g.Message = false, fmt.Sprintf("the summary has %s chars and no letter; it says nothing", trace.Num(chars(s)))
	case n != 1+kept:
		g.Pass, g.Message = false, fmt.Sprintf("the result holds %s instead of one", trace.Count(n, "summary message"))
	}
	return g
}

// invented: no message passes for a person's that no person wrote.
func invented(in GateInput) Gate {
	g := Gate{Name: "invented", Hard: true, Pass: true, Message: "no user message that nobody wrote"}
	typed := 0
	for _, it := range in.Draft.Items {
		if it.Row >= 0 && it.Kind != model.NewResult && in.Before.Rows[it.Row].Typed() {
			typed++
		}
	}
	after := 0
	for i := range len(in.After.Rows) - in.Carried {
		if in.After.Rows[i].Typed() {
			after++
		}
	}
	if after > typed {
		g.Pass, g.Message = false, fmt.Sprintf("the result holds %s of a person, the input gave %s", trace.Count(after, "message"), trace.Num(typed))
	}
	return g
}

// smaller: the result has fewer tokens than the input, both counted over messages.
func smaller(in GateInput) Gate {
	g := Gate{Name: "smaller", Pass: in.TokensAfter < in.TokensBefore}
	g.Message = fmt.Sprintf("%s tokens before, %s after", trace.Num(in.TokensBefore), trace.Num(in.TokensAfter))
	if !g.Pass {
		g.Message += ": compacting this session makes it larger, nothing is saved"
	}
	return g
}
