package summarize

import (
	"slices"

	"cutline/model"
)

// Parted reports whether the last turn of the summarized messages goes on with what stays, so that a
// reader of the summary begins in the middle of it. The user's words of that turn may stay in front.
func Parted(rows []model.Row, list, tail []int) bool {
	switch {
	case len(tail) == 0:
		return false
	case rows[tail[0]].Role != model.User:
		return true
	}
	last := -1
	for _, i := range list {
		if _, stays := slices.BinarySearch(tail, i); !stays {
			last = max(last, i)
		}
	}
	next, _ := slices.BinarySearch(tail, last) // the first that stays behind what is only in the summary
	return next > 0 && next < len(tail) && rows[tail[next]].Role != model.User
}
