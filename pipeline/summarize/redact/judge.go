package redact

import "strings"

// shortest are the chars that a value must have, by what its name promises.
var shortest = [...]int{silent: 24, weak: 16, medium: 8, strong: 4}

// secret judges the value by what its name promises.
func (f *field) secret(lvl level) bool {
	v := f.value
	if lvl == weak && f.quoted && len(v) >= 6 && strings.HasSuffix(strings.ToLower(f.name), "pass") {
		k := look(v)
		return !placeholder(v) && !reference(v) && !strings.ContainsAny(v, " \t(){}/\\") && k.digits > 0 && k.turns > 1
	}
	if len(v) < shortest[lvl] || lvl == silent && !veryRandom(v) {
		return false
	}
	if placeholder(v) || reference(v) || strings.HasPrefix(v, `\`) {
		return false
	}
	if !f.quoted && !loud(f.name) && symbol.MatchString(v) && classify(v) >= weak {
		return false // a variable that is called so too
	}
	if !f.quoted && (code(v) || f.comma && ident.MatchString(v)) || f.name == "PASS" && f.sep == ':' {
		return false
	}
	switch lvl {
	case strong:
		return f.strong(v)
	case medium:
		return !strings.ContainsAny(v, " \t(){}") && !versioned(v) && (random(v) || f.quoted && mixedUp(v) || f.alone && mixedUp(v) || uuid.MatchString(v))
	case weak:
		return !strings.ContainsAny(v, " \t(){}:") && (!hexes(v) || loud(f.name) && len(v) >= 32 && strings.HasSuffix(f.name, "KEY")) && !uuid.MatchString(v) && !versioned(v) && (random(v) || userAndPassword(v, 0, len(v)))
	case silent:
		return !strings.ContainsAny(v, " \t(){}:/.,\\") && !prefixed(v)
	case never:
	}
	return false
}

// strong takes anything but words for a secret, prose and expressions.
func (f *field) strong(v string) bool {
	if plain(v) || versioned(v) && (!loud(f.name) || number.MatchString(v)) {
		return false
	}
	k := look(v)
	if k.digits == len(v) {
		return len(v) >= 6 && strings.Contains(strings.ToLower(f.name), "pass")
	}
	spaces := strings.ContainsAny(v, " \t") || strings.Contains(v, `\n`)
	switch {
	case f.quoted && spaces:
		return loud(f.name) || strings.Contains(strings.ToLower(f.name), "phrase") || random(strings.ReplaceAll(v, " ", ""))
	case f.quoted:
		return !dotted.MatchString(v) || k.digits > 0
	case loud(f.name) && f.sep == '=' && f.tight:
		return true
	case f.lineStart && f.alone && (f.sep == ':' || f.tight), f.sep == '=' && f.tight && f.listed:
		return true
	}
	// In the middle of a line it may be code or prose: an identifier is one, a word too.
	return !ident.MatchString(v) && !strings.ContainsAny(v, "(){}[]") && (k.digits > 0 || k.other > 0 && f.tight) && (f.alone || f.tight || random(v))
}

// mixedUp reports whether a value is more than a word and a number.
func mixedUp(v string) bool {
	k := look(v)
	return k.digits >= 2 && k.lower+k.upper > 0 && k.turns >= 2 && !ident.MatchString(v)
}

// prefixed reports whether a value is an id that says what of: toolu_01…, call_…, sha512-….
func prefixed(v string) bool {
	for _, p := range []string{"toolu_", "call_", "msg_", "req_", "resp_", "rs_", "fc_", "chatcmpl", "sha1-", "sha256-", "sha384-", "sha512-", "h1:"} {
		if strings.HasPrefix(v, p) {
			return true
		}
	}
	return false
}
