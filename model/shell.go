package model

import (
	"strings"

	"cutline/model/pattern"
)

// plainWord is what a shell takes as it is.
var plainWord = pattern.New(`^[A-Za-z0-9_@%+=:,./-]+$`)

// ShellWord is a text as one word for a shell, quoted where it has to be.
func ShellWord(s string) string {
	if plainWord.MatchString(s) {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// InFolder is a command for a shell that has to be given in a folder; an empty one is any.
func InFolder(folder, command string) string {
	if folder == "" {
		return command
	}
	return "cd " + ShellWord(folder) + " && " + command
}
