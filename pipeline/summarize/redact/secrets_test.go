package redact

import (
	"strings"
	"testing"
)

// planted are secrets where they stand in transcripts: {…} is the secret, with blanks as in the
// table of shapes.
var planted = []struct{ name, text string }{
	{"dotenv", "NODE_ENV=production\nDB_PASSWORD={hunter<6>}\nPORT=8080\n"},
	{"dotenv with signs", "DB_PASSWORD={p@s,w<4>;1&2!)x}\nPORT=1\n"},
	{"dotenv with letters", "SMTP_PASS={<l12>}\n"},
	{"dotenv, export", "export MISTRAL_API_KEY={<32>}\n"},
	{"dotenv, quotes", "JWT_SECRET=\"{<24>}\"\n"},
	{"dotenv, single quotes and blanks", "export PASSPHRASE='{correct <l6> battery <l6>}'\n"},
	{"dotenv in JSON", `{"content":"A=1\nDB_PASSWORD={<12>}\nB=2"}`},
	{"dotenv in JSON in JSON", `{"a":"{\"content\":\"A=1\\nDB_PASSWORD={<12>}\\nB=2\"}"}`},
	{"numbered lines", "     1→A=1\n     2→API_TOKEN={<20>}\n"},
	{"diff", "-SECRET_KEY_BASE={<h128>}\n+SECRET_KEY_BASE=\n"},
	{"uuid of Heroku", "HEROKU_API_KEY={<h8>-<h4>-<h4>-<h4>-<h12>}\n"},
	{"printenv", "HOME=/root\nCREDENTIALS={<16>}\nSHELL=/bin/bash"},
	{"docker run", "docker run -e POSTGRES_PASSWORD={<10>} -p 5432:5432 postgres:16"},
	{"before a command", "PGPASSWORD={<9>x} psql -h db.test -U app"},
	{"Twilio", "TWILIO_AUTH_TOKEN={<h32>}\n"},
	{"Azure OpenAI", "AZURE_OPENAI_API_KEY={<h32>}"},
	{"AWS secret key", "aws_access_key_id = x\naws_secret_access_key = {<b40>}\nregion = eu-west-1"},
	{"AWS in JSON", `{"SecretAccessKey": "{<b40>}", "SessionToken": "{<b200>}"}`},
	{"AWS in the environment", "export AWS_SECRET_ACCESS_KEY={<b40>}"},
	{"session token of AWS", "AWS_SESSION_TOKEN={<b300>==}"},
	{"Azure storage", "DefaultEndpointsProtocol=https;AccountName=x;AccountKey={<b86>==};EndpointSuffix=core.windows.net"},
	{"service bus", "Endpoint=sb://x.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey={<b43>=}"},
	{"SAS", "https://x.blob.core.windows.net/c/f.txt?sv=2022-11-02&sp=r&sig={<42>}%3D"},
	{"SQL Server", "Server=tcp:db.test,1433;User ID=sa;Password={<12>};Encrypt=True;"},
	{"JDBC", "jdbc:mysql://db.test:3306/app?user=app&password={<14>}&useSSL=true"},
	{"MongoDB", "mongodb+srv://app:{<16>}@cluster0.test/app?retryWrites=true"},
	{"Redis without a user", "REDIS_URL=redis://:{<20>}@cache.test:6379/0"},
	{"AMQP in YAML", "broker: amqp://svc:{<10>}@mq.test:5672/\n"},
	{"remote of git", "origin\thttps://me:{<20>}@git.test/me/x.git (fetch)"},
	{"YAML", "database:\n  user: app\n  password: {hunter<4>}\n  port: 5432\n"},
	{"YAML with letters", "  password: {<l10>}\n"},
	{"YAML, quotes", "api_key: '{<32>}'  # mistral\n"},
	{"Kubernetes secret", "apiVersion: v1\nkind: Secret\ndata:\n  password: {cGFz<b16>==}\n"},
	{"Kubernetes env", "  - name: DB_PASSWORD\n    value: \"{<12>}\"\n"},
	{"kubeconfig", "users:\n- name: admin\n  user:\n    client-key-data: {<b400>}=\n"},
	{"kubeconfig token", "  user:\n    token: {<64>}\n"},
	{"Compose", "    environment:\n      - MYSQL_ROOT_PASSWORD={<12>}\n"},
	{"JSON", `{"user": "me", "password": "{<12>}", "port": 1}`},
	{"JSON, escaped", `"arguments":"{\"apiKey\":\"{<32>}\",\"n\":1}"`},
	{"JSON, escaped twice", `"x":"{\\\"client_secret\\\": \\\"{<32>}\\\"}"`},
	{"JSON with a quote inside", `{"password": "{<5>\"<5>}"}`},
	{"TOML", "[auth]\nsecret = \"{<24>}\"\n"},
	{"ini", "[client]\nuser=root\npassword={<l10>}\n"},
	{"properties", "spring.datasource.password={<10>}\n"},
	{"Go", "\tconst apiKey = \"{<32>}\"\n"},
	{"Go, short", "\tclient := New(Config{Password: \"{<10>}\", Port: 1})\n"},
	{"Python", "self.api_key = '{<40>}'"},
	{"Python, bytes", "SECRET_KEY = b'{<24>}'"},
	{"Python, argument", "connect(host='db', password='{<10>}')"},
	{"Python, mapping", "os.environ[\"OPENAI_API_KEY\"] = \"{<48>}\""},
	{"TypeScript", "const accessToken: string = \"{<40>}\";"},
	{"Java", "private String password = \"{<12>}\";"},
	{"Ruby", "config = { 'secret_key' => '{<24>}' }"},
	{"comparison", "if password == \"{<12>}\" {"},
	{"PowerShell", "$env:GITLAB_TOKEN = \"{<20>}\""},
	{"XML", "<add key=\"ApiKey\" value=\"{<32>}\" />"},
	{"Maven", "<server><username>u</username><password>{<12>}</password></server>"},
	{"flag", "mysqldump --user root --password {<10>} app"},
	{"flag with =", "vault login --token={<26>}"},
	{"flag in an array", `["--api-key", "x"], "--api-key={<32>}"`},
	{"header of a key", "curl https://api.test -H 'x-api-key: {<40>}'"},
	{"header of Google", `headers: {"x-goog-api-key": "{<39>}"}`},
	{"header of GitLab", "curl --header \"PRIVATE-TOKEN: {<20>}\" https://git.test"},
	{"bearer in a log", "> Authorization: Bearer {<64>}\n> Accept: */*"},
	{"bearer, JSON", `{"Authorization":"Bearer {<32>}"}`},
	{"authorization without a scheme", `{"authorization": "{<40>}"}`},
	{"basic", "Authorization: Basic {bWU6<b20>}\n"},
	{"cookie", "Cookie: {theme=dark; sessionid=<32>; lang=en}"},
	{"set-cookie", "< Set-Cookie: {connect.sid=s%3A<32>.<43>}; Path=/; HttpOnly"},
	{"query", "GET /v1/models?api_key={<32>}&limit=5 HTTP/1.1"},
	{"OAuth", "https://app.test/cb#access_token={<60>}&token_type=bearer"},
	{"OAuth answer", `{"access_token":"{<60>}","expires_in":3600,"refresh_token":"{<40>}"}`},
	{"npmrc", "//registry.npmjs.org/:_authToken={<36>}\n"},
	{"Docker config", `{"auths":{"host.test":{"auth":"{bWU6c2VjcmV0LXBhc3N3b3Jk}"}}}`},
	{"netrc over lines", "machine host.test\n  login me\n  password {<12>}\n"},
	{"Cloudflare", "CLOUDFLARE_API_TOKEN={<40>}"},
	{"WireGuard", "[Interface]\nPrivateKey = {<b43>=}\nAddress = 10.0.0.2/32"},
	{"webhook", "https://hooks.slack.com/services/{T<u9>/B<u9>/<24>}"},
	{"said", "ok, the password is {hu7<4>x9}, please log in"},
	{"random", "    magic = \"{<40>}\"\n"},
	{"telegram address", "https://api.telegram.org/bot12345678:{AA<33>}/getMe"},
	{"curl -u", "curl -u admin:{<10>} https://host.test"},
	{"libpq", "host=db.test user=app password={<l6>7} dbname=app"},
	{"mailer", "auth: { user: 'me', pass: '{S<l3>3r!<l3>}' }"},
	{"SQL", "CREATE USER app IDENTIFIED BY '{<10>}';"},
	{"shadow", "root:{$6$<8>$<86>}:19000:0:99999:7:::"},
}

