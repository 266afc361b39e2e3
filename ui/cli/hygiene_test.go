package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cutline/model/sessiontest"
	"cutline/pipeline/summarize/scripted"
)

// TestKeyIsNowhere: however a server fails, and however often it says the key, nothing that the program prints or
// writes shows it: result, receipt, record of runs, debug log.
func TestKeyIsNowhere(t *testing.T) {
	t.Parallel()
	said := `{"type":"error","error":{"type":"scripted","message":"the key ` + secret + ` is wrong, Authorization: Bearer ` + secret + `"}}`
	fails := map[string]scripted.Step{
		"no JSON":                   {Status: 200, Body: "<html>" + secret + "</html>"},
		"JSON of another kind":      {Status: 200, Body: `["` + secret + `"]`},
		"a stream of something":     {SSE: "event: " + secret + "\ndata: {\"" + secret + "\n\n"},
		"an error in the stream":    {OK: "<summary>Half of it", StreamError: said, Split: 3},
		"a break":                   {OK: "<summary>Half of it", DropAfter: 1, Split: 3},
		"a reset":                   {Reset: true},
		"nothing":                   {Empty: true},
		"a cut answer":              {Length: "<summary>Half of it"},
		"a refusal":                 {Refuse: "No."},
		"a tool":                    {Tool: &scripted.Tool{Name: "Read", Input: `{}`}},
		"a redirect":                {Status: 307, Headers: map[string]string{"Location": "http://" + secret + ".example/"}},
		"an unreadable wait":        {Status: 429, Headers: map[string]string{"Retry-After": secret}, Body: said},
		"a page of a proxy":         {Status: 502, Body: "<html><title>" + secret + "</title></html>"},
		"a long text around it":     {Status: 500, Body: `{"error":{"message":"` + strings.Repeat("word ", 800) + secret + `"}}`},
		"a key that is parted":      {Status: 400, Body: `{"error":{"message":"` + secret[:14] + `\n` + secret[14:] + `"}}`},
		"a key that is abbreviated": {Status: 401, Body: `{"error":{"message":"Incorrect API key provided: ` + secret[:8] + `********` + secret[len(secret)-4:] + `."}}`},
	}
	for _, status := range []int{400, 401, 402, 403, 404, 408, 413, 429, 500, 503, 529} {
		fails[fmt.Sprint("status ", status)] = scripted.Step{Status: status, Body: said}
	}
	input := sessiontest.Bytes(t, filepath.Join(root, "testdata", "cases", "sum-01", "input.json"))
	for name, step := range fails {
		for _, w := range ways {
			t.Run(name+", "+w.String(), func(t *testing.T) {
				t.Parallel()
				s := scripted.Start(t, step)
				s.Serve(modelsPath, oneModel)
				dir := t.TempDir()
				log := filepath.Join(dir, "debug.log")
				r := compacts(dir, input, ".json", w.env(dir, s.URL), append(w.flags(), "--attempts", "1", "-v", "--debug-log", log)...)
				defer r.show(t)
				r.holds(t)
				if r.status != Done || len(s.Requests()) == 0 {
					t.Errorf("status %d after %d requests", r.status, len(s.Requests()))
				}
				for _, path := range []string{log, filepath.Join(dir, ".local", "state", "cutline", "runs.jsonl")} {
					if info, err := os.Stat(path); err != nil || info.Size() == 0 {
						t.Errorf("nothing to look at: %v", err)
					}
				}
			})
		}
	}
}
