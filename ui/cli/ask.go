package cli

import (
	"context"
	"os"

	"cutline/model"
	"cutline/model/tokens"
	"cutline/pipeline"
	"cutline/pipeline/pick"
	"cutline/pipeline/summarize"
	"cutline/pipeline/summarize/connect"
	"cutline/pipeline/summarize/provider"
	"cutline/pipeline/summarize/remote"
)

// asked is who would be asked about a session, by what a person chose.
type asked struct {
	rungs []summarize.Summarizer
	err   error // why nobody can be; a *provider.Error says what is missing
}

// wanted is what the answer to "who is asked?" depends on.
type wanted struct {
	session                                           *model.Session
	summarizer, provider, model, command, tools, mode string
	ask                                               summarize.Params
}

// wants reports whether a person chose a model at all. A key in the environment chooses none.
func wants(p pipeline.Params) bool {
	if p.SummaryFile != "" || p.Pick.Rule != pick.Chosen && p.Pick.Rule != "" || p.Pick.Summarizer == summarize.Local {
		return false
	}
	return p.Pick.Summarizer != "" || p.Pick.Model != "" || p.Pick.Provider != ""
}

// askers are the rungs that ask a model. None is made without a choice, and none when the network is
// forbidden: what makes clients is called nowhere else.
func (d *Desk) askers(s *model.Session, p pipeline.Params) asked {
	if d.open.Offline || !wants(p) {
		return asked{}
	}
	key := wanted{s, p.Pick.Summarizer, p.Pick.Provider, p.Pick.Model, p.Pick.KeyCommand, p.Pick.Tools, p.Pick.Mode, p.Ask}
	d.mu.Lock()
	defer d.mu.Unlock()
	if a, known := d.asked[key]; known {
		return a
	}
	for k := range d.asked {
		if k.session != s { // an earlier reading of the file is done with
			delete(d.asked, k)
		}
	}
	a := d.ask(s, p)
	d.asked[key] = a
	return a
}

// ask chooses the provider and makes the rungs.
func (d *Desk) ask(s *model.Session, p pipeline.Params) asked {
	m, _ := tokens.Lookup(s.Model)
	in := provider.Input{Provider: p.Pick.Provider, Model: p.Pick.Model, Vendor: m.Vendor, Env: d.Env, Command: p.Pick.KeyCommand != ""}
	choice, err := provider.Choose(in)
	if err != nil {
		return asked{err: err}
	}
	client := d.client(choice, p)
	info := choice.Info(summarize.External)
	o := remote.Options{
		Rung: summarize.External, Provider: choice.Provider.Name, Vendor: info.Vendor, Model: info.Model, Host: choice.Host, Key: choice.KeyFrom,
		Window: info.Window, Most: widest(info.Model), Output: output(info.Model), Limit: longest(info.Model), Local: choice.Local, Plain: choice.Plain,
		Native: native(p, choice), Because: choice.Because,
	}
	a := asked{rungs: []summarize.Summarizer{remote.New(client, o)}}
	tools, err := d.tools(s, p)
	if err != nil {
		return asked{err: err}
	}
	if tools == nil || p.Pick.Summarizer != summarize.Self {
		return a
	}
	in.Own, in.Model = true, s.Model
	own, err := provider.Choose(in)
	if err != nil || own.Model == "" { // then there is no self, and the plan says so
		return a
	}
	if own.KeyFrom == provider.FromCommand && own.Provider.Name != choice.Provider.Name { // it prints the key of one
		return a
	}
	info = own.Info(summarize.Self)
	o.Rung, o.Provider, o.Vendor, o.Model, o.Host, o.Key, o.Window = summarize.Self, own.Provider.Name, info.Vendor, info.Model, own.Host, own.KeyFrom, info.Window
	o.Most, o.Output, o.Limit, o.Local, o.Plain = widest(info.Model), output(info.Model), longest(info.Model), own.Local, own.Plain
	o.Native, o.Because = native(p, own), own.Because
	o.Replay = remote.Replay(s, string(own.Provider.Wire), tools)
	a.rungs = append([]summarize.Summarizer{remote.New(d.client(own, p), o)}, a.rungs...)
	return a
}

// native reports whether the server's own compaction is wanted, and there is one.
func native(p pipeline.Params, c provider.Choice) bool {
	return p.Pick.Mode == pick.Beta && c.Provider.Wire == provider.Anthropic
}

// widest is the largest window that a model is offered with, in tokens; 0 when unknown.
func widest(name string) int {
	m, _ := tokens.Lookup(name)
	if len(m.Windows) == 0 {
		return 0
	}
	return m.Windows[len(m.Windows)-1]
}

// output is how many tokens an answer of a model may have.
func output(name string) int {
	if n := longest(name); n > 0 {
		return min(n, remote.MaxOutput)
	}
	return remote.MaxOutput
}

// longest is how many it can have at all, 0 when unknown.
func longest(name string) int {
	m, _ := tokens.Lookup(name)
	return m.Output
}

// client is who sends to the provider of a choice. It asks for the key, and a server for its model,
// with the first prompt.
func (d *Desk) client(choice provider.Choice, p pipeline.Params) summarize.Client {
	o := connect.Options{Silence: p.Ask.Silence, Stream: p.Ask.Stream}
	if command := p.Pick.KeyCommand; choice.KeyFrom == provider.FromCommand {
		o.Key = func(ctx context.Context) (string, error) { return RunKey(ctx, command) }
	}
	return connect.New(choice, o)
}

// toolsBytes is how large a file of tools may be: that of a real agent has some 100 KB.
const toolsBytes = 16 << 20

// tools are the agent's tools: those of a file that is named, else those of the session's own file.
func (d *Desk) tools(s *model.Session, p pipeline.Params) ([]byte, error) {
	if p.Pick.Tools == "" {
		return remote.OwnTools(s), nil
	}
	if st, err := os.Stat(p.Pick.Tools); err == nil && (!st.Mode().IsRegular() || st.Size() > toolsBytes) {
		return nil, usagef("--tools: %s is no file of at most %d MB", p.Pick.Tools, toolsBytes>>20)
	}
	text, err := readText("tools", p.Pick.Tools)
	if err != nil {
		return nil, err
	}
	tools, err := remote.Tools([]byte(text))
	if err != nil {
		return nil, usagef("--tools: %s: %w", p.Pick.Tools, err)
	}
	return tools, nil
}
