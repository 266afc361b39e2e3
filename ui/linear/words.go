package linear

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cutline/keymap"
)

// verb is a word that is answered. Its action is that of the table of keys, whose name and keys mean the same.
type verb struct {
	word   string
	action keymap.Action // empty when no key asks for it
	arg    string        // what may follow
	about  string
	do     func(d *Dialogue, arg string)
}

// verbs are what can be asked, in the order in which help lists them.
func verbs() []verb {
	return []verb{
		{"plan", keymap.Plan, "", "which session it is, how full the context is, and what each of the six stages does", func(d *Dialogue, _ string) { d.overview() }},
		{"why", "", "1 to 6", "why a stage does what it does", (*Dialogue).why},
		{"problems", keymap.Problems, "", "what was wrong with the file, and what the stages warn of", func(d *Dialogue, _ string) { d.problems() }},
		{"message", "", "NUMBER", "which message that is and what becomes of it; without a number the one that is spoken of", (*Dialogue).message},
		{"next", keymap.Next, "", "the next message that is not read whole", func(d *Dialogue, _ string) { d.affected(+1) }},
		{"previous", keymap.Prev, "", "the one before that is not read whole", func(d *Dialogue, _ string) { d.affected(-1) }},
		{"down", keymap.Down, "", "the next message", func(d *Dialogue, _ string) { d.to(d.at + 1) }},
		{"up", keymap.Up, "", "the message before", func(d *Dialogue, _ string) { d.to(d.at - 1) }},
		{"first", keymap.Top, "", "the first message", func(d *Dialogue, _ string) { d.to(0) }},
		{"last", keymap.Bottom, "", "the last message", func(d *Dialogue, _ string) { d.to(len(d.s.Rows) - 1) }},
		{"split", keymap.ToSplit, "", "the first message after the split", func(d *Dialogue, _ string) { d.split() }},
		{"read", keymap.Open, "", "what is read in the place of the message", func(d *Dialogue, _ string) { d.text(0) }},
		{"lost", keymap.Lost, "", "what of the message is not read", func(d *Dialogue, _ string) { d.text(1) }},
		{"whole", "", "", "the whole message", func(d *Dialogue, _ string) { d.text(2) }},
		{"record", "", "", "the record of the message in the file", func(d *Dialogue, _ string) { d.text(3) }},
		{"find", keymap.Command, "WORDS", "the messages that hold the words, and go to the first from here on", (*Dialogue).search},
		{"next-hit", keymap.HitNext, "", "the next message found", func(d *Dialogue, _ string) { d.hit(+1) }},
		{"previous-hit", keymap.HitPrev, "", "the message found before", func(d *Dialogue, _ string) { d.hit(-1) }},
		{"force-in", keymap.ForceIn, "", "have the message read whole, or leave it to the rules again", func(d *Dialogue, _ string) { d.force(true) }},
		{"force-out", keymap.ForceOut, "", "have the message not read, or leave it to the rules again", func(d *Dialogue, _ string) { d.force(false) }},
		{"pin", keymap.Pin, "", "pin the message, so that it is re-injected word for word, or let it go", func(d *Dialogue, _ string) { d.pin() }},
		{"pins", "", "", "what is pinned", func(d *Dialogue, _ string) { d.pins() }},
		{"set", keymap.Params, "NAME VALUE", "turn a parameter and hear what the plan makes of it; without a name what is turned", (*Dialogue).set},
		{"shares", keymap.Shares, "", "the sizes of all messages, small to large, what each is granted and loses, and where the fair share lies; shares largest begins at the other end", (*Dialogue).shares},
		{"state", keymap.State, "BLOCK off, on, edit or own", "the live state that is re-injected; with a block, by number or name, its text; and change it", (*Dialogue).state},
		{"reset", keymap.Reset, "", "all parameters as they were at first", func(d *Dialogue, _ string) { d.reset() }},
		{"compact", keymap.Compact, "INSTRUCTIONS", "run the compaction; nothing is sent and nothing written without a question", (*Dialogue).compact},
		{"prompt", keymap.Prompt, "", "what would be sent or read, word for word; nothing is sent by it", func(d *Dialogue, _ string) { d.prompt() }},
		{"score", keymap.Retention, "", "what a compaction kept, class by class: that of the result, else those that the file records", func(d *Dialogue, _ string) { d.score() }},
		{"losses", "", "", "each fact that is lost or weakened, the heaviest first", func(d *Dialogue, _ string) { d.losses() }},
		{"summary", "", "", "the summary of the result", func(d *Dialogue, _ string) { d.summary() }},
		{"write", keymap.Write, "PATH", "write the result to a new file", (*Dialogue).write},
		{"branches", keymap.Branches, "NUMBER", "the branches of the session, the files of its sub-agents and its main session; with a number go there", (*Dialogue).branches},
		{"follow", keymap.Follow, "", "tell what the agent appends to the file, until ctrl+c", func(d *Dialogue, _ string) { d.follow() }},
		{"reload", keymap.Reload, "", "read the file again", func(d *Dialogue, _ string) { d.reload() }},
		{"more", "", "", "go on with a long answer", func(*Dialogue, string) {}},
		{"help", keymap.Help, "", "these words", func(d *Dialogue, _ string) { d.help() }},
		{"quit", keymap.Quit, "", "leave", func(d *Dialogue, _ string) { d.quit = true }},
	}
}

