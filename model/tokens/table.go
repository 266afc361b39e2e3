package tokens

// Windows as the vendors publish them. Where one model is offered with several, the usual
// one stands first: no transcript says which was bought, but usage above it proves the next.
const (
	k8   = 8_192
	k16  = 16_385
	k32  = 32_768
	k64  = 65_536
	k100 = 100_000
	k128 = 128_000
	kb   = 131_072 // "128K" of those who count in 1,024
	k200 = 200_000
	kg   = 204_800 // "200K" of those who count in 1,024
	k256 = 256_000
	kq   = 262_144 // "256K" of those who count in 1,024
	k400 = 400_000
	k500 = 500_000
	m1   = 1_000_000
	m105 = 1_050_000
	mb   = 1_048_576 // "1M" of those who count in 1,024
	m2   = 2_000_000
	m2b  = 2_097_152
	m10  = 10_485_760
)

// table has a row for each name that a model's name may begin with. Only OpenAI publishes
// its vocabularies; all others are counted with the nearest, and not exactly.
var table = []Model{
	{"claude-instant", "anthropic", []int{k100}, O200k, false},
	{"claude-2", "anthropic", []int{k100}, O200k, false},
	{"claude-2-1", "anthropic", []int{k200}, O200k, false},
	{"claude-3", "anthropic", []int{k200}, O200k, false},
	{"claude-4", "anthropic", []int{k200, m1}, O200k, false}, // version first, as some routers have it
	{"claude-haiku-3", "anthropic", []int{k200}, O200k, false},
	{"claude-haiku-4", "anthropic", []int{k200}, O200k, false},
	{"claude-sonnet-3", "anthropic", []int{k200}, O200k, false},
	{"claude-sonnet-4", "anthropic", []int{k200, m1}, O200k, false},
	{"claude-sonnet-5", "anthropic", []int{k200, m1}, O200k, false},
	{"claude-opus-3", "anthropic", []int{k200}, O200k, false},
	{"claude-opus-4", "anthropic", []int{k200}, O200k, false},
	{"claude-opus-4-6", "anthropic", []int{k200, m1}, O200k, false},
	{"claude-opus-4-7", "anthropic", []int{k200, m1}, O200k, false},
	{"claude-opus-4-8", "anthropic", []int{k200, m1}, O200k, false},
	{"claude-opus-5", "anthropic", []int{k200, m1}, O200k, false},
	{"claude-fable-5", "anthropic", []int{k200, m1}, O200k, false},

	{"gpt-3-5", "openai", []int{k16}, Cl100k, true},
	{"gpt-35", "openai", []int{k16}, Cl100k, true}, // Azure's spelling
	{"gpt-4", "openai", []int{k8, k32, k128}, Cl100k, true},
	{"gpt-4-32k", "openai", []int{k32}, Cl100k, true},
	{"gpt-4-1106", "openai", []int{k128}, Cl100k, true},
	{"gpt-4-0125", "openai", []int{k128}, Cl100k, true},
	{"gpt-4-turbo", "openai", []int{k128}, Cl100k, true},
	{"gpt-4-vision", "openai", []int{k128}, Cl100k, true},
	{"gpt-4o", "openai", []int{k128}, O200k, true},
	{"chatgpt-4o", "openai", []int{k128}, O200k, true},
	{"gpt-4-1", "openai", []int{1_047_576}, O200k, true}, // 2^20 less 1,000
	{"gpt-4-5", "openai", []int{k128}, O200k, true},
	{"gpt-5", "openai", []int{k400}, O200k, true},
	{"gpt-5-chat", "openai", []int{k128}, O200k, true},
	{"gpt-5-3-codex-spark", "openai", []int{k128}, O200k, true},
	{"gpt-5-4", "openai", []int{k400, m105}, O200k, true},
	{"gpt-5-4-mini", "openai", []int{k400}, O200k, true},
	{"gpt-5-4-nano", "openai", []int{k400}, O200k, true},
	{"gpt-5-5", "openai", []int{k400, m105}, O200k, true},
	{"gpt-5-6", "openai", []int{k400, m105}, O200k, true},
	{"gpt-oss", "openai", []int{kb}, O200k, true},
	{"codex-mini", "openai", []int{k200}, O200k, true},
	{"o1", "openai", []int{k200}, O200k, true},
	{"o1-mini", "openai", []int{k128}, O200k, true},
	{"o1-preview", "openai", []int{k128}, O200k, true},
	{"o3", "openai", []int{k200}, O200k, true},
	{"o4-mini", "openai", []int{k200}, O200k, true},

	{"gemini-1-5-flash", "google", []int{mb}, O200k, false},
	{"gemini-1-5-pro", "google", []int{mb, m2b}, O200k, false},
	{"gemini-2", "google", []int{mb}, O200k, false},
	{"gemini-3", "google", []int{mb}, O200k, false},
	{"gemini-flash", "google", []int{mb}, O200k, false},
	{"gemini-pro-latest", "google", []int{mb}, O200k, false},

	{"grok-2", "xai", []int{kb}, O200k, false},
	{"grok-3", "xai", []int{kb}, O200k, false},
	{"grok-4", "xai", []int{k256}, O200k, false},
	{"grok-4-fast", "xai", []int{m2}, O200k, false},
	{"grok-4-1", "xai", []int{m2}, O200k, false},
	{"grok-4-20", "xai", []int{m2}, O200k, false},
	{"grok-4-3", "xai", []int{m1}, O200k, false},
	{"grok-4-5", "xai", []int{k500}, O200k, false},
	{"grok-code", "xai", []int{k256}, O200k, false},

	{"deepseek-chat", "deepseek", []int{kb, m1}, O200k, false},
	{"deepseek-reasoner", "deepseek", []int{kb, m1}, O200k, false},
	{"deepseek-coder", "deepseek", []int{kb}, O200k, false},
	{"deepseek-v2", "deepseek", []int{kb}, O200k, false},
	{"deepseek-v3", "deepseek", []int{kb}, O200k, false},
	{"deepseek-v4", "deepseek", []int{m1}, O200k, false},
	{"deepseek-r1", "deepseek", []int{kb}, O200k, false},

	{"qwen-max", "alibaba", []int{k32, kq}, O200k, false},
	{"qwen-plus", "alibaba", []int{kb, m1}, O200k, false},
	{"qwen-turbo", "alibaba", []int{kb, m1}, O200k, false},
	{"qwen2", "alibaba", []int{kb}, O200k, false},
	{"qwen3", "alibaba", []int{kb, kq}, O200k, false},
	{"qwen3-coder", "alibaba", []int{kq, m1}, O200k, false},
	{"qwen3-max", "alibaba", []int{kq}, O200k, false},
	{"qwen3-5", "alibaba", []int{kq, m1}, O200k, false},
	{"qwen3-6", "alibaba", []int{kq, m1}, O200k, false},
	{"qwq", "alibaba", []int{kb}, O200k, false},

	{"kimi-k2", "moonshot", []int{kb, kq}, O200k, false},
	{"kimi-k2-0905", "moonshot", []int{kq}, O200k, false},
	{"kimi-k2-thinking", "moonshot", []int{kq}, O200k, false},
	{"kimi-k2-5", "moonshot", []int{kq}, O200k, false},
	{"kimi-k2-6", "moonshot", []int{kq}, O200k, false},
	{"kimi-k2-7", "moonshot", []int{kq}, O200k, false},
	{"kimi-k3", "moonshot", []int{mb}, O200k, false},
	{"kimi-for-coding", "moonshot", []int{kq}, O200k, false},
	{"kimi-latest", "moonshot", []int{kb, kq}, O200k, false},
	{"moonshot-v1-8k", "moonshot", []int{k8}, O200k, false},
	{"moonshot-v1-32k", "moonshot", []int{k32}, O200k, false},
	{"moonshot-v1-128k", "moonshot", []int{kb}, O200k, false},

	{"glm-4", "zhipu", []int{kb}, O200k, false},
	{"glm-4-5", "zhipu", []int{kb}, O200k, false},
	{"glm-4-6", "zhipu", []int{kg}, O200k, false},
	{"glm-4-7", "zhipu", []int{kg}, O200k, false},
	{"glm-5", "zhipu", []int{kg}, O200k, false},
	{"glm-5-2", "zhipu", []int{mb}, O200k, false},

	{"minimax-m1", "minimax", []int{m1}, O200k, false},
	{"minimax-m2", "minimax", []int{kg}, O200k, false},

	{"llama-2", "meta", []int{4_096}, O200k, false},
	{"llama2", "meta", []int{4_096}, O200k, false},
	{"llama-3", "meta", []int{k8}, O200k, false},
	{"llama3", "meta", []int{k8}, O200k, false},
	{"llama-3-1", "meta", []int{kb}, O200k, false},
	{"llama3-1", "meta", []int{kb}, O200k, false},
	{"llama-3-2", "meta", []int{kb}, O200k, false},
	{"llama3-2", "meta", []int{kb}, O200k, false},
	{"llama-3-3", "meta", []int{kb}, O200k, false},
	{"llama3-3", "meta", []int{kb}, O200k, false},
	{"llama-4-scout", "meta", []int{kb, mb, m10}, O200k, false},
	{"llama4-scout", "meta", []int{kb, mb, m10}, O200k, false},
	{"llama-4-maverick", "meta", []int{kb, mb}, O200k, false},
	{"llama4-maverick", "meta", []int{kb, mb}, O200k, false},

	{"mistral-large", "mistral", []int{kb, kq}, O200k, false},
	{"mistral-medium", "mistral", []int{kb}, O200k, false},
	{"mistral-small", "mistral", []int{k32, kb}, O200k, false},
	{"mistral-nemo", "mistral", []int{kb}, O200k, false},
	{"open-mistral-nemo", "mistral", []int{kb}, O200k, false},
	{"mistral-7b", "mistral", []int{k32}, O200k, false},
	{"mixtral-8x7b", "mistral", []int{k32}, O200k, false},
	{"mixtral-8x22b", "mistral", []int{k64}, O200k, false},
	{"ministral", "mistral", []int{kb, kq}, O200k, false},
	{"magistral", "mistral", []int{40_960, kb}, O200k, false},
	{"codestral", "mistral", []int{k32, kq}, O200k, false},
	{"devstral", "mistral", []int{kb, kq}, O200k, false},
	{"pixtral", "mistral", []int{kb}, O200k, false},
}
