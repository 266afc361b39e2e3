package render

import (
	"strconv"
	"strings"
	"time"

	"cutline/model/discover"
	"cutline/render/text"
	"cutline/render/theme"
)

// SessionData is one session of a list, and what its row depends on beside it.
type SessionData struct {
	discover.Entry
	Now    time.Time // ages are counted from here
	Home   string    // the home folder, which is written ~; may be empty
	Cursor bool
}

// The widths in cells from which a list of sessions shows more: context and compactions as
// pictures, then the size of the file, then more of the project's folder.
const (
	sessionsBar  = 76
	sessionsSize = 100
	sessionsWide = 150
)

const (
	agentCells   = 11 // claude-code, antigravity
	ageCells     = 4
	countCells   = 6 // ≈18.2k
	bytesCells   = 8 // 183.2 kB
	percentCells = 4
	timesCells   = 4 // Σ12+
)

// sessionColumns are the cells of the columns that differ by width; 0: it is not there.
type sessionColumns struct{ project, title, size, bar, times int }

func sessionColumnsFor(w int) sessionColumns {
	c := sessionColumns{project: 12}
	switch {
	case w >= sessionsWide:
		c = sessionColumns{project: 40, size: bytesCells, bar: 10, times: timesCells}
	case w >= sessionsSize:
		c = sessionColumns{project: 24, size: bytesCells, bar: 6, times: timesCells}
	case w >= sessionsBar:
		c = sessionColumns{project: 12, bar: 4, times: timesCells}
	}
	used := 2 + agentCells + 1 + ageCells + 2 + c.project + 2 + 1 + countCells + 1 + percentCells
	for _, n := range []int{c.size, c.bar, c.times} {
		if n > 0 {
			used += n + 1
		}
	}
	c.title = max(w-used, 0)
	return c
}

// SessionHead names the columns of a list of sessions.
func SessionHead(th *theme.Theme, w int) string {
	c, l := sessionColumnsFor(w), newLine(th, w)
	l.blank(th.Dim, 2)
	l.column(th.Dim, "agent", agentCells+1)
	l.number(th.Dim, "age", ageCells)
	l.blank(th.Dim, 2)
	l.column(th.Dim, "project", c.project+2)
	l.column(th.Dim, "title, or what was asked first", c.title+1)
	l.number(th.Dim, "msgs", countCells)
	l.blank(th.Dim, 1)
	if c.size > 0 {
		l.number(th.Dim, "size", c.size)
		l.blank(th.Dim, 1)
	}
	if c.bar > 0 {
		l.column(th.Dim, "context", c.bar+1+percentCells)
	} else {
		l.number(th.Dim, "full", percentCells)
	}
	if c.times > 0 {
		l.number(th.Dim, th.Shapes.Sum, c.times+1)
	}
	return l.end(th.Dim)
}

// Session draws one session of a list: who, when, where, what, how much, how full, and how
// often it was compacted. What is not known is blank.
func Session(th *theme.Theme, d SessionData, w int) string {
	c, l := sessionColumnsFor(w), newLine(th, w)
	in := underCursor(th, &th.Inks, d.Cursor)
	own := in.Text
	if d.Why != "" {
		own = in.Dim
	}
	if d.Cursor {
		l.put(th.Title, th.Shapes.Cursor)
	} else {
		l.blank(own, 1)
	}
	l.blank(own, 1)
	l.column(own, text.CleanLine(d.Agent), agentCells+1)
	l.number(in.Dim, d.age(), ageCells)
	l.blank(own, 2)
	l.column(own, folder(th, d.Project, d.Home, c.project), c.project+2)
	d.title(l, th, in, c.title)
	l.blank(own, 1)
	l.number(own, d.count(th), countCells)
	l.blank(own, 1)
	if c.size > 0 {
		l.number(in.Dim, d.bytes(), c.size)
		l.blank(own, 1)
	}
	d.fill(l, th, in, c.bar)
	if c.times > 0 {
		l.number(in.Summary, d.times(th), c.times+1)
	}
	return l.end(own)
}

