package cli

import (
	"bufio"
	"cmp"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/tidwall/gjson"
)

// headBytes is how much of a session is searched for its working directory: a session names
// it in one of its first records, which may stand behind a large snapshot.
const headBytes = 4 << 20

// newest finds the session of the project in dir that was written last, whichever agent
// wrote it. Folder names are not reversible, so each candidate must name the directory itself.
func newest(dir string, env func(string) string) (string, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", usagef("find the sessions of %s: %w", dir, err)
	}
	dirs := []string{abs}
	if link, err := filepath.EvalSymlinks(abs); err == nil && link != abs {
		dirs = append(dirs, link)
	}
	for _, f := range candidates(dirs, env) {
		if slices.Contains(dirs, workingDirectory(f)) {
			return f, nil
		}
	}
	if dir != "." {
		return "", usagef("%s is a directory, and no session of a project in it was found; give a session file", dir)
	}
	return "", usagef("no session of the project in %s was found; open one with cutline FILE, or see cutline demo", abs)
}

// candidates are the files that may be sessions of the directories, newest first.
func candidates(dirs []string, env func(string) string) []string {
	var files []string
	for _, pattern := range places(dirs, env) {
		found, _ := filepath.Glob(pattern) // the only error is that of a bad pattern: then it finds nothing
		files = append(files, found...)
	}
	type file struct {
		path string
		time time.Time
	}
	list := make([]file, 0, len(files))
	for _, f := range files {
		info, err := os.Stat(f)
		if err != nil || !info.Mode().IsRegular() || strings.HasPrefix(filepath.Base(f), "agent-") { // of a sub-agent
			continue
		}
		list = append(list, file{f, info.ModTime()})
	}
	slices.SortFunc(list, func(a, b file) int {
		return cmp.Or(b.time.Compare(a.time), strings.Compare(a.path, b.path))
	})
	out := make([]string, len(list))
	for i, f := range list {
		out[i] = f.path
	}
	return out
}

// places are the patterns of the files in which agents keep sessions of the directories.
func places(dirs []string, env func(string) string) []string {
	home, err := os.UserHomeDir()
	if err != nil {
		home = "" // then only what the environment names is looked at
	}
	under := func(variable string, parts ...string) string {
		if d := env(variable); d != "" {
			return d
		}
		if home == "" {
			return ""
		}
		return filepath.Join(append([]string{home}, parts...)...)
	}
	var out []string
	add := func(root string, parts ...string) {
		if root != "" {
			out = append(out, filepath.Join(append([]string{literal(root)}, parts...)...))
		}
	}
	claude := under("CLAUDE_CONFIG_DIR", ".claude")
	pi := under("", ".pi", "agent")
	for _, d := range dirs {
		add(claude, "projects", claudeSlug(d), "*.jsonl")
		for _, slug := range piSlugs(d) {
			add(pi, "sessions", slug, "*.jsonl")
		}
	}
	prime := cmp.Or(env("PRIME_AGENT_SESSION_DIR"), env("PRIME_AGENT_CODING_AGENT_SESSION_DIR"))
	if prime == "" {
		if prime = under("PRIME_AGENT_CODING_AGENT_DIR", ".prime", "agent"); prime != "" {
			prime = filepath.Join(prime, "sessions")
		}
	}
	add(prime, "*.jsonl")
	return out
}

// literal keeps the letters of a folder's name from being read as a pattern.
func literal(path string) string {
	return strings.NewReplacer(`[`, `[[]`, `*`, `[*]`, `?`, `[?]`).Replace(path)
}

// claudeSlug is Claude Code's folder for a directory: what is no letter or digit is a dash.
func claudeSlug(dir string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return '-'
	}, dir)
}

// piSlugs are pi's folders for a directory: builds differ in what they make of the first slash.
func piSlugs(dir string) []string {
	dash := strings.NewReplacer("/", "-", `\`, "-", ":", "-")
	return []string{
		"--" + literal(dash.Replace(strings.TrimLeft(dir, `/\`))) + "--",
		"--" + literal(dash.Replace(dir)) + "--",
	}
}

// workingDirectory is the first working directory that a session file names, empty when its
// beginning names none.
func workingDirectory(path string) string {
	f, err := os.Open(path)
	if err != nil {
		return "" // it may be gone, or another user's: then it is no candidate
	}
	defer func() { _ = f.Close() }() // it was only read
	in := bufio.NewReader(io.LimitReader(f, headBytes))
	for {
		line, err := in.ReadBytes('\n')
		if cwd := gjson.GetBytes(line, "cwd"); cwd.Type == gjson.String && cwd.Str != "" {
			return cwd.Str
		}
		if err != nil { // the end, or a file that cannot be read
			return ""
		}
	}
}
