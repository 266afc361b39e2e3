// Package linear is a session told line by line, for screen readers and for terminals that can only print:
// a question is a word, the answer is sentences, one fact a line. It places no cursor, draws no boxes and
// uses no colour.
package linear

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"cutline/model"
	"cutline/pipeline"
	"cutline/pipeline/query"
	"cutline/render/text"
	"cutline/ui"
	"cutline/ui/cli"
)

// Dialogue is one session, and who asks about it.
type Dialogue struct {
	Engine ui.Engine
	Params pipeline.Params
	In     io.Reader
	Out    io.Writer
	Width  int // columns of the terminal, 0 when they are not known

	ctx    context.Context
	in     *bufio.Reader
	out    pager
	tell   cli.Teller
	s      *model.Session
	closer io.Closer
	began  pipeline.Params // what the parameters were at first
	report pipeline.Report
	fates  []pipeline.Fate
	at     int // the message that is spoken of
	find   query.Pattern
	result *pipeline.Result
	stale  bool // something was changed since the result was made
	saved  bool
	quit   bool
	stamp  ui.Stamp // of the file, before it was read
	trunk  trunk
	visits []visit // the sessions from which others were opened, the last one last
}

// Run tells what the session is and answers until it is left. The error is that of a session that cannot
// be opened, or of the terminal.
func (d *Dialogue) Run(ctx context.Context) error {
	d.ctx, d.in, d.began = ctx, bufio.NewReader(d.In), d.Params
	d.out = pager{to: d.Out, width: d.Width}
	d.tell = cli.NewTeller(&d.out)
	if d.Engine.Open == nil {
		if err := d.pick(); err != nil || d.quit {
			return err
		}
	}
	if err := d.open(); err != nil {
		return err
	}
	defer func() { _ = d.closer.Close() }() // it was only read
	d.overview()
	d.say("", "type a word, then enter; help lists the words, quit leaves")
	for !d.quit {
		if err := d.flush(); err != nil {
			return err
		}
		line, err := d.ask("cutline> ")
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		d.answer(line)
	}
	d.out.drop()
	if d.result != nil && !d.saved {
		d.say("", "the compacted session was not written")
	}
	return d.flush()
}

// open reads the session and plans.
func (d *Dialogue) open() error {
	r, err := d.read()
	if err != nil {
		return err
	}
	d.take(r)
	return nil
}

// reading is a session as it was read.
type reading struct {
	s      *model.Session
	closer io.Closer
	stamp  ui.Stamp // of the file, before
}

func (d *Dialogue) read() (r reading, err error) {
	if d.Engine.Stat != nil {
		r.stamp, _ = d.Engine.Stat() // what is wrong with the file is said by reading it
	}
	r.s, r.closer, err = d.Engine.Open()
	return r, err
}

// take speaks of what was read from here on.
func (d *Dialogue) take(r reading) {
	if d.closer != nil {
		_ = d.closer.Close() // it was only read
	}
	d.s, d.closer, d.stamp = r.s, r.closer, r.stamp
	d.at, d.result = max(0, min(d.at, len(d.s.Rows)-1)), nil
	d.plan()
}

// plan decides everything again.
func (d *Dialogue) plan() {
	d.report = pipeline.Plan(d.s, d.Params, d.Engine.World(d.s, d.Params).Env)
	d.fates = d.report.Fates(d.s.Rows)
	d.stale = d.result != nil
}

// overview is what the first screen says.
func (d *Dialogue) overview() {
	d.tell.Session(d.s)
	d.tell.Gauge(&d.report)
	d.tell.Stages(&d.report)
	if n := len(d.s.Problems) + len(d.report.Warnings); n > 0 {
		d.say("", fmt.Sprintf("problems and warnings: %s; the word problems lists them", text.Num(n)))
	}
}

// say says one sentence.
func (d *Dialogue) say(label, words string) { d.tell.Say(label, words) }

// fail says what went wrong.
func (d *Dialogue) fail(before string, err error) { d.say("error", before+err.Error()) }

// flush shows what was said, as far as a screenful goes.
func (d *Dialogue) flush() error {
	if err := d.tell.Flush(); err != nil {
		return fmt.Errorf("write to the terminal: %w", err)
	}
	if err := d.out.show(); err != nil {
		return fmt.Errorf("write to the terminal: %w", err)
	}
	return nil
}

// ask prints a question and reads a line, without blanks around it. It shows what was said before.
func (d *Dialogue) ask(question string) (string, error) {
	line, err := d.typed(question)
	return strings.TrimSpace(line), err
}

// typed is ask with the line as it is, without its end.
func (d *Dialogue) typed(question string) (string, error) {
	if err := d.flush(); err != nil {
		return "", err
	}
	if _, err := io.WriteString(d.Out, question); err != nil {
		return "", fmt.Errorf("write to the terminal: %w", err)
	}
	line, err := d.in.ReadString('\n')
	if err != nil && (line == "" || !errors.Is(err, io.EOF)) {
		_, _ = io.WriteString(d.Out, "\n") // the prompt's line ends
		if errors.Is(err, io.EOF) {
			return "", io.EOF
		}
		return "", fmt.Errorf("read from the terminal: %w", err)
	}
	return strings.TrimRight(line, "\r\n"), nil
}

// yes asks, and takes nothing but a y for one. All that was said before is shown first: a person knows what
// is agreed to.
func (d *Dialogue) yes(question string) bool {
	if d.tell.Flush() != nil || d.out.all() != nil {
		return false
	}
	line, err := d.ask(text.CleanLine(question) + " y, or anything else for no: ")
	return err == nil && line == "y"
}
