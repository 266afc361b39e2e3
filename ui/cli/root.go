package cli

import (
	"fmt"
	"os"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"cutline/pipeline"
)

// commands are the names that the first argument may have beside a file.
const commands = "inspect, compact, score, rescue, sessions, replay, lab, config, shot, demo"

// command is one run of the command line.
type command struct {
	IO
	app  App
	opts options
	log  debugLog
	// strategies are the built-in ones and those of the settings file.
	strategies []pipeline.Strategy
	given      func(param string) bool   // which parameters are flags of this run, or stand in the settings file
	source     func(param string) string // the same, by name: flag, settings, or empty
	config     string                    // the settings file, which need not be there; empty: there is no place for one
	found      bool                      // it is there
	set        pipeline.Settings         // what it holds
	keys       []Key                     // that are a person's own
	warned     []string                  // what of the settings is not used
}

// The help wraps its sentences at the width of the terminal; the library has its templates once for the whole program.
var (
	helpOnce  sync.Once
	helpCells atomic.Int64 // 0: they are not wrapped
)

// root is the command tree. The root command itself opens the inspector.
func (c *command) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "cutline [FILE|-|.]",
		Short: "See what compacting a coding agent's session would keep, cut and leave out",
		Long: `cutline opens the session of a coding agent and shows what compacting it would keep word
for word, cut and leave out, and why. FILE is a session file, - reads one from standard
input, . (or --latest) is the newest session of the project in this directory. Without FILE
the sessions of this machine are listed, to pick one.`,
		Example: `  cutline                            pick one of the sessions on this machine
  cutline .                          inspect this project's newest session
  cutline inspect --json FILE        the plan as JSON
  cutline compact FILE               write a compacted session beside FILE
  cutline rescue FILE                give back what the agent's own compaction lost
  cutline lab FILE                   several ways to compact, side by side
  cutline demo                       the inspector on a sample session`,
		Version:           version(),
		SilenceErrors:     true,
		SilenceUsage:      true,
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) < 2 {
				return nil
			}
			if err := missing(args[0]); err != nil && args[0] != "-" {
				return err
			}
			return tooMany(args[1])
		},
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error {
			c.models()
			if err := c.settle(cmd); err != nil {
				return err
			}
			return c.beginLog(cmd.Name())
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			return c.inspector(cmd.Context(), args)
		},
	}
	root.SetVersionTemplate("cutline {{.Version}}\n")
	helpOnce.Do(func() {
		cobra.AddTemplateFunc("flags", func(f *pflag.FlagSet) string { return f.FlagUsagesWrapped(int(helpCells.Load())) })
	})
	helpCells.Store(int64(c.Width))
	root.SetUsageTemplate(strings.NewReplacer(".LocalFlags.FlagUsages", "(flags .LocalFlags)", ".InheritedFlags.FlagUsages", "(flags .InheritedFlags)").Replace(root.UsageTemplate()))
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error { return flagError(cmd.Name(), err) })
	c.opts = newOptions()
	c.opts.params(root)
	c.opts.common(root)
	c.opts.looks(root)
	c.opts.pinned(root)
	root.Flags().BoolVar(&c.opts.follow, "follow", false, "follow the file: what the agent appends appears")
	root.SetHelpCommand(helpCommand(root))
	root.AddCommand(c.inspectCommand(), c.compactCommand(), c.sessionsCommand(), c.replayCommand(), c.labCommand(), c.scoreCommand(), c.rescueCommand(), c.configCommand(), c.shotCommand(), c.demoCommand())
	return root
}

// most refuses more than n arguments with a sentence of ours.
func most(n int) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) > n {
			return tooMany(args[n])
		}
		return nil
	}
}

func tooMany(arg string) error {
	return usagef("one session at a time: %q is one argument too many", arg)
}

// version is the version of the module that the program was built from.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
}

// demoCommand opens the inspector on the built-in session.
func (c *command) demoCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use: "demo", Short: "Open the inspector on the built-in sample session", Args: most(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if !c.OutTTY {
				return usagef("the inspector needs a terminal; cutline shot prints the sample session's first screen")
			}
			return c.app.Inspector(cmd.Context(), Open{Demo: true, Offline: c.opts.offline, Params: c.opts.p, Strategies: c.strategies, Given: c.given, Source: c.source, Config: c.config, Warned: c.warned, Looks: c.opts.form})
		},
	}
	c.opts.params(cmd)
	c.opts.looks(cmd)
	return cmd
}

// helpCommand prints the help of a command, and refuses one that does not exist.
func helpCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use: "help [COMMAND]", Short: "Print what a command does and its flags", Args: most(1),
		RunE: func(_ *cobra.Command, args []string) error {
			for _, cmd := range root.Commands() {
				if len(args) > 0 && cmd.Name() == args[0] {
					return cmd.Help()
				}
			}
			if len(args) > 0 {
				return usagef("there is no command %q; the commands are %s", args[0], commands)
			}
			return root.Help()
		},
	}
}

// color reports whether results may be coloured.
func (c *command) color() bool {
	return c.OutTTY && c.Env("NO_COLOR") == "" && c.Env("TERM") != "dumb" && !c.opts.form.Plain
}

// missing says that a word is neither a file nor a command, when it looks like one.
func missing(path string) error {
	if path == "" || strings.ContainsAny(path, `/\.`) {
		return nil
	}
	if _, err := os.Lstat(path); err == nil {
		return nil
	}
	return usagef("%q is neither a file nor a command; the commands are %s", path, commands)
}

// write prints a result to stdout; an error of it is the command's.
func (c *command) write(s string) error {
	if _, err := fmt.Fprint(c.Out, s); err != nil {
		return fmt.Errorf("write to standard output: %w", err)
	}
	return nil
}
