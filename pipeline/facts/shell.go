package facts

import "strings"

// simple is one command of a shell line: its words and the files that its output goes to.
type simple struct {
	words   []string
	targets []string
	piped   bool // it reads what another one wrote
}

// parseShell splits a shell line into its commands, as far as that goes without running it:
// quotes, comments, here-documents and redirections are known, substitutions stay in their word.
func parseShell(line string) []simple {
	p := shellParser{s: line}
	p.run()
	return p.out
}

type shellParser struct {
	s      string
	i      int
	cur    simple
	word   strings.Builder
	inWord bool
	into   bool // the next word is a file that output goes to
	skip   bool // the next word belongs to a redirection that writes nothing
	here   bool // the next word ends a here-document
	docs   []string
	out    []simple
}

func (p *shellParser) run() {
	for p.i < len(p.s) {
		c := p.s[p.i]
		switch {
		case c == '\\' && p.i+1 < len(p.s):
			switch next := p.s[p.i+1]; {
			case next == '\n':
			case p.inWord && wordByte(next): // nobody escapes a letter: it parts the folders of a path
				p.add(p.s[p.i : p.i+2])
			default:
				p.add(p.s[p.i+1 : p.i+2])
			}
			p.i += 2
		case c == '\'' || c == '"' || c == '`':
			p.quoted(c)
		case c == '$' && strings.HasPrefix(p.s[p.i:], "$("):
			p.substitution()
		case c == ' ' || c == '\t' || c == '\r':
			p.endWord()
			p.i++
		case c == '\n':
			p.endCommand(false)
			p.i++
			p.hereDocs()
		case c == '#' && !p.inWord:
			if nl := strings.IndexByte(p.s[p.i:], '\n'); nl >= 0 {
				p.i += nl
			} else {
				p.i = len(p.s)
			}
		case c == ';' || c == '(' || c == ')' || c == '{' && !p.inWord || c == '}' && !p.inWord:
			p.endCommand(false)
			p.i++
		case c == '&' && strings.HasPrefix(p.s[p.i:], "&>"):
			p.i++
		case c == '&':
			p.endCommand(false)
			p.i++
		case c == '|':
			or := strings.HasPrefix(p.s[p.i:], "||")
			p.endCommand(!or)
			p.i++
			if or {
				p.i++
			}
		case c == '<' || c == '>':
			p.redirect(c)
		default:
			p.add(p.s[p.i : p.i+1])
			p.i++
		}
	}
	p.endCommand(false)
}

func wordByte(c byte) bool { return letter(c) || digit(c) || c == '_' }

func (p *shellParser) add(s string) {
	p.word.WriteString(s)
	p.inWord = true
}

// quoted takes a quoted piece; one that is never closed takes the rest.
func (p *shellParser) quoted(q byte) {
	p.inWord = true
	p.i++
	for p.i < len(p.s) && p.s[p.i] != q {
		if p.s[p.i] == '\\' && q != '\'' && p.i+1 < len(p.s) && !wordByte(p.s[p.i+1]) {
			p.i++
		}
		p.word.WriteByte(p.s[p.i])
		p.i++
	}
	p.i++
}

// substitution takes $( … ) into the word as it stands.
func (p *shellParser) substitution() {
	start, depth := p.i, 0
	for ; p.i < len(p.s); p.i++ {
		if c := p.s[p.i]; c == '(' {
			depth++
		} else if c == ')' {
			if depth--; depth == 0 {
				p.i++
				break
			}
		}
	}
	p.add(p.s[start:min(p.i, len(p.s))])
}

func (p *shellParser) redirect(c byte) {
	if w := p.word.String(); p.inWord && strings.Trim(w, "0123456789") == "" { // the number of a descriptor
		p.word.Reset()
		p.inWord = false
	}
	p.endWord()
	rest := p.s[p.i:]
	switch {
	case strings.HasPrefix(rest, "<<<"):
		p.skip = true
		p.i += 3
	case strings.HasPrefix(rest, "<<"):
		p.here = true
		if p.i += 2; strings.HasPrefix(p.s[p.i:], "-") {
			p.i++
		}
	case c == '<':
		p.skip = true
		p.i++
	default:
		for p.i < len(p.s) && (p.s[p.i] == '>' || p.s[p.i] == '|') {
			p.i++
		}
		p.into, p.skip = true, false
		if strings.HasPrefix(p.s[p.i:], "&") {
			p.into, p.skip = false, true
			p.i++
		}
	}
}

func (p *shellParser) endWord() {
	if !p.inWord {
		return
	}
	w := p.word.String()
	p.word.Reset()
	p.inWord = false
	switch {
	case p.here:
		p.docs = append(p.docs, w)
	case p.into:
		p.cur.targets = append(p.cur.targets, w)
	case p.skip:
	default:
		p.cur.words = append(p.cur.words, w)
	}
	p.here, p.into, p.skip = false, false, false
}

func (p *shellParser) endCommand(pipe bool) {
	p.endWord()
	if len(p.cur.words) > 0 || len(p.cur.targets) > 0 {
		p.out = append(p.out, p.cur)
	}
	p.cur = simple{piped: pipe}
}

// hereDocs passes over the bodies of the here-documents that the line before opened.
func (p *shellParser) hereDocs() {
	for _, end := range p.docs {
		for p.i < len(p.s) {
			line := p.s[p.i:]
			if nl := strings.IndexByte(line, '\n'); nl >= 0 {
				line = line[:nl]
			}
			p.i = min(len(p.s), p.i+len(line)+1)
			if strings.TrimSpace(line) == end {
				break
			}
		}
	}
	p.docs = nil
}
