package ui

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/model"
)

// typingPause is how long a search waits for the next letter before it reads the messages.
const typingPause = 150 * time.Millisecond

// search finds the messages that hold a text, beside the screen. Lower-case words find any
// case, a capital letter makes it exact.
func (a *App) search(what string, entered bool) tea.Cmd {
	ctx, gen := a.find.start()
	if strings.TrimSpace(what) == "" {
		a.list.SetHits(nil)
		return nil
	}
	s := a.s
	return func() tea.Msg {
		if !entered {
			select {
			case <-ctx.Done():
				return nil
			case <-time.After(typingPause):
			}
		}
		hits, err := find(ctx, s, what)
		return foundMsg{gen, hits, what, err}
	}
}

// find reads every message; a message that cannot be read is passed over.
func find(ctx context.Context, s *model.Session, what string) ([]int, error) {
	fold := !strings.ContainsFunc(what, unicode.IsUpper)
	if fold {
		what = strings.ToLower(what)
	}
	var hits []int
	for i := range s.Rows {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		m, err := s.Message(i)
		if err != nil {
			continue
		}
		body := m.Transcript()
		if fold {
			body = strings.ToLower(body)
		}
		if strings.Contains(body, what) {
			hits = append(hits, i)
		}
	}
	return hits, nil
}

func (a *App) found(msg foundMsg) tea.Cmd {
	if msg.gen != a.find.gen || msg.err != nil {
		return nil
	}
	a.list.SetHits(msg.hits)
	if len(msg.hits) == 0 {
		return a.say(fmt.Sprintf("%q is in no message", msg.what))
	}
	if _, here := slices.BinarySearch(msg.hits, a.list.Selected()); !here {
		i, _ := slices.BinarySearch(msg.hits, a.list.Selected())
		a.list.Select(msg.hits[i%len(msg.hits)])
	}
	words := fmt.Sprintf("%q is in %d messages; n and N go to the next", msg.what, len(msg.hits))
	if len(msg.hits) == 1 {
		words = fmt.Sprintf("%q is in message %d", msg.what, msg.hits[0])
	}
	return tea.Batch(a.follow(), a.say(words))
}
