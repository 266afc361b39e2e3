package pipeline

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/pipeline/partition"
	"cutline/pipeline/trigger"
)

func TestReadSettings(t *testing.T) {
	t.Parallel()
	set, bad := ReadSettings([]byte(`
# mine
[strategy.house]
base = "prime"
keep-recent = 8_000
fraction = "80%"
tool.share = 0.5
refill = true

[strategy]
tight = { base = "house", keep = { recent = 500 } }

[strategy.plain]
`))
	if len(bad) > 0 {
		t.Fatalf("%v", bad)
	}
	byName := map[string]Params{}
	for _, s := range set.Strategies {
		byName[s.Name] = s.Params
		if s.Params.Strategy != s.Name {
			t.Errorf("%s is called %s", s.Name, s.Params.Strategy)
		}
	}
	want := Strategies[1].Params
	want.Strategy, want.Partition.KeepRecent, want.Trigger.Fraction, want.Slim.ToolShare, want.Slim.Refill = "house", 8000, 0.8, 0.5, true
	if diff := cmp.Diff(want, byName["house"]); diff != "" {
		t.Errorf("house (-want +got):\n%s", diff)
	}
	want.Strategy, want.Partition.KeepRecent = "tight", 500
	if diff := cmp.Diff(want, byName["tight"]); diff != "" {
		t.Errorf("tight (-want +got):\n%s", diff)
	}
	want = Defaults()
	want.Strategy = "plain"
	if diff := cmp.Diff(want, byName["plain"]); diff != "" {
		t.Errorf("plain (-want +got):\n%s", diff)
	}
}

// Parameters stand outside of the strategies, by their names with dashes or dots, beside what is followed.
func TestSettingsOfParameters(t *testing.T) {
	t.Parallel()
	set, bad := ReadSettings([]byte("base = \"house\"\nfraction = \"80%\"\nkeep.recent = 5_000\n[tool]\nshare = 0.5\n[strategy.house]\nbase = \"prime\"\n"))
	want := []Setting{{"fraction", "80%"}, {"keep-recent", "5_000"}, {"tool-share", "0.5"}}
	if len(bad) > 0 || set.Base != "house" || !slices.Equal(set.Values, want) || len(set.Strategies) != 1 {
		t.Errorf("%+v, %v", set, bad)
	}
}

func TestBadSettings(t *testing.T) {
	t.Parallel()
	for file, want := range map[string]string{
		"[strategy.a]\nbase = \"nope\"":                `line 2: the strategy "a" is left out: its base "nope" is none of ` + StrategyNames(Strategies),
		"[strategy.a]\n\nwindw = 3":                    `line 3: the strategy "a" is left out: there is no parameter "windw"`,
		"[strategy.a]\nwindow = \"many\"":              `line 2: the strategy "a" is left out: window: "many" is no whole number`,
		"[strategy.a]\nsplit-rule = \"best\"":          `line 2: the strategy "a" is left out: split-rule: "best" is none of`,
		"[strategy.a]\nwindow = [1]":                   `line 2: the strategy "a" is left out: window is neither a text, nor a number, nor true or false`,
		"[strategy.a]\nstrategy = \"fair\"":            `line 2: the strategy "a" is left out: what it goes by is called base`,
		"[strategy.fair]\nwindow = 1":                  `line 1: the strategy "fair" is left out: one of that name is built in`,
		"\n[strategy.\"A b\"]\nwindow = 1":             `line 2: the strategy "A b" is left out: a name is lower-case letters`,
		"[stratgy.a]\nwindow = 1":                      `line 2: there is no parameter "stratgy-a-window", and no such table`,
		"[strategy.a]\nwindow = 1\nwindow = 2":         `line 3: `,
		"[strategy.a]\nwindow = ":                      `line 2: `,
		"[strategy.b]\nbase = \"a\"\n[strategy.a]":     `line 2: the strategy "b" is left out: its base "a" is none of`,
		"window = \"many\"":                            `line 1: window: "many" is no whole number`,
		"split-at = 3":                                 `line 1: split-at is about one session, and no setting`,
		"base = \"nope\"":                              `line 1: the base "nope" is none of ` + StrategyNames(Strategies),
		"window = [1]":                                 `line 1: window is neither a text, nor a number, nor true or false`,
		"strategy = 3":                                 `line 1: a strategy has a name, as in [strategy.NAME]`,
		"[strategy.good]\nwindow=1\n[strategy.x]\nq=1": `line 4: the strategy "x" is left out: there is no parameter "q"`,
	} {
		set, bad := ReadSettings([]byte(file))
		own := set.Strategies
		if len(bad) == 0 || !strings.HasPrefix(bad[0].Error(), want) || strings.Contains(bad[0].Error(), "\n") {
			t.Errorf("%q gives %v, want %s", file, bad, want)
		}
		if strings.Contains(file, "good") != slices.ContainsFunc(own, func(s Strategy) bool { return s.Name == "good" }) {
			t.Errorf("%q gives %+v", file, own)
		}
	}
}

