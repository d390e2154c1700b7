// Package places keeps games in threads and in posts of forums: a thread is made for a game, is woken when something is
// to be said in it, and says by a tag of its forum whether its game is open, running or over.
//
//	edit := func() error { return client.Edit(ctx, thread, message, m) }
//	err := places.Awake(ctx, client, thread, edit)
//	if errors.As(err, new(places.Locked)) {
//		fmt.Println("only who manages threads can open it again")
//	}
//
// It knows what Discord answers about threads, and of a game what a tag says. Who may open or move a game is decided
// elsewhere.
//
// Limits: the bot does not manage threads. It neither deletes nor unlocks any, and changes the tags of its own posts
// alone.
package places

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"grognard/bot/discord/rest"
	"grognard/bot/discord/rest/threads"

	"github.com/bwmarrin/discordgo"
)

// Locked is the error of a request in a thread that only those who may manage threads can open again.
type Locked struct{ error }

// Unwrap returns Discord's own refusal.
func (l Locked) Unwrap() error { return l.error }

// Crowded is the error of a request in an archived thread that does not wake, as its server has all the open threads
// that it can have.
type Crowded struct{ error }

// Unwrap returns Discord's own refusal.
func (c Crowded) Unwrap() error { return c.error }

// Awake makes a request in a channel. In a thread that is archived it wakes the thread and makes the request once more.
// If the thread does not wake, the error is that of the request.
func Awake(ctx context.Context, c rest.Client, channel string, request func() error) error {
	err := request()
	switch threads.Why(err) {
	case threads.Locked:
		return Locked{err}
	case threads.TooMany:
		return Crowded{err}
	case threads.Archived:
	default:
		return err
	}
	if failed := threads.Wake(ctx, c, channel); failed != nil {
		if threads.Why(failed) == threads.TooMany {
			return Crowded{failed}
		}
		p, unknown := look(ctx, c, channel)
		switch {
		case unknown != nil || p.Thread == nil:
			return err
		case p.Thread.Locked:
			return Locked{err}
		case p.Thread.Archived:
			return err
		} // another request has woken it
	}
	return request()
}

// place is a channel as Discord tells of it.
type place struct {
	ID     string
	Type   discordgo.ChannelType
	Parent string                           `json:"parent_id"`
	Owner  string                           `json:"owner_id"`
	Tags   []string                         `json:"applied_tags"`
	Offers []struct{ ID, Name string }      `json:"available_tags"`
	Thread *struct{ Archived, Locked bool } `json:"thread_metadata"`
}

// look asks what a channel is.
func look(ctx context.Context, c rest.Client, channel string) (p place, err error) {
	answer, err := c.Call(ctx, "look at channel "+channel, http.MethodGet, discordgo.EndpointChannel(channel),
		"channel "+channel, nil)
	if err != nil {
		return place{}, err
	}
	if err := json.Unmarshal(answer, &p); err != nil || p.ID != channel {
		return place{}, fmt.Errorf("look at channel %s: the answer is not Discord's", channel)
	}
	return p, nil
}
