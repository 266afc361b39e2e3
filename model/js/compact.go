package js

import (
	"cmp"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"
)

// Compact is a JSON text in the form JSON.stringify(JSON.parse(raw)) gives: no spaces,
// integer-like keys first in numeric order and then the others in theirs, the last of
// equal keys in the place of the first, numbers as JavaScript prints them, half of a
// surrogate pair as its escape. It is false when raw is no JSON.
func Compact(raw string) (string, bool) {
	if !json.Valid([]byte(raw)) {
		return "", false
	}
	var b strings.Builder
	b.Grow(len(raw))
	compact(&b, gjson.Parse(raw))
	return b.String(), true
}

func compact(b *strings.Builder, v gjson.Result) {
	switch v.Type {
	case gjson.String:
		requote(b, v.Raw)
	case gjson.Number:
		b.WriteString(Number(v.Raw))
	case gjson.JSON:
		if v.IsArray() {
			b.WriteByte('[')
			first := true
			v.ForEach(func(_, e gjson.Result) bool {
				if !first {
					b.WriteByte(',')
				}
				first = false
				compact(b, e)
				return true
			})
			b.WriteByte(']')
			return
		}
		b.WriteByte('{')
		for i, m := range Members(v) {
			if i > 0 {
				b.WriteByte(',')
			}
			quote(b, m.Key)
			b.WriteByte(':')
			compact(b, m.Value)
		}
		b.WriteByte('}')
	default: // true, false, null
		b.WriteString(strings.TrimSpace(v.Raw))
	}
}

// Member is one key of an object and its value.
type Member struct {
	Key   string
	Value gjson.Result
	index int64 // its value as an array index, -1 when it is none
}

// usualKeys is how many keys an object is made room for at once; more are rare.
const usualKeys = 8

// Members are the keys of an object in JavaScript's order; of equal keys the last value
// stands in the place of the first.
func Members(v gjson.Result) []Member {
	var out []Member
	var at map[string]int
	indexed := false
	v.ForEach(func(k, e gjson.Result) bool {
		key, _ := Unquote(k.Raw)
		dup := -1
		if at != nil {
			if i, ok := at[key]; ok {
				dup = i
			}
		} else {
			dup = slices.IndexFunc(out, func(m Member) bool { return m.Key == key })
		}
		if dup >= 0 {
			out[dup].Value = e
			return true
		}
		if out == nil {
			out = make([]Member, 0, usualKeys)
		}
		m := Member{Key: key, Value: e, index: arrayIndex(key)}
		indexed = indexed || m.index >= 0
		out = append(out, m)
		if at != nil {
			at[key] = len(out) - 1
		} else if len(out) > 16 { // below that a scan is cheaper than a map
			at = make(map[string]int, 64)
			for i := range out {
				at[out[i].Key] = i
			}
		}
		return true
	})
	if indexed {
		slices.SortStableFunc(out, func(a, b Member) int {
			switch {
			case a.index >= 0 && b.index >= 0:
				return cmp.Compare(a.index, b.index)
			case a.index >= 0:
				return -1
			case b.index >= 0:
				return 1
			}
			return 0
		})
	}
	return out
}

// arrayIndex is the number that a key spells when JavaScript would order it as an array
// index (0 … 2^32−2, no leading zero), else -1.
func arrayIndex(key string) int64 {
	if key == "" || len(key) > 10 || key[0] < '0' || key[0] > '9' || len(key) > 1 && key[0] == '0' {
		return -1
	}
	n, err := strconv.ParseInt(key, 10, 64)
	if err != nil || n > 4294967294 {
		return -1
	}
	return n
}

// Number is a JSON number as JavaScript prints it: 1.0 is 1, 1e21 is 1e+21, -0 is 0, and
// one too large for a double is null.
func Number(raw string) string {
	if len(raw) < 16 && isPlainInt(raw) {
		return raw
	}
	f, err := strconv.ParseFloat(raw, 64)
	if err != nil && math.IsInf(f, 0) {
		return "null"
	}
	if f == 0 {
		return "0"
	}
	abs := math.Abs(f)
	if abs >= 1e21 || abs < 1e-6 {
		s := strconv.FormatFloat(f, 'e', -1, 64)
		mantissa, exp, _ := strings.Cut(s, "e")
		sign := exp[:1]
		exp = strings.TrimLeft(exp[1:], "0")
		return mantissa + "e" + sign + exp
	}
	return strconv.FormatFloat(f, 'f', -1, 64)
}

func isPlainInt(s string) bool {
	digits := strings.TrimPrefix(s, "-")
	if digits == "" || digits[0] == '0' && (len(digits) > 1 || len(s) > 1) {
		return false
	}
	for i := 0; i < len(digits); i++ {
		if digits[i] < '0' || digits[i] > '9' {
			return false
		}
	}
	return true
}
