package opencode

import (
	"fmt"
	"strings"
	"testing"

	"cutline/model"
	"cutline/model/sessiontest"
	"cutline/model/store"
)

// briefs are the sessions of a database.
func briefs(tb testing.TB, statements string) (list []model.Brief) {
	tb.Helper()
	err := store.With(sessiontest.Input(tb, sessiontest.Database(tb, tb.TempDir(), "opencode.db", tables+statements, "")), func(db *store.DB) (err error) {
		list, err = Sessions(db)
		return err
	})
	if err != nil {
		tb.Fatal(err)
	}
	return list
}

// TestFill: how full a session is says its last good answer, unless that is a summary.
func TestFill(t *testing.T) {
	t.Parallel()
	const (
		said    = `{"role":"assistant","providerID":"openai","modelID":"gpt-5","tokens":{"input":100,"output":7,"cache":{"read":20,"write":3}}}`
		other   = `{"role":"assistant","modelID":"claude-sonnet-4-5","tokens":{"input":50,"output":1,"cache":{}}}`
		summary = `{"role":"assistant","summary":true,"finish":"stop","modelID":"gpt-5","tokens":{"input":900,"output":9}}`
		failed  = `{"role":"assistant","modelID":"gpt-5","error":{"name":"APIError"},"tokens":{"input":800,"output":1}}`
		running = `{"role":"assistant","modelID":"gpt-5","tokens":{"input":0,"output":0,"cache":{"read":0,"write":0}}}`
		asked   = `{"role":"user","model":{"modelID":"gpt-5"}}`
	)
	for _, c := range []struct {
		messages []string
		used     int
		model    string
	}{
		{nil, 0, ""},
		{[]string{asked}, 0, ""},
		{[]string{asked, said}, 123, "gpt-5"},
		{[]string{asked, said, asked, other}, 50, "claude-sonnet-4-5"},
		{[]string{said, failed, running, asked}, 123, "gpt-5"},
		{[]string{said, asked, summary}, 0, "gpt-5"},
		{[]string{said, summary, asked, other, asked}, 50, "claude-sonnet-4-5"},
		{[]string{said, `{"role":`, `7`}, 123, "gpt-5"},
		{[]string{said, failed, failed, failed, failed}, 0, ""}, // too far away
	} {
		var b strings.Builder
		for i := len(c.messages) - 1; i >= 0; i-- { // in another order than they were made in
			fmt.Fprintf(&b, "INSERT INTO message VALUES ('msg_%d', 'ses_1', %d, 0, '%s');\n", i, i, c.messages[i])
		}
		list := briefs(t, "INSERT INTO session VALUES ('ses_0', 'p', NULL, 's', '/d', 'T', '1', NULL, NULL, NULL, 1, 3, NULL), ('ses_1', 'p', NULL, 's', '/d', 'T', '1', NULL, NULL, NULL, 1, 2, NULL);\n"+b.String())
		if got := list[1]; got.Used != c.used || got.Model != c.model && c.used > 0 || list[0].Used != 0 {
			t.Errorf("%d messages: %d tokens of %q, want %d of %q", len(c.messages), got.Used, got.Model, c.used, c.model)
		}
	}
}

// TestFillIsUsage: a list says what reading the session says.
func TestFillIsUsage(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"tools", "compacted", "early", "empty"} {
		s := fixture(t, name)
		want := 0
		if s.Usage.Known {
			want = s.Usage.Input
		}
		if got := briefs(t, rows(sessiontest.Text(t, path(t, name))))[0].Used; got != want {
			t.Errorf("%s: %d, want %d", name, got, want)
		}
	}
}
