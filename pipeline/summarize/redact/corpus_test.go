package redact

import (
	"os"
	"testing"
	"unicode/utf8"

	"cutline/model/sessiontest"
)

// TestCorpus goes over real sessions as they lie in their files. Their keys were replaced before
// they were published, so all that is found there is a false alarm.
func TestCorpus(t *testing.T) {
	t.Parallel()
	bytes := 0
	for _, f := range sessiontest.Shared(t, "testdata/corpus/*") {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if !utf8.Valid(b) {
			continue // a database
		}
		var r Redactor
		if r.Text(string(b)) != string(b) {
			for _, p := range r.Findings() {
				t.Errorf("%s: %+v", f, p)
			}
		}
		bytes += len(b)
	}
	t.Logf("%d bytes", bytes)
}
