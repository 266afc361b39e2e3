package dials

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"cutline/pipeline"
	"cutline/render"
	"cutline/render/text"
	"cutline/render/theme"
)

// View draws exactly the size of the pane.
func (p *Pane) View() []string {
	if p.w < 1 || p.h < 1 {
		return nil
	}
	list, words := p.split()
	out := make([]string, 0, p.h)
	for k := p.list.Top; k < len(p.rows) && k < p.list.Top+list; k++ {
		out = append(out, p.row(&p.all[p.rows[k]], k == p.list.Cursor))
	}
	if len(p.rows) == 0 {
		out = append(out, p.th.Dim.Render(text.Cut("  no parameter is called so; esc lifts the search", p.w)))
	}
	out = text.Box(out, p.w, list)
	return append(out, text.Box(p.words(), p.w, words)...)
}

func (p *Pane) row(r *Row, cursor bool) string {
	d := render.ParamData{
		Stage: r.Stage, Name: r.Name, Kind: r.Kind(), Value: r.spelled(), Of: len(r.Stops), At: pipeline.Place(r.Stops, r.Stands), Idle: r.Idle != "", Cursor: cursor,
	}
	switch {
	case r.Changed():
		d.Mark = "*"
	case r.Source == Strategy:
		d.Mark = "+"
	}
	switch {
	case d.Idle:
		d.Says = "no effect here"
	case r.Changed() && r.Effect != "":
		d.Says = r.Effect
	default:
		d.Says = r.comes()
	}
	return render.Param(p.th, d, p.w)
}

// spelled is the value of the row, or the one that holds where none is set.
func (r *Row) spelled() string {
	if r.Is != "" && r.Kind() != pipeline.Words {
		return Spelled(r.Param, r.Is)
	}
	return Spelled(r.Param, r.Value)
}

// comes says what the value comes to, or that none is set and what holds instead.
func (r *Row) comes() string {
	switch words := r.Kind() == pipeline.Words; {
	case words && r.Value == "":
		return strings.TrimSuffix("not set: "+strings.Trim(r.Is+", "+r.From, ", "), ": ")
	case r.Is == "" && r.From == "":
		return r.Comes
	case r.Is == "":
		return r.From
	case r.From == "":
		return "not set"
	}
	return "not set: " + r.From
}

// The sources of a value.
const (
	Default  = "default"
	Strategy = "strategy"
	Settings = "settings"
	Flag     = "flag"
	ByHand   = "by hand"
)

// Spelled is a value as a person reads it: with separators, a share as a percentage.
func Spelled(row pipeline.Param, value string) string {
	switch {
	case row.Kind() == pipeline.Switch && value == "true":
		return "on"
	case row.Kind() == pipeline.Switch:
		return "off"
	case value == "" && row.Kind() != pipeline.Words, unset(row, value):
		return "not set"
	case row.Scale == nil:
		return value
	}
	if f, err := strconv.ParseFloat(value, 64); err == nil {
		if row.Scale.Step > 0 && row.Scale.Most <= 1 {
			return strconv.FormatFloat(float64(int(f*1000+0.5))/10, 'f', -1, 64) + "%"
		}
		return text.Num(int(f))
	}
	return value
}

// unset reports whether a number is one by which nothing is set, as it is by default.
func unset(row pipeline.Param, value string) bool {
	d := pipeline.Defaults()
	return row.Scale != nil && slices.Contains(row.Scale.Unset, value) && row.Get(&d) == value
}

// words are about the row under the cursor: what it is, where its value comes from, what it does.
func (p *Pane) words() []string {
	r := p.At()
	if r == nil {
		return nil
	}
	_, room := p.split()
	var out []string
	if room > 3 {
		out = append(out, p.th.Border.Render(strings.Repeat(p.th.Shapes.Rule, p.w)))
	}
	add := func(ink theme.Ink, words string, most int) {
		for i, l := range text.Wrap(render.Words(p.th, text.CleanLine(words)), max(1, p.w-4)) {
			if i < most && len(out) < room {
				out = append(out, "  "+ink.Render(l))
			}
		}
	}
	is, comes := cmp.Or(r.spelled(), "not set")+" ("+r.Source+")", r.comes()
	switch {
	case strings.HasPrefix(comes, "not set") && strings.HasPrefix(is, "not set"):
		is = comes + " (" + r.Source + ")"
	case comes != "":
		is += " " + p.th.Shapes.Dot + " " + comes
	}
	if r.Changed() {
		is += " " + p.th.Shapes.Dot + " 0 gives " + cmp.Or(Spelled(r.Param, r.Default), "not set")
	}
	if room > 3 {
		add(p.th.Text, is, 2)
	}
	switch {
	case r.Idle != "":
		add(p.th.Warn, "no effect: "+r.Idle, 2)
	case r.Changed() && r.Effect != "":
		add(p.th.Cut, "against "+Spelled(r.Param, r.Default)+": "+r.Effect, 2)
	case r.Changed():
		add(p.th.Dim, "the plan is the same as with the default", 1)
	}
	if room <= 3 { // what it does comes first where there is no room for both
		add(p.th.Text, is, 1)
	}
	add(p.th.Dim, r.Usage, 2)
	return out
}
