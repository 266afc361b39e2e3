package cli

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"cutline/pipeline"
)

// options are the flags that several commands share.
type options struct {
	p       pipeline.Params
	format  string
	session string
	leaf    string
	latest  bool
	offline bool
	verbose bool
	log     string
	form    Looks
	follow  bool

	strategy string // as the flag has it, see settle
	pin      []string
	pins     string // pinsSaved, pinsOff, or empty: as the command has it
	config   string // file of settings; empty: the one in their folder
}

func newOptions() options {
	p := pipeline.Defaults()
	return options{p: p, strategy: p.Strategy}
}

// common adds the flags that say which session is read.
func (o *options) common(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&o.format, "format", "", "read the input as `NAME`: "+formats())
	f.StringVar(&o.session, "session", "", "the session with this `ID`, of several in a file")
	f.StringVar(&o.leaf, "leaf", "", "the branch that ends with the record of this `ID`, where a session has several")
	f.BoolVar(&o.latest, "latest", false, "the newest session of this project, as .")
	f.BoolVar(&o.offline, "offline", false, "use no network, whatever else is asked for")
	f.StringVar(&o.log, "debug-log", "", "append what the program does, without texts and keys, to `FILE`")
	f.BoolVarP(&o.verbose, "verbose", "v", false, "say more: every decision with its reason")
}

// looks adds the flags about form.
func (o *options) looks(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&o.config, "config", "", "read the settings from `FILE` instead of "+settingsName+" in their folder")
	f.BoolVar(&o.form.ASCII, "ascii", false, "draw with ASCII characters only")
	f.BoolVar(&o.form.Plain, "plain", false, "use no colour; the inspector as a dialogue line by line, for screen readers")
	f.Var(&oneOf{&o.form.Theme, []string{"dark", "light"}}, "theme", "colours for this background (default: what the terminal says)")
}

// params adds a flag for each row of the table of parameters, in its order.
func (o *options) params(cmd *cobra.Command) {
	f := cmd.Flags()
	f.SortFlags = false
	for _, row := range pipeline.Table {
		if row.Name == "strategy" {
			f.Var(&strategyFlag{&o.strategy}, row.Name, row.Usage)
			continue
		}
		flag := f.VarPF(&param{row: row, p: &o.p}, row.Name, "", usageOf(row))
		if row.Arg == "" {
			flag.NoOptDefVal = "true"
		}
	}
}

// fromFile are the parameters whose value may be @FILE: texts that seldom fit on a line.
var fromFile = []string{"todos", "plan", "mode-prompt", "automation", "skills"}

// param lets a row of the table of parameters be a flag.
type param struct {
	row pipeline.Param
	p   *pipeline.Params
}

var _ pflag.Value = (*param)(nil)

// String is the value as the flag spells it; the flag parser also asks a zero param.
func (v *param) String() string {
	if v.p == nil {
		return ""
	}
	return v.row.Get(v.p)
}

// Set gives the parameter a value.
func (v *param) Set(s string) error {
	if file, ok := strings.CutPrefix(s, "@"); ok && slices.Contains(fromFile, v.row.Name) {
		b, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		s = string(b)
	}
	if v.row.Choices != nil && !slices.Contains(v.row.Choices, s) {
		return fmt.Errorf("%q is none of %s", s, strings.Join(v.row.Choices, ", "))
	}
	return v.row.Set(v.p, s)
}

// Type is what the help calls the argument.
func (v *param) Type() string {
	switch {
	case v.row.Arg == "":
		return "bool"
	case v.row.Choices != nil:
		if list := strings.Join(v.row.Choices, "|"); len(list) <= longArg {
			return list
		}
		return "NAME"
	}
	return v.row.Arg
}

// longArg is the longest list of choices that stands beside a flag; a longer one would push every sentence off the
// screen, and stands in that of the flag.
const longArg = 40

// usageOf is the sentence of a parameter in the help.
func usageOf(row pipeline.Param) string {
	if list := strings.Join(row.Choices, ", "); len(list) > longArg {
		return row.Usage + ": " + list
	}
	return row.Usage
}

// oneOf is a flag with a few possible values.
type oneOf struct {
	value   *string
	choices []string
}

func (v *oneOf) String() string {
	if v.value == nil {
		return ""
	}
	return *v.value
}

// Set refuses what is not among the choices.
func (v *oneOf) Set(s string) error {
	if !slices.Contains(v.choices, s) {
		return fmt.Errorf("%q is none of %s", s, strings.Join(v.choices, ", "))
	}
	*v.value = s
	return nil
}

// Type is what the help calls the argument.
func (v *oneOf) Type() string { return strings.Join(v.choices, "|") }
