package facts

import (
	"strings"

	"github.com/tidwall/gjson"
)

// Paths are the files that the arguments of a call name as what it reads or changes, each once. A
// search names none, and the words of a shell command are not guessed at; a patch in it is read.
func Paths(tool, arguments string) []string {
	args := gjson.Parse(arguments)
	if !args.IsObject() {
		args = gjson.Result{}
	}
	t := toolOf(tool, args)
	var found []effect
	switch t.kind {
	case noKind, searches, lists:
		return nil
	case shells:
		if cmd := command(args, t.subject); strings.Contains(cmd, patchBegin) {
			found = patchEffects(cmd)
		}
	case patches:
		text := arguments
		if s := first(args, t.subject); s != "" {
			text = s
		}
		found = patchEffects(text)
	default:
		for _, p := range all(args, t.subject) {
			found = append(found, effect{path: cleanPath(p)})
		}
	}
	var out []string
	seen := make(map[string]bool, len(found))
	for _, e := range found {
		if !seen[e.path] {
			seen[e.path] = true
			out = append(out, e.path)
		}
	}
	return out
}

// Reads reports whether a tool reads a file whose path its arguments name.
func Reads(tool string) bool { return toolOf(tool, gjson.Result{}).kind == reads }