// stages are the actions that ask for a stage.
var stages = []keymap.Action{keymap.Stage1, keymap.Stage2, keymap.Stage3, keymap.Stage4, keymap.Stage5, keymap.Stage6}

// elsewhere are the commands that answer what is asked of the screen alone.
var elsewhere = map[keymap.Action]string{
	keymap.Timeline: "cutline replay FILE", keymap.Contents: "cutline inspect --context FILE", keymap.Lab: "cutline lab FILE",
	keymap.Lineage: "cutline lab --generations 5 FILE", keymap.Sessions: "cutline sessions", keymap.GiveBack: "cutline rescue FILE",
	keymap.Summarizer: "set summarizer NAME",
}

// answer answers one line.
func (d *Dialogue) answer(line string) {
	word, arg, _ := strings.Cut(strings.TrimPrefix(line, "/"), " ")
	if line == "" || word == "more" {
		if len(d.out.rest) == 0 {
			d.say("", "there is no more; help lists the words")
		}
		return
	}
	d.out.drop()
	v, action, ok := lookUp(word)
	switch {
	case !ok && strings.HasPrefix(line, "/"): // as on the screen
		d.search(line[1:])
	case ok:
		v.do(d, strings.TrimSpace(arg))
	case slices.Contains(stages, action):
		d.why(strconv.Itoa(slices.Index(stages, action) + 1))
	case elsewhere[action] != "":
		d.say("", fmt.Sprintf("%s is not told here; %s does it", action, elsewhere[action]))
	case action != "":
		d.say("", fmt.Sprintf("%s is for the screen; the inspector without --plain has it", action))
	default:
		d.say("", fmt.Sprintf("%q is none of the words; help lists them", word))
	}
}

// lookUp finds a verb: by its word, by the name of its action, or by a key of it. The action is
// that of the table, also when no verb answers it.
func lookUp(word string) (verb, keymap.Action, bool) {
	all := verbs()
	if i := slices.IndexFunc(all, func(v verb) bool { return v.word == word }); i >= 0 {
		return all[i], all[i].action, true
	}
	var action keymap.Action
	if i := slices.IndexFunc(keymap.Table, func(r keymap.Row) bool { return string(r.Action) == word }); i >= 0 {
		action = keymap.Table[i].Action
	} else {
		action, _ = keymap.Find(keymap.List, word)
	}
	if i := slices.IndexFunc(all, func(v verb) bool { return v.action != "" && v.action == action }); i >= 0 {
		return all[i], action, true
	}
	return verb{}, action, false
}

// help lists the words.
func (d *Dialogue) help() {
	for _, v := range verbs() {
		words := v.about
		if keys := d.keys(v.action); keys != "" {
			words += "; key " + keys
		}
		d.say(strings.TrimSpace(v.word+" "+v.arg), words)
	}
}

// keys are the keys of an action in the list, empty when there are none.
func (d *Dialogue) keys(action keymap.Action) string {
	for _, r := range keymap.In(keymap.List) {
		if action != "" && r.Action == action {
			return strings.ReplaceAll(strings.Join(r.Keys, " or "), "  ", " space ")
		}
	}
	return ""
}
