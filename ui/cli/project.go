package cli

import (
	"context"
	"path/filepath"

	"cutline/model/discover"
)

// machine is where sessions are looked for, and dir the project that is meant.
func (c *command) machine(dir string) (discover.Env, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return discover.Env{}, usagef("find the sessions of %s: %w", dir, err)
	}
	return discover.Here(abs, c.Env), nil
}

// newest finds the session of the project in dir that was written last, whichever agent wrote
// it. It must name the directory itself: the names of agents' folders are not reversible. What
// no reader opens, or holds no message, is passed over. Session is set when the file holds several.
func (c *command) newest(ctx context.Context, dir string) (path, session string, err error) {
	env, err := c.machine(dir)
	if err != nil {
		return "", "", err
	}
	env.Only = true
	for e := range discover.Find(ctx, env) {
		if e.Parent == "" && e.Why == "" && e.Messages != 0 {
			return e.Path, e.Session, nil
		}
	}
	if dir != "." {
		return "", "", usagef("%s is a directory, and no session of a project in it was found; give a session file", dir)
	}
	return "", "", usagef("no session of the project in %s was found; cutline sessions lists those of this machine", env.Dir)
}
