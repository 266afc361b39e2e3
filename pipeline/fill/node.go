package fill

import (
	"cmp"
	"slices"
)

// NodeKind is what a node stands for.
type NodeKind uint8

// The kinds of nodes.
const (
	Kinded  NodeKind = iota // a kind of piece; its name is the kind's
	Grouped                 // a tool, or a type of attachment
	Named                   // a file, or a named attachment
	Message                 // one message
)

// Slots is how many parts the messages of a context are put into, in their order, to say when something came.
const Slots = 16

// Node is a part of the context and what it is made of.
type Node struct {
	Name   string // as in the session; of a kind its stable name, of a message empty
	Kind   NodeKind
	Tokens int
	Chars  int
	Count  int        // pieces: parts of messages, attachments
	Share  float64    // of the whole context
	Row    int        // its largest message, -1 when it has none
	When   [Slots]int // tokens, by where in the context their message stands; what is in no message is in none
	Parts  []Node     // largest first
}

// tree collects a node; what it is made of stands in the order in which it came.
type tree struct {
	Node
	at   map[string]int
	rows map[int]int
	kids []*tree
	most int // tokens of the largest message
}

func newTree(name string, kind NodeKind) *tree {
	return &tree{Node: Node{Name: name, Kind: kind, Row: -1}, at: map[string]int{}, rows: map[int]int{}}
}

// under is the child of that name.
func (t *tree) under(name string, kind NodeKind) *tree {
	i, ok := t.at[name]
	if !ok {
		i = len(t.kids)
		t.at[name] = i
		t.kids = append(t.kids, newTree(name, kind))
	}
	return t.kids[i]
}

// message is the child that is a message.
func (t *tree) message(row int) *tree {
	i, ok := t.rows[row]
	if !ok {
		i = len(t.kids)
		t.rows[row] = i
		t.kids = append(t.kids, &tree{Node: Node{Kind: Message, Row: row}})
	}
	return t.kids[i]
}

// grow adds a piece.
func (t *tree) grow(tokens, chars int) {
	t.Tokens, t.Chars, t.Count = t.Tokens+tokens, t.Chars+chars, t.Count+1
}

// done sorts the children, and theirs, and finds the largest message; equal ones stay in the order
// in which they came.
func (t *tree) done(total int) []Node {
	if t.Kind == Message {
		t.most = t.Tokens
	}
	if len(t.kids) == 1 && t.kids[0].Name == "" && t.kids[0].Kind == Named { // attachments that nothing tells apart
		return nil
	}
	out := make([]Node, len(t.kids))
	for i, k := range t.kids {
		k.Parts = k.done(total)
		if total > 0 {
			k.Share = float64(k.Tokens) / float64(total)
		}
		if k.Row >= 0 && (t.Row < 0 || k.most > t.most) {
			t.Row, t.most = k.Row, k.most
		}
		out[i] = k.Node
	}
	slices.SortStableFunc(out, func(a, b Node) int { return cmp.Compare(b.Tokens, a.Tokens) })
	return out
}

// builder puts pieces into both views.
type builder struct {
	parts, files *tree
	first, last  int // messages of the pieces
}

func newBuilder(pieces []Piece) *builder {
	b := &builder{parts: newTree("", Kinded), files: newTree("", Kinded), first: -1}
	for i := range pieces {
		if row := pieces[i].Row; row >= 0 {
			if b.first < 0 || row < b.first {
				b.first = row
			}
			b.last = max(b.last, row)
		}
	}
	return b
}

// add shares tokens out among the pieces, in proportion to their estimates. What rounding leaves
// goes to the next piece, so that the sum is exact. Numbers that the file tells stay as they are.
func (b *builder) add(pieces []Piece, est, tokens int) {
	sum, given := int64(0), int64(0)
	for i := range pieces {
		p := &pieces[i]
		n := p.Told
		if p.Est > 0 {
			sum += int64(p.Est)
			upTo := sum * int64(tokens) / int64(est)
			n += int(upTo - given)
			given = upTo
		}
		path := []*tree{b.parts.under(p.Kind.String(), Kinded)}
		if p.Group != "" {
			path = append(path, path[len(path)-1].under(p.Group, Grouped))
		}
		if p.Name != "" || p.Row < 0 {
			path = append(path, path[len(path)-1].under(p.Name, Named))
		}
		b.put(path, p, n)
		if p.Name != "" && p.Row >= 0 {
			b.put([]*tree{b.files.under(p.Name, Named)}, p, n)
		}
	}
}

func (b *builder) put(path []*tree, p *Piece, tokens int) {
	slot := -1
	if p.Row >= 0 {
		path = append(path, path[len(path)-1].message(p.Row))
		slot = (p.Row - b.first) * Slots / (b.last - b.first + 1)
	}
	for _, t := range path {
		t.grow(tokens, p.Chars)
		if slot >= 0 {
			t.When[slot] += tokens
		}
	}
}
