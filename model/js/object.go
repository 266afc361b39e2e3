package js

import (
	"strings"

	"github.com/tidwall/gjson"
)

// Object is the members of a JSON object, read once.
type Object []Member

// Fields are the members of a value that is an object; none of any other value.
func Fields(v gjson.Result) Object {
	if !v.IsObject() {
		return nil
	}
	return Members(v)
}

// Get is the value of the first of the keys that is there; without one it does not exist.
func (o Object) Get(keys ...string) gjson.Result {
	for _, k := range keys {
		for i := range o {
			if o[i].Key == k {
				return o[i].Value
			}
		}
	}
	return gjson.Result{}
}

// Has reports whether one of the keys is there, be its value null.
func (o Object) Has(keys ...string) bool { return o.Get(keys...).Exists() }

// Text is Text of Get.
func (o Object) Text(keys ...string) string { return Text(o.Get(keys...)) }

// Text is a value as text: a string's own, nothing for null or a missing value, the JSON of
// anything else.
func Text(v gjson.Result) string {
	switch v.Type {
	case gjson.String:
		s, _ := Unquote(v.Raw)
		return s
	case gjson.Null:
		return ""
	default:
		return strings.TrimSpace(v.Raw)
	}
}

// Null reports whether a value is null or missing.
func Null(v gjson.Result) bool { return v.Type == gjson.Null }

// Set gives a key of an object a new raw value, where the key stands last or else at the
// end. All other bytes stay.
func Set(object, key, raw string) string {
	at, end, members := -1, -1, false
	gjson.Parse(object).ForEach(func(k, e gjson.Result) bool {
		members = true
		if name, _ := Unquote(k.Raw); name == key {
			at, end = e.Index, e.Index+len(e.Raw)
		}
		return true
	})
	if at >= 0 {
		return object[:at] + raw + object[end:]
	}
	brace := strings.LastIndexByte(object, '}')
	comma := ""
	if members {
		comma = ","
	}
	return object[:brace] + comma + Quote(key) + ":" + raw + object[brace:]
}
