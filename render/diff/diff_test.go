package diff

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"
	"github.com/google/go-cmp/cmp"

	"cutline/model"
	"cutline/model/measure"
	"cutline/pipeline"
	"cutline/pipeline/partition"
	"cutline/render"
	"cutline/render/text"
	"cutline/render/theme"
)

// store is a file of messages: a record is the message's number. It counts what is read.
type store struct {
	messages []model.Message
	file     string
	read     int
}

func (s *store) ReadAt(b []byte, off int64) (int, error) { return copy(b, s.file[off:]), nil }

func (s *store) Decode(records [][]byte, _ model.Row) (model.Message, error) {
	i, err := strconv.Atoi(string(records[0]))
	if err != nil {
		return model.Message{}, fmt.Errorf("record %q: %w", records[0], err)
	}
	s.read++
	return s.messages[i], nil
}

func session(messages ...model.Message) (*model.Session, *store) {
	st := &store{messages: messages}
	s := &model.Session{Format: "chat", Reader: st, Decoder: st}
	b := measure.New(s)
	for i, m := range messages {
		n := strconv.Itoa(i)
		b.Add(m, []model.Source{{Off: int64(len(st.file)), Len: int64(len(n)), Line: i + 1}}, 0, 0)
		st.file += n
	}
	b.Finish()
	return s, st
}

func say(role model.Role, origin model.Origin, lines ...string) model.Message {
	return model.Message{Role: role, Origin: origin, Parts: []model.Part{{Kind: model.Text, Text: strings.Join(lines, "\n")}}}
}

func result(lines ...string) model.Message {
	return model.Message{Role: model.Tool, Parts: []model.Part{
		{Kind: model.Result, ID: "c1", Name: "Read", Output: []model.Part{{Kind: model.Text, Text: strings.Join(lines, "\n")}}},
	}}
}

func numbered(n int, format string) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprintf(format, i)
	}
	return out
}

// compacted makes the input of a diff: the system message in front, gone messages, and a
// tail from split on.
func compacted(before []model.Message, split int, summary string, after ...model.Message) (Input, *store, *store) {
	s, st := session(before...)
	a, sta := session(after...)
	r := &pipeline.Report{Partition: partition.Output{System: 0, UserInfo: -1, Split: split}}
	d := &r.Reassemble.Draft
	d.Items = []model.Item{{Kind: model.KeptSystem, Row: 0}, {Kind: model.NewSummary, Row: -1, Text: summary}}
	for i := split; i < len(before); i++ {
		d.Items = append(d.Items, model.Item{Kind: model.KeptTail, Row: i})
	}
	return Input{Before: s, Report: r, After: a}, st, sta
}

func example() Input {
	const user, agent = model.User, model.Assistant
	before := []model.Message{
		say(model.System, model.NoOrigin, numbered(9, "rule %d")...),
		say(user, model.Person, "make every screen exactly 80 wide"),
		say(agent, model.NoOrigin, "I will start with the goldens."),
		result(numbered(7, "line %d of the file")...),
		say(agent, model.NoOrigin, "\x1b[31mred\x1b[0m\tand 日本語"),
		say(agent, model.NoOrigin, "Two goldens differ."),
		say(agent, model.NoOrigin, "All green. Shall I commit?"),
		say(user, model.Person, "yes, and write down why"),
		result("kept", "as it is"),
		say(agent, model.NoOrigin, "Committing."),
	}
	summary := strings.Join(append([]string{"<conversation_summary>"}, numbered(50, "point %d")...), "\n")
	in, _, _ := compacted(before, 7, summary, before[0], say(user, model.FromSummary, summary), before[7], result("kept", "repaired"), before[9])
	return in
}

func TestDiff(t *testing.T) {
	res := Build(example())
	for _, w := range []int{60, 120} {
		for mode, th := range map[string]*theme.Theme{"plain": theme.Plain(), "dark": theme.Colour(true)} {
			t.Run(fmt.Sprintf("%s-%d", mode, w), func(t *testing.T) {
				var out strings.Builder
				for i, r := range res.Rows {
					l := Line(th, r, 3, i == 4, true, w)
					if n := text.Width(l); n != w {
						t.Errorf("row %d takes %d cells: %q", i, n, l)
					}
					out.WriteString(l + "\n")
				}
				golden.RequireEqual(t, []byte(out.String()))
			})
		}
	}
	type size struct{ Gone, New, Kept int }
	if d := cmp.Diff(size{6, 1, 4}, size{res.Gone, res.New, res.Kept}); d != "" {
		t.Error(d)
	}
	for _, k := range res.Hunks {
		if kind := res.Rows[k].Kind; kind != Minus && kind != Plus {
			t.Errorf("row %d is no change", k)
		}
	}
	if len(res.Hunks) != 2 { // what was summarized, and the repaired result
		t.Errorf("%d hunks: %v", len(res.Hunks), res.Hunks)
	}
}

