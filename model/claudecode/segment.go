package claudecode

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/js"
	"cutline/model/measure"
)

// Builds from this version on keep the tail of a compaction where it stands and name it in the
// boundary; what they so keep they also leave out when they ask how full the context is.
const segmentMajor, segmentMinor, segmentPatch = 2, 1, 200

// segment is a tail that the boundary names.
type segment struct {
	uuids  []string // its records, in order
	anchor string   // the summary, behind which it belongs
}

// tail is its last record, empty without one.
func (g segment) tail() string {
	if len(g.uuids) == 0 {
		return ""
	}
	return g.uuids[len(g.uuids)-1]
}

// segmented reports whether the agent that goes on with the session understands a tail that
// is named: it has named one before, or its build is one that does.
func (w *writer) segmented() bool {
	meta := w.metadata()
	if meta.Get("preservedSegment").IsObject() || meta.Get("preservedMessages").IsObject() {
		return true
	}
	v := strings.SplitN(w.st.version, ".", 3)
	if len(v) < 3 {
		return false
	}
	patch, _, _ := strings.Cut(v[2], "-")
	for i, least := range []int{segmentMajor, segmentMinor, segmentPatch} {
		n, err := strconv.Atoi([]string{v[0], v[1], patch}[i])
		if err != nil || n < least {
			return false
		}
		if n > least {
			return true
		}
	}
	return true
}

// metadata is what the input's last compaction says of itself.
func (w *writer) metadata() gjson.Result {
	raw, err := model.ReadSource(w.s.Reader, w.st.past)
	if err != nil {
		return gjson.Result{}
	}
	return gjson.GetBytes(raw, "compactMetadata")
}

// keep writes the tail in front of the boundary, as a tree of its own.
func (w *writer) keep(pieces []*piece) error {
	for _, p := range pieces {
		was := w.prev
		if err := w.piece(p); err != nil {
			return err
		}
		if w.prev != was {
			w.segment.uuids = append(w.segment.uuids, w.prev)
		}
	}
	if len(w.segment.uuids) > 0 {
		w.segment.anchor = w.o.NewID()
	}
	return nil
}

// named is what a boundary says of a tail that it names, with a comma before it. What the
// compaction leaves is estimated, as the agent does, over messages alone.
func (w *writer) named() string {
	g := w.segment
	if len(g.uuids) == 0 {
		return ""
	}
	after := 0
	for _, it := range w.d.Items {
		switch it.Kind {
		case model.NewSummary:
			n, _ := measure.Weigh(model.Message{Role: model.User, Parts: []model.Part{{Kind: model.Text, Text: it.Text}}})
			after += n
		case model.NewResult:
		case model.KeptSystem, model.KeptUserInfo, model.KeptTail:
			after += w.s.Rows[it.Row].Tokens
			if it.Mask != "" {
				n, _ := measure.Weigh(model.Message{Role: model.Tool, Parts: []model.Part{{Kind: model.Text, Text: it.Mask}}})
				after += n - w.s.Rows[it.Row].Tokens
			}
		}
	}
	quoted := make([]string, len(g.uuids))
	for i, id := range g.uuids {
		quoted[i] = js.Quote(id)
	}
	ids, anchor := "["+strings.Join(quoted, ",")+"]", js.Quote(g.anchor)
	var b strings.Builder
	old := w.metadata()
	if v := old.Get("preCompactDiscoveredTools"); v.IsArray() { // the tools whose definitions it goes on sending
		b.WriteString(`,"preCompactDiscoveredTools":` + v.Raw)
	}
	fmt.Fprintf(&b, `,"preservedSegment":{"headUuid":%s,"anchorUuid":%s,"tailUuid":%s}`, quoted[0], anchor, quoted[len(quoted)-1])
	fmt.Fprintf(&b, `,"preservedMessages":{"anchorUuid":%s,"uuids":%s,"allUuids":%s}`, anchor, ids, ids)
	fmt.Fprintf(&b, `,"postTokens":%d,"cumulativeDroppedTokens":%d`, after, count(old, "cumulativeDroppedTokens")+max(w.d.TokensBefore-after, 0))
	return b.String()
}
