package linear

import (
	"fmt"
	"strings"

	"cutline/pipeline"
	"cutline/pipeline/slim"
)

// force has the message read or not, or leaves it to the rules again.
func (d *Dialogue) force(in bool) {
	if d.none() {
		return
	}
	h := slim.ForcedOut
	if in {
		h = slim.ForcedIn
	}
	f := d.fates[d.at].Slim
	switch {
	case d.report.Slim.Rule == slim.None:
		d.say("", "the strategy has nothing read, so nothing can be forced in or out")
		return
	case f == nil:
		d.say("", fmt.Sprintf("message %d is not summarized, whatever is forced", d.at))
		return
	case f.Hand == h:
		h = slim.ByRule
	}
	before := d.report
	d.Params.Force(d.s, d.at, h)
	d.plan()
	d.say("", forced(d.at, h))
	d.differs(&before)
}

func forced(i int, h slim.Hand) string {
	if h == slim.ByRule {
		return fmt.Sprintf("message %d is left to the rules again", i)
	}
	return fmt.Sprintf("message %d is forced %s", i, h)
}

// differs says what the plan makes otherwise than an earlier one.
func (d *Dialogue) differs(before *pipeline.Report) {
	list := pipeline.Differs(before, &d.report)
	if len(list) == 0 {
		d.say("", "the plan is as it was")
	}
	for _, words := range list {
		d.say("now", words)
	}
}

// set turns a parameter.
func (d *Dialogue) set(arg string) {
	name, value, _ := strings.Cut(arg, " ")
	if name == "" {
		d.turned()
		return
	}
	name = strings.TrimPrefix(name, "--")
	params, before := d.Params, d.report
	if err := params.SetParam(name, strings.TrimSpace(value)); err != nil {
		d.fail("", err)
		return
	}
	d.Params = params
	d.plan()
	d.say("", name+" is "+strings.TrimSpace(value))
	d.differs(&before)
}

// turned lists the parameters that are not at their defaults.
func (d *Dialogue) turned() {
	defaults, n := pipeline.Defaults(), 0
	for _, row := range pipeline.Table {
		if was, is := row.Get(&defaults), row.Get(&d.Params); was != is {
			d.say(row.Name, fmt.Sprintf("%s, not %s", known(is), known(was)))
			n++
		}
	}
	if n == 0 {
		d.say("", "every parameter has its default; cutline inspect --help lists them")
	}
}

func known(value string) string {
	if value == "" {
		return "not set"
	}
	return value
}

// reset gives all parameters the values that they had at first.
func (d *Dialogue) reset() {
	before := d.report
	d.Params = d.began
	d.plan()
	d.say("", "all parameters are as they were at first")
	d.differs(&before)
}
