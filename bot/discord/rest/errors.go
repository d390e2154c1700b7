package rest

import (
	"errors"
	"net/http"
	"slices"
	"time"

	"github.com/bwmarrin/discordgo"
)

// The wait after a failure doubles from FirstWait up to LastWait.
const (
	FirstWait = time.Second
	LastWait  = 2 * time.Minute
)

// RenderError is a fault of this program in the words or the picture of a message. Repeating does not help.
type RenderError struct{ Err error }

func (e RenderError) Error() string { return e.Err.Error() }
func (e RenderError) Unwrap() error { return e.Err }

// ErrorClass is what a failed request means for a caller who wants to repeat it.
type ErrorClass int

const (
	Transient  ErrorClass = iota // the network, a busy server, a wrong token: try again
	Forbidden                    // a permission is missing, or the user takes no direct messages
	Gone                         // the channel, the message or the user does not exist any more
	Uneditable                   // the message cannot be edited any more, but others can be sent
	Malformed                    // a fault of this program: repeating does not help
)

// Discord's codes for what does not exist any more, for messages that cannot be edited (another bot's, or in an
// archived thread, which a new message opens again), and for requests that are malformed or too large.
var (
	goneCodes      = []int{10003, 10004, 10008, 10013}
	fixedCodes     = []int{50005, 50083}
	malformedCodes = []int{40005, 50006, 50035, 50045, 50046, 50109}
)

// tooManyDMs is Discord's code for direct messages that are opened too fast. The user can still be reached later.
const tooManyDMs = 40003

// Other codes of Discord's. A channel cannot be reached if it is unknown, or the bot has no access to it, as after it
// was removed from a server.
const (
	UnknownChannel    = 10003
	MissingAccess     = 50001
	MissingPermission = 50013 // such as to attach files
	alreadyAnswered   = 40060 // an interaction
	ArchivedThread    = 50083
)

// Diagnose says what a failed request means, and how long to wait at least. A failure counts as permanent only if that
// is sure, because giving up loses a message. A proxy's page never counts as Discord's answer, whatever its status.
func Diagnose(err error) (ErrorClass, time.Duration) {
	if busy, ok := errors.AsType[*discordgo.RateLimitError](err); ok {
		return Transient, busy.RetryAfter
	}
	if early, ok := errors.AsType[Limited](err); ok {
		return Transient, early.wait
	}
	if _, ok := errors.AsType[RenderError](err); ok {
		return Malformed, 0
	}
	rest, ok := errors.AsType[*discordgo.RESTError](err)
	if !ok {
		return Transient, 0
	}
	status, code, asked := rest.Response.StatusCode, CodeOf(err), retryAfterHeader(rest.Response.Header)
	hasNoCode := rest.Message != nil && code == 0 // Discord's own refusal, although most of those have codes
	switch {
	case slices.Contains(goneCodes, code), hasNoCode && status == http.StatusNotFound:
		return Gone, 0
	case slices.Contains(fixedCodes, code):
		return Uneditable, LastWait
	case slices.Contains(malformedCodes, code), hasNoCode && status == http.StatusBadRequest, code == 0 &&
		status == http.StatusRequestEntityTooLarge:
		return Malformed, 0
	case code == tooManyDMs, status < 400, status >= 500, status == http.StatusRequestTimeout,
		status == http.StatusTooManyRequests:
		return Transient, asked
	case status == http.StatusUnauthorized, rest.Message == nil && status == http.StatusNotFound:
		return Transient, max(LastWait, asked) // the operator must correct a wrong token
	}
	return Forbidden, max(LastWait, asked)
}

// CodeOf returns the code of Discord's refusal, 0 if there is none.
func CodeOf(err error) int {
	if rest, ok := errors.AsType[*discordgo.RESTError](err); ok && rest.Message != nil {
		return rest.Message.Code
	}
	return 0
}

// UploadFailed reports whether a request may have failed because of its size, as uploads do if a network or a server is
// slow: then the request may succeed without its files.
func UploadFailed(err error) bool {
	var early Limited
	var rest *discordgo.RESTError
	switch {
	case err == nil, errors.As(err, &early):
		return false
	case errors.As(err, &rest):
		return rest.Response.StatusCode >= 500 || rest.Response.StatusCode == http.StatusRequestTimeout
	}
	kind, _ := Diagnose(err)
	return kind == Transient
}
