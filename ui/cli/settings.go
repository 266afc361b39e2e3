package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"cutline/model/dirs"
	"cutline/pipeline"
)

// settingsName is the file of what a person has set.
const settingsName = "config.toml"

// The tables of the settings file that are about the screen.
const (
	lookTable   = "look"
	keysTable   = "keys"
	colorsTable = "colors"
)

// settle reads the settings file and lets the parameters follow the strategy that is asked for, then
// what the file sets, then the flags, wherever they stand. What is wrong in the file is said in one
// sentence and left out.
func (c *command) settle(cmd *cobra.Command) error {
	c.strategies, c.given, c.source = pipeline.Strategies, cmd.Flags().Changed, map[string]string{}
	if cmd.Flags().Lookup("config") == nil {
		return nil
	}
	file, err := c.settings()
	if err != nil {
		return err
	}
	c.look(cmd, file)
	if cmd.Flags().Lookup("strategy") == nil {
		return nil
	}
	c.strategies = slices.Concat(pipeline.Strategies, file.Strategies)
	set := make(map[string]bool, len(file.Params))
	for _, s := range file.Params {
		set[s.Name] = true
		if s.Name == "strategy" && !cmd.Flags().Changed("strategy") {
			c.opts.strategy = s.Values[0]
		}
	}
	c.given = func(name string) bool { return cmd.Flags().Changed(name) || set[name] }
	if cmd.Flags().Changed("strategy") || set["strategy"] {
		if err := c.opts.p.Follow(c.strategies, c.opts.strategy, cmd.Flags().Changed); err != nil {
			return usagef("--strategy: %w", err)
		}
	}
	for _, s := range file.Params {
		if cmd.Flags().Changed(s.Name) {
			continue
		}
		c.source[s.Name] = fmt.Sprintf("settings, line %d", s.Line)
		if s.Name == "strategy" {
			continue
		}
		if err := c.opts.p.SetParam(s.Name, s.Values[0]); err != nil { // which the reader has tried
			return usagef("%s: line %d: %w", c.file, s.Line, err)
		}
	}
	return nil
}

// settings reads the file that --config names, else the one in the folder of settings, which need
// not be there.
func (c *command) settings() (pipeline.Settings, error) {
	c.file = c.opts.config
	if c.file == "" {
		dir := dirs.Config(c.Env)
		if dir == "" {
			return pipeline.Settings{}, nil
		}
		c.file = filepath.Join(dir, settingsName)
	}
	text, err := readSmall(c.file)
	switch {
	case err != nil && c.opts.config != "":
		return pipeline.Settings{}, usagef("--config %s: %w", c.file, err)
	case errors.Is(err, fs.ErrNotExist):
		return pipeline.Settings{}, nil
	case err != nil:
		c.say("warning: the settings in %s are not used: %s", c.file, err)
		return pipeline.Settings{}, nil
	}
	c.found = true
	out, bad := pipeline.ReadSettings(text, lookTable, keysTable, colorsTable)
	for _, err := range bad {
		c.wrong(err)
	}
	return out, nil
}

// wrong says what is left out of the settings file.
func (c *command) wrong(err error) { c.say("warning: %s: %s", c.file, err) }

// look takes what the settings file says about the screen.
func (c *command) look(cmd *cobra.Command, file pipeline.Settings) {
	form := &c.opts.form
	for _, s := range file.Tables[lookTable] {
		if cmd.Flags().Changed(s.Name) || len(s.Values) == 0 {
			continue
		}
		if err := form.set(s); err != nil {
			c.wrong(fmt.Errorf("line %d: %w", s.Line, err))
			continue
		}
		c.source[lookTable+"."+s.Name] = fmt.Sprintf("settings, line %d", s.Line)
	}
	for _, s := range file.Tables[colorsTable] {
		if len(s.Values) == 0 {
			continue
		}
		if err := form.Colors.Set(s.Name, s.Values[0]); err != nil {
			c.wrong(fmt.Errorf("line %d: %w", s.Line, err))
			continue
		}
		c.source[colorsTable+"."+s.Name] = fmt.Sprintf("settings, line %d", s.Line)
	}
	keys := make([]Key, 0, len(file.Tables[keysTable]))
	for _, s := range file.Tables[keysTable] {
		k := Key{Action: s.Name, Keys: s.Values}
		if i := strings.LastIndexByte(s.Name, '.'); i >= 0 {
			k.Scope, k.Action = s.Name[:i], s.Name[i+1:]
		}
		keys = append(keys, k)
		c.source[keysTable+"."+s.Name] = fmt.Sprintf("settings, line %d", s.Line)
	}
	if len(keys) > 0 && c.app.Keys != nil {
		var bad []error
		c.keys, bad = c.app.Keys(keys)
		for _, err := range bad {
			c.wrong(fmt.Errorf("[%s]: %w", keysTable, err))
		}
	}
}

// set takes one setting of the looks.
func (l *Looks) set(s pipeline.Setting) error {
	value := s.Values[0]
	if s.Name == "theme" {
		return (&oneOf{&l.Theme, []string{"dark", "light"}}).Set(value)
	}
	on, err := strconv.ParseBool(value)
	if err != nil {
		err = fmt.Errorf("%s: %q is neither true nor false", s.Name, value)
	}
	switch s.Name {
	case "ascii":
		l.ASCII = on
	case "plain":
		l.Plain = on
	case "mouse":
		l.Still = err == nil && !on
	default:
		return fmt.Errorf("there is no look %q; theme, ascii, plain and mouse are", s.Name)
	}
	return err
}

// strategyFlag keeps the name of a strategy until all flags and the settings file are read: only
// then it is known which there are, and what was given by hand.
type strategyFlag struct{ name *string }

// String is the name as the flag spells it; the flag parser also asks a zero flag.
func (v *strategyFlag) String() string {
	if v.name == nil {
		return ""
	}
	return *v.name
}

// Set keeps the name.
func (v *strategyFlag) Set(s string) error {
	if s == "" {
		return fmt.Errorf("%q is no name of a strategy", s)
	}
	*v.name = s
	return nil
}

// Type is what the help calls the argument.
func (v *strategyFlag) Type() string { return "NAME" }
