package render

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/aymanbagabas/go-udiff"
	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/tokens"
	"cutline/pipeline/trace"
	"cutline/render/text"
)

const (
	shortValue = 72 // chars of an argument that stands behind its name
	foldLines  = 16 // lines of an argument that are shown folded
	foldChars  = 2000
)

// Whole is a message for a person to read: its words as they are, the arguments of a call one below
// the other, an edit as a diff, a picture as a line. Peer gives the message at the other end of a
// call or a result, -1 when there is none; open unfolds arguments that are long. It is markdown as
// far as it is not the message's own.
func Whole(m model.Message, peer func(id string) int, open bool) string {
	pieces := make([]string, 0, len(m.Parts))
	for _, p := range m.Parts {
		switch p.Kind {
		case model.Call:
			pieces = append(pieces, wholeCall(p, peer, open))
		case model.Result:
			pieces = append(pieces, wholeResult(p, peer))
		case model.Image, model.File:
			pieces = append(pieces, attachment(p))
		case model.Text:
			pieces = append(pieces, p.Text)
		case model.Unknown:
			pieces = append(pieces, fmt.Sprintf("[%s: a block that no reader knows]", p.Text))
		default:
			pieces = append(pieces, p.Transcript())
		}
	}
	return strings.Join(pieces, "\n\n")
}

// end says where the other end of a pair is.
func end(peer func(string) int, id, there, none string) string {
	if i := peer(id); i >= 0 {
		return fmt.Sprintf("%s in message %d", there, i)
	}
	return none
}

func wholeCall(p model.Part, peer func(string) int, open bool) string {
	head := "[call] " + model.OneLine(p.Name) + " (" + end(peer, p.ID, "result", "no result") + ")"
	v := gjson.Parse(p.Args)
	if !gjson.Valid(p.Args) || !v.IsObject() {
		if p.Args == "" {
			return head
		}
		return head + "\n" + fenced(p.Args, languageOf(p.Args), open)
	}
	var b strings.Builder
	b.WriteString(head)
	shown := false // the edit
	v.ForEach(func(k, val gjson.Result) bool {
		switch before, after, ok := edited(v, k.String()); {
		case !ok:
			b.WriteString("\n" + argument(k.String(), val, open))
		case !shown:
			shown = true
			b.WriteString("\n" + diffed(before, after, open))
		}
		return true
	})
	return b.String()
}

// edits are the names that tools give to what an edit replaces, and by what.
var edits = [][2]string{{"old_string", "new_string"}, {"old_str", "new_str"}, {"oldString", "newString"}, {"oldText", "newText"}, {"old_text", "new_text"}, {"search", "replace"}}

// edited reports whether an argument is one half of an edit, and gives both.
func edited(args gjson.Result, name string) (before, after string, ok bool) {
	for _, pair := range edits {
		if name != pair[0] && name != pair[1] {
			continue
		}
		o, n := args.Get(gjson.Escape(pair[0])), args.Get(gjson.Escape(pair[1]))
		if o.Type == gjson.String && n.Type == gjson.String {
			return o.String(), n.String(), true
		}
	}
	return "", "", false
}

// diffs are the edits of a list, as far as its items are edits.
func diffs(list gjson.Result, open bool) []string {
	var out []string
	list.ForEach(func(_, item gjson.Result) bool {
		for _, pair := range edits {
			if before, after, ok := edited(item, pair[0]); ok {
				out = append(out, diffed(before, after, open))
				break
			}
		}
		return true
	})
	return out
}

// diffed is an edit as a diff.
func diffed(before, after string, open bool) string {
	d := udiff.Unified("", "", strings.TrimSuffix(before, "\n")+"\n", strings.TrimSuffix(after, "\n")+"\n")
	_, d, _ = strings.Cut(d, "\n") // names of files that it has not
	_, d, _ = strings.Cut(d, "\n")
	if d == "" {
		return "(nothing changes)"
	}
	return fenced(strings.TrimSuffix(d, "\n"), "diff", open)
}

