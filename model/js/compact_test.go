package js

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestCompact(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, raw, want string }{
		{"no spaces", " { \"a\" : [ 1 , true , null , false ] }\n", `{"a":[1,true,null,false]}`},
		{"empty", "[ {}, [ ], \"\" ]", `[{},[],""]`},
		{"no HTML escapes", `"<a href=\"x\">&</a>"`, `"<a href=\"x\">&</a>"`},
		{"line separators stay", `"\u2028\u2029"`, "\"\u2028\u2029\""},
		{"short escapes", `"\u0008\u000c\u000a\u000d\u0009\u0022\u005c\/"`, `"\b\f\n\r\t\"\\/"`},
		{"other controls", `"\u0000\u001f\u007f"`, "\"\\u0000\\u001f\u007f\""},
		{"pairs become text", `"\ud83e\udd8a"`, `"🦊"`},
		{"halves stay escapes", `"a\uD83Eb\udd8a"`, `"a\ud83eb\udd8a"`},
		{"a half beside other escapes", `"\n\ud83e\"\u00e9"`, `"\n\ud83e\"é"`},
		{"integer keys first, in order", `{"b":1,"10":2,"a":3,"9":4,"0":5}`, `{"0":5,"9":4,"10":2,"b":1,"a":3}`},
		{"what is no array index keeps its place", `{"01":1,"-1":2,"1.0":3,"4294967295":4,"4294967294":5}`, `{"4294967294":5,"01":1,"-1":2,"1.0":3,"4294967295":4}`},
		{"the last of equal keys in the place of the first", `{"a":1,"b":2,"a":3}`, `{"a":3,"b":2}`},
		{"equal after unescaping", `{"\u0061":1,"b":2,"a":3}`, `{"a":3,"b":2}`},
		{"nested", `{"z":{"2":[{"1":0,"k":{}}],"1":"x"}}`, `{"z":{"1":"x","2":[{"1":0,"k":{}}]}}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got, ok := Compact(tt.raw); got != tt.want || !ok {
				t.Errorf("Compact(%s) = %s, %v; want %s", tt.raw, got, ok, tt.want)
			}
		})
	}
	for _, raw := range []string{"", "{", `{"a":1}{"b":2}`, "'a'", "01", `"\x"`, "nul", "\"\n\""} {
		if got, ok := Compact(raw); ok || got != "" {
			t.Errorf("Compact(%q) = %q, %v", raw, got, ok)
		}
	}
}

func TestCompactOfManyKeys(t *testing.T) {
	t.Parallel()
	var raw, want strings.Builder
	for i := range 40 { // more than are searched one by one
		fmt.Fprintf(&raw, `,"k%d":0`, i)
		fmt.Fprintf(&want, `,"k%d":%d`, i, i)
	}
	for i := range 40 {
		fmt.Fprintf(&raw, `,"k%d":%d`, i, i)
	}
	if got, _ := Compact("{" + raw.String()[1:] + "}"); got != "{"+want.String()[1:]+"}" {
		t.Errorf("Compact = %s", got)
	}
}

func TestNumber(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		"0": "0", "-0": "0", "-0.0": "0", "0e5": "0", "7": "7", "-12": "-12", "1.0": "1", "1.50": "1.5", "1e3": "1000", "1E+3": "1000",
		"123456789012345": "123456789012345", "1234567890123456": "1234567890123456", "9007199254740993": "9007199254740992",
		"12345678901234567890": "12345678901234567000", "1e20": "100000000000000000000", "1e21": "1e+21", "1.5e21": "1.5e+21",
		"0.000001": "0.000001", "0.0000001": "1e-7", "1.25e-9": "1.25e-9", "-1e-7": "-1e-7", "5e-324": "5e-324", "1e-400": "0",
		"1e400": "null", "-1e400": "null", "1.7976931348623157e308": "1.7976931348623157e+308", "0.1": "0.1", "100": "100",
	} {
		if got := Number(raw); got != want {
			t.Errorf("Number(%s) = %s, want %s", raw, got, want)
		}
	}
}

// value draws a JSON text with what JavaScript treats in its own way.
func value(depth int) *rapid.Generator[string] {
	str := rapid.Custom(func(t *rapid.T) string {
		pieces := []string{"a", " ", "<", "é", "語", "🦊", `\n`, `\"`, `\/`, `\u0001`, `\u2028`, `\ud83e\udd8a`, `\uD83e`, `\udd8a`, "\u007f", `\u00E9`}
		return `"` + strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 6).Draw(t, "str"), "") + `"`
	})
	key := rapid.SampledFrom([]string{`"a"`, `"b"`, `"1"`, `"10"`, `"9"`, `"01"`, `"\u0061"`, `""`, `"4294967294"`, `"4294967295"`, `"x y"`})
	num := rapid.OneOf(
		rapid.SampledFrom([]string{"0", "-0", "1.0", "1e21", "1e-7", "123456789012345678", "0.1e2", "1e400"}),
		rapid.Map(rapid.Float64(), func(f float64) string { b, _ := json.Marshal(f); return string(b) }),
	)
	leaf := rapid.OneOf(str, num, rapid.SampledFrom([]string{"true", "false", "null", "[]", "{ }"}))
	if depth == 0 {
		return leaf
	}
	inner := value(depth - 1)
	list := rapid.Map(rapid.SliceOfN(inner, 0, 4), func(v []string) string { return "[ " + strings.Join(v, " ,") + "]" })
	object := rapid.Custom(func(t *rapid.T) string {
		members := make([]string, rapid.IntRange(0, 5).Draw(t, "members"))
		for i := range members {
			members[i] = key.Draw(t, "key") + " :" + inner.Draw(t, "value")
		}
		return "{" + strings.Join(members, ",") + " }"
	})
	return rapid.OneOf(leaf, list, object)
}

// TestCompactIsStable: the compact form is JSON, and its own compact form.
func TestCompactIsStable(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		raw := value(3).Draw(t, "raw")
		once, ok := Compact(raw)
		if !ok || !json.Valid([]byte(once)) {
			t.Fatalf("Compact(%s) = %s, %v", raw, once, ok)
		}
		if twice, _ := Compact(once); twice != once {
			t.Fatalf("Compact(%s) = %s, and of that %s", raw, once, twice)
		}
	})
}

// TestCompactAgainstNode compares with what JavaScript itself made of such texts: each line of
// testdata/node.txt is a text, a tab, and JSON.stringify(JSON.parse(text)) of Node.js 20.
func TestCompactAgainstNode(t *testing.T) {
	t.Parallel()
	b, err := os.ReadFile(filepath.Join("testdata", "node.txt"))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for line := range strings.Lines(string(b)) {
		raw, want, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if got, _ := Compact(raw); got != want {
			t.Errorf("Compact(%s)\n = %s\nnode %s", raw, got, want)
		}
		n++
	}
	if n < 300 {
		t.Errorf("only %d texts", n)
	}
}
