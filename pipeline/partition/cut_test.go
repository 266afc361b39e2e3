package partition

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"cutline/model"
	"cutline/model/sessiontest"
	"cutline/pipeline/trace"
)

// path is a path of entries of ten tokens each: u user, a answer, t result, n note, x setting,
// C compaction that kept nothing.
func path(letters string) []model.Entry {
	flags := map[rune]model.EntryFlags{
		'u': model.Speaks | model.Weighs | model.Leads | model.Opens | model.Asks,
		'a': model.Speaks | model.Weighs | model.Leads, 't': model.Speaks | model.Weighs,
		'n': model.Speaks | model.Leads | model.Opens, 'x': 0, 'C': model.Recounts,
	}
	var out []model.Entry
	for k, l := range letters {
		e := model.Entry{ID: fmt.Sprint(k), Type: "message", Row: -1, Est: 10, Flags: flags[l]}
		switch l {
		case 'C':
			e.Type = "compaction"
		case 'x', 'n':
			e.Type = "note"
		}
		out = append(out, e)
	}
	return out
}

func TestFind(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, path     string
		keep           int
		original, safe string // kept, turn and whether it is parted
	}{
		{"at a user", "uaua", 20, "2 -1 false", ""},
		{"inside a turn", "uauatata", 30, "5 2 true", ""},
		{"a result may not begin it", "uatata", 20, "5 0 true", ""},
		{"all is less than the budget", "uaua", 50, "0 -1 false", ""},
		{"exactly the budget", "uaua", 40, "0 -1 false", ""},
		{"no place at all", "ttt", 10, "0 -1 false", ""},
		{"results at the end", "uauat", 10, "0 -1 false", "3 2 true"},
		{"results and a note at the end", "uauatn", 10, "5 5 true", "3 2 true"},
		{"a setting before a user", "uaxua", 20, "2 0 true", "2 -1 false"},
		{"a setting before an answer", "uaxa", 10, "2 0 true", ""},
		{"a note before a user", "uanua", 20, "2 2 true", ""},
		{"a setting and a note before a user", "uaxnua", 20, "2 0 true", "2 -1 false"},
		{"a note alone costs nothing", "uann", 10, "1 0 true", ""},
		{"a compaction stops the way back", "uaCxua", 20, "3 -1 false", ""},
	} {
		entries := path(tt.path)
		start := lastCompaction(entries) + 1
		words := func(p Point) string { return fmt.Sprint(p.Kept, p.Turn, p.Split) }
		if tt.safe == "" {
			tt.safe = tt.original
		}
		if got := words(find(entries, start, tt.keep, true)); got != tt.original {
			t.Errorf("%s, as the original: %s, want %s", tt.name, got, tt.original)
		}
		if got := words(find(entries, start, tt.keep, false)); got != tt.safe {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.safe)
		}
	}
}

