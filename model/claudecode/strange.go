package claudecode

// strange tells of ids that several records of an unknown type share. They are no part of the
// conversation, but messages may hang below them, and whoever walks up by ids goes in a circle.
func (p *plan) strange() {
	first := map[string]int{}
	told := map[string]bool{}
	for i := p.from; i < len(p.recs); i++ {
		r := &p.recs[i]
		if r.kind != unknown || r.uuid == "" {
			continue
		}
		at, again := first[r.uuid]
		if !again {
			first[r.uuid] = i
			continue
		}
		if p.recs[at].sum != r.sum && !told[r.uuid] {
			told[r.uuid] = true
			p.problem(i, "duplicate-uuid", "lines %d, %d hold different records with the id %s, of a type that is not known; what hangs below them is read in the order of the file",
				p.recs[at].src.Line, r.src.Line, r.uuid)
		}
	}
}
