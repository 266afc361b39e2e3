package redact

import "strings"

// level is how much a name says that its value is a secret, and so how much the value must.
type level int

const (
	never  level = iota // what the name means looks random and is none: hashes, ids, data
	silent              // nothing: the value has to look drawn by a machine, and long
	weak                // a key of any kind: it has to look drawn by a machine
	medium              // token, api key: more than words and a number
	strong              // password: anything but a word for one
)

// role is what a word does in a name. The last words count: token_count is a count.
type role int

const (
	secret    role = iota + 1 // says it alone: password
	token                     // token, medium
	key                       // as token behind a maker, else weak
	maker                     // before key: api key, signing key
	hint                      // weak alone: auth, sid
	qualifier                 // says nothing, behind or before: prod, new
	unrelated                 // says that it is none
)

// names are the words of names. Numbers behind a word are left off.
var names = rolesOf(map[role]string{
	secret: `password passwd passphrase passcode pwd secret secrets credential credentials creds apikey authtoken accesstoken accesskey
		secretkey privatekey clientsecret passwort kennwort contrasena senha requirepass apitoken bottoken`,
	token: `token jwt pat bearer`,
	key:   `key keys`,
	maker: `api secret access private account signing sign encryption encrypt decryption master subscription license crypto cipher hmac aes rsa jwt
		wireguard preshared openai anthropic claude gemini google azure aws mistral groq xai cohere deepseek openrouter stripe twilio sendgrid
		mailgun datadog heroku algolia pinecone github gitlab supabase firebase cloudflare huggingface elevenlabs`,
	hint: `auth authorization sid sess session sessionid csrf xsrf sig salt seed pepper psk pass dsn otp totp cookie sso oauth`,
	qualifier: `value val str string text raw plain plaintext prod production dev development staging stage live new old current
		default backup primary secondary base b64 base64 my the user db admin root is data set`,
	unrelated: `hash sha sha1 sha256 sha384 sha512 md5 h checksum digest integrity commit etag signature uuid guid id ids content image blob src source
		url uri path file filename version revision rev ref resolved cursor payload boundary fingerprint thumbprint parent tree nonce
		encrypted thumbnail model tag label slug sum public cache patch build hashes request trace span thought name names title
		description test case func class type method accept`,
})

// plainWords are values that are words for a secret, types, or states.
var plainWords = setOf(`string str text bool boolean int integer number float double bytes byte char object any void type optional required none null
	nil undefined true false yes no on off unset empty missing invalid valid incorrect wrong expired enabled disabled hidden masked sensitive stored
	env environment config input form field param parameter name basic bearer header cookie query body here stdin file prompt ask change me
	your our this that its with for not and or in from to of be an a as at by it example sample dummy fake mock todo tbd fixme placeholder
	authentication authorization authenticated unauthorized forbidden username email login logout signin signup reset forgot confirm update
	create delete rotate rotated revoked generated computed random unknown encrypted hashed loading error ok pass fail failed success
	passwords tokens kw args kwargs self options opts settings props value values provider manager service client server function func
	const let var async await return if else when should must was were has have will can may include omit same origin`)

// places are what tokens are for that are no secrets: where a list goes on, or a tokenizer's own.
var places = setOf(`public page next cursor continuation sync resume cancel cancellation stop eos bos pad sep special unk mask start end first last`)

// suffixes are the ends of words that are run together: PGPASSWORD, dbpassword.
var suffixes = []string{"password", "passwd", "passphrase", "secret", "apikey", "secretkey", "accesskey", "privatekey", "authtoken", "accesstoken", "accountkey"}

func rolesOf(words map[role]string) map[string]role {
	out := make(map[string]role)
	for _, r := range []role{qualifier, hint, maker, key, token, secret, unrelated} {
		for w := range strings.FieldsSeq(words[r]) {
			if out[w] == 0 || r != secret && r != unrelated {
				out[w] = r
			}
		}
	}
	out["secret"] = secret
	return out
}

func setOf(words string) map[string]bool {
	out := make(map[string]bool)
	for w := range strings.FieldsSeq(words) {
		out[w] = true
	}
	return out
}

// classify says what a name promises. The name is an identifier, perhaps with dots or hyphens.
func classify(name string) level {
	var buf [32]byte
	loud := loud(name)
	for first := true; name != ""; first = false {
		w, rest := lastWord(name, buf[:0])
		name = rest
		if len(w) < 2 && first {
			return never // h1 of go.sum, i, x
		}
		switch names[string(w)] {
		case secret:
			if loud && name == "" && string(w) == "pwd" {
				return never // the working directory
			}
			return strong
		case token:
			if w, _ := lastWord(name, buf[:0]); places[string(w)] {
				return never
			}
			if loud {
				return strong
			}
			return medium
		case key:
			return keyOf(name, loud)
		case qualifier:
			if first && string(w) == "data" {
				if lvl := classify(name); lvl < weak {
					return never
				}
			}
			continue
		case unrelated:
			return never
		case hint:
			if loud && (string(w) == "pass" || string(w) == "auth") && name != "" {
				return strong
			}
			return weak
		case maker:
			return silent
		}
		for _, s := range suffixes {
			if strings.HasSuffix(string(w), s) {
				return strong
			}
		}
		return silent
	}
	return never // data, value, text: nothing but words that say nothing
}

// loud reports whether a name is that of a variable of the environment: it has no small letter.
func loud(name string) bool {
	for i := range len(name) {
		if isLower(name[i]) {
			return false
		}
	}
	return true
}

// keyOf says what a key is a key for.
func keyOf(name string, loud bool) level {
	var buf [32]byte
	w, _ := lastWord(name, buf[:0])
	switch names[string(w)] {
	case maker, secret, token:
		if loud {
			return strong
		}
		return medium
	case unrelated:
		return never
	default:
		return weak
	}
}

// lastWord takes the last word off a name, in small letters and without digits behind it. Words
// end at signs and where small letters are followed by a capital.
func lastWord(name string, buf []byte) (word []byte, rest string) {
	end := len(name)
	for end > 0 && !alnum(name[end-1]) {
		end--
	}
	at := end
	for at > 0 && alnum(name[at-1]) {
		at--
		if at > 0 && isUpper(name[at]) && (isLower(name[at-1]) || isDigit(name[at-1])) {
			break
		}
		if at > 0 && at+1 < end && isUpper(name[at]) && isLower(name[at+1]) {
			break
		}
	}
	cut := end
	for cut > at && isDigit(name[cut-1]) && !hashWord(name[at:end]) {
		cut--
	}
	for _, c := range []byte(name[at:cut]) {
		if len(buf) == cap(buf) {
			break
		}
		if isUpper(c) {
			c |= 0x20
		}
		buf = append(buf, c)
	}
	return buf, name[:at]
}

// hashWord reports whether the digits of a word belong to it.
func hashWord(w string) bool {
	return len(w) <= 6 && (strings.EqualFold(w, "base64") || strings.EqualFold(w, "b64"))
}

// eachWord calls on for the words of a value, last first, until it returns false.
func eachWord(v string, on func(w []byte) bool) {
	var buf [32]byte
	for v != "" {
		var w []byte
		w, v = lastWord(v, buf[:0])
		if len(w) > 0 && !on(w) {
			return
		}
	}
}
