package codex

// group puts the items of a history together as messages, each by its positions. Neighbouring
// calls are one message of the assistant; reasoning belongs to the answer or the calls that
// follow it, and is no message without them.
func group(items []item) [][]int {
	var out [][]int
	var thoughts []int
	last := unknown // kind of the message before
	for i := range items {
		k := items[i].kind
		switch k {
		case reasoning:
			thoughts = append(thoughts, i)
			continue
		case opaque, quiet, unknown:
			continue
		case call:
			thoughts = append(thoughts, i)
			if last == call {
				out[len(out)-1] = append(out[len(out)-1], thoughts...)
			} else {
				out = append(out, thoughts)
			}
		case answer:
			out = append(out, append(thoughts, i))
		case system, user, output:
			out = append(out, []int{i})
		}
		thoughts, last = nil, k
	}
	return out
}