// argument is one argument of a call, on a line when it is short.
func argument(name string, v gjson.Result, open bool) string {
	body, lang := v.String(), ""
	switch {
	case v.IsObject() || v.IsArray():
		if len(v.Raw) <= shortValue {
			return name + ": " + strings.TrimSpace(v.Get("@ugly").Raw)
		}
		body, lang = strings.TrimSpace(v.Get("@pretty").Raw), "json"
		n := 0
		v.ForEach(func(_, _ gjson.Result) bool { n++; return true })
		if name += " (" + trace.Count(n, "item") + ")"; v.IsArray() && n > 0 {
			if d := diffs(v, open); len(d) == n {
				return name + ":\n" + strings.Join(d, "\n")
			}
		}
	case utf8.RuneCountInString(body) <= shortValue && !strings.Contains(body, "\n"):
		return name + ": " + body
	default:
		lang = languageOf(body)
		name += fmt.Sprintf(" (%s, %s chars)", trace.Count(strings.Count(body, "\n")+1, "line"), text.Num(utf8.RuneCountInString(body)))
	}
	return name + ":\n" + fenced(body, lang, open)
}

// languageOf tells a patch from other texts.
func languageOf(body string) string {
	for _, begin := range []string{"*** Begin Patch", "--- ", "diff --git ", "@@ "} {
		if strings.HasPrefix(body, begin) {
			return "diff"
		}
	}
	return ""
}

// fenced fences a text; unless it is open, a long one ends with what is left out.
func fenced(body, lang string, open bool) string {
	rest := ""
	if !open {
		cut := len(body)
		if i := lineStart(body, foldLines); i >= 0 {
			cut = i
		}
		if cut > foldChars {
			cut = foldChars
			for cut > 0 && !utf8.RuneStart(body[cut]) {
				cut--
			}
		}
		if cut < len(body) {
			left := body[cut:]
			rest = fmt.Sprintf("\n… %s more, %s chars: a unfolds", trace.Count(strings.Count(left, "\n")+1, "line"), text.Num(utf8.RuneCountInString(left)))
			body = strings.TrimSuffix(body[:cut], "\n")
		}
	}
	fence := "```"
	for strings.Contains(body, fence) {
		fence += "`"
	}
	return fence + lang + "\n" + body + "\n" + fence + rest
}

// lineStart is where line n of a text begins, from 0; -1 when it has no such line.
func lineStart(s string, n int) int {
	at := 0
	for range n {
		i := strings.IndexByte(s[at:], '\n')
		if i < 0 {
			return -1
		}
		at += i + 1
	}
	return at
}

func wholeResult(p model.Part, peer func(string) int) string {
	name := p.Name
	if name == "" {
		name = "unknown"
	}
	head := "[result] " + model.OneLine(name) + " (" + end(peer, p.ID, "call", "no call") + ")"
	if p.Failed {
		head += " · failed"
	}
	if p.JSON != "" {
		return head + "\n" + fenced(strings.TrimSpace(gjson.Parse(p.JSON).Get("@pretty").Raw), "json", true)
	}
	for _, o := range p.Output {
		switch o.Kind {
		case model.Image, model.File:
			head += "\n" + attachment(o)
		default:
			head += "\n" + o.Text
		}
	}
	return head
}

// attachment is a picture or a file as a line.
func attachment(p model.Part) string {
	words := []string{"image"}
	if p.Kind == model.File {
		words = []string{"file"}
		if p.Text != "" {
			words = append(words, p.Text)
		}
	}
	if p.Media != "" {
		words = append(words, p.Media)
	}
	if p.Bytes > 0 {
		words = append(words, text.Bytes(p.Bytes))
	}
	if p.Kind == model.Image {
		words = append(words, fmt.Sprintf("≈%s tokens", text.Num(tokens.ImageTokens)))
	}
	return "[" + strings.Join(words, " · ") + "]"
}
