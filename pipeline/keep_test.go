package pipeline

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// The lines of what was changed are changed, and all else stays as a person wrote it.
func TestKeep(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, file, want string }{
		{"a new file", "", "fraction = 0.8\nbudget = 800000\n"},
		{"a line is changed, its comment stays", "# mine\nfraction = 0.7   # was too late\n\n[strategy.house]\nbudget = 5\n", "# mine\nfraction = 0.8   # was too late\nbudget = 800000\n\n[strategy.house]\nbudget = 5\n"},
		{"only tables", "# house rules\n[strategy.house]\nbudget = 5", "fraction = 0.8\nbudget = 800000\n\n# house rules\n[strategy.house]\nbudget = 5\n"},
		{"what is the default again goes", "keep-users = 7\nfraction = 0.8\n", "fraction = 0.8\nbudget = 800000\n"},
		{"lines as Windows has them", "keep-users = 7\r\nfraction = 0.8\r\n", "fraction = 0.8\r\nbudget = 800000\r\n"},
	} {
		p := Defaults()
		p.Trigger.Fraction, p.Slim.Budget, p.Instructions = 0.8, 800_000, "of this session"
		u := Wanted([]byte(tt.file), p, Strategies, func(string) bool { return false })
		got, changes, err := u.Keep([]byte(tt.file))
		if err != nil || string(got) != tt.want {
			t.Errorf("%s: %v\n%s", tt.name, err, got)
		}
		if len(changes) == 0 || slices.Contains(changes, Change{}) {
			t.Errorf("%s: %q", tt.name, changes)
		}
		if again := Wanted(got, p, Strategies, func(string) bool { return false }); len(again.Set)+len(again.Drop) > 0 {
			t.Errorf("%s: then there is more to keep: %+v", tt.name, again)
		}
	}
}

// A strategy is kept as the base, and only what differs from it; a flag of this run is not kept.
func TestKeepStrategy(t *testing.T) {
	t.Parallel()
	prime, _ := FindStrategy(Strategies, "prime")
	p := prime.Params
	p.Partition.KeepRecent, p.Window = 3000, 90_000
	u := Wanted(nil, p, Strategies, func(name string) bool { return name == "window" })
	if got := strings.Join(u.Lines(), "\n"); got != "base = 'prime'\nkeep-recent = 3000" {
		t.Errorf("kept:\n%s", got)
	}
	u = Wanted([]byte("base = \"prime\"\n"), Defaults(), Strategies, func(string) bool { return false })
	if now, _, err := u.Keep([]byte("base = \"prime\"\n")); err != nil || strings.TrimSpace(string(now)) != "" {
		t.Errorf("back to the default: %q, %v", now, err)
	}
}

// Where a setting is not a line of its own, nothing is changed.
func TestKeepByHand(t *testing.T) {
	t.Parallel()
	for _, file := range []string{"keep = { users = 7, recent = 5 }\n", "key-command = \"\"\"\na\nb\"\"\"\n", "[keep]\nusers = 7\n"} {
		p := Defaults()
		p.Partition.KeepRecent = 5
		u := Wanted([]byte(file), p, Strategies, func(string) bool { return false })
		if now, _, err := u.Keep([]byte(file)); !errors.Is(err, ErrByHand) || now != nil {
			t.Errorf("%q became %q: %v", file, now, err)
		}
	}
}

// Whatever stands in the file and whatever is turned: the new file says what is wanted, or it is refused.
func TestKeepLaw(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		file := ""
		for range rapid.IntRange(0, 4).Draw(t, "lines") {
			file += rapid.SampledFrom([]string{"# a # b\n", "\n", "fraction = 0.5 # x\n", "model = \"a # b\" # c\n", "keep.users = 9\n", "mask-turns=3\n", "[strategy.a]\n", "base = \"prime\"\n", "nonsense = 1\n", "x\n"}).Draw(t, "line")
		}
		p := Defaults()
		for range rapid.IntRange(0, 4).Draw(t, "turns") {
			row := rapid.SampledFrom(settable).Draw(t, "row")
			value := rapid.StringN(0, 12, -1).Draw(t, "value")
			if stops := row.Stops(); len(stops) > 0 {
				value = rapid.SampledFrom(stops).Draw(t, "stop")
			}
			_ = row.Set(&p, value) // what is not taken changes nothing
		}
		none := func(string) bool { return false }
		u := Wanted([]byte(file), p, Strategies, none)
		now, _, err := u.Keep([]byte(file))
		if err != nil {
			return
		}
		if again := Wanted(now, p, Strategies, none); len(again.Set)+len(again.Drop) > 0 {
			t.Fatalf("%q became %q, and there is more: %+v", file, now, again)
		}
	})
}
