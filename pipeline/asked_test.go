package pipeline

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"cutline/model"
	"cutline/model/js"
	"cutline/model/load"
	"cutline/model/sessiontest"
	"cutline/pipeline/slim"
	"cutline/pipeline/summarize"
	"cutline/pipeline/summarize/prompt"
)

// What is asked about real sessions: the chars are those of stage 4, a line that begins as a
// message of the user is one, and the frame is closed once.
func TestAsked(t *testing.T) {
	t.Parallel()
	askAbout(t, sessiontest.Paths(t, "*"))
}

func TestAskedAboutCases(t *testing.T) {
	t.Parallel()
	askAbout(t, append(sessiontest.Shared(t, "cases/cases/cmp-*/*.json"), sessiontest.Shared(t, "cases/cases/cmp-*/*.jsonl")...))
}

func askAbout(t *testing.T, paths []string) {
	t.Helper()
	n := 0
	for _, path := range paths {
		s, err := load.From(bytes.NewReader(sessiontest.Bytes(t, path)), path, load.Choice{})
		if err != nil || len(s.Rows) == 0 {
			continue // it holds several sessions, or none
		}
		n++
		for _, family := range prompt.Families {
			ask(t, path, s, family)
		}
	}
	if n < 5 {
		t.Errorf("only %d of %d files were asked about", n, len(paths))
	}
}

var (
	userLine  = regexp.MustCompile(`(?m)^user: `)
	frameTags = regexp.MustCompile(`(?i)[<＜]\s*/?\s*(?:conversation|conversation_summary|previous-summary|system-reminder)\s*[>＞]`)
)

func ask(t *testing.T, path string, s *model.Session, family string) {
	t.Helper()
	p := Defaults()
	p.Pick.Summarizer, p.Pick.Prompt, p.Partition.Full, p.Instructions = "external", family, true, "mind the tests"
	r := Plan(s, p, Env{Rungs: []summarize.Info{{Rung: summarize.External}}})
	places, err := slim.Places(s, r.Slim, p.Slim)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	text, _, _ := slim.Text(s, r.Slim, p.Slim)
	in := prompt.Input{Family: r.Pick.Family, Preamble: r.Slim.Preamble, Pieces: places, Instructions: p.Instructions}
	built := prompt.Build(in)
	users, quotes, earlier := 0, 0, 0
	for _, at := range places {
		words := strings.TrimPrefix(at.Text, at.Role.String()+": ")
		quotes += len(summarize.QuoteLines(words, summarize.RoleLabel)) - len(words)
		switch {
		case at.Origin == model.FromSummary:
			earlier++
		case at.Role == model.User && !at.Marker:
			users++
		}
	}
	turn := built.Turns[0].Text
	if got, want := js.Units(built.System)+js.Units(turn), js.Units(text)+r.Slim.Suffix+quotes; got != want && earlier < len(places) {
		t.Errorf("%s, %s: %d chars, stage 4 says %d", path, family, got, want)
	}
	if got := len(userLine.FindAllString(turn, -1)); got != users {
		t.Errorf("%s, %s: %d lines begin as messages of the user, %d were sent", path, family, got, users)
	}
	tags := 2
	if family == "prime" && earlier > 0 {
		tags = 4
	}
	if got := len(frameTags.FindAllString(turn, -1)); got != tags {
		t.Errorf("%s, %s: %d tags of frames, want %d", path, family, got, tags)
	}
}
