package gemini

import (
	"cmp"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/genai"
	"cutline/model/js"
	"cutline/model/jsonl"
)

const (
	badBytes = "it held bytes that are no text, or half of a surrogate pair; they are U+FFFD now"
	noCall   = "the result of a call that is not kept is left out"
)

// fit takes out of a record what cannot stay, puts into it the results that its calls lack, and
// says why. An empty text stands for a record of which nothing is left. Results that found their
// call are taken out of the piece.
func (w *writer) fit(raw string, p *piece) (text string, reasons []string) {
	text = jsonl.Mend(raw)
	if text != raw {
		reasons = append(reasons, badBytes)
	}
	text = masked(text, p.mask)
	f := js.Fields(gjson.Parse(text))
	first := w.s.Rows[p.rows[0]]
	if kinds[f.Text("type")] == answer {
		if first.Role == model.Tool {
			return "", append(reasons, "its calls, which stand in the same record, are not kept; it is left out")
		}
		edits, why := w.calls(f, p)
		more, _, also := filter(f.Get("content"), func(part model.Part) string {
			if part.Kind == model.Result && slices.Contains(p.drop, part.ID) {
				return noCall
			}
			return ""
		})
		edits = append(edits, more...)
		slices.SortFunc(edits, func(a, b edit) int { return cmp.Compare(a.from, b.from) })
		return apply(text, 0, len(text), edits), append(append(reasons, why...), also...)
	}
	alone := first.Is(model.Split) && len(p.rows) == 1
	edits, left, why := filter(f.Get("content"), func(part model.Part) string {
		switch isResult := part.Kind == model.Result; {
		case isResult && slices.Contains(p.drop, part.ID):
			return noCall
		case alone && isResult != (first.Role == model.Tool):
			return "what else stood in the same record is not kept"
		}
		return ""
	})
	if reasons = append(reasons, why...); !left {
		return "", reasons
	}
	return apply(text, 0, len(text), edits), reasons
}

// calls puts results into a list of calls, and takes out those that must go.
func (w *writer) calls(f js.Object, p *piece) (edits []edit, reasons []string) {
	for _, t := range toolCalls(f) {
		call := t.at.Raw
		if _, has := t.result(); has && slices.Contains(p.drop, t.id) {
			call = js.Set(call, "result", "null")
			reasons = append(reasons, noCall)
		}
		if r, lacks := p.results[t.id]; lacks {
			delete(p.results, t.id)
			call = js.Set(call, "result", "["+response(t.id, r)+"]")
			if r.Failed {
				call = js.Set(call, "status", `"error"`)
			}
			reasons = append(reasons, "a call in it had no result; one was added")
		}
		if call != t.at.Raw {
			edits = append(edits, edit{t.at.Index, t.at.Index + len(t.at.Raw), call})
		}
	}
	return edits, slices.Compact(reasons)
}

// filter takes the parts out of a content for which there is a reason. Left is false when no part
// is left of some.
func filter(content gjson.Result, why func(model.Part) string) (edits []edit, left bool, reasons []string) {
	var kept []string
	n := 0
	one := func(e gjson.Result) {
		n++
		reason := ""
		if parts := genai.Parts(e); len(parts) > 0 {
			reason = why(parts[0])
		}
		if reason == "" {
			kept = append(kept, e.Raw)
		} else if !slices.Contains(reasons, reason) {
			reasons = append(reasons, reason)
		}
	}
	switch {
	case content.IsArray():
		content.ForEach(func(_, e gjson.Result) bool {
			one(e)
			return true
		})
	case content.IsObject():
		one(content)
	}
	if len(kept) == n {
		return nil, true, nil
	}
	return []edit{{content.Index, content.Index + len(content.Raw), "[" + strings.Join(kept, ",") + "]"}}, len(kept) > 0, reasons
}
