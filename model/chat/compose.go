package chat

import (
	"strconv"
	"strings"

	"cutline/model"
	"cutline/model/js"
)

// summary is the new summary message in a dialect's plain form, flagged where the dialect
// has a flag.
func summary(dialect, text string, newID func() string) string {
	switch dialect {
	case AISDKUI:
		return `{"id":` + js.Quote(newID()) + `,"role":"user","metadata":{"isSummary":true},"parts":[` + textBlock(js.Quote(text)) + `]}`
	case AISDK:
		return `{"role":"user","content":` + js.Quote(text) + `,"providerOptions":{"cursor":{"isSummary":true}}}`
	}
	return `{"role":"user","content":` + js.Quote(text) + `}`
}

// results are new elements with results for calls that are still open, each in the form of
// its call. Results of one form that take blocks share an element, because an API that
// wants all results at once would not find those of a second.
func (e *editor) results(parts []model.Part) []string {
	var out, uses, sdk []string
	for _, p := range parts {
		if !e.answer(p.ID) {
			continue
		}
		id, name, text := js.Quote(p.ID), js.Quote(p.Name), js.Quote(p.OutputText())
		switch e.forms[p.ID] {
		case toolUse:
			uses = append(uses, `{"type":"tool_result","tool_use_id":`+id+`,"content":`+text+`,"is_error":`+strconv.FormatBool(p.Failed)+`}`)
		case toolCall:
			kind := `"text"`
			if p.Failed {
				kind = `"error-text"`
			}
			sdk = append(sdk, `{"type":"tool-result","toolCallId":`+id+`,"toolName":`+name+`,"output":{"type":`+kind+`,"value":`+text+`}}`)
		case toolCallV4:
			sdk = append(sdk, `{"type":"tool-result","toolCallId":`+id+`,"toolName":`+name+`,"result":`+text+`,"isError":`+strconv.FormatBool(p.Failed)+`}`)
		case functionCall:
			out = append(out, `{"role":"function","name":`+name+`,"content":`+text+`}`)
		default:
			out = append(out, `{"role":"tool","tool_call_id":`+id+`,"content":`+text+`}`)
		}
	}
	if len(uses) > 0 {
		out = append(out, `{"role":"user","content":[`+strings.Join(uses, ",")+`]}`)
	}
	if len(sdk) > 0 {
		out = append(out, `{"role":"tool","content":[`+strings.Join(sdk, ",")+`]}`)
	}
	return out
}
