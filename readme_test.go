package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	_ "github.com/charmbracelet/x/exp/golden" // has the flag -update, which no two packages can have
	"github.com/google/go-cmp/cmp"

	"cutline/keymap"
	"cutline/model/load"
	"cutline/pipeline"
	"cutline/ui/cli"
)

const readmeFile = "README.md"

func readme(t *testing.T) string {
	t.Helper()
	b, err := os.ReadFile(readmeFile)
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(string(b), "\r\n", "\n")
}

// run is the command line in this process, without a terminal and without an environment.
func run(t *testing.T, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	std := cli.IO{In: strings.NewReader(""), Out: &out, Err: &errs, Env: func(string) string { return "" }}
	app := cli.App{Inspector: inspect, Shot: shot}
	if code := cli.Execute(context.Background(), args, std, app); code != cli.Done {
		t.Fatalf("cutline %q: status %d: %s", args, code, errs.String())
	}
	return out.String()
}

// TestReadme holds what README.md shows of the program to what the program says: the pictures,
// the keys and the flags. With -update it writes them anew.
func TestReadme(t *testing.T) {
	page := readme(t)
	updated := page
	for _, block := range []struct{ name, text string }{
		{"picture", "```text\n" + run(t, "shot", "--size", "120x40") + "```\n"},
		{"keys", keyTable()},
		{"flags", flagTables()},
	} {
		begin, end := "<!-- begin "+block.name+" -->\n", "<!-- end "+block.name+" -->\n"
		head, rest, ok := strings.Cut(updated, begin)
		old, tail, ok2 := strings.Cut(rest, end)
		if !ok || !ok2 {
			t.Fatalf("%s has no block between %q and %q", readmeFile, begin, end)
		}
		if diff := cmp.Diff(old, block.text); diff != "" && !updating() {
			t.Errorf("%s shows another %s than the program (+); go test . -run TestReadme -update writes it:\n%s", readmeFile, block.name, diff)
		}
		updated = head + begin + block.text + end + tail
	}
	if updating() && updated != page {
		if err := os.WriteFile(readmeFile, []byte(updated), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func updating() bool {
	f := flag.Lookup("update")
	return f != nil && f.Value.String() == "true"
}

// code is words in backquotes, for a cell of a table.
func code(words ...string) string {
	for i, w := range words {
		words[i] = "`" + strings.ReplaceAll(w, "|", `\|`) + "`"
	}
	return strings.Join(words, " ")
}

// usual are the keys that mean the same in every place, which the page says once above the table.
var usual = map[keymap.Action][]string{
	keymap.Up: {"up", "k"}, keymap.Down: {"down", "j"}, keymap.PageUp: {"pgup", "ctrl+u", "b"}, keymap.PageDown: {"pgdown", "ctrl+d", "f", " "},
	keymap.Top: {"home", "g"}, keymap.Bottom: {"end", "G"}, keymap.HitNext: {"n"}, keymap.HitPrev: {"N"}, keymap.Back: {"esc"},
}

// keyTable prints the table of keys by place. What is usual is not in it, but for a place where another key does it,
// too; what is the same in several places is one row of the first.
func keyTable() string {
	var b strings.Builder
	b.WriteString("| Keys | What |\n|---|---|\n")
	done := map[string]bool{}
	last := keymap.Everywhere
	for _, row := range keymap.Table {
		last = max(last, row.Scope)
	}
	for scope := range last + 1 {
		title := "| **" + scope.String() + "** | |\n"
		for _, row := range keymap.Table {
			id := strings.Join(row.Keys, " ") + row.Sentence
			if row.Scope != scope || done[id] || said(row) {
				continue
			}
			done[id] = true
			also := ""
			for _, other := range keymap.Table {
				if other.Scope != scope && strings.Join(other.Keys, " ")+other.Sentence == id {
					also += ", " + other.Scope.String()
				}
			}
			if also != "" {
				also = " Also: " + also[2:] + "."
			}
			keys := slices.Clone(row.Keys)
			if i := slices.Index(keys, " "); i >= 0 {
				keys[i] = "space"
			}
			fmt.Fprintf(&b, "%s| %s | %s%s |\n", title, code(keys...), row.Sentence, also)
			title = ""
		}
	}
	return b.String()
}

// said reports whether a row says no more than the sentence above the table.
func said(row keymap.Row) bool {
	keys, ok := usual[row.Action]
	return ok && row.Scope != keymap.Ask && row.Scope != keymap.Clip && !slices.ContainsFunc(row.Keys, func(k string) bool { return !slices.Contains(keys, k) })
}

// flagTables prints the table of parameters, stage by stage.
func flagTables() string {
	defaults := pipeline.Defaults()
	var b strings.Builder
	b.WriteString("| Flag | Default | What |\n|---|---|---|\n")
	for stage := range 1 + len(pipeline.StageNames) {
		title := "the whole run"
		if stage > 0 {
			title = fmt.Sprintf("stage %d, %s", stage, (&pipeline.Report{}).Stages()[stage-1].Title)
		}
		fmt.Fprintf(&b, "| **%s** | | |\n", title)
		for _, p := range pipeline.Table {
			if p.Stage != stage {
				continue
			}
			arg, value := p.Arg, p.Get(&defaults)
			if p.Choices != nil {
				arg = strings.Join(p.Choices, "|")
			}
			switch value {
			case "", "0", "false": // not set, and the sentence says what then holds
				value = ""
			default:
				value = code(value)
			}
			fmt.Fprintf(&b, "| %s | %s | %s |\n", code(strings.TrimSpace("--"+p.Name+" "+arg)), value, p.Usage)
		}
	}
	return b.String()
}

// flagWord is a long flag, as the help and the page spell it.
var flagWord = regexp.MustCompile(`--[a-z][a-z-]+[a-z]`)

// TestReadmeFlags checks that the page names every flag that a command has, and no other.
func TestReadmeFlags(t *testing.T) {
	help := map[string]bool{"--help": true}
	for _, args := range [][]string{{"--help"}, {"inspect", "--help"}, {"compact", "--help"}, {"sessions", "--help"}, {"replay", "--help"}, {"lab", "--help"}, {"score", "--help"}, {"rescue", "--help"}, {"shot", "--help"}, {"demo", "--help"}} {
		for _, f := range flagWord.FindAllString(run(t, args...), -1) {
			help[f] = true
		}
	}
	page := map[string]bool{}
	for _, f := range flagWord.FindAllString(readme(t), -1) {
		page[f] = true
	}
	if diff := cmp.Diff(slices.Sorted(maps.Keys(help)), slices.Sorted(maps.Keys(page))); diff != "" {
		t.Errorf("flags of the commands (-) and of %s (+):\n%s", readmeFile, diff)
	}
}

// TestReadmeFormats checks that the page names every format that opens, and no other.
func TestReadmeFormats(t *testing.T) {
	t.Parallel()
	_, section, _ := strings.Cut(readme(t), "\n## Formats\n")
	section, _, _ = strings.Cut(section, "\n## ")
	var want, got []string
	for _, f := range load.Formats {
		want = append(want, f.Name)
	}
	for _, m := range regexp.MustCompile("(?m)^\\| `([a-z-]+)` \\|").FindAllStringSubmatch(section, -1) {
		got = append(got, m[1])
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("formats that open (-) and those of %s (+):\n%s", readmeFile, diff)
	}
}

// TestReadmePrivacy checks that the page says that there is no network as long as that is
// true, and no longer.
func TestReadmePrivacy(t *testing.T) {
	t.Parallel()
	_, linked := list(t, ".")["net/http"]
	if says := strings.Contains(readme(t), "This build has no network."); says == linked {
		t.Errorf("net/http linked: %t; %s says that there is no network: %t", linked, readmeFile, says)
	}
}
