package memorybank

import "strings"

// fence is a line that begins a block of code, or may end it.
type fence struct {
	mark byte // ` or ~
	n    int  // how many
	bare bool // nothing follows, so it can end a block
}

// fenceOf reads a line as a fence; n is 0 when it is none.
func fenceOf(line string) fence {
	rest := strings.TrimLeft(line, " ")
	if len(line)-len(rest) > 3 || rest == "" || rest[0] != '`' && rest[0] != '~' {
		return fence{}
	}
	f := fence{mark: rest[0]}
	info := strings.TrimLeft(rest, string(f.mark))
	if f.n = len(rest) - len(info); f.n < 3 || f.mark == '`' && strings.Contains(info, "`") {
		return fence{}
	}
	f.bare = strings.TrimSpace(info) == ""
	return f
}

// ends reports whether g ends the block that f begins.
func (f fence) ends(g fence) bool { return g.mark == f.mark && g.n >= f.n && g.bare }

// closing is the line that ends the block of code which line i begins, -1 when none does; then the
// fence is a line like any other. The sessions in between are passed over: their own blocks are not
// those of the text around them.
func (d *document) closing(i int, f fence) int {
	if n := d.unclosed[f.mark]; n > 0 && f.n >= n {
		return -1
	}
	for k := i + 1; k < len(d.lines); k++ {
		if _, end, ok := d.session(k, true); ok {
			k = end - 1
			continue
		}
		if f.ends(fenceOf(d.lines[k])) {
			return k
		}
	}
	if d.unclosed == nil {
		d.unclosed = make(map[byte]int)
	}
	d.unclosed[f.mark] = f.n // what is longer is not closed either from here on
	return -1
}

// openAtEnd is the fence of the block of code that is open where a file ends, behind its last session.
func openAtEnd(file string) fence {
	list := parse(file)
	if len(list) == 0 || list[len(list)-1].session != nil {
		return fence{}
	}
	d := documentOf(list[len(list)-1].text)
	for i := 0; i < len(d.lines); i++ {
		f := fenceOf(d.lines[i])
		if f.n == 0 {
			continue
		}
		end := d.closing(i, f)
		if end < 0 {
			return f
		}
		i = end
	}
	return fence{}
}
