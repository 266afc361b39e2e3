// Package provider says who can be called and with what: the table of providers, and the choice
// of one of them with its model, address and key. It calls nobody: the environment and the key
// command are handed to it as functions.
package provider

import (
	"slices"
	"strings"
)

// Wire is the form in which a provider takes requests.
type Wire string

// The forms: Messages of Anthropic, and Chat Completions of OpenAI, which most others speak.
const (
	Anthropic Wire = "anthropic"
	OpenAI    Wire = "openai"
)

// Custom is the name of the provider that OPENAI_BASE_URL stands for.
const Custom = "custom"

// Provider is one row of the table.
type Provider struct {
	Name string
	Wire Wire
	// Base is the address that the paths of the wire are appended to: /v1/messages for Anthropic,
	// /chat/completions for OpenAI. Empty for Custom: its variable says it.
	Base string
	// BaseVars are the variables that give another address, KeyVars those that may hold the key; the
	// first that is set wins.
	BaseVars, KeyVars []string
	// NeedsKey is not set for servers on one's own machine; a key that is there is sent all the same.
	NeedsKey bool
	// Local is set for servers that run on one's own machine unless a variable says otherwise.
	Local bool
	// Vendor is the one whose models it serves by default, as the table of models names it; empty
	// when it serves those of many.
	Vendor string
	// Small is where the table of models has the small default model, empty when there is none: then
	// a model must be named.
	Small string
}

// bearer is the variable whose key goes into an Authorization header although the wire has its own.
const bearer = "ANTHROPIC_AUTH_TOKEN"

// Table is every provider, in the order in which they are named to a person. The addresses are
// those of the vendors' own documentation, the ports of local servers are their defaults.
var Table = []Provider{
	{Name: "anthropic", Wire: Anthropic, Base: "https://api.anthropic.com", BaseVars: []string{"ANTHROPIC_BASE_URL"}, KeyVars: []string{"ANTHROPIC_API_KEY", bearer}, NeedsKey: true, Vendor: "anthropic", Small: "anthropic"},
	{Name: "openai", Wire: OpenAI, Base: "https://api.openai.com/v1", BaseVars: []string{"OPENAI_BASE_URL"}, KeyVars: []string{"OPENAI_API_KEY"}, NeedsKey: true, Vendor: "openai", Small: "openai"},
	{Name: "openrouter", Wire: OpenAI, Base: "https://openrouter.ai/api/v1", KeyVars: []string{"OPENROUTER_API_KEY"}, NeedsKey: true, Small: "openrouter"},
	{Name: "gemini", Wire: OpenAI, Base: "https://generativelanguage.googleapis.com/v1beta/openai", KeyVars: []string{"GEMINI_API_KEY", "GOOGLE_API_KEY"}, NeedsKey: true, Vendor: "google", Small: "google"},
	{Name: "xai", Wire: OpenAI, Base: "https://api.x.ai/v1", KeyVars: []string{"XAI_API_KEY"}, NeedsKey: true, Vendor: "xai", Small: "xai"},
	{Name: "groq", Wire: OpenAI, Base: "https://api.groq.com/openai/v1", KeyVars: []string{"GROQ_API_KEY"}, NeedsKey: true},
	{Name: "mistral", Wire: OpenAI, Base: "https://api.mistral.ai/v1", KeyVars: []string{"MISTRAL_API_KEY"}, NeedsKey: true, Vendor: "mistral"},
	{Name: "deepseek", Wire: OpenAI, Base: "https://api.deepseek.com/v1", KeyVars: []string{"DEEPSEEK_API_KEY"}, NeedsKey: true, Vendor: "deepseek"},
	{Name: "ollama", Wire: OpenAI, Base: "http://localhost:11434/v1", BaseVars: []string{ollamaHost}, KeyVars: []string{"OLLAMA_API_KEY"}, Local: true},
	{Name: "llamacpp", Wire: OpenAI, Base: "http://localhost:8080/v1", KeyVars: []string{"LLAMA_API_KEY"}, Local: true},
	{Name: "lmstudio", Wire: OpenAI, Base: "http://localhost:1234/v1", Local: true},
	{Name: "vllm", Wire: OpenAI, Base: "http://localhost:8000/v1", KeyVars: []string{"VLLM_API_KEY"}, Local: true},
	{Name: Custom, Wire: OpenAI, BaseVars: []string{"OPENAI_BASE_URL"}, KeyVars: []string{"OPENAI_API_KEY"}, NeedsKey: true},
}

// Names are those of the table, in its order.
func Names() []string {
	names := make([]string, len(Table))
	for i, p := range Table {
		names[i] = p.Name
	}
	return names
}

// ByName finds a provider.
func ByName(name string) (Provider, bool) {
	i := slices.IndexFunc(Table, func(p Provider) bool { return p.Name == name })
	if i < 0 {
		return Provider{}, false
	}
	return Table[i], true
}

// ofVendor is the provider that a vendor itself runs.
func ofVendor(vendor string) (Provider, bool) {
	i := slices.IndexFunc(Table, func(p Provider) bool { return vendor != "" && p.Vendor == vendor })
	if i < 0 {
		return Provider{}, false
	}
	return Table[i], true
}

// found is the first of the variables that is set, and its value without space around it.
func found(env func(string) string, vars []string) (name, value string) {
	for _, v := range vars {
		if s := strings.TrimSpace(env(v)); s != "" {
			return v, s
		}
	}
	return "", ""
}
