package summarize

import "cutline/model"

// Parted reports whether the last turn of the summarized messages goes on with what stays, so that a
// reader of the summary begins in the middle of it. The user's words of that turn may stay in front.
func Parted(rows []model.Row, list, tail []int) bool {
	switch {
	case len(tail) == 0:
		return false
	case rows[tail[0]].Role != model.User:
		return true
	}
	return len(tail) > 1 && len(list) > 0 && list[len(list)-1] > tail[0]
}
