package reassemble

import (
	"fmt"
	"slices"
	"strings"

	"cutline/model"
	"cutline/pipeline/trace"
)

// What is re-injected of loaded skills, in chars ‡: enough for the texts of a few, and never
// so much that the state crowds out the conversation.
const (
	maxSkill  = maxState
	maxSkills = 60_000
	minSkill  = 1_000 // room below which a skill is left out instead of cut
)

// loaded is one skill as the session holds it.
type loaded struct {
	name, text, source string
	in                 []int
}

// skills are the texts of the loaded skills, each once, in the order in which they were loaded
// last. When they are too long together the latest come first.
func (f *finder) skills() []Block {
	var out []Block
	room, left := maxSkills, 0
	seen := map[string]bool{}
	for _, l := range f.loaded() {
		key := l.name
		if key == "" {
			key = l.text
		}
		if seen[key] {
			continue
		}
		seen[key] = true
		if room < minSkill {
			left++
			continue
		}
		b := Block{Name: skillBlock, Key: key, Source: l.source, In: l.in}
		b.Text, b.Cut = limit(l.text, min(maxSkill, room))
		if b.Cut != "" {
			b.In = nil
		}
		room -= chars(b.Text)
		out = append(out, b)
	}
	if left > 0 {
		last := &out[len(out)-1]
		last.Cut = strings.TrimPrefix(fmt.Sprintf("%s; %s more left out: together they have more than %s chars", last.Cut, trace.Count(left, "skill"), trace.Num(maxSkills)), "; ")
	}
	slices.Reverse(out)
	return out
}

// loaded lists the skills of a session, the latest first.
func (f *finder) loaded() []loaded {
	var out []loaded
	for i := len(f.s.Rows) - 1; i >= 0; i-- {
		if !f.s.Rows[i].Is(model.Skill) {
			continue
		}
		m, ok := f.read(i)
		if !ok {
			continue
		}
		var texts []string
		if m.Role == model.User {
			texts = model.Skills(m.Text())
		}
		for _, p := range m.Parts {
			if p.Kind == model.Result && model.SkillTool(p.Name) && !p.Failed {
				texts = append(texts, p.OutputText())
			}
		}
		for _, t := range slices.Backward(texts) {
			out = append(out, loaded{model.SkillName(t), t, fmt.Sprintf("message %d", i), []int{i}})
		}
	}
	for _, n := range slices.Backward(f.s.Notes) {
		if n.Kind == model.NoteSkill {
			out = append(out, loaded{name: n.Name, text: "# Skill: " + n.Name + "\n\n" + n.Text, source: fmt.Sprintf("line %d", n.Line)})
		}
	}
	return out
}
