package memorybank

import (
	"slices"
	"strings"
)

// piece is a part of a file: a compacted session with the blank line before it, or text that is not
// ours.
type piece struct {
	text    string
	session *Session
}

type pieces []piece

// bom may stand at the beginning of a file.
const bom = "\uFEFF"

// parse parts a file. The pieces together are the file, byte for byte.
func parse(file string) pieces {
	var out pieces
	d := documentOf(file)
	text := func(from, to int) {
		if from < to {
			out = append(out, piece{text: strings.Join(d.lines[from:to], "")})
		}
	}
	from := 0
	for i := 0; i < len(d.lines); {
		if s, end, ok := d.session(i, false); ok {
			start := i
			if i > from && empty(d.lines[i-1]) {
				start--
			}
			text(from, start)
			out = append(out, piece{strings.Join(d.lines[start:end], ""), &s})
			from, i = end, end
			continue
		}
		if f := fenceOf(d.lines[i]); f.n > 0 {
			i = max(i, d.closing(i, f))
		}
		i++
	}
	text(from, len(d.lines))
	return out
}

// join puts pieces together.
func join(list pieces) string {
	var b strings.Builder
	for _, p := range list {
		b.WriteString(p.text)
	}
	return b.String()
}

// document is a file in lines, with their ends.
type document struct {
	lines    []string
	ends     map[string][]int // the lines that end a session, by its key
	unclosed map[byte]int     // by mark, how long a fence is from which on none is closed
}

func documentOf(file string) *document {
	d := &document{ends: make(map[string][]int)}
	if rest, ok := strings.CutPrefix(file, bom); ok {
		d.lines, file = append(d.lines, bom), rest
	}
	for l := range strings.Lines(file) {
		if key, ok := endOf(l); ok {
			d.ends[key] = append(d.ends[key], len(d.lines))
		}
		d.lines = append(d.lines, l)
	}
	return d
}

// endOf is the key in a line that ends a session.
func endOf(l string) (key string, ok bool) {
	key, ok = strings.CutPrefix(trim(l), endOpen)
	if !ok {
		return "", false
	}
	key, ok = strings.CutSuffix(key, endClose)
	return key, ok && key != ""
}

// session reads the session that begins with line i, and the line behind it. With marked, only one
// whose end is marked is taken.
func (d *document) session(i int, marked bool) (s Session, end int, ok bool) {
	if trim(d.lines[i]) != heading {
		return s, 0, false
	}
	fields, at := d.fields(i + 1)
	for _, f := range []string{dateField, idField, sourceField} {
		if _, has := fields[f]; !has {
			return s, 0, false
		}
	}
	last := -1 // the line that marks the end
	ends := d.ends[fields[keyField]]
	if k, _ := slices.BinarySearch(ends, at); k < len(ends) {
		last = ends[k]
	}
	if last < 0 && marked {
		return s, 0, false
	}
	end = last + 1
	if last < 0 {
		last = d.section(at)
		end = last
	}
	s = Session{Date: fields[dateField], ID: fields[idField], Source: fields[sourceField], raw: strings.Join(d.lines[i:end], "")}
	s.Content = content(strings.Join(d.lines[at:last], ""))
	return s, end, true
}

// fields reads the lines below a heading, and gives the line behind them.
func (d *document) fields(i int) (fields map[string]string, end int) {
	for i < len(d.lines) && blank(d.lines[i]) {
		i++
	}
	fields = make(map[string]string)
	for ; i < len(d.lines); i++ {
		body, ok := strings.CutPrefix(trim(d.lines[i]), "- ")
		name, value, colon := strings.Cut(body, ":")
		if !ok || !colon || name != dateField && name != idField && name != sourceField && name != keyField {
			break
		}
		if _, twice := fields[name]; twice {
			break
		}
		fields[name] = strings.TrimSpace(value)
	}
	return fields, i
}

// section is where a session ends whose end is not marked: at the next heading of level 1 or 2, or
// where the file does. The blank line before another session is that session's.
func (d *document) section(i int) int {
	for ; i < len(d.lines); i++ {
		l := d.lines[i]
		if f := fenceOf(l); f.n > 0 {
			i = max(i, d.closing(i, f))
			continue
		}
		if atx(l) || i+1 < len(d.lines) && setext(l, d.lines[i+1]) {
			if _, _, next := d.session(i, true); next && empty(d.lines[i-1]) {
				i--
			}
			return i
		}
	}
	return i
}

// atx reports whether a line is a heading of level 1 or 2.
func atx(l string) bool {
	rest := strings.TrimLeft(l, " ")
	if len(l)-len(rest) > 3 {
		return false
	}
	title := strings.TrimLeft(rest, "#")
	n := len(rest) - len(title)
	return (n == 1 || n == 2) && (strings.TrimSpace(title) == "" || title[0] == ' ' || title[0] == '\t')
}

// setext reports whether the second line makes the first one a heading.
func setext(title, under string) bool {
	u := trim(under)
	return !blank(title) && !strings.HasPrefix(title, "    ") && u != "" && (strings.Trim(u, "=") == "" || strings.Trim(u, "-") == "")
}

func trim(l string) string { return strings.TrimRight(l, " \t\r\n") }

// empty reports whether a line is the one that attach puts before a session.
func empty(l string) bool { return l == "\n" || l == "\r\n" }

func blank(l string) bool { return strings.TrimSpace(l) == "" }
