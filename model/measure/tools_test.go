package measure

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tidwall/gjson"

	"cutline/model"
)

func TestTools(t *testing.T) {
	for list, want := range map[string][]model.Attachment{
		``:             nil,
		`{"name":"a"}`: nil,
		`[]`:           nil,
		`[{"name": "Read", "input_schema": {}}, 7, {"type":"function","function":{"name":"Bash"}}, {"type":"web_search"}]`: {
			{Line: 3, Type: model.ToolDefinition, Name: "Read", Chars: 33},
			{Line: 3, Type: model.ToolDefinition, Name: "Bash", Chars: 46},
			{Line: 3, Type: model.ToolDefinition, Name: "web_search", Chars: 21},
		},
	} {
		if d := cmp.Diff(want, Tools(gjson.Parse(list), 3)); d != "" {
			t.Errorf("%s:\n%s", list, d)
		}
	}
}
