package model

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestSkills(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, text string
		want       []string
		called     string // the first of them
	}{
		{"none", "Read <b>this</b>.", nil, ""},
		{"a base directory", "Base directory for this skill: /w/.claude/skills/tidy/\n\n# Tidy\n", []string{"Base directory for this skill: /w/.claude/skills/tidy/\n\n# Tidy"}, "tidy"},
		{"a base directory on Windows", `Base directory for this skill: D:\w\skills\tidy`, []string{`Base directory for this skill: D:\w\skills\tidy`}, "tidy"},
		{"a base directory in a sentence", "The Base directory for this skill: /w", nil, ""},
		{"a block", "<skill>\n<name>tidy</name>\n<path>/w/SKILL.md</path>\nBe tidy.\n</skill>", []string{"<skill>\n<name>tidy</name>\n<path>/w/SKILL.md</path>\nBe tidy.\n</skill>"}, "tidy"},
		{"a block with attributes and what was asked", "<skill name=\"tidy\" location=\"/w\">\nBe tidy.\n</skill>\n\nNow do it.", []string{"<skill name=\"tidy\" location=\"/w\">\nBe tidy.\n</skill>"}, "tidy"},
		{"two blocks", "<skill>\nA\n</skill>\n<skill>\nB\n</skill>", []string{"<skill>\nA\n</skill>", "<skill>\nB\n</skill>"}, ""},
		{"named in a sentence", "What is <skill>x</skill>?", nil, ""},
		{"another tag", "<skills>\nx\n</skills>", nil, ""},
		{"never closed", "<skill>\nx", nil, ""},
		{"at the end", "a\n<skill", nil, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := Skills(tt.text)
			if diff := cmp.Diff(tt.want, got, cmpopts.EquateEmpty()); diff != "" {
				t.Fatalf("skills (-want +got):\n%s", diff)
			}
			if len(got) > 0 && SkillName(got[0]) != tt.called {
				t.Errorf("it is called %q, want %q", SkillName(got[0]), tt.called)
			}
		})
	}
}

// FuzzSkills: what is found stands in the text, in order, and each part is found again by itself.
func FuzzSkills(f *testing.F) {
	f.Add("Base directory for this skill: /s\n\nx")
	f.Add("<skill>\n<name>a</name>\n</skill>\n<skill name=\"b\">\n</skill>\nc")
	f.Add("\n<skill\n<skill><skill ></skill>")
	f.Fuzz(func(t *testing.T, text string) {
		rest := text
		for _, s := range Skills(text) {
			i := strings.Index(rest, s)
			if i < 0 {
				t.Fatalf("%q does not stand in %q", s, rest)
			}
			rest = rest[i+len(s):]
			if again := Skills(s); len(again) != 1 || again[0] != s {
				t.Errorf("%q is found as %q", s, again)
			}
			if name := SkillName(s); !strings.Contains(s, name) {
				t.Errorf("%q is called %q", s, name)
			}
		}
	})
}