// TestPlanted takes each secret out and nothing else with it.
func TestPlanted(t *testing.T) {
	t.Parallel()
	if len(planted) < 60 {
		t.Errorf("only %d", len(planted))
	}
	for i, p := range planted {
		for seed := range uint64(6) {
			text, secrets := plant(t, p.text, seed+1000*uint64(i))
			var r Redactor
			got := r.Text(text)
			for _, s := range secrets {
				if l := leak(s, got); l != "" {
					t.Errorf("%s: %q shows %q of %q", p.name, got, l, s)
				}
			}
			if len(r.Findings()) != len(secrets) {
				t.Errorf("%s: %q: %d secrets, findings %+v", p.name, text, len(secrets), r.Findings())
			}
			if again := new(Redactor).Text(got); again != got {
				t.Errorf("%s: a second time: %q, then %q", p.name, got, again)
			}
		}
	}
}

// plant grows the parts in braces and takes the braces off. Braces without a blank are text.
func plant(tb testing.TB, template string, seed uint64) (text string, secrets []string) {
	tb.Helper()
	var b strings.Builder
	for template != "" {
		i := strings.IndexByte(template, '{')
		if i < 0 {
			break
		}
		j := strings.IndexAny(template[i+1:], "{}")
		part := ""
		if j >= 0 {
			part = template[i+1 : i+1+j]
		}
		if j < 0 || template[i+1+j] == '{' || !blank.MatchString(part) && !strings.HasPrefix(part, "bWU6") {
			b.WriteString(template[:i+1])
			template = template[i+1:]
			continue
		}
		secret := grow(tb, part, seed+50*uint64(len(secrets)))
		secrets = append(secrets, secret)
		b.WriteString(template[:i] + secret)
		template = template[i+2+j:]
	}
	return b.String() + template, secrets
}