// title is what the session is called, what keeps it from being opened, or a sign that it has
// not been read yet.
func (d SessionData) title(l *line, th *theme.Theme, in *theme.Inks, n int) {
	switch {
	case d.Why != "":
		l.column(in.Dim, label(th, d.Why, n), n)
	case !d.Read:
		l.column(in.Dim, th.Shapes.Ellipsis, n)
	case d.Title == "" && d.Approx:
		l.column(in.Dim, label(th, "no words of a person where it was read", n), n)
	case d.Title == "":
		l.column(in.Dim, label(th, "no words of a person", n), n)
	default:
		l.column(in.Text, label(th, d.Title, n), n)
	}
}

// age is how long ago it was written to, nothing when nobody knows.
func (d SessionData) age() string {
	if d.ModTime.IsZero() {
		return ""
	}
	return Age(d.Now.Sub(d.ModTime))
}

// bytes is the size of the file, nothing for one of several sessions in it.
func (d SessionData) bytes() string {
	if d.Size == 0 {
		return ""
	}
	return text.Bytes(int(d.Size))
}

func (d SessionData) count(th *theme.Theme) string {
	switch {
	case !d.Read || d.Messages < 0:
		return ""
	case d.Approx:
		return th.Shapes.About + text.Short(d.Messages)
	}
	return text.Short(d.Messages)
}

// fullAt is the share of the window, in percent, from which a context counts as full.
const fullAt = 90

// fill is how full the context was at the last request, as a bar and in percent.
func (d SessionData) fill(l *line, th *theme.Theme, in *theme.Inks, bar int) {
	if d.Used <= 0 || d.Window <= 0 {
		if bar > 0 {
			bar++
		}
		l.blank(in.Text, bar+percentCells)
		return
	}
	percent := int(int64(d.Used) * 100 / int64(d.Window))
	ink := in.Text
	if percent >= fullAt {
		ink = in.Warn
	}
	if bar > 0 {
		n := min(max(min(1, percent), int(int64(d.Used)*int64(bar)/int64(d.Window))), bar) // full only when it is
		l.repeat(ink, th.Shapes.Bar, n)
		l.repeat(in.Dim, th.Shapes.Unused, bar-n)
		l.blank(in.Text, 1)
	}
	l.number(ink, strconv.Itoa(percent)+"%", percentCells)
}

// times is how often the session was compacted; more may stand in what was not read.
func (d SessionData) times(th *theme.Theme) string {
	if d.Compactions == 0 {
		return ""
	}
	s := th.Shapes.Sum + strconv.Itoa(d.Compactions)
	if d.Approx {
		s += "+"
	}
	return s
}

// folder is a project's folder in at most n cells: the home folder is ~, and of a long path
// the end stays.
func folder(th *theme.Theme, dir, home string, n int) string {
	dir = text.CleanLine(dir)
	if home != "" {
		if rest, ok := strings.CutPrefix(dir, home); ok && (rest == "" || rest[0] == '/' || rest[0] == '\\') {
			dir = "~" + rest
		}
	}
	short := dir
	for rest := dir; text.Width(short) > n; short = th.Shapes.Ellipsis + rest {
		i := strings.IndexAny(rest[1:], `/\`)
		if i < 0 { // its last name alone is too long
			return label(th, strings.TrimLeft(rest, `/\`), n)
		}
		rest = rest[1+i:]
	}
	return short
}

// Age is a time span in at most four cells: now, 5m, 3h, 12d, 7w, 2y.
func Age(d time.Duration) string {
	const day = 24 * time.Hour
	switch {
	case d < time.Minute:
		return "now"
	case d < time.Hour:
		return strconv.Itoa(int(d/time.Minute)) + "m"
	case d < 2*day:
		return strconv.Itoa(int(d/time.Hour)) + "h"
	case d < 14*day:
		return strconv.Itoa(int(d/day)) + "d"
	case d < 365*day:
		return strconv.Itoa(int(d/(7*day))) + "w"
	}
	return strconv.Itoa(int(d/(365*day))) + "y"
}
