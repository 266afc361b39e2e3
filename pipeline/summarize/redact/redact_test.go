package redact

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestFindings numbers secrets by their value, over several texts, and says where they stood.
func TestFindings(t *testing.T) {
	t.Parallel()
	key, pass := grow(t, "sk-ant-api03-<40>", 1), grow(t, "h<10>7", 2)
	pem := "-----BEGIN PRIVATE KEY-----\n" + grow(t, "<b64>\n<b64>", 3) + "\n-----END PRIVATE KEY-----"
	var r Redactor
	var got []string
	for _, text := range []string{
		"a\nkey: " + key + "\n" + pem + "\nDB_PASSWORD=" + pass + "\n",
		"again " + key + ",\nand login with " + pass + " failed",
	} {
		got = append(got, r.Text(text))
	}
	want := []string{
		"a\nkey: [redacted anthropic-key #1]\n[redacted private-key #2]\nDB_PASSWORD=[redacted env-value #3]\n",
		"again [redacted anthropic-key #1],\nand login with [redacted seen-before #3] failed",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]Finding{
		{"anthropic-key", 1, 0, 2, len(key), "sk-ant-"},
		{"private-key", 2, 0, 3, len(pem), "BEGIN PRIVATE KEY"},
		{"env-value", 3, 0, 7, len(pass), "DB_PASSWORD"},
		{"anthropic-key", 1, 1, 1, len(key), "sk-ant-"},
		{"seen-before", 3, 1, 2, len(pass), ""},
	}, r.Findings()); d != "" {
		t.Error(d)
	}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x"} {
		for _, v := range []any{&r, r, struct{ r Redactor }{r}} {
			if _, ok := v.(*Redactor); !ok && (verb == "%s" || verb == "%q" || verb == "%x") {
				continue // no verbs of a struct; they follow pointers
			}
			if l := leak(strings.TrimPrefix(key, "sk-ant-"), fmt.Sprintf(verb, v)); l != "" {
				t.Errorf("%s prints %q", verb, l)
			}
		}
	}
}

// TestLearned finds a secret before the place that tells what it is, in the same text.
func TestLearned(t *testing.T) {
	t.Parallel()
	pass := grow(t, "h<10>7", 4)
	text := "login with " + pass + " failed\n" + strings.Repeat("a line of a log\n", 2000) + "DB_PASSWORD=" + pass + "\nlast"
	var r Redactor
	got := r.Text(text)
	if l := leak(pass, got); l != "" {
		t.Errorf("%q", l)
	}
	if f := r.Findings(); len(f) != 2 || f[0].Line != 2002 || f[1].Line != 1 || f[0].Number != f[1].Number {
		t.Errorf("%+v", f)
	}
}

// TestMarkers leaves what is redacted already, and does not use its numbers again.
func TestMarkers(t *testing.T) {
	t.Parallel()
	key := grow(t, "ghp_<36>", 5)
	var r Redactor
	got := r.Text("TOKEN=[redacted bearer #7]\nAPI_KEY=\"[redacted env-value #12]\"\n" + key)
	if want := "TOKEN=[redacted bearer #7]\nAPI_KEY=\"[redacted env-value #12]\"\n[redacted github-token #13]"; got != want {
		t.Errorf("%q", got)
	}
}
