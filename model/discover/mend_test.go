package discover

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestMend(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		``:                                 ``,
		`{"a"`:                             ``,
		`{"a":1`:                           ``, // it may be 12
		`{"a":1,"b":"x`:                    `{"a":1}`,
		`[{"r":"u","c":"x"},{"r":"a","c":`: `[{"r":"u","c":"x"},{"r":"a"}]`,
		`{"p":{"id":"7","s":{"t":[1,2`:     `{"p":{"id":"7","s":{"t":[1]}}}`,
		`{"a":"},{[\"","b":{}`:             `{"a":"},{[\"","b":{}}`,
		`]`:                                ``,
		`{"a":1} rest`:                     `{"a":1}`,
	} {
		if diff := cmp.Diff(want, string(mend([]byte(in)))); diff != "" {
			t.Errorf("mend(%s) (+):\n%s", in, diff)
		}
	}
}

// value draws JSON values with the letters that matter to mend.
func value(depth int) *rapid.Generator[any] {
	leaf := rapid.OneOf(
		rapid.Custom(func(t *rapid.T) any {
			return rapid.StringOfN(rapid.RuneFrom([]rune(`{}[],:"\é`)), 0, 6, -1).Draw(t, "s")
		}),
		rapid.Custom(func(t *rapid.T) any { return rapid.IntRange(-9, 999).Draw(t, "n") }),
		rapid.Just(any(nil)),
	)
	if depth == 0 {
		return leaf
	}
	return rapid.OneOf(
		leaf,
		rapid.Custom(func(t *rapid.T) any { return rapid.SliceOfN(value(depth-1), 0, 3).Draw(t, "list") }),
		rapid.Custom(func(t *rapid.T) any {
			return rapid.MapOfN(rapid.StringOfN(rapid.RuneFrom([]rune(`ab"{,`)), 1, 2, -1), value(depth-1), 0, 3).Draw(t, "object")
		}),
	)
}

// Whatever a document's beginning is, what is made of it is JSON or nothing, and begins like it.
func TestMendIsJSON(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		b, err := json.Marshal([]any{value(3).Draw(t, "v"), value(3).Draw(t, "w")})
		if err != nil {
			t.Fatal(err)
		}
		n := rapid.IntRange(0, len(b)).Draw(t, "n")
		if got := mend(b[:n:n]); len(got) > 0 && !json.Valid(got) {
			t.Fatalf("mend(%s) = %s", b[:n], got)
		}
		if whole := mend(b); string(whole) != string(b) {
			t.Fatalf("mend(%s) = %s", b, whole)
		}
	})
}

func FuzzMend(f *testing.F) {
	f.Add([]byte(`[{"a":"x`))
	f.Fuzz(func(t *testing.T, head []byte) {
		if !json.Valid(head) || len(head) == 0 || head[0] != '{' && head[0] != '[' {
			mend(head)
			return
		}
		for n := range head {
			if got := mend(head[:n:n]); len(got) > 0 && !json.Valid(got) {
				t.Fatalf("mend(%s) = %s", head[:n], got)
			}
		}
	})
}
