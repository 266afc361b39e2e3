// Package runlog is what the program notes down about itself: a line for each run of a compaction,
// in the folder of its state, and a log of what it does when a person asks for one. Neither holds a
// text of a session or of a summary, nor a key.
package runlog

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"time"

	"cutline/model/pattern"
)

// Record is one run. The texts are names; what is none, or looks like a key, is not written as it is.
type Record struct {
	Time         time.Time `json:"time"`
	Session      string    `json:"session"` // the file, of which only the last part of the path is written
	ID           string    `json:"id,omitempty"`
	Format       string    `json:"format"`
	Strategy     string    `json:"strategy"`
	Outcome      string    `json:"outcome"`
	ErrorKinds   []string  `json:"errorKinds"`
	Attempts     int       `json:"attempts"`
	Family       string    `json:"family,omitempty"`
	Host         string    `json:"host,omitempty"` // of the provider; empty when nobody was called
	Model        string    `json:"model,omitempty"`
	TokensBefore int       `json:"tokensBefore"`
	TokensAfter  int       `json:"tokensAfter"`
	CharsBefore  int       `json:"charsBefore"`
	CharsAfter   int       `json:"charsAfter"`
	Compression  float64   `json:"compression"` // share of the tokens that went
	Millis       int64     `json:"ms"`
}

const (
	nameRoom  = 200 // runes of a name; longer ones are cut
	kindsRoom = 20  // kinds of errors; a run has a few attempts on each of three rungs
	other     = "other"
)

var (
	// word is what outcomes, kinds, formats, strategies and families look like.
	word = pattern.New(`^[A-Za-z][A-Za-z0-9-]{0,39}$`)
	// address is a host, with or without a port.
	address = pattern.New(`^[A-Za-z0-9.:\[\]-]{1,255}$`)
)

// line is the record as it is written.
func (r Record) line() ([]byte, error) {
	r.Time = r.Time.UTC().Truncate(time.Millisecond)
	if r.Session != "" {
		r.Session = name(filepath.Base(Hide(r.Session)))
	}
	r.ID, r.Model = name(r.ID), name(r.Model)
	for _, w := range []*string{&r.Format, &r.Strategy, &r.Outcome, &r.Family} {
		*w = one(*w, word)
	}
	r.Host = one(r.Host, address)
	kinds := make([]string, 0, min(len(r.ErrorKinds), kindsRoom))
	for _, k := range r.ErrorKinds[:min(len(r.ErrorKinds), kindsRoom)] {
		kinds = append(kinds, one(k, word))
	}
	r.ErrorKinds = kinds
	b, err := json.Marshal(r)
	return append(b, '\n'), err
}

// one is a word of a small set; what has not the form of one is written as other.
func one(s string, form *pattern.Regexp) string {
	if s == "" || form.MatchString(s) && Hide(s) == s {
		return s
	}
	return other
}

// name is a name that somebody else has given: a file, an id, a model.
func name(s string) string {
	s = Hide(s)
	if i := strings.IndexAny(s, "\r\n"); i >= 0 { // more than one line is a text
		s = s[:i]
	}
	return cut(s, nameRoom)
}

// cut leaves the first runes of a text and says that there were more.
func cut(s string, most int) string {
	if len(s) <= most {
		return s
	}
	r := []rune(s)
	if len(r) <= most {
		return s
	}
	return string(r[:most]) + "…"
}
