package code

import (
	"path"
	"strings"
	"sync"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/lexers"
)

// Hint is what is known about a text without reading it.
type Hint struct {
	File  string // a path or name, if it comes from a file
	Fence string // the word after a ``` fence
	Tool  string // the tool whose input this is
	Text  string // only its first characters are looked at
}

// Language returns the name to ask for in a Request, "" if nothing says what
// the text is. It goes by names and by unmistakable beginnings; it never lets
// lexers guess, which is slow and wrong.
func Language(h Hint) string {
	first, _, _ := strings.Cut(h.Text[:min(len(h.Text), 512)], "\n")
	for _, lang := range []string{known(h.Fence), ofFile(h.File), ofTool(h.Tool), ofBeginning(h.Text), ofShebang(first)} {
		if lang != "" {
			return lang
		}
	}
	return ""
}

// byExtension answers for the common names at once; asking the library takes 2 ms.
var byExtension = map[string]string{
	".go": "go", ".py": "python", ".js": "javascript", ".mjs": "javascript", ".cjs": "javascript", ".jsx": "javascript",
	".ts": "typescript", ".mts": "typescript", ".tsx": "typescript", ".rs": "rust", ".c": "c", ".h": "c", ".cc": "cpp", ".cpp": "cpp",
	".hpp": "cpp", ".java": "java", ".kt": "kotlin", ".rb": "ruby", ".php": "php", ".cs": "csharp", ".swift": "swift",
	".sh": "bash", ".bash": "bash", ".zsh": "bash", ".json": "json", ".jsonl": "json", ".yaml": "yaml", ".yml": "yaml", ".toml": "toml",
	".md": "markdown", ".html": "html", ".htm": "html", ".css": "css", ".scss": "scss", ".sql": "sql", ".xml": "xml", ".svg": "xml",
	".diff": "diff", ".patch": "diff", ".proto": "protobuf", ".lua": "lua", ".mk": "make", ".txt": "", ".log": "", ".out": "", ".csv": "",
}

func ofFile(file string) string {
	if file == "" {
		return ""
	}
	base := path.Base(strings.ReplaceAll(file, `\`, "/"))
	ext := strings.ToLower(path.Ext(base))
	if lang, ok := byExtension[ext]; ok {
		return lang
	}
	return matched(base)
}

func ofTool(tool string) string {
	switch strings.ToLower(tool) {
	case "bash", "shell", "sh", "exec_command", "local_shell", "run_shell_command", "run_terminal_cmd":
		return "bash"
	case "apply_patch":
		return "diff"
	}
	return ""
}

// ofBeginning knows a unified diff and JSON by how they begin.
func ofBeginning(s string) string {
	s = strings.TrimLeft(s[:min(len(s), 512)], " \n")
	old := strings.HasPrefix(s, "--- ") && strings.Contains(s, "\n+++ ")
	if old || strings.HasPrefix(s, "diff --git ") || strings.HasPrefix(s, "@@ -") || strings.HasPrefix(s, "*** Begin Patch") {
		return "diff"
	}
	if len(s) < 2 {
		return ""
	}
	inside := strings.TrimLeft(s[1:], " \n")
	switch {
	case inside == "":
	case s[0] == '{' && strings.IndexByte(`"}`, inside[0]) >= 0,
		s[0] == '[' && strings.IndexByte(`"{[]`, inside[0]) >= 0:
		return "json"
	}
	return ""
}

// ofShebang reads the interpreter from the first line of a script.
func ofShebang(line string) string {
	words := strings.Fields(strings.TrimPrefix(line, "#!"))
	if !strings.HasPrefix(line, "#!") || len(words) == 0 {
		return ""
	}
	program := path.Base(words[0])
	if program == "env" {
		for _, w := range words[1:] {
			if program = path.Base(w); w[0] != '-' {
				break
			}
		}
	}
	program = strings.TrimRight(program, "0123456789.")
	switch program {
	case "node", "deno", "bun":
		return "javascript"
	case "dash", "ash", "zsh", "ksh":
		return "bash"
	}
	return known(program)
}

// known returns a language's name in lower case if there is a lexer of that name.
func known(lang string) string {
	lang = strings.ToLower(lang)
	if lang == "" || lexerOf(lang) == nil {
		return ""
	}
	return lang
}

// The library looks through all its lexers for a name; each answer is kept.
var (
	namesMu sync.Mutex
	byFile  = map[string]string{}
	byName  = map[string]chroma.Lexer{}
)

const maxNames = 1024 // answers; a session has fewer kinds of files

// matched asks the library which language a file name belongs to.
func matched(base string) string {
	question := base
	if ext := path.Ext(base); ext != "" && ext != base {
		question = "x" + ext
	}
	namesMu.Lock()
	defer namesMu.Unlock()
	lang, ok := byFile[question]
	if !ok && len(question) < 64 {
		if l := lexers.Match(question); l != nil && l.Config().Name != "plaintext" {
			lang = strings.ToLower(l.Config().Name)
		}
		if len(byFile) < maxNames {
			byFile[question] = lang
		}
	}
	return lang
}

// lexerOf returns the lexer of a name or alias in any case, nil if there is none.
func lexerOf(lang string) chroma.Lexer {
	lang = strings.ToLower(lang)
	if lang == "" || len(lang) > 64 {
		return nil
	}
	namesMu.Lock()
	defer namesMu.Unlock()
	lexer, ok := byName[lang]
	if !ok {
		if aliases()[lang] {
			lexer = lexers.Get(lang)
		}
		if len(byName) < maxNames {
			byName[lang] = lexer
		}
	}
	return lexer
}

// aliases are the names and aliases in lower case. Asking the library for a
// name that it lacks makes it try every file pattern.
var aliases = sync.OnceValue(func() map[string]bool {
	out := map[string]bool{}
	for _, name := range lexers.Names(true) {
		out[strings.ToLower(name)] = true
	}
	return out
})
