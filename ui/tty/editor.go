package tty

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// shows is how an editor shows a file at a line without changing it. %f and %n stand for the two.
type shows struct {
	names []string
	args  []string
}

// readers are the editors that can be told both the line and not to write, by their manuals. Vim is told
// to write no swap file beside the file either. What is not here gets a copy.
var readers = []shows{
	{[]string{"vim", "nvim", "view", "vimx", "vim.basic", "vim.tiny"}, []string{"-R", "-n", "+%n", "%f"}},
	{[]string{"nano"}, []string{"--view", "+%n", "%f"}},
	{[]string{"kak"}, []string{"-ro", "+%n", "%f"}},
	{[]string{"less"}, []string{"+%ng", "%f"}},
}

// openers are how editors open a copy; those that would come back at once are told to wait.
var openers = []shows{
	{[]string{"code", "codium", "code-insiders", "cursor", "windsurf"}, []string{"--wait", "-g", "%f:%n"}},
	{[]string{"subl", "zed"}, []string{"--wait", "%f:%n"}},
	{[]string{"hx", "helix"}, []string{"%f:%n"}},
	{[]string{"vi", "vim", "nvim", "nano", "emacs", "emacsclient", "kak", "micro", "joe", "ne"}, []string{"+%n", "%f"}},
}

// editor is what the person edits with, and the name that it goes by.
func editor(env func(string) string) (words []string, name string) {
	for _, variable := range []string{"VISUAL", "EDITOR"} {
		if words = strings.Fields(env(variable)); len(words) > 0 {
			break
		}
	}
	if len(words) == 0 {
		words = []string{"vi"}
	}
	return words, strings.TrimSuffix(strings.ToLower(filepath.Base(words[0])), ".exe")
}

// command fills in a row of a table for the person's editor; false when the editor is in none of the rows.
func command(env func(string) string, table []shows, path string, line int) ([]string, bool) {
	words, name := editor(env)
	for _, e := range table {
		for _, n := range e.names {
			if n != name {
				continue
			}
			out := words[:len(words):len(words)]
			for _, arg := range e.args {
				if strings.HasPrefix(arg, "--") && contains(words, arg) {
					continue
				}
				out = append(out, strings.NewReplacer("%f", path, "%n", strconv.Itoa(line)).Replace(arg))
			}
			return out, true
		}
	}
	return append(words[:len(words):len(words)], path), false
}

func contains(words []string, w string) bool {
	for _, have := range words {
		if have == w {
			return true
		}
	}
	return false
}

// Viewer is the person's editor on a file at a line, told not to write; nil when it cannot be told.
func Viewer(path string, line int) *exec.Cmd {
	args, ok := command(os.Getenv, readers, path, line)
	if !ok {
		return nil
	}
	return exec.Command(args[0], args[1:]...) // what the person has chosen to edit with
}

// Editor is the person's own, on a file.
func Editor(path string) *exec.Cmd {
	args, _ := command(os.Getenv, openers, path, 1)
	return exec.Command(args[0], args[1:]...) // what the person has chosen to edit with
}
