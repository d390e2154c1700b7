// Package check is what Discord refuses: its limits and error codes, the bodies of a bot's requests and the mistakes
// in them, each reported at its place. It may import the shapes of package wire and knows no table: whether a channel
// exists, its callers find out.
package check

import (
	"fmt"
	"net/http"
)

// Refusal is an error as Discord reports it: a status, and {code, message, errors}.
type Refusal struct {
	Status  int            `json:"-"`
	Code    int            `json:"code"`
	Message string         `json:"message"`
	Errors  map[string]any `json:"errors,omitempty"`
}

func (r *Refusal) Error() string { return fmt.Sprintf("%d %s", r.Code, r.Message) }

func refuse(status, code int, message string) *Refusal { return &Refusal{status, code, message, nil} }
func notFound(code int, message string) *Refusal       { return refuse(http.StatusNotFound, code, message) }
func badRequest(code int, message string) *Refusal {
	return refuse(http.StatusBadRequest, code, message)
}
func forbidden(code int, message string) *Refusal { return refuse(http.StatusForbidden, code, message) }

// The refusals of the table. Each call makes a new one, because a caller may keep it.
func MissingPermissions() *Refusal { return forbidden(50013, "Missing Permissions") }
func Unauthorized() *Refusal       { return refuse(http.StatusUnauthorized, 0, "401: Unauthorized") }
func UnknownChannel() *Refusal     { return notFound(10003, "Unknown Channel") }
func UnknownGuild() *Refusal       { return notFound(10004, "Unknown Guild") }
func UnknownMessage() *Refusal     { return notFound(10008, "Unknown Message") }
func UnknownMember() *Refusal      { return notFound(10007, "Unknown Member") }
func UnknownUser() *Refusal        { return notFound(10013, "Unknown User") }
func UnknownCommand() *Refusal     { return notFound(10063, "Unknown application command") }
func TooManyCommands() *Refusal {
	return badRequest(30032, "Maximum number of application commands reached (100).")
}
func WrongChannelType() *Refusal {
	return badRequest(50024, "Cannot execute action on this channel type")
}
func TooOld() *Refusal {
	return badRequest(50034, "You can only bulk delete messages that are under 14 days old.")
}
func ThreadArchived() *Refusal { return badRequest(50083, "Thread is archived") }
func ThreadThere() *Refusal {
	return badRequest(160004, "A thread has already been created for this message")
}
func UnknownApplication() *Refusal { return notFound(10002, "Unknown Application") }
func UnknownWebhook() *Refusal     { return notFound(10015, "Unknown Webhook") }
func UnknownInteraction() *Refusal { return notFound(10062, "Unknown interaction") }
func AnsweredTwice() *Refusal      { return badRequest(40060, "Interaction has already been acknowledged.") }
func TooLarge() *Refusal {
	return refuse(http.StatusRequestEntityTooLarge, 40005, "Request entity too large")
}
func NotTheAuthor() *Refusal {
	return forbidden(50005, "Cannot edit a message authored by another user")
}
func NotInDM() *Refusal       { return forbidden(50003, "Cannot execute action on a DM channel") }
func EmptyMessage() *Refusal  { return badRequest(50006, "Cannot send an empty message") }
func MissingAccess() *Refusal { return forbidden(50001, "Missing Access") }
func TooManyFollowUps() *Refusal {
	return badRequest(40094, "This interaction has reached its maximum number of follow up messages")
}
func DMsClosed() *Refusal        { return forbidden(50007, "Cannot send messages to this user") }
func InvalidToken() *Refusal     { return refuse(http.StatusUnauthorized, 50027, "Invalid Webhook Token") }
func InvalidRecipient() *Refusal { return badRequest(50033, "Invalid Recipient(s)") }
func InvalidJSON() *Refusal      { return badRequest(50109, "The request body contains invalid JSON.") }

// NotHere refuses what Discord has and this table does not implement: a test must fail on it.
func NotHere(what string) *Refusal {
	return &Refusal{http.StatusNotImplemented, 0, "501: the local table has no " + what, nil}
}

// Form collects the mistakes in a request's body, each at its place:
//
//	{"code":50035,"message":"Invalid Form Body",
//	 "errors":{"data":{"content":{"_errors":[{"code":"…","message":"…"}]}}}}
type Form struct{ errors map[string]any }

// At is the path to a value in a body. The zero value is the root.
type At []string

func (a At) In(key any) At { return append(a[:len(a):len(a)], fmt.Sprint(key)) }

func (f *Form) Fault(place At, code, format string, args ...any) {
	if f.errors == nil {
		f.errors = map[string]any{}
	}
	node := f.errors
	for _, key := range place {
		next, ok := node[key].(map[string]any)
		if !ok {
			next = map[string]any{}
			node[key] = next
		}
		node = next
	}
	list, _ := node["_errors"].([]map[string]string)
	node["_errors"] = append(list, map[string]string{"code": code, "message": fmt.Sprintf(format, args...)})
}

// Err is nil if there are no mistakes.
func (f *Form) Err() error {
	if f.errors == nil {
		return nil
	}
	return &Refusal{http.StatusBadRequest, 50035, "Invalid Form Body", f.errors}
}
