package runlog

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// ScoresName is the file of the scores that hooks have made, in the folder of the program's state. It
// has as much room as that of the runs, and one before it.
const ScoresName = "scores.jsonl"

// Score is what a hook noted down of a compaction: before it how long the transcript was, after it how
// it scored. Numbers are absent when they are not known. There is no text of the session in it.
type Score struct {
	Time         time.Time `json:"time"`
	Event        string    `json:"event"` // of the hook
	Session      string    `json:"session"`
	Path         string    `json:"path"` // of the transcript
	Bytes        int64     `json:"bytes,omitempty"`
	Format       string    `json:"format,omitempty"`
	Line         int       `json:"line,omitempty"` // of the compaction's record, absent when it was not there yet
	Trigger      string    `json:"trigger,omitempty"`
	TokensBefore int       `json:"tokensBefore,omitempty"`
	TokensAfter  int       `json:"tokensAfter,omitempty"`
	Why          string    `json:"why,omitempty"` // why there is no score
	*Rating
}

// Rating is the score itself.
type Rating struct {
	Score      float64  `json:"score"`
	Low        float64  `json:"low"`
	High       float64  `json:"high"`
	Precision  float64  `json:"precision"`
	N          int      `json:"n"`
	Lost       []string `json:"lost"` // the classes that lost most, at most three
	Fabricated int      `json:"fabricated"`
	Partial    bool     `json:"partial,omitempty"`
}

// pathRoom is how many runes of a path are written: more than any system allows.
const pathRoom = 5000

// line is the score as it is written.
func (s Score) line() ([]byte, error) {
	s.Time = s.Time.UTC().Truncate(time.Millisecond)
	s.Session, s.Path = name(s.Session), PathOf(s.Path)
	for _, w := range []*string{&s.Event, &s.Format, &s.Trigger} {
		*w = one(*w, word)
	}
	b, err := json.Marshal(s)
	return append(b, '\n'), err
}

// PathOf is a path as it is written in a score: without what looks like a key.
func PathOf(path string) string { return cut(shaped.ReplaceAllString(path, Hidden), pathRoom) }

// AppendScore writes a score to the end of the file of the scores in dir, as Append does with a run.
func AppendScore(dir string, s Score) error {
	line, err := s.line()
	if err == nil {
		err = appendLine(dir, ScoresName, line, room)
	}
	if err != nil {
		return fmt.Errorf("the score is not noted down in %s: %w", filepath.Join(dir, ScoresName), bare(err))
	}
	return nil
}

// Scores are those of the transcript at a path, oldest first. Lines that are none are passed over, and
// so is a file that is not there.
func Scores(dir, path string) []Score {
	var out []Score
	path = PathOf(path)
	for _, file := range []string{ScoresName + ".1", ScoresName} {
		b, err := os.ReadFile(filepath.Join(dir, file))
		if err != nil {
			continue
		}
		for line := range bytes.Lines(b) {
			var s Score
			if json.Unmarshal(line, &s) == nil && s.Path == path {
				out = append(out, s)
			}
		}
	}
	return out
}
