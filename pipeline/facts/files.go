package facts

// Touched are the files that a call of a known tool reads and those that it changes, whether or not
// it succeeded. Commands of a shell are not looked at.
func Touched(tool, args string) (read, modified []string) {
	u := useOf(tool, args)
	if u.kind == shells {
		return nil, nil
	}
	for _, e := range u.effects {
		switch e.kind {
		case reads:
			read = append(read, e.path)
		case writes, creates, edits, deletes, patches:
			modified = append(modified, e.path)
		case noKind, searches, lists, shells:
		}
	}
	return read, modified
}
