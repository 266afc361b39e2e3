package linear

import (
	"bytes"
	"io"

	"cutline/pipeline/trace"
	"cutline/render/text"
)

const (
	screenful = 20 // lines that are shown at once; a terminal has at least 24
	columns   = 80 // of a terminal that does not tell
)

// pager holds an answer back that is longer than a screen.
type pager struct {
	to    io.Writer
	width int
	rest  []byte // what has not been shown
}

// Write takes more of an answer. It never fails; show does.
func (p *pager) Write(b []byte) (int, error) {
	p.rest = append(p.rest, b...)
	return len(b), nil
}

// show prints the next screenful and says how much there is more.
func (p *pager) show() error {
	end, rows := 0, 0
	for end < len(p.rest) {
		n := bytes.IndexByte(p.rest[end:], '\n') + 1
		if n == 0 {
			n = len(p.rest) - end
		}
		if rows += p.rows(p.rest[end : end+n]); rows > screenful && end > 0 {
			break
		}
		end += n
	}
	if err := p.print(end); err != nil || len(p.rest) == 0 {
		return err
	}
	_, err := io.WriteString(p.to, trace.Count(bytes.Count(p.rest, []byte("\n")), "more line")+"; the word more goes on\n")
	return err
}

// rows is how many rows of the terminal a line takes.
func (p *pager) rows(line []byte) int {
	w := p.width
	if w <= 0 {
		w = columns
	}
	return 1 + max(0, text.Width(string(bytes.TrimSuffix(line, []byte("\n"))))-1)/w
}

// all prints what there is.
func (p *pager) all() error { return p.print(len(p.rest)) }

func (p *pager) print(n int) error {
	_, err := p.to.Write(p.rest[:n])
	p.rest = p.rest[n:]
	return err
}

// drop forgets what was not shown.
func (p *pager) drop() { p.rest = nil }
