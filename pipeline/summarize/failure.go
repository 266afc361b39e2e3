package summarize

import (
	"context"
	"errors"
	"time"

	"cutline/pipeline/slim"
)

// Kind is why an attempt gave no summary: a stable name for the receipt and the status record.
type Kind string

// The kinds of failures. Those that the design names are spelled as it does; the others stand
// for what it calls rate limit, overloaded, network and truncated stream.
const (
	OutputLimit     Kind = "OutputTokensLimitExceeded" // the answer was cut at its limit
	InputTokens     Kind = "InputTokenLimit"           // more tokens than the model's window
	InputSize       Kind = "InputTooLarge"             // more bytes than the server takes
	RateLimited     Kind = "ResourceExhausted"         // too many requests
	Overloaded      Kind = "Overloaded"
	Unavailable     Kind = "Unavailable"     // the server, or what stands before it, is down
	Network         Kind = "Network"         // no connection, or it broke before an answer began
	TruncatedStream Kind = "TruncatedStream" // it broke in the middle of the answer
	Silent          Kind = "TimedOut"        // nothing came for as long as --timeout allows
	Empty           Kind = "EmptyContent"    // no text, or no letter in it
	NoSummary       Kind = "NoSummaryResponse"
	Refused         Kind = "Refused" // the model, or a filter before it, would not answer
	Unauthenticated Kind = "Unauthenticated"
	Forbidden       Kind = "PermissionDenied"
	InvalidArgument Kind = "InvalidArgument"
	NotFound        Kind = "NotFound" // no such model, or no such address
	InvalidJSON     Kind = "InvalidJson"
	Quota           Kind = "QuotaExceeded" // paid for no more: waiting does not help
	Aborted         Kind = "Aborted"
	CannotTruncate  Kind = slim.CannotTruncate // nothing fits the budget
	Other           Kind = "Other"
)

// Kinds are all of them.
var Kinds = []Kind{
	OutputLimit, InputTokens, InputSize, RateLimited, Overloaded, Unavailable, Network, TruncatedStream, Silent, Empty, NoSummary,
	Refused, Unauthenticated, Forbidden, InvalidArgument, NotFound, InvalidJSON, Quota, Aborted, CannotTruncate, Other,
}

// Failure is the error of an attempt.
type Failure struct {
	Kind   Kind
	Status int    // of HTTP, 0 when there was none
	Detail string // one sentence for a person; it may quote the server, and never holds a key
	// Wait is how long the server asks to wait, 0 when it does not say.
	Wait time.Duration
	// Size and Limit are what was sent and what is allowed, as the server named them: bytes when the
	// kind is InputSize, else tokens; 0 when it did not say.
	Size, Limit int
	// Final is set when the server itself says that trying again does not help.
	Final bool
	// Thought is set when an answer was cut before its first word, because the model used up all
	// room for its reasoning.
	Thought bool
	// Model and the tokens are what the server reported before it failed.
	Model                     string
	InputTokens, OutputTokens int
}

// Error is the sentence, or the kind when there is none.
func (f *Failure) Error() string {
	if f.Detail == "" {
		return string(f.Kind)
	}
	return f.Detail
}

// Fail is a failure of a kind with its sentence.
func Fail(kind Kind, detail string) *Failure { return &Failure{Kind: kind, Detail: detail} }

// FailureOf is what an error says of an attempt: itself when it is a *Failure, else one of kind
// Other, or Silent when its time was up.
func FailureOf(err error) *Failure {
	var f *Failure
	switch {
	case errors.As(err, &f):
		return f
	case errors.Is(err, context.DeadlineExceeded):
		return Fail(Silent, err.Error())
	}
	return Fail(Other, err.Error())
}
