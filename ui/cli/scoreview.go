package cli

import (
	"cutline/model"
	"cutline/pipeline"
	"cutline/pipeline/reassemble"
)

// scoreSchema is raised on any change of the keys below.
const scoreSchema = "cutline.score/1"

// What score prints. Of one file there are compactions, of two the rest.
type (
	scoreJSON struct {
		Schema       string             `json:"schema"`
		Path         string             `json:"path"`
		Error        string             `json:"error,omitempty"` // with --jsonl: why the file has no score
		Compactions  *[]scoredJSON      `json:"compactions,omitempty"`
		After        string             `json:"after,omitempty"` // path of the second file
		TokensBefore int                `json:"tokensBefore,omitempty"`
		TokensAfter  int                `json:"tokensAfter,omitempty"`
		Gates        *[]reassemble.Gate `json:"gates,omitempty"`
		Retention    *retentionJSON     `json:"retention,omitempty"`
		Fabricated   *[]inventionJSON   `json:"fabricated,omitempty"`
		Lint         []lintJSON         `json:"lint,omitempty"` // only when the summary has findings
	}

	// scoredJSON is one compaction that the file records.
	scoredJSON struct {
		Line         int               `json:"line"`
		Trigger      string            `json:"trigger,omitempty"`
		TokensBefore int               `json:"tokensBefore,omitempty"`
		TokensAfter  int               `json:"tokensAfter,omitempty"`
		Partial      bool              `json:"partial,omitempty"` // the file holds less than half of what was replaced
		Why          string            `json:"why,omitempty"`     // why it has no score
		Gates        []reassemble.Gate `json:"gates"`             // those that the file lets us judge
		Retention    *retentionJSON    `json:"retention,omitempty"`
		Fabricated   *[]inventionJSON  `json:"fabricated,omitempty"`
		Lint         []lintJSON        `json:"lint,omitempty"` // only when the summary has findings
	}
)

// view is what programs read.
func (all scored) view() scoreJSON {
	if all.after != nil {
		return pairView(all.session, all.after, &all.scores[0])
	}
	return recordedView(all.session, all.scores)
}

func recordedView(s *model.Session, scores []pipeline.Scored) scoreJSON {
	all := make([]scoredJSON, 0, len(scores))
	for i := range scores {
		one := &scores[i]
		v := scoredJSON{Line: one.Line, Trigger: one.Trigger, TokensBefore: one.Before, TokensAfter: one.After, Partial: one.Partial(), Why: one.Why, Gates: list(one.Gates), Lint: lintOf(one.Lint)}
		if one.Why == "" {
			v.Retention = retentionOf(&one.Output)
			v.Fabricated, v.Retention.Fabricated = v.Retention.Fabricated, nil
		}
		all = append(all, v)
	}
	return scoreJSON{Schema: scoreSchema, Path: s.Path, Compactions: &all}
}

func pairView(before, after *model.Session, one *pipeline.Scored) scoreJSON {
	v := scoreJSON{
		Schema: scoreSchema, Path: before.Path, After: after.Path, TokensBefore: one.Before, TokensAfter: one.After,
		Gates: &one.Gates, Retention: retentionOf(&one.Output), Lint: lintOf(one.Lint),
	}
	v.Fabricated, v.Retention.Fabricated = v.Retention.Fabricated, nil
	return v
}
