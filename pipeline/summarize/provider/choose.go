package provider

import (
	"fmt"
	"net/url"
	"strings"

	"cutline/model/tokens"
	"cutline/pipeline/summarize"
)

// Input is all that the choice looks at.
type Input struct {
	Provider, Model string // as a person named them; empty: by the rule
	Vendor          string // of the session's model, empty when unknown
	// Own is set when nobody but the session's own vendor will do: its model goes over the session
	// again.
	Own bool
	Env func(string) string
	// Command is set when a command prints the key of the provider once there is something to send; it
	// wins over the environment. The choice then has no key, and KeyFrom is FromCommand.
	Command bool
}

// FromCommand is where the key comes from when a command prints it.
const FromCommand = "the key command"

// Choice is who will be called and with what. It can be printed: the key does not show.
type Choice struct {
	Provider Provider
	Model    string // as it is sent; empty when AskServer is set
	// AskServer is set when nobody named a model and the server may have exactly one: ask it, then
	// Named.
	AskServer bool
	Base      string // address without a slash at its end; the path of the wire is appended
	Host      string // of it, with the port where it has one: what a person is told
	Key       Key
	KeyFrom   string // the variable that it came from, or FromCommand; empty without a key
	Bearer    bool   // the key goes into Authorization, whatever the wire's own header is
	Local     bool   // the server is on this machine: nothing leaves it
	Plain     bool   // the address is http and not on this machine: text and key can be read on the way
	Vendor    string // who made the model, empty when unknown
	Because   string // why this provider, in a few words
}

// Error is why nobody can be called: it names what is missing. It is a mistake in how the program
// was called, not a failure of the network.
type Error struct {
	Provider string   // empty when none was chosen
	Vars     []string // the variables of which one would help
	text     string
}

// Error is one sentence with what to do.
func (e *Error) Error() string { return e.text }

func fail(p Provider, vars []string, format string, args ...any) error {
	return &Error{Provider: p.Name, Vars: vars, text: fmt.Sprintf(format, args...)}
}

// Choose picks provider, model, address and key. The provider is the one that is named, else that
// of the named model's vendor, else that of the session's, each if its key is there, else the only
// one that could be called. The model is the one that is named, else the provider's small default.
// A server on this machine is called when it is named, or when a variable holds its address. The
// error is an *Error.
func Choose(in Input) (Choice, error) {
	p, why, err := in.provider()
	if err != nil {
		return Choice{}, err
	}
	c := Choice{Provider: p, Because: why}
	base, err := in.base(p)
	if err != nil {
		return Choice{}, err
	}
	c.Base, c.Host = base.String(), base.Host
	c.Local = here(base.Hostname())
	c.Plain = base.Scheme == "http" && !c.Local
	if err := in.key(&c, base); err != nil {
		return Choice{}, err
	}
	return c, in.model(&c)
}

// provider applies the rule.
func (in Input) provider() (Provider, string, error) {
	if in.Provider != "" {
		p, ok := ByName(in.Provider)
		if !ok {
			return p, "", fail(p, nil, "there is no provider %q; there are %s", in.Provider, strings.Join(Names(), ", "))
		}
		return in.based(p), "it was named", nil
	}
	named, _ := tokens.Lookup(in.Model)
	if p, ok := ofVendor(named.Vendor); ok && in.keyed(p) {
		return in.based(p), "it serves the model that was named", nil
	}
	if p, ok := ofVendor(in.Vendor); ok && in.serves(p, named.Vendor) && in.keyed(p) {
		return in.based(p), "it serves the session's own model", nil
	}
	if in.Own {
		p, ok := ofVendor(in.Vendor)
		if !ok {
			return p, "", fail(p, nil, "nobody is known who serves the session's own model; --provider says who does")
		}
		return p, "", in.missing(p)
	}
	if in.Command {
		return Provider{}, "", fail(Provider{}, nil, "the key command prints the key of one provider; --provider says whose")
	}
	var could []Provider
	for _, p := range Table {
		if p.Name != Custom && in.ready(p) && in.serves(p, named.Vendor) {
			could = append(could, in.based(p))
		}
	}
	switch len(could) {
	case 1:
		return could[0], "no other has a key here", nil
	case 0:
		return Provider{}, "", in.nobody(named.Vendor)
	}
	names := make([]string, len(could))
	for i, p := range could {
		names[i] = p.Name
	}
	return Provider{}, "", fail(Provider{}, nil, "%s could each be called; --provider says which one", list(names, "and"))
}

// based is a provider as it is with the addresses in the environment: openai at an address that is
// none of OpenAI's is whoever answers there.
func (in Input) based(p Provider) Provider {
	if p.Name != "openai" {
		return p
	}
	_, text := found(in.Env, p.BaseVars)
	if u, err := url.Parse(text); text == "" || err == nil && strings.HasSuffix(u.Hostname(), ".openai.com") {
		return p
	}
	custom, _ := ByName(Custom)
	return custom
}

