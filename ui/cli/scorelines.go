package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"cutline/pipeline/trace"
)

// ahead is how many files for each worker may be done before the line of an earlier one is printed:
// enough that small files need not wait for a large one, few enough that their lines take no room.
const ahead = 16

// scoreLine is what became of one file.
type scoreLine struct {
	text []byte // of the output, with its line feed
	bad  error  // why it is not good enough, or has no score
}

// scoreLines prints one line of JSON for each file, in the order of the arguments, as soon as the
// files up to it are done. Each worker holds one session at a time.
func (c *command) scoreLines(ctx context.Context, args []string, f scoreFlags, workers int) error {
	ctx, stop := interruptible(ctx)
	defer stop()
	context.AfterFunc(ctx, stop) // who asks a second time ends the program
	if len(args) == 0 {
		args = []string{"."}
	}
	lines := c.lines(ctx, args, f, workers)
	var first error
	bad, done := 0, 0
	for line := range lines {
		l, ok := receive(ctx, line)
		if !ok {
			break
		}
		if _, err := c.Out.Write(l.text); err != nil {
			return fmt.Errorf("write to standard output: %w", err)
		}
		if l.bad != nil {
			if bad++; first == nil {
				first = l.bad
				if !strings.Contains(first.Error(), args[done]) {
					first = fmt.Errorf("%s: %w", args[done], first)
				}
			}
		}
		done++
	}
	switch {
	case ctx.Err() != nil:
		return fmt.Errorf("stopped; %s of %s were scored", trace.Num(done), trace.Count(len(args), "file"))
	case bad > 1:
		return failure{fmt.Errorf("%w; %s more of %s failed, too", first, trace.Num(bad-1), trace.Count(len(args), "file"))}
	case bad == 1:
		return failure{first}
	}
	return nil
}

// failure is an error of one file of many, whatever it is: the command was right.
type failure struct{ error }

// receive waits for a line, as long as nobody asks to stop.
func receive(ctx context.Context, line <-chan scoreLine) (l scoreLine, ok bool) {
	select {
	case l = <-line:
		return l, ctx.Err() == nil
	case <-ctx.Done():
		return l, false
	}
}

// lines has the workers score the files and gives the places of their lines, in order.
func (c *command) lines(ctx context.Context, args []string, f scoreFlags, workers int) <-chan chan scoreLine {
	order := make(chan chan scoreLine, ahead*workers)
	free := make(chan struct{}, workers)
	go func() {
		defer close(order)
		for _, path := range args {
			place := make(chan scoreLine, 1)
			select {
			case order <- place:
			case <-ctx.Done():
				return
			}
			select {
			case free <- struct{}{}:
			case <-ctx.Done():
				return
			}
			go func() {
				place <- c.scoreLine(ctx, path, f)
				<-free
			}()
		}
	}()
	return order
}

// scoreLine scores one file.
func (c *command) scoreLine(ctx context.Context, path string, f scoreFlags) scoreLine {
	all, err := c.recorded(ctx, []string{path})
	v := scoreJSON{Schema: scoreSchema, Path: path}
	if err != nil {
		v.Error = err.Error()
	} else {
		v = all.view()
		err = f.refuse(all)
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if bad := enc.Encode(v); bad != nil { // no value of ours is without a form in JSON
		err = errors.Join(err, bad)
	}
	return scoreLine{b.Bytes(), err}
}

// count is how often a word stands among the arguments.
func count(args []string, word string) int {
	return len(args) - len(slices.DeleteFunc(slices.Clone(args), func(a string) bool { return a == word }))
}