// TestBetterThanTheOriginal names every vector at which the cut is another one than the
// original's, and where it is instead.
func TestBetterThanTheOriginal(t *testing.T) {
	want := map[string]string{
		"r13-random 2": "3 -1 false", "s07-keep-zero-tool-last 0": "3 2 true", "s07-keep-zero-tool-last 1": "3 2 true",
		"s08-trailing-huge-tool 0": "3 2 true", "s08-trailing-huge-tool 1": "3 2 true", "s15-first-kept-after-compaction 0": "6 5 true",
		"s15-first-kept-after-compaction 1": "3 -1 false", "s20-model-change-before-user 0": "2 -1 false", "s21-settings-run-before-user 0": "2 -1 false",
		"s61-cut-between-custom-run 0": "2 -1 false", "s66-unknown-entry-types 0": "3 -1 false",
		"s71-retry-after-skipped-outcome 0": "3 2 true", "s71-retry-after-skipped-outcome 1": "3 2 true",
	}
	got := map[string]string{}
	each(t, sessiontest.Shared(t, "testdata/"+"prime")[0], func(t *testing.T, name string, s *model.Session, c *oracleCase) {
		t.Helper()
		if len(s.Entries) == 0 {
			return
		}
		original, better := cutOf(s, c.Input.Settings.KeepRecentTokens, true), cutOf(s, c.Input.Settings.KeepRecentTokens, false)
		p := better.Cut.Point
		said := func(o Output) bool {
			return slices.ContainsFunc(o.Decisions, func(d trace.Decision) bool { return d.Rule == "known-defect" && d.Because != "" })
		}
		if differs := p != original.Cut.Point; differs {
			got[name] = fmt.Sprint(p.Kept, p.Turn, p.Split)
		}
		if differs := p != original.Cut.Point; said(better) != differs || said(original) != differs {
			t.Errorf("%s: the cut differs: %v, and it is said: %v and %v", name, differs, said(better), said(original))
		}
		empty := len(p.History(s.Entries))+len(p.Prefix(s.Entries)) == 0
		if (better.Refused != "") != (empty || s.Entries[len(s.Entries)-1].Type == "compaction") {
			t.Errorf("%s: refused %q, nothing to summarize: %v", name, better.Refused, empty)
		}
		checkGroups(t, name, s, better)
	})
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// checkGroups: every message is summarized, of the parted turn, or kept, and in that order; no
// result is kept without its call.
func checkGroups(t *testing.T, name string, s *model.Session, out Output) {
	t.Helper()
	all := append(out.Read(), out.Tail...)
	slices.Sort(all)
	if !slices.Equal(all, out.Considered) || len(all) != len(s.Rows) {
		t.Errorf("%s: of %d messages %v are read, %v kept", name, len(s.Rows), out.Read(), out.Tail)
	}
	if len(out.Across.Orphans) > 0 {
		t.Errorf("%s: results %v are kept without their calls", name, out.Across.Orphans)
	}
	for _, d := range out.Decisions {
		if d.Rule == "" || d.Chose == "" || d.Because == "" || strings.Contains(d.Chose+d.Because, "%!") {
			t.Errorf("%s: a decision without its words: %+v", name, d)
		}
	}
}

func TestPairsStayWhole(t *testing.T) {
	t.Parallel()
	entry := func(id, parent, message string) string {
		return fmt.Sprintf(`{"type":"message","id":%q,"parentId":%q,"timestamp":"t","message":%s}`+"\n", id, parent, message)
	}
	text := `{"type":"session","version":3,"id":"h","timestamp":"t","cwd":"/"}` + "\n" +
		strings.Replace(entry("1", "", `{"role":"user","content":"`+strings.Repeat("x", 400)+`"}`), `"parentId":""`, `"parentId":null`, 1) +
		entry("2", "1", `{"role":"assistant","content":[{"type":"text","text":"on it"}]}`) +
		entry("3", "2", `{"role":"assistant","content":[{"type":"toolCall","id":"c","name":"bash","arguments":{}}]}`) +
		`{"type":"custom_message","id":"4","parentId":"3","timestamp":"t","customType":"note","content":"remember","display":true}` + "\n" +
		entry("5", "4", `{"role":"user","content":"and this"}`) +
		entry("6", "5", `{"role":"toolResult","toolCallId":"c","toolName":"bash","content":"done","isError":false}`)
	s := read(t, []byte(text))
	p := Defaults()
	p.Rule, p.KeepRecent = CutPoint, 3
	in := Input{Rows: s.Rows, Links: s.Links, Entries: s.Entries, Params: p}
	if out := Run(in); out.Cut.KeptID != "3" || len(out.Across.Orphans) > 0 || fmt.Sprint(out.Prefix) != "[0 1]" {
		t.Errorf("kept from %s, across %+v, prefix %v", out.Cut.KeptID, out.Across, out.Prefix)
	}
	in.Params.Faithful = true
	out := Run(in)
	if out.Cut.KeptID != "4" || len(out.Across.Orphans) != 1 {
		t.Errorf("as the original: kept from %s, across %+v", out.Cut.KeptID, out.Across)
	}
	kinds := ""
	for _, w := range out.Warnings {
		kinds += w.Kind + " "
	}
	if !strings.Contains(kinds, "known-defect") || !strings.Contains(kinds, "parted-pair") {
		t.Errorf("warnings %s", kinds)
	}
}

// sized gives every message of a script 40 chars: ten tokens.
func sized(tb testing.TB, script string) ([]model.Row, []model.Link) {
	tb.Helper()
	rows, links := session(tb, script)
	for i := range rows {
		rows[i].Chars = 40
	}
	return rows, links
}

// TestCutOfMessages: a format without entries is cut by its messages.
func TestCutOfMessages(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, script string
		keep         int
		with         func(*Params)
		want         string // summarize | prefix | tail
		refused      string
	}{
		{"at a person's message", "p a p a", 20, nil, "0 1 |  | 2 3", ""},
		{"inside a turn", "p a p c1 r1 a", 20, nil, "0 1 | 2 3 4 | 5", ""},
		{"the turn stays whole", "p a p c1 r1 a", 20, func(p *Params) { p.AlignTurns = true }, "0 1 |  | 2 3 4 5", ""},
		{"one turn that stays whole", "p c1 r1 a", 10, func(p *Params) { p.AlignTurns = true }, " |  | 0 1 2 3", TooShort},
		{"the system message is set aside", "s p a p a", 20, nil, "1 2 |  | 3 4", ""},
		{"an earlier summary is read", "m p a p a", 20, nil, "0 1 2 |  | 3 4", ""},
		{"an earlier summary is no beginning", "p m p a", 20, nil, "0 1 |  | 2 3", ""},
		{"only an earlier summary", "m p a", 100, nil, "0 |  | 1 2", NothingNew},
		{"everything fits", "p a p a", 100, nil, " |  | 0 1 2 3", TooShort},
		{"just compacted", "p a m", 10, nil, "2 | 0 | 1", Already},
		{"nothing", "", 10, nil, " |  | ", TooShort},
		{"results at the end", "p a p c1 r1", 10, nil, "0 1 | 2 | 3 4", ""},
		{"all is summarized", "p a p a", 20, func(p *Params) { p.Full = true }, "0 1 2 3 |  | ", ""},
		{"by hand", "p a p a", 20, func(p *Params) { p.SplitAt = 3 }, "0 1 2 |  | 3", ""},
	} {
		rows, links := sized(t, tt.script)
		p := Defaults()
		p.Rule, p.KeepRecent = CutPoint, tt.keep
		if tt.with != nil {
			tt.with(&p)
		}
		out := Run(Input{Rows: rows, Links: links, Params: p})
		if got := list(out.Summarize) + " | " + list(out.Prefix) + " | " + list(out.Tail); got != tt.want || out.Refused != tt.refused {
			t.Errorf("%s: %s, refused %q; want %s, %q", tt.name, got, out.Refused, tt.want, tt.refused)
		}
		if len(out.Both) > 0 || out.Rescued || !out.OtherSame {
			t.Errorf("%s: both %v, rescued %v", tt.name, out.Both, out.Rescued)
		}
		if (out.Cut == nil) != (p.Full || p.SplitAt >= 0) {
			t.Errorf("%s: cut %+v", tt.name, out.Cut)
		}
	}
}

