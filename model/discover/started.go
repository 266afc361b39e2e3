package discover

import (
	"os"
	"strings"

	"github.com/tidwall/gjson"
)

// beside are the files of sub-agents that lie among the main sessions of a folder, by the id of
// the main session, which only they themselves tell. A folder is looked through once.
func (r *reader) beside(dir string) map[string][]string {
	if len(r.subs[dir]) == 0 {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if known, ok := r.folders[dir]; ok {
		return known
	}
	out := make(map[string][]string)
	for _, path := range r.subs[dir] {
		if id := startedBy(path); id != "" {
			out[id] = append(out[id], path)
		}
	}
	r.folders[dir] = out
	return out
}

// startedBytes is enough for the keys of a record that stand before its message.
const startedBytes = 4 << 10

// startedBy is the id of the session that a sub-agent's file names.
func startedBy(path string) string {
	f, err := os.Open(path)
	if err != nil {
		return "" // it may be gone: then it is nobody's
	}
	defer func() { _ = f.Close() }() // it was only read
	head, err := readAt(f, 0, startedBytes)
	if err != nil {
		return ""
	}
	return strings.Clone(gjson.GetBytes(head, "sessionId").Str)
}
