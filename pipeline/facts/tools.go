package facts

import (
	"path"
	"strings"

	"github.com/tidwall/gjson"

	"cutline/model/js"
)

// kind is what a tool does to a file.
type kind uint8

const (
	noKind kind = iota
	reads
	searches
	lists
	writes
	creates
	edits
	deletes
	patches
	shells
)

var kinds = map[string]kind{
	"read": reads, "search": searches, "list": lists, "write": writes, "create": creates, "edit": edits, "delete": deletes,
	"patch": patches, "shell": shells,
}

// tool is one row of the table of tools.
type tool struct {
	kind    kind
	subject []string // keys of the path, the command or the patch
	text    []string // keys of the new text
}

var tools = toolTable()

func toolTable() map[string]tool {
	out := make(map[string]tool)
	for _, l := range lines("tools.txt") {
		cells := strings.Split(l, "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		t := tool{kind: kinds[cells[1]], subject: strings.Split(cells[2], ",")}
		if cells[3] != "" {
			t.text = strings.Split(cells[3], ",")
		}
		out[strings.ToLower(cells[0])] = t
	}
	return out
}

// toolOf finds a tool by its name and, for those that do several things, its command.
func toolOf(name string, args gjson.Result) tool {
	name = strings.ToLower(name)
	if i := strings.LastIndex(name, "__"); i >= 0 { // a tool of a server: mcp__server__tool
		name = name[i+2:]
	}
	if t, ok := tools[name]; ok {
		return t
	}
	return tools[name+":"+strings.ToLower(stringAt(args, "command"))]
}

// effect is what a call does to one file when it succeeds.
type effect struct {
	path string
	kind kind
	head string // the beginning of the new text
}

// headBytes is how much of an edit's new text is kept: enough to recognise it.
const headBytes = 600

// use is what the arguments of a call say: its subject in a line, its effects and, for a
// shell, its commands.
type use struct {
	kind     kind
	subject  string
	key      string // equal for calls that try the same
	effects  []effect
	commands []simple
}

// useOf reads the arguments of a call.
func useOf(name, raw string) use {
	args := gjson.Parse(raw)
	if !args.IsObject() {
		args = gjson.Result{}
	}
	t := toolOf(name, args)
	u := use{kind: t.kind}
	switch t.kind {
	case noKind:
		u.subject = firstString(args)
	case shells:
		cmd := command(args, t.subject)
		u.commands = parseShell(cmd)
		u.subject = fold(clip(cmd, headBytes))
		u.key = commandsKey(u.commands)
		u.effects = shellEffects(u.commands)
		if strings.Contains(cmd, patchBegin) {
			u.effects = append(u.effects, patchEffects(cmd)...)
		}
	case patches:
		text := raw
		if s := first(args, t.subject); s != "" {
			text = s
		}
		u.effects = patchEffects(text)
		if len(u.effects) > 0 {
			u.subject = u.effects[0].path
		}
	case searches, lists:
		u.subject = fold(clip(strings.Join(values(args, t.subject), " in "), headBytes))
		for _, p := range values(args, t.subject) {
			if path.Ext(p) != "" && !strings.ContainsAny(p, "* ") && strings.Contains(p, "/") { // a file, no folder and no pattern
				u.effects = append(u.effects, effect{path: cleanPath(p), kind: t.kind})
			}
		}
	default:
		paths := all(args, t.subject)
		head := clip(first(args, t.text), headBytes)
		for _, p := range paths {
			u.effects = append(u.effects, effect{cleanPath(p), t.kind, strings.Clone(head)})
		}
		if len(u.effects) > 0 {
			u.subject = u.effects[0].path
		}
	}
	if u.key == "" {
		u.key = u.subject
	}
	u.key = strings.ToLower(name) + "\x00" + u.key
	u.subject = strings.Clone(u.subject)
	return u
}

// printers are the shell programs that print files.
var printers = map[string]bool{"cat": true, "sed": true, "head": true, "tail": true, "nl": true, "less": true, "bat": true, "type": true, "get-content": true}

// OfFile reports whether a call's result shows the text of a file: it reads, writes or changes one,
// or is a shell line that prints some.
func OfFile(name, raw string) bool {
	args := gjson.Parse(raw)
	if !args.IsObject() {
		args = gjson.Result{}
	}
	t := toolOf(name, args)
	switch t.kind {
	case reads, writes, creates, edits, patches:
		return true
	case shells:
		prints := false
		for _, c := range parseShell(command(args, t.subject)) {
			if !c.main() && c.piped {
				continue
			}
			program, _ := c.program()
			if program = strings.ToLower(program); program == "cd" {
				continue
			}
			if !printers[program] {
				return false
			}
			prints = true
		}
		return prints
	default:
		return false
	}
}

// command is a shell call's command: a string, or a list of words whose last is a script.
func command(args gjson.Result, keys []string) string {
	for _, k := range keys {
		v := args.Get(k)
		if !v.IsArray() {
			if s := text(v); s != "" {
				return s
			}
			continue
		}
		words := make([]string, 0, 4)
		for _, e := range v.Array() {
			words = append(words, text(e))
		}
		if len(words) == 3 && (words[1] == "-lc" || words[1] == "-c" || words[1] == "-Command") {
			return words[2]
		}
		for i, w := range words {
			if strings.ContainsAny(w, " \t\n'\"") && len(words) > 1 {
				words[i] = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
			}
		}
		return strings.Join(words, " ")
	}
	return ""
}

// all gives the strings at the first key that has any; a path with # gives several.
func all(args gjson.Result, keys []string) []string {
	for _, k := range keys {
		v := args.Get(k)
		if !v.IsArray() {
			if s := text(v); s != "" {
				return []string{s}
			}
			continue
		}
		out := make([]string, 0, 4)
		seen := make(map[string]bool)
		for _, e := range v.Array() {
			if s := text(e); s != "" && !seen[s] {
				seen[s] = true
				out = append(out, s)
			}
		}
		if len(out) > 0 {
			return out
		}
	}
	return nil
}

// values gives the strings at all keys, the last first: a pattern before its folder.
func values(args gjson.Result, keys []string) []string {
	var out []string
	for i := len(keys) - 1; i >= 0; i-- {
		if s := stringAt(args, keys[i]); s != "" {
			out = append(out, s)
		}
	}
	return out
}

func first(args gjson.Result, keys []string) string {
	if s := all(args, keys); len(s) > 0 {
		return s[0]
	}
	return ""
}

// firstString is the first argument of a tool that no table knows.
func firstString(args gjson.Result) string {
	out := ""
	args.ForEach(func(_, v gjson.Result) bool {
		if v.Type == gjson.String {
			out = fold(clip(text(v), headBytes))
		}
		return out == ""
	})
	return out
}

func stringAt(args gjson.Result, key string) string { return text(args.Get(key)) }

func text(v gjson.Result) string {
	if v.Type != gjson.String {
		return ""
	}
	s, _ := js.Unquote(v.Raw)
	return s
}

// cleanPath is the one spelling of a path.
func cleanPath(p string) string {
	p = strings.TrimSpace(p)
	if strings.Contains(p, `\`) && !strings.Contains(p, "/") {
		return p
	}
	return path.Clean(p)
}
