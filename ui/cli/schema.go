package cli

import (
	"encoding/json"

	"cutline/model"
	"cutline/pipeline/pick"
	"cutline/pipeline/reassemble"
	"cutline/pipeline/slim"
	"cutline/pipeline/trace"
	"cutline/pipeline/trigger"
)

// inspectSchema is raised on any change of the keys below.
const inspectSchema = "cutline.inspect/1"

// A pointer, or omitempty, makes a value absent where it does not apply; absent is not zero.
type (
	inspectJSON struct {
		Schema      string             `json:"schema"`
		Session     sessionJSON        `json:"session"`
		Problems    []model.Problem    `json:"problems"`
		Messages    *[]messageJSON     `json:"messages,omitempty"`
		Roles       string             `json:"roles"`
		Pairs       pairsJSON          `json:"pairs"`
		Tokens      tokensJSON         `json:"tokens"`
		Turns       int                `json:"turns"`
		Trigger     triggerJSON        `json:"trigger"`
		Pick        pickJSON           `json:"pick"`
		Partition   partitionJSON      `json:"partition"`
		Slim        slimJSON           `json:"slim"`
		State       []reassemble.Block `json:"state"`
		Stages      []stageJSON        `json:"stages"`
		Warnings    []trace.Warning    `json:"warnings"`
		Prompt      *string            `json:"prompt,omitempty"`
		PromptParts []string           `json:"promptParts,omitempty"`
		Context     *contextJSON       `json:"context,omitempty"` // only when it is asked for
	}

	sessionJSON struct {
		Path         string `json:"path"`
		Format       string `json:"format"`
		ID           string `json:"id,omitempty"`
		Title        string `json:"title,omitempty"`
		CWD          string `json:"cwd,omitempty"`
		Model        string `json:"model,omitempty"`
		AgentVersion string `json:"agentVersion,omitempty"`
		Lines        int    `json:"lines"`
		Bytes        int64  `json:"bytes"`
		Packed       string `json:"packed,omitempty"` // how the file is stored, when not as plain text
		Messages     int    `json:"messages"`         // of the live context
		Earlier      int    `json:"earlier"`
		Branches     int    `json:"branches"`
		Sidechains   int    `json:"sidechains"`
		Compactions  int    `json:"compactions"`
	}

	messageJSON struct {
		Index  int      `json:"index"`
		ID     string   `json:"id,omitempty"`
		Role   string   `json:"role"`
		Origin string   `json:"origin,omitempty"` // of user messages
		Line   int      `json:"line,omitempty"`
		Chars  int      `json:"chars"`
		Tokens int      `json:"tokens"`
		Parts  []string `json:"parts"`
	}

	pairsJSON struct {
		OrphanResults    []string `json:"orphanResults"`
		Unanswered       []string `json:"unanswered"`
		DuplicateResults []string `json:"duplicateResults"`
	}

	tokensJSON struct {
		Used         int    `json:"used"`
		Source       string `json:"source"`
		Since        *int   `json:"since,omitempty"` // behind a reported number only
		Counted      *int   `json:"counted,omitempty"`
		Estimated    int    `json:"estimated"`
		Encoding     string `json:"encoding"`
		Exact        bool   `json:"exact"`
		Window       *int   `json:"window,omitempty"`
		WindowSource string `json:"windowSource"`
	}

	triggerJSON struct {
		Fires       bool             `json:"fires"`
		Limit       *int             `json:"limit,omitempty"`
		LimitSource string           `json:"limitSource,omitempty"`
		Signals     []trigger.Signal `json:"signals"`
		Background  backgroundJSON   `json:"background"`
	}

	backgroundJSON struct {
		Start   *trigger.Line `json:"start,omitempty"`
		Persist *trigger.Line `json:"persist,omitempty"`
	}

	pickJSON struct {
		Summarizer string           `json:"summarizer"`
		Family     string           `json:"family"`
		Reason     string           `json:"reason"`
		Conditions []pick.Condition `json:"conditions"`
	}

	partitionJSON struct {
		System        *int            `json:"system,omitempty"`
		UserInfo      *int            `json:"userInfo,omitempty"`
		Considered    int             `json:"considered"`
		SplitIndex    int             `json:"splitIndex"`
		SplitMessage  *int            `json:"splitMessage"`         // null when all is summarized
		SplitOther    json.RawMessage `json:"splitOther,omitempty"` // null when it would summarize all
		Summarize     []int           `json:"summarize"`
		Prefix        []int           `json:"prefix"`
		Tail          []int           `json:"tail"`
		Both          []int           `json:"both"`
		Rescued       bool            `json:"rescued"`
		SkillBlocks   int             `json:"skillBlocks"`
		OrphanResults []string        `json:"orphanResults"` // across the split
		Unanswered    []string        `json:"unanswered"`
		Refused       string          `json:"refused,omitempty"`        // prime, all of these; it stands beside the cut
		FirstKept     string          `json:"firstKept,omitempty"`      // id of the first kept entry
		FirstEntry    *int            `json:"firstKeptEntry,omitempty"` // its position on the active path
		TurnStart     *int            `json:"turnStartEntry,omitempty"` // -1 when no turn is cut
		SplitTurn     *bool           `json:"splitTurn,omitempty"`
	}

	slimJSON struct {
		Chars         int            `json:"chars"`
		Bytes         int            `json:"bytes"`
		Suffix        int            `json:"suffix"`
		Budget        int            `json:"budget"`
		ContentBudget int            `json:"contentBudget"`
		FairShare     *int           `json:"fairShare,omitempty"`
		BudgetUsed    int            `json:"budgetUsed"`
		Valves        valvesJSON     `json:"valves"`
		Error         string         `json:"error,omitempty"`
		Tool          slim.ToolNoise `json:"tool"`
		Rows          []rowJSON      `json:"rows"`
		Counts        slim.Counts    `json:"counts"`
		Preamble      string         `json:"preamble"`
	}

	valvesJSON struct {
		Tool slim.Valve `json:"tool"`
		Fair slim.Valve `json:"fair"`
	}

	rowJSON struct {
		Index          int       `json:"index"`
		Role           string    `json:"role"`
		Size           int       `json:"size"`
		Allocation     int       `json:"allocation"`
		Tier           slim.Tier `json:"tier"`
		Marker         string    `json:"marker"`
		QueryProtected bool      `json:"queryProtected"`
		Forced         string    `json:"forced,omitempty"` // in or out, by a person
	}

	stageJSON struct {
		Name      string           `json:"name"`
		Outcome   trace.Outcome    `json:"outcome"`
		Decisions []trace.Decision `json:"decisions"`
	}
)
