package tokens

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestLookup(t *testing.T) {
	for _, c := range []struct {
		model, name, vendor string
		encoding            Encoding
		exact               bool
		windows             []int
	}{
		{"claude-opus-4-5-20251101", "claude-opus-4-5", "anthropic", O200k, false, []int{200_000}},
		{"claude-opus-4-6", "claude-opus-4-6", "anthropic", O200k, false, []int{200_000, 1_000_000}},
		{"claude-opus-4-8[1m]", "claude-opus-4-8", "anthropic", O200k, false, []int{1_000_000}},
		{"claude-opus-4-1[1m]", "claude-opus-4-1", "anthropic", O200k, false, []int{1_000_000}},
		{"claude-opus-5", "claude-opus-5", "anthropic", O200k, false, []int{200_000, 1_000_000}},
		{"claude-sonnet-4.6", "claude-sonnet-4-6", "anthropic", O200k, false, []int{200_000, 1_000_000}},
		{"Claude-Haiku-4.5", "claude-haiku-4-5", "anthropic", O200k, false, []int{200_000}},
		{"anthropic/claude-3.7-sonnet:thinking", "claude-3", "anthropic", O200k, false, []int{200_000}},
		{"us.anthropic.claude-sonnet-4-5-20250929-v1:0", "claude-sonnet-4-5", "anthropic", O200k, false, []int{200_000, 1_000_000}},
		{"arn:aws:bedrock:us-east-1:1234:inference-profile/global.anthropic.claude-haiku-4-5-20251001-v1:0", "claude-haiku-4-5", "anthropic", O200k, false, []int{200_000}},
		{"claude-opus-4@20250514", "claude-opus-4", "anthropic", O200k, false, []int{200_000}},
		{"openrouter/anthropic/claude-sonnet-5", "claude-sonnet-5", "anthropic", O200k, false, []int{200_000, 1_000_000}},
		{"gpt-3.5-turbo-0125", "gpt-3-5", "openai", Cl100k, true, []int{16_385}},
		{"gpt-35-turbo", "gpt-35", "openai", Cl100k, true, []int{16_385}},
		{"gpt-4", "gpt-4", "openai", Cl100k, true, []int{8_192, 32_768, 128_000}},
		{"gpt-4-0613", "gpt-4", "openai", Cl100k, true, []int{8_192, 32_768, 128_000}},
		{"gpt-4-1106-preview", "gpt-4-1106", "openai", Cl100k, true, []int{128_000}},
		{"openai/gpt-4.1-mini-2025-04-14", "gpt-4-1-mini", "openai", O200k, true, []int{1_047_576}},
		{"gpt-4o-mini", "gpt-4o-mini", "openai", O200k, true, []int{128_000}},
		{"azure/gpt-4o", "gpt-4o", "openai", O200k, true, []int{128_000}},
		{"openai:o3-mini", "o3-mini", "openai", O200k, true, []int{200_000}},
		{"o1-preview", "o1-preview", "openai", O200k, true, []int{128_000}},
		{"gpt-5-mini-2025-08-07", "gpt-5-mini", "openai", O200k, true, []int{400_000}},
		{"gpt-5.2-codex", "gpt-5-2", "openai", O200k, true, []int{400_000}},
		{"gpt-5.5", "gpt-5-5", "openai", O200k, true, []int{400_000, 1_050_000}},
		{"gpt-oss:120b", "gpt-oss", "openai", O200k, true, []int{131_072}},
		{"models/gemini-2.5-pro", "gemini-2-5-pro", "google", O200k, false, []int{1_048_576}},
		{"gemini-3-flash-preview", "gemini-3", "google", O200k, false, []int{1_048_576}},
		{"x-ai/grok-4-fast:free", "grok-4-fast", "xai", O200k, false, []int{2_000_000}},
		{"grok-4-0709", "grok-4", "xai", O200k, false, []int{256_000}},
		{"us.deepseek.r1-v1:0", "deepseek-r1", "deepseek", O200k, false, []int{131_072}},
		{"deepseek-ai/DeepSeek-V3.2", "deepseek-v3", "deepseek", O200k, false, []int{131_072}},
		{"qwen3:30b", "qwen3", "alibaba", O200k, false, []int{131_072, 262_144}},
		{"Qwen/Qwen2.5-Coder-32B-Instruct", "qwen2", "alibaba", O200k, false, []int{131_072}},
		{"moonshotai/kimi-k2-0905-preview", "kimi-k2-0905", "moonshot", O200k, false, []int{262_144}},
		{"z-ai/glm-4.6", "glm-4-6", "zhipu", O200k, false, []int{204_800}},
		{"llama3.1:8b", "llama3-1", "meta", O200k, false, []int{131_072}},
		{"meta-llama/Llama-3.3-70B-Instruct", "llama-3-3", "meta", O200k, false, []int{131_072}},
		{"meta-llama/Meta-Llama-3-8B", "llama-3", "meta", O200k, false, []int{8_192}},
		{"meta.llama3-1-70b-instruct-v1:0", "llama3-1", "meta", O200k, false, []int{131_072}},
		{"mistral-large-latest", "mistral-large", "mistral", O200k, false, []int{131_072, 262_144}},

		{"", "", "", O200k, false, nil},
		{"<synthetic>", "", "", O200k, false, nil},
		{"claude", "", "", O200k, false, nil},
		{"claude-opus-9", "", "", O200k, false, nil},
		{"gpt-4omega", "", "", O200k, false, nil},
		{"gpt-50", "", "", O200k, false, nil},
		{"o10", "", "", O200k, false, nil},
		{"opus-mt-en-de", "", "", O200k, false, nil},
		{"my-gpt-4o", "", "", O200k, false, nil},
		{"[1m]", "", "", O200k, false, nil},
	} {
		got, ok := Lookup(c.model)
		want := Model{Name: c.name, Vendor: c.vendor, Windows: c.windows, Encoding: c.encoding, Exact: c.exact}
		got.Output, got.Price = 0, Price{}
		if diff := cmp.Diff(want, got); diff != "" || ok != (c.name != "") {
			t.Errorf("%q: found %v (-want +got)\n%s", c.model, ok, diff)
		}
	}
}