func TestOpenFolds(t *testing.T) {
	in := example()
	count := func(open ...int) int {
		in.Open = func(fold int) bool {
			for _, f := range open {
				if f == fold {
					return true
				}
			}
			return false
		}
		return len(Build(in).Rows)
	}
	shut := count()
	for name, c := range map[string]struct{ fold, more int }{
		"front":   {FoldFront, 9 - headLines - 1},
		"gone":    {FoldGone, 2 - 1},
		"summary": {FoldSummary, 51 - headSum - tailSum - 1},
		"tail":    {FoldTail, 0},
	} {
		if got := count(c.fold) - shut; got != c.more {
			t.Errorf("%s: opening adds %d rows instead of %d", name, got, c.more)
		}
	}
}

// However long a session is, only a few of its messages are read.
func TestReadsLittle(t *testing.T) {
	for _, n := range []int{100, 20_000} {
		before := make([]model.Message, n)
		for i := range before {
			before[i] = say(model.Assistant, model.NoOrigin, fmt.Sprintf("step %d", i))
		}
		split := n / 2
		before[split] = say(model.User, model.Person, "go on")
		after := append([]model.Message{before[0], say(model.User, model.FromSummary, "a summary")}, before[split:]...)
		in, st, sta := compacted(before, split, "a summary", after...)
		res := Build(in)
		if reads := st.read + sta.read; reads > 12 {
			t.Errorf("%d messages: %d were read", n, reads)
		}
		if len(res.Rows) > 60 {
			t.Errorf("%d messages: %d rows", n, len(res.Rows))
		}
		if res.Gone != split-1 || res.Kept != n-split+1 {
			t.Errorf("%d messages: %d gone, %d kept", n, res.Gone, res.Kept)
		}
	}
}

// A summary that takes over lines of an earlier one is compared with it.
func TestEarlierSummary(t *testing.T) {
	old := strings.Join(append(numbered(6, "fact %d"), "open: the tests"), "\n")
	now := strings.Join(append(numbered(6, "fact %d"), "open: the commit"), "\n")
	before := []model.Message{
		say(model.System, model.NoOrigin, "rules"), say(model.User, model.FromSummary, old),
		say(model.Assistant, model.NoOrigin, "step"), say(model.User, model.Person, "next"),
	}
	in, _, _ := compacted(before, 3, now, before[0], say(model.User, model.FromSummary, now), before[3])
	var got []string
	for _, r := range Build(in).Rows {
		got = append(got, fmt.Sprintf("%c %s", " -+="[r.Kind], r.Text))
	}
	want := []string{
		"  system", "  rules", "- user · earlier summary", "+ user · the new summary", "  4 more lines", "  fact 4", "  fact 5",
		"- open: the tests", "+ open: the commit", "- assistant", "- step",
		"= split at 3", "  user", "  next",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// Many repaired messages are not all read.
func TestManyRepairs(t *testing.T) {
	before, after := []model.Message{say(model.System, model.NoOrigin, "rules")}, []model.Message{say(model.System, model.NoOrigin, "rules")}
	after = append(after, say(model.User, model.FromSummary, "a summary"))
	for i := range 300 {
		before = append(before, say(model.Assistant, model.NoOrigin, fmt.Sprintf("before %d", i)))
		after = append(after, say(model.Assistant, model.NoOrigin, fmt.Sprintf("and after %d", i)))
	}
	in, st, sta := compacted(before, 1, "a summary", after...)
	res := Build(in)
	if reads := st.read + sta.read; reads > 2*compared+4 {
		t.Errorf("%d messages were read", reads)
	}
	if res.Kept != 301 {
		t.Errorf("%d messages are kept", res.Kept)
	}
}

func BenchmarkLongSummaries(b *testing.B) {
	old, now := numbered(diffLimit, "old %d"), numbered(diffLimit, "new %d")
	for i := 0; i < diffLimit; i += 50 {
		old[i] = now[diffLimit-1-i]
	}
	for i := range 10 {
		now[i*100] = old[i*101]
	}
	before := []model.Message{say(model.System, model.NoOrigin, "rules"), say(model.User, model.FromSummary, old...), say(model.User, model.Person, "next")}
	text := strings.Join(now, "\n")
	in, _, _ := compacted(before, 2, text, before[0], say(model.User, model.FromSummary, text), before[2])
	for b.Loop() {
		Build(in)
	}
}

func TestUnreadable(t *testing.T) {
	in := example()
	in.Before.Decoder = broken{}
	for _, r := range Build(in).Rows {
		if strings.Contains(r.Text, "can no longer be read") {
			return
		}
	}
	t.Error("nothing says that a message cannot be read")
}

type broken struct{}

func (broken) Decode([][]byte, model.Row) (model.Message, error) {
	return model.Message{}, fmt.Errorf("the file has changed")
}

func TestIndexColumns(t *testing.T) {
	l := Line(theme.Plain(), Row{Kind: Same, Old: 389, New: 4, Text: "user", Head: true, Fold: -1}, render.IndexWidth(412), false, false, 30)
	if want := text.Pad(" 389   4   user", 30); l != want {
		t.Errorf("%q", l)
	}
}
