package measure

import (
	"bytes"
	"unicode/utf8"

	"cutline/model"
	"cutline/model/js"
	"cutline/model/jsonl"
	"cutline/model/tokens"
)

// HeadBytes is how much of a text is decoded for what a list shows of it.
const HeadBytes = 2 * model.LabelBytes

// Head is the beginning of a text of which the bytes between the quotes of its JSON string are
// given: as much as the first most of them say, and whether that is all of it.
func Head(raw []byte, most int) (s string, whole bool) {
	if len(raw) <= most {
		return js.Unescape(raw), true
	}
	raw = raw[:most]
	for i := 1; i < utf8.UTFMax && i <= len(raw); i++ {
		if last := raw[len(raw)-i:]; utf8.RuneStart(last[0]) {
			if !utf8.FullRune(last) {
				raw = raw[:len(raw)-i]
			}
			break
		}
	}
	return js.Unescape(jsonl.TrimEscape(raw)), false
}

// Sample is the size of a text, worked out from a few places of it when it is long. Of a text
// of up to SampleBytes it is exact.
type Sample struct{ Units, Bytes, Tokens int }

// A long text is looked at in three windows, at its ends and in its middle: on real sessions
// the sizes of all texts together are within 2 % of what they are.
const (
	window      = 192
	SampleBytes = 3 * window
)

// SampleText is the size of a text of which the bytes between the quotes of its JSON string
// are given.
func SampleText(raw []byte) Sample {
	if bytes.IndexByte(raw, '\\') < 0 {
		return SampleJSON(raw)
	}
	if len(raw) <= SampleBytes {
		return sizeOf(js.Unescape(raw))
	}
	var sum Sample
	for _, w := range windows(raw) {
		sum.add(sizeOf(js.Unescape(jsonl.TrimEscape(w))))
	}
	return sum.scaled(len(raw))
}

// SampleJSON is the size of a text that stands for itself, as the JSON of arguments does.
func SampleJSON(raw []byte) Sample {
	if len(raw) <= SampleBytes {
		return sizeOf(string(raw))
	}
	var sum Sample
	for _, w := range windows(raw) {
		sum.add(sizeOf(string(w)))
	}
	return sum.scaled(len(raw))
}

func windows(raw []byte) [3][]byte {
	mid := (len(raw) - window) / 2
	return [3][]byte{raw[:window], raw[mid : mid+window], raw[len(raw)-window:]}
}

func sizeOf(s string) Sample {
	return Sample{js.Units(s), len(s), tokens.Estimate(s, tokens.O200k)}
}

func (t *Sample) add(o Sample) {
	t.Units += o.Units
	t.Bytes += o.Bytes
	t.Tokens += o.Tokens
}

// scaled is the size of n raw bytes when SampleBytes of them have this one.
func (t Sample) scaled(n int) Sample {
	up := func(v int) int { return int(int64(v) * int64(n) / SampleBytes) }
	return Sample{up(t.Units), up(t.Bytes), max(1, up(t.Tokens))}
}

// Join adds another text of the same result, on a line of its own.
func (t *Sample) Join(o Sample) {
	t.add(o)
	t.Units++
	t.Bytes++
}

// AddSample adds the sizes of a part to its piece. Name is the length of a call's tool.
func (p *Piece) AddSample(kind model.Kind, name int, t Sample) {
	p.Chars = plus(p.Chars, t.Units)
	p.Tokens = plus(p.Tokens, t.Tokens)
	frame, limited := 0, false
	switch kind {
	case model.Thinking:
		frame = len("[Thinking]")
		if t.Units > 0 {
			frame++
		}
	case model.Call:
		frame, limited = len("[Tool call]  ")+name, true
	case model.Result:
		frame, limited = len("[Tool result]  ")+len(unknownTool), true
	case model.Text:
		p.Said = plus(p.Said, t.Units)
	case model.Image, model.File, model.Unknown:
	}
	if limited && t.Units > model.ValueLimit {
		mark := len(model.LimitMark(t.Units))
		t.Bytes = int(int64(t.Bytes)*model.ValueLimit/int64(t.Units)) + mark
		t.Units = model.ValueLimit + mark
	}
	p.Rendered = plus(p.Rendered, frame+t.Units)
	p.Bytes = plus(p.Bytes, frame+t.Bytes)
}
