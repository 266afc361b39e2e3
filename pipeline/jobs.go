package pipeline

import (
	"fmt"
	"slices"
	"strings"

	"cutline/model"
	"cutline/model/prime"
	"cutline/pipeline/partition"
	"cutline/pipeline/slim"
	"cutline/pipeline/summarize"
	"cutline/pipeline/summarize/local"
	"cutline/pipeline/summarize/prompt"
	"cutline/pipeline/trace"
)

// The shares of the reserve that the answers of the two jobs may have, and the words between them:
// Prime Agent's own.
const (
	historyShare = 0.8
	prefixShare  = 0.5
	noHistory    = "No prior history."
	turnContext  = "\n\n---\n\n**Turn Context (split turn):**\n\n"
)

// faithful reports whether all is to be as Prime Agent does it, known defects included.
func (p *Params) faithful() bool {
	return p.Partition.Rule == partition.CutPoint && p.Partition.Faithful
}

// apart reports whether a rung is asked by jobs. A model that replays its session and local get all in
// one: they have the messages themselves.
func (p *Params) apart(rung string) bool {
	return p.Ask.Rule == summarize.SplitTurn && rung == summarize.External
}

// asking is what one attempt asks: one request, or two whose answers are joined. The original sends
// both at once; here they follow each other, so that one that fails costs no second one.
type asking struct {
	requests []summarize.Request
	history  string // stands for the history when nobody is asked for it
	joined   bool
}

// Requests are what the summarizer of a report would be given, in order.
func Requests(s *model.Session, r *Report) ([]summarize.Request, error) {
	a, err := r.asking(s, r.Pick.Summarizer)
	return a.requests, err
}

// asked is the request of who reads everything.
func (r *Report) asked(s *model.Session) summarize.Request {
	return summarize.Request{
		Source: s, Rows: s.Rows, Links: s.Links, List: r.Partition.Read(), Tail: r.Partition.Tail, Masked: r.Partition.Masked,
		Slim: r.Slim, Params: r.Reads, Todos: s.Todos, Instructions: r.Params.Instructions, CWD: s.CWD, Family: r.Pick.Family,
	}
}

// asking makes the requests for a rung. The error is of an earlier summary that cannot be read.
func (r *Report) asking(s *model.Session, rung string) (asking, error) {
	whole := r.asked(s)
	if !r.Params.apart(rung) {
		return asking{requests: []summarize.Request{whole}}, nil
	}
	previous, err := r.previous(s)
	if err != nil {
		return asking{}, err
	}
	j := r.jobs()
	job := func(kind string, list, also []int, share float64) summarize.Request {
		req := whole
		req.List, req.Also, req.Slim = list, also, only(r.Slim, list)
		req.Job = summarize.Job{Kind: kind, Output: int(share * float64(max(0, r.Params.Trigger.Reserve))), AsIs: r.Params.faithful()}
		return req
	}
	out := asking{joined: j.prefix, history: noHistory}
	if j.history {
		req := job(summarize.History, j.told, r.Partition.Prefix, historyShare)
		req.Job.Previous = previous
		out.requests = append(out.requests, req)
	} else if previous != "" && !r.Params.faithful() {
		out.history = previous
	}
	if j.prefix {
		req := job(summarize.Prefix, r.Partition.Prefix, j.told, prefixShare)
		if r.Params.faithful() {
			req.Instructions = ""
		}
		out.requests = append(out.requests, req)
	}
	return out, nil
}

// jobs says which jobs there are.
type jobs struct {
	history, prefix bool
	told            []int // the messages of the history
}

// jobs looks at what is summarized. The original asks about entries, of which some are never sent,
// so it may send an empty conversation; and when no turn is cut it always asks.
func (r *Report) jobs() jobs {
	p := &r.Partition
	told := slices.DeleteFunc(slices.Clone(p.Summarize), func(i int) bool { return slices.Contains(p.Previous, i) })
	j := jobs{history: len(told) > 0, prefix: len(p.Prefix) > 0, told: told}
	if r.Params.faithful() && p.Cut != nil {
		j.history, j.prefix = p.Cut.Told > 0, p.Cut.Parted > 0
	}
	j.history = j.history || !j.prefix
	return j
}

