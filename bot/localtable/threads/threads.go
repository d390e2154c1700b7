// Package threads is threads and forum posts as Discord has them: they are opened by the bot or by people, with or
// without a message, archived when nobody has written for their time, and woken by a message or a change if they are
// not locked. Each function makes a change for a user or the bot, refuses what Discord refuses him, and tells those who
// see the change by package announce. The table's lock is held whenever a function is called.
//
// A guild has at most Table.MaxThreads active threads, 1,000 as at Discord unless a test says otherwise.
//
// Package rest and package page use Enter for every message that comes; the routes of the bot that are about threads
// alone are here, in Routes. What people do is in package places.
package threads

import (
	"net/http"

	"grognard/bot/localtable/check"
)

// Discord's limits.
const (
	maxName     = 100
	maxTags     = 5       // of a post
	requireTag  = 1 << 4  // the flag of a forum whose posts need a tag
	defaultRest = 24 * 60 // minutes without a message after which a thread is archived if nobody has said how many
)

func badRequest(code int, message string) error {
	return &check.Refusal{Status: http.StatusBadRequest, Code: code, Message: message}
}

// What Discord refuses about threads alone.
func locked() error  { return badRequest(160005, "Thread is locked") }
func tooMany() error { return badRequest(160006, "Maximum number of active threads reached") }
func exists() error  { return badRequest(160004, "A thread has already been created for this message") }
func needsTag() error {
	return badRequest(40067, "A tag is required to create a forum post in this channel")
}
func notText() error    { return badRequest(50008, "Cannot send messages in a non-text channel") }
func systemText() error { return badRequest(50021, "Cannot execute action on a system message") }
func unknownTag() error {
	return &check.Refusal{Status: http.StatusNotFound, Code: 10087, Message: "Unknown tag"}
}
func unknownMember() error {
	return &check.Refusal{Status: http.StatusNotFound, Code: 10007, Message: "Unknown Member"}
}
