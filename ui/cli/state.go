package cli

import (
	"os"
	"path/filepath"

	"cutline/model"
	"cutline/pipeline/reassemble"
)

// besideSession is the value of --transcripts that names the folder of the session file. Nobody
// gets it without asking: it is a path of this machine, and an agent that goes on elsewhere has
// no use for it.
const besideSession = "auto"

// stateOf finds the live state of a session, with what a person gave.
func stateOf(s *model.Session, given reassemble.State) []reassemble.Block {
	if given.Transcripts == besideSession {
		given.Transcripts = ""
		if st, err := os.Stat(s.Path); err == nil && st.Mode().IsRegular() {
			if dir, err := filepath.Abs(filepath.Dir(s.Path)); err == nil {
				given.Transcripts = dir
			}
		}
	}
	return reassemble.Collect(s, given)
}
