package prime

import (
	"encoding/json"
	"path/filepath"
	"testing"

	"github.com/tidwall/gjson"

	"cutline/model/js"
)

func TestEstimateVectors(t *testing.T) {
	var v struct {
		Cases []struct {
			Message json.RawMessage
			Tokens  int
		}
	}
	decodeFile(t, filepath.Join(vectors(t), "micro", "estimate-tokens.json"), &v)
	if len(v.Cases) < 50 {
		t.Fatalf("%d cases", len(v.Cases))
	}
	for k, c := range v.Cases {
		if got := estimate(js.Fields(gjson.ParseBytes(c.Message))); got != c.Tokens {
			t.Errorf("case %d: ≈ %d tokens, want %d: %.300s", k, got, c.Tokens, c.Message)
		}
	}
	for _, m := range []string{`{}`, `{"role":"assistant"}`, `{"role":"assistant","content":[null,{"type":"toolCall","name":"ab"}]}`, `{"role":"custom","content":{"type":"text"}}`} {
		if got := estimate(js.Fields(gjson.Parse(m))); got > 1 {
			t.Errorf("%s: ≈ %d tokens", m, got)
		}
	}
}

func TestOverflowVectors(t *testing.T) {
	var v struct {
		Cases []struct {
			StopReason   string
			ErrorMessage *string
			Expected     bool
		}
	}
	decodeFile(t, filepath.Join(vectors(t), "micro", "overflow.json"), &v)
	n := 0
	for _, c := range v.Cases {
		if c.ErrorMessage == nil {
			continue // by usage: what is that full is over any reserve
		}
		n++
		m := `{"stopReason":` + js.Quote(c.StopReason) + `,"errorMessage":` + js.Quote(*c.ErrorMessage) + `}`
		if got := overflowed(js.Fields(gjson.Parse(m))); got != c.Expected {
			t.Errorf("%q: %v, want %v", *c.ErrorMessage, got, c.Expected)
		}
	}
	if n < 30 {
		t.Errorf("%d cases", n)
	}
}
