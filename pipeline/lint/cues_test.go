package lint

import (
	"slices"
	"testing"
)

// TestData: the files name no list that nobody reads, and each language has the lists without which
// a rule never speaks up.
func TestData(t *testing.T) {
	t.Parallel()
	known := []string{
		correction, correctionFirst, correctionPart, opensClause, noCorrection, acknowledgement, preface, nothing, waiting, settled, asksPerson,
		done, notDone, approval, openAgain,
	}
	if !slices.Contains(cues.names, "en") || len(cues.names) < 3 {
		t.Errorf("languages %v", cues.names)
	}
	for _, lang := range cues.names {
		for list := range cues.lists[lang] {
			if !slices.Contains(known, list) {
				t.Errorf("%s has a list %q", lang, list)
			}
		}
		for _, list := range []string{correction, preface, nothing, done, approval} {
			if len(cues.lists[lang][list]) == 0 {
				t.Errorf("%s has no list %q", lang, list)
			}
		}
		if len(cues.functionOf[lang]) < 20 {
			t.Errorf("%s has %d function words", lang, len(cues.functionOf[lang]))
		}
	}
}

func TestLanguage(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"The user wants the tests fixed": "en", "Der Nutzer will, dass die Tests laufen": "de", "用户要求在页面加上预报的图": "zh", "xyzzy": "",
	} {
		if got := languageOf(words(text)); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}
