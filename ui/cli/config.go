package cli

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"cutline/model/dirs"
	"cutline/pipeline"
	"cutline/pipeline/summarize/provider"
	"cutline/render/text"
)

// configSchema is raised on any change of the keys below.
const configSchema = "cutline.config/1"

// The settings in effect. Lists are empty, never absent.
type (
	configJSON struct {
		Schema      string        `json:"schema"`
		File        string        `json:"file,omitempty"` // of the settings; absent when no folder is known
		Found       bool          `json:"found"`          // it is there
		Strategies  []string      `json:"strategies"`
		Parameters  []settingJSON `json:"parameters"`
		Look        []settingJSON `json:"look"`
		Keys        []keyJSON     `json:"keys"` // those that were changed
		Environment []envJSON     `json:"environment"`
		Folders     []folderJSON  `json:"folders"`
	}

	settingJSON struct {
		Name    string `json:"name"`
		Value   string `json:"value"`
		Default string `json:"default"`
		Source  string `json:"source"` // default, strategy NAME, settings, line N, or flag
	}

	keyJSON struct {
		Scope  string   `json:"scope"`
		Action string   `json:"action"`
		Keys   []string `json:"keys"`
		Source string   `json:"source"`
	}

	// envJSON says whether a variable is set; what is in it is told for those alone that hold no key.
	envJSON struct {
		Name  string `json:"name"`
		Set   bool   `json:"set"`
		Value string `json:"value,omitempty"`
	}

	folderJSON struct {
		Holds string `json:"holds"`
		Path  string `json:"path"`
	}
)

