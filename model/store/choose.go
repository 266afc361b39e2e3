package store

import "cutline/model"

// Choose gives the id of the session to open: the one that is asked for, else the only one there
// is; empty when there is none. A sub-agent's session is opened only when it is asked for.
func Choose(list []model.Brief, want string) (string, error) {
	main, ids := "", make([]string, len(list))
	mains := 0
	for i, b := range list {
		if ids[i] = b.ID; b.ID == want && want != "" {
			return want, nil
		}
		if b.Parent == "" {
			main = b.ID
			mains++
		}
	}
	switch {
	case want != "":
		return "", &model.NotHereError{What: "session", ID: want, Has: ids}
	case mains == 1:
		return main, nil
	case len(list) == 1:
		return list[0].ID, nil
	case len(list) == 0:
		return "", nil
	}
	return "", &model.SeveralError{Sessions: list}
}
