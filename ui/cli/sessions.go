package cli

import (
	"bufio"
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"cutline/model/discover"
	"cutline/render"
	"cutline/render/text"
)

const (
	sessionsSchema = "cutline.sessions/1" // raised on any change of the keys below
	sessionsLimit  = 20                   // sessions that are listed when nobody says how many: with the rest a screen
	sessionsWidth  = 120                  // cells of a row where there is no terminal to fit
)

// Absent is what is not known: a pointer, or omitempty.
type (
	sessionsJSON struct {
		Schema   string      `json:"schema"`
		Sessions []foundJSON `json:"sessions"`
	}

	foundJSON struct {
		Path        string   `json:"path"`
		Session     string   `json:"session,omitempty"` // to choose it by, when the file holds several
		Format      string   `json:"format,omitempty"`
		Agent       string   `json:"agent"`
		Project     string   `json:"project,omitempty"`
		Title       string   `json:"title,omitempty"`
		ID          string   `json:"id,omitempty"`
		Modified    string   `json:"modified"`           // RFC 3339, UTC
		Bytes       int64    `json:"bytes,omitempty"`    // absent for one of several in a file
		Messages    *int     `json:"messages,omitempty"` // of the live context
		Approx      bool     `json:"approx"`             // messages is an estimate, compactions may be more
		Used        *int     `json:"used,omitempty"`     // tokens, as the server reported them last
		Window      *int     `json:"window,omitempty"`
		Compactions *int     `json:"compactions,omitempty"`
		Subagents   []string `json:"subagents,omitempty"` // files of the sub-agents that it started
		Problem     string   `json:"problem,omitempty"`   // what keeps it from being opened
	}
)

// sessionsFlags are the flags of sessions alone.
type sessionsFlags struct {
	json, all bool
	limit     int
	project   string
}

// sessionsCommand lists the sessions of this machine.
func (c *command) sessionsCommand() *cobra.Command {
	var f sessionsFlags
	cmd := &cobra.Command{
		Use: "sessions", Short: "List the sessions that agents keep on this machine, newest first", Args: most(0),
		Long: `List the sessions that coding agents keep on this machine, newest first: who wrote each one,
when and in which project, what it is about, how many messages it has and how full its
context is. Small files are read, of large ones only the beginning and the end: their
numbers are estimates and marked.`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			switch {
			case f.limit < 1:
				return usagef("--limit: %d is no number of sessions; --all lists all of them", f.limit)
			case f.all && cmd.Flags().Changed("limit"):
				return usagef("--all and --limit: give one of the two")
			}
			return c.sessions(cmd.Context(), f)
		},
	}
	c.opts.looks(cmd)
	cmd.Flags().BoolVar(&f.json, "json", false, "print them as JSON")
	cmd.Flags().BoolVar(&f.all, "all", false, "list all of them")
	cmd.Flags().IntVar(&f.limit, "limit", sessionsLimit, "list at most `N`")
	cmd.Flags().StringVar(&f.project, "project", "", "only those of the project in `DIR`")
	return cmd
}

// sessions finds and prints. It reads no more files than are printed.
func (c *command) sessions(ctx context.Context, f sessionsFlags) error {
	dir := f.project
	if dir == "" {
		dir = "."
	}
	env, err := c.machine(dir)
	if err != nil {
		return err
	}
	env.Only = f.project != ""
	if f.all {
		f.limit = -1
	}
	ctx, stop := interruptible(ctx)
	defer stop()
	out := bufio.NewWriter(c.Out)
	entries := discover.Find(ctx, env)
	if f.json {
		found := firstOf(entries, f.limit)
		if ctx.Err() == nil {
			err = writeJSON(out, sessionsView(found))
		}
	} else {
		err = c.printSessions(ctx, out, entries, env, f)
	}
	if ctx.Err() != nil {
		return interrupted(ctx.Err())
	}
	if err == nil {
		err = out.Flush()
	}
	if err != nil {
		return fmt.Errorf("write to standard output: %w", err)
	}
	return nil
}

// firstOf are the first sessions that have been read, at most limit, all when it is negative.
// Files of sub-agents are none.
func firstOf(entries iter.Seq[discover.Entry], limit int) (found []discover.Entry) {
	at := map[string]int{}
	for e := range entries {
		i, known := at[e.Key()]
		switch {
		case !e.Read || e.Parent != "":
			continue
		case known: // another one of its sub-agents was found
			found[i] = e
			continue
		case len(found) == limit:
			return found
		}
		at[e.Key()] = len(found)
		found = append(found, e)
	}
	return found
}

func sessionsView(found []discover.Entry) sessionsJSON {
	out := sessionsJSON{Schema: sessionsSchema, Sessions: make([]foundJSON, len(found))}
	for i, e := range found {
		counted := e.Messages >= 0
		out.Sessions[i] = foundJSON{
			Path: e.Path, Session: e.Session, Format: e.Format, Agent: e.Agent, Project: e.Project, Title: e.Title, ID: e.ID,
			Modified: e.ModTime.UTC().Format(time.RFC3339), Bytes: e.Size, Messages: known(e.Messages, counted), Approx: e.Approx,
			Used: known(e.Used, e.Used > 0), Window: known(e.Window, e.Window > 0), Compactions: known(e.Compactions, counted),
			Subagents: slices.Sorted(slices.Values(e.Subagents)), Problem: e.Why,
		}
	}
	return out
}

// printSessions writes a row a session, as wide as the terminal, as soon as it has been read.
func (c *command) printSessions(ctx context.Context, out *bufio.Writer, entries iter.Seq[discover.Entry], env discover.Env, f sessionsFlags) error {
	p := c.printer(out)
	w := c.Width
	if w <= 0 {
		w = sessionsWidth
	}
	row := func(s string) error {
		_, _ = out.WriteString(strings.TrimRight(text.Fit(s, w), " ") + "\n") // Flush tells of it
		return out.Flush()
	}
	now, shown := time.Now(), map[string]bool{}
	for e := range entries {
		switch {
		case !e.Read || e.Parent != "" || shown[e.Key()]:
			continue
		case len(shown) == f.limit:
			return row(p.t.Dim.Render(fmt.Sprintf("  the newest %d; --all lists all, --json has their paths", f.limit)))
		case len(shown) == 0:
			if err := row(render.SessionHead(p.t, w)); err != nil {
				return err
			}
		}
		shown[e.Key()] = true
		if err := row(render.Session(p.t, render.SessionData{Entry: e, Now: now, Home: env.Home}, w)); err != nil {
			return err
		}
	}
	if len(shown) == 0 && ctx.Err() == nil {
		where := "on this machine; cutline demo opens a built-in session"
		if env.Only {
			where = "of the project in " + env.Dir + "; without --project those of all projects are listed"
		}
		p.line("", p.t.Text, "no session was found "+where)
	}
	return nil
}