// configCommand prints the settings in effect and where each comes from.
func (c *command) configCommand() *cobra.Command {
	asJSON := false
	cmd := &cobra.Command{
		Use: "config", Short: "Print the settings in effect, and where each comes from", Args: most(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			v := c.configView(cmd)
			out := bufio.NewWriter(c.Out)
			if asJSON {
				if err := writeJSON(out, v); err != nil {
					return err
				}
			} else {
				c.printConfig(out, &v)
			}
			if err := out.Flush(); err != nil {
				return fmt.Errorf("write to standard output: %w", err)
			}
			return nil
		},
	}
	c.opts.params(cmd)
	c.opts.looks(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print everything as JSON")
	cmd.Flags().BoolVarP(&c.opts.verbose, "verbose", "v", false, "say more: what is as the design has it, too")
	return cmd
}

func (c *command) configView(cmd *cobra.Command) configJSON {
	v := configJSON{
		Schema: configSchema, File: c.config, Found: c.found,
		Strategies: []string{}, Parameters: []settingJSON{}, Look: []settingJSON{}, Keys: []keyJSON{}, Environment: []envJSON{}, Folders: []folderJSON{},
	}
	for _, s := range c.strategies {
		v.Strategies = append(v.Strategies, s.Name)
	}
	defaults := pipeline.Defaults()
	followed, _ := pipeline.FindStrategy(c.strategies, c.opts.p.Strategy)
	for _, row := range pipeline.Table {
		s := settingJSON{Name: row.Name, Value: row.Get(&c.opts.p), Default: row.Get(&defaults), Source: "default"}
		if row.Name == "key-command" && s.Value != "" { // which may hold the key itself
			s.Value = "(set)"
		}
		switch {
		case cmd.Flags().Changed(row.Name):
			s.Source = "flag"
		case c.line(row.Name) > 0:
			s.Source = fmt.Sprintf("settings, line %d", c.line(row.Name))
		case s.Value != s.Default && s.Value == row.Get(&followed.Params):
			s.Source = "strategy " + c.opts.p.Strategy
		}
		v.Parameters = append(v.Parameters, s)
	}
	v.Look = c.lookView(cmd)
	for _, k := range c.keys {
		source := c.screen(pipeline.KeysTable, k.Scope+"."+k.Action)
		if source == "" {
			source = c.screen(pipeline.KeysTable, k.Action)
		}
		v.Keys = append(v.Keys, keyJSON{k.Scope, k.Action, append([]string{}, k.Keys...), source})
	}
	v.Environment = c.environment()
	for _, f := range []folderJSON{{"settings", dirs.Config(c.Env)}, {"runs", dirs.State(c.Env)}} {
		if f.Path != "" {
			v.Folders = append(v.Folders, f)
		}
	}
	return v
}

// line is where the settings file sets a parameter, 0 when it does not.
func (c *command) line(param string) int {
	if param == "strategy" {
		param = "base"
	}
	return c.set.Lines[param]
}

// screen says where the settings file sets something of the screen; it is empty when it does not.
func (c *command) screen(table, name string) string {
	for _, e := range c.set.Screen {
		if e.Table == table && e.Name == name {
			return fmt.Sprintf("settings, line %d", e.Line)
		}
	}
	return ""
}

// lookView is what the screen looks like.
func (c *command) lookView(cmd *cobra.Command) []settingJSON {
	form := c.opts.form
	var out []settingJSON
	add := func(table, name, value, plain string) {
		s := settingJSON{Name: table + "." + name, Value: value, Default: plain, Source: "default"}
		switch {
		case table == pipeline.LookTable && cmd.Flags().Changed(name):
			s.Source = "flag"
		case value != plain && c.screen(table, name) != "":
			s.Source = c.screen(table, name)
		}
		out = append(out, s)
	}
	add(pipeline.LookTable, "theme", form.Theme, "")
	add(pipeline.LookTable, "ascii", strconv.FormatBool(form.ASCII), "false")
	add(pipeline.LookTable, "plain", strconv.FormatBool(form.Plain), "false")
	add(pipeline.LookTable, "mouse", strconv.FormatBool(!form.Still), "true")
	add(pipeline.ColorsTable, "person", form.Colors.Person, "")
	add(pipeline.ColorsTable, "loss", form.Colors.Loss, "")
	add(pipeline.ColorsTable, "quiet", form.Colors.Quiet, "")
	add(pipeline.ColorsTable, "kept", form.Colors.Kept, "")
	return out
}

// environment lists the variables that change what is done. Those of keys are told as set or not.
func (c *command) environment() []envJSON {
	var out []envJSON
	add := func(secret bool, names ...string) {
		for _, n := range names {
			value := c.Env(n)
			e := envJSON{Name: n, Set: value != ""}
			if !secret {
				e.Value = value
			}
			if !slices.ContainsFunc(out, func(o envJSON) bool { return o.Name == n }) {
				out = append(out, e)
			}
		}
	}
	for _, p := range provider.Table {
		add(true, p.KeyVars...)
		add(true, p.BaseVars...) // an address can hold a key too
	}
	add(false, "NO_COLOR", "VISUAL", "EDITOR", "XDG_CONFIG_HOME", "XDG_STATE_HOME")
	return out
}

// printConfig writes it for people: what somebody has set, and with -v all.
func (c *command) printConfig(out *bufio.Writer, v *configJSON) {
	p := c.printer(out)
	state := "nothing in it is used: everything is as the design has it, but for flags"
	switch _, err := os.Stat(v.File); {
	case v.Found:
		state = "read"
	case err != nil:
		state = "not there: everything is as the design has it, but for flags"
	}
	p.line("settings", p.t.Title, v.File+" · "+state)
	p.line("", p.t.Dim, "strategies: "+strings.Join(v.Strategies, ", "))
	p.blank()
	const nameCells, valueCells = 26, 24
	left := 0
	list := func(rows []settingJSON) {
		for _, s := range rows {
			if s.Source == "default" && s.Name != "strategy" && !c.opts.verbose {
				left++
				continue
			}
			ink := p.t.Dim
			if s.Source != "default" {
				ink = p.t.Text
			}
			value := s.Value
			if value == "" {
				value = "–"
			}
			_, _ = out.WriteString(ink.Render(text.Pad(s.Name, nameCells)+text.Pad(text.Label(value, valueCells-1), valueCells)+text.CleanLine(s.Source)) + "\n")
		}
	}
	list(v.Parameters)
	list(v.Look)
	for _, k := range v.Keys {
		_, _ = out.WriteString(text.Pad(strings.Join(slices.DeleteFunc([]string{pipeline.KeysTable, k.Scope, k.Action}, func(w string) bool { return w == "" }), "."), nameCells) + text.Pad(text.Label(strings.Join(k.Keys, " "), valueCells-1), valueCells) + text.CleanLine(k.Source) + "\n")
	}
	if left > 0 {
		p.line("", p.t.Dim, fmt.Sprintf("%d more are as the design has them: -v", left))
	}
	p.blank()
	for _, e := range v.Environment {
		if e.Set || c.opts.verbose {
			words := "not set"
			if e.Set {
				words = "set"
			}
			if e.Value != "" {
				words = e.Value
			}
			_, _ = out.WriteString(text.Pad(e.Name, nameCells) + text.CleanLine(words) + "\n")
		}
	}
	for _, f := range v.Folders {
		_, _ = out.WriteString(text.Pad("folder of "+f.Holds, nameCells) + text.CleanLine(filepath.Clean(f.Path)) + "\n")
	}
}
