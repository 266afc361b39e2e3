package anthropic

import (
	"encoding/json"
	"strings"

	sdk "github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/option"
	"github.com/anthropics/anthropic-sdk-go/packages/param"

	"cutline/pipeline/summarize"
)

// MaxOutput is the most tokens of an answer when a prompt does not say, twice what a long summary takes.
// What a model allows is the business of who asks.
const MaxOutput = 8192

// NativeMinTokens is the least input, in tokens, that the server's own compaction takes. It is the lowest
// trigger that the API accepts (platform.claude.com/docs, "Compaction at a token threshold"). A prompt that
// is shorter is answered as if it had not been asked to compact.
const NativeMinTokens = 50_000

// nativeBeta names the compaction that this client asks for: an edit of the context that fires at a number
// of tokens. Its successor, compact-2026-09-04, has a top-level parameter "compaction" instead, compacts
// when told to and answers with the same kind of block, signed; it would be a second case in params.
const nativeBeta = sdk.AnthropicBetaCompact2026_01_12

// params is a prompt in the form of the API. Of metadata the API takes a user's id and nothing else, and
// there is none to give.
func (c *Client) params(p summarize.Prompt) (sdk.MessageNewParams, []option.RequestOption, error) {
	out := sdk.MessageNewParams{Model: c.options.Model, MaxTokens: int64(p.MaxOutput)}
	if p.MaxOutput <= 0 {
		out.MaxTokens = MaxOutput
	}
	var err error
	if out.Messages, err = messages(p); err != nil {
		return out, nil, err
	}
	if p.System != "" {
		out.System = []sdk.TextBlockParam{{Text: p.System}}
	}
	tools, err := split("tools", p.Tools)
	if err != nil {
		return out, nil, err
	}
	for _, raw := range tools {
		out.Tools = append(out.Tools, param.Override[sdk.ToolUnionParam](raw))
	}
	if len(tools) > 0 {
		// They stand there because the conversation has their calls.
		out.ToolChoice = sdk.ToolChoiceUnionParam{OfNone: &sdk.ToolChoiceNoneParam{}}
	}
	if !p.Native {
		return out, nil, nil
	}
	edit := sdk.BetaCompact20260112EditParam{
		Trigger:              sdk.BetaInputTokensTriggerParam{Value: NativeMinTokens},
		PauseAfterCompaction: param.NewOpt(true),
	}
	if s := instructions(p); s != "" {
		edit.Instructions = param.NewOpt(s)
	}
	return out, []option.RequestOption{
		option.WithHeader("anthropic-beta", nativeBeta),
		option.WithJSONSet("context_management", sdk.BetaContextManagementConfigParam{
			Edits: []sdk.BetaContextManagementConfigEditUnionParam{{OfCompact20260112: &edit}},
		}),
	}, nil
}

// countParams is what params is, as far as a count has it. The server's own compaction is left out: what
// is counted is what would be sent to it.
func (c *Client) countParams(p summarize.Prompt) (sdk.MessageCountTokensParams, error) {
	p.Native = false
	full, _, err := c.params(p)
	if err != nil {
		return sdk.MessageCountTokensParams{}, err
	}
	out := sdk.MessageCountTokensParams{Model: full.Model, Messages: full.Messages, ToolChoice: full.ToolChoice}
	if full.System != nil {
		out.System.OfTextBlockArray = full.System
	}
	tools, err := split("tools", p.Tools)
	for _, raw := range tools {
		out.Tools = append(out.Tools, param.Override[sdk.MessageCountTokensToolUnionParam](raw))
	}
	return out, err
}

// continued is the turn after a conversation that ends with the model's own words: without one the server
// would take them for the beginning of its answer.
const continued = "Continue."

// messages are the conversation as it is, then the turns. For the server's own compaction the turns after a
// conversation are its instructions, and no part of what it reads.
func messages(p summarize.Prompt) ([]sdk.MessageParam, error) {
	conversation, err := split("conversation", p.Conversation)
	if err != nil {
		return nil, err
	}
	out := make([]sdk.MessageParam, 0, len(conversation)+len(p.Turns))
	role := ""
	for _, raw := range conversation {
		var m struct{ Role string }
		if json.Unmarshal(raw, &m) != nil || m.Role == "" {
			return nil, summarize.Fail(summarize.InvalidArgument, "a message of the conversation is not one of the Anthropic API; it cannot be sent")
		}
		role = m.Role
		out = append(out, param.Override[sdk.MessageParam](raw))
	}
	turns := p.Turns
	if p.Native && len(conversation) > 0 {
		if turns = nil; role == string(sdk.MessageParamRoleAssistant) {
			turns = []summarize.Turn{{Role: string(sdk.MessageParamRoleUser), Text: continued}}
		}
	}
	for _, t := range turns {
		out = append(out, sdk.MessageParam{
			Role:    sdk.MessageParamRole(t.Role),
			Content: []sdk.ContentBlockParamUnion{sdk.NewTextBlock(t.Text)},
		})
	}
	return out, nil
}

// instructions is what the server's own compaction is told, in the place of its own prompt: the turns after a conversation, else the
// system prompt, for then the turns are what is to be compacted.
func instructions(p summarize.Prompt) string {
	if len(p.Conversation) == 0 {
		return p.System
	}
	texts := make([]string, 0, len(p.Turns))
	for _, t := range p.Turns {
		texts = append(texts, t.Text)
	}
	return strings.Join(texts, "\n\n")
}

// split gives the elements of a JSON array as they are written.
func split(what string, array []byte) ([]json.RawMessage, error) {
	if len(array) == 0 {
		return nil, nil
	}
	var out []json.RawMessage
	if err := json.Unmarshal(array, &out); err != nil {
		return nil, summarize.Fail(summarize.InvalidArgument, "the "+what+" to be sent to the Anthropic API must be a JSON array")
	}
	return out, nil
}
