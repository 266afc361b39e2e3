package claudecode

import (
	"cmp"
	"strings"

	"github.com/cespare/xxhash/v2"
	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/jsonl"
)

// kind is what a record is to the conversation.
type kind uint8

const (
	unknown    kind = iota // a type that nobody knows
	quiet                  // known, and no part of the tree of records
	user                   // words, or results of tools, in the user's role
	assistant              // one or more blocks of an answer
	system                 // boundaries, errors, notes of the agent
	attachment             // context that the agent adds, and queued prompts
	progress               // chatter, but real messages may hang below it
)

// rec is what the first pass keeps of a record.
type rec struct {
	src    model.Source
	uuid   string
	parent string // empty when null or absent, see rooted
	call   string // uuid of the assistant record whose call a result answers
	msgID  string // id of the answer that an assistant record is a line of
	sum    uint64 // of the content, or of the whole record when it has none
	usage  usage
	kind   kind
	rooted bool // parentUuid is there and null: the record starts a tree
	side   bool // of a sub-agent
	meta   bool // isMeta
	digest bool // isCompactSummary
	result bool // user: holds results of tools
	queued bool // attachment: a prompt that was typed while the agent worked
	broken bool // see jsonl.Record
	failed bool // assistant: an error of the API in place of an answer
}

// message reports whether the record is a message of the conversation's tree.
func (r *rec) message() bool { return r.kind == user || r.kind == assistant }

// usage is what the server reported with an answer, in tokens.
type usage struct{ input, cached, output int }

func (u usage) zero() bool { return u.input+u.cached+u.output == 0 }

// boundary is one compaction as the file records it.
type boundary struct {
	rec          int // its record
	micro        bool
	trigger      string
	before       int // tokens
	after, saved int // tokens; saved: of a micro compaction
	logical      string
	anchor       string // the record behind which the kept ones belong
	head, tail   string
	uuids, all   []string // kept records: those on the path, and with what hangs beside it
}

// skimmer is the first pass.
type skimmer struct {
	recs       []rec
	boundaries []boundary
	unknown    int
	end        int64 // behind the last record

	sessionID, version, branch string // of the last record that says so
	cwd                        string // of the first record that has one, or where the session was moved to
	custom, ai                 string // titles
	named                      string // the type of the record that gives the session its title, empty without one
	summaries                  []summaryTitle
}

type summaryTitle struct{ text, leaf string }

// add takes one record. Nothing of raw is kept.
func (k *skimmer) add(in jsonl.Record) bool {
	k.end = in.Off + in.Len
	r := rec{src: in.Source, broken: in.Broken}
	var typ, subtype, session, version, cwd, branch string
	var msg, att, meta, v gjson.Result
	v = gjson.Parse(string(in.Raw))
	v.ForEach(func(key, e gjson.Result) bool {
		switch key.Str {
		case "type":
			typ = e.Str
		case "subtype":
			subtype = e.Str
		case "uuid":
			r.uuid = ident(e)
		case "parentUuid":
			r.parent, r.rooted = ident(e), e.Type == gjson.Null
		case "sourceToolAssistantUUID":
			r.call = ident(e)
		case "isSidechain":
			r.side = e.Type == gjson.True
		case "isMeta":
			r.meta = e.Type == gjson.True
		case "isCompactSummary":
			r.digest = e.Type == gjson.True
		case "isApiErrorMessage":
			r.failed = r.failed || e.Type == gjson.True
		case "sessionId", "session_id":
			session = e.Str
		case "version":
			version = e.Str
		case "cwd":
			cwd = e.Str
		case "gitBranch":
			branch = e.Str
		case "message":
			msg = e
		case "attachment":
			att = e
		case "compactMetadata", "microcompactMetadata":
			meta = e
		}
		return true
	})
	r.kind = known[typ]
	switch r.kind {
	case unknown:
		k.unknown++
	case user, assistant:
		r.skimMessage(msg)
	case attachment:
		r.queued = att.Get("type").Str == "queued_command"
	case system:
		if subtype == "compact_boundary" || subtype == "microcompact_boundary" {
			k.boundary(v, meta, subtype[0] == 'm')
		}
	case quiet:
		k.note(typ, v)
	case progress:
	}
	if r.sum == 0 {
		r.sum = xxhash.Sum64String(v.Raw)
	}
	keep(&k.sessionID, session)
	keep(&k.version, version)
	keep(&k.branch, branch)
	if k.cwd == "" {
		keep(&k.cwd, cwd)
	}
	k.recs = append(k.recs, r)
	return true
}

