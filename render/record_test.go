package render

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestRecord(t *testing.T) {
	t.Parallel()
	png := "iVBORw0KGgo" + strings.Repeat("A", 1200-11)
	long := strings.Repeat("é", 700) + strings.Repeat("x", 1400)
	for _, c := range []struct{ name, raw, want string }{
		{"members in their order", `{"b":1.50,"a":[true,null,"x\ny"],"c":{},"d":[]}`, "{\n  \"b\": 1.50,\n  \"a\": [\n    true,\n    null,\n    \"x\\ny\"\n  ],\n  \"c\": {},\n  \"d\": []\n}"},
		{"no JSON", "# Title\n", "# Title\n"},
		{"a long string", `{"t":"` + long + `"}`, "{\n  \"t\": \"" + strings.Repeat("é", 600) + " [… 1,500 more chars]\"\n}"},
		{"an image", `["` + png + `"]`, "[\n  \"[base64, image/png, 900 B]\"\n]"},
		{"an address with data", `"data:image/x;base64,` + strings.Repeat("ab/d", 100) + `"`, `"[base64, image/x, 300 B]"`},
		{"a word of letters", `"` + strings.Repeat("a ", 200) + `"`, `"` + strings.Repeat("a ", 200) + `"`},
		{"deep", strings.Repeat("[", 45) + strings.Repeat("]", 45), ""},
	} {
		got := Record([]byte(c.raw), true)
		if c.name == "deep" {
			if !strings.HasSuffix(strings.Split(got, "\n")[mostDepth], "[[[[[]]]]]") {
				t.Errorf("deep: %s", got)
			}
			continue
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
	if got := Record([]byte(`["`+png+`"]`), false); got != "[\n  \""+png+"\"\n]" {
		t.Errorf("unfolded: %s", got)
	}
}

// Whatever stands in a file, its record can be shown.
func FuzzRecord(f *testing.F) {
	for _, s := range []string{`{"a":[1,{"b":"c"}]}`, "text", `"\u00`, `"` + strings.Repeat(`\\`, 1500) + `"`, `{"":""}`, "\xff"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		Record(raw, true)
		flat := strings.NewReplacer(" ", "", "\n", "", "\t", "", "\r", "")
		if got, want := flat.Replace(Record(raw, false)), flat.Replace(string(raw)); got != want {
			t.Errorf("unfolded it says something else: %q", got)
		}
	})
}
