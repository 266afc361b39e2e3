package cli

import (
	"cmp"
	"context"
	"errors"
	"io"
	"log/slog"
	"path/filepath"
	"time"

	"cutline/model"
	"cutline/model/runlog"
	"cutline/pipeline"
	"cutline/pipeline/summarize"
)

// Note writes a line about a run to the program's own state, when there is a folder for it. The
// result is nil when the run ended with an error. What Note returns is worth a warning: the
// run is not touched by it.
func (d *Desk) Note(s *model.Session, p pipeline.Params, w pipeline.World, res *pipeline.Result, err error, began time.Time) error {
	if d.open.State == "" || errors.Is(err, pipeline.ErrNothing) {
		return nil
	}
	r := recordOf(s, w, res, err)
	r.Time, r.Strategy = began, p.Strategy
	r.Millis = w.Now().Sub(began).Milliseconds()
	return runlog.Append(d.open.State, r)
}

// recordOf is what is noted down of a run: names and numbers, no text.
func recordOf(s *model.Session, w pipeline.World, res *pipeline.Result, err error) runlog.Record {
	r := runlog.Record{Session: s.Path, ID: s.ID, Format: s.Format, Outcome: pipeline.Failed}
	var st pipeline.Status
	var stopped *pipeline.StoppedError
	var f *summarize.Failure
	switch {
	case errors.As(err, &stopped):
		st = stopped.Status
	case errors.Is(err, context.Canceled):
		r.Outcome = pipeline.Cancelled
		return r
	case errors.As(err, &f):
		r.ErrorKinds = []string{string(f.Kind)}
		return r
	case res == nil:
		return r
	default:
		st = res.Status
	}
	r.Outcome, r.ErrorKinds, r.Attempts, r.Family = st.Outcome, st.ErrorKinds, len(st.Attempts), st.Family
	r.TokensBefore, r.TokensAfter, r.CharsBefore, r.CharsAfter, r.Compression = st.TokensBefore, st.TokensAfter, st.CharsBefore, st.CharsAfter, st.Compression
	for _, a := range st.Attempts {
		r.Model = cmp.Or(a.Model, r.Model)
		for _, sum := range w.Summarizers {
			if info := sum.Info(); info.Rung == a.Rung {
				r.Host = cmp.Or(info.Host, r.Host)
			}
		}
	}
	return r
}

// debugLog is the log of --debug-log; nil fields are no log.
type debugLog struct {
	*slog.Logger
	file io.Closer
}

// beginLog opens the log that a person asked for.
func (c *command) beginLog(name string) error {
	if c.opts.log == "" {
		return nil
	}
	log, file, err := runlog.OpenDebug(c.opts.log)
	if err != nil {
		return usagef("--debug-log %s: %w", c.opts.log, err)
	}
	c.log = debugLog{log, file}
	log.Info("begin", "command", name, "version", version(), "offline", c.opts.offline)
	return nil
}

// endLog notes how the command ended and closes the log.
func (c *command) endLog(err error) {
	if c.log.Logger == nil {
		return
	}
	if err != nil {
		c.log.Error("end", "status", status(err), "error", err)
	} else {
		c.log.Info("end", "status", Done)
	}
	if err := c.log.file.Close(); err != nil {
		c.say("warning: the debug log %s may not be complete: %s", c.opts.log, reason(err))
	}
}

// logSession notes which session was opened.
func logSession(log *slog.Logger, s *model.Session) {
	log.Info("session", "file", filepath.Base(s.Path), "format", s.Format, "model", s.Model, "bytes", s.Bytes, "messages", len(s.Rows), "problems", len(s.Problems))
}

// logRun notes what each stage of a run came to.
func logRun(log *slog.Logger, res *pipeline.Result, err error) {
	if err != nil {
		log.Error("run", "error", err)
		return
	}
	for _, st := range res.Report.Stages() {
		log.Info("stage", "name", st.Name, "outcome", string(st.Outcome), "decisions", len(st.Decisions))
	}
	st := res.Status
	for _, a := range st.Attempts {
		log.Info("attempt", "rung", a.Rung, "model", a.Model, "budget", a.Budget, "error", a.Error, "ms", a.Millis, "inputTokens", a.InputTokens, "outputTokens", a.OutputTokens)
	}
	log.Info("run", "outcome", st.Outcome, "errorKinds", st.ErrorKinds, "attempts", len(st.Attempts), "tokensBefore", st.TokensBefore, "tokensAfter", st.TokensAfter, "ms", st.Millis)
}
