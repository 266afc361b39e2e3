package tokens

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestReadTable(t *testing.T) {
	got, err := ReadTable([]byte(`
# mine
[[model]]
name = "Acme/House.Model"
vendor = "Acme"
windows = [32_768, 65_536]

[[model]]
name = "grok-4.3"
vendor = "xai"
windows = [1_000_000]
encoding = "cl100k_base"
output = 30_000
price = [1, 2.5]
above = 200_000
long-price = [2, 5.0]
as-of = "2026-11"

[small]
Acme = "House.Model"
`))
	if err != nil {
		t.Fatal(err)
	}
	want := Table{
		Models: []Model{
			{Name: "house-model", Vendor: "acme", Windows: []int{32_768, 65_536}},
			{Name: "grok-4-3", Vendor: "xai", Windows: []int{1_000_000}, Encoding: Cl100k, Exact: true, Output: 30_000, Price: Price{In: 1, Out: 2.5, Above: 200_000, LongIn: 2, LongOut: 5, LongKnown: true, AsOf: "2026-11"}},
		},
		Small: map[string]string{"acme": "House.Model"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if none, err := ReadTable(nil); err != nil || len(none.Models)+len(none.Small) > 0 {
		t.Errorf("an empty file: %+v, %v", none, err)
	}
}

func TestReadTableRefuses(t *testing.T) {
	const ok = "[[model]]\nname = \"m\"\nwindows = [1000]\n"
	for _, c := range []struct{ file, want string }{
		{"[[model]\n", "line 1:"},
		{"\n\n[[model]]\nname = m\n", "line 4:"},
		{ok + "colour = 3\n", `line 4: there is no column "model.colour"`},
		{"[models]\n", `line 1: there is no column "models"`},
		{ok + "output = \"many\"\n", "line 4:"},
		{ok + "output = -1\n", `line 2: the model "m": output and above are numbers of tokens`},
		{"[[model]]\nname = \"m\"\n", `line 2: the model "m": windows needs a number of tokens, as in windows = [200_000]`},
		{"[[model]]\nname = \"m\"\nwindows = [0]\n", `line 2: the model "m": windows needs a number of tokens, as in windows = [200_000]`},
		{"[[model]]\nname = \"m\"\nwindows = [2, 2]\n", `line 2: the model "m": its windows do not ascend`},
		{"[[model]]\nname = \"m\"\nwindows = [3, 2]\n", `line 2: the model "m": its windows do not ascend`},
		{"[[model]]\nname = \"m\"\nwindows = [9_000_000_000_000]\n", `line 2: the model "m": windows needs a number of tokens, as in windows = [200_000]`},
		{"[[model]]\nwindows = [1]\n", `model 1: the model "": it has no name`},
		{"[[model]]\nname = \"  \"\nwindows = [1]\n", `line 2: the model "  ": it has no name`},
		{ok + "encoding = \"p50k\"\n", `line 2: the model "m": the encoding "p50k" is neither o200k_base nor cl100k_base`},
		{ok + "price = [1]\nas-of = \"2026-11\"\n", `line 2: the model "m": a price is two numbers: dollars for a million tokens of input, and of output`},
		{ok + "price = [1, -1]\nas-of = \"2026-11\"\n", `line 2: the model "m": a price is two numbers: dollars for a million tokens of input, and of output`},
		{ok + "price = [nan, 1]\nas-of = \"2026-11\"\n", `line 2: the model "m": a price is two numbers: dollars for a million tokens of input, and of output`},
		{ok + "price = [1, 2]\n", `line 2: the model "m": a price needs as-of, the month in which it was read, as in 2026-10`},
		{ok + "price = [1, 2]\nas-of = \"lately\"\n", `line 2: the model "m": a price needs as-of, the month in which it was read, as in 2026-10`},
		{ok + "as-of = \"2026-11\"\n", `line 2: the model "m": above, long-price and as-of belong to a price`},
		{ok + "price = [1, 2]\nlong-price = [1, 2]\nas-of = \"2026-11\"\n", `line 2: the model "m": long-price needs above, the tokens from which on it holds`},
		{ok + "[[model]]\nname = \"M\"\nwindows = [1]\n", `line 5: the model "M": it stands there twice`},
		{ok + ok, `line 5: the model "m": it stands there twice`},
		{"[small]\nacme = \"\"\n", `line 2: the small model of "acme" has no name`},
	} {
		_, err := ReadTable([]byte(c.file))
		if err == nil || !strings.HasPrefix(err.Error(), c.want) || strings.Contains(err.Error(), "\n") || strings.Contains(err.Error(), "toml:") {
			t.Errorf("%q:\n got %v\nwant %s", c.file, err, c.want)
		}
	}
}

func TestOverride(t *testing.T) {
	t.Cleanup(func() { Override(Table{}) })
	mine, err := ReadTable([]byte(`
model = [
  { name = "house-model", windows = [32_768] },
  { name = "gpt-5", vendor = "acme", windows = [1_000] },
]
small = { acme = "house-model", openai = "gpt-5" }
`))
	if err != nil {
		t.Fatal(err)
	}
	before, _ := Lookup("claude-sonnet-4-5")
	if _, known := Lookup("house-model"); known {
		t.Fatal("the model is known already")
	}
	Override(mine)
	if m, known := Lookup("acme/house-model-2026-01-01"); !known || m.Windows[0] != 32_768 || m.Vendor != "" {
		t.Errorf("%+v, %t", m, known)
	}
	if m, _ := Lookup("gpt-5"); m.Vendor != "acme" || len(m.Windows) != 1 || m.Windows[0] != 1_000 || m.Price.Known() || m.Exact {
		t.Errorf("the built-in row shines through: %+v", m)
	}
	if m, _ := Lookup("gpt-5-mini"); m.Vendor != "openai" {
		t.Errorf("another row is replaced: %+v", m)
	}
	if after, _ := Lookup("claude-sonnet-4-5"); !cmp.Equal(before, after) {
		t.Errorf("another row changed: %s", cmp.Diff(before, after))
	}
	if Small("acme") != "house-model" || Small("openai") != "gpt-5" || Small("anthropic") == "" {
		t.Errorf("small models: %q, %q, %q", Small("acme"), Small("openai"), Small("anthropic"))
	}
	Override(Table{})
	if m, known := Lookup("house-model"); known {
		t.Errorf("the row is still there: %+v", m)
	}
	if m, _ := Lookup("gpt-5"); m.Vendor != "openai" || Small("acme") != "" || Small("openai") == "gpt-5" {
		t.Errorf("the built-in table was changed: %+v", m)
	}
}

func FuzzReadTable(f *testing.F) {
	f.Add([]byte("[[model]]\nname = \"m\"\nvendor = \"v\"\nwindows = [1000, 2000]\nprice = [1, 2]\nabove = 3\nlong-price = [4, 5]\nas-of = \"2026-11\"\noutput = 9\n"))
	f.Add([]byte("model = [ { name = \"a.b\", windows = [1] } ]\n[small]\nv = \"m\"\n"))
	f.Add([]byte("[[model]]\nname = 3"))
	f.Add([]byte("\xff\xfe["))
	f.Fuzz(func(t *testing.T, file []byte) {
		table, err := ReadTable(file)
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("the error has several lines: %q", err)
			}
			return
		}
		for _, m := range table.Models {
			if m.Name == "" || len(m.Windows) == 0 || m.Windows[0] < 1 || m.Price.Known() && (m.Price.In < 0 || m.Price.Out < 0) {
				t.Errorf("%+v", m)
			}
		}
	})
}

// BenchmarkTable is what the first look-up costs.
func BenchmarkTable(b *testing.B) {
	for b.Loop() {
		if _, err := ReadTable(builtIn); err != nil {
			b.Fatal(err)
		}
	}
}
