package pipeline

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// sample is a value for each parameter that is not its default, and how Get spells it.
var sample = map[string][2]string{
	"strategy": {"prime", "prime"}, "reserve": {"8,192", "8192"}, "keep-recent": {"5000", "5000"}, "keep-users": {"700", "700"}, "mask-turns": {"3", "3"}, "prune-keep": {"9000", "9000"}, "files": {"true", "true"}, "align-turns": {"true", "true"}, "faithful": {"true", "true"}, "window": {"200,000", "200000"}, "used-tokens": {"1_000", "1000"}, "fraction": {"80%", "0.8"}, "token-limit": {"150000", "150000"},
	"eval-token-limit": {"190000", "190000"}, "turn-ceiling": {"3", "3"}, "image-ceiling": {"0", "0"}, "background-unused-tokens": {"1000000", "1000000"},
	"background-unused-share": {"25%", "0.25"}, "persist-unused-tokens": {"off", "off"}, "persist-unused-share": {"0.07", "0.07"}, "summarizer": {"external", "external"},
	"provider": {"ollama", "ollama"}, "model": {"gpt-5-mini", "gpt-5-mini"}, "key-command": {"pass show k", "pass show k"}, "compaction-mode": {"beta", "beta"}, "attempts": {"5", "5"}, "timeout": {"5", "5s"},
	"tools": {"t.json", "t.json"}, "split-on": {"any", "any"}, "split-at": {"12", "12"}, "relaxed-guard": {"true", "true"}, "full": {"1", "true"},
	"preserve-last-user": {"false", "false"}, "profile": {"strict", "strict"}, "budget": {"20001", "20001"}, "budget-bytes": {"9", "9"}, "tool-valve": {"off", "off"},
	"force-in": {"9, 3-5,4", "3-5,9"}, "force-out": {"2,1", "1,2"}, "fair-valve": {"always", "always"}, "tool-share": {"0.5", "0.5"}, "keep-narration": {"true", "true"}, "tail-cap": {"5000", "5000"}, "refill": {"true", "true"}, "min-useful": {"50", "50"}, "value-limit": {"2000", "2000"}, "stream": {"false", "false"}, "count-on-server": {"true", "true"},
	"instructions": {"mind the tests", "mind the tests"}, "prompt": {"nine", "nine"}, "summary": {"s.md", "s.md"}, "segments": {"mem", "mem"}, "memory-bank": {"bank", "bank"}, "todos": {"- x", "- x"}, "plan": {"p", "p"}, "mode-prompt": {"m", "m"},
	"project-root": {"/r", "/r"}, "automation": {"a", "a"}, "transcripts": {"/t", "/t"}, "conversation-id": {"c-1", "c-1"}, "skills": {"s", "s"},
}

func TestEveryParamGoesThereAndBack(t *testing.T) {
	t.Parallel()
	for _, row := range Table {
		t.Run(row.Name, func(t *testing.T) {
			t.Parallel()
			want, ok := sample[row.Name]
			if !ok {
				t.Fatal("there is no sample value for it")
			}
			p, fresh := Defaults(), Defaults()
			first := row.Get(&p)
			if err := p.SetParam(row.Name, want[0]); err != nil || row.Get(&p) != want[1] {
				t.Errorf("%q became %q (%v), want %q", want[0], row.Get(&p), err, want[1])
			}
			if cmp.Equal(p, fresh) {
				t.Error("setting it changes nothing")
			}
			changed := p
			if err := p.SetParam(row.Name, row.Get(&p)); err != nil || !cmp.Equal(p, changed) {
				t.Errorf("what Get gives is not what Set takes: %v", err)
			}
			if err := p.SetParam(row.Name, first); err != nil || !cmp.Equal(p, fresh) {
				t.Errorf("the default %q does not bring the defaults back (%v):\n%s", first, err, cmp.Diff(fresh, p))
			}
		})
	}
}

func TestTableIsComplete(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	stages := map[int]int{}
	for _, row := range Table {
		if seen[row.Name] {
			t.Errorf("%s stands twice in the table", row.Name)
		}
		seen[row.Name] = true
		stages[row.Stage]++
		first, _ := utf8.DecodeRuneInString(row.Usage)
		if row.Usage == "" || unicode.IsSpace(first) || strings.HasSuffix(row.Usage, ".") || strings.Contains(row.Usage, "\n") {
			t.Errorf("%s: the usage %q is no sentence of the help", row.Name, row.Usage)
		}
		if row.Stage < 0 || row.Stage > 6 || row.Name != strings.ToLower(row.Name) || strings.HasPrefix(row.Name, "-") {
			t.Errorf("row %+v", row)
		}
		if found, ok := Lookup(row.Name); !ok || found.Usage != row.Usage {
			t.Errorf("Lookup(%s) gives %q", row.Name, found.Usage)
		}
	}
	for n := range 7 {
		if stages[n] == 0 {
			t.Errorf("stage %d has no parameter", n)
		}
	}
	if _, ok := Lookup("nope"); ok {
		t.Error("a parameter was found that is not there")
	}
}

