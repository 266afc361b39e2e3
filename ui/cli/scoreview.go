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
	}

	// scoredJSON is one compaction that the file records.
	scoredJSON struct {
		Line         int              `json:"line"`
		Trigger      string           `json:"trigger,omitempty"`
		TokensBefore int              `json:"tokensBefore,omitempty"`
		TokensAfter  int              `json:"tokensAfter,omitempty"`
		Partial      bool             `json:"partial,omitempty"` // the file holds less than half of what was replaced
		Why          string           `json:"why,omitempty"`     // why it has no score
		Retention    *retentionJSON   `json:"retention,omitempty"`
		Fabricated   *[]inventionJSON `json:"fabricated,omitempty"`
	}
)

func recordedView(s *model.Session, scores []pipeline.Scored) scoreJSON {
	all := make([]scoredJSON, 0, len(scores))
	for i := range scores {
		one := &scores[i]
		v := scoredJSON{Line: one.Line, Trigger: one.Trigger, TokensBefore: one.Before, TokensAfter: one.After, Partial: one.Partial(), Why: one.Why}
		if one.Why == "" {
			v.Retention = retentionOf(&one.Output)
			v.Fabricated, v.Retention.Fabricated = v.Retention.Fabricated, nil
		}
		all = append(all, v)
	}
	return scoreJSON{Schema: scoreSchema, Path: s.Path, Compactions: &all}
}

func pairView(before, after *model.Session, one *pipeline.Scored, gates []reassemble.Gate) scoreJSON {
	v := scoreJSON{
		Schema: scoreSchema, Path: before.Path, After: after.Path, TokensBefore: one.Before, TokensAfter: one.After, Gates: &gates, Retention: retentionOf(&one.Output),
	}
	v.Fabricated, v.Retention.Fabricated = v.Retention.Fabricated, nil
	return v
}