func TestLookupGivesAwayNothing(t *testing.T) {
	m, _ := Lookup("gpt-4")
	m.Windows[0] = 1
	if again, _ := Lookup("gpt-4"); again.Windows[0] != 8_192 {
		t.Error("the caller can write into the table")
	}
}

func TestNextWindow(t *testing.T) {
	m, _ := Lookup("claude-sonnet-4-5")
	for _, c := range []struct{ used, want int }{
		{0, 200_000}, {200_000, 200_000}, {200_001, 1_000_000}, {998_659, 1_000_000}, {1_000_001, 0},
	} {
		if got := m.NextWindow(c.used); got != c.want {
			t.Errorf("%d: %d, want %d", c.used, got, c.want)
		}
	}
	if got := (Model{}).NextWindow(1); got != 0 {
		t.Errorf("of an unknown model: %d", got)
	}
}

// TestTable holds each row to the form in which names are looked up.
func TestTable(t *testing.T) {
	seen := map[string]bool{}
	for _, m := range own().models {
		if seen[m.Name] {
			t.Errorf("%s: twice", m.Name)
		}
		seen[m.Name] = true
		if name, _ := normal(m.Name); name != m.Name {
			t.Errorf("%s: is looked up as %s", m.Name, name)
		}
		if got, ok := Lookup(m.Name); !ok || got.Name != m.Name {
			t.Errorf("%s: finds %s", m.Name, got.Name)
		}
		if m.Vendor == "" || m.Vendor != strings.ToLower(m.Vendor) {
			t.Errorf("%s: vendor %q", m.Name, m.Vendor)
		}
		if len(m.Windows) == 0 || !slices.IsSorted(m.Windows) || len(slices.Compact(slices.Clone(m.Windows))) != len(m.Windows) {
			t.Errorf("%s: windows %v do not ascend", m.Name, m.Windows)
		}
		if m.Exact && m.Vendor != "openai" {
			t.Errorf("%s: exact %v for %s", m.Name, m.Exact, m.Vendor)
		}
	}
}

