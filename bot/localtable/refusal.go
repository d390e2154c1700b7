package localtable

import (
	"fmt"
	"net/http"
)

// refusal is an error as Discord reports it: a status, and {code, message, errors}.
type refusal struct {
	Status  int            `json:"-"`
	Code    int            `json:"code"`
	Message string         `json:"message"`
	Errors  map[string]any `json:"errors,omitempty"`
}

func (r *refusal) Error() string { return fmt.Sprintf("%d %s", r.Code, r.Message) }

// The refusals of the table. Each call makes a new one, because a caller may keep it.
func unauthorized() *refusal { return &refusal{http.StatusUnauthorized, 0, "401: Unauthorized", nil} }
func unknownChannel() *refusal {
	return &refusal{http.StatusNotFound, 10003, "Unknown Channel", nil}
}
func unknownGuild() *refusal { return &refusal{http.StatusNotFound, 10004, "Unknown Guild", nil} }
func unknownMessage() *refusal {
	return &refusal{http.StatusNotFound, 10008, "Unknown Message", nil}
}
func unknownMember() *refusal { return &refusal{http.StatusNotFound, 10007, "Unknown Member", nil} }
func unknownUser() *refusal   { return &refusal{http.StatusNotFound, 10013, "Unknown User", nil} }
func unknownCommand() *refusal {
	return &refusal{http.StatusNotFound, 10063, "Unknown application command", nil}
}
func tooManyCommands() *refusal {
	return &refusal{http.StatusBadRequest, 30032, "Maximum number of application commands reached (100).", nil}
}
func wrongChannelType() *refusal {
	return &refusal{http.StatusBadRequest, 50024, "Cannot execute action on this channel type", nil}
}
func tooOld() *refusal {
	return &refusal{http.StatusBadRequest, 50034, "You can only bulk delete messages that are under 14 days old.", nil}
}
func threadArchived() *refusal {
	return &refusal{http.StatusBadRequest, 50083, "Thread is archived", nil}
}
func threadThere() *refusal {
	return &refusal{http.StatusBadRequest, 160004, "A thread has already been created for this message", nil}
}
func unknownApplication() *refusal {
	return &refusal{http.StatusNotFound, 10002, "Unknown Application", nil}
}
func unknownWebhook() *refusal { return &refusal{http.StatusNotFound, 10015, "Unknown Webhook", nil} }
func unknownInteraction() *refusal {
	return &refusal{http.StatusNotFound, 10062, "Unknown interaction", nil}
}
func answeredTwice() *refusal {
	return &refusal{http.StatusBadRequest, 40060, "Interaction has already been acknowledged.", nil}
}
func tooLarge() *refusal {
	return &refusal{http.StatusRequestEntityTooLarge, 40005, "Request entity too large", nil}
}
func notTheAuthor() *refusal {
	return &refusal{http.StatusForbidden, 50005, "Cannot edit a message authored by another user", nil}
}
func notInDM() *refusal {
	return &refusal{http.StatusForbidden, 50003, "Cannot execute action on a DM channel", nil}
}
func emptyMessage() *refusal {
	return &refusal{http.StatusBadRequest, 50006, "Cannot send an empty message", nil}
}
func missingAccess() *refusal { return &refusal{http.StatusForbidden, 50001, "Missing Access", nil} }
func tooManyFollowUps() *refusal {
	return &refusal{http.StatusBadRequest, 40094,
		"This interaction has reached its maximum number of follow up messages", nil}
}
func dmsClosed() *refusal {
	return &refusal{http.StatusForbidden, 50007, "Cannot send messages to this user", nil}
}
func invalidToken() *refusal {
	return &refusal{http.StatusUnauthorized, 50027, "Invalid Webhook Token", nil}
}
func invalidRecipient() *refusal {
	return &refusal{http.StatusBadRequest, 50033, "Invalid Recipient(s)", nil}
}
func invalidJSON() *refusal {
	return &refusal{http.StatusBadRequest, 50109, "The request body contains invalid JSON.", nil}
}

// notHere refuses what Discord has and this table does not implement: a test must fail on it.
func notHere(what string) *refusal {
	return &refusal{http.StatusNotImplemented, 0, "501: the local table has no " + what, nil}
}

// form collects the mistakes in a request's body, each at its place:
//
//	{"code":50035,"message":"Invalid Form Body","errors":{"data":{"content":{"_errors":[{"code":"…","message":"…"}]}}}}
type form struct{ errors map[string]any }

// at is the path to a value in a body. The zero value is the root.
type at []string

func (a at) in(key any) at { return append(a[:len(a):len(a)], fmt.Sprint(key)) }

func (f *form) fault(place at, code, format string, args ...any) {
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

// err is nil if there are no mistakes.
func (f *form) err() error {
	if f.errors == nil {
		return nil
	}
	return &refusal{http.StatusBadRequest, 50035, "Invalid Form Body", f.errors}
}
