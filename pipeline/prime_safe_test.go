package pipeline

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/model"
	"cutline/model/sessiontest"
	"cutline/pipeline/partition"
	"cutline/pipeline/slim"
	"cutline/pipeline/summarize"
)

// The ways in which the safe mode differs from the original, by the known defect that each answers.
const (
	knownCarried  = "carried"  // the previous summary was lost when only the beginning of a turn is summarized
	knownTrailing = "trailing" // results at the end that fill what is kept stop everything
	knownNotes    = "notes"    // only notes are kept, and not the results that are worked on
	knownRefused  = "refused"  // nothing is new, or nothing of it is ever sent, and a model is asked all the same
	knownSettings = "settings" // a setting before a message makes a turn of the one before it
	knownOrphan   = "orphan"   // a result is kept without its call
	knownBehind   = "behind"   // what the last compaction kept stands behind it in a damaged file
	knownMinded   = "minded"   // what a person asked for does not reach the turn that is cut
	knownListed   = "listed"   // files: the tools of all agents, lists of earlier summaries taken off
	knownQuoted   = "quoted"   // what could pass for a label or a frame is made harmless
)

// defects are how the decision about a cut says which of them it is.
var defects = map[string]string{
	"no later place may begin":     knownTrailing,
	"only notes would be kept":     knownNotes,
	"without its call":             knownOrphan,
	"settings that stand before":   knownSettings,
	"a kept entry that stands beh": knownBehind,
}

// both is one case in one mode.
type both struct {
	plan    Report
	run     *Result
	asked   []summarize.Request
	sent    []summarize.Prompt
	refused bool
}

func inMode(t *testing.T, c *vector, s *model.Session, faithful bool) both {
	t.Helper()
	rec := record(nil)
	p := c.settings(t, faithful)
	w := c.world(t, rec)
	out := both{plan: Plan(s, p, w.Env)}
	res, err := Run(t.Context(), s, p, w, nil)
	out.run, out.asked, out.sent, out.refused = res, rec.asked, rec.model.sent, err != nil
	return out
}

// differences are the ways in which the modes differ in one case. What none of them explains is an
// error.
func differences(t *testing.T, name string, exact, safe both) []string {
	t.Helper()
	if exact.refused {
		if !safe.refused && !slices.Equal(cutDefects(safe.plan), []string{knownTrailing}) {
			t.Errorf("%s: the original refuses, and the safe mode compacts: %+v", name, safe.plan.Partition.Decisions)
		}
		if safe.refused {
			return nil
		}
		return cutDefects(safe.plan)
	}
	if safe.refused {
		cut := exact.plan.Partition.Cut
		if safe.plan.Partition.Refused != partition.NothingNew || cut.Told+cut.Parted > 0 && len(cutDefects(safe.plan)) == 0 {
			t.Errorf("%s: refused: %s", name, safe.plan.Nothing)
		}
		return append(cutDefects(safe.plan), knownRefused)
	}
	out := cutDefects(safe.plan)
	moved := len(out) > 0
	if a, b := exact.plan.Partition.Cut.Point, safe.plan.Partition.Cut.Point; (a.Kept != b.Kept || a.Turn != b.Turn || a.Start != b.Start) != moved {
		t.Errorf("%s: cut %+v and %+v, said to be for %v", name, a, b, out)
	}
	if moved {
		return out // what is read and written is of other messages
	}
	if len(exact.sent) != len(safe.sent) {
		words, _ := serializedOf(t, exact.sent[0])
		if words != "" || len(exact.sent) != len(safe.sent)+1 {
			t.Errorf("%s: %d requests and %d", name, len(exact.sent), len(safe.sent))
		}
		return append(out, knownRefused)
	}
	for k := range exact.sent {
		a, b := exact.asked[k], safe.asked[k]
		if kindOf(a) != kindOf(b) || exact.sent[k].MaxOutput != safe.sent[k].MaxOutput || !slices.Equal(a.List, b.List) {
			t.Errorf("%s: request %d is another one", name, k)
		}
		if a.Instructions != b.Instructions {
			if b.Job.Kind != summarize.Prefix || a.Instructions != "" {
				t.Errorf("%s: request %d minds %q and %q", name, k, a.Instructions, b.Instructions)
			}
			out = append(out, knownMinded)
		}
		if a.Job.Previous != b.Job.Previous {
			if !strings.HasPrefix(a.Job.Previous, b.Job.Previous) || !strings.Contains(a.Job.Previous, "-files>") {
				t.Errorf("%s: previous %q and %q", name, a.Job.Previous, b.Job.Previous)
			}
			out = append(out, knownListed)
		}
		x, _ := serializedOf(t, exact.sent[k])
		y, _ := serializedOf(t, safe.sent[k])
		if x != y {
			if unquoted(x) != unquoted(y) {
				t.Errorf("%s: request %d reads something else: %s", name, k, cmp.Diff(x, y))
			}
			out = append(out, knownQuoted)
		}
	}
	return append(out, saved(t, name, exact, safe)...)
}

