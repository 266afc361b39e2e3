package partition

// The rules. LastUser splits at the last message of a user; CutPoint keeps so many tokens as Prime
// Agent does. Users keeps the newest messages of a person, wherever they stand; Recent the newest
// messages that fit; Ends the first message of a person too; Mask keeps all of them, without the
// outputs of old tool calls.
const (
	LastUser = "last-user"
	CutPoint = "cut-point"
	Users    = "users"
	Recent   = "recent"
	Ends     = "ends"
	Mask     = "mask"
	// Everything keeps nothing but the system message.
	Everything = "everything"
)

// RuleNames lists the rules.
var RuleNames = []string{LastUser, CutPoint, Users, Recent, Ends, Mask, Everything}

// KeepRecent is Prime Agent's own setting, in tokens as it estimates them.
const KeepRecent = 20_000

const (
	// KeepUsers is how many tokens of a person's messages Codex keeps beside its summary; from its
	// public source, core/src/compact.rs.
	KeepUsers = 20_000
	// MaskTurns is the window of the study that compared masking with summaries, in turns of the
	// agent: Lindenbauer et al., The Complexity Trap, 2025, arXiv 2508.21433.
	MaskTurns = 10
)

// rules are those with a file of their own, by name.
func (out *Output) rules() map[string]func(Input) {
	return map[string]func(Input){Users: out.users, Recent: out.recent, Ends: out.ends, Mask: out.mask}
}
