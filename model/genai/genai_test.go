package genai

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tidwall/gjson"

	"cutline/model"
)

func text(s string) []model.Part { return []model.Part{{Kind: model.Text, Text: s}} }

func TestParts(t *testing.T) {
	for _, c := range []struct {
		in   string
		want []model.Part
	}{
		{`"a\u00e9"`, text("aé")},
		{`""`, text("")},
		{`null`, nil},
		{`7`, nil},
		{`[]`, nil},
		{`{"text":"a"}`, text("a")},
		{`["a",{"text":"b"}]`, append(text("a"), text("b")...)},
		{`[{"text":"why","thought":true},{"thought":true,"thoughtSignature":"s"}]`, []model.Part{{Kind: model.Thinking, Text: "why"}, {Kind: model.Thinking, Redacted: true}}},
		{`[{"functionCall":{"id":"c","name":"ls","args":{"p": 1}}}]`, []model.Part{{Kind: model.Call, ID: "c", Name: "ls", Args: `{"p": 1}`}}},
		{`[{"functionCall":{"name":"ls"}}]`, []model.Part{{Kind: model.Call, ID: "ls", Name: "ls"}}},
		{`[{"functionResponse":{"id":"c","name":"ls","response":{"output":"o"}}}]`, []model.Part{{Kind: model.Result, ID: "c", Output: text("o")}}},
		{`[{"functionResponse":{"id":"c","response":{"error":"no"}}}]`, []model.Part{{Kind: model.Result, ID: "c", Output: text("no"), Failed: true}}},
		{`[{"functionResponse":{"id":"c","response":{"error":{"code":1}}}}]`, []model.Part{{Kind: model.Result, ID: "c", Output: text(`{"code":1}`), Failed: true}}},
		{`[{"functionResponse":{"id":"c","response":{"error":null,"output":"o"}}}]`, []model.Part{{Kind: model.Result, ID: "c", JSON: `{"error":null,"output":"o"}`}}},
		{`[{"functionResponse":{"name":"ls","response":{"files":2}}}]`, []model.Part{{Kind: model.Result, ID: "ls", JSON: `{"files":2}`}}},
		{`[{"functionResponse":{"id":"c","response":"plain"}}]`, []model.Part{{Kind: model.Result, ID: "c", Output: text("plain")}}},
		{
			`[{"functionResponse":{"id":"c","response":{"output":"o"},"parts":[{"inlineData":{"mimeType":"image/png","data":"AAAA"}}]}}]`,
			[]model.Part{{Kind: model.Result, ID: "c", Output: append(text("o"), model.Part{Kind: model.Image, Media: "image/png", Bytes: 3, Data: "AAAA"})}},
		},
		{
			`[{"inlineData":{"mimeType":"image/png","data":"AAA="}},{"inlineData":{"mimeType":"application/pdf","data":"AAAA","displayName":"a.pdf"}},{"fileData":{"mimeType":"video/mp4","fileUri":"gs://v"}}]`,
			[]model.Part{{Kind: model.Image, Media: "image/png", Bytes: 2, Data: "AAA="}, {Kind: model.File, Media: "application/pdf", Bytes: 3, Data: "AAAA", Text: "a.pdf"}, {Kind: model.File, Media: "video/mp4", Text: "gs://v", Data: "gs://v"}},
		},
		{`[{"executableCode":{"code":"1"}},{},[]]`, []model.Part{{Kind: model.Unknown, Text: "executableCode"}, {Kind: model.Unknown}, {Kind: model.Unknown}}},
	} {
		if d := cmp.Diff(c.want, Parts(gjson.Parse(c.in))); d != "" {
			t.Errorf("%s: %s", c.in, d)
		}
	}
}
