package langchain

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/model"
	"cutline/model/records"
	"cutline/model/sessiontest"
)

func TestFixtures(t *testing.T) {
	files := sessiontest.Fixtures(t, Name)
	for _, c := range []struct {
		file, dialect, model string
		says, problems       []string
	}{
		{"constructor.json", constructor, "m-1", []string{
			"s Be kind.", "u What is it? [Image]", `a I ask. ask(c1){"q":1} ask(c2){oops`, "t c1=no!",
		}, []string{"6 shape"}},
		{"stored.json", stored, "", []string{"u Hello", "a [Thinking] Hm. f(c1){}", "t c1=1", "a One."}, nil},
		{"graph-state.json", plain, "m-2", []string{"u Hello", "a Hi."}, nil},
	} {
		t.Run(c.file, func(t *testing.T) {
			s := sessiontest.Recognised(t, Looks, Read, files[c.file], c.says, c.problems)
			if s.Dialect != c.dialect || s.Model != c.model {
				t.Errorf("dialect %s, model %s", s.Dialect, s.Model)
			}
		})
	}
	s := sessiontest.Open(t, Read, files["constructor.json"])
	if d := cmp.Diff(model.Usage{Known: true, Input: 20, Cached: 8, Output: 3, Row: 2, Total: 3}, s.Usage); d != "" {
		t.Error(d)
	}
}

func TestLooks(t *testing.T) {
	for doc, want := range map[string]bool{
		`[{"type":"human","content":"a"}]`:                                                        true,
		`{"messages":[{"type":"ai","content":"a"}]}`:                                              true,
		`{"channel_values":{"messages":[{"type":"ai","data":{"content":"a"}}]}}`:                  true,
		`[{"type":"system","content":"a"}]`:                                                       false,
		`[{"role":"user","content":"a"}]`:                                                         false,
		`[{"type":"message","role":"user","content":[{"type":"input_text","text":"a"}]}]`:         false,
		`[{"lc":1,"type":"constructor","id":[],"kwargs":{"content":"a"}}]`:                        false,
		`[{"lc":1,"type":"constructor","id":["langchain","llms","X"],"kwargs":{}}]`:               false,
		`{"projectHash":"h","sessionId":"s","messages":[{"id":"1","type":"user","content":"a"}]}`: false,
		`[]`: false,
	} {
		if got := Looks([]byte(doc)); got != want {
			t.Errorf("%s: %t", doc, got)
		}
	}
	if _, err := Read(model.Input{Reader: strings.NewReader("[]"), Size: 2}); !errors.Is(err, records.ErrNone) {
		t.Errorf("no list was read as one: %v", err)
	}
}

func FuzzRead(f *testing.F) { sessiontest.Fuzz(f, Read, Name) }
