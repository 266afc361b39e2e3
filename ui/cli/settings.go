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
	"cutline/model/save"
	"cutline/pipeline"
)

// settingsName is the file of what a person has set.
const settingsName = "config.toml"

// settle reads the settings file and lets the parameters follow the strategy that is asked for, there or
// by a flag, and the values that stand in the file; what is given as a flag wins, wherever it stands. What
// cannot be used is said in one sentence and left out.
func (c *command) settle(cmd *cobra.Command) error {
	flag := cmd.Flags().Changed
	c.strategies, c.given = pipeline.Strategies, flag
	c.source = func(string) string { return "" }
	if cmd.Flags().Lookup("config") == nil {
		return nil
	}
	set, err := c.settings()
	if err != nil {
		return err
	}
	c.set = set
	c.look(cmd, set)
	if cmd.Flags().Lookup("strategy") == nil {
		return nil
	}
	name := set.Base
	if flag("strategy") {
		name = c.opts.strategy
	}
	if name != "" {
		if err := c.opts.p.Follow(c.strategies, name, flag); err != nil {
			return usagef("--strategy: %w", err)
		}
	}
	kept := map[string]bool{"strategy": set.Base != ""}
	for _, v := range set.Values {
		kept[v.Name] = true
		if flag(v.Name) {
			continue
		}
		if err := c.opts.p.SetParam(v.Name, v.Value); err != nil { // it was read so
			return err
		}
	}
	c.given = func(name string) bool { return flag(name) || kept[name] }
	c.source = func(name string) string {
		switch {
		case flag(name):
			return "flag"
		case kept[name]:
			return "settings"
		}
		return ""
	}
	return nil
}

// settings reads the file that --config names, else the one in the folder of settings, which need
// not be there.
func (c *command) settings() (pipeline.Settings, error) {
	path := c.opts.config
	if path == "" {
		dir := dirs.Config(c.Env)
		if dir == "" {
			return pipeline.Settings{}, nil
		}
		path = filepath.Join(dir, settingsName)
	}
	c.config = path
	text, err := readSmall(path)
	switch {
	case err != nil && c.opts.config != "":
		return pipeline.Settings{}, usagef("--config %s: %w", path, err)
	case errors.Is(err, fs.ErrNotExist):
		return pipeline.Settings{}, nil
	case err != nil:
		c.say("warning: the settings in %s are not used: %s", path, err)
		return pipeline.Settings{}, nil
	}
	set, bad := pipeline.ReadSettings(text)
	c.found = set.Lines != nil // else it is no TOML
	for _, err := range bad {
		c.wrong(err)
	}
	c.strategies = slices.Concat(pipeline.Strategies, set.Strategies)
	return set, nil
}

// wrong says what is left out of the settings file.
func (c *command) wrong(err error) {
	c.warned = append(c.warned, fmt.Sprintf("%s: %s", c.config, err))
	c.say("warning: %s: %s", c.config, err)
}

// look takes what the settings file says about the screen.
func (c *command) look(cmd *cobra.Command, set pipeline.Settings) {
	form := &c.opts.form
	var keys []Key
	for _, e := range set.Screen {
		var err error
		switch {
		case e.Table == pipeline.KeysTable:
			k := Key{Action: e.Name, Keys: e.Values}
			if i := strings.LastIndexByte(e.Name, '.'); i >= 0 {
				k.Scope, k.Action = e.Name[:i], e.Name[i+1:]
			}
			keys = append(keys, k)
		case len(e.Values) != 1:
			err = fmt.Errorf("%s.%s is no list", e.Table, e.Name)
		case e.Table == pipeline.ColorsTable:
			err = form.Colors.Set(e.Name, e.Values[0])
		case !cmd.Flags().Changed(e.Name):
			err = form.set(e.Name, e.Values[0])
		}
		if err != nil {
			c.wrong(fmt.Errorf("line %d: %w", e.Line, err))
		}
	}
	if len(keys) > 0 && c.app.Keys != nil {
		var bad []error
		c.keys, bad = c.app.Keys(keys)
		for _, err := range bad {
			name, _, _ := strings.Cut(err.Error(), ":")
			for _, e := range set.Screen {
				if e.Table == pipeline.KeysTable && e.Name == name {
					err = fmt.Errorf("line %d: [%s] %w", e.Line, pipeline.KeysTable, err)
				}
			}
			c.wrong(err)
		}
	}
}

// set takes one setting of the looks.
func (l *Looks) set(name, value string) error {
	if name == "theme" {
		return (&oneOf{&l.Theme, []string{"dark", "light"}}).Set(value)
	}
	on, err := strconv.ParseBool(value)
	if err != nil {
		err = fmt.Errorf("%s: %q is neither true nor false", name, value)
	}
	switch name {
	case "ascii":
		l.ASCII = on
	case "plain":
		l.Plain = on
	case "mouse":
		l.Still = err == nil && !on
	default:
		return fmt.Errorf("there is no look %q; theme, ascii, plain and mouse are", name)
	}
	return err
}

// Settings is the settings file as it is now: its place, and its text, empty when it is not there.
func (d *Desk) Settings() (path string, text []byte, err error) {
	path = d.open.Config
	if path == "" {
		return "", nil, errors.New("there is no folder of settings: the environment names no home")
	}
	text, err = readSmall(path)
	if errors.Is(err, fs.ErrNotExist) {
		return path, nil, nil
	}
	if err != nil {
		return path, nil, fmt.Errorf("%s: %w", path, err)
	}
	return path, text, nil
}

// SaveSettings writes another text to the settings file, whose text was old.
func (d *Desk) SaveSettings(old, text []byte) error { return save.Replace(d.open.Config, old, text) }

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