// keep sets *dst to a copy of s when s is new; a file says the same thing on every line.
func keep(dst *string, s string) {
	if s != "" && s != *dst {
		*dst = strings.Clone(s)
	}
}

// skimMessage takes what is needed of the message value.
func (r *rec) skimMessage(msg gjson.Result) {
	msg.ForEach(func(key, e gjson.Result) bool {
		switch key.Str {
		case "id":
			r.msgID = ident(e)
		case "model":
			r.failed = r.failed || e.Str == synthetic
		case "usage":
			r.usage = usage{
				input:  count(e, "input_tokens") + count(e, "cache_creation_input_tokens") + count(e, "cache_read_input_tokens"),
				cached: count(e, "cache_read_input_tokens"),
				output: count(e, "output_tokens"),
			}
		case "content":
			r.sum = xxhash.Sum64String(e.Raw)
			if r.kind == user && e.IsArray() {
				e.ForEach(func(_, b gjson.Result) bool {
					r.result = b.Get("type").Str == "tool_result"
					return !r.result
				})
			}
		}
		return true
	})
	if r.failed {
		r.usage = usage{}
	}
}

// ident is an id. Copies of sessions have a placeholder in the place of what looked like a
// secret; it would make one of many records, so it is none.
func ident(v gjson.Result) string {
	if v.Str == "REDACTED" || strings.ContainsAny(v.Str, " \t") {
		return ""
	}
	return strings.Clone(v.Str)
}

// count is a number of tokens; what is no sensible number is none.
func count(v gjson.Result, key string) int {
	return int(min(max(v.Get(key).Int(), 0), 1<<40))
}

// boundary takes one compaction.
func (k *skimmer) boundary(v, meta gjson.Result, micro bool) {
	kept := meta.Get("preservedMessages")
	seg := meta.Get("preservedSegment")
	b := boundary{
		rec: len(k.recs), micro: micro,
		trigger: strings.Clone(meta.Get("trigger").Str),
		before:  count(meta, "preTokens"), after: count(meta, "postTokens"), saved: count(meta, "tokensSaved"),
		logical: ident(v.Get("logicalParentUuid")),
		anchor:  ident(seg.Get("anchorUuid")),
		head:    ident(seg.Get("headUuid")), tail: ident(seg.Get("tailUuid")),
		uuids: list(kept.Get("uuids")), all: list(kept.Get("allUuids")),
	}
	b.anchor = cmp.Or(b.anchor, ident(kept.Get("anchorUuid")))
	k.boundaries = append(k.boundaries, b)
}

func list(v gjson.Result) []string {
	var out []string
	v.ForEach(func(_, e gjson.Result) bool {
		if id := ident(e); id != "" {
			out = append(out, id)
		}
		return true
	})
	return out
}

// note takes what a record without a place in the tree says of the session.
func (k *skimmer) note(typ string, v gjson.Result) {
	switch typ {
	case "custom-title":
		keep(&k.custom, v.Get("customTitle").Str)
	case "ai-title":
		keep(&k.ai, v.Get("aiTitle").Str)
	case "relocated":
		keep(&k.cwd, v.Get("relocatedCwd").Str)
	case "summary":
		k.summaries = append(k.summaries, summaryTitle{strings.Clone(v.Get("summary").Str), strings.Clone(v.Get("leafUuid").Str)})
	}
}
