package model

import "strings"

// Where the text of a skill begins and ends in a user message: a base directory that takes the
// rest of the message with it, or a block. What follows a block is a person's.
const (
	skillBase  = "Base directory for this skill:"
	skillClose = "</skill>"
)

// skillTools are the tools whose result is the text of a skill.
var skillTools = map[string]bool{"skill": true, "activate_skill": true, "load_skill": true}

// SkillTool reports whether the results of a tool are the texts of skills.
func SkillTool(name string) bool { return skillTools[name] }

// Skills are the texts of the skills that a user message loads, as they stand there. A block
// begins a line and is closed: one that a sentence names is none.
func Skills(text string) []string {
	if strings.HasPrefix(text, skillBase) {
		return []string{strings.TrimSpace(text)}
	}
	var out []string
	for at := 0; ; {
		i := skillOpen(text[at:])
		if i < 0 {
			return out
		}
		n := strings.Index(text[at+i:], skillClose)
		if n < 0 {
			return out
		}
		end := at + i + n + len(skillClose)
		out = append(out, text[at+i:end])
		at = end
	}
}

// skillOpen finds <skill> or <skill …> at the beginning of a line, -1 when there is none.
func skillOpen(text string) int {
	const tag = "<skill"
	for at := 0; ; {
		i := strings.Index(text[at:], tag)
		if i < 0 {
			return -1
		}
		i += at
		at = i + len(tag)
		if i > 0 && text[i-1] != '\n' || at == len(text) || text[at] != '>' && text[at] != ' ' {
			continue
		}
		return i
	}
}

// SkillName is what a skill is called: by its name tag or attribute, else by the last folder of
// its base directory; empty when its text does not say.
func SkillName(text string) string {
	if rest, ok := strings.CutPrefix(text, skillBase); ok {
		dir, _, _ := strings.Cut(rest, "\n")
		dir = strings.TrimRight(strings.TrimSpace(dir), `/\`)
		return dir[strings.LastIndexAny(dir, `/\`)+1:]
	}
	head, body, _ := strings.Cut(text, "\n")
	if _, rest, ok := strings.Cut(head, `name="`); ok {
		name, _, _ := strings.Cut(rest, `"`)
		return name
	}
	if _, rest, ok := strings.Cut(head+"\n"+body, "<name>"); ok {
		name, _, _ := strings.Cut(rest, "</name>")
		return strings.TrimSpace(name)
	}
	return ""
}