// previous is the summary that is carried on, empty when there is none: without the lists of files
// behind it, which are written anew, and without what our own writers put around it. The original
// takes it as it is.
func (r *Report) previous(s *model.Session) (string, error) {
	var all []string
	for _, i := range r.Partition.Previous {
		m, err := s.Message(i)
		if err != nil {
			return "", fmt.Errorf("read the earlier summary in message %d: %w", i, err)
		}
		text := m.Text()
		if !r.Params.faithful() {
			text, _ = prime.Untag(local.Unwrap(text))
		}
		if text != "" {
			all = append(all, text)
		}
	}
	return strings.Join(all, slim.Separator), nil
}

// only is a part of what stage 4 decided.
func only(out slim.Output, list []int) slim.Output {
	in := make(map[int]bool, len(list))
	for _, i := range list {
		in[i] = true
	}
	out.Rows = slices.DeleteFunc(slices.Clone(out.Rows), func(a slim.Allocation) bool { return !in[a.Index] })
	return out
}

// join makes one summary of the answers, in the order of the requests.
func (a *asking) join(answers []string) string {
	if !a.joined {
		return answers[0]
	}
	history := a.history
	if len(answers) > 1 {
		history = answers[0]
	}
	return history + turnContext + answers[len(answers)-1]
}

// onePart says how the two parts of a cut turn become one summary, and what else of the original is
// done in another way.
func (r *Report) onePart() []trace.Decision {
	var out []trace.Decision
	say := func(rule, chose, because string, touches []int) {
		out = append(out, trace.Decision{Rule: rule, Chose: chose, Because: because, Touches: touches})
	}
	prefix := r.Partition.Prefix
	if !r.Params.apart(r.Pick.Summarizer) {
		if len(prefix) > 0 && r.Partition.Capped == nil {
			say("split-turn", "history and the beginning of the cut turn become one summary",
				"Prime Agent asks twice and joins the answers; here one reader gets both in order, so that nothing is told twice", prefix)
		}
		return out
	}
	j, exact := r.jobs(), r.Params.faithful()
	carried := len(r.Partition.Previous) > 0
	switch {
	case j.history && j.prefix:
		say("split-turn", fmt.Sprintf("two requests: %s of history, and %s of the turn that is cut", trace.Count(len(j.told), "message"), trace.Count(len(prefix), "message")),
			"the answers are joined; a request that fails fails the attempt", prefix)
	case j.prefix && carried && !exact:
		say("split-turn", "one request, for the beginning of the turn that is cut; the earlier summary stays as it is before it",
			"nothing else is new; the original would put \""+noHistory+"\" in its place and lose it", prefix)
	case j.prefix:
		because := "nothing stands before it, so \"" + noHistory + "\" stands for the history"
		if carried {
			because += "; the earlier summary is lost, as with the original"
		}
		say("split-turn", "one request, for the beginning of the turn that is cut", because, prefix)
	default:
		say("split-turn", "one request", "no turn is cut", nil)
	}
	reserve := max(0, r.Params.Trigger.Reserve)
	say("output-cap", fmt.Sprintf("%s tokens at most for the history, %s for the turn", trace.Num(int(historyShare*float64(reserve))), trace.Num(int(prefixShare*float64(reserve)))),
		fmt.Sprintf("%.1f and %.1f of the reserve of %s", historyShare, prefixShare, trace.Num(reserve)), nil)
	if r.Params.Instructions != "" && j.prefix {
		if exact {
			say("prefix-instructions", "what you asked to mind is not said of the turn that is cut", "the original says it of the history alone", nil)
		} else {
			say("prefix-instructions", "what you asked to mind is said in each request", "the original says it of the history alone, so it would be lost for the turn that is cut", nil)
		}
	}
	if exact {
		say("request-size", "the request is sent whatever its size", "the original cuts tool results and nothing else", nil)
	} else {
		say("request-size", fmt.Sprintf("≈ %s tokens to read", trace.Num((r.Slim.BudgetUsed+r.Slim.Suffix)/charsPerToken)),
			"a request over the budget is slimmed, and one over the model's window is not sent; the original has no limit", nil)
	}
	return out
}

// suffixes are the chars of all requests outside messages.
func (r *Report) suffixes(ask prompt.Input) int {
	j, n := r.jobs(), 0
	if j.history {
		ask.Job = summarize.History
		if len(r.Partition.Previous) > 0 {
			ask.Previous = " " // that there is one; its size is that of its message
		}
		n = ask.Suffix()
	}
	if j.prefix {
		ask.Job, ask.Previous = summarize.Prefix, ""
		n += ask.Suffix()
	}
	return n
}
