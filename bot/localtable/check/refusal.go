// Package check has what Discord refuses: its error codes, and the bodies of a bot's requests. It may import the shapes
// of package wire and knows no table: its callers find out whether a channel exists. It does not check how long a text
// is or how many buttons stand in a row: the tests check every request of the bot against those limits.
package check

import (
	"fmt"
	"net/http"
)

// Refusal is an error as Discord reports it: a status, and {code, message}.
type Refusal struct {
	Status  int    `json:"-"`
	Code    int    `json:"code"`
	Message string `json:"message"`
	Errors  any    `json:"errors,omitempty"` // by the place in the body
}

func (r *Refusal) Error() string { return fmt.Sprintf("%d %s", r.Code, r.Message) }

func refusal(status, code int, message string) *Refusal {
	return &Refusal{Status: status, Code: code, Message: message}
}
func notFound(code int, message string) *Refusal { return refusal(http.StatusNotFound, code, message) }
func badRequest(code int, message string) *Refusal {
	return refusal(http.StatusBadRequest, code, message)
}
func forbidden(code int, message string) *Refusal {
	return refusal(http.StatusForbidden, code, message)
}

// The refusals of the table. Each call makes a new one, because a caller may store it.
func MissingPermissions() *Refusal { return forbidden(50013, "Missing Permissions") }
func Unauthorized() *Refusal       { return refusal(http.StatusUnauthorized, 0, "401: Unauthorized") }
func UnknownChannel() *Refusal     { return notFound(10003, "Unknown Channel") }
func UnknownGuild() *Refusal       { return notFound(10004, "Unknown Guild") }
func UnknownMessage() *Refusal     { return notFound(10008, "Unknown Message") }
func WrongChannelType() *Refusal {
	return badRequest(50024, "Cannot execute action on this channel type")
}
func ThreadArchived() *Refusal { return badRequest(50083, "Thread is archived") }
func EntryPointDropped() *Refusal {
	return badRequest(50240, "You cannot remove this app's Entry Point command in a bulk update operation. "+
		"Please include the Entry Point command in your update request or delete it separately.")
}
func UnknownApplication() *Refusal { return notFound(10002, "Unknown Application") }
func UnknownWebhook() *Refusal     { return notFound(10015, "Unknown Webhook") }
func UnknownEmoji() *Refusal       { return notFound(10014, "Unknown Emoji") }
func TooManyEmojis() *Refusal      { return badRequest(30008, "Maximum number of emojis reached (2000)") }
func UnknownInteraction() *Refusal { return notFound(10062, "Unknown interaction") }
func AnsweredTwice() *Refusal      { return badRequest(40060, "Interaction has already been acknowledged.") }
func TooLarge() *Refusal {
	return refusal(http.StatusRequestEntityTooLarge, 40005, "Request entity too large")
}
func NotTheAuthor() *Refusal {
	return forbidden(50005, "Cannot edit a message authored by another user")
}
func EmptyMessage() *Refusal  { return badRequest(50006, "Cannot send an empty message") }
func MissingAccess() *Refusal { return forbidden(50001, "Missing Access") }
func TooManyFollowUps() *Refusal {
	return badRequest(40094, "This interaction has reached its maximum number of follow up messages")
}
func DMsClosed() *Refusal        { return forbidden(50007, "Cannot send messages to this user") }
func InvalidToken() *Refusal     { return refusal(http.StatusUnauthorized, 50027, "Invalid Webhook Token") }
func TooManyFiles() *Refusal     { return badRequest(30015, "Maximum number of attachments reached (10)") }
func InvalidRecipient() *Refusal { return badRequest(50033, "Invalid Recipient(s)") }
func InvalidJSON() *Refusal      { return badRequest(50109, "The request body contains invalid JSON.") }

// InvalidForm refuses a body for a reason.
func InvalidForm(why string) *Refusal { return badRequest(50035, "Invalid Form Body: "+why) }

// NotHere refuses what Discord has and this table does not implement: a test must fail on it.
func NotHere(what string) *Refusal {
	return refusal(http.StatusNotImplemented, 0, "501: the local table has no "+what)
}
