package reassemble

import "cutline/model"

// CheckPair runs those gates that two sessions alone can pass or fail, whoever made the second one.
func CheckPair(before, after *model.Session, tokensBefore, tokensAfter int) []Gate {
	in := GateInput{Before: before, After: after, TokensBefore: tokensBefore, TokensAfter: tokensAfter}
	return []Gate{shape(in), smaller(in)}
}
