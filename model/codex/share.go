package codex

import "cutline/model"

// Message gives the message that neighbouring items of OpenAI's Responses API make together:
// Codex keeps its history as such items. The origin of a user message is not set.
func Message(items []string) model.Message { return decode(items) }
