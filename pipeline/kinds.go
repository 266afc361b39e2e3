package pipeline

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"cutline/pipeline/slim"
	"cutline/pipeline/summarize"
	"cutline/pipeline/trigger"
)

func integer(name string, stage int, usage string, at func(*Params) *int) Param {
	return Param{
		Name: name, Stage: stage, Usage: usage, Arg: "N",
		Get: func(p *Params) string { return strconv.Itoa(*at(p)) },
		Set: func(p *Params, s string) error {
			n, err := strconv.Atoi(strings.NewReplacer(",", "", "_", "").Replace(s))
			if err != nil {
				return fmt.Errorf("%q is no whole number", s)
			}
			*at(p) = n
			return nil
		},
	}
}

// between is an integer that is refused outside its limits.
func between(name string, stage int, usage string, least, most int, at func(*Params) *int) Param {
	row := integer(name, stage, usage, at)
	set := row.Set
	row.Set = func(p *Params, s string) error {
		was := *at(p)
		if err := set(p, s); err != nil {
			return err
		}
		if n := *at(p); n < least || n > most {
			*at(p) = was
			return fmt.Errorf("%q is not between %d and %d", s, least, most)
		}
		return nil
	}
	return row
}

// silence is a time that is given in seconds, or as a Go duration.
func silence(name string, stage int, usage string, at func(*Params) *time.Duration) Param {
	return Param{
		Name: name, Stage: stage, Usage: usage, Arg: "TIME",
		Get: func(p *Params) string {
			if d := *at(p); d%time.Second == 0 {
				return strconv.Itoa(int(d/time.Second)) + "s"
			}
			return at(p).String()
		},
		Set: func(p *Params, s string) error {
			d, err := time.ParseDuration(s)
			if f, bare := strconv.ParseFloat(s, 64); bare == nil { // seconds, however many, or no number at all
				d, err = time.Duration(min(max(f, 0), summarize.MaxSilence.Seconds()+1)*float64(time.Second)), nil
			}
			if err != nil {
				return fmt.Errorf("%q is no time; 90, 90s and 2m are", s)
			}
			if d < summarize.MinSilence || d > summarize.MaxSilence {
				return fmt.Errorf("%q is not between %s and %s", s, summarize.MinSilence, summarize.MaxSilence)
			}
			*at(p) = d
			return nil
		},
	}
}

// number reads 0.9 and 90%.
func number(s string) (float64, error) {
	body, pct := strings.CutSuffix(strings.TrimSpace(s), "%")
	f, err := strconv.ParseFloat(body, 64)
	if err != nil || math.IsNaN(f) || math.IsInf(f, 0) {
		return 0, fmt.Errorf("%q is no number", s)
	}
	if pct {
		f /= 100
	}
	return f, nil
}

func share(name string, stage int, usage string, at func(*Params) *float64) Param {
	return Param{
		Name: name, Stage: stage, Usage: usage, Arg: "SHARE",
		Get: func(p *Params) string { return strconv.FormatFloat(*at(p), 'g', -1, 64) },
		Set: func(p *Params, s string) error {
			f, err := number(s)
			if err != nil {
				return err
			}
			if f < 0 || f > 1 {
				return fmt.Errorf("%q is no share between 0 and 1 (or 0%% and 100%%)", s)
			}
			*at(p) = f
			return nil
		},
	}
}

func threshold(name, usage string, at func(*Params) *trigger.Threshold) Param {
	return Param{
		Name: name, Stage: 1, Usage: usage, Arg: "N|off",
		Get: func(p *Params) string { return at(p).String() },
		Set: func(p *Params, s string) error {
			switch s {
			case "": // as it stands when nobody has given it
				*at(p) = trigger.Threshold{}
				return nil
			case "off":
				*at(p) = trigger.Threshold{Given: true, Off: true}
				return nil
			}
			f, err := number(s)
			if err != nil {
				return err
			}
			if isShare := strings.HasSuffix(name, "share"); isShare && (f < 0 || f > 1) {
				return fmt.Errorf("%q is no share between 0 and 1 (or 0%% and 100%%)", s)
			} else if !isShare && strings.Contains(s, "%") {
				return fmt.Errorf("%q is a share, not a number of tokens", s)
			}
			*at(p) = trigger.Threshold{Given: true, N: f}
			return nil
		},
	}
}

func toggle(name string, stage int, usage string, at func(*Params) *bool) Param {
	return Param{
		Name: name, Stage: stage, Usage: usage,
		Get: func(p *Params) string { return strconv.FormatBool(*at(p)) },
		Set: func(p *Params, s string) error {
			b, err := strconv.ParseBool(s)
			if err != nil {
				return fmt.Errorf("%q is neither true nor false", s)
			}
			*at(p) = b
			return nil
		},
	}
}

func choice(name string, stage int, usage string, choices []string, at func(*Params) *string) Param {
	return Param{
		Name: name, Stage: stage, Usage: usage, Arg: strings.Join(choices, "|"), Choices: choices,
		Get: func(p *Params) string { return *at(p) },
		Set: func(p *Params, s string) error {
			*at(p) = s
			return nil
		},
	}
}

func text(name string, stage int, arg, usage string, at func(*Params) *string) Param {
	return Param{
		Name: name, Stage: stage, Usage: usage, Arg: arg,
		Get: func(p *Params) string { return *at(p) },
		Set: func(p *Params, s string) error {
			*at(p) = s
			return nil
		},
	}
}

// messages are some messages, by their numbers.
func messages(name, usage string, at func(*Params) *slim.Numbers) Param {
	return Param{
		Name: name, Stage: 4, Usage: usage, Arg: "N,…",
		Get: func(p *Params) string { return string(*at(p)) },
		Set: func(p *Params, s string) error {
			list, err := slim.ReadNumbers(s)
			if err != nil {
				return err
			}
			*at(p) = list
			return nil
		},
	}
}

// once says that the parameter is about one session or one run.
func (p Param) once() Param {
	p.Once = true
	return p
}
