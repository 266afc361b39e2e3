package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"cutline/render/text"
)

// The events of an agent's hooks that have to do with a compaction, by the names that Claude Code and
// Codex give them.
const (
	preCompact   = "PreCompact"
	postCompact  = "PostCompact"
	sessionStart = "SessionStart" // with the source compact, where there is no PostCompact
)

// hookRoom is how much of an input is read, in bytes: a summary takes some tens of thousands.
const hookRoom = 16 << 20

// hookInput is what an agent says to a hook, on standard input. Of other agents, and of a person, the
// same form is taken.
type hookInput struct {
	Event      string `json:"hook_event_name"`
	Session    string `json:"session_id"`
	Transcript string `json:"transcript_path"`
	Trigger    string `json:"trigger"`         // manual or auto
	Source     string `json:"source"`          // of SessionStart
	Summary    string `json:"compact_summary"` // of Claude Code's PostCompact
}

// readHook reads the input of a hook. An error is one sentence.
func readHook(r io.Reader, home string) (in hookInput, err error) {
	b, err := io.ReadAll(io.LimitReader(r, hookRoom+1))
	switch {
	case err != nil:
		return in, fmt.Errorf("read the hook's input: %w", err)
	case len(b) > hookRoom:
		return in, fmt.Errorf("the hook's input has more than %s", text.Bytes(hookRoom))
	}
	if err := json.Unmarshal(b, &in); err != nil {
		return in, errors.New("the hook's input is no JSON object with hook_event_name, session_id and transcript_path")
	}
	switch in.Event {
	case preCompact, postCompact, sessionStart:
	case "":
		return in, errors.New("the hook's input names no event (hook_event_name)")
	default:
		return in, fmt.Errorf("the hook is set for %q; it scores compactions: set it for %s and %s", text.Label(in.Event, lossCells), preCompact, postCompact)
	}
	if in.Trigger != "manual" && in.Trigger != "auto" {
		in.Trigger = ""
	}
	if rest, ok := strings.CutPrefix(in.Transcript, "~/"); ok && home != "" {
		in.Transcript = filepath.Join(home, rest)
	}
	return in, nil
}

// idle reports whether there is nothing to do: a session starts for another reason.
func (in *hookInput) idle() bool { return in.Event == sessionStart && in.Source != "compact" }

// size is how long the transcript is now. It is somebody else's word that it is one, so nothing but a
// regular file is opened.
func (in *hookInput) size() (int64, error) {
	switch {
	case in.Transcript == "":
		return 0, errors.New("the hook's input names no transcript (transcript_path)")
	case !filepath.IsAbs(in.Transcript):
		return 0, fmt.Errorf("the transcript %q is no absolute path", text.Label(in.Transcript, lossCells))
	}
	info, err := os.Stat(in.Transcript)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return 0, fmt.Errorf("the transcript %s is not there", in.Transcript)
	case err != nil:
		return 0, fmt.Errorf("the transcript: %w", err)
	case !info.Mode().IsRegular():
		return 0, fmt.Errorf("the transcript %s is no regular file", in.Transcript)
	}
	return info.Size(), nil
}
