// Package report writes what became of a compaction as one file that a person can read, keep and
// hand on: Markdown, or HTML without a script and without anything from elsewhere. Text of the session
// is cleaned, and cannot become a part of the document's form.
package report

import (
	"fmt"

	"cutline/pipeline"
	"cutline/pipeline/reassemble"
	"cutline/pipeline/trace"
	"cutline/render/text"
)

// most is how many rows a list of a report has: what counts stands first, and who wants all of it has
// the JSON form.
const most = 200

// longest is how much of a text of the session a row has, in characters.
const longest = 300

// Report is a document.
type Report struct {
	Session []string // lines about it
	Parts   []Part
}

// Part is one compaction. Lists that are empty are left out.
type Part struct {
	Title     string // where, why and by how much
	Headline  string // the score in one line; empty when there is none
	Notes     []string
	Classes   []Bar
	Baselines []Bar
	Lost      []Row
	Invented  []Row
	Findings  []Row
	Gates     []reassemble.Gate
	Decisions []Row
}

// Bar is a share with its name.
type Bar struct {
	Name    string
	Percent int
	Note    string
}

// Row is a line of a list: a word for its kind, where it stands, and what it says.
type Row struct {
	Kind, Place string
	Text        string // of the session, or with words of it
	More        string
}

// Of is the part of one compaction.
func Of(title, headline string, one *pipeline.Scored) Part {
	p := Part{Title: title, Headline: headline, Gates: one.Gates}
	if one.Replaced > 0 {
		p.note("%s of the file were replaced", trace.Count(one.Replaced, "message"))
	}
	if one.Why != "" {
		p.Headline = ""
		p.note("no score: %s", one.Why)
	} else {
		p.scored(one)
	}
	for _, f := range one.Lint {
		p.Findings = append(p.Findings, Row{Kind: f.Name, Place: fmt.Sprintf("line %d", f.Line), Text: f.Message, More: f.Severity})
	}
	p.cut()
	return p
}

func (p *Part) note(format string, args ...any) {
	p.Notes = append(p.Notes, fmt.Sprintf(format, args...))
}

func (p *Part) scored(one *pipeline.Scored) {
	if one.Partial() {
		p.note("%s", one.Gap())
	}
	for _, c := range one.Classes {
		p.Classes = append(p.Classes, Bar{c.Class.String(), int(100*c.Kept + 0.5), fmt.Sprintf("%s, weight %.0f", trace.Count(c.N, "fact"), c.Weight)})
	}
	for _, b := range one.Baselines {
		p.Baselines = append(p.Baselines, Bar{b.Name, int(b.Score + 0.5), fmt.Sprintf("RS %.1f, ~%s", b.Score, trace.Count(b.Tokens, "token"))})
	}
	if worse := one.Verdict(); worse != "" {
		p.note("%s", worse)
	}
	for _, words := range one.Caveats() {
		p.note("%s", words)
	}
	for _, l := range one.Lost {
		word := "lost"
		if l.Kept > 0 {
			word = "weakened"
		}
		p.Lost = append(p.Lost, Row{word + " " + l.Class.String(), fmt.Sprintf("message %d", l.Index), brief(l.Text), fmt.Sprintf("−%.1f", l.Points)})
	}
	for _, f := range one.Fabricated {
		p.Invented = append(p.Invented, Row{Kind: f.Class, Place: fmt.Sprintf("line %d", f.Line), Text: brief(f.Text)})
	}
}

// Decide adds the decisions that led to the compaction.
func (p *Part) Decide(stage string, list []trace.Decision) {
	for _, d := range list {
		p.Decisions = append(p.Decisions, Row{Kind: stage, Place: d.Rule, Text: d.Chose, More: d.Because})
	}
}

// cut takes from long lists what stands last, and says so.
func (p *Part) cut() {
	for _, l := range []struct {
		name string
		rows *[]Row
	}{{"lost or weakened", &p.Lost}, {"not in the session", &p.Invented}, {"findings", &p.Findings}} {
		if n := len(*l.rows); n > most {
			*l.rows = (*l.rows)[:most]
			p.note("%s more are %s; the JSON form has all", text.Num(n-most), l.name)
		}
	}
}

// sign is how a gate ended, in a word.
func sign(pass bool) string {
	if pass {
		return "pass"
	}
	return "fail"
}

// clean is text of a session on one line: what a reader would not see is a mark in it.
func clean(s string) string { return text.CleanLine(s) }

// brief is the beginning of a text of any length.
func brief(s string) string {
	n := 0
	for i := range s {
		if n++; n > longest {
			return s[:i] + "…"
		}
	}
	return s
}
