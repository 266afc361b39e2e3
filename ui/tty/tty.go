// Package tty stands between the program and the terminal. Frames go out at once, each as one synchronized
// update of what changed. What comes in is freed of the terminal's answers,
// and a sequence that arrives in pieces is put together before anybody reads it as keys.
package tty

import (
	"bytes"
	"os"
	"strconv"
	"strings"
)

// AskBackground asks the terminal for its background colour.
const AskBackground = "\x1b]11;?\x07"

// In reads keys. It is a file, so that the terminal library can wait for it.
type In struct {
	*os.File
	// Background is called with the terminal's answer to AskBackground, whenever it comes.
	Background func(dark bool)
	held       []byte
}

// Read gives whole sequences only, as far as the rest of one comes soon.
func (in *In) Read(p []byte) (int, error) {
	for {
		n, err := in.File.Read(p[:len(p)-len(in.held)])
		if err != nil {
			return 0, err
		}
		b := append(in.held, p[:n]...)
		in.held = nil
		b = in.answers(b)
		if tail := incomplete(b); tail > 0 && waitMore(in.File, b[len(b)-tail:]) {
			// The rest is there to be read: what is whole goes on, what has begun waits for it.
			whole := len(b) - tail
			if whole == 0 && tail < len(p) {
				in.held = b
				continue
			}
			if whole > 0 {
				in.held = bytes.Clone(b[whole:])
				return copy(p, b[:whole]), nil
			}
		}
		if len(b) == 0 {
			if n == 0 {
				return 0, nil
			}
			continue
		}
		return copy(p, b), nil
	}
}

// answers takes whole OSC sequences out of b; the terminal sends them only as answers.
func (in *In) answers(b []byte) []byte {
	for {
		i := bytes.Index(b, []byte("\x1b]"))
		if i < 0 {
			return b
		}
		body, after, ok := oscEnd(b[i+2:])
		if !ok {
			return b
		}
		if rgb, is := strings.CutPrefix(string(body), "11;"); is && in.Background != nil {
			if dark, ok := Dark(rgb); ok {
				in.Background(dark)
			}
		}
		b = append(b[:i:i], after...)
	}
}

// oscEnd finds the end of an OSC sequence, which is BEL or ESC \.
func oscEnd(b []byte) (body, after []byte, ok bool) {
	for i, c := range b {
		switch {
		case c == '\a':
			return b[:i], b[i+1:], true
		case c == 0x1b && i+1 < len(b) && b[i+1] == '\\':
			return b[:i], b[i+2:], true
		}
	}
	return nil, nil, false
}

// incomplete is how many bytes at the end of b are a sequence that has not ended: 1 for a
// lone ESC, which may be the key.
func incomplete(b []byte) int {
	i := bytes.LastIndexByte(b, 0x1b)
	if i < 0 {
		return 0
	}
	tail := b[i:]
	switch {
	case len(tail) == 1:
		return 1
	case tail[1] == ']':
		return len(tail) // whole ones are gone already
	case tail[1] == 'O':
		if len(tail) == 2 {
			return 2
		}
	case tail[1] == '[':
		if len(tail) > 2 && tail[2] == 'M' { // an old mouse report: three bytes follow
			if len(tail) < 6 {
				return len(tail)
			}
			return 0
		}
		for _, c := range tail[2:] {
			if c >= 0x40 && c <= 0x7e {
				return 0
			}
		}
		return len(tail)
	}
	return 0
}

// Dark tells from a colour like rgb:ffff/ffff/ffff whether it is a dark one.
func Dark(rgb string) (dark, ok bool) {
	body, found := strings.CutPrefix(rgb, "rgb:")
	if !found {
		return false, false
	}
	parts := strings.Split(body, "/")
	if len(parts) != 3 {
		return false, false
	}
	light := 0.0
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} { // how bright each looks
		n, err := strconv.ParseUint(parts[i], 16, 32)
		if err != nil || len(parts[i]) == 0 || len(parts[i]) > 4 {
			return false, false
		}
		light += weight * float64(n) / float64(uint64(1)<<(4*len(parts[i]))-1)
	}
	return light < 0.5, true
}

// DarkByEnv tells from COLORFGBG, which some terminals set, whether the background is dark.
func DarkByEnv(colorfgbg string) (dark, ok bool) {
	i := strings.LastIndexByte(colorfgbg, ';')
	n, err := strconv.Atoi(colorfgbg[i+1:])
	if colorfgbg == "" || err != nil {
		return false, false
	}
	return n < 7 || n == 8, true
}
