package retention

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"

	"cutline/model"
	"cutline/model/js"
	"cutline/model/measure"
	"cutline/pipeline/facts"
	"cutline/pipeline/reassemble"
	"cutline/pipeline/slim"
)

// choices are what the baselines take of what was dropped.
type choices struct {
	ctx  context.Context // of the one score that they are for
	in   Input
	room int // tokens
}

// pick takes texts of messages, the newest first, as long as there is room. Of the first that is too
// large the last lines are taken.
func (c *choices) pick(text func(i int, m model.Message) string) ([]string, int, error) {
	var out []string
	left := c.room
	for _, i := range slices.Backward(c.in.Dropped) {
		if err := c.ctx.Err(); err != nil {
			return nil, 0, err
		}
		m, err := c.in.Source.Message(i)
		if err != nil {
			continue // what cannot be read is not there
		}
		t := text(i, m)
		if n := weigh(t); n <= left {
			out, left = append(out, t), left-n
			continue
		}
		return append(out, ending(t, left)), 0, nil
	}
	return out, left, nil
}

// ending is the end of a text that fits: whole lines, and of a last line that is too large its end.
func ending(text string, room int) string {
	at, left := len(text), room
	for at > 0 && left > 0 {
		from := strings.LastIndexByte(text[:at-1], '\n') + 1
		left -= weigh(text[from:at])
		at = from
	}
	text = text[at:]
	for weigh(text) > room { // lines weigh a little more together
		if _, rest, more := strings.Cut(text, "\n"); more && rest != "" {
			text = rest
			continue
		}
		chars := js.Units(text)
		text = js.Suffix(text, min(chars-1, chars*room/weigh(text)))
	}
	return text
}

func (c *choices) newest() ([]string, error) {
	out, _, err := c.pick(func(_ int, m model.Message) string { return Text(m) })
	return out, err
}

// users takes what persons typed.
func (c *choices) users() ([]string, error) {
	out, _, err := c.pick(func(i int, m model.Message) string {
		if !c.in.Rows[i].Typed() {
			return ""
		}
		return facts.Typed(m)
	})
	return slices.DeleteFunc(out, func(t string) bool { return t == "" }), err
}

// masked takes messages without the outputs of tools; while there is room the newest outputs are
// taken too.
func (c *choices) masked() ([]string, error) {
	out, left, err := c.pick(func(_ int, m model.Message) string {
		return Text(Masked(m, func(p model.Part) string { return reassemble.Mask(js.Units(p.OutputText())) }))
	})
	for _, i := range slices.Backward(c.in.Dropped) {
		if left <= 0 || err != nil {
			break
		}
		if err = c.ctx.Err(); err != nil {
			break
		}
		m, missing := c.in.Source.Message(i)
		if missing != nil {
			continue
		}
		for _, p := range m.Parts {
			if p.Kind == model.Result {
				t := ending(p.OutputText(), left)
				out, left = append(out, t), left-weigh(t)
			}
		}
	}
	return out, err
}

// tries is how often a budget in chars is looked for that has the text take as many tokens as there
// is room for; enough is the share of the room at which it is filled.
const (
	tries  = 4
	enough = 0.95
)

// slim takes fair shares of all messages, as the strategy without a summary gives them. What is left
// out leaves no marker, and as little as needed is.
func (c *choices) slim() ([]string, error) {
	rows := c.in.Rows
	chars, size := 0, 0
	for n, i := range c.in.Dropped {
		if rows[i].Rendered == 0 { // a point of the history
			if n == 0 {
				rows = slices.Clone(rows)
			}
			if err := c.ctx.Err(); err != nil {
				return nil, err
			}
			if m, err := c.in.Source.Message(i); err == nil {
				role, origin := rows[i].Role, rows[i].Origin
				rows[i] = measure.Row(m)
				rows[i].Role, rows[i].Origin = role, origin
			}
		}
		chars, size = chars+rows[i].Rendered, size+rows[i].Tokens
	}
	in := slim.Input{Rows: rows, List: c.in.Dropped, Params: slim.Defaults()}
	in.Params.Refill, in.Params.Quiet = true, true
	perToken := float64(chars) / float64(max(1, size))
	in.Budget = int(float64(c.room) * perToken)
	best, most := []string(nil), 0
	for range tries {
		places, _ := slim.Places(c.in.Source, slim.Run(in), in.Params) // what cannot be read is a marker
		if err := c.ctx.Err(); err != nil {
			return nil, err
		}
		texts, n := make([]string, len(places)), 0
		for k := range places {
			texts[k] = places[k].Text
			n += weigh(texts[k])
		}
		if n <= c.room && n > most {
			best, most = texts, n
		}
		if n <= c.room && float64(n) >= enough*float64(c.room) {
			break
		}
		in.Budget += int(((1+enough)/2*float64(c.room) - float64(n)) * perToken)
	}
	return best, nil
}

// lineBytes is how much text lines are drawn from: of what was dropped every line, or of a larger one
// every second, fourth, …
const lineBytes = 16 << 20

// lines are those of all messages.
func (c *choices) lines() ([]string, error) {
	var out []string
	size, every, n := 0, 1, 0
	for _, i := range c.in.Dropped {
		if err := c.ctx.Err(); err != nil {
			return nil, err
		}
		m, err := c.in.Source.Message(i)
		if err != nil {
			continue
		}
		for line := range strings.Lines(Text(m)) {
			if line = strings.TrimSpace(line); line == "" {
				continue
			}
			if n++; n%every != 0 {
				continue
			}
			out, size = append(out, strings.Clone(line)), size+len(line)
			for size > lineBytes && len(out) > 1 {
				every *= 2
				size = 0
				for k := 1; k < len(out); k += 2 {
					out[k/2] = out[k]
					size += len(out[k])
				}
				clear(out[len(out)/2:])
				out = out[:len(out)/2]
			}
		}
	}
	return out, nil
}

// drawn are lines in random order, as many as there is room for. One that is larger than what is left
// is left out.
func (c *choices) drawn(lines []string, seed uint64) []string {
	r := rand.New(rand.NewPCG(seed, 0)) //nolint:gosec // repeatable, not secret
	order := make(map[int]int)          // what has been moved in the list of all
	var out []string
	left := c.room
	at := func(k int) int {
		if v, moved := order[k]; moved {
			return v
		}
		return k
	}
	for k := range lines {
		j := k + r.IntN(len(lines)-k)
		line := lines[at(j)]
		order[j] = at(k)
		if n := weigh(line); n <= left {
			out, left = append(out, line), left-n
		}
		if float64(left) <= (1-enough)*float64(c.room) {
			break
		}
	}
	return out
}
