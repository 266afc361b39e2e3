package wire

import (
	"regexp"
	"strconv"
	"strings"
	"sync"

	"cutline/model/pattern"
)

// num is a number in a message; some put commas in it.
const num = `(\d[\d,]*)`

// messages are the ways to say that a prompt has more tokens than the model takes, those with numbers
// first. SIZE and LIMIT are its numbers, MORE is added to the size, … is whatever stands between.
// Whose message it is stands above it; other servers copied some.
var messages = []string{
	// Anthropic
	`SIZE tokens > LIMIT maximum`,
	`input length and .?max_tokens.? exceed context limit: SIZE \+ MORE > LIMIT`,
	// vLLM
	`\(MORE > LIMIT - SIZE\)`,
	// OpenAI and others
	`maximum context length (?:of|is) LIMIT tokens?…(?:resulted in|requested(?: about| a total of)?|(?:contains?|has)(?: at least)?) SIZE`,
	// xAI
	`maximum prompt length is LIMIT…contains SIZE tokens`,
	// Gemini
	`input token count \(SIZE\) exceeds the maximum number of tokens allowed \(LIMIT\)`,
	`input token count…exceeds the maximum…allowed \(?LIMIT`,
	// llama.cpp
	`request \(SIZE tokens\) exceeds the available context size \(LIMIT`,
	// Kimi
	`exceeded model token limit: LIMIT \(requested: SIZE`,
	// Mistral
	`contains SIZE tokens…too large for model with LIMIT maximum context length`,
	`too large for model with LIMIT maximum context length`,
	// Vercel
	`input too long: SIZE input tokens, limit is LIMIT`,
	// Copilot
	`prompt token count of SIZE exceeds the limit of LIMIT`,
	// LM Studio
	`first SIZE tokens when context…context length of only LIMIT`,
	// Fireworks
	`prompt is too long: SIZE, model maximum context length: LIMIT`,
	// vLLM
	`\(length SIZE\) is longer than the maximum model length of LIMIT`,
	// SGLang
	`input (?:length )?\(SIZE(?: tokens)?\)…(?:longer than|exceeds)…context length \(LIMIT`,
	// TGI
	`must have less than LIMIT tokens\. given: SIZE`,
	`must be <= LIMIT\. given: SIZE .?inputs.? tokens and MORE`,
	// Qwen
	`range of input length should be \[\d+, LIMIT\]`,
	// Groq: the limit of a minute is under the prompt
	`tokens per minute…limit LIMIT, requested SIZE`,
	// OpenAI, the same
	`\(TPM\): limit LIMIT, requested SIZE`,
	// Cohere
	`cannot exceed LIMIT - received SIZE`,
	// OpenRouter and others
	`maximum context length (?:of|is) LIMIT`,
	`prompt is too long`,
	// Ollama
	`prompt too long`,
	// Bedrock
	`input is too long for requested model`,
	// OpenAI's Responses, Ollama
	`exceeds? the (?:model's )?(?:maximum )?context (?:window|length|limit)`,
	// Ollama
	`exceeded max context length`,
	// Bedrock
	`number of input tokens exceeds`,
	// Groq
	`reduce the length of the (?:messages|prompt|input)`,
	// llama.cpp
	`exceeds the available context size`,
	// LM Studio
	`greater than the context length`,
	// MiniMax
	`context window exceeds limit`,
	// Kimi
	`exceeded model token limit`,
	// Copilot
	`token count…exceeds the (?:maximum|limit)`,
	`context.length.exceeded`,
}

// overflows are the messages as expressions, made when a failure is looked at for the first time.
var overflows = sync.OnceValue(func() []*regexp.Regexp {
	words := strings.NewReplacer("SIZE", `(?P<size>\d[\d,]*)`, "LIMIT", `(?P<limit>\d[\d,]*)`, "MORE", `(?P<more>\d[\d,]*)`, "…", `[^\n]{0,160}?`)
	out := make([]*regexp.Regexp, 0, len(messages))
	for _, m := range messages {
		out = append(out, regexp.MustCompile(`(?is)`+words.Replace(m)))
	}
	return out
})

// overflowNames are what an overflow is called beside its message.
var overflowNames = []string{"context_length_exceeded", "exceed_context_size_error", "model_max_prompt_tokens_exceeded", "context_window_exceeded"}

// tooLong reports whether a message tells of more tokens than the model takes, with both numbers
// where it has them.
func tooLong(s said) (size, limit int, ok bool) {
	for _, re := range overflows() {
		m := re.FindStringSubmatch(s.text)
		if m == nil {
			continue
		}
		for i, name := range re.SubexpNames() {
			switch name {
			case "size", "more":
				size += tokens(m[i])
			case "limit":
				limit = tokens(m[i])
			}
		}
		ok = true
		break
	}
	if s.size > 0 || s.limit > 0 {
		size, limit = s.size, s.limit
	}
	return size, limit, ok || s.named(overflowNames...)
}

var (
	bytesOver = pattern.New(`(?i)request_too_large|request entity too large|payload too large|(?:payload|request|body|message)[ a-z]{0,20} (?:size|length)? ?(?:exceeds|exceeded|is larger than|cannot exceed|over)|string too long|maximum (?:allowed )?(?:number of bytes|request size|size)`)
	bytesMost = pattern.New(`(?i)(?:limit|maximum|size|length|exceed)[a-z :]{0,30} ` + num + ` ?(bytes|kb|kib|mb|mib)?\b`)
	units     = map[string]int{"": 1, "bytes": 1, "kb": 1 << 10, "kib": 1 << 10, "mb": 1 << 20, "mib": 1 << 20}
)

// tooLarge reports whether a message tells of more bytes than the server takes, and how many it
// takes where it says so.
func tooLarge(status int, s said) (limit int, ok bool) {
	if status != 413 && !s.named("request_too_large", "string_above_max_length") && !bytesOver.MatchString(s.text) {
		return 0, false
	}
	if m := bytesMost.FindStringSubmatch(s.text); m != nil {
		if n := tokens(m[1]); n < 1<<30 {
			limit = n * units[strings.ToLower(m[2])]
		}
	}
	return limit, true
}

// tokens reads a number of a message, 0 when there is none that makes sense.
func tokens(s string) int {
	n, err := strconv.ParseInt(strings.ReplaceAll(s, ",", ""), 10, 64)
	if err != nil || n < 0 || n > 1<<40 {
		return 0
	}
	return int(n)
}
