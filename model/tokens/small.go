package tokens

// small is the small model of a vendor or router that writes a summary when nobody names one, as
// its interface spells it.
var small = map[string]string{
	"anthropic": "claude-haiku-4-5", "openai": "gpt-5.4-mini", "google": "gemini-2.5-flash", "xai": "grok-4-fast-non-reasoning", "openrouter": "google/gemini-2.5-flash",
}

// Small is the small default model of a vendor or a router, empty when there is none.
func Small(vendor string) string { return small[vendor] }
