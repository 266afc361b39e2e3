package lab

import (
	"context"
	"path"
	"strings"
	"unicode"

	"cutline/model"
	"cutline/pipeline/facts"
)

// every is after how many messages the context is asked.
const every = 64

// prose is what the messages of a session say that a result is measured by.
type prose struct {
	said  map[int][]sentence // by message: what a person wrote
	files map[string][]int   // by path: the messages whose calls name it
}

// sentence is a line or a sentence of a person, white space folded.
type sentence struct {
	text  string
	words int
}

// readProse reads all messages once.
func readProse(ctx context.Context, s *model.Session) (prose, error) {
	out := prose{said: make(map[int][]sentence), files: make(map[string][]int)}
	for i := range s.Rows {
		if i%every == 0 {
			if err := ctx.Err(); err != nil {
				return out, err
			}
		}
		r := &s.Rows[i]
		if !r.Typed() && !r.Is(model.HasCall) {
			continue
		}
		m, err := s.Message(i)
		if err != nil {
			continue // every strategy says so
		}
		if r.Typed() {
			out.said[i] = sentences(m.Text())
		}
		for _, p := range m.Parts {
			if p.Kind != model.Call {
				continue
			}
			for _, name := range facts.Paths(p.Name, p.Arguments()) {
				out.files[name] = append(out.files[name], i)
			}
		}
	}
	return out, nil
}

// sentences parts a text at line ends and behind what ends a sentence.
func sentences(text string) []sentence {
	var out []sentence
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		from := 0
		for k, w := range words {
			if k+1 < len(words) && !strings.ContainsAny(w[len(w)-1:], ".!?") {
				continue
			}
			part := words[from : k+1]
			out = append(out, sentence{strings.Join(part, " "), len(part)})
			from = k + 1
		}
	}
	return out
}

// words counts the words of all persons, and those that stand in a message that is kept or, a sentence
// whole, in a text.
func (p *prose) words(kept map[int]bool, text string) (all, stand int) {
	text = strings.Join(strings.FieldsFunc(text, unicode.IsSpace), " ")
	for i, list := range p.said {
		for _, s := range list {
			all += s.words
			if kept[i] || strings.Contains(text, s.text) {
				stand += s.words
			}
		}
	}
	return all, stand
}

// named counts the paths of all calls, and those that a message that is kept or a text names, as they
// stand or within the working directory.
func (p *prose) named(kept map[int]bool, text, cwd string) (all, stand int) {
	for name, rows := range p.files {
		all++
		found := strings.Contains(text, name)
		if short, ok := strings.CutPrefix(name, strings.TrimRight(cwd, "/")+"/"); ok && cwd != "" && !found {
			found = strings.Contains(text, path.Clean(short))
		}
		for _, i := range rows {
			found = found || kept[i]
		}
		if found {
			stand++
		}
	}
	return all, stand
}
