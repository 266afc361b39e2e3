// Package tokens says how many tokens a text has and how many a model takes. It exists
// because a plan needs both numbers at once, without a network: an estimate for the first
// frame, an exact count beside the screen, and a table of windows for sessions that do not
// state theirs.
package tokens

// Encoding names a byte pair vocabulary together with its rule for splitting text. The
// zero value is O200k, the one assumed for models that are not in the table.
type Encoding uint8

// The two encodings that models in use today still need.
const (
	O200k  Encoding = iota // gpt-4o and everything of its vendor after it
	Cl100k                 // gpt-3.5 and gpt-4
)

// String is the public name of the encoding, such as "o200k_base".
func (e Encoding) String() string {
	if e == Cl100k {
		return "cl100k_base"
	}
	return "o200k_base"
}

// ImageTokens is what an image part counts for. Vendors charge by pixels, in tiles or
// patches, from under 100 to about 1,600 tokens; a session seldom says how large a picture
// was, so this is our middle value: a screenshot at the size that clients scale it to.
const ImageTokens = 1200 // tokens; ours