func TestDefaultValues(t *testing.T) {
	t.Parallel()
	p := Defaults()
	for name, want := range map[string]string{
		"strategy": "fair", "window": "0", "fraction": "0.9", "token-limit": "0", "turn-ceiling": "1000", "image-ceiling": "85", "background-unused-tokens": "",
		"summarizer": "", "reserve": "16384", "keep-recent": "20000", "keep-users": "20000", "mask-turns": "10", "prune-keep": "40000", "files": "false", "align-turns": "false", "faithful": "false", "split-on": "person", "split-at": "-1", "relaxed-guard": "false", "full": "false", "preserve-last-user": "true", "profile": "default",
		"provider": "", "model": "", "key-command": "", "compaction-mode": "explicit", "attempts": "3", "timeout": "120s",
		"budget": "0", "budget-bytes": "9437184", "tool-valve": "auto", "fair-valve": "auto", "tool-share": "0.25", "refill": "false", "min-useful": "200", "value-limit": "0", "stream": "true", "count-on-server": "false",
	} {
		row, _ := Lookup(name)
		if got := row.Get(&p); got != want {
			t.Errorf("%s is %q by default, want %q", name, got, want)
		}
	}
}

func TestBadValues(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, value, want string }{
		{"nope", "1", `there is no parameter "nope"`},
		{"window", "many", `window: "many" is no whole number`},
		{"window", "", `window: "" is no whole number`},
		{"window", "1.5", `window: "1.5" is no whole number`},
		{"window", "99999999999999999999", `window: "99999999999999999999" is no whole number`},
		{"fraction", "1.2", `fraction: "1.2" is no share between 0 and 1 (or 0% and 100%)`},
		{"fraction", "-0.1", `fraction: "-0.1" is no share between 0 and 1 (or 0% and 100%)`},
		{"fraction", "101%", `fraction: "101%" is no share between 0 and 1 (or 0% and 100%)`},
		{"fraction", "NaN", `fraction: "NaN" is no number`},
		{"fraction", "%", `fraction: "%" is no number`},
		{"tool-share", "inf", `tool-share: "inf" is no number`},
		{"background-unused-share", "2", `background-unused-share: "2" is no share between 0 and 1 (or 0% and 100%)`},
		{"persist-unused-tokens", "10%", `persist-unused-tokens: "10%" is a share, not a number of tokens`},
		{"persist-unused-tokens", "none", `persist-unused-tokens: "none" is no number`},
		{"full", "maybe", `full: "maybe" is neither true nor false`},
		{"split-on", "nobody", `split-on: "nobody" is none of person, any`},
		{"summarizer", "cloud", `summarizer: "cloud" is none of self, external, local`},
		{"tool-valve", "AUTO", `tool-valve: "AUTO" is none of auto, off, always`},
		{"profile", "loose", `profile: "loose" is none of default, strict`},
		{"provider", "cloud", `provider: "cloud" is none of anthropic, openai, openrouter, gemini, xai, groq, mistral, deepseek, ollama, llamacpp, lmstudio, vllm, custom`},
		{"compaction-mode", "", `compaction-mode: "" is none of explicit, beta`},
		{"attempts", "0", `attempts: "0" is not between 1 and 10`},
		{"attempts", "11", `attempts: "11" is not between 1 and 10`},
		{"timeout", "0", `timeout: "0" is not between 1s and 10m0s`},
		{"timeout", "-3", `timeout: "-3" is not between 1s and 10m0s`},
		{"timeout", "601", `timeout: "601" is not between 1s and 10m0s`},
		{"timeout", "1e300", `timeout: "1e300" is not between 1s and 10m0s`},
		{"timeout", "11m", `timeout: "11m" is not between 1s and 10m0s`},
		{"timeout", "NaN", `timeout: "NaN" is not between 1s and 10m0s`},
		{"timeout", "", `timeout: "" is no time; 90, 90s and 2m are`},
		{"timeout", "soon", `timeout: "soon" is no time; 90, 90s and 2m are`},
		{"strategy", "best", `strategy: "best" is none of ` + StrategyNames(Strategies)},
	}
	for _, tt := range tests {
		t.Run(tt.name+"="+tt.value, func(t *testing.T) {
			t.Parallel()
			p, fresh := Defaults(), Defaults()
			err := p.SetParam(tt.name, tt.value)
			if err == nil || err.Error() != tt.want {
				t.Errorf("error %v, want %s", err, tt.want)
			}
			if !cmp.Equal(p, fresh) {
				t.Errorf("a bad value changed the parameters:\n%s", cmp.Diff(fresh, p))
			}
		})
	}
}

func TestTimes(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]string{"5": "5s", "1.5": "1.5s", "90s": "90s", "2m30s": "150s", "600": "600s", "10m": "600s", "1500ms": "1.5s"} {
		p := Defaults()
		if err := p.SetParam("timeout", value); err != nil {
			t.Errorf("%s: %v", value, err)
		}
		row, _ := Lookup("timeout")
		if got := row.Get(&p); got != want {
			t.Errorf("%s became %s, want %s", value, got, want)
		}
	}
}
