package reassemble

import (
	"bytes"
	"strings"
	"testing"

	"cutline/model"
	"cutline/model/measure"
)

// lines is a format of its own: one message a line, "id|kind words". The kinds are s system,
// p a person, i injected, m an earlier summary, a words of the assistant, c a call whose id is
// the words, r a result of the call with that id, rr two of them. k is a call "NAME ID ARGS",
// o and f are a good and a failed result "ID TEXT". A \n in the words is a line break.
type lines struct{}

func (lines) Decode(records [][]byte, _ model.Row) (model.Message, error) {
	return parse(string(records[0])), nil
}

func parse(record string) model.Message {
	_, rest, _ := strings.Cut(record, "|")
	kind, words, _ := strings.Cut(rest, " ")
	words = strings.ReplaceAll(words, `\n`, "\n")
	m := model.Message{Role: model.User, Parts: []model.Part{{Kind: model.Text, Text: words}}}
	one, rest, _ := strings.Cut(words, " ")
	switch kind {
	case "s":
		m.Role = model.System
	case "p":
		m.Origin = model.Person
	case "i":
		m.Origin = model.Injected
	case "m":
		m.Origin = model.FromSummary
	case "a":
		m.Role = model.Assistant
	case "c":
		m.Role = model.Assistant
		m.Parts = []model.Part{{Kind: model.Call, ID: words, Name: "Read"}}
	case "k":
		m.Role = model.Assistant
		id, args, _ := strings.Cut(rest, " ")
		m.Parts = []model.Part{{Kind: model.Call, ID: id, Name: one, Args: strings.ReplaceAll(args, "\n", `\n`)}}
	case "o", "f":
		m.Role = model.Tool
		m.Parts = []model.Part{{Kind: model.Result, ID: one, Failed: kind == "f", Output: []model.Part{{Kind: model.Text, Text: rest}}}}
	case "r", "rr":
		m.Role = model.Tool
		m.Parts = []model.Part{{Kind: model.Result, ID: words, Output: []model.Part{{Kind: model.Text, Text: "out " + words}}}}
		if kind == "rr" {
			m.Parts = append(m.Parts, m.Parts[0])
		}
	}
	return m
}

// value is what stands behind the envelope.
func value(record []byte) []byte {
	_, v, _ := bytes.Cut(record, []byte("|"))
	return v
}

// open reads a session of one message a line.
func open(tb testing.TB, records ...string) *model.Session {
	tb.Helper()
	text := strings.Join(records, "\n")
	s := &model.Session{Format: "lines", Reader: strings.NewReader(text), Bytes: int64(len(text)), Decoder: lines{}}
	b := measure.New(s)
	off := int64(0)
	for i, r := range records {
		b.Add(parse(r), []model.Source{{Off: off, Len: int64(len(r)), Line: i + 1}}, 0, 0)
		off += int64(len(r)) + 1
	}
	b.Finish()
	return s
}
