package redact

import (
	"regexp"
	"strings"
	"sync"
)

// shape is a secret that is known by its look.
type shape struct {
	kind string
	// literals are where a pattern is tried, separated by blanks; "␣" stands for one. They are matched in any case when the pattern is.
	literals string
	pattern  string // its first group is the secret, if it has one
	// example is one such secret for the tests: <36> stands for 36 random letters and digits, <h32>
	// for hexadecimal digits, <u16> for capitals and digits, <d9> for digits, <b40> for base64.
	example string
	test    func(s string, start, end int) bool // of the secret in its text; nil: given
	wide    bool                                // it may be long
	apart   bool                                // it begins no later than its word does
}

// shapes is the table of what is known by its look. A kind may have more than one row.
var shapes = []shape{
	// Models.
	{kind: "anthropic-key", literals: "sk-ant-", pattern: `sk-ant-[\w-]{8,}`, example: "sk-ant-api03-<93>AA"},
	{kind: "openai-key", literals: "sk-proj- sk-svcacct- sk-admin- sk-None-", pattern: `sk-[A-Za-z]+-[\w-]{16,}`, example: "sk-proj-<120>"},
	{kind: "openrouter-key", literals: "sk-or-", pattern: `sk-or-[\w-]{16,}`, example: "sk-or-v1-<h64>"},
	{kind: "langfuse-key", literals: "sk-lf-", pattern: `sk-lf-[\w-]{16,}`, example: "sk-lf-<h8>-<h4>-<h4>-<h4>-<h12>"},
	{kind: "langsmith-key", literals: "lsv2_", pattern: `lsv2_(?:pt|sk)_\w{20,}`, example: "lsv2_pt_<h32>_<h10>"},
	{kind: "api-key", literals: "sk-", pattern: `sk-[\w-]{20,}`, example: "sk-<48>", test: mixedWord},
	{kind: "google-key", literals: "AIza", pattern: `AIza[\w-]{30,}`, example: "AIza<35>"},
	{kind: "google-oauth", literals: "ya29. GOCSPX-", pattern: `(?:ya29\.|GOCSPX-)[\w-]{16,}`, example: "ya29.<60>"},
	{kind: "google-oauth", literals: "1//0", pattern: `1//0[\w-]{30,}`, example: "1//0<60>"},
	{kind: "huggingface-token", literals: "hf_ api_org_", pattern: `(?:hf|api_org)_[A-Za-z0-9]{30,}`, example: "hf_<34>", test: mixedWord},
	{kind: "groq-key", literals: "gsk_", pattern: `gsk_[A-Za-z0-9]{32,}`, example: "gsk_<52>"},
	{kind: "xai-key", literals: "xai-", pattern: `xai-[A-Za-z0-9]{40,}`, example: "xai-<80>", test: mixedWord},
	{kind: "perplexity-key", literals: "pplx-", pattern: `pplx-[A-Za-z0-9]{32,}`, example: "pplx-<48>"},
	{kind: "replicate-token", literals: "r8_", pattern: `r8_[A-Za-z0-9]{30,}`, example: "r8_<37>", test: mixedWord},
	{kind: "nvidia-key", literals: "nvapi-", pattern: `nvapi-[\w-]{40,}`, example: "nvapi-<64>"},
	{kind: "cerebras-key", literals: "csk-", pattern: `csk-[A-Za-z0-9]{32,}`, example: "csk-<48>", test: mixedWord},
	{kind: "tavily-key", literals: "tvly-", pattern: `tvly-[\w-]{20,}`, example: "tvly-dev-<32>", test: mixedWord},

	// Where code lives and is published.
	{kind: "github-token", literals: "ghp_ gho_ ghu_ ghs_ ghr_", pattern: `gh[pousr]_[A-Za-z0-9]{16,}`, example: "ghp_<36>"},
	{kind: "github-token", literals: "github_pat_", pattern: `github_pat_\w{20,}`, example: "github_pat_<22>_<59>"},
	{kind: "gitlab-token", literals: "glpat- gldt- glrt- glptt- glcbt- glsoat- glagent- glft- glimt- gloas-", pattern: `gl[a-z]+-[\w.-]{16,}`, example: "glpat-<20>"},
	{kind: "npm-token", literals: "npm_", pattern: `npm_[A-Za-z0-9]{30,}`, example: "npm_<36>", test: mixedWord},
	{kind: "pypi-token", literals: "pypi-", pattern: `pypi-[\w-]{40,}`, example: "pypi-AgEIcHlwaS5vcmc<80>", test: mixedWord},
	{kind: "rubygems-key", literals: "rubygems_", pattern: `rubygems_[0-9a-f]{32,}`, example: "rubygems_<h48>"},
	{kind: "docker-token", literals: "dckr_pat_ dckr_oat_", pattern: `dckr_[po]at_[\w-]{20,}`, example: "dckr_pat_<27>"},
	{kind: "atlassian-token", literals: "ATATT3 ATCTT3 ATBB", pattern: `AT[A-Z]{2}[\w=.-]{20,}`, example: "ATATT3xFfGF0<170>=<u8>", test: mixedWord},

	// Clouds.
	{kind: "aws-key", literals: "AKIA ASIA ABIA ACCA", pattern: `A[A-Z]IA[A-Z0-9]{16}\b|ACCA[A-Z0-9]{16}\b`, example: "AKIA<u16>", test: word},
	{kind: "aws-key", literals: "ABSK", pattern: `ABSK[A-Za-z0-9+/=]{60,}`, example: "ABSK<b128>", test: mixedWord},
	{kind: "signed-address", literals: "X-Amz-Signature= X-Goog-Signature=", pattern: `X-\w+-Signature=([0-9a-f]{32,})`, example: "<h64>"},
	{kind: "azure-secret", literals: "8Q~ 7Q~ 6Q~", pattern: `\dQ~[\w.~-]{31,}`, example: "8Q~<34>"},
	{kind: "digitalocean-token", literals: "dop_v1_ doo_v1_ dor_v1_", pattern: `do[por]_v1_[0-9a-f]{32,}`, example: "dop_v1_<h64>"},
	{kind: "heroku-key", literals: "HRKU-", pattern: `HRKU-[\w-]{20,}`, example: "HRKU-AA<58>"},
	{kind: "netlify-token", literals: "nfp_", pattern: `nfp_[A-Za-z0-9]{30,}`, example: "nfp_<36>", test: mixedWord},
	{kind: "fly-token", literals: "fo1_ fm1r_ fm2_", pattern: `f(?:o1|m1r|m2)_[\w+/=-]{30,}`, example: "fm2_<b120>", test: mixedWord},
	{kind: "supabase-key", literals: "sbp_ sb_secret_", pattern: `(?:sbp|sb_secret)_[\w-]{20,}`, example: "sb_secret_<31>", test: mixedWord},
	{kind: "planetscale-token", literals: "pscale_tkn_ pscale_pw_ pscale_oauth_", pattern: `pscale_[a-z]+_[\w.=-]{30,}`, example: "pscale_tkn_<43>"},
	{kind: "databricks-token", literals: "dapi", pattern: `dapi[0-9a-f]{32}(?:-\d)?\b`, example: "dapi<h32>", test: word},
	{kind: "vault-token", literals: "hvs. hvb. hvr.", pattern: `hv[sbr]\.[\w-]{20,}`, example: "hvs.<90>", test: mixedWord},
	{kind: "terraform-token", literals: ".atlasv1.", pattern: `\.atlasv1\.[\w=-]{40,}`, example: ".atlasv1.<67>"},
	{kind: "pulumi-token", literals: "pul-", pattern: `pul-[0-9a-f]{40}\b`, example: "pul-<h40>"},
	{kind: "doppler-token", literals: "dp.", pattern: `dp\.(?:pt|st|ct|sa|scim|audit)\.[\w.-]{30,}`, example: "dp.pt.<43>", test: mixedWord},
	{kind: "tailscale-key", literals: "tskey-", pattern: `tskey-[a-z]+-[\w-]{16,}`, example: "tskey-auth-<12>-<32>"},
	{kind: "onepassword-token", literals: "ops_eyJ", pattern: `ops_eyJ[\w=-]{40,}`, example: "ops_eyJ<200>"},

	// Messages, payments and the rest.
	{kind: "slack-token", literals: "xoxb- xoxp- xoxa- xoxr- xoxs- xoxo- xoxc- xoxd- xoxe- xoxe.", pattern: `xox[a-z][-.][\w%.-]{10,}`, example: "xoxb-<d12>-<d13>-<24>"},
	{kind: "slack-token", literals: "xapp-", pattern: `xapp-\d-[\w-]{16,}`, example: "xapp-1-A<u10>-<d13>-<h64>"},
	{kind: "slack-webhook", literals: "hooks.slack.com/", pattern: `hooks\.slack\.com/(?:services|workflows|triggers)/([\w/-]{16,})`, example: "T<u10>/B<u10>/<24>"},
	{kind: "discord-webhook", literals: "discord.com/api/webhooks/ discordapp.com/api/webhooks/", pattern: `discord(?:app)?\.com/api/webhooks/\d+/([\w-]{30,})`, example: "<68>"},
	{kind: "discord-token", literals: "MD MT Mj Mz ND NT Nj Nz OD OT", pattern: `[MNO][\w-]{22,27}\.[\w-]{6}\.[\w-]{25,}`, example: "MTE<23>.G<5>.<38>", test: mixedWord},
	{kind: "telegram-token", literals: ":AA", pattern: `:(AA[\w-]{30,})`, example: "AA<33>", test: afterDigit},
	{kind: "stripe-key", literals: "sk_live_ sk_test_ rk_live_ rk_test_", pattern: `[sr]k_(?:live|test)_\w{10,}`, example: "sk_live_<99>"},
	{kind: "webhook-secret", literals: "whsec_", pattern: `whsec_[A-Za-z0-9+/=]{20,}`, example: "whsec_<32>", test: mixedWord},
	{kind: "twilio-key", literals: "SK", pattern: `SK[0-9a-f]{32}\b`, example: "SK<h32>", test: word},
	{kind: "sendgrid-key", literals: "SG.", pattern: `SG\.[\w-]{16,}(?:\.[\w-]{8,})?`, example: "SG.<22>.<43>", test: mixedWord},
	{kind: "mailgun-key", literals: "key-", pattern: `key-[0-9a-f]{32}\b`, example: "key-<h32>", test: word},
	{kind: "shopify-token", literals: "shpat_ shpss_ shpca_ shppa_", pattern: `shp[a-z]{2}_[0-9a-fA-F]{32,}`, example: "shpat_<h32>"},
	{kind: "square-token", literals: "sq0csp- sq0atp-", pattern: `sq0[a-z]{3}-[\w-]{20,}`, example: "sq0csp-<43>"},
	{kind: "notion-token", literals: "ntn_", pattern: `ntn_[A-Za-z0-9]{30,}`, example: "ntn_<46>", test: mixedWord},
	{kind: "linear-key", literals: "lin_api_ lin_oauth_", pattern: `lin_[a-z]+_[A-Za-z0-9]{30,}`, example: "lin_api_<40>"},
	{kind: "figma-token", literals: "figd_", pattern: `figd_[\w-]{30,}`, example: "figd_<40>", test: mixedWord},
	{kind: "postman-key", literals: "PMAK-", pattern: `PMAK-[0-9a-f]{24}-[0-9a-f]{30,}`, example: "PMAK-<h24>-<h34>"},
	{kind: "newrelic-key", literals: "NRAK-", pattern: `NRAK-[A-Z0-9]{20,}`, example: "NRAK-<u27>"},
	{kind: "grafana-token", literals: "glsa_ glc_", pattern: `gl(?:sa|c)_[\w+/=]{30,}`, example: "glsa_<32>_<h8>", test: mixedWord},
	{kind: "sentry-token", literals: "sntrys_ sntryu_", pattern: `sntry[su]_[\w+/=]{30,}`, example: "sntryu_<h64>"},

	// What no vendor made up.
	{kind: "age-key", literals: "AGE-SECRET-KEY-1", pattern: `AGE-SECRET-KEY-1[A-Z0-9]{20,}`, example: "AGE-SECRET-KEY-1<u58>"},
	{kind: "jwt", literals: "eyJ", pattern: `eyJ[\w-]{8,}\.(?:eyJ)?[\w-]{8,}(?:\.[\w-]*){0,3}`, example: "eyJhbGciOiJIUzI1NiJ9.eyJ<60>.<43>", test: mixedWord, wide: true, apart: true},
	{kind: "bearer", literals: "bearer", pattern: `(?i)bearer(?:\s|%20|\+|\\t)+([\w.~+/=:-]{12,})`, example: "<40>", test: mixed},
	{kind: "basic-auth", literals: "basic␣", pattern: `(?i)basic +([A-Za-z0-9+/=_-]{8,})`, example: "dXNlcjpodW50ZXIyIQ==", test: userAndPassword},
	{kind: "auth-header", literals: "token␣", pattern: `(?i)token +(?:token=\\*"?)?([\w.-]{20,})`, example: "<40>", test: mixed},
	{kind: "cookie", literals: "cookie", pattern: `(?i)cookies?\\*["']?\s*[:= ]\s*\\*["']?([\w.-]+=[^\s;"'\\]+(?:; *[\w.-]+=[^\s;"'\\]*)*)`, example: "sid=<32>; theme=dark", test: session, wide: true},
	{kind: "url-password", literals: "://", pattern: `://[^\s/@:"'<>\\]*:([^\s"'<>\\/]{3,})@`, example: "h<9>", test: password},
	{kind: "url-password", literals: "://", pattern: `://([\w-]{20,})(?::x-oauth-basic)?@`, example: "<40>", test: mixed},
	{kind: "password-hash", literals: "$2a$ $2b$ $2y$ $5$ $6$ $y$ $apr1$ $argon2", pattern: `\$(?:2[aby]|5|6|y|apr1|argon2[a-z]*)\$[\w./$=,+-]{20,}`, example: "$2b$12$<53>"},
	{kind: "netrc-password", literals: "machine␣", pattern: `machine\s+\S+(?:\s|\\n)+login\s+\S+?(?:\s|\\n)+password\s+([^\s"'\\]{3,})`, example: "h<9>", test: password},
	{kind: "element", literals: "password> passwd> passphrase> secret> apikey> api_key> api-key> accesstoken> token>", pattern: `(?i)[a-z_-]+>([^<>\s]{4,})</`, example: "h<9>", test: password},
	{kind: "sql-password", literals: "password␣ identified␣", pattern: `(?i)(?:password|identified by) +'([^'\s]{4,})'`, example: "h<9>", test: password},
	{kind: "argument", literals: "sshpass␣ requirepass␣", pattern: `(?:sshpass +-p|requirepass) *["']?([^\s"'\\]{4,})`, example: "h<9>", test: password},
	{kind: "argument", literals: "curl␣", pattern: `curl [^\n|;&]{0,200}?(?:-u|--user)[ =]*\\*["']?[\w.@+-]+:([^\s"'\\]{4,})`, example: "h<9>", test: password},
	{kind: "said", literals: "password␣ passwort␣ passphrase␣ key␣ token␣ secret␣", pattern: "(?i)[a-z]+ (?:is|was|ist)(?: now)?:? +\\\\*[\"'`]?([^\\s\"'`\\\\\\x1b]{6,})", example: "h<11>7x", test: unguessable},
}

// each gives the literals of a row.
func (sh shape) each() []string {
	all := strings.Fields(sh.literals)
	for i, l := range all {
		all[i] = strings.ReplaceAll(l, "␣", " ")
	}
	return all
}

// rows is the table in the form that is walked over.
type rows struct {
	matcher
	patterns []*regexp.Regexp
}

// table is built once, when a text is first looked at.
var table = sync.OnceValue(func() *rows {
	r := &rows{}
	for i, sh := range shapes {
		r.patterns = append(r.patterns, regexp.MustCompile(`^(?:`+sh.pattern+`)`))
		fold := len(sh.pattern) > 4 && sh.pattern[:4] == "(?i)"
		for _, l := range sh.each() {
			r.add(l, fold, i)
		}
	}
	for _, c := range []byte("=:") {
		r.mark(c)
	}
	for _, l := range []string{"--", "Pr"} {
		r.add(l, false, -1)
	}
	return r
})
