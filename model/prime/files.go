package prime

import (
	"slices"
	"strings"
	"unicode/utf16"

	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/js"
)

// fileTools are the tools whose path argument says which file was touched: those of pi, and
// the one of them that Prime Agent has too. Whether a call succeeded is not looked at.
var fileTools = map[string]bool{"read": false, "write": true, "edit": true} // true: it changes the file

// files are the files that the summarized part touched.
type files struct{ read, modified map[string]bool }

// filesOf collects the files of the messages that a draft does not keep, and those that the
// last compaction knew, unless an extension made it.
func (f *file) filesOf(s *model.Session, kept func(row int) bool) (files, error) {
	out := files{make(map[string]bool), make(map[string]bool)}
	if c := f.lastCompaction(f.path); c >= 0 && !f.entries[f.path[c]].fromHook {
		raw, err := model.ReadSource(s.Reader, f.entries[f.path[c]].src)
		if err != nil {
			return out, err
		}
		details := js.Fields(js.Fields(gjson.Parse(string(raw))).Get("details"))
		add(out.read, details.Get("readFiles"))
		add(out.modified, details.Get("modifiedFiles"))
	}
	for i := range s.Rows {
		if kept(i) || s.Rows[i].Role != model.Assistant || !s.Rows[i].Is(model.HasCall) {
			continue
		}
		m, err := s.Message(i)
		if err != nil {
			return out, err
		}
		for _, p := range m.Parts {
			changes, known := fileTools[p.Name]
			path := js.Fields(gjson.Parse(p.Args)).Get("path")
			if p.Kind != model.Call || !known || path.Type != gjson.String || js.Text(path) == "" {
				continue
			}
			if changes {
				out.modified[js.Text(path)] = true
			} else {
				out.read[js.Text(path)] = true
			}
		}
	}
	return out, nil
}

func add(set map[string]bool, list gjson.Result) {
	if !list.IsArray() {
		return
	}
	list.ForEach(func(_, v gjson.Result) bool {
		if v.Type == gjson.String {
			set[js.Text(v)] = true
		}
		return true
	})
}

// lists are the files that were only read and those that were changed, in JavaScript's order.
func (f files) lists() (read, modified []string) {
	for p := range f.read {
		if !f.modified[p] {
			read = append(read, p)
		}
	}
	for p := range f.modified {
		modified = append(modified, p)
	}
	byUnits := func(a, b string) int {
		return slices.Compare(utf16.Encode([]rune(a)), utf16.Encode([]rune(b)))
	}
	slices.SortFunc(read, byUnits)
	slices.SortFunc(modified, byUnits)
	return read, modified
}

// tags are the lists as they stand behind a summary; empty lists leave nothing.
func tags(read, modified []string) string {
	return tag("read-files", read) + tag("modified-files", modified)
}

func tag(name string, paths []string) string {
	if len(paths) == 0 {
		return ""
	}
	return "\n\n<" + name + ">\n" + strings.Join(paths, "\n") + "\n</" + name + ">"
}

// details are the lists as the compaction entry keeps them.
func details(read, modified []string) string {
	return `{"readFiles":` + array(read) + `,"modifiedFiles":` + array(modified) + `}`
}

func array(list []string) string {
	quoted := make([]string, len(list))
	for i, s := range list {
		quoted[i] = js.Quote(s)
	}
	return "[" + strings.Join(quoted, ",") + "]"
}
