package local

import (
	"strings"

	"cutline/model"
	"cutline/model/js"
	"cutline/model/pattern"
	"cutline/pipeline/slim"
	"cutline/pipeline/summarize"
)

// chunk is what earlier summaries say under one title; the title is empty for text under none.
type chunk struct {
	title string
	items []item
}

// The order in which the chunks of earlier summaries are served: what persons said and what
// was open, then the rest, then the digest of what was said.
var served = [][]string{
	{"", titles[0], titles[userMessages], titles[6]},
	{titles[1], titles[2], titles[3], titles[4], titles[7], titles[nextStep]},
	{strings.TrimSuffix(digestTitle, ":")},
}

const (
	frameOpen  = "<conversation_summary>"
	frameClose = "</conversation_summary>"
	preamble   = "This session is being continued"
	// formerly is behind a title in the block of the earlier summary, so that the nine headings
	// stand once in a summary.
	formerly = ", earlier:"
	cutNote  = "(The earlier summary is cut: there is no room for all of it.)"
)

// endings are how the instructions behind a summary begin in the agents that write them into
// its text; they were for the moment of that compaction.
var endings = []string{
	"Please continue the conversation from where we left", "Continue the conversation from where it left off",
	"If you need specific details from before compaction",
}

// leads are the tags of the live state that may stand before a summary. It was that of the moment.
var leads = []string{"mode", "project_root"}

// heading is a line that opens one of the nine sections, ours or another agent's.
var heading = pattern.New(`(?i)^(?:#{1,4} +)?(?:\*\*)?(?:\d\. *)?(?:\*\*)?(` + strings.Join(titles[:], "|") + `|Digest)(?:, earlier)?(?:\*\*)?(:|$)(?:\*\*)?(.*)$`)

// earlier reads the summaries among the summarized messages, oldest first. Text of one title
// is put together, so a summary of summaries has each title once, however old it is.
func earlier(req summarize.Request) []chunk {
	at := make(map[string]int)
	seen := make(map[string]bool)
	var out []chunk
	for _, i := range req.List {
		if req.Rows[i].Origin != model.FromSummary {
			continue
		}
		m, err := req.Source.Message(i)
		if err != nil {
			continue // counted among the unreadable ones
		}
		for _, c := range chunks(Unwrap(m.Text())) {
			k, ok := at[c.title]
			if !ok {
				k = len(out)
				at[c.title] = k
				out = append(out, chunk{title: c.title})
			}
			for _, it := range c.items {
				key := c.title + "\x00" + it.text
				if !seen[key] || it.text[0] == ' ' { // an indented line belongs to the one before it
					seen[key] = true
					out[k].items = append(out[k].items, it)
				}
			}
		}
	}
	return out
}

// Unwrap takes wrapper, preamble, scratchpad and continue instruction off a summary message.
func Unwrap(text string) string {
	if i := strings.Index(text, frameOpen); i >= 0 {
		text = text[i+len(frameOpen):]
		if j := strings.LastIndex(text, frameClose); j >= 0 {
			text = text[:j]
		}
	}
	if clean, err := summarize.Clean(text); err == nil {
		text = clean
	}
	text = strings.TrimSpace(text)
	if strings.HasPrefix(text, preamble) {
		_, text, _ = strings.Cut(text, "\n")
	}
	text = strings.TrimSpace(text)
	for _, tag := range leads {
		if rest, ok := strings.CutPrefix(text, "<"+tag+">\n"); ok {
			if _, rest, ok = strings.Cut(rest, "\n</"+tag+">"); ok {
				text = strings.TrimSpace(rest)
			}
		}
	}
	if strings.HasPrefix(text, "Analysis:") {
		if _, rest, ok := strings.Cut(text, "\nSummary:\n"); ok {
			text = rest
		}
	}
	text = strings.TrimPrefix(text, "Summary:\n")
	for _, e := range endings {
		if i := strings.LastIndex(text, "\n"+e); i >= 0 {
			text = text[:i]
		}
	}
	return strings.TrimSpace(text)
}

