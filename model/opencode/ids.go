package opencode

import (
	"fmt"
	"strings"

	"cutline/model"
)

// IDs makes ids as the agent does: a prefix, 48 bits that count up with the time, and characters
// by chance. Messages and parts are ordered by them where their times are the same; sessions count
// down, so that the newest is the first.
type IDs struct {
	o     model.WriteOptions
	at    int64 // Unix milliseconds
	count int64
	as    map[string]string // new ids of messages, by the old
}

// NewIDs are the ids of one session that is written.
func NewIDs(o model.WriteOptions) *IDs {
	return &IDs{o: o, at: o.Now.UnixMilli(), as: make(map[string]string)}
}

const (
	stampBits = 48
	perMilli  = 0x1000 // ids of one millisecond
	chance    = 14     // characters behind the time
)

func (n *IDs) make(prefix string, down bool) string {
	n.count++
	stamp := n.at*perMilli + n.count
	if down {
		stamp = ^stamp
	}
	random := strings.ReplaceAll(n.o.NewID(), "-", "")
	random = (random + strings.Repeat("0", chance))[:max(chance, len(random))]
	return fmt.Sprintf("%s%012x%s", prefix, stamp&(1<<stampBits-1), random[len(random)-chance:])
}

// Session is a new id of a session.
func (n *IDs) Session() string { return n.make(sessionPrefix, true) }

// Message is a new id of a message, behind those that were made before.
func (n *IDs) Message() string { return n.make(messagePrefix, false) }

// Part is a new id of a part, behind those that were made before.
func (n *IDs) Part() string { return n.make(partPrefix, false) }

// message is the new id of a message that had another one, or had none.
func (n *IDs) message(old string) string {
	id := n.Message()
	if old != "" {
		n.as[old] = id
	}
	return id
}
