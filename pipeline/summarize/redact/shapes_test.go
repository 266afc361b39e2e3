package redact

import (
	"fmt"
	"strings"
	"testing"
)

// around are places where a key stands; %s is the key.
var around = []string{
	"%s",
	"the key %s works, use it",
	"const client = new Client(\"%s\")\n",
	"$ curl -H 'X: %s' https://host.test/v1\n{\"ok\":true}",
	`{"type":"tool_result","content":"line one\n%s\nline three"}`,
	`{"content":"{\"key\": \"%s\"}"}`,
	"2026-01-02T03:04:05Z ERROR request failed (%s), status=401",
	"\x1b[32m%s\x1b[0m",
	"+  - %s\n-  - other\n",
	"?x=%%3D%s&y=1",
}

// TestShapes plants the example of each row in every place: nothing of it comes out.
func TestShapes(t *testing.T) {
	t.Parallel()
	for i, sh := range shapes {
		for seed := range uint64(6) {
			secret := grow(t, sh.example, seed+100*uint64(i))
			full := whole(sh, secret)
			for _, a := range around {
				if (sh.kind == "bearer" || sh.kind == "said") && strings.Contains(a, "%%3D") {
					continue // a header is no part of an address
				}
				text := fmt.Sprintf(a, full)
				var r Redactor
				got := r.Text(text)
				if l := leak(secret, got); l != "" {
					t.Errorf("%s, seed %d: %q shows %q of %q", sh.kind, seed, got, l, secret)
					continue
				}
				found := r.Findings()
				if len(found) != 1 {
					t.Errorf("%s: %d findings in %q: %+v", sh.kind, len(found), text, found)
				}
				if l := leak(secret, found[0].Hint); l != "" && !strings.Contains(" "+sh.literals+" ", " "+found[0].Hint+" ") {
					t.Errorf("the hint %q shows %q", found[0].Hint, l)
				}
			}
		}
	}
}

// whole puts what stands before a secret in front of the examples that are only the secret.
func whole(sh shape, secret string) string {
	switch {
	case sh.kind == "signed-address":
		return "X-Amz-Signature=" + secret
	case sh.kind == "slack-webhook":
		return "https://hooks.slack.com/services/" + secret
	case sh.kind == "discord-webhook":
		return "https://discord.com/api/webhooks/1234567890/" + secret
	case sh.kind == "telegram-token":
		return "987654321:" + secret
	case sh.kind == "azure-secret":
		return "abc" + secret
	case sh.kind == "bearer":
		return "Bearer " + secret
	case sh.kind == "basic-auth":
		return "Basic " + secret
	case sh.kind == "auth-header":
		return "Authorization: token " + secret
	case sh.kind == "cookie":
		return "Cookie: " + secret
	case sh.kind == "url-password" && strings.Contains(sh.example, "40"):
		return "https://" + secret + "@host.test/x.git"
	case sh.kind == "url-password":
		return "postgres://app:" + secret + "@db.test:5432/app"
	case sh.kind == "netrc-password":
		return "machine host.test login me password " + secret
	case sh.kind == "element":
		return "<dbPassword>" + secret + "</dbPassword>"
	case sh.kind == "sql-password":
		return "ALTER USER app WITH PASSWORD '" + secret + "'"
	case sh.kind == "argument" && strings.HasPrefix(sh.literals, "curl"):
		return "curl -s -u me:" + secret + " host.test"
	case sh.kind == "argument":
		return "sshpass -p " + secret + " ssh host.test"
	case sh.kind == "said":
		return "the password is " + secret
	}
	return secret
}
