package scripted

import (
	"bytes"
	"encoding/json"
	"testing"
	"time"
)

// line is a step as a script file has it: those of the cases in testdata/cases.
type line struct {
	OK     string `json:"ok"`
	Echo   string `json:"echo"`
	Length string `json:"length"`
	Tool   *struct {
		Name  string
		Input json.RawMessage
	} `json:"tool_use"`
	Empty     bool              `json:"empty"`
	NoFinish  string            `json:"nofinish"`
	DropAfter int               `json:"drop_after"`
	Text      string            `json:"text"` // of drop_after
	Status    int               `json:"status"`
	Headers   map[string]string `json:"headers"`
	Body      json.RawMessage   `json:"body"` // an object, or a string with HTML
	Hang      float64           `json:"hang"` // seconds; here it hangs until somebody goes
	Split     int               `json:"split"`
	Delay     float64           `json:"delay"` // seconds
}

// Script reads the steps of a script file: a JSON list.
func Script(tb testing.TB, file []byte) []Step {
	tb.Helper()
	var lines []line
	d := json.NewDecoder(bytes.NewReader(file))
	d.DisallowUnknownFields()
	if err := d.Decode(&lines); err != nil {
		tb.Fatalf("script: %v", err)
	}
	steps := make([]Step, len(lines))
	for i, l := range lines {
		s := Step{
			OK: l.OK, Echo: l.Echo, Length: l.Length, Empty: l.Empty, NoFinish: l.NoFinish, DropAfter: l.DropAfter,
			Status: l.Status, Headers: l.Headers, Hang: l.Hang > 0, Split: l.Split, Delay: time.Duration(l.Delay * float64(time.Second)),
		}
		if l.DropAfter > 0 {
			s.OK = l.Text
		}
		if l.Tool != nil {
			s.Tool = &Tool{Name: l.Tool.Name, Input: string(l.Tool.Input)}
		}
		if s.Body = string(l.Body); bytes.HasPrefix(l.Body, []byte(`"`)) {
			if err := json.Unmarshal(l.Body, &s.Body); err != nil {
				tb.Fatalf("script: %v", err)
			}
		}
		steps[i] = s
	}
	return steps
}