// keyed reports whether a provider that the rule names could be called: with a key that is here or
// that the key command prints.
func (in Input) keyed(p Provider) bool { return in.Command && p.NeedsKey || in.ready(p) }

// ready reports whether a provider could be called without being named: a key is there, or a
// variable holds the address of a server that needs none.
func (in Input) ready(p Provider) bool {
	if _, key := found(in.Env, p.KeyVars); key != "" && p.NeedsKey {
		return true
	}
	name, text := found(in.Env, p.BaseVars)
	if text == "" || name == ollamaHost { // which its server has in its environment, too
		return false
	}
	u, err := address(name, text)
	return err == nil && near(u.Hostname())
}

// serves reports whether a provider may have models of a vendor.
func (in Input) serves(p Provider, vendor string) bool {
	p = in.based(p)
	_, moved := found(in.Env, p.BaseVars)
	return vendor == "" || p.Vendor == "" || p.Vendor == vendor || moved != ""
}

// base is the address of a provider.
func (in Input) base(p Provider) (*url.URL, error) {
	name, text := found(in.Env, p.BaseVars)
	if text == "" && p.Base == "" {
		return nil, fail(p, p.BaseVars, "--provider %s needs the address of the server in %s", p.Name, list(p.BaseVars, "or"))
	}
	if text == "" {
		return url.Parse(p.Base)
	}
	u, err := address(name, text)
	if err != nil {
		return nil, fail(p, p.BaseVars, "%s", err)
	}
	return u, nil
}

// key finds the key of the chosen provider.
func (in Input) key(c *Choice, base *url.URL) error {
	p := c.Provider
	name, text := found(in.Env, p.KeyVars)
	if in.Command && (p.NeedsKey || len(p.KeyVars) > 0) {
		c.KeyFrom, c.Bearer = FromCommand, p.Wire == OpenAI
		return nil
	}
	if text == "" {
		if p.NeedsKey && !near(base.Hostname()) {
			return in.missing(p)
		}
		return nil
	}
	k, err := NewKey(text)
	if err != nil {
		return fail(p, p.KeyVars, "the key from %s cannot be sent: %s", name, err)
	}
	c.Key, c.KeyFrom, c.Bearer = k, name, p.Wire == OpenAI || name == bearer
	return nil
}

// model settles the model of the chosen provider.
func (in Input) model(c *Choice) error {
	p := c.Provider
	c.Model = in.Model
	if c.Model == "" {
		c.Model = tokens.Small(p.Small)
	}
	m, known := tokens.Lookup(c.Model)
	c.Vendor = p.Vendor
	if known {
		c.Vendor = m.Vendor
	}
	switch {
	case c.Model != "":
		return nil
	case p.Local || p.Name == Custom:
		c.AskServer = true
		return nil
	}
	return fail(p, nil, "no model is chosen for %s; --model names one", p.Name)
}

// Named is the choice with the only model that its server has.
func (c Choice) Named(models []string) (Choice, error) {
	const shown = 5
	switch {
	case !c.AskServer:
		return c, nil
	case len(models) == 0:
		return c, fail(c.Provider, nil, "%s at %s has no model; load one, or name it with --model", c.Provider.Name, c.Host)
	case len(models) > shown:
		return c, fail(c.Provider, nil, "%s at %s has %d models; --model names one, such as %s", c.Provider.Name, c.Host, len(models), list(models[:shown], "or"))
	case len(models) > 1:
		return c, fail(c.Provider, nil, "%s at %s has several models; --model names one: %s", c.Provider.Name, c.Host, list(models, "or"))
	}
	c.Model, c.AskServer = models[0], false
	if m, known := tokens.Lookup(c.Model); known {
		c.Vendor = m.Vendor
	}
	return c, nil
}

// Info is the choice as a plan may know of it. The window is that of the table of models, 0 when the
// model is not in it.
func (c Choice) Info(rung string) summarize.Info {
	info := summarize.Info{Rung: rung, Vendor: c.Vendor, Model: c.Model, Host: c.Host}
	if m, known := tokens.Lookup(c.Model); known && len(m.Windows) > 0 {
		info.Window = m.Windows[0]
	}
	return info
}

// missing says which key a provider needs.
func (in Input) missing(p Provider) error {
	return fail(p, p.KeyVars, "%s needs a key in %s, or from --key-command", p.Name, list(p.KeyVars, "or"))
}

// nobody says which keys would make somebody available.
func (in Input) nobody(named string) error {
	for _, vendor := range []string{named, in.Vendor} {
		if p, ok := ofVendor(vendor); ok {
			return in.missing(p)
		}
	}
	var vars []string
	for _, p := range Table {
		if p.NeedsKey && p.Name != Custom {
			vars = append(vars, p.KeyVars[0])
		}
	}
	return fail(Provider{}, vars, "a model needs a key in %s, or a server on this machine that --provider names", list(vars, "or"))
}

// list is words as a sentence has them.
func list(words []string, last string) string {
	n := len(words)
	if n < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:n-1], ", ") + " " + last + " " + words[n-1]
}
