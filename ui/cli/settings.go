package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"cutline/model/dirs"
	"cutline/pipeline"
)

// settingsName is the file of what a person has set.
const settingsName = "config.toml"

// settle reads the settings file and lets the parameters follow the strategy that is asked for;
// what is given as a flag wins, wherever it stands. A strategy that cannot be used is said in one
// sentence and left out.
func (c *command) settle(cmd *cobra.Command) error {
	c.strategies, c.given = pipeline.Strategies, cmd.Flags().Changed
	if cmd.Flags().Lookup("strategy") == nil {
		return nil
	}
	if err := c.settings(); err != nil {
		return err
	}
	if !cmd.Flags().Changed("strategy") {
		return nil
	}
	if err := c.opts.p.Follow(c.strategies, c.opts.strategy, cmd.Flags().Changed); err != nil {
		return usagef("--strategy: %w", err)
	}
	return nil
}

// settings reads the file that --config names, else the one in the folder of settings, which need
// not be there.
func (c *command) settings() error {
	path := c.opts.config
	if path == "" {
		dir := dirs.Config(c.Env)
		if dir == "" {
			return nil
		}
		path = filepath.Join(dir, settingsName)
	}
	text, err := readSmall(path)
	switch {
	case err != nil && c.opts.config != "":
		return usagef("--config %s: %w", path, err)
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		c.say("warning: the settings in %s are not used: %s", path, err)
		return nil
	}
	own, bad := pipeline.ReadStrategies(text)
	for _, err := range bad {
		c.say("warning: %s: %s", path, err)
	}
	c.strategies = slices.Concat(pipeline.Strategies, own)
	return nil
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
