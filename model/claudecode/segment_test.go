package claudecode

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/model"
)

// TestSegment is the form of newer builds: the tail in front of the boundary, which names it.
func TestSegment(t *testing.T) {
	newer := func(l string) string { return strings.Replace(l, `"version":"2.1.9"`, `"version":"2.1.217"`, 1) }
	in := newer(line("u1", "", "user", say("hello"))) + newer(line("u2", "u1", "user", say("and on"))) +
		newer(line("a1", "u2", "assistant", say("fine"))) + `{"type":"custom-title","customTitle":"Greetings","sessionId":"s1"}` + "\n"
	s := open(t, []byte(in))
	d := draftFrom(s, 1)
	d.Items[0].Text, d.TokensBefore = "Summary", 125
	_, b := write(t, s, d, options())
	c := checked(t, b)
	if c.Summary != 0 || len(c.Messages) != 3 {
		t.Errorf("%d messages, the summary is %d", len(c.Messages), c.Summary)
	}
	lines := strings.Split(string(b), "\n")
	id := func(n int) string { return fmt.Sprintf("00000000-0000-4000-8000-%012d", n) }
	for n, part := range []string{
		`{"parentUuid":null,`, `{"parentUuid":"` + id(2) + `",`,
		`{"parentUuid":null,"logicalParentUuid":"` + id(3) + `",`, `{"parentUuid":"` + id(5) + `",`,
		`{"type":"custom-title","customTitle":"Greetings","sessionId":"` + id(1) + `"}`,
	} {
		if !strings.HasPrefix(lines[n], part) {
			t.Errorf("line %d: %.200s", n+1, lines[n])
		}
	}
	kept := `["` + id(2) + `","` + id(3) + `"]`
	want := `"compactMetadata":{"trigger":"manual","preTokens":125,"preservedSegment":{"headUuid":"` + id(2) + `","anchorUuid":"` + id(4) + `","tailUuid":"` + id(3) + `"},` +
		`"preservedMessages":{"anchorUuid":"` + id(4) + `","uuids":` + kept + `,"allUuids":` + kept + `},"postTokens":`
	if !strings.Contains(lines[2], want) {
		t.Errorf("%s\nis not in %s", want, lines[2])
	}
	again := open(t, b)
	if again.Title != "Greetings" || again.Model != s.Model || again.Usage.Known || again.Earlier+again.Branches != 0 {
		t.Errorf("title %s, model %s, usage %+v, %d earlier, %d branches", again.Title, again.Model, again.Usage, again.Earlier, again.Branches)
	}
	got := again.Compactions[0]
	if got.Kept != 2 || got.Missing != 0 || got.After == 0 || got.Summary != 0 {
		t.Errorf("%+v", got)
	}

	// What the agent appends hangs below the tail; the next compaction finds it in its place.
	b = append(b, newer(line("u3", id(3), "user", say("more")))...)
	next := open(t, b)
	if d := cmp.Diff([]string{"Summary", "and on", "fine", "more"}, texts(t, next)); d != "" || next.Branches != 0 {
		t.Errorf("%d branches; %s", next.Branches, d)
	}
	_, b = write(t, next, draftFrom(next, 2), options())
	if checked(t, b); strings.Contains(string(b), `"Summary"`) {
		t.Errorf("the summary before is still there: %s", b)
	}
	if d := cmp.Diff([]string{"fine", "more"}, texts(t, open(t, b))[1:]); d != "" {
		t.Error(d)
	}
}

// TestSegmented is which inputs get that form.
func TestSegmented(t *testing.T) {
	seg := line("b", "", "system", "", `"subtype":"compact_boundary"`, `"compactMetadata":{"preservedSegment":{"headUuid":"x"},"preCompactDiscoveredTools":["WebFetch"],"cumulativeDroppedTokens":70}`)
	plain := line("b", "", "system", "", `"subtype":"compact_boundary"`, `"compactMetadata":{"trigger":"auto","preTokens":9}`)
	for _, tt := range []struct {
		version, boundary string
		want              bool
	}{
		{"2.1.199", "", false},
		{"2.1.200", "", true},
		{"2.1.219-beta.1", "", true},
		{"2.2.0", "", true},
		{"1.9.300", "", false},
		{"3.0.0", "", true},
		{"", "", false},
		{"2.1", "", false},
		{"[trimmed]", "", false},
		{"2.1.9", plain, false},
		{"2.1.9", seg, true},
		{"2.1.219", plain, true},
	} {
		in := strings.ReplaceAll(tt.boundary+line("u1", "", "user", say("one"))+line("u2", "u1", "user", say("two")), `"version":"2.1.9"`, `"version":"`+tt.version+`"`)
		s := open(t, []byte(in))
		d := draftFrom(s, len(s.Rows)-1)
		d.TokensBefore = 1000
		_, b := write(t, s, d, options())
		checked(t, b)
		if got := strings.Contains(string(b), `"preservedSegment"`); got != tt.want {
			t.Errorf("version %q, boundary %t: a named tail %t, want %t", tt.version, tt.boundary != "", got, tt.want)
		}
		if tt.boundary == seg {
			after := open(t, b).Compactions[0].After
			for _, part := range []string{`"preCompactDiscoveredTools":["WebFetch"]`, fmt.Sprintf(`"cumulativeDroppedTokens":%d`, 70+1000-after)} {
				if !strings.Contains(string(b), part) {
					t.Errorf("%s is not in %s", part, b)
				}
			}
		}
	}
}

// TestTitle is a session that keeps its name, whoever gave it.
func TestTitle(t *testing.T) {
	for _, named := range []string{
		`{"type":"custom-title","customTitle":"Named","sessionId":"s1"}`, `{"type":"ai-title","aiTitle":"Named","sessionId":"s1"}`,
		`{"type":"summary","summary":"Named","leafUuid":"u2"}`,
	} {
		s := open(t, []byte(named+"\n"+line("u1", "", "user", say("one"))+line("u2", "u1", "user", say("two"))))
		_, b := write(t, s, draftFrom(s, 1), options())
		checked(t, b)
		if again := open(t, b); again.Title != "Named" {
			t.Errorf("%s became %q", named, again.Title)
		}
	}
}

// TestStaleUsage: the answers of a tail were given in the context before; later ones count.
func TestStaleUsage(t *testing.T) {
	s := open(t, []byte(line("u1", "", "user", say("one"))+line("u2", "u1", "user", say("two"))+line("a1", "u2", "assistant", say("fine"))))
	w, b := write(t, s, draftFrom(s, 1), options())
	again := open(t, b)
	if again.Usage.Known || again.Usage.Total != s.Usage.Total || again.Model != "claude-sonnet-4-5" {
		t.Errorf("%+v, model %s", again.Usage, again.Model)
	}
	last := again.Rows[len(again.Rows)-1]
	raw, err := model.ReadSource(again.Reader, again.Sources[last.Source])
	if err != nil {
		t.Fatal(err)
	}
	later := strings.NewReplacer(`"a1"`, `"a2"`, "2026-03-01", "2028-03-01", w.ID, w.ID).Replace(string(raw))
	later = strings.Replace(later, `"uuid":"`, `"uuid":"f`, 1)
	if again = open(t, append(b, later+"\n"...)); !again.Usage.Known || again.Usage.Input != 125 {
		t.Errorf("%+v", again.Usage)
	}
}
