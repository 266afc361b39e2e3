package js

import (
	"testing"

	"github.com/tidwall/gjson"
)

func TestObject(t *testing.T) {
	o := Fields(gjson.Parse(`{"a":null,"b":"x\ny","c":1.0,"d":[1, 2],"b":"last"}`))
	if !o.Has("a") || o.Has("z") || !Null(o.Get("a")) || !Null(o.Get("z")) || o.Text("a") != "" {
		t.Errorf("null and missing are mixed up: %+v", o)
	}
	if o.Text("z", "b") != "last" || o.Text("c") != "1.0" || o.Text("d") != "[1, 2]" {
		t.Errorf("%q %q %q", o.Text("z", "b"), o.Text("c"), o.Text("d"))
	}
	if Fields(gjson.Parse(`["a"]`)) != nil {
		t.Error("an array has no fields")
	}
}

func TestSet(t *testing.T) {
	for _, c := range []struct{ object, key, want string }{
		{`{}`, "k", `{"k":0}`},
		{` { } `, "k", ` { "k":0} `},
		{`{"a": 1}`, "k", `{"a": 1,"k":0}`},
		{`{ "k" : {"k": [1]} , "b":2 }`, "k", `{ "k" : 0 , "b":2 }`},
		{`{"k":1,"k":2}`, "k", `{"k":1,"k":0}`},
		{`{"\u006b":"x"}`, "k", `{"\u006b":0}`},
		{`{"a":"k"}`, "a\"", `{"a":"k","a\"":0}`},
	} {
		if got := Set(c.object, c.key, "0"); got != c.want {
			t.Errorf("%s: %s, want %s", c.object, got, c.want)
		}
	}
}
