package pipeline

import (
	"cutline/model"
	"cutline/pipeline/reassemble"
	"cutline/pipeline/slim"
)

// Actions lists what became of every message of the live context.
func (res *Result) Actions(s *model.Session) []reassemble.Action {
	fates := res.Report.Fates(s.Rows)
	repaired := make(map[int]string, len(res.Repairs))
	for _, r := range res.Repairs {
		repaired[r.Row] = r.Reason
	}
	masked := make(map[int]bool, len(res.Report.Partition.Masked))
	for _, i := range res.Report.Partition.Masked {
		masked[i] = true
	}
	out := make([]reassemble.Action, len(s.Rows))
	for i, f := range fates {
		a := reassemble.Action{Index: i, Size: s.Rows[i].Rendered}
		switch {
		case repaired[i] != "":
			a.Action, a.Reason = "repaired", repaired[i]
		case masked[i]:
			a.Action, a.Reason, a.Kept = "truncated", "a marker stands for its output", len(reassemble.Mask(s.Rows[i].Chars))
		case f.Kept && f.Read:
			a.Action, a.Reason, a.Kept = "kept", "kept word for word and read by the summarizer", a.Size
		case f.Kept:
			a.Action, a.Reason, a.Kept = "kept", "tail", a.Size
		case f.Aside:
			a.Action, a.Reason, a.Kept = "kept", "set aside before the split and put back in front", a.Size
		case f.Read:
			a.Action, a.Reason = slimAction(*f.Slim, res.Report.Slim.Rule)
			a.Kept = f.Slim.Allocation
			if !f.Slim.Said { // else what it is without its calls
				a.Size = f.Slim.Size
			}
		default:
			a.Action, a.Reason = "dropped", "neither kept nor read: a further system message, or an empty one"
		}
		out[i] = a
	}
	return out
}

func slimAction(a slim.Allocation, rule string) (action, reason string) {
	switch a.Hand {
	case slim.ForcedIn:
		return "summarized", "forced in: read whole, whatever its share"
	case slim.ForcedOut:
		return "dropped", "forced out by hand"
	case slim.ByRule:
	}
	switch a.Tier {
	case slim.Full:
		if rule == slim.None {
			return "summarized", "an earlier summary, carried on as it stood"
		}
	case slim.Truncated:
		if a.Said {
			return "truncated", "its words, without its calls, cut to their fair share"
		}
		return "truncated", "cut to its fair share"
	case slim.Omitted:
		if rule == slim.Prune && a.Allocation == 0 && a.Role == model.Tool {
			return "omitted", "an old output of a tool"
		}
		return "omitted", "its fair share would tell the reader nothing"
	case slim.Dropped:
		if rule == slim.None {
			return "dropped", "the strategy keeps no trace of it; it stands in the input"
		}
		return "dropped", "tool noise"
	}
	if a.Said {
		return "truncated", "its words, without its calls"
	}
	return "summarized", "read whole"
}