// saved are the differences of what is written.
func saved(t *testing.T, name string, exact, safe both) []string {
	t.Helper()
	var out []string
	a, b := exact.run.Report.Summary.Text, safe.run.Report.Summary.Text
	if d := cmp.Diff(exact.run.Report.Files, safe.run.Report.Files); d != "" {
		out = append(out, knownListed)
		a, _, _ = strings.Cut(a, "\n\n<read-files>")
		a, _, _ = strings.Cut(a, "\n\n<modified-files>")
		b, _, _ = strings.Cut(b, "\n\n<read-files>")
		b, _, _ = strings.Cut(b, "\n\n<modified-files>")
	}
	if a != b {
		_, x, _ := strings.Cut(a, turnContext)
		before, y, _ := strings.Cut(b, turnContext)
		if !strings.HasPrefix(a, noHistory) || x != y || before == "" || strings.Contains(before, "-files>") {
			t.Errorf("%s: summary %q and %q", name, a, b)
		}
		out = append(out, knownCarried)
	}
	if len(out) == 0 && exact.run.Written.Rope.Size() != safe.run.Written.Rope.Size() {
		t.Errorf("%s: %d bytes and %d are written", name, exact.run.Written.Rope.Size(), safe.run.Written.Rope.Size())
	}
	return out
}

// cutDefects are those that moved the cut.
func cutDefects(r Report) []string {
	var out []string
	for _, d := range r.Partition.Decisions {
		if d.Rule != "known-defect" {
			continue
		}
		for words, name := range defects {
			if strings.Contains(d.Because, words) {
				out = append(out, name)
			}
		}
	}
	return out
}

// unquoted is a conversation without quote marks and brackets, and without the results that are cut:
// quoting makes them longer, so that they are cut elsewhere.
func unquoted(s string) string {
	parts := strings.Split(s, slim.Separator+"[")
	var out []string
	for k, p := range parts {
		if cut := k+1 < len(parts) && strings.HasPrefix(parts[k+1], "... "); !cut && !strings.HasPrefix(p, "... ") {
			out = append(out, p)
		}
	}
	return strings.NewReplacer("> ", "", "<", "[", ">", "]").Replace(strings.Join(out, "["))
}

// TestSafeMode: the safe mode differs from the original where a known defect is answered, and nowhere
// else.
func TestSafeMode(t *testing.T) {
	t.Parallel()
	checkSafe(t, filepath.Join(sessiontest.Root(t), "testdata", "prime"), false)
}

func TestSafeModeOfAll(t *testing.T) {
	t.Parallel()
	checkSafe(t, sessiontest.Shared(t, "testdata/"+"prime")[0], true)
}

func checkSafe(t *testing.T, dir string, all bool) {
	t.Helper()
	got := map[string]string{}
	for _, f := range vectorFiles(t, dir) {
		var cases []string
		for k := range f.Cases {
			c := &f.Cases[k]
			if c.Error != "" {
				continue
			}
			name := fmt.Sprintf("%s %d", f.name, k)
			s := f.at(t, c)
			d := differences(t, name, inMode(t, c, s, true), inMode(t, c, s, false))
			if len(d) > 0 {
				slices.Sort(d)
				cases = append(cases, fmt.Sprintf("%d %s", k, strings.Join(slices.Compact(d), "+")))
			}
		}
		if len(cases) > 0 {
			got[f.name] = strings.Join(cases, ", ")
		}
		if want := safeDiffers[f.name]; want != got[f.name] {
			t.Errorf("%q: %q,", f.name, got[f.name])
		}
	}
	for name := range safeDiffers {
		if all && got[name] == "" {
			t.Errorf("%s: nothing differs", name)
		}
	}
}
