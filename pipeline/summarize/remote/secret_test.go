package remote

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/chat"
	"cutline/pipeline/slim"
	"cutline/pipeline/summarize"
)

// grown is a text of mixed letters that stands in no file.
func grown(n, seed int) string {
	const letters = "aZ3kQ9xLw7TbR2mVp5Hc8NdYs4Gf6Je"
	var b strings.Builder
	for i := range n {
		b.WriteByte(letters[(i*i*7+i*seed+seed)%len(letters)])
	}
	return b.String()
}

// TestNoSecretIsSent: what is taken out of a prompt is in none of it, not even as the half of a
// secret that a cut leaves, nor where it stood before its name was seen.
func TestNoSecretIsSent(t *testing.T) {
	t.Parallel()
	token, password, key := "ghp_"+grown(36, 5), grown(24, 3), "sk-ant-"+"api03-"+grown(80, 11)
	cut := strings.Repeat("filler words of a long output here ", 200) + "export API_TOKEN=" + token
	long := cut + strings.Repeat(" more words", 3000)
	doc := fmt.Sprintf(`[{"role":"user","content":"Why is %s refused?"},
{"role":"assistant","content":"","tool_calls":[{"id":"c1","type":"function","function":{"name":"Bash","arguments":%q}}]},
{"role":"tool","tool_call_id":"c1","content":%q},{"role":"assistant","content":%q},{"role":"user","content":"Go on."}]`,
		password, fmt.Sprintf(`{"command":"curl -H 'x-api-key: %s' https://api.example.com"}`, key), "DB_PASSWORD="+password+"\nPORT=5432", long)
	s, err := chat.Read(model.Input{Path: "x.json", Reader: strings.NewReader(doc), Size: int64(len(doc))})
	if err != nil {
		t.Fatal(err)
	}
	list := []int{0, 1, 2, 3}
	secrets := []string{token, password, key}
	for _, budget := range []int{slim.ModelBudget, len(cut) - 20 + 400} { // whole, and cut within the token
		for _, replay := range []bool{false, true} {
			req := summarize.Request{Source: s, Rows: s.Rows, Links: s.Links, List: list, Tail: []int{4}, Family: "external", Instructions: "Mind " + token}
			req.Slim = slim.Run(slim.Input{Rows: s.Rows, List: list, Budget: budget, Params: slim.Defaults()})
			o := Options{Rung: summarize.External}
			if replay {
				o.Replay = Replay(s, "openai", []byte(`[{"name":"Bash"}]`))
			}
			ask, err := Compose(t.Context(), req, o)
			if err != nil {
				t.Fatal(err)
			}
			all := strings.Join(texts(ask.Prompt), "\n")
			for _, secret := range secrets {
				for i := 0; i+8 <= len(secret); i++ {
					if part := secret[i : i+8]; strings.Contains(all, part) && !strings.HasPrefix(part, "sk-ant-") {
						at := strings.Index(all, part)
						t.Fatalf("budget %d, replay %t: %q of a secret is sent: …%s…", budget, replay, part, all[max(0, at-60):min(len(all), at+60)])
					}
				}
			}
			if replay && !gjson.ValidBytes(ask.Prompt.Conversation) {
				t.Error("what is replayed is no JSON")
			}
			want := len(secrets)
			if req.Slim.Tool.Applied { // the call with the key is left out
				want--
			}
			if len(ask.Hidden) != want {
				t.Errorf("budget %d, replay %t: hidden %+v", budget, replay, ask.Hidden)
			}
			for _, h := range ask.Hidden {
				if !strings.Contains(all, fmt.Sprintf("#%d]", h.Number)) || h.Kind == "" {
					t.Errorf("%+v has no marker", h)
				}
			}
			if strings.Contains(fmt.Sprintf("%+v", ask.Hidden), password[:8]) {
				t.Error("the list of secrets holds one")
			}
		}
	}
	if m, err := s.Message(0); err != nil || !strings.Contains(m.Text(), password) {
		t.Error("the session itself was changed")
	}
}
