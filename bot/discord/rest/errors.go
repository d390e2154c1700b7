package rest

import (
	"errors"
	"net/http"
	"slices"
	"time"

	"github.com/bwmarrin/discordgo"
)

// The wait after a failure doubles from the first to the last of these.
const (
	FirstWait = time.Second
	LastWait  = 2 * time.Minute
)

// RenderError is our own fault in making the words or the picture of a message: no repetition
// helps.
type RenderError struct{ Err error }

func (e RenderError) Error() string { return e.Err.Error() }

// ErrorClass is what a failed request means for whoever wants to repeat it.
type ErrorClass int

const (
	Transient  ErrorClass = iota // a network, a busy server, a wrong token: try again
	Forbidden                    // not as things are: a permission is missing, or the user takes no direct messages
	Gone                         // the channel, the message or the user is no more
	Uneditable                   // the message can be edited no more, though others can be sent
	Malformed                    // our own fault, and no repetition helps
)

// Discord's codes for what is no more, for messages that cannot be edited, as they are another
// bot's or stand in a thread that is archived, which a new message opens again, and for
// requests that it cannot read or that are too large.
var (
	goneCodes      = []int{10003, 10004, 10008, 10013}
	fixedCodes     = []int{50005, 50083}
	malformedCodes = []int{40005, 50006, 50035, 50045, 50046, 50109}
)

// tooManyDMs is Discord's code for direct messages opened too fast: the user's
// door is not closed.
const tooManyDMs = 40003

// The codes by which Discord says that a channel cannot be reached as long as it is not given
// back: it is deleted, or the bot may not even see it, as after it was removed from a server.
const (
	UnknownChannel  = 10003
	MissingAccess   = 50001
	alreadyAnswered = 40060 // an interaction
	ArchivedThread  = 50083
)

// Diagnose says what a failed request means, and how long to wait at least. Only
// what is known to be lost for good is called so: to give up is to lose a message. A page of a
// proxy is never Discord's last word, whatever its status.
func Diagnose(err error) (ErrorClass, time.Duration) {
	var busy *discordgo.RateLimitError
	if errors.As(err, &busy) {
		return Transient, busy.RetryAfter
	}
	var early Limited
	if errors.As(err, &early) {
		return Transient, early.wait
	}
	var fault RenderError
	if errors.As(err, &fault) {
		return Malformed, 0
	}
	var rest *discordgo.RESTError
	if !errors.As(err, &rest) {
		return Transient, 0
	}
	status, code, asked := rest.Response.StatusCode, CodeOf(err), retryAfterHeader(rest.Response.Header)
	bare := rest.Message != nil && code == 0 // most of Discord's own refusals have codes
	switch {
	case slices.Contains(goneCodes, code), bare && status == http.StatusNotFound:
		return Gone, 0
	case slices.Contains(fixedCodes, code):
		return Uneditable, LastWait
	case slices.Contains(malformedCodes, code), bare && status == http.StatusBadRequest, code == 0 &&
		status == http.StatusRequestEntityTooLarge:
		return Malformed, 0
	case code == tooManyDMs, status < 400, status >= 500, status == http.StatusRequestTimeout,
		status == http.StatusTooManyRequests:
		return Transient, asked
	case status == http.StatusUnauthorized, rest.Message == nil && status == http.StatusNotFound:
		return Transient, max(LastWait, asked) // a wrong token is for the operator to mend
	}
	return Forbidden, max(LastWait, asked)
}

// CodeOf is Discord's code for why it refused a request, 0 where there is none.
func CodeOf(err error) int {
	var rest *discordgo.RESTError
	if errors.As(err, &rest) && rest.Message != nil {
		return rest.Message.Code
	}
	return 0
}

// UploadFailed says whether a request may have failed for what it carried, as uploads do when a network
// or a server is slow, where one that carries less may pass.
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
