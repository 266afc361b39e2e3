package facts

import (
	"strings"

	"cutline/model"
	"cutline/model/pattern"
)

// shapes are how failures look, by kind of row in the data file.
var shapes = shapeTable()

func shapeTable() map[string][]string {
	out := make(map[string][]string)
	for _, l := range lines("errors.txt") {
		kind, text, _ := strings.Cut(l, " ")
		if kind != "start" {
			text = strings.ToLower(text)
		}
		out[kind] = append(out[kind], text)
	}
	return out
}

var (
	exitCode  = pattern.New(`(?i)exit(?:ed)?(?: with)?[ _](?:code|status)"?\s*[:=]?\s*(-?\d+)`)
	errorCode = pattern.New(`\b(?:[A-Z]{1,6}\d{2,5}|E[A-Z]{4,}|HTTP[ /]\d{3}|status(?: code)?:? \d{3})\b`)
	escapes   = pattern.New("\x1b\\[[0-9;?]*[a-zA-Z]")
)

const (
	statusBytes = 400  // where the status of a command stands in its output, from either end
	shapeBytes  = 8192 // how far into an output known shapes are looked for, from either end
	lineBytes   = 300  // of a distinctive line
	manyLines   = 400  // of a failed output in which the distinctive line is looked for
)

// failed reports whether a result says that its call failed, and gives the line that says so
// best. Only commands are judged by their output: a file that was read may hold anything.
func failed(p model.Part, k kind, out string) (line string, bad bool) {
	bad = p.Failed
	if !bad && k == shells {
		code, known := status(out)
		bad = known && code != "0" || !known && shaped(out)
	}
	if !bad {
		return "", false
	}
	return distinctive(out), true
}

// status finds the exit status of a command near the ends of its output.
func status(out string) (code string, known bool) {
	head := clip(out, statusBytes)
	if m := exitCode.FindStringSubmatch(head); m != nil {
		return m[1], true
	}
	if len(out) > statusBytes {
		if m := exitCode.FindStringSubmatch(out[len(out)-statusBytes:]); m != nil {
			return m[1], true
		}
	}
	return "", false
}

// shaped reports whether a line of an output has a known shape of a failure.
func shaped(out string) bool {
	if len(out) > 2*shapeBytes {
		return shaped(out[:shapeBytes]) || shaped(out[len(out)-shapeBytes:])
	}
	for len(out) > 0 {
		line, rest, _ := strings.Cut(out, "\n")
		for _, s := range shapes["start"] {
			if strings.HasPrefix(line, s) {
				return true
			}
		}
		out = rest
	}
	return false
}

// distinctive is the first line of a failed output that says what failed, else its first line.
func distinctive(out string) string {
	fallback := ""
	for n := 0; n < manyLines && out != ""; n++ {
		line, rest, _ := strings.Cut(out, "\n")
		out = rest
		if line = fold(escapes.ReplaceAllString(clip(line, 4*lineBytes), "")); line == "" {
			continue
		}
		line = strings.TrimSuffix(strings.TrimPrefix(line, "<tool_use_error>"), "</tool_use_error>")
		lower := strings.ToLower(line)
		if begins(lower, shapes["dull"]) {
			continue
		}
		if fallback == "" {
			fallback = clip(line, lineBytes)
		}
		for _, w := range shapes["word"] {
			if strings.Contains(lower, w) {
				return strings.Clone(clip(line, lineBytes))
			}
		}
	}
	if fallback == "" {
		return "failed without a message"
	}
	return strings.Clone(fallback)
}

func begins(s string, with []string) bool {
	for _, w := range with {
		if strings.HasPrefix(s, w) {
			return true
		}
	}
	return false
}
