package convert

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/load"
	"cutline/model/sessiontest"
)

// TestOpenCodeTimes: the agent orders messages by their times, so these never go back, whatever the
// source says, and none is later than now.
func TestOpenCodeTimes(t *testing.T) {
	t.Parallel()
	at := func(role model.Role, time string) model.Message {
		m := model.Message{Role: role, Time: time, Model: "gpt-5", Parts: []model.Part{text("a")}}
		if role == model.User {
			m.Origin = model.Person
		}
		return m
	}
	s := session("copilot", at(model.User, ""), at(model.Assistant, "2026-05-01T10:00:00Z"), at(model.User, "2026-05-01T09:00:00Z"),
		at(model.Assistant, "yesterday"), at(model.User, "2027-01-01T00:00:00Z"), at(model.Assistant, "2026-05-01T10:00:00.5Z"))
	s.Model, s.Title = "claude-sonnet-4-5", "Sort \xff"
	w, _ := convert(t, to(t, "opencode"), s, sessiontest.DraftFrom(s, 0))
	v := gjson.Parse(written(t, w))
	const nine, ten = 1777626000000, 1777629600000
	var got []int64
	for _, e := range v.Get("messages.#.info.time.created").Array() {
		got = append(got, e.Int())
	}
	if d := cmp.Diff([]int64{nine - 2, nine - 1, nine, ten, ten, ten, ten, ten + 500}, got); d != "" {
		t.Error(d)
	}
	for path, want := range map[string]string{
		"info.title": "Sort \ufffd", "messages.2.info.model.providerID": "anthropic", "messages.2.info.model.modelID": "claude-sonnet-4-5",
		"messages.3.info.providerID": "openai", "messages.3.info.modelID": "gpt-5", "messages.3.info.parentID": v.Get("messages.2.info.id").Str,
	} {
		if got := v.Get(path).Str; got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}

// TestOpenCodePictures: a picture that no person sent is not taken for one of theirs, and one in a
// result that says that the tool failed has no place.
func TestOpenCodePictures(t *testing.T) {
	t.Parallel()
	png := model.Part{Kind: model.Image, Media: "image/png", Bytes: 5, Data: "aGVsbG8="}
	s := session("copilot",
		model.Message{Role: model.User, Origin: model.Injected, Parts: []model.Part{text("The screen."), png}},
		model.Message{Role: model.User, Origin: model.Injected, Parts: []model.Part{text("The date.")}},
		model.Message{Role: model.Assistant, Parts: []model.Part{{Kind: model.Call, ID: "a", Name: "shot", Args: "{}"}}},
		model.Message{Role: model.Tool, Parts: []model.Part{{Kind: model.Result, ID: "a", Failed: true, Output: []model.Part{png}}}},
	)
	w, after := convert(t, to(t, "opencode"), s, sessiontest.DraftFrom(s, 0))
	want := []string{
		"i <system-reminder>\nThe screen.\n</system-reminder> [Image]", "i The date.", "a shot(a){}",
		"t a=[image, image/png, 5 bytes: left out when the session was converted]!",
	}
	if d := cmp.Diff(want, sessiontest.Says(t, after)[1:]); d != "" {
		t.Error(d)
	}
	v := gjson.Parse(written(t, w))
	if v.Get("messages.2.parts.0.synthetic").Bool() || !v.Get("messages.3.parts.0.synthetic").Bool() {
		t.Error(v.Get("messages").Raw)
	}
}

// crushed is a database of Crush.
const crushed = `CREATE TABLE sessions (id TEXT, title TEXT, prompt_tokens INTEGER, completion_tokens INTEGER, updated_at INTEGER);
CREATE TABLE messages (id TEXT, session_id TEXT, role TEXT, parts TEXT, model TEXT, created_at INTEGER);
INSERT INTO sessions VALUES ('s', 'Sort', 0, 0, 1767225600);
INSERT INTO messages VALUES ('a', 's', 'user', '[{"type":"text","data":{"text":"Sort them."}},{"type":"binary","data":{"Path":"a.png","MIMEType":"image/png","Data":"iVBORw0KGgo="}}]', '', 1),
('b', 's', 'assistant', '[{"type":"reasoning","data":{"thinking":"How many?","signature":"x"}},{"type":"tool_call","data":{"id":"c1","name":"view","input":"{\"file_path\":\"a.go\"}","finished":true}}]', 'claude-sonnet-4', 2),
('c', 's', 'tool', '[{"type":"tool_result","data":{"tool_call_id":"c1","content":"package a","is_error":true}}]', '', 3),
('d', 's', 'assistant', '[{"type":"text","data":{"text":"They are sorted."}}]', 'claude-sonnet-4', 4);
`

// TestStore converts a session of a database to every target. Its picture goes along.
func TestStore(t *testing.T) {
	t.Parallel()
	path := sessiontest.Database(t, t.TempDir(), "crush.db", crushed, "")
	everyTarget(t, path, true)
	s, closer, err := load.Open(path, load.Choice{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = closer.Close() }()
	_, after := convert(t, to(t, "opencode"), s, sessiontest.DraftFrom(s, 0))
	want := []string{"u Sort them. [Image]", `a [Thinking] How many? view(c1){"file_path":"a.go"}`, "t c1=package a!", "a They are sorted."}
	if d := cmp.Diff(want, sessiontest.Says(t, after)[1:]); d != "" {
		t.Error(d)
	}
}

// TestDataIsThere: the readers whose sessions hold pictures give them to a conversion.
func TestDataIsThere(t *testing.T) {
	t.Parallel()
	for format, pictures := range map[string]int{"opencode": 2, "goose": 1} {
		n := 0
		for _, path := range sessiontest.Paths(t, format) {
			s := sessiontest.Open(t, reader(t, format), sessiontest.Text(t, path))
			for i := range s.Rows {
				for _, p := range sessiontest.Message(t, s, i).Parts {
					for _, o := range append(p.Output, p) {
						if o.Kind == model.Image && o.Data != "" {
							n++
						}
					}
				}
			}
		}
		if n != pictures {
			t.Errorf("%s: %d pictures, want %d", format, n, pictures)
		}
	}
}
