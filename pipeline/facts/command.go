package facts

import (
	"slices"
	"strings"
)

// shellEffects are the files that a line writes by redirection.
func shellEffects(cmds []simple) []effect {
	var out []effect
	for _, c := range cmds {
		targets := c.targets
		if len(c.words) > 1 && c.words[0] == "tee" {
			for _, w := range c.words[1:] {
				if !strings.HasPrefix(w, "-") {
					targets = append(targets, w)
				}
			}
		}
		for _, t := range targets {
			if t != "" && !strings.HasPrefix(t, "/dev/") && !strings.HasPrefix(t, "$") && !strings.ContainsAny(t, "*\n") {
				out = append(out, effect{path: cleanPath(t), kind: writes})
			}
		}
	}
	return out
}

// program is the program that a command runs, without assignments before it and without its
// folder; empty when there is none.
func (c simple) program() (name string, args []string) {
	for i, w := range c.words {
		if k := strings.IndexByte(w, '='); k > 0 && strings.Trim(w[:k], "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789") == "" {
			continue
		}
		if w == "sudo" || w == "time" || w == "nohup" || w == "env" {
			continue
		}
		if k := strings.LastIndexByte(w, '/'); k >= 0 {
			w = w[k+1:]
		}
		return w, c.words[i+1:]
	}
	return "", nil
}

// specific is how many arguments tell what a command was about.
const specific = 2

// key is the program and its two most specific arguments: the longest that are no options, in
// their order.
func (c simple) key() string {
	name, args := c.program()
	if name == "" {
		return ""
	}
	at := make([]int, 0, len(args))
	for i, a := range args {
		if a != "" && !strings.HasPrefix(a, "-") {
			at = append(at, i)
		}
	}
	slices.SortStableFunc(at, func(i, j int) int { return len(args[j]) - len(args[i]) })
	at = at[:min(len(at), specific)]
	slices.Sort(at)
	for _, i := range at {
		name += " " + clip(fold(args[i]), 120)
	}
	return name
}

// main reports whether a command says what was worked with.
func (c simple) main() bool {
	name, _ := c.program()
	return name != "" && !c.piped && !dull[name] && name[0] != '$' && name[0] != '-'
}

// commandsKey is what two shell lines that try the same have in common: their main commands,
// or all of them when none is.
func commandsKey(cmds []simple) string {
	var keys, others []string
	for _, c := range cmds {
		if c.main() {
			keys = append(keys, c.key())
		} else if !c.piped {
			others = append(others, c.key())
		}
	}
	if len(keys) == 0 {
		keys = others
	}
	return strings.Join(keys, "; ")
}
