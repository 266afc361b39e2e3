package lint

import "testing"

func TestCorrects(t *testing.T) {
	t.Parallel()
	for sentence, want := range map[string]bool{
		"No, the other file.":                       true,
		"no":                                        true,
		"Don't touch the lock file.":                true,
		"And please do not commit it.":              true,
		"Run it, but don't push":                    true,
		"Use tabs instead.":                         true,
		"I said by month":                           true,
		"Revert that.":                              true,
		"Never do that again":                       true,
		"Actually, the second one was better":       true,
		"“No, not there”":                           true,
		"Nein, mit Semikolon":                       true,
		"Ich wollte das stattdessen als Tabelle":    true,
		"不要用图表库":                                    true,
		"不,改成表格":                                    true,
		"hm, no, the other one":                     true,
		"no remove this again":                      true,
		"It works, no users yet":                    false,
		"It will also never be set":                 false,
		"No tests found.":                           false,
		"No problem, go on.":                        false,
		"I don't know why it fails.":                false,
		"They said that the tests do not pass.":     false,
		"in M2 do not touch last year":              true,
		"There is no such file.":                    false,
		"Is it slow or not?":                        false,
		"Not only that":                             false,
		"The no-cache header is there":              false,
		"Wait for the build, then deploy":           false,
		"Kein Problem, weiter":                      false,
		"这个不错":                                      false,
		"Is there a way to know?":                   false,
		"Let's go, don't worry about the warnings.": false,
	} {
		if _, got := corrects(sentence); got != want {
			t.Errorf("%q corrects: %v", sentence, got)
		}
	}
}
