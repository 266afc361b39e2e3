package store

import "cutline/model"

// Choose gives the session to open, and how many messages the sessions of its sub-agents have: the
// one that is asked for, else the only one there is; the zero value when there is none. A
// sub-agent's session is opened only when it is asked for.
func Choose(list []model.Brief, want string) (one model.Brief, below int, err error) {
	if one, err = choose(list, want); err != nil {
		return one, 0, err
	}
	for _, b := range list {
		if b.Parent == one.ID && one.ID != "" {
			below += b.Messages
		}
	}
	return one, below, nil
}

func choose(list []model.Brief, want string) (model.Brief, error) {
	var main model.Brief
	ids, mains := make([]string, len(list)), 0
	for i, b := range list {
		if ids[i] = b.ID; b.ID == want && want != "" {
			return b, nil
		}
		if b.Parent == "" {
			main = b
			mains++
		}
	}
	switch {
	case want != "":
		return model.Brief{}, &model.NotHereError{What: "session", ID: want, Has: ids}
	case mains == 1:
		return main, nil
	case len(list) == 1:
		return list[0], nil
	case len(list) == 0:
		return model.Brief{}, nil
	}
	return model.Brief{}, &model.SeveralError{Sessions: list}
}
