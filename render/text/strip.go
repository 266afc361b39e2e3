package text

import (
	"strings"
	"unicode/utf8"
)

const (
	bel = 0x07
	esc = 0x1b

	// What strip leaves for edit: cursor movement inside a line. The erase codes
	// are control characters that a text cannot bring in, strip removes them.
	back      = '\b'
	home      = '\r'
	eraseTail = 0x01 // from the cursor to the end of the line
	eraseHead = 0x02 // from the start of the line to the cursor
	eraseLine = 0x03

	maxSequence = 128 // bytes; a longer "CSI" is text that happens to follow ESC [
	maxForward  = 80  // cells; a cursor jump is drawn as blanks, a hostile one must not flood
)

// stripper removes escape sequences and control characters from a whole text.
type stripper struct {
	s   string
	out strings.Builder

	moved  bool // the cursor went back on this line, so an erase can matter
	noTmux bool // a passthrough string had no end; looking again for each would be quadratic
}

// strip returns s as valid UTF-8 without sequences and without control
// characters except \n, \t, and the codes that edit understands.
func strip(s string) string {
	p := stripper{s: s}
	p.out.Grow(len(s))
	for i := 0; i < len(s); {
		b := s[i]
		switch {
		case b >= 0x20 && b < 0x7f:
			j := i + 1
			for j < len(s) && s[j] >= 0x20 && s[j] < 0x7f {
				j++
			}
			p.out.WriteString(s[i:j])
			i = j
		case b == esc:
			i = p.escape(i + 1)
		case b < 0x20 || b == 0x7f:
			p.control(b)
			i++
		default:
			r, n := utf8.DecodeRuneInString(s[i:])
			switch {
			case r >= 0x80 && r < 0xa0: // C1 as a character
				i = p.introduced(byte(r-0x40), i+n)
			case r == utf8.RuneError && n == 1: // includes C1 as a raw byte: what follows stays visible
				p.out.WriteRune(utf8.RuneError)
				i++
			default:
				p.out.WriteString(s[i : i+n])
				i += n
			}
		}
	}
	return p.out.String()
}

// control keeps the control characters that shape a text and drops the others.
func (p *stripper) control(b byte) {
	switch b {
	case '\n', '\v', '\f':
		p.out.WriteByte('\n')
		p.moved = false
	case '\t':
		p.out.WriteByte('\t')
	case back, home:
		p.out.WriteByte(b)
		p.moved = true
	}
}

// escape handles what follows an ESC, at i, and returns where text goes on.
func (p *stripper) escape(i int) int {
	if i < len(p.s) && p.s[i] >= 0x40 && p.s[i] < 0x60 {
		return p.introduced(p.s[i], i+1)
	}
	j := i
	for j < len(p.s) && j-i < maxSequence && p.s[j] >= 0x20 && p.s[j] < 0x30 {
		j++
	}
	if j < len(p.s) && p.s[j] >= 0x30 && p.s[j] < 0x7f {
		return j + 1 // ESC c, ESC # 8, ESC ( 0
	}
	return i // a lone ESC: only it goes
}

// introduced handles a C1 function, named by the letter that follows ESC in
// its 7-bit form; i is the place after the introducer.
func (p *stripper) introduced(letter byte, i int) int {
	switch letter {
	case '[':
		return p.csi(i)
	case ']':
		return p.command(i, true)
	case 'P', 'X', '^', '_': // DCS, SOS, PM, APC
		return p.command(i, false)
	case 'E': // next line
		p.control('\n')
	}
	return i
}

// csi skips a control sequence. Those that move inside the line or erase it
// are passed on, since progress bars are made of them.
func (p *stripper) csi(i int) int {
	end := min(len(p.s), i+maxSequence)
	j := i
	for j < end && p.s[j] >= 0x30 && p.s[j] < 0x40 {
		j++
	}
	params := p.s[i:j]
	for j < end && p.s[j] >= 0x20 && p.s[j] < 0x30 {
		j++
	}
	if j == end && end < len(p.s) {
		return i // too long to be a sequence
	}
	if j == len(p.s) || p.s[j] < 0x40 || p.s[j] >= 0x7f {
		return j // broken off: the parameters are not text
	}
	switch p.s[j] {
	case 'C':
		p.out.WriteString(blanks(min(count(params), maxForward)))
	case 'G':
		if count(params) == 1 {
			p.control(home)
		}
	case 'K':
		p.erase(params)
	}
	return j + 1
}

func (p *stripper) erase(params string) {
	switch params {
	case "", "0":
		if p.moved { // else the cursor stands at the end and there is nothing to erase
			p.out.WriteByte(eraseTail)
		}
	case "1":
		p.out.WriteByte(eraseHead)
	case "2":
		p.out.WriteByte(eraseLine)
	}
}

// count reads the only parameter of a sequence; nothing and 0 mean 1, and
// anything else that is no small number means 0.
func count(params string) int {
	n := 0
	for i := 0; i < len(params); i++ {
		if params[i] < '0' || params[i] > '9' || n > maxForward {
			return 0
		}
		n = n*10 + int(params[i]-'0')
	}
	return max(n, 1)
}

// command skips the string of an OSC (bell true: BEL ends it too), DCS, SOS,
// PM or APC. A string ends on its own line or it is none: then only the
// introducer goes, so that a stray one cannot swallow what a reader should see.
func (p *stripper) command(i int, bell bool) int {
	tmux := !bell && !p.noTmux && strings.HasPrefix(p.s[i:], "tmux;")
	for j := i; j < len(p.s); j++ {
		switch b := p.s[j]; {
		case b == bel && bell:
			return j + 1
		case b == esc && j+1 < len(p.s) && p.s[j+1] == '\\':
			return j + 2
		case b == esc && tmux && j+1 < len(p.s) && p.s[j+1] == esc:
			j++ // inside a passthrough string ESC is doubled
		case b == 0xc2 && j+1 < len(p.s) && p.s[j+1] == 0x9c:
			return j + 2
		case b == '\n' || b == esc || b == 0x18 || b == 0x1a,
			b == 0xc2 && j+1 < len(p.s) && p.s[j+1] < 0xa0: // a new introducer
			p.noTmux = p.noTmux || tmux
			return i
		}
	}
	p.noTmux = p.noTmux || tmux
	return i
}
