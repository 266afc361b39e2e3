package cli

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/spf13/cobra"

	"cutline/pipeline"
)

// commandsWithParams are the commands on which every parameter is a flag.
func commandsWithParams(c *command) []*cobra.Command {
	root := c.root()
	out := []*cobra.Command{root}
	for _, sub := range root.Commands() {
		if !slices.Contains([]string{"demo", "score", "rescue", "sessions"}, sub.Name()) {
			out = append(out, sub)
		}
	}
	return out
}

func TestEveryParameterIsAFlag(t *testing.T) {
	t.Parallel()
	list := commandsWithParams(new(command))
	if len(list) != 7 {
		t.Fatalf("%d commands have the parameters, want root, inspect, compact, replay, lab, config, shot", len(list))
	}
	for _, cmd := range list {
		for _, row := range pipeline.Table {
			f := cmd.Flags().Lookup(row.Name)
			switch {
			case f == nil:
				t.Errorf("%s has no --%s", cmd.Name(), row.Name)
			case (row.Arg == "") != (f.NoOptDefVal == "true"):
				t.Errorf("%s --%s: a switch needs no value, others do", cmd.Name(), row.Name)
			}
		}
	}
}

func TestFlagsReachTheParameters(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "todos.txt")
	if err := os.WriteFile(file, []byte("- one\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	c := new(command)
	root := c.root()
	err := root.ParseFlags([]string{
		"--window", "200,000", "--preserve-last-user=false", "--full", "--fraction=80%", "--background-unused-tokens=off",
		"--todos", "@" + file, "--instructions", "@main.go matters", "--tool-valve", "always",
	})
	if err != nil {
		t.Fatal(err)
	}
	p := c.opts.p
	for name, ok := range map[string]bool{
		"window":                   p.Window == 200_000,
		"preserve-last-user":       !p.Partition.PreserveLastUser,
		"full":                     p.Partition.Full,
		"fraction":                 p.Trigger.Fraction == 0.8,
		"background-unused-tokens": p.Trigger.StartTokens.Off,
		"todos":                    p.State.Todos == "- one\n",
		"instructions":             p.Instructions == "@main.go matters",
		"tool-valve":               p.Slim.ToolValve == "always",
	} {
		if !ok {
			t.Errorf("--%s did not arrive: %+v", name, p)
		}
	}
}
