package tokens

import (
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
		{"claude-opus-4-5-20251101", "claude-opus-4", "anthropic", O200k, false, []int{200_000}},
		{"claude-opus-4-6", "claude-opus-4-6", "anthropic", O200k, false, []int{200_000, 1_000_000}},
		{"claude-opus-4-8[1m]", "claude-opus-4-8", "anthropic", O200k, false, []int{1_000_000}},
		{"claude-opus-4-1[1m]", "claude-opus-4", "anthropic", O200k, false, []int{1_000_000}},
		{"claude-opus-5", "claude-opus-5", "anthropic", O200k, false, []int{200_000, 1_000_000}},
		{"claude-sonnet-4.6", "claude-sonnet-4", "anthropic", O200k, false, []int{200_000, 1_000_000}},
		{"Claude-Haiku-4.5", "claude-haiku-4", "anthropic", O200k, false, []int{200_000}},
		{"anthropic/claude-3.7-sonnet:thinking", "claude-3", "anthropic", O200k, false, []int{200_000}},
		{"us.anthropic.claude-sonnet-4-5-20250929-v1:0", "claude-sonnet-4", "anthropic", O200k, false, []int{200_000, 1_000_000}},
		{"arn:aws:bedrock:us-east-1:1234:inference-profile/global.anthropic.claude-haiku-4-5-20251001-v1:0", "claude-haiku-4", "anthropic", O200k, false, []int{200_000}},
		{"claude-opus-4@20250514", "claude-opus-4", "anthropic", O200k, false, []int{200_000}},
		{"openrouter/anthropic/claude-sonnet-5", "claude-sonnet-5", "anthropic", O200k, false, []int{200_000, 1_000_000}},
		{"gpt-3.5-turbo-0125", "gpt-3-5", "openai", Cl100k, true, []int{16_385}},
		{"gpt-35-turbo", "gpt-35", "openai", Cl100k, true, []int{16_385}},
		{"gpt-4", "gpt-4", "openai", Cl100k, true, []int{8_192, 32_768, 128_000}},
		{"gpt-4-0613", "gpt-4", "openai", Cl100k, true, []int{8_192, 32_768, 128_000}},
		{"gpt-4-1106-preview", "gpt-4-1106", "openai", Cl100k, true, []int{128_000}},
		{"openai/gpt-4.1-mini-2025-04-14", "gpt-4-1", "openai", O200k, true, []int{1_047_576}},
		{"gpt-4o-mini", "gpt-4o", "openai", O200k, true, []int{128_000}},
		{"azure/gpt-4o", "gpt-4o", "openai", O200k, true, []int{128_000}},
		{"openai:o3-mini", "o3", "openai", O200k, true, []int{200_000}},
		{"o1-preview", "o1-preview", "openai", O200k, true, []int{128_000}},
		{"gpt-5-mini-2025-08-07", "gpt-5", "openai", O200k, true, []int{400_000}},
		{"gpt-5.2-codex", "gpt-5", "openai", O200k, true, []int{400_000}},
		{"gpt-5.5", "gpt-5-5", "openai", O200k, true, []int{400_000, 1_050_000}},
		{"gpt-oss:120b", "gpt-oss", "openai", O200k, true, []int{131_072}},
		{"models/gemini-2.5-pro", "gemini-2", "google", O200k, false, []int{1_048_576}},
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
		want := Model{c.name, c.vendor, c.windows, c.encoding, c.exact}
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
	for _, m := range table {
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
		if m.Exact != (m.Vendor == "openai") {
			t.Errorf("%s: exact %v for %s", m.Name, m.Exact, m.Vendor)
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