// chunks splits a summary at its headings into entries: a line that is not indented begins
// one, and so does one with a bullet. Lines that say that there is nothing are left out.
func chunks(text string) []chunk {
	out := []chunk{{}}
	cur := &out[0]
	var lines []string
	flush := func() {
		if s := strings.TrimLeft(strings.TrimRight(strings.Join(lines, "\n"), " \n"), "\n"); s != "" {
			s = safe(s)
			cur.items = append(cur.items, item{s, js.Units(s)})
		}
		lines = nil
	}
	for _, line := range strings.Split(text, "\n") {
		line = strings.TrimRight(line, " \t\r")
		if m := heading.FindStringSubmatch(line); m != nil {
			flush()
			out = append(out, chunk{title: spelled(m[1])})
			cur = &out[len(out)-1]
			if line = strings.TrimSpace(m[3]); line == "" {
				continue
			}
		}
		switch {
		case line == "" || (line[0] == ' ' || line[0] == '\t') && !strings.HasPrefix(strings.TrimLeft(line, " "), "- "):
		case passing(line):
			flush()
			continue
		default:
			flush()
		}
		lines = append(lines, guard(line))
	}
	flush()
	return out
}

// spelled is a title as we spell it.
func spelled(title string) string {
	for _, t := range titles {
		if strings.EqualFold(t, title) {
			return t
		}
	}
	return strings.TrimSuffix(digestTitle, ":")
}

// passing reports whether a line of a summary of ours only spoke of that summary itself.
func passing(line string) bool {
	switch line {
	case Honest, nothingFound, nothingProof, noRoom, earlierTitle, noDigest, cutNote:
		return true
	}
	return false
}

// earlierNeed is how many chars the block of earlier summaries wants.
func (b *builder) earlierNeed() int {
	n := len("\n\n\n") + len(earlierTitle)
	for _, c := range b.earlier {
		n += titleSize(c) + size(c.items)
	}
	return n
}

func titleSize(c chunk) int {
	if c.title == "" {
		return 0
	}
	return len(c.title) + len(formerly) + 1
}

// writeEarlier writes the block into a room, the title of the block not included in the text.
func (b *builder) writeEarlier(room int) string {
	if len(b.earlier) == 0 {
		return ""
	}
	if b.earlierNeed() > room {
		room -= len(cutNote) + 1
	}
	room -= len("\n\n\n") + len(earlierTitle)
	texts := make(map[string]string)
	whole := true
	for _, tier := range served {
		var list []chunk
		for _, c := range b.earlier {
			for _, t := range tier {
				if c.title == t && len(c.items) > 0 {
					list = append(list, c)
					room -= titleSize(c)
				}
			}
		}
		room = fitTier(list, room, texts, &whole)
	}
	out := make([]string, 0, len(b.earlier))
	for _, c := range b.earlier {
		switch text := texts[c.title]; {
		case text == "":
		case c.title == "":
			out = append([]string{text}, out...)
		default:
			out = append(out, c.title+formerly+"\n"+text)
		}
	}
	if len(out) == 0 {
		return ""
	}
	text := strings.Join(out, "\n")
	if !whole {
		text = cutNote + "\n" + text
	}
	return text
}

// fitTier fits the chunks of one rank into a room and gives what is left of it. The chunks
// share max-min fairly; where that is too little, the longest entries go: what is short is a
// fact. Whole becomes false when something is cut.
func fitTier(list []chunk, room int, texts map[string]string, whole *bool) int {
	sizes := make([]int, len(list))
	for i, c := range list {
		sizes[i] = size(c.items)
	}
	for i, n := range slim.Shares(sizes, max(0, room)) {
		if n < sizes[i] {
			*whole = false
		}
		text := fit(list[i].items, n, largest)
		texts[list[i].title] = text
		if text != "" {
			room -= js.Units(text) + 1
		}
	}
	return room
}
