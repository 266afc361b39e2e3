package ui

import (
	"fmt"
	"image"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/keymap"
	"cutline/pipeline"
	"cutline/render/text"
	"cutline/ui/dials"
)

// toggleParams opens the parameters, or closes them.
func (a *App) toggleParams() tea.Cmd {
	if a.at(keymap.Turn) {
		return a.exit()
	}
	a.view, a.focus, a.zoom = planView, 0, false
	a.dials = dials.New(a.th)
	if a.allStops == nil {
		a.allStops = stopsOf()
	}
	a.openRoom(&room{body: a.dials, scope: keymap.Turn, name: "the parameters", do: a.paramsDo, show: a.showParams, beside: true, hold: a.holdDial, left: func() { a.other = planBeside{} }})
	return nil
}

// strategies are those that can be followed.
func (a *App) strategies() []pipeline.Strategy {
	if a.engine.Strategies != nil {
		return a.engine.Strategies
	}
	return pipeline.Strategies
}

// strategy is the one that is followed.
func (a *App) strategy() pipeline.Strategy {
	s, ok := pipeline.FindStrategy(a.strategies(), a.params.Strategy)
	if !ok {
		s = pipeline.Strategies[0]
	}
	return s
}

// strategyRow is the row of the table that takes all of a strategy.
const strategyRow = "strategy"

// give gives a parameter a value; a strategy takes what was not given by hand.
func (a *App) give(p *pipeline.Params, row pipeline.Param, value string) error {
	if row.Name != strategyRow {
		return p.Type(row, value)
	}
	was := a.strategy().Params
	return p.Follow(a.strategies(), strings.TrimSpace(value), func(name string) bool {
		row, ok := pipeline.Lookup(name)
		return ok && row.Get(&a.params) != row.Get(&was)
	})
}

// turn gives the parameter under the cursor a value, and plans again.
func (a *App) turn(value string) tea.Cmd {
	r := a.dials.At()
	if r == nil {
		return nil
	}
	if err := a.give(&a.params, r.Param, value); err != nil {
		return a.say(err.Error())
	}
	return a.turned(r.Param, r.Value)
}

// turned plans again after a parameter was changed, and says what that did.
func (a *App) turned(row pipeline.Param, was string) tea.Cmd {
	if row.Name == "budget" || row.Name == "profile" {
		a.lens = pipeline.LensRung // another one would hide it
	}
	if row.Stage > 0 {
		a.stage = row.Stage - 1
	}
	return a.replanThen(func(before *pipeline.Report) tea.Cmd { return a.tellTurned(row, was, before) })
}

// tellTurned says what a parameter that was turned does.
func (a *App) tellTurned(row pipeline.Param, was string, before *pipeline.Report) tea.Cmd {
	if a.report.Partition.Split != before.Partition.Split { // so that it is seen where it went
		a.list.Do(keymap.ToSplit)
	}
	now := row.Get(&a.params)
	if now == was {
		return tea.Batch(a.follow(), a.say(row.Name+" stays "+shown(row, now)))
	}
	words := fmt.Sprintf("%s %s → %s", row.Name, shown(row, was), shown(row, now))
	if why := pipeline.Idle(row.Name, &a.report); why != "" {
		words += ": no effect, " + why
	} else {
		list := otherThan(row.Name, pipeline.Differs(before, &a.report))
		if len(list) > 0 {
			words += ": " + strings.Join(list, ", ")
		}
	}
	return tea.Batch(a.follow(), a.say(words))
}

// otherThan is what is different beside the parameter itself.
func otherThan(name string, list []string) []string {
	return slices.DeleteFunc(list, func(s string) bool { return strings.HasPrefix(s, name+" ") })
}

// shown is a value in a sentence.
func shown(row pipeline.Param, value string) string {
	if value == "" {
		return "not set"
	}
	return text.Label(dials.Spelled(row, value), 40)
}

// leap is the part of the stops that a leap goes over.
const leap = 10

// paramsDo carries out an action on the parameters.
func (a *App) paramsDo(action keymap.Action) tea.Cmd {
	r := a.dials.At()
	if action == keymap.Back {
		if a.dials.Finding() != "" {
			a.dials.Find("")
			return nil
		}
		return a.exit()
	}
	if action == keymap.Filter {
		return a.typeFor(a.dials.Finding(), typing{
			prompt: "parameter: ", offer: "finds as you type " + a.th.Shapes.Dot + " esc lifts it",
			live: a.dials.Find, then: func(string) tea.Cmd { return nil }, leave: func() { a.dials.Find("") },
		})
	}
	if action == keymap.Defaults {
		return a.allDefaults()
	}
	if action == keymap.Keep {
		return a.keepParams()
	}
	if r == nil {
		return nil
	}
	d := 0
	switch action {
	case keymap.Type:
		return a.typeFor(r.Value, typing{over: true, prompt: r.Name + " ", offer: "enter takes it " + a.th.Shapes.Dot + " esc leaves it", then: func(value string) tea.Cmd {
			a.dials.Go(r.Name)
			return a.turn(value)
		}})
	case keymap.Default:
		return a.turn(r.Default)
	case keymap.Toggle:
		if r.Kind() != pipeline.Switch && r.Kind() != pipeline.Choice {
			return a.say("← → turn it, enter types the value")
		}
		return a.turn(r.Stops[(pipeline.Place(r.Stops, r.Value)+1)%len(r.Stops)])
	case keymap.Less:
		d = -1
	case keymap.More:
		d = +1
	case keymap.LeapLess:
		d = -max(2, len(r.Stops)/leap)
	case keymap.LeapMore:
		d = max(2, len(r.Stops)/leap)
	default:
		a.dials.Do(action)
		return a.weighTurned()
	}
	if len(r.Stops) == 0 {
		return a.say("enter types it")
	}
	return a.turn(pipeline.Turn(r.Stops, r.Stands, d))
}

// allDefaults gives every parameter back to the strategy.
func (a *App) allDefaults() tea.Cmd {
	p := a.strategy().Params
	p.Said = a.params.Said
	a.params, a.lens, a.effects = p, pipeline.LensRung, nil
	return a.replanThen(func(before *pipeline.Report) tea.Cmd {
		return tea.Batch(a.follow(), a.say("every parameter as the strategy "+p.Strategy+" has it"+a.differs(before)))
	})
}

// holdDial takes a press on the parameters, and the drag that follows.
func (a *App) holdDial(at image.Point, press bool) (cmd tea.Cmd) {
	if press {
		if !a.dials.Click(at.Y) {
			a.drag = dragNothing
			return nil
		}
		cmd = a.weighTurned()
	}
	value, ok := a.dials.Stop(at.X, !press)
	if !ok {
		a.drag = dragNothing
		return cmd
	}
	if r := a.dials.At(); r.Value == value {
		return cmd
	}
	return tea.Batch(cmd, a.turn(value))
}
