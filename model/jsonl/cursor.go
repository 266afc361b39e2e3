package jsonl

import (
	"bytes"
	"unsafe"
)

// Cursor walks over the bytes of one JSON value without decoding it: strings are leapt over,
// so that a text costs what finding its end costs. It checks the structure that it walks
// through and nothing inside strings and scalars; only json.Valid says that a value is valid.
// The zero Cursor stands at the beginning of nothing.
type Cursor struct {
	b   []byte
	at  int
	bad bool
}

// NewCursor starts at the beginning of b, which it never changes.
func NewCursor(b []byte) *Cursor {
	c := &Cursor{b: b}
	c.space()
	return c
}

// CursorOf is NewCursor of a string, which is not copied.
func CursorOf(s string) *Cursor {
	return NewCursor(unsafe.Slice(unsafe.StringData(s), len(s))) //nolint:gosec // a cursor only reads
}

// Done reports whether the cursor stands behind the value, with nothing but white space to
// follow, and whatever it walked through was in order.
func (c *Cursor) Done() bool {
	c.space()
	return !c.bad && c.at == len(c.b)
}

// Next is the first byte of the value at which the cursor stands, 0 at the end.
func (c *Cursor) Next() byte {
	if c.at < len(c.b) {
		return c.b[c.at]
	}
	return 0
}

func (c *Cursor) space() {
	for c.at < len(c.b) {
		switch c.b[c.at] {
		case ' ', '\t', '\r', '\n':
			c.at++
		default:
			return
		}
	}
}

// fail ends the walk.
func (c *Cursor) fail() { c.bad, c.at = true, len(c.b) }

// Raw leaps over a value and gives its bytes, quotes included.
func (c *Cursor) Raw() []byte {
	from := c.at
	end := skip(c.b, from)
	if end < 0 {
		c.fail()
		return nil
	}
	c.at = end
	return c.b[from:end]
}

// Rest is everything from the cursor on.
func (c *Cursor) Rest() []byte { return bytes.TrimRight(c.b[c.at:], " \t\r\n") }

// Span gives the bytes that f leaps over.
func (c *Cursor) Span(f func()) []byte {
	from := c.at
	f()
	if c.bad {
		return nil
	}
	return c.b[from:c.at]
}

// Text is what stands between the quotes of a string, escapes as they are. A value of another
// kind is leapt over; it has none.
func (c *Cursor) Text() []byte {
	if c.Next() != '"' {
		c.Raw()
		return nil
	}
	if raw := c.Raw(); len(raw) >= 2 {
		return raw[1 : len(raw)-1]
	}
	return nil
}

// True leaps over a value and reports whether it is true.
func (c *Cursor) True() bool { return string(c.Raw()) == "true" }

// Object calls f with every key of an object, escapes as they are, while the cursor stands at
// its value. F leaps over the value with any method; one that it leaves is leapt over. A
// value of another kind is leapt over; it has no keys.
func (c *Cursor) Object(f func(key []byte)) { c.members('{', '}', f) }

// Array calls f for every element of an array, as Object does.
func (c *Cursor) Array(f func()) { c.members('[', ']', func([]byte) { f() }) }

func (c *Cursor) members(open, closing byte, f func(key []byte)) {
	if c.Next() != open {
		c.Raw()
		return
	}
	c.at++
	c.space()
	if c.Next() == closing {
		c.at++
		return
	}
	for !c.bad {
		var key []byte
		if open == '{' {
			if c.Next() != '"' {
				c.fail()
				return
			}
			key = c.Text()
			c.space()
			if c.Next() != ':' {
				c.fail()
				return
			}
			c.at++
			c.space()
		}
		from := c.at
		f(key)
		if c.at == from && !c.bad {
			c.Raw()
		}
		c.space()
		switch c.Next() {
		case ',':
			c.at++
			c.space()
		case closing:
			c.at++
			return
		default:
			c.fail()
		}
	}
}

// skip is the index behind the value that begins at b[i], -1 when it does not end.
func skip(b []byte, i int) int {
	if i >= len(b) {
		return -1
	}
	switch b[i] {
	case '"':
		return stringEnd(b, i)
	case '{', '[':
		return nestEnd(b, i)
	}
	from := i
	for i < len(b) {
		switch b[i] {
		case ',', '}', ']', ' ', '\t', '\r', '\n':
			if i == from {
				return -1
			}
			return i
		case '"', '{', '[', ':':
			return -1
		}
		i++
	}
	if i == from {
		return -1
	}
	return i
}

// stringEnd is the index behind the string that begins at b[i], -1 when it does not end.
func stringEnd(b []byte, i int) int {
	for j := i + 1; ; j++ {
		k := bytes.IndexByte(b[j:], '"')
		if k < 0 {
			return -1
		}
		j += k
		escapes := 0
		for p := j - 1; p > i && b[p] == '\\'; p-- {
			escapes++
		}
		if escapes%2 == 0 {
			return j + 1
		}
	}
}

// nestEnd is the index behind the object or array that begins at b[i], -1 when it does not
// end. That every bracket is closed by one of its kind is not looked at.
func nestEnd(b []byte, i int) int {
	depth := 0
	for i < len(b) {
		switch b[i] {
		case '"':
			if i = stringEnd(b, i); i < 0 {
				return -1
			}
			continue
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return i + 1
			}
		}
		i++
	}
	return -1
}

// TrimEscape takes off the half of an escape sequence that a cut may have left at the end of a
// piece of a string.
func TrimEscape(b []byte) []byte {
	if i := bytes.LastIndexByte(b, '\\'); i >= 0 && i > len(b)-12 {
		return b[:i]
	}
	return b
}
