package provider

import (
	"fmt"
	"io"
	"log/slog"
	"strings"
)

// Key is a secret. However it is printed, logged or encoded, what comes out is that there is one;
// only Reveal gives it, and only what builds a client calls that. The zero Key is none.
//
// The secret stands in a function, so that not even a print of a struct that has a Key in a field
// of its own, where fmt cannot ask the methods below, shows it.
type Key struct{ reveal func() string }

// NewKey makes a key of a text. A text that no header can hold, because of a space, a line break
// or a letter beyond ASCII, is refused by a sentence that does not show it.
func NewKey(secret string) (Key, error) {
	if secret == "" {
		return Key{}, nil
	}
	if strings.ContainsFunc(secret, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return Key{}, fmt.Errorf("it holds a character that no key has, such as a space or a line break")
	}
	return Key{func() string { return secret }}, nil
}

// Reveal is the secret itself, empty when there is none.
func (k Key) Reveal() string {
	if k.reveal == nil {
		return ""
	}
	return k.reveal()
}

// IsSet reports whether there is a key.
func (k Key) IsSet() bool { return k.reveal != nil }

// Equal reports whether two keys are the same, for tests that compare what holds one.
func (k Key) Equal(other Key) bool { return k.Reveal() == other.Reveal() }

// String says whether there is a key.
func (k Key) String() string {
	if k.IsSet() {
		return "(set)"
	}
	return "(none)"
}

// GoString is String.
func (k Key) GoString() string { return k.String() }

// Format prints String under every verb.
func (k Key) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, k.String()) }

// MarshalText is String.
func (k Key) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// LogValue is String.
func (k Key) LogValue() slog.Value { return slog.StringValue(k.String()) }
