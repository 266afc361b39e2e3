package qwen

import (
	"fmt"

	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/genai"
	"cutline/model/js"
	"cutline/model/jsonl"
)

// decode gives the one or two messages that records of one id hold: results of tools, and words.
// A content of a compacted history has no envelope. Digest is set for the content that is the
// compaction's summary.
func decode(records []string, digest bool) []model.Message {
	var m model.Message
	var provenance, subtype string
	parts := make([]model.Part, 0, len(records))
	failed := false
	for n, raw := range records {
		f := js.Fields(gjson.Parse(raw))
		content := js.Fields(f.Get("message"))
		if f.Has("parts") && !f.Has("uuid") {
			content = f
		}
		if n == 0 {
			m.ID, m.Time, m.Role = f.Text("uuid"), f.Text("timestamp"), roles[f.Text("type")]
			provenance, subtype = f.Text("provenance"), f.Text("subtype")
			if !f.Has("uuid") {
				m.Role = model.User
				if content.Text("role") == "model" {
					m.Role = model.Assistant
				}
			}
		}
		if s := f.Text("model"); s != "" {
			m.Model = s
		}
		switch js.Fields(f.Get("toolCallResult")).Text("status") {
		case "error", "cancelled":
			failed = true
		}
		parts = append(parts, genai.Parts(content.Get("parts"))...)
	}
	if m.Role == model.Assistant {
		m.Parts = parts
		return []model.Message{m}
	}
	results := model.Message{Role: model.Tool, ID: m.ID, Time: m.Time}
	m.Role, m.Model = model.User, ""
	for _, p := range parts {
		if p.Kind == model.Result {
			p.Failed = p.Failed || failed
			results.Parts = append(results.Parts, p)
		} else {
			m.Parts = append(m.Parts, p)
		}
	}
	if len(results.Parts) > 0 && len(m.Parts) == 0 {
		return []model.Message{results}
	}
	if m.Origin = origin(m, provenance, subtype); digest {
		m.Origin = model.FromSummary
	}
	if len(results.Parts) > 0 {
		return []model.Message{results, m}
	}
	return []model.Message{m}
}

// decoder implements model.Decoder.
type decoder struct{}

// Decode reads the message of a row again.
func (decoder) Decode(records [][]byte, row model.Row) (model.Message, error) {
	raws, err := jsonl.Texts(records)
	if err != nil {
		return model.Message{}, err
	}
	ms := decode(raws, row.Origin == model.FromSummary)
	if row.Sub >= len(ms) {
		return model.Message{}, fmt.Errorf("it holds %d messages: %w", len(ms), jsonl.ErrNoRecord)
	}
	m := ms[row.Sub]
	m.Broken = row.Is(model.Broken)
	return m, nil
}
