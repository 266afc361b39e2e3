package cli

import (
	"strings"

	"cutline/model"
	"cutline/model/tokens"
	"cutline/pipeline"
	"cutline/pipeline/pick"
	"cutline/pipeline/summarize"
	"cutline/pipeline/summarize/provider"
)

// Writers lists who could write the summary of a session: the local summarizer, the session's own
// model, then the providers, with what is missing for those that cannot be called. It calls nobody and
// runs no key command.
func (d *Desk) Writers(s *model.Session, p pipeline.Params) []pick.Writer {
	m, _ := tokens.Lookup(s.Model)
	w := writers{
		own: d.open.Params.Pick, vendor: m.Vendor, model: s.Model, offline: d.open.Offline, env: d.Env,
		tools: d.World(s, p).Tools || p.Pick.Tools != "",
	}
	now := w.now(p.Pick)
	out := append([]pick.Writer{w.local(p.Pick)}, w.self(p.Pick))
	for _, row := range provider.Table {
		out = append(out, w.of(row, p.Pick)...)
	}
	for i := range out {
		o := &out[i]
		o.Chosen = o.Missing == "" && o.Pick.Summarizer == now.summarizer && (now.summarizer == summarize.Local || o.Name == now.name && o.Model == now.model)
	}
	return out
}

// writers is what the list is made from.
type writers struct {
	own           pick.Params // as the command line has them: a key command is that of their provider
	vendor, model string      // of the session
	offline       bool
	tools         bool // the agent's tools are known
	env           func(string) string
}

// settled is who writes with some parameters.
type settled struct{ summarizer, name, model string }

// now is who writes as things stand.
func (w *writers) now(p pick.Params) settled {
	rung := p.Summarizer
	if rung == "" && p.Model != "" {
		rung = summarize.External
	}
	if w.offline || rung != summarize.Self && rung != summarize.External {
		return settled{summarizer: summarize.Local}
	}
	if rung == summarize.Self && w.tools {
		return settled{rung, summarize.Self, w.model}
	}
	c, err := provider.Choose(w.input(p.Provider, p.Model))
	if err != nil {
		return settled{summarizer: summarize.External}
	}
	return settled{summarize.External, c.Provider.Name, c.Model}
}

// input is that of a choice. Nobody is asked for a key: that the command would print one is enough.
func (w *writers) input(name, named string) provider.Input {
	in := provider.Input{Provider: name, Model: named, Vendor: w.vendor, Env: w.env}
	if name == "" && w.own.KeyCommand != "" || w.command(name) != "" {
		in.Command = true
	}
	return in
}

// command is the key command if it is that of a provider: a key goes to nobody else.
func (w *writers) command(name string) string {
	row, _ := provider.ByName(name)
	if name == w.own.Provider || w.own.Provider == "" && row.Vendor != "" && row.Vendor == w.vendor {
		return w.own.KeyCommand
	}
	return ""
}

// local is the summarizer that needs nobody. What was named of a model is taken back, so that it is
// not chosen by that.
func (w *writers) local(p pick.Params) pick.Writer {
	p.Summarizer, p.Provider, p.Model, p.KeyCommand = summarize.Local, "", "", ""
	return pick.Writer{Name: summarize.Local, Pick: p}
}

// self is the session's own model, which goes over the session again.
func (w *writers) self(p pick.Params) pick.Writer {
	p.Summarizer, p.Provider, p.Model, p.KeyCommand = summarize.Self, w.own.Provider, "", w.own.KeyCommand
	out := pick.Writer{Name: summarize.Self, Model: w.model, Pick: p}
	in := w.input(w.own.Provider, w.model)
	in.Own = true
	c, err := provider.Choose(in)
	switch {
	case w.offline:
		out.Missing = offline
	case w.model == "":
		out.Missing = "the session does not name its model"
	case err != nil:
		out.Missing = err.Error()
	case !w.tools:
		out.Missing = "needs the agent's tools, which this session does not hold; --tools FILE gives them"
	default:
		out.Host, out.Key = c.Host, c.KeyFrom
	}
	return out
}

const offline = "--offline forbids it"

// of is a provider with its small model, and with the session's own model where that is another one
// that it serves.
func (w *writers) of(row provider.Provider, p pick.Params) []pick.Writer {
	p.Summarizer, p.Provider, p.KeyCommand = summarize.External, row.Name, w.command(row.Name)
	if w.offline {
		p.Model = ""
		return []pick.Writer{{Name: row.Name, Missing: offline, Pick: p}}
	}
	models := []string{""}
	if row.Vendor != "" && row.Vendor == w.vendor && w.model != "" {
		models = append(models, w.model)
	}
	if row.Name == w.own.Provider && w.own.Model != "" {
		models = append(models, w.own.Model)
	}
	var out []pick.Writer
	seen := map[string]bool{}
	for i, name := range models {
		c, err := provider.Choose(w.input(row.Name, name))
		p.Model = c.Model
		switch {
		case err == nil && c.Provider.Name != row.Name: // openai at another address, which has a row of its own
		case err == nil && !seen[c.Model]:
			seen[c.Model] = true
			out = append(out, pick.Writer{Name: row.Name, Model: c.Model, Host: c.Host, Key: c.KeyFrom, Pick: p})
		case err != nil && i == len(models)-1 && len(out) == 0:
			p.Model = ""
			out = append(out, pick.Writer{Name: row.Name, Missing: strings.TrimPrefix(err.Error(), row.Name+" "), Pick: p})
		}
	}
	return out
}
