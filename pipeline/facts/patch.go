package facts

import (
	"strings"

	"github.com/tidwall/gjson"
)

// patchBegin opens a patch in the form that some agents use for all edits.
const patchBegin = "*** Begin Patch"

var patchHeads = []struct {
	head string
	kind kind
}{
	{"*** Update File: ", edits},
	{"*** Add File: ", creates},
	{"*** Delete File: ", deletes},
	{"*** Move to: ", creates},
}

// patchEffects reads the headers of a patch; the added lines of a file are its new text.
func patchEffects(patch string) []effect {
	if strings.HasPrefix(patch, "{") { // arguments that are a JSON object without a known key
		gjson.Parse(patch).ForEach(func(_, v gjson.Result) bool {
			if s := text(v); strings.Contains(s, patchBegin) {
				patch = s
			}
			return true
		})
	}
	var out []effect
	for _, line := range strings.Split(patch, "\n") {
		line = strings.TrimRight(line, "\r")
		if len(out) > 0 && strings.HasPrefix(line, "+") && !strings.HasPrefix(line, "+++") {
			if e := &out[len(out)-1]; len(e.head) < headBytes {
				e.head = strings.TrimPrefix(e.head+"\n"+clip(line[1:], headBytes-len(e.head)), "\n")
			}
			continue
		}
		for _, h := range patchHeads {
			if rest, ok := strings.CutPrefix(line, h.head); ok {
				out = append(out, effect{path: cleanPath(rest), kind: h.kind})
			}
		}
	}
	return out
}
