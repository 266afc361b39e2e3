package unpack

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"
	"unicode/utf16"
	"unicode/utf8"
)

// utf16Reader turns UTF-16 with a byte order mark into UTF-8 without one. Half a surrogate pair
// becomes U+FFFD.
type utf16Reader struct {
	in    *bufio.Reader
	order binary.ByteOrder
	next  uint16 // a unit that was read ahead
	ahead bool
	buf   []byte
	out   []byte // the part of buf that was not read yet
	err   error
}

func newUTF16(in *bufio.Reader) *utf16Reader {
	u := &utf16Reader{in: in, order: binary.LittleEndian}
	mark, err := u.unit()
	if mark == 0xfffe { // read in the wrong order
		u.order = binary.BigEndian
	}
	u.err = err
	return u
}

// chunk is how many bytes are made ready at a time.
const chunk = 32 << 10

func (u *utf16Reader) Read(b []byte) (int, error) {
	if len(b) == 0 {
		return 0, nil
	}
	if len(u.out) == 0 {
		u.buf = u.buf[:0]
		for u.err == nil && len(u.buf) < chunk {
			var r rune
			if r, u.err = u.rune(); u.err == nil {
				u.buf = utf8.AppendRune(u.buf, r)
			}
		}
		u.out = u.buf
	}
	if len(u.out) == 0 {
		return 0, u.err
	}
	n := copy(b, u.out)
	u.out = u.out[n:]
	return n, nil
}

func (u *utf16Reader) rune() (rune, error) {
	a, err := u.unit()
	if err != nil || !utf16.IsSurrogate(rune(a)) {
		return rune(a), err
	}
	b, err := u.unit()
	if err != nil { // told again at the next unit
		return utf8.RuneError, nil
	}
	r := utf16.DecodeRune(rune(a), rune(b))
	if r == utf8.RuneError {
		u.next, u.ahead = b, true
	}
	return r, nil
}

// unit reads one unit; half of one at the end is io.ErrUnexpectedEOF.
func (u *utf16Reader) unit() (uint16, error) {
	if u.ahead {
		u.ahead = false
		return u.next, nil
	}
	var b [2]byte
	if _, err := io.ReadFull(u.in, b[:]); err != nil {
		if errors.Is(err, io.ErrUnexpectedEOF) {
			u.in.Reset(broken{}) // no more comes, whoever asks
		}
		return 0, err
	}
	return u.order.Uint16(b[:]), nil
}

// broken ends in the middle.
type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }
