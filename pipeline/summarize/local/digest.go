package local

import (
	"context"
	"fmt"
	"strings"

	"cutline/model"
	"cutline/model/js"
	"cutline/pipeline/slim"
	"cutline/pipeline/summarize"
)

// every is after how many messages the context is asked.
const every = 64

// autoLabel stands in the place of "user: " where nobody typed the text; it is as long.
const autoLabel = "auto: "

// digest is the slimmed conversation as stage 4 planned it, without the markers of messages
// that were left out (the preamble counts them) and without an earlier summary, which stands
// in its own block. It never is longer than the room that was planned.
func digest(ctx context.Context, req summarize.Request) (string, error) {
	room := max(0, req.Slim.Budget-req.Slim.Suffix)
	var parts []string
	var err error
	n, auto := 0, false
	slack := room - req.Slim.BudgetUsed
	req.Slim.Pieces(func(run []slim.Allocation) {
		if n++; n%every == 0 && err == nil {
			err = ctx.Err()
		}
		a := run[0]
		row := req.Rows[a.Index]
		if err != nil || a.Tier == slim.Omitted || row.Origin == model.FromSummary {
			return
		}
		text, _, _ := slim.Piece(req.Source, a, req.Params) // an unreadable message leaves its marker
		if row.Origin == model.Injected {
			if rest, ok := strings.CutPrefix(text, "user: "); ok {
				text, auto = autoLabel+rest, true
			}
		}
		parts = append(parts, framed(text, a, &slack))
	})
	if err != nil {
		return "", err
	}
	if len(parts) == 0 {
		return "", nil
	}
	text := req.Slim.Preamble + strings.Join(parts, slim.Separator)
	if auto {
		note := "(\"auto:\" is text that nobody typed.)\n"
		if js.Units(text)+len(note) <= room {
			text = note + text
		}
	}
	if js.Units(text) > room {
		marker := "\n[... digest cut]"
		if room <= len(marker) {
			return "", nil
		}
		text = js.Prefix(text, room-len(marker)) + marker
	}
	return text, nil
}

// framed makes what a message quotes harmless. Quoting makes it longer: where the slack does
// not cover that, a message that outgrows its share is cut to it again; a short one may take a
// few chars more.
func framed(text string, a slim.Allocation, slack *int) string {
	role, rest, ok := strings.Cut(text, ": ")
	if ok {
		role += ": "
	} else {
		role, rest = "", text
	}
	out := role + guard(safe(rest))
	more := len(out) - len(text)
	if more <= *slack || a.Allocation < slim.MinUseful || js.Units(out) <= a.Allocation {
		*slack -= more
		return out
	}
	marker := fmt.Sprintf("\n[... truncated, %d chars]", a.Size)
	return js.Prefix(out, a.Allocation-len(marker)) + marker
}
