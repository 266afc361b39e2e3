package jsonl

import (
	"bytes"
)

const (
	// salvageTries bounds how many places of one damaged line are tried as the start of a
	// record: a line of braces must not cost the square of its length.
	salvageTries = 256
	// salvageBytes bounds how many bytes are looked at in all for one damaged line.
	salvageBytes = 64 << 20
)

// glued splits a line that is nothing but whole JSON values one after the other.
func glued(line []byte) ([][2]int, bool) {
	var vals [][2]int
	for i := 0; i < len(line); {
		if line[i] <= ' ' {
			i++
			continue
		}
		end := objectEnd(line, i)
		if end < 0 || !Valid(line[i:end]) {
			return nil, false
		}
		vals = append(vals, [2]int{i, end})
		i = end
	}
	return vals, len(vals) > 1
}

// salvage finds the whole records inside a damaged line.
func (s *scanner) salvage(line []byte) [][2]int {
	if s.isRecord == nil {
		return nil
	}
	var found [][2]int
	left := salvageBytes
	for i, tries := 0, 0; tries < salvageTries && left > 0; tries++ {
		j := bytes.Index(line[i:], []byte(`{"`))
		if j < 0 {
			break
		}
		i += j
		end := objectEnd(line[:min(len(line), i+left)], i)
		if end < 0 {
			left -= len(line) - i
			i++
			continue
		}
		left -= end - i
		if raw := line[i:end]; Valid(raw) && s.isRecord(raw) {
			found = append(found, [2]int{i, end})
			i = end
		} else {
			i++
		}
	}
	return found
}

// objectEnd is the index behind the object that begins at b[i], -1 when it does not end or
// when b[i] begins none.
func objectEnd(b []byte, i int) int {
	if b[i] != '{' {
		return -1
	}
	depth := 0
	for ; i < len(b); i++ {
		switch b[i] {
		case '"':
			for i++; i < len(b) && b[i] != '"'; i++ {
				if b[i] == '\\' {
					i++
				}
			}
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return -1
}
