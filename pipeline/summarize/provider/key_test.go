package provider

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
)

// planted is a key that must not be seen.
const planted = "sk-planted-0123456789"

func TestKeyIsNotShown(t *testing.T) {
	t.Parallel()
	k, err := NewKey(planted)
	if err != nil || k.Reveal() != planted {
		t.Fatalf("the key is lost: %v", err)
	}
	c, err := Choose(Input{Provider: "openai", Env: env("OPENAI_API_KEY=" + planted)})
	if err != nil || c.Key.Reveal() != planted {
		t.Fatal(err)
	}
	type hidden struct{ k Key }
	type pointed struct{ k *Key }
	shown := map[string]string{}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d", "%T"} {
		for name, v := range map[string]any{"key": k, "pointer": &k, "choice": c, "slice": []Key{k}, "map": map[string]Key{"k": k}, "hidden": hidden{k}, "pointed": pointed{&k}} {
			shown[name+verb] = fmt.Sprintf(verb, v)
		}
	}
	if got := shown["key%v"] + shown["key%#v"] + shown["key%s"] + shown["key%q"]; got != strings.Repeat("(set)", 4) {
		t.Errorf("a key is printed as %s", got)
	}
	b, err := json.Marshal(map[string]any{"key": k, "pointer": &k, "choice": c})
	if err != nil || !strings.Contains(string(b), `"key":"(set)"`) {
		t.Errorf("%s, %v", b, err)
	}
	shown["json"] = string(b)
	var log bytes.Buffer
	for _, h := range []slog.Handler{slog.NewJSONHandler(&log, nil), slog.NewTextHandler(&log, nil)} {
		slog.New(h).Info("x", "key", k, "pointer", &k, "choice", c, "hidden", hidden{k}, "group", slog.GroupValue(slog.Any("k", k)))
	}
	shown["slog"] = log.String()
	shown["error"] = errors.Join(fmt.Errorf("with %v", k), fmt.Errorf("with %+v", c)).Error()
	for name, text := range shown {
		for _, form := range []string{planted, fmt.Sprintf("%x", planted), fmt.Sprintf("%X", planted)} {
			if strings.Contains(text, form) {
				t.Errorf("%s shows the key: %s", name, text)
			}
		}
	}
}

func TestNoKey(t *testing.T) {
	t.Parallel()
	k, err := NewKey("")
	if err != nil || k.IsSet() || k.Reveal() != "" || fmt.Sprint(k) != "(none)" || !k.Equal(Key{}) {
		t.Errorf("%v, %v", k, err)
	}
	for _, bad := range []string{"a b", "a\r\nb", "a\x00", "clé", "a\x7f"} {
		if k, err := NewKey(bad); err == nil || k.IsSet() || strings.Contains(err.Error(), bad) {
			t.Errorf("%q: %v, %v", bad, k, err)
		}
	}
}
