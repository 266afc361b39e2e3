package bench

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// poolSize is how many bytes of text are made at first; all texts are pieces of them. It is more
// than a line of MaxLine bytes holds: only a giant comes round to where it began.
const poolSize = 2 << 20

// text is a pool of prose, code and logs, already escaped for a JSON string.
type text struct {
	pool   []byte
	starts []int // of its lines
}

// nouns and verbs make up the prose, the names in the code and the logs.
var (
	nouns = strings.Fields("account amount balance batch bank cent column currency date entry error export field file import journal ledger line month payee " +
		"profile rate reader report result row rule session sum table test total transfer value year Betrag naïve größe 残高 строка")
	verbs = strings.Fields("adds checks closes compares copies counts drops finds holds keeps loads marks moves needs opens parses prints reads rejects rounds " +
		"sends skips sorts splits stores takes turns writes")
	escape = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\t", `\t`, "\n", `\n`)
)

func newText(rng *rand.Rand) *text {
	t := &text{pool: make([]byte, 0, poolSize+1_000)}
	for len(t.pool) < poolSize {
		t.starts = append(t.starts, len(t.pool))
		t.pool = append(t.pool, escape.Replace(sentence(rng)+"\n")...)
	}
	return t
}

// sentence is one line of prose, code or log, the three as frequent as each other.
func sentence(rng *rand.Rand) string {
	noun := func() string { return nouns[rng.IntN(len(nouns))] }
	verb := func() string { return verbs[rng.IntN(len(verbs))] }
	switch rng.IntN(9) {
	case 0, 1, 2:
		line := fmt.Sprintf("The %s %s the %s", noun(), verb(), noun())
		for range rng.IntN(5) {
			line += fmt.Sprintf(", and %s %s no %s", noun(), verb(), noun())
		}
		return line + "."
	case 3:
		return fmt.Sprintf("func (r *%s) %s(%s int) error {", noun(), verb(), noun())
	case 4:
		return fmt.Sprintf("\tif %s, err := r.%s(%d); err != nil {", noun(), verb(), rng.IntN(100))
	case 5:
		return fmt.Sprintf("\t\treturn fmt.Errorf(\"%s %s: %%w\", err)", noun(), noun())
	case 6, 7:
		return fmt.Sprintf("2026-01-05T09:%02d:%02d.%03dZ INFO %s=%d %s=0x%08x", rng.IntN(60), rng.IntN(60), rng.IntN(1000), noun(), rng.IntN(100_000), noun(), rng.Uint32())
	}
	return fmt.Sprintf("/home/dev/ledger/%s/%s.go:%d:%d: %s %s %s", noun(), noun(), rng.IntN(900), rng.IntN(80), noun(), verb(), noun())
}

// take appends n bytes of text that begin with a whole line. Where the nth byte is inside a char or
// an escape there are up to three fewer; one char is the least.
func (t *text) take(rng *rand.Rand, to []byte, n int) []byte {
	if n < 1 {
		return append(to, '.')
	}
	from, at := len(to), t.starts[rng.IntN(len(t.starts))]
	for n > 0 {
		piece := t.pool[at:min(at+n, len(t.pool))]
		to, n, at = append(to, piece...), n-len(piece), 0
	}
	if to = whole(to[:len(to):len(to)], from); len(to) == from {
		return append(to, '.')
	}
	return to
}

// whole takes off the end of a text what is a part of a char or of an escape; the text begins
// at from.
func whole(b []byte, from int) []byte {
	last := len(b) - 1
	for last > from && b[last]&0xc0 == 0x80 {
		last--
	}
	if b[last] >= 0xc0 {
		return b[:last] // whole or not: one char fewer does not matter
	}
	slashes := 0
	for i := len(b) - 1; i >= from && b[i] == '\\'; i-- {
		slashes++
	}
	return b[:len(b)-slashes%2]
}
