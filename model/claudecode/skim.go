package claudecode

import (
	"bytes"
	"slices"
	"strings"

	"github.com/cespare/xxhash/v2"
	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/js"
	"cutline/model/jsonl"
	"cutline/model/measure"
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
	piece  int32 // the first of its pieces, see shelf; only messages have some
	pieces uint8
	words  uint64 // a user's: hash of its own words, 0 without any
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
type usage struct{ input, cached, output int32 }

func (u usage) zero() bool { return u.input+u.cached+u.output == 0 }

// skimmer is the first pass.
type skimmer struct {
	approx bool  // sizes are worked out from a few places of each text
	size   int64 // of the file, 0 when unknown

	recs       []rec
	pieces     shelf
	boundaries []boundary
	unknown    int
	end        int64 // behind the last record

	sessionID, version, branch string // of the last record that says so
	cwd                        string // of the first record that has one, or where the session was moved to
	custom, ai                 string // titles
	named                      string // the type of the record that gives the session its title, empty without one
	mode                       string // of permissions, as the last record says that has one
	modeAt                     int    // that record
	planEnd                    int    // behind the last record that holds a plan beside its message, 0 without one
	summaries                  []summaryTitle

	blocks skeleton   // reused
	ids    [16]string // read last: most ids stand in a file again soon
	next   int        // of ids
}

// take is add for records that are known to be valid.
func (k *skimmer) take(in jsonl.Record) bool {
	k.add(in)
	return true
}

// add takes one record. Nothing of raw is kept. It is false, and has done nothing, when the
// record cannot be walked through.
func (k *skimmer) add(in jsonl.Record) bool {
	r := rec{src: in.Source, broken: in.Broken}
	var typ, subtype, session, version, cwd, branch, queue, mode []byte
	plan := false
	k.blocks.reset()
	c := jsonl.NewCursor(in.Raw)
	c.Object(func(key []byte) {
		switch string(key) {
		case "type":
			typ = c.Text()
		case "subtype":
			subtype = c.Text()
		case "uuid":
			r.uuid = k.ident(c.Text())
		case "parentUuid":
			r.rooted = c.Next() == 'n'
			r.parent = k.ident(c.Text())
		case "sourceToolAssistantUUID":
			r.call = k.ident(c.Text())
		case "isSidechain":
			r.side = c.True()
		case "isMeta":
			r.meta = c.True()
		case "isCompactSummary":
			r.digest = c.True()
		case "isApiErrorMessage":
			r.failed = c.True() || r.failed
		case "sessionId", "session_id":
			session = c.Text()
		case "version":
			version = c.Text()
		case "cwd":
			cwd = c.Text()
		case "gitBranch":
			branch = c.Text()
		case "permissionMode":
			mode = c.Text()
		case "planContent":
			plan = len(c.Text()) > 0
		case "message":
			k.message(c, &r)
		case "attachment":
			queue = nil
			c.Object(func(key []byte) {
				if string(key) == "type" {
					queue = c.Text()
				}
			})
		}
	})
	if !c.Done() {
		return false
	}
	k.end = in.Off + in.Len
	r.kind = known[string(typ)]
	switch r.kind {
	case unknown:
		k.unknown++
	case user, assistant:
		if r.failed {
			r.usage = usage{}
		}
		r.result = r.kind == user && k.blocks.results > 0
	case attachment:
		r.queued = string(queue) == "queued_command"
	case system:
		if s := string(subtype); s == "compact_boundary" || s == "microcompact_boundary" {
			k.boundary(gjson.ParseBytes(in.Raw), s[0] == 'm')
		}
	case quiet:
		k.note(string(typ), in.Raw)
	case progress:
	}
	if r.sum == 0 {
		r.sum = xxhash.Sum64(in.Raw)
	}
	if r.message() || r.queued {
		k.measure(&r, in.Raw)
	}
	keep(&k.sessionID, session)
	keep(&k.version, version)
	keep(&k.branch, branch)
	if k.cwd == "" {
		keep(&k.cwd, cwd)
	}
	if len(mode) > 0 && !r.side {
		keep(&k.mode, mode)
		k.modeAt = len(k.recs)
	}
	if plan && !r.side {
		k.planEnd = len(k.recs) + 1
	}
	k.recs = append(k.recs, r)
	if len(k.recs) == enough && k.size > 0 {
		k.reserve()
	}
	return true
}

// Enough is how many records tell how long the others will be; no room is made for records
// that are shorter than fewest bytes on the average, as the first ones may be.
const (
	enough = 1 << 10
	fewest = 4 << 10
)

// reserve makes room for the records still to come, so that a large file is not held twice
// while its tables grow.
func (k *skimmer) reserve() {
	more := int((k.size - k.end) * enough / k.end)
	more = min(more+more/16, int(k.size/fewest))
	k.recs = slices.Grow(k.recs, more)
}

// message takes what is needed of the message value.
func (k *skimmer) message(c *jsonl.Cursor, r *rec) {
	r.msgID, r.sum, r.usage = "", 0, usage{}
	k.blocks.reset()
	c.Object(func(key []byte) {
		switch string(key) {
		case "id":
			r.msgID = k.ident(c.Text())
		case "model":
			r.failed = string(c.Text()) == synthetic || r.failed
		case "usage":
			r.usage = usageOf(c)
		case "content":
			k.blocks.reset()
			r.sum = xxhash.Sum64(k.blocks.content(c))
		}
	})
}

// usageOf reads what the server reported.
func usageOf(c *jsonl.Cursor) (u usage) {
	v := gjson.ParseBytes(c.Raw())
	cached := count(v, "cache_read_input_tokens")
	u.cached = measure.Small(cached)
	u.input = measure.Small(count(v, "input_tokens") + count(v, "cache_creation_input_tokens") + cached)
	u.output = measure.Small(count(v, "output_tokens"))
	return u
}

// keep sets *dst to what the string says when that is new; a file says the same thing on
// every line.
func keep(dst *string, raw []byte) {
	if len(raw) > 0 && string(raw) != *dst {
		*dst = js.Unescape(raw)
	}
}

// ident is an id. Copies of sessions have a placeholder in the place of what looked like a
// secret; it would make one of many records, so it is none.
func (k *skimmer) ident(raw []byte) string {
	if len(raw) == 0 || string(raw) == redacted || bytes.ContainsAny(raw, " \t") {
		return ""
	}
	for i := range k.ids {
		if k.ids[i] == string(raw) {
			return k.ids[i]
		}
	}
	k.next = (k.next + 1) % len(k.ids)
	k.ids[k.next] = js.Unescape(raw)
	return k.ids[k.next]
}

const redacted = "REDACTED"

func ident(v gjson.Result) string {
	if v.Str == redacted || strings.ContainsAny(v.Str, " \t") {
		return ""
	}
	return strings.Clone(v.Str)
}

// count is a number of tokens; what is no sensible number is none.
func count(v gjson.Result, key string) int {
	return int(min(max(v.Get(key).Int(), 0), 1<<40))
}
