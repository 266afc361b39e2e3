package pipeline

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Kind says how a parameter is turned on a screen.
type Kind uint8

// The kinds.
const (
	Words  Kind = iota // a text that is typed
	Slider             // a number on a scale
	Switch
	Choice
)

// Scale is what a slider goes over. A value outside of it can be given as a flag, and is shown, but not
// turned to.
type Scale struct {
	Least, Most float64
	Step        float64  // between two stops; 0: the stops are the round numbers, a few for each power of ten
	Unset       []string // what stands below the least: a value by which nothing is set
}

// Kind is how the parameter is turned.
func (p Param) Kind() Kind {
	switch {
	case p.Arg == "":
		return Switch
	case p.Choices != nil, p.Name == "strategy":
		return Choice
	case p.Scale != nil:
		return Slider
	}
	return Words
}

// over gives a number its scale: of round numbers.
func (p Param) over(least, most float64, unset ...string) Param {
	p.Scale = &Scale{Least: least, Most: most, Unset: unset}
	return p
}

// by gives a number its scale: in steps of the same size.
func (p Param) by(step, least, most float64, unset ...string) Param {
	p.Scale = &Scale{Least: least, Most: most, Step: step, Unset: unset}
	return p
}

// round are the stops within a power of ten.
var round = []float64{1, 1.5, 2, 3, 5, 7}

// Stops are the values that the parameter goes over when it is turned, in order: the values by which
// nothing is set first. They are spelled as Get spells them; there are none of a text.
func (p Param) Stops() []string {
	switch p.Kind() {
	case Switch:
		return []string{"false", "true"}
	case Choice:
		d := Defaults()
		if own := p.Get(&d); !slices.Contains(p.Choices, own) {
			return append([]string{own}, p.Choices...)
		}
		return p.Choices
	case Slider:
		out := slices.Clone(p.Scale.Unset)
		for _, f := range p.Scale.numbers() {
			out = append(out, p.spell(f))
		}
		return slices.Compact(out)
	case Words:
	}
	return nil
}

func (s *Scale) numbers() []float64 {
	var out []float64
	if s.Step > 0 {
		for k := 0; s.Least+float64(k)*s.Step <= s.Most+s.Step/2; k++ {
			out = append(out, math.Round((s.Least+float64(k)*s.Step)/s.Step)*s.Step)
		}
		return out
	}
	for ten := math.Pow(10, math.Floor(math.Log10(s.Least))); ten <= s.Most; ten *= 10 {
		for _, r := range round {
			if f := math.Round(r * ten); f >= s.Least && f <= s.Most && (len(out) == 0 || f > out[len(out)-1]) {
				out = append(out, f)
			}
		}
	}
	return out
}

// spell is a number as the parameter spells it.
func (p Param) spell(f float64) string {
	s := strconv.FormatFloat(math.Round(f*1e6)/1e6, 'f', -1, 64)
	d := Defaults()
	if p.Set(&d, s) != nil {
		return s
	}
	return p.Get(&d)
}

// valueOf is a value as a number, false when it is none.
func valueOf(value string) (float64, bool) {
	if d, err := time.ParseDuration(value); err == nil {
		return d.Seconds(), true
	}
	f, err := number(strings.NewReplacer(",", "", "_", "").Replace(value))
	return f, err == nil
}

// Turn is the value that lies d of the stops away from a value, which need not be one of them itself;
// it stays at the first and the last.
func Turn(stops []string, value string, d int) string {
	if len(stops) == 0 {
		return value
	}
	below, above := place(stops, value)
	k := above + d - 1
	if d < 0 {
		k = below + d + 1
	}
	if d == 0 {
		return value
	}
	return stops[max(0, min(k, len(stops)-1))]
}

// Place is the stop at which a value stands, or that nearest below it.
func Place(stops []string, value string) int {
	if i := slices.Index(stops, value); i >= 0 {
		return i
	}
	below, _ := place(stops, value)
	return max(0, min(below, len(stops)-1))
}

// place gives the last stop below a value and the first above it; -1 and their number where there is
// none.
func place(stops []string, value string) (below, above int) {
	if i := slices.Index(stops, value); i >= 0 {
		return i - 1, i + 1
	}
	at, ok := valueOf(value)
	below, above = -1, len(stops)
	if !ok {
		return -1, 0
	}
	for i, s := range stops {
		switch f, isNumber := valueOf(s); {
		case !isNumber || f < at:
			below = i
		case i < above:
			above = i
		}
	}
	return below, above
}

// Type gives a parameter a value that a person typed: as SetParam does, but within its scale.
func (p *Params) Type(row Param, value string) error {
	value = strings.TrimSpace(value)
	if s := row.Scale; s != nil && !slices.Contains(s.Unset, value) {
		if f, ok := valueOf(value); ok && (f < s.Least || f > s.Most) {
			return fmt.Errorf("%s: %s is not between %s and %s", row.Name, value, row.spell(s.Least), row.spell(s.Most))
		}
	}
	return p.SetParam(row.Name, value)
}