func TestEntries(t *testing.T) {
	t.Parallel()
	rows := []model.Row{
		{Role: model.User, Origin: model.Person, Chars: 5, Images: 1},
		{Role: model.Assistant, Chars: 8, Flags: model.HasCall},
		{Role: model.Tool, Chars: 1, Images: 2},
	}
	links := []model.Link{{ID: "1", Name: "bash", Row: 1}, {ID: "1", Name: "bash", Row: 2, Result: true}}
	var got []int
	for _, e := range Entries(rows, links, nil) {
		got = append(got, e.Est)
	}
	if d := cmp.Diff([]int{2, 3, 2401}, got); d != "" { // an image of a user costs nothing, of a result 1,200; a call its name too
		t.Error(d)
	}
}

// TestCutLaws: whatever the messages, each is summarized or kept, what stays is the end of the
// session, no safe cut parts a call from its result, and no input is written to.
func TestCutLaws(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		script := drawn(rt)
		rows, links := sized(t, script)
		p := Params{
			Rule: CutPoint, SplitAt: -1, KeepRecent: rapid.IntRange(0, 300).Draw(rt, "keep"),
			AlignTurns: rapid.Bool().Draw(rt, "align"), Faithful: rapid.Bool().Draw(rt, "faithful"),
		}
		before := fmt.Sprint(rows, links)
		out := Run(Input{Rows: rows, Links: links, Params: p})
		if fmt.Sprint(rows, links) != before {
			rt.Fatal("the input was written to")
		}
		all := append(slices.Clone(out.Read()), out.Tail...)
		slices.Sort(all)
		if !slices.Equal(all, out.Considered) && len(all)+len(out.Considered) > 0 {
			rt.Fatalf("%s: considered %v, read %v, tail %v", script, out.Considered, out.Read(), out.Tail)
		}
		for _, i := range out.Read() {
			if len(out.Tail) > 0 && i > out.Tail[0] && rows[i].Origin != model.FromSummary {
				rt.Fatalf("%s: message %d is summarized behind the cut at %d", script, i, out.Tail[0])
			}
		}
		if !p.Faithful && len(out.Across.Orphans) > 0 {
			rt.Fatalf("%s cut at %d: results %v without their calls", script, out.Split, out.Across.Orphans)
		}
		if len(out.Tail) > 0 && out.Tail[0] >= 0 && rows[out.Tail[0]].Role == model.Tool && slices.ContainsFunc(out.Considered, func(i int) bool { return rows[i].Role != model.Tool && rows[i].Origin != model.FromSummary }) {
			rt.Fatalf("%s: the tail begins with a result", script)
		}
	})
}
