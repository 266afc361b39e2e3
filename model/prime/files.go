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
var fileTools = map[string]bool{"read": false, "write": true, EditTool: true} // true: it changes the file

// EditTool is the one tool of Prime Agent that names a file.
const EditTool = "edit"

// FileSet are files that messages touched, while they are collected.
type FileSet struct{ Read, Modified map[string]bool }

// NewFileSet is a set that holds some files already.
func NewFileSet(f model.Files) FileSet {
	out := FileSet{make(map[string]bool, len(f.Read)), make(map[string]bool, len(f.Modified))}
	for _, p := range f.Read {
		out.Read[p] = true
	}
	for _, p := range f.Modified {
		out.Modified[p] = true
	}
	return out
}

// Lists are the files that were only read and those that were changed, in JavaScript's order.
func (f FileSet) Lists() model.Files {
	var out model.Files
	for p := range f.Read {
		if !f.Modified[p] {
			out.Read = append(out.Read, p)
		}
	}
	for p := range f.Modified {
		out.Modified = append(out.Modified, p)
	}
	byUnits := func(a, b string) int {
		return slices.Compare(utf16.Encode([]rune(a)), utf16.Encode([]rune(b)))
	}
	slices.SortFunc(out.Read, byUnits)
	slices.SortFunc(out.Modified, byUnits)
	return out
}

// Path is the file that a call of a tool of the agent names, empty when it names none.
func Path(args string) string {
	path := js.Fields(gjson.Parse(args)).Get("path")
	if path.Type != gjson.String {
		return ""
	}
	return js.Text(path)
}

// Known are the files that the last compaction of a session knew, unless an extension made it.
// They are as the file has them: in any order, maybe twice.
func Known(s *model.Session) (model.Files, error) {
	var out model.Files
	f, ok := s.State.(*file)
	if !ok {
		return out, nil
	}
	c := f.lastCompaction(f.path)
	if c < 0 || f.entries[f.path[c]].fromHook {
		return out, nil
	}
	raw, err := model.ReadSource(s.Reader, f.entries[f.path[c]].src)
	if err != nil {
		return out, err
	}
	details := js.Fields(js.Fields(gjson.Parse(string(raw))).Get("details"))
	out.Read, out.Modified = strs(details.Get("readFiles")), strs(details.Get("modifiedFiles"))
	return out, nil
}

func strs(list gjson.Result) []string {
	var out []string
	if !list.IsArray() {
		return nil
	}
	list.ForEach(func(_, v gjson.Result) bool {
		if v.Type == gjson.String {
			out = append(out, js.Text(v))
		}
		return true
	})
	return out
}

// filesOf collects the files of the messages that a draft does not keep, and those that the
// last compaction knew.
func (f *file) filesOf(s *model.Session, kept func(row int) bool) (model.Files, error) {
	known, err := Known(s)
	if err != nil {
		return known, err
	}
	out := NewFileSet(known)
	for i := range s.Rows {
		if kept(i) || s.Rows[i].Role != model.Assistant || !s.Rows[i].Is(model.HasCall) {
			continue
		}
		m, err := s.Message(i)
		if err != nil {
			return known, err
		}
		for _, p := range m.Parts {
			changes, known := fileTools[p.Name]
			path := Path(p.Args)
			if p.Kind != model.Call || !known || path == "" {
				continue
			}
			if changes {
				out.Modified[path] = true
			} else {
				out.Read[path] = true
			}
		}
	}
	return out.Lists(), nil
}

// The names of the tags in which the lists stand behind a summary.
const (
	readTag     = "read-files"
	modifiedTag = "modified-files"
)

// Tags are the lists as they stand behind a summary; empty lists leave nothing.
func Tags(f model.Files) string {
	return tag(readTag, f.Read) + tag(modifiedTag, f.Modified)
}

func tag(name string, paths []string) string {
	if len(paths) == 0 {
		return ""
	}
	return "\n\n<" + name + ">\n" + strings.Join(paths, "\n") + "\n</" + name + ">"
}

// Untag takes the lists off a summary, wherever they stand in it, and gives the files that they
// named. A list that is not closed is left as it is.
func Untag(summary string) (string, model.Files) {
	var out model.Files
	summary, out.Read = untag(summary, readTag)
	summary, out.Modified = untag(summary, modifiedTag)
	return summary, out
}

func untag(text, name string) (string, []string) {
	begin, end := "<"+name+">\n", "\n</"+name+">"
	var paths []string
	for {
		i := strings.Index(text, begin)
		if i < 0 {
			return text, paths
		}
		body, rest, closed := strings.Cut(text[i+len(begin):], end)
		if !closed {
			return text, paths
		}
		paths = append(paths, strings.Split(body, "\n")...)
		text = strings.TrimRight(text[:i], "\n") + rest
	}
}

// details are the lists as the compaction entry keeps them.
func details(f model.Files) string {
	return `{"readFiles":` + array(f.Read) + `,"modifiedFiles":` + array(f.Modified) + `}`
}

func array(list []string) string {
	quoted := make([]string, len(list))
	for i, s := range list {
		quoted[i] = js.Quote(s)
	}
	return "[" + strings.Join(quoted, ",") + "]"
}
