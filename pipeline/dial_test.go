package pipeline

import (
	"bytes"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"cutline/model/load"
	"cutline/model/sessiontest"
)

// Every stop of a parameter is a value that it takes and gives back, in order, and its default can be
// turned to.
func TestStops(t *testing.T) {
	t.Parallel()
	for _, row := range Table {
		if row.Name == "strategy" {
			continue
		}
		stops := row.Stops()
		if (len(stops) < 2) != (row.Kind() == Words) {
			t.Errorf("%s: %d stops", row.Name, len(stops))
		}
		last := -1.0
		for i, s := range stops {
			p := Defaults()
			if i > 0 || !slices.Contains([]string{"summarizer", "provider", "prompt"}, row.Name) { // whose default is no choice
				if err := p.SetParam(row.Name, s); err != nil || row.Get(&p) != s {
					t.Errorf("%s: the stop %q became %q: %v", row.Name, s, row.Get(&p), err)
				}
			}
			if row.Kind() != Slider || slices.Contains(row.Scale.Unset, s) {
				continue
			}
			if f, ok := valueOf(s); !ok || f <= last || f < row.Scale.Least || f > row.Scale.Most {
				t.Errorf("%s: the stop %q after %v", row.Name, s, last)
			} else {
				last = f
			}
		}
		d := Defaults()
		if own := row.Get(&d); row.Kind() == Slider && !slices.Contains(row.Scale.Unset, own) {
			if f, ok := valueOf(own); !ok || f < row.Scale.Least || f > row.Scale.Most {
				t.Errorf("%s: the default %q is outside of its scale", row.Name, own)
			}
		}
	}
}

// Turning goes to the next stop in a direction and stays within the stops; back and forth from a stop is
// where it was.
func TestTurnLaw(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		row := rapid.SampledFrom(Table).Draw(t, "row")
		stops := row.Stops()
		if len(stops) == 0 {
			return
		}
		value := rapid.SampledFrom(stops).Draw(t, "value")
		d := rapid.IntRange(-30, 30).Draw(t, "d")
		got := Turn(stops, value, d)
		was := slices.Index(stops, value)
		if want := stops[max(0, min(was+d, len(stops)-1))]; got != want {
			t.Fatalf("%s: %q by %d is %q, want %q", row.Name, value, d, got, want)
		}
	})
}

func TestTurnFromBetween(t *testing.T) {
	t.Parallel()
	stops := []string{"0", "1000", "1500", "2000"}
	for _, tt := range []struct {
		value string
		d     int
		want  string
		place int
	}{{"1200", 1, "1500", 1}, {"1200", -1, "1000", 1}, {"9999", 1, "2000", 3}, {"9999", -1, "2000", 3}, {"0", -1, "0", 0}, {"5", 2, "1500", 0}} {
		if got := Turn(stops, tt.value, tt.d); got != tt.want || Place(stops, tt.value) != tt.place {
			t.Errorf("%s by %d is %s at %d, want %s at %d", tt.value, tt.d, got, Place(stops, tt.value), tt.want, tt.place)
		}
	}
}

// What is typed is held to the scale, or is a value by which nothing is set.
func TestType(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, value, want, fails string }{
		{"budget", " 20,001 ", "20001", ""},
		{"budget", "0", "0", ""},
		{"budget", "5", "0", "budget: 5 is not between 1000 and 100000000"},
		{"fraction", "85%", "0.85", ""},
		{"fraction", "2", "0.9", "fraction: 2 is not between 0 and 1"},
		{"persist-unused-tokens", "off", "off", ""},
		{"attempts", "many", "3", `attempts: "many" is no whole number`},
		{"instructions", "mind the tests", "mind the tests", ""},
	} {
		row, _ := Lookup(tt.name)
		p := Defaults()
		err := p.Type(row, tt.value)
		if got := row.Get(&p); got != tt.want || (err == nil) != (tt.fails == "") || err != nil && err.Error() != tt.fails {
			t.Errorf("%s %q: %q, %v", tt.name, tt.value, got, err)
		}
	}
}

// A parameter that is said to have no effect has none, wherever it is turned to, under every strategy.
func TestIdle(t *testing.T) {
	t.Parallel()
	const path = "../testdata/sessions/claudecode/demo.jsonl"
	s, err := load.From(bytes.NewReader(sessiontest.Bytes(t, path)), path, load.Choice{})
	if err != nil {
		t.Fatal(err)
	}
	for _, strategy := range Strategies {
		for _, more := range [][2]string{{"fraction", "0.9"}, {"split-at", "60"}, {"full", "true"}, {"token-limit", "50000"}, {"summarizer", "external"}} {
			p := strategy.Params
			if err := p.SetParam(more[0], more[1]); err != nil {
				t.Fatal(err)
			}
			before := Plan(s, p, Env{})
			said := 0
			for _, row := range Table {
				why := Idle(row.Name, &before)
				if why == "" {
					continue
				}
				said++
				for _, stop := range row.Stops() {
					q := p
					if row.Name == "strategy" || row.Set(&q, stop) != nil {
						continue
					}
					after := Plan(s, q, Env{})
					if d := Differs(&before, &after); len(d) > 0 {
						t.Errorf("%s, %s %s: %s does nothing (%s), but to %q: %q", strategy.Name, more[0], more[1], row.Name, why, stop, d)
						break
					}
				}
			}
			if said == 0 {
				t.Errorf("%s: no parameter is idle", strategy.Name)
			}
		}
	}
	prime, _ := FindStrategy(Strategies, "prime")
	r := Plan(s, prime.Params, Env{})
	if Idle("tail-cap", &r) == "" || Idle("keep-recent", &r) != "" {
		t.Error("under prime the cap of the tail is not said to do nothing, or its own number is")
	}
}

// Where nothing is set, turning goes on from the number that the plan has.
func TestStands(t *testing.T) {
	t.Parallel()
	r := Report{}
	r.Tokens.Window, r.Slim.Budget, r.Partition.Split = 200_000, 50_000, -1
	for _, tt := range [][3]string{
		{"window", "0", "200000"}, {"window", "9000", "9000"}, {"budget", "0", "50000"}, {"split-at", "-1", "-1"}, {"used-tokens", "0", "0"}, {"tail-cap", "0", "0"},
	} {
		if got := Stands(tt[0], tt[1], &r); got != tt[2] {
			t.Errorf("%s %s stands at %s, want %s", tt[0], tt[1], got, tt[2])
		}
	}
}
