package tokens

import (
	"strings"
	"unicode/utf8"
)

// A splitter cuts text into the pieces that are encoded one by one. It does by hand what
// the pattern of its encoding says, alternative by alternative, in the order in which a
// backtracking matcher tries them; the text must be valid UTF-8. Cutting has no memory:
// the next piece depends on the text from its beginning on and on nothing before.
type splitter struct {
	classes *classTable
	enc     Encoding
}

// next is the end of the piece that begins at s[i], i < len(s).
func (p splitter) next(s string, i int) int {
	c, n := p.classes.at(s, i)
	if p.enc == Cl100k {
		if e := contraction(s, i); e > i {
			return e
		}
		if e := p.wordCl100k(s, i, c, n); e > i {
			return e
		}
	} else if e := p.wordO200k(s, i, c, n); e > i {
		return contraction(s, e)
	}
	switch {
	case c&number != 0:
		return p.digits(s, i+n)
	case c&symbol != 0:
		return p.symbols(s, i)
	case s[i] == ' ':
		if e := p.symbols(s, i+1); e > i+1 {
			return e
		}
	}
	return p.blanks(s, i)
}

// leads reports whether a rune may stand before a word and belong to it.
func leads(c class) bool { return c&(letter|number|newline) == 0 }

// wordCl100k is the end of a run of letters with at most one rune before it, or i. The
// rune at s[i] has class c and n bytes.
func (p splitter) wordCl100k(s string, i int, c class, n int) int {
	if c&letter != 0 {
		return p.classes.run(s, i+n, letter)
	}
	if leads(c) {
		if e := p.classes.run(s, i+n, letter); e > i+n {
			return e
		}
	}
	return i
}

// wordO200k is the end of a word: capitals first, then small letters, with at most one
// rune before it. A word of capitals alone is the second choice of the pattern, so it is
// taken only when no start gives a word that ends small. It is i when there is none.
func (p splitter) wordO200k(s string, i int, c class, n int) int {
	if c&letter != 0 {
		end, _ := p.cased(s, i)
		return end
	}
	if !leads(c) {
		return i
	}
	end, small := p.cased(s, i+n)
	if !small && c&mark != 0 {
		end, _ = p.cased(s, i)
		return end
	}
	if end == i+n {
		return i
	}
	return end
}

// cased is the end of a word that begins at s[i], and whether it ends in a small letter or
// in a rune that counts as one. It is i when no word begins there.
func (p splitter) cased(s string, i int) (end int, small bool) {
	last := i // end of the last rune of the run that both halves of a word may hold
	for end = i; end < len(s); {
		c, n := p.classes.at(s, end)
		if c&head == 0 {
			if c&lower != 0 {
				return p.classes.run(s, end+n, tail), true
			}
			break
		}
		end += n
		if c&tail != 0 {
			last = end
		}
	}
	if last > i {
		return last, true
	}
	return end, false
}

// contraction is the end of an English ending such as 's or 'LL at s[i], or i.
func contraction(s string, i int) int {
	if i+1 >= len(s) || s[i] != '\'' {
		return i
	}
	switch a := s[i+1] | 0x20; a {
	case 's', 't', 'm', 'd':
		return i + 2
	case 'r', 'v', 'l':
		want := byte('e')
		if a == 'l' {
			want = 'l'
		}
		if i+2 < len(s) && s[i+2]|0x20 == want {
			return i + 3
		}
	}
	return i
}

// digits is the end of at most three numerals of which the first ends at i.
func (p splitter) digits(s string, i int) int {
	for range 2 {
		if i == len(s) {
			break
		}
		c, n := p.classes.at(s, i)
		if c&number == 0 {
			break
		}
		i += n
	}
	return i
}

// symbols is the end of a run of punctuation from s[i] on with the line ends after it, or
// i when there is no such run.
func (p splitter) symbols(s string, i int) int {
	e := p.classes.run(s, i, symbol)
	if e == i {
		return i
	}
	for e < len(s) && (s[e] == '\n' || s[e] == '\r' || s[e] == '/' && p.enc == O200k) {
		e++
	}
	return e
}

// blanks is the end of white space at s[i]: up to the last line end, else all but the last
// rune, which is left to the word that follows.
func (p splitter) blanks(s string, i int) int {
	e := p.classes.run(s, i, blank)
	if j := strings.LastIndexAny(s[i:e], "\r\n"); j >= 0 {
		return i + j + 1
	}
	if e == len(s) {
		return e
	}
	if _, n := utf8.DecodeLastRuneInString(s[i:e]); i+n < e {
		return e - n
	}
	return e
}
