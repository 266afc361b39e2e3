package cli

import (
	"cutline/model"
	"cutline/model/tokens"
	"cutline/pipeline"
	"cutline/pipeline/summarize"
)

// reachable refuses a summarizer that cannot be called. A key in the environment makes a
// model available, it chooses none, so only what a person asked for can be refused.
func (c *command) reachable(s *model.Session, p pipeline.Params) error {
	want := p.Pick.Summarizer
	if want != summarize.External && want != summarize.Self || p.SummaryFile != "" {
		return nil
	}
	keys := keysOf(s)
	switch {
	case c.opts.offline:
		return usagef("--summarizer %s needs the network and a key in %s, and --offline forbids it; leave one of the two out", want, either(keys))
	case !c.anyKey(keys):
		return usagef("--summarizer %s needs a key in %s; without one use --summarizer local", want, either(keys))
	}
	return usagef("--summarizer %s: this build summarizes only locally, a key in %s changes nothing; use --summarizer local", want, either(keys))
}

// keysOf are the variables that may hold the key for a session's model.
func keysOf(s *model.Session) []string {
	m, _ := tokens.Lookup(s.Model)
	switch m.Vendor {
	case "anthropic":
		return []string{"ANTHROPIC_API_KEY"}
	case "openai":
		return []string{"OPENAI_API_KEY"}
	}
	return []string{"ANTHROPIC_API_KEY", "OPENAI_API_KEY"}
}

func (c *command) anyKey(keys []string) bool {
	for _, k := range keys {
		if c.Env(k) != "" {
			return true
		}
	}
	return false
}

func either(keys []string) string {
	if len(keys) == 1 {
		return keys[0]
	}
	return keys[0] + " or " + keys[1]
}
