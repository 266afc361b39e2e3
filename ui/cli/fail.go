package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/pflag"

	"cutline/model"
	"cutline/model/load"
	"cutline/model/save"
	"cutline/model/store"
	"cutline/render/text"
)

// usageError is a mistake in the command or in what it was given: status Usage.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// status is the exit status that an error ends with, Done without one.
func status(err error) int {
	var usage usageError
	if err == nil {
		return Done
	}
	if errors.As(err, &usage) || errors.Is(err, save.ErrSameFile) {
		return Usage
	}
	return Failed
}

// openError adds to an error of opening a session what can be done about it. Whatever keeps
// a session from being read, the input is to blame: status Usage.
func openError(err error) error {
	var several *model.SeveralError
	switch {
	case errors.As(err, &several):
		return usagef("%w; --session ID chooses one: %s", err, some(several.Sessions))
	case errors.Is(err, fs.ErrNotExist):
		return usagef("%w; check the path, or see the newest session of this project with: cutline .", err)
	case errors.Is(err, fs.ErrPermission):
		return usagef("%w; it must be readable", err)
	case errors.Is(err, store.ErrDamaged):
		return usagef("%w; when its agent opens it, try again, else look for another copy", err)
	case errors.Is(err, load.ErrEmpty):
		return usagef("%w; a session has at least one line", err)
	case errors.Is(err, load.ErrUnknownFormat), errors.Is(err, load.ErrNotASession):
		return usagef("%w; if it is one all the same, --format NAME says how to read it", err)
	}
	return usageError{err}
}

// some names the first of several sessions, those of sub-agents last.
func some(all []model.Brief) string {
	const first = 4
	all = slices.Clone(all)
	slices.SortStableFunc(all, func(a, b model.Brief) int { return cmp.Compare(min(1, len(a.Parent)), min(1, len(b.Parent))) })
	out := make([]string, 0, first)
	for _, b := range all[:min(first, len(all))] {
		name := b.ID
		if b.Title != "" {
			name += " (" + text.Label(b.Title, 40) + ")"
		}
		out = append(out, name)
	}
	names := strings.Join(out, ", ")
	if len(all) > first {
		names += fmt.Sprintf(" and %d more; without --session the inspector lists them", len(all)-first)
	}
	return names
}

func formats() string {
	names := make([]string, len(load.Formats))
	for i, f := range load.Formats {
		names[i] = f.Name
	}
	return strings.Join(names, ", ")
}

// flagError makes one sentence of what the flag parser says.
func flagError(name string, err error) error {
	var invalid *pflag.InvalidValueError
	var unknown *pflag.NotExistError
	var bare *pflag.ValueRequiredError
	help := "; see cutline help"
	if name != "cutline" {
		help = "; see cutline " + name + " --help"
	}
	switch {
	case errors.As(err, &invalid):
		return usagef("--%s: %w", invalid.GetFlag().Name, invalid.Unwrap())
	case errors.As(err, &unknown):
		dashes := "--"
		if unknown.GetSpecifiedShortnames() != "" {
			dashes = "-"
		}
		return usagef("there is no flag %s%s%s", dashes, unknown.GetSpecifiedName(), help)
	case errors.As(err, &bare):
		return usagef("--%s needs a value%s", bare.GetFlag().Name, help)
	}
	return usagef("%w%s", err, help)
}

// say writes one line to stderr. Names, paths and error texts come from files and may hold
// anything, so the line is cleaned as a whole.
func (c *command) say(format string, args ...any) {
	_, _ = fmt.Fprintf(c.Err, "cutline: %s\n", text.CleanLine(fmt.Sprintf(format, args...))) // there is nobody left to tell
}

// interruptible is a context that ends when a person, or the system, asks the program to.
// It starts once the input is read: until then the program can simply be stopped.
func interruptible(ctx context.Context) (context.Context, context.CancelFunc) {
	return signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
}

// interrupted says in words that the command was ended; other errors stay as they are.
func interrupted(err error) error {
	if errors.Is(err, context.Canceled) {
		return errors.New("stopped; nothing was written")
	}
	return err
}
