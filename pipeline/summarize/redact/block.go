package redact

import (
	"strings"

	"cutline/model/pattern"
)

const (
	maxBlock = 64 << 10 // bytes of a private key with all that may be added to its lines
	minBody  = 16       // chars of base64 in a row that make a key of a header
)

var (
	header  = pattern.New(`^-{4,5} ?BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)? ?-{4,5}`)
	footer  = pattern.New(`-{4,5} ?END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)? ?-{4,5}`)
	endOf   = pattern.New(`^-{4,5} ?END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)? ?-{4,5}`)
	private = pattern.New(`^(?:PuTTY-User-Key-File|Private-Lines: \d+)`)
)

// block finds a private key from its first line to its last. When the last one is missing the key
// goes as far as its lines look like one; when the first is missing, so far back.
func block(s string, i int) (span, bool) {
	if i > 0 && s[i-1] == '-' {
		return span{}, false
	}
	if e := endOf.FindString(s[i:min(len(s), i+80)]); e != "" {
		start := bodyBack(s, i)
		return span{start: start, end: i + len(e), kind: "private-key", hint: "END PRIVATE KEY", shape: true}, start < i
	}
	h := header.FindString(s[i:min(len(s), i+80)])
	if h == "" {
		return span{}, false
	}
	body := s[i+len(h) : min(len(s), i+len(h)+maxBlock)]
	if j := strings.Index(body, "BEGIN "); j >= 0 {
		body = strings.TrimRight(body[:j], "- ")
	}
	end := bodyAhead(body)
	if at := footer.FindStringIndex(body); at != nil && (end > 0 || longest(body[:at[0]]) >= minBody) {
		end = at[1]
	}
	return span{start: i, end: i + len(h) + end, kind: "private-key", hint: "BEGIN PRIVATE KEY", shape: true}, end > 0
}

// putty finds the private lines of a key file of PuTTY.
func putty(s string, i int) (span, bool) {
	h := private.FindString(s[i:min(len(s), i+40)])
	if !strings.HasPrefix(h, "Private-Lines") {
		return span{}, false
	}
	at := i + len(h)
	end := bodyAhead(s[at:min(len(s), at+maxBlock)])
	return span{start: at, end: at + end, kind: "private-key", hint: "Private-Lines", shape: true}, end > 0
}

// isBody reports whether a byte may stand in the base64 of a key.
func isBody(c byte) bool { return alnum(c) || c == '+' || c == '/' || c == '=' }

// longest is the length of the longest run of base64 that is no word.
func longest(s string) int {
	best, at := 0, 0
	for i := 0; i <= len(s); i++ {
		if i < len(s) && isBody(s[i]) {
			continue
		}
		if i-at > best {
			if k := look(s[at:i]); k.digits > 0 || k.upper > 3 && k.lower > 0 {
				best = i - at
			}
		}
		at = i + 1
	}
	return best
}

var (
	// A line may carry a number, a sign of a diff or of a quotation, and the quotes of a program.
	lead = pattern.New(`^(?:\s|\\[nrt]|\d+(?:→|\t|:|\\t)|[>+|"',-])*`)
	// Headers inside a key.
	inner = pattern.New(`^(?:Proc-Type|DEK-Info|Version|Comment|Subject|Hash|Charset): ?[^\n\\]*`)
	chars = pattern.New(`^[A-Za-z0-9+/=]+`)
	after = pattern.New(`^(?:[ \t]*["'+,]+)*(?:\s|\\[nr]|$|["'\\.…])`)
)

// bodyAhead is how far the lines of a key go: each is a run of base64, the first of them a long one.
func bodyAhead(s string) int {
	end, at := 0, 0
	for at < len(s) {
		at += len(lead.FindString(s[at:]))
		if h := inner.FindString(s[at:]); h != "" {
			at += len(h)
			continue
		}
		run := chars.FindString(s[at:])
		if run == "" || end == 0 && (len(run) < minBody || longest(run) == 0) || !after.MatchString(s[at+len(run):]) {
			break
		}
		if len(run) < minBody && !strings.HasSuffix(run, "=") {
			// The short last line of a key, or a word: a key that was cut has the former.
			if k := look(run); k.digits == 0 && k.turns < 2 {
				break
			}
		}
		at += len(run)
		end = at
	}
	return end
}

// bodyBack is where the base64 before a last line begins.
func bodyBack(s string, i int) int {
	start := i
	for at, low := i, max(0, i-maxBlock); at > low; {
		gap := at
		for gap > low && strings.IndexByte(" \t\r\n>+|\"',", s[gap-1]) >= 0 {
			gap--
		}
		for gap-1 > low && s[gap-2] == '\\' && strings.IndexByte("nrt", s[gap-1]) >= 0 {
			gap -= 2
		}
		run := gap
		for run > low && isBody(s[run-1]) {
			run--
		}
		if run > 0 && run < gap && s[run-1] == '\\' && s[run] == 'n' {
			run++
		}
		if n := gap - run; n == 0 || n < minBody && start < i || longest(s[run:gap]) == 0 {
			break
		}
		start, at = run, run
	}
	return start
}
