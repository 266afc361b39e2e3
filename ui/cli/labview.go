package cli

import (
	"math"

	"cutline/model"
	"cutline/pipeline/lab"
	"cutline/pipeline/reassemble"
)

// labSchema is raised on any change of the keys below.
const labSchema = "cutline.lab/1"

// Absent means that there is no result, or that a number is not known; it is not zero.
type (
	labJSON struct {
		Schema     string        `json:"schema"`
		Session    sessionJSON   `json:"session"`
		Before     int           `json:"before"`           // tokens of the messages
		Target     *int          `json:"target,omitempty"` // tokens after
		Strategies []labStrategy `json:"strategies"`
	}

	labStrategy struct {
		Strategy   string            `json:"strategy"`
		Summarizer string            `json:"summarizer,omitempty"` // who wrote, or would
		Error      string            `json:"error,omitempty"`      // why there is no result
		Outcome    string            `json:"outcome,omitempty"`
		Set        map[string]string `json:"set"` // parameters that were set so that it fits
		Fits       bool              `json:"fits"`
		After      *int              `json:"after,omitempty"` // tokens
		Kept       *labKept          `json:"kept,omitempty"`  // word for word
		Messages   *labMessages      `json:"messages,omitempty"`
		Retention  *labRetention     `json:"retention,omitempty"`
		Words      *labShare         `json:"userWords,omitempty"` // of persons, that stand as they were said
		Files      *labShare         `json:"files,omitempty"`     // that calls name, and the result too
		Pairs      *labPairs         `json:"pairs,omitempty"`
		Gates      []reassemble.Gate `json:"gates"`
		Price      *labPrice         `json:"price,omitempty"` // estimated, in US dollars
		Millis     *int64            `json:"ms,omitempty"`
	}

	labKept struct {
		Messages int `json:"messages"`
		Tokens   int `json:"tokens"`
	}

	labMessages struct {
		Summarized int `json:"summarized"`
		Truncated  int `json:"truncated"`
		Omitted    int `json:"omitted"`
		Dropped    int `json:"dropped"`
	}

	// labRetention is a score without its facts; score has those.
	labRetention struct {
		Score      float64 `json:"score"` // 0 to 100, as the next three
		Low        float64 `json:"low"`
		High       float64 `json:"high"`
		Precision  float64 `json:"precision"`
		N          int     `json:"n"`
		FactsPer1k float64 `json:"factsPer1k,omitempty"`
		Fabricated int     `json:"fabricated"` // of what the summary names
	}

	labShare struct {
		N     int      `json:"n"`
		Kept  int      `json:"kept"`
		Share *float64 `json:"share,omitempty"`
	}

	labPairs struct {
		Intact int `json:"intact"`
		Broken int `json:"broken"`
	}

	labPrice struct {
		Dollars *float64 `json:"dollars,omitempty"`
		Model   string   `json:"model,omitempty"` // that wrote, or would; none is asked without it
	}
)

// labView is a lab as programs read it.
func labView(s *model.Session, b *lab.Bench, rows []lab.Row) labJSON {
	out := labJSON{Schema: labSchema, Session: sessionView(s), Before: b.Before(), Target: known(b.Target(), b.Target() > 0), Strategies: make([]labStrategy, len(rows))}
	for i := range rows {
		r := &rows[i]
		v := labStrategy{Strategy: r.Strategy, Summarizer: r.Writer, Error: r.Why, Set: map[string]string{}, Fits: r.Fits, Gates: list(r.Gates)}
		for _, set := range r.Set {
			v.Set[set.Name] = set.Value
		}
		if r.Result != nil {
			v.Outcome = r.Result.Status.Outcome
			v.After = &r.After
			v.Kept = &labKept{r.Kept, r.KeptTokens}
			v.Messages = &labMessages{r.Summarized, r.Truncated, r.Omitted, r.Dropped}
			if o := &r.Retention; r.Scored {
				v.Retention = &labRetention{o.Score, o.Low, o.High, o.Precision, o.N, o.Per1k, len(o.Fabricated)}
			}
			v.Words, v.Files = shareView(r.WordsKept, r.Words), shareView(r.FilesKept, r.Files)
			v.Pairs = &labPairs{r.Pairs, r.Broken}
			v.Price = &labPrice{Model: r.Price.Model}
			if r.Price.Known {
				dollars := math.Round(r.Price.Dollars*1e4) / 1e4
				v.Price.Dollars = &dollars
			}
			ms := r.Took.Milliseconds()
			v.Millis = &ms
		}
		out.Strategies[i] = v
	}
	return out
}

func shareView(kept, n int) *labShare {
	v := &labShare{N: n, Kept: kept}
	if n > 0 {
		share := round(float64(kept) / float64(n))
		v.Share = &share
	}
	return v
}