// TestPrivateKeys takes whole blocks.
func TestPrivateKeys(t *testing.T) {
	t.Parallel()
	body := make([]string, 0, 12)
	for i := range 11 {
		body = append(body, grow(t, "<b64>", uint64(i)))
	}
	body = append(body, grow(t, "<b20>==", 99))
	secret := strings.Join(body, "\n")
	block := func(kind, end string) string {
		s := "-----BEGIN " + kind + "-----\n" + secret
		if end != "" {
			s += "\n-----END " + kind + "-----"
		}
		return s
	}
	lines := func(s, lead string) string { return lead + strings.ReplaceAll(s, "\n", "\n"+lead) }
	rsa := block("RSA PRIVATE KEY", "x")
	for name, text := range map[string]string{
		"RSA":                 rsa,
		"PKCS8":               block("PRIVATE KEY", "x"),
		"OpenSSH":             block("OPENSSH PRIVATE KEY", "x"),
		"PGP":                 strings.Replace(block("PGP PRIVATE KEY BLOCK", "x"), "BLOCK-----\n", "BLOCK-----\nVersion: x\n\n", 1),
		"encrypted":           strings.Replace(rsa, "KEY-----\n", "KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,00\n\n", 1),
		"escaped":             strings.ReplaceAll(rsa, "\n", `\n`),
		"escaped twice":       strings.ReplaceAll(rsa, "\n", `\\n`),
		"service account":     `{"type":"service_account","private_key":"` + strings.ReplaceAll(block("PRIVATE KEY", "x"), "\n", `\n`) + `\n","client_email":"a@b.test"}`,
		"no end":              block("EC PRIVATE KEY", ""),
		"no end, escaped":     `{"content":"` + strings.ReplaceAll(block("EC PRIVATE KEY", ""), "\n", `\n`) + `"}`,
		"no end, then prose":  block("EC PRIVATE KEY", "") + "\n[... truncated, 4096 chars]\nmore words follow here",
		"no beginning":        secret + "\n-----END RSA PRIVATE KEY-----\n",
		"no beginning, JSON":  strings.ReplaceAll(secret+"\n-----END RSA PRIVATE KEY-----\n", "\n", `\n`),
		"in YAML":             "tls:\n  key: |\n" + lines(rsa, "    "),
		"in a diff":           lines(rsa, "+"),
		"quoted":              lines(rsa, "> "),
		"in a program":        "k := \"" + strings.ReplaceAll(rsa, "\n", "\\n\" +\n\t\"") + "\"",
		"numbered":            "     1→" + strings.ReplaceAll(rsa, "\n", "\n     2→"),
		"numbered, no end":    "     1→" + strings.ReplaceAll(block("RSA PRIVATE KEY", ""), "\n", "\n     2→"),
		"with CRLF":           strings.ReplaceAll(rsa, "\n", "\r\n"),
		"PuTTY":               "PuTTY-User-Key-File-3: ssh-rsa\nPrivate-Lines: 12\n" + secret + "\nPrivate-MAC: 0\n",
		"SSH2":                "---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\n" + secret + "\n---- END SSH2 ENCRYPTED PRIVATE KEY ----",
		"variable of a shell": "export KEY=\"" + rsa + "\"",
	} {
		got := new(Redactor).Text("before\n" + text + "\nafter")
		if l := leak(secret, got); l != "" {
			t.Errorf("%s shows %q: %q", name, l, got)
		}
		if !strings.HasPrefix(got, "before") || !strings.HasSuffix(got, "after") {
			t.Errorf("%s: %q", name, got)
		}
		if again := new(Redactor).Text(got); again != got {
			t.Errorf("%s: a second time: %q, then %q", name, got, again)
		}
	}
}