// TestPrices holds what the table says of answers and money to what it knows.
func TestPrices(t *testing.T) {
	priced, bounded := 0, 0
	for _, m := range own().models {
		if m.Output > m.Windows[len(m.Windows)-1] {
			t.Errorf("%s: an answer of %d tokens does not fit its window", m.Name, m.Output)
		}
		if m.Output > 0 {
			bounded++
		}
		p := m.Price
		if !p.Known() {
			if p != (Price{}) {
				t.Errorf("%s: a price without its month: %+v", m.Name, p)
			}
			continue
		}
		priced++
		if p.In <= 0 || p.Out < p.In || p.Out > 20*p.In {
			t.Errorf("%s: a million tokens for $%g and $%g", m.Name, p.In, p.Out)
		}
		if p.LongKnown && (p.LongIn < p.In || p.LongOut < p.Out) || p.Above >= m.Windows[len(m.Windows)-1] {
			t.Errorf("%s: above %d tokens $%g and $%g", m.Name, p.Above, p.LongIn, p.LongOut)
		}
	}
	if priced < 30 || bounded < 30 {
		t.Errorf("%d rows have a price, %d the limit of an answer", priced, bounded)
	}
	for _, vendor := range []string{"anthropic", "openai", "google", "xai", "openrouter"} {
		m, known := Lookup(Small(vendor))
		if !known || !m.Price.Known() || m.Vendor != vendor && vendor != "openrouter" {
			t.Errorf("the small model of %s, %q, is of %q and costs %+v", vendor, Small(vendor), m.Vendor, m.Price)
		}
	}
}

// TestPriceIsOfTheModel shows that no price and no limit is taken over from a relative.
func TestPriceIsOfTheModel(t *testing.T) {
	for model, want := range map[string]bool{
		"claude-sonnet-4-5": true, "claude-sonnet-4-5-20250929": true, "us.anthropic.claude-sonnet-4-5-20250929-v1:0": true, "claude-opus-4@20250514": true,
		"gpt-4o-2024-08-06": true, "gpt-5-mini-latest": true, "gemini-3.1-pro-preview": true, "google/gemini-3.1-flash-lite": true,
		"gpt-5-pro": false, "gpt-5.5-pro": false, "gpt-4o-audio-preview": false, "claude-sonnet-4-9": false, "gemini-3.1-pro-preview-customtools": false,
		"x-ai/grok-4.3:free": false, "grok-4.3-fast": false, "gpt-5-99999999": false, "gpt-5-2025": false, "llama3.1:8b": false, "my-gpt-4o": false,
	} {
		if m, _ := Lookup(model); m.Price.Known() != want || !want && m.Output != 0 {
			t.Errorf("%s: row %q, output %d, price %+v", model, m.Name, m.Output, m.Price)
		}
	}
}

func TestCost(t *testing.T) {
	flat := Price{In: 2, Out: 10, AsOf: "2026-10"}
	two := Price{In: 1, Out: 5, Above: 200_000, LongIn: 2, LongOut: 7.5, LongKnown: true, AsOf: "2026-10"}
	half := Price{In: 1, Out: 5, Above: 200_000, AsOf: "2026-10"}
	for _, c := range []struct {
		p       Price
		in, out int
		want    float64
		known   bool
	}{
		{flat, 1_000_000, 100_000, 3, true},
		{flat, 0, 0, 0, true},
		{two, 200_000, 10_000, 0.25, true},
		{two, 200_001, 10_000, 0.475002, true},
		{half, 200_000, 10_000, 0.25, true},
		{half, 200_001, 10_000, 0, false},
		{Price{}, 5, 5, 0, false},
	} {
		if got, known := c.p.Cost(c.in, c.out); known != c.known || known && math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%+v of %d and %d: %g (%t), want %g", c.p, c.in, c.out, got, known, c.want)
		}
	}
}

func TestEncodingNames(t *testing.T) {
	if got := O200k.String() + " " + Cl100k.String(); got != "o200k_base cl100k_base" {
		t.Error(got)
	}
	if (Model{}).Encoding != O200k {
		t.Error("an unknown model is not counted with o200k")
	}
}
