package cline

import (
	"slices"
	"strings"

	"cutline/model"
	"cutline/model/js"
	"cutline/model/pattern"
)

// tools are the calls that the extensions know as XML. A tag of another name is text.
var tools = []string{
	"access_mcp_resource", "apply_diff", "ask_followup_question", "attempt_completion", "browser_action", "codebase_search", "condense",
	"edit_file", "execute_command", "fetch_instructions", "generate_image", "insert_content", "list_code_definition_names", "list_files",
	"load_mcp_documentation", "new_rule", "new_task", "plan_mode_respond", "read_file", "replace_in_file", "report_bug",
	"run_slash_command", "search_and_replace", "search_files", "switch_mode", "update_todo_list", "use_mcp_tool", "use_skill", "web_fetch",
	"web_search", "write_to_file",
}

var (
	openTag = pattern.New(`(?m)^[ \t]*<([a-z_]+)>`)
	// header begins a result of the XML style: the tool, and in a few words what it was about.
	header = pattern.New(`^\[([a-z_]+)(?: [^\n]*)?\] Result:`)
)

// called takes calls of the XML style out of the words of the model.
func called(parts []model.Part) []model.Part {
	var out []model.Part
	for _, p := range parts {
		if p.Kind != model.Text {
			out = append(out, p)
			continue
		}
		out = append(out, calls(p.Text)...)
	}
	return out
}

// calls splits a text into words and calls, in order.
func calls(text string) []model.Part {
	var out []model.Part
	say := func(s string) {
		if strings.TrimSpace(s) != "" {
			out = append(out, model.Part{Kind: model.Text, Text: s})
		}
	}
	for from := 0; ; {
		at := openTag.FindStringSubmatchIndex(text[from:])
		if at == nil {
			break
		}
		name := text[from+at[2] : from+at[3]]
		begin, inside := from+at[0], from+at[1]
		end := strings.Index(text[inside:], "</"+name+">")
		if end < 0 || !slices.Contains(tools, name) {
			from = inside
			continue
		}
		say(text[:begin])
		out = append(out, model.Part{Kind: model.Call, Name: name, Args: arguments(text[inside : inside+end])})
		text, from = text[inside+end+len(name)+3:], 0
	}
	if len(out) == 0 {
		return []model.Part{{Kind: model.Text, Text: text}}
	}
	say(text)
	return out
}

// arguments are the parameters of a call as a JSON object. A parameter may hold tags of its
// own, so it ends at the last tag of its name.
func arguments(body string) string {
	var b strings.Builder
	b.WriteByte('{')
	for {
		at := openTag.FindStringSubmatchIndex(body)
		if at == nil {
			break
		}
		name := body[at[2]:at[3]]
		rest := body[at[1]:]
		end := strings.LastIndex(rest, "</"+name+">")
		if end < 0 {
			body = rest
			continue
		}
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		b.WriteString(js.Quote(name) + ":" + js.Quote(strings.Trim(rest[:end], "\n")))
		body = rest[end+len(name)+3:]
	}
	b.WriteByte('}')
	return b.String()
}

// answered parts the results of the XML style from the words in the user's role. What follows
// the first line of a result belongs to it, up to what the extension or a person adds.
func answered(parts []model.Part) (results, words []model.Part) {
	open := false
	for _, p := range parts {
		switch {
		case p.Kind == model.Text && header.MatchString(p.Text):
			at := header.FindStringSubmatchIndex(p.Text)
			r := model.Part{Kind: model.Result, Name: p.Text[at[2]:at[3]]}
			if rest := strings.TrimPrefix(p.Text[at[1]:], "\n"); strings.TrimSpace(rest) != "" {
				r.Output = []model.Part{{Kind: model.Text, Text: rest}}
			}
			results, open = append(results, r), true
		case !open, p.Kind == model.Text && added(p.Text):
			open = false
			words = append(words, p)
		default:
			r := &results[len(results)-1]
			r.Output = append(r.Output, p)
		}
	}
	for i := range results {
		results[i].Failed = denied(results[i].OutputText())
	}
	return results, words
}

// added reports whether a text behind a result is no longer part of it.
func added(text string) bool {
	t := strings.TrimSpace(text)
	return strings.HasPrefix(t, environment) || strings.HasPrefix(t, "[ERROR]") ||
		slices.ContainsFunc(spoken, func(tag string) bool { return strings.HasPrefix(t, "<"+tag+">") })
}

// denied reports whether a result says that the tool failed, or that a person did not allow it.
func denied(text string) bool {
	return strings.HasPrefix(text, "The tool execution failed") || strings.HasPrefix(text, "The user denied this operation")
}
