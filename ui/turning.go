package ui

import (
	"strconv"
	"strings"

	"cutline/model"
	"cutline/pipeline"
	"cutline/pipeline/partition"
	"cutline/ui/dials"
)

// sourceOf says where the value of a parameter comes from.
func (a *App) sourceOf(row pipeline.Param) string {
	start, d := a.began, pipeline.Defaults()
	value, own := row.Get(&a.params), a.ownDefault(row)
	given := ""
	if a.engine.Source != nil && value == row.Get(&start) {
		given = a.engine.Source(row.Name)
	}
	switch {
	case given != "":
		return given
	case value == own && own != row.Get(&d):
		return dials.Strategy
	case value == own:
		return dials.Default
	}
	return dials.ByHand
}

// showParams hands the pane the parameters of the moment, with what the one under the cursor does.
func (a *App) showParams() {
	rows := make([]dials.Row, len(pipeline.Table))
	strategy := a.strategy().Params
	for i, row := range pipeline.Table {
		r := dials.Row{Param: row, Value: row.Get(&a.params), Source: a.sourceOf(row), Stops: a.stops(row), Idle: pipeline.Idle(row.Name, &a.report)}
		if r.Default = row.Get(&strategy); row.Name == strategyRow {
			r.Default = a.ownDefault(row)
		}
		r.Stands = pipeline.Stands(row.Name, r.Value, &a.report)
		r.Is, r.From = pipeline.InEffect(row.Name, r.Value, &a.report)
		r.Comes = pipeline.ComesTo(row.Name, &a.report)
		r.Effect = a.effects[row.Name]
		rows[i] = r
	}
	a.dials.Show(rows, a.params.Strategy)
	if a.owed == nil {
		a.weighDial()
	}
}

// weighDial works out what the parameter under the cursor does otherwise than its default would. The
// others keep what was found when the cursor was there: a plan for each of them at every key is too much.
func (a *App) weighDial() {
	r := a.dials.At()
	if r == nil {
		return
	}
	delete(a.effects, r.Name)
	r.Effect = ""
	if !r.Changed() || a.preview {
		return
	}
	p := a.params
	if a.give(&p, r.Param, r.Default) != nil {
		return
	}
	r.Effect = strings.Join(otherThan(r.Name, pipeline.Differs(a.planBeside(p), &a.report)), ", ")
	if a.effects == nil {
		a.effects = map[string]string{}
	}
	a.effects[r.Name] = r.Effect
}

// stops are the values that a parameter goes over; the split goes over the places where it is safe.
func (a *App) stops(row pipeline.Param) []string {
	switch row.Name {
	case strategyRow:
		list := a.strategies()
		names := make([]string, len(list))
		for i, s := range list {
			names[i] = s.Name
		}
		return names
	case "split-at":
		return a.splitStops()
	}
	return a.allStops[row.Name]
}

// splitStops are the places where a split is safe, and the rule in front of them. They are worked out once
// for a session, since there may be as many as it has messages.
func (a *App) splitStops() []string {
	p := &a.report.Partition
	c := p.Considered
	key := safeStops{of: a.s, considered: len(c), earlier: p.Earlier}
	if len(c) > 0 {
		key.first = c[0]
	}
	if was := a.safe; was.stops != nil && was.of == key.of && was.considered == key.considered && was.earlier == key.earlier && was.first == key.first {
		return was.stops
	}
	key.stops = []string{"-1"}
	safe := partition.Safe(a.s.Links, c)
	for k := 1; k < len(c); k++ {
		if safe[k] && p.Behind(k) {
			key.stops = append(key.stops, strconv.Itoa(c[k]))
		}
	}
	a.safe = key
	return key.stops
}

// safeStops are the places where a split is safe, and what they were worked out for.
type safeStops struct {
	of                         *model.Session
	considered, first, earlier int
	stops                      []string
}

// stopsOf are the values that every parameter goes over.
func stopsOf() map[string][]string {
	out := make(map[string][]string, len(pipeline.Table))
	for _, row := range pipeline.Table {
		if row.Name != strategyRow {
			out[row.Name] = row.Stops()
		}
	}
	return out
}

// ownDefault is a parameter's value when nobody turns it.
func (a *App) ownDefault(row pipeline.Param) string {
	p := a.strategy().Params
	if row.Name == strategyRow {
		p = pipeline.Defaults()
	}
	return row.Get(&p)
}

// planBeside is the plan with other parameters. It is kept while the same ones are asked for: as long as
// one slider is turned, what its default would do stays the same.
func (a *App) planBeside(p pipeline.Params) *pipeline.Report {
	key := planBeside{of: a.s, counted: a.counted, lens: a.lens, params: p}
	if was := a.other; was.report == nil || was.of != key.of || was.counted != key.counted || was.lens != key.lens || was.params != key.params {
		r, _ := a.planOf(p)
		key.report = &r
		a.other = key
	}
	return a.other.report
}

// planBeside is a plan that is kept, and what it is of.
type planBeside struct {
	of      *model.Session
	counted int
	lens    pipeline.Lens
	params  pipeline.Params
	report  *pipeline.Report
}
