package linear

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"cutline/model/discover"
	"cutline/render/text"
)

// mostSessions is how many of the newest sessions are offered.
const mostSessions = 15

// pick lists the newest sessions and has one chosen.
func (d *Dialogue) pick() error {
	var found []discover.Entry
	for e := range d.Engine.Sessions(d.ctx) {
		if e.Why != "" {
			continue
		}
		if found = append(found, e); len(found) == mostSessions {
			break
		}
	}
	if len(found) == 0 {
		d.say("", "no session of an agent is found on this machine; cutline demo --plain opens a sample")
		d.quit = true
		return d.flush()
	}
	for i, e := range found {
		words := []string{e.Agent}
		for _, w := range []string{e.Project, e.Title} {
			if w != "" {
				words = append(words, text.Label(w, 60))
			}
		}
		d.say(strconv.Itoa(i+1), strings.Join(words, ", "))
	}
	for {
		line, err := d.ask("which session? a number, or quit: ")
		if errors.Is(err, io.EOF) || err == nil && (line == "quit" || line == "q") {
			d.quit = true
			return nil
		}
		if err != nil {
			return err
		}
		n, err := strconv.Atoi(line)
		if err == nil && n >= 1 && n <= len(found) {
			d.Engine = d.Engine.At(found[n-1].Path, found[n-1].Session)
			return nil
		}
		d.say("", fmt.Sprintf("the sessions have numbers from 1 to %d", len(found)))
	}
}