// TestSettingsOfTheScreen: what is about the screen is handed on as it stands.
func TestSettingsOfTheScreen(t *testing.T) {
	t.Parallel()
	got, bad := ReadSettings([]byte(`
fraction = 0.5
[keys]
compact = ["C", "f5"]
list.down = "n"
lab = []
more = [[1]]
[look]
theme = "light"
`))
	if len(bad) != 1 || !strings.HasPrefix(bad[0].Error(), "line 7: keys.more is neither a text") {
		t.Errorf("%v", bad)
	}
	want := []Entry{{KeysTable, "compact", []string{"C", "f5"}, 4}, {KeysTable, "list.down", []string{"n"}, 5}, {KeysTable, "lab", []string{}, 6}, {LookTable, "theme", []string{"light"}, 9}}
	if diff := cmp.Diff(want, got.Screen); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got.Lines["fraction"] != 2 {
		t.Errorf("lines %v", got.Lines)
	}
}

// TestFollow: what a person gave stays, what a strategy set goes with it, and the rest is not touched.
func TestFollow(t *testing.T) {
	t.Parallel()
	list := slices.Concat(Strategies, []Strategy{named("x", "", func(p *Params) { p.Partition.KeepRecent, p.Slim.Refill, p.Trigger.Rule = 70, true, trigger.RuleReserve })})
	p := Defaults()
	p.Window, p.Partition.KeepRecent = 1000, 5
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(p.Follow(list, "x", func(name string) bool { return name == "keep-recent" }))
	if p.Partition.KeepRecent != 5 || !p.Slim.Refill || p.Window != 1000 || p.Trigger.Rule != trigger.RuleReserve || p.Strategy != "x" {
		t.Errorf("%+v", p)
	}
	must(p.Follow(list, "prime", nil))
	if p.Partition.KeepRecent != 5 || p.Slim.Refill || p.Partition.Rule != partition.CutPoint {
		t.Errorf("%+v", p)
	}
	must(p.Follow(list, "fair", nil))
	want := Defaults()
	want.Window, want.Partition.KeepRecent = 1000, 5
	if diff := cmp.Diff(want, p); diff != "" {
		t.Errorf("back to fair (-want +got):\n%s", diff)
	}
	if err := p.Follow(list, "best", nil); err == nil || err.Error() != `"best" is none of `+StrategyNames(list) {
		t.Errorf("error %v", err)
	}
}

// FuzzReadSettings: whatever a file holds, a strategy that comes of it is one that can be followed.
func FuzzReadSettings(f *testing.F) {
	f.Add([]byte("[strategy.a]\nbase = \"prime\"\nkeep-recent = 3\n"))
	f.Add([]byte("strategy.a = { window = 1 }\n[[x]]\ny = [1, {z = 2}]\n"))
	f.Fuzz(func(t *testing.T, file []byte) {
		set, bad := ReadSettings(file)
		own := set.Strategies
		p := Defaults()
		for _, v := range set.Values {
			if err := p.SetParam(v.Name, v.Value); err != nil {
				t.Errorf("a value that is given out cannot be set: %v", err)
			}
		}
		for _, err := range bad {
			if strings.TrimSpace(err.Error()) == "" {
				t.Error("an error says nothing")
			}
		}
		for _, s := range own {
			p := Defaults()
			if err := p.Follow(slices.Concat(Strategies, own), s.Name, nil); err != nil || p != s.Params {
				t.Errorf("%s: %v\n%s", s.Name, err, cmp.Diff(s.Params, p))
			}
		}
	})
}

// TestEveryRule: each rule that a stage has can be named, and no other.
func TestEveryRule(t *testing.T) {
	t.Parallel()
	const family = "family" // of prompts: most strategies leave it to the vendor
	for _, row := range Rules {
		p := Defaults()
		if row.Name != family && !slices.Contains(row.Choices, row.Get(&p)) {
			t.Errorf("%s is %q by default", row.Name, row.Get(&p))
		}
		for _, rule := range row.Choices {
			if err := p.SetParam(row.Name, rule); err != nil || row.Get(&p) != rule {
				t.Errorf("%s = %s gives %q, %v", row.Name, rule, row.Get(&p), err)
			}
		}
		if err := p.SetParam(row.Name, "nope"); err == nil {
			t.Errorf("%s takes any name", row.Name)
		}
	}
	used := map[string]bool{}
	for _, s := range Strategies {
		for _, row := range Rules {
			used[row.Name+row.Get(&s.Params)] = true
		}
	}
	for _, row := range Rules {
		if row.Name == family {
			continue
		}
		for _, rule := range row.Choices {
			if !used[row.Name+rule] {
				t.Errorf("no strategy uses %s %s", row.Name, rule)
			}
		}
	}
}
