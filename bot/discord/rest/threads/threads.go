// Package threads makes threads and posts of forums, and changes them.
//
//	id, err := threads.Start(ctx, client, channel, threads.Thread{Name: "Anna against Boris"})
//	if threads.Why(err) == threads.TooMany {
//		fmt.Println("the server has all the threads that it can have")
//	}
//
// A thread without messages for a while is archived. Before it can be changed it must be woken, by Edit with Archived
// or by a new message. A locked thread is woken only by those who may manage threads.
//
// Limits: a request is made once, as all of package rest are. It knows a forum's tags only by identifiers.
package threads

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"grognard/bot/discord/rest"

	"github.com/bwmarrin/discordgo"
)

// Refusal is why a thread was not made or changed, or a message not sent to it.
type Refusal int

const (
	None       Refusal = iota // nothing was refused: it was done, or a later try may succeed
	Permission                // the bot may not do it, or may not see the channel
	TooMany                   // the server has all the open threads that it can have
	Archived                  // the thread must be woken first
	Locked                    // only those who may manage threads can wake it
	NeedsTag                  // the forum takes no post without a tag
	WrongPlace                // a channel of this type has no threads
	Gone                      // the channel or the thread does not exist any more
	Other
)

// Why returns why a request about a thread was refused.
func Why(err error) Refusal {
	switch rest.CodeOf(err) {
	case rest.MissingPermission, rest.MissingAccess:
		return Permission
	case 160006, 160007:
		return TooMany
	case rest.ArchivedThread:
		return Archived
	case 160005:
		return Locked
	case 40067:
		return NeedsTag
	case 50024:
		return WrongPlace
	case rest.UnknownChannel:
		return Gone
	}
	if kind, _ := rest.Diagnose(err); err == nil || kind == rest.Transient {
		return None
	}
	return Other
}

// Durations after which a thread without messages is archived, in minutes.
const (
	Hour      = 60
	Day       = 1440
	ThreeDays = 4320
	Week      = 10080
)

// MostTags is how many tags a post of a forum can have.
const MostTags = 5

// Thread is a thread that is to be made.
type Thread struct {
	Name    string // 1 to 100 characters
	Private bool   // only those who are invited see it
	Archive int    // it is archived after so many minutes without a message; 0 is the channel's own time
}

// Start makes a thread in a text channel and returns its identifier.
func Start(ctx context.Context, c rest.Client, channel string, t Thread) (id string, err error) {
	kind := discordgo.ChannelTypeGuildPublicThread
	if t.Private {
		kind = discordgo.ChannelTypeGuildPrivateThread
	}
	body := struct {
		Name    string                `json:"name"`
		Type    discordgo.ChannelType `json:"type"`
		Archive int                   `json:"auto_archive_duration,omitempty"`
	}{t.Name, kind, t.Archive}
	made, err := create(ctx, c, channel, body, rest.Message{})
	return made.ID, err
}

// Post makes a post in a forum, a thread whose first message is m, and returns the identifiers of both. tags are
// identifiers of the forum's tags. Messages in forums have no nonce: repeating the request makes a second post.
func Post(ctx context.Context, c rest.Client, forum string, t Thread, tags []string, m rest.Message) (thread,
	message string, err error) {
	m.Nonce, m.Enforce = "", false
	body := struct {
		Name    string       `json:"name"`
		Archive int          `json:"auto_archive_duration,omitempty"`
		Tags    []string     `json:"applied_tags,omitempty"`
		Message rest.Message `json:"message"`
	}{t.Name, t.Archive, tags, m}
	made, err := create(ctx, c, forum, body, m)
	if err == nil && !rest.IsID(made.Message.ID) {
		made.Message.ID = made.ID // a post's first message has the same identifier as its thread
	}
	return made.ID, made.Message.ID, err
}

// Add adds a user to a thread, for example to a private one that he has asked for.
func Add(ctx context.Context, c rest.Client, thread, user string) error {
	_, err := c.Call(ctx, "add a user to thread "+thread, http.MethodPut,
		discordgo.EndpointThreadMember(thread, user), "members of "+thread, nil)
	return err
}

// made is what Discord answers about a new thread, in a forum with its first message.
type made struct {
	ID      string
	Message struct{ ID string }
}

// create makes a thread. The request has this body, which contains the message m if it has one, and the files of m.
func create(ctx context.Context, c rest.Client, channel string, body any, m rest.Message) (t made, err error) {
	answer, err := c.Call(ctx, "make a thread in channel "+channel, http.MethodPost,
		discordgo.EndpointChannelThreads(channel), "threads "+channel, body, m)
	if err != nil {
		return made{}, err
	}
	if err := json.Unmarshal(answer, &t); err != nil || !rest.IsID(t.ID) {
		return made{}, fmt.Errorf("make a thread in channel %s: the answer is not Discord's", channel)
	}
	return t, nil
}

// Change says what to change in a thread. Fields that are nil, or 0, change nothing.
type Change struct {
	Name     *string  `json:"name,omitempty"`
	Archived *bool    `json:"archived,omitempty"`
	Locked   *bool    `json:"locked,omitempty"`
	Tags     []string `json:"applied_tags,omitzero"` // of a post in a forum; an empty list removes all
	Archive  int      `json:"auto_archive_duration,omitempty"`
}

// Edit changes a thread.
func Edit(ctx context.Context, c rest.Client, thread string, change Change) error {
	_, err := c.Call(ctx, "change thread "+thread, http.MethodPatch, discordgo.EndpointChannel(thread),
		"thread "+thread, change)
	return err
}

// Wake opens an archived thread.
func Wake(ctx context.Context, c rest.Client, thread string) error { return c.Wake(ctx, thread) }
