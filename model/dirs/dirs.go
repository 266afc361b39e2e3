// Package dirs says where the program's own files are: what a person has set, and what the program
// notes down. The rule is that of the XDG base directories, with the folders that macOS and Windows
// have for the same.
package dirs

import (
	"path"
	"path/filepath"
	"runtime"
	"strings"
)

// name is the folder of this program in each of them.
const name = "cutline"

// Config is the folder of what a person sets, empty when there is none: the environment names no
// home. It need not exist.
func Config(env func(string) string) string {
	return find(env, runtime.GOOS, "XDG_CONFIG_HOME", "APPDATA", ".config")
}

// State is the folder of what the program notes down between runs, empty when there is none. It need
// not exist.
func State(env func(string) string) string {
	return find(env, runtime.GOOS, "XDG_STATE_HOME", "LOCALAPPDATA", ".local/state")
}

// find is the folder that the XDG variable names on every system, else the one of the system. A
// path that is not absolute counts as none, as the XDG rule has it.
func find(env func(string) string, system, xdg, windows, home string) string {
	if dir := env(xdg); absolute(system, dir) {
		return join(system, dir, name)
	}
	switch system {
	case "windows":
		if dir := env(windows); absolute(system, dir) {
			return join(system, dir, name)
		}
		return ""
	case "darwin":
		home = "Library/Application Support"
	}
	if dir := env("HOME"); absolute(system, dir) {
		return join(system, dir, home, name)
	}
	return ""
}

// absolute and join work on paths of a system that need not be this one, so that the rule of each
// can be tested on all.
func absolute(system, dir string) bool {
	if system == runtime.GOOS {
		return filepath.IsAbs(dir)
	}
	if system == "windows" {
		return len(dir) > 2 && dir[1] == ':' && (dir[2] == '\\' || dir[2] == '/')
	}
	return path.IsAbs(dir)
}

func join(system string, parts ...string) string {
	if system == "windows" {
		return strings.ReplaceAll(strings.Join(parts, `\`), "/", `\`)
	}
	return path.Join(parts...)
}
