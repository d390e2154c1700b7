// Package check is what Discord refuses: its limits and error codes, the bodies of a bot's requests and the mistakes
// in them, each reported at its place. It may import the shapes of package wire and knows no table: whether a channel
// exists, its callers find out.
package check

import (
	"fmt"
	"net/http"
)

func MissingPermissions() *Refusal {
	return &Refusal{http.StatusForbidden, 50013, "Missing Permissions", nil}
}

// Refusal is an error as Discord reports it: a status, and {code, message, errors}.
type Refusal struct {
	Status  int            `json:"-"`
	Code    int            `json:"code"`
	Message string         `json:"message"`
	Errors  map[string]any `json:"errors,omitempty"`
}

func (r *Refusal) Error() string { return fmt.Sprintf("%d %s", r.Code, r.Message) }

// The refusals of the table. Each call makes a new one, because a caller may keep it.
func Unauthorized() *Refusal { return &Refusal{http.StatusUnauthorized, 0, "401: Unauthorized", nil} }

func UnknownChannel() *Refusal {
	return &Refusal{http.StatusNotFound, 10003, "Unknown Channel", nil}
}

func UnknownGuild() *Refusal { return &Refusal{http.StatusNotFound, 10004, "Unknown Guild", nil} }

func UnknownMessage() *Refusal {
	return &Refusal{http.StatusNotFound, 10008, "Unknown Message", nil}
}

func UnknownMember() *Refusal { return &Refusal{http.StatusNotFound, 10007, "Unknown Member", nil} }

func UnknownUser() *Refusal { return &Refusal{http.StatusNotFound, 10013, "Unknown User", nil} }

func UnknownCommand() *Refusal {
	return &Refusal{http.StatusNotFound, 10063, "Unknown application command", nil}
}

func TooManyCommands() *Refusal {
	return &Refusal{http.StatusBadRequest, 30032, "Maximum number of application commands reached (100).", nil}
}

func WrongChannelType() *Refusal {
	return &Refusal{http.StatusBadRequest, 50024, "Cannot execute action on this channel type", nil}
}

func TooOld() *Refusal {
	return &Refusal{http.StatusBadRequest, 50034, "You can only bulk delete messages that are under 14 days old.", nil}
}

func ThreadArchived() *Refusal {
	return &Refusal{http.StatusBadRequest, 50083, "Thread is archived", nil}
}

func ThreadThere() *Refusal {
	return &Refusal{http.StatusBadRequest, 160004, "A thread has already been created for this message", nil}
}

func UnknownApplication() *Refusal {
	return &Refusal{http.StatusNotFound, 10002, "Unknown Application", nil}
}

func UnknownWebhook() *Refusal { return &Refusal{http.StatusNotFound, 10015, "Unknown Webhook", nil} }

func UnknownInteraction() *Refusal {
	return &Refusal{http.StatusNotFound, 10062, "Unknown interaction", nil}
}

func AnsweredTwice() *Refusal {
	return &Refusal{http.StatusBadRequest, 40060, "Interaction has already been acknowledged.", nil}
}

func TooLarge() *Refusal {
	return &Refusal{http.StatusRequestEntityTooLarge, 40005, "Request entity too large", nil}
}

func NotTheAuthor() *Refusal {
	return &Refusal{http.StatusForbidden, 50005, "Cannot edit a message authored by another user", nil}
}

func NotInDM() *Refusal {
	return &Refusal{http.StatusForbidden, 50003, "Cannot execute action on a DM channel", nil}
}

func EmptyMessage() *Refusal {
	return &Refusal{http.StatusBadRequest, 50006, "Cannot send an empty message", nil}
}

func MissingAccess() *Refusal { return &Refusal{http.StatusForbidden, 50001, "Missing Access", nil} }

func TooManyFollowUps() *Refusal {
	return &Refusal{http.StatusBadRequest, 40094,
		"This interaction has reached its maximum number of follow up messages", nil}
}

func DMsClosed() *Refusal {
	return &Refusal{http.StatusForbidden, 50007, "Cannot send messages to this user", nil}
}

func InvalidToken() *Refusal {
	return &Refusal{http.StatusUnauthorized, 50027, "Invalid Webhook Token", nil}
}

func InvalidRecipient() *Refusal {
	return &Refusal{http.StatusBadRequest, 50033, "Invalid Recipient(s)", nil}
}

func InvalidJSON() *Refusal {
	return &Refusal{http.StatusBadRequest, 50109, "The request body contains invalid JSON.", nil}
}

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
