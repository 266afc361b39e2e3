package cli

import (
	"cutline/model"
	"cutline/pipeline/facts"
	"cutline/pipeline/generations"
)

// generationsSchema is raised on any change of the keys below.
const generationsSchema = "cutline.generations/1"

// Lists are empty, never absent.
type (
	generationsJSON struct {
		Schema      string           `json:"schema"`
		Session     sessionJSON      `json:"session"`
		Strategy    string           `json:"strategy"`
		Grow        bool             `json:"grow"`
		N           int              `json:"n"` // facts that are followed
		Generations []generationJSON `json:"generations"`
		Died        []deathJSON      `json:"died"` // by generation, the heaviest first
	}

	generationJSON struct {
		Generation int             `json:"generation"`      // from 1
		Error      string          `json:"error,omitempty"` // why nothing was compacted
		Summarizer string          `json:"summarizer,omitempty"`
		Messages   int             `json:"messages"` // of the live context before
		Before     int             `json:"before"`   // tokens, as after
		After      int             `json:"after"`
		Score      *float64        `json:"score,omitempty"` // 0 to 100, as the next two; absent while no facts are followed
		Low        *float64        `json:"low,omitempty"`
		High       *float64        `json:"high,omitempty"`
		Classes    []survivalJSON  `json:"classes"`
		Died       int             `json:"died"` // facts of which it is the first that has less than half
		Fabricated []inventionJSON `json:"fabricated"`
	}

	survivalJSON struct {
		Class string  `json:"class"`
		N     int     `json:"n"`
		Kept  float64 `json:"kept"` // 0 to 1
	}

	deathJSON struct {
		Generation int     `json:"generation"`
		Back       int     `json:"back,omitempty"` // a later generation that has it again
		Class      string  `json:"class"`
		Text       string  `json:"text"`
		Index      int     `json:"index"`  // the message of the session in which it stands
		Weight     float64 `json:"weight"` // points of the score that it is worth
	}
)

// generationsView is the generations as programs read them.
func generationsView(s *model.Session, strategy string, g *generations.Generations) generationsJSON {
	out := generationsJSON{
		Schema: generationsSchema, Session: sessionView(s), Strategy: strategy, Grow: g.Grow, N: g.Facts,
		Generations: make([]generationJSON, 0, len(g.Steps)), Died: make([]deathJSON, 0, len(g.Deaths)),
	}
	for i := range g.Steps {
		step := &g.Steps[i]
		v := generationJSON{
			Generation: step.N, Error: step.Why, Summarizer: step.Writer, Messages: step.Messages, Before: step.Before, After: step.Tokens,
			Classes: []survivalJSON{}, Died: step.Deaths, Fabricated: make([]inventionJSON, 0, len(step.Inventions)),
		}
		for class, k := range step.Classes {
			if k.N > 0 {
				v.Score, v.Low, v.High = &step.Score, &step.Low, &step.High
				v.Classes = append(v.Classes, survivalJSON{facts.Class(class).String(), k.N, k.Kept})
			}
		}
		for _, f := range step.Inventions {
			v.Fabricated = append(v.Fabricated, inventionJSON{f.Class, f.Text, f.Line, f.From, f.To})
		}
		out.Generations = append(out.Generations, v)
	}
	for _, d := range g.Deaths {
		out.Died = append(out.Died, deathJSON{d.At, d.Back, d.Class.String(), shortLoss(d.Text), d.Index, d.Points})
	}
	return out
}
