package slim

import (
	"flag"
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"cutline/model"
	"cutline/model/js"
)

// TestMain has every law of this package checked with 10,000 cases, unless -rapid.checks says
// otherwise.
func TestMain(m *testing.M) {
	flag.Parse()
	given := false
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == "rapid.checks" })
	if !given {
		if err := flag.Set("rapid.checks", "10000"); err != nil {
			panic(err)
		}
	}
	os.Exit(m.Run())
}

// held is a session in memory.
type held []model.Message

func (h held) Message(i int) (model.Message, error) {
	if h[i].Broken {
		return model.Message{}, os.ErrNotExist
	}
	return h[i], nil
}

// rows measures the messages as a reader would.
func (h held) rows() []model.Row {
	out := make([]model.Row, len(h))
	for i, m := range h {
		t := m.Transcript()
		out[i] = model.Row{Role: m.Role, Origin: m.Origin, Rendered: js.Units(t), Bytes: len(t)}
		for _, p := range m.Parts {
			switch p.Kind {
			case model.Call:
				out[i].Flags |= model.HasCall
			case model.Result:
				out[i].Flags |= model.HasResult
			case model.Text:
				if strings.TrimSpace(p.Text) != "" {
					out[i].Flags |= model.HasText
				}
			default:
			}
		}
		if said := m.Said(); len(said.Parts) > 0 {
			out[i].Said = js.Units(said.Transcript())
		}
		if blocks, _ := model.QueryBlocks(m.Text()); m.Role == model.User && len(blocks) > 0 {
			out[i].Query = js.Units(strings.Join(blocks, "\n"))
		}
	}
	return out
}

// all is the list of every message.
func (h held) all() []int {
	out := make([]int, len(h))
	for i := range out {
		out[i] = i
	}
	return out
}

func text(role model.Role, words string) model.Message {
	return model.Message{Role: role, Parts: []model.Part{{Kind: model.Text, Text: words}}}
}

func call(words string) model.Message {
	m := model.Message{Role: model.Assistant}
	if words != "" {
		m = text(model.Assistant, words)
	}
	m.Parts = append(m.Parts, model.Part{Kind: model.Call, ID: "1", Name: "Read", Args: `{"path":"a.go"}`})
	return m
}

func result(id, words string) model.Message {
	return model.Message{Role: model.Tool, Parts: []model.Part{{Kind: model.Result, ID: id, Name: "Read", Output: []model.Part{{Kind: model.Text, Text: words}}}}}
}

// sized gives rows of the given rendered sizes, user and assistant in turn.
func sized(sizes ...int) []model.Row {
	out := make([]model.Row, len(sizes))
	for i, n := range sizes {
		out[i] = model.Row{Role: model.User, Rendered: n, Bytes: n}
		if i%2 == 1 {
			out[i].Role = model.Assistant
		}
	}
	return out
}

// content is the budget that leaves n chars for the content of k messages.
func content(n, k int) int {
	return n + max(0, k-1)*len(Separator) + js.Units(preamble(k))
}

// talk draws a session of any sizes, with wide text and query blocks.
func talk(t *rapid.T) held {
	words := rapid.Custom(func(t *rapid.T) string {
		unit := rapid.SampledFrom([]string{"a", "語", "🦊", "a🦊", "x\n\n\n\n", "word "}).Draw(t, "unit")
		return strings.Repeat(unit, rapid.SampledFrom([]int{0, 1, 7, 60, 150, 201, 500}).Draw(t, "times"))
	})
	n := rapid.IntRange(0, 12).Draw(t, "messages")
	out := make(held, 0, n)
	for len(out) < n {
		w := words.Draw(t, "words")
		switch rapid.IntRange(0, 4).Draw(t, "kind") {
		case 0:
			out = append(out, text(model.User, w))
		case 1:
			out = append(out, text(model.User, w+"<user_query>"+words.Draw(t, "query")+"</user_query>"+words.Draw(t, "behind")))
		case 2:
			out = append(out, text(model.Assistant, w))
		case 3:
			m := call(w)
			if rapid.Bool().Draw(t, "more") {
				m.Parts = append(m.Parts, model.Part{Kind: model.Thinking, Text: "so"}, model.Part{Kind: model.Text, Text: words.Draw(t, "behind the call")})
			}
			out = append(out, m)
		default:
			out = append(out, result("1", w))
		}
	}
	return out
}
