// Package pins is pinned messages as Discord has them: who may pin and how many, the channel's notice of a new pin, and
// the bot's routes, those of 2025 and the older ones. Each function makes a change for a user or the bot and refuses
// what Discord refuses him. The table's lock is held whenever a function is called.
package pins

import (
	"net/http"
	"slices"
	"strconv"

	"grognard/bot/localtable/announce"
	"grognard/bot/localtable/call"
	"grognard/bot/localtable/check"
	"grognard/bot/localtable/shape"
	"grognard/bot/localtable/state"
	"grognard/bot/localtable/threads"
	"grognard/bot/localtable/wire"
)

// most is how many messages of a channel may be pinned.
const most = 250

// typeNotice is the type of the message by which Discord says that somebody has pinned one. It counts as written by
// him: he may delete it.
const typeNotice = 6

// Pin pins a message, and says so in its channel. A message that is pinned already stays so, and nothing is said.
func Pin(s *announce.Announcer, p state.Post, by wire.User) error {
	c, err := pinnable(s, p, by.ID)
	if err != nil || p.Message.PinnedAt != nil {
		return err
	}
	if len(List(s.Table, c)) >= most {
		return refusal(30003, "Maximum number of pins reached ("+strconv.Itoa(most)+")")
	}
	p.Message.PinnedAt = new(s.Table.Now().UTC())
	if err := s.Publish(p); err != nil {
		return err
	}
	m := s.NewMessage(c, by)
	m.Type = typeNotice
	m.Reference = &wire.Reference{MessageID: p.Message.ID, ChannelID: c.ID, GuildID: c.GuildID}
	tell(s, c)
	return s.Publish(state.Post{Message: m})
}

// Unpin takes the pin from a message. One that is not pinned stays as it is.
func Unpin(s *announce.Announcer, p state.Post, by string) error {
	c, err := pinnable(s, p, by)
	if err != nil || p.Message.PinnedAt == nil {
		return err
	}
	p.Message.PinnedAt = nil
	tell(s, c)
	return s.Publish(p)
}

// List returns the pinned messages of a channel, the last pinned first.
func List(t *state.Table, c *state.Channel) []state.Post {
	var out []state.Post
	for _, id := range c.Posts {
		if p := t.Posts[id]; p.Message.PinnedAt != nil {
			out = append(out, p)
		}
	}
	slices.SortStableFunc(out, func(a, b state.Post) int { return b.Message.PinnedAt.Compare(*a.Message.PinnedAt) })
	return out
}

// pinnable returns the channel of a message, or the refusal if a user may not pin the message.
func pinnable(s *announce.Announcer, p state.Post, by string) (*state.Channel, error) {
	c := s.Table.Channel(p.Message.ChannelID)
	if err := s.Table.Permits(c, by, wire.PinMessages); err != nil {
		return nil, err
	}
	if !slices.Contains([]int{0, 19, 20}, p.Message.Type) { // plain messages, replies, answers to commands
		return nil, refusal(50021, "Cannot execute action on a system message")
	}
	return c, threads.Closed(s.Table, c, by)
}

// tell tells the bot that the pins of a channel have changed.
func tell(s *announce.Announcer, c *state.Channel) {
	data := map[string]any{"channel_id": c.ID}
	if c.GuildID != "" {
		data["guild_id"] = c.GuildID
	}
	if pinned := List(s.Table, c); len(pinned) > 0 {
		data["last_pin_timestamp"] = pinned[0].Message.PinnedAt
	}
	s.DispatchFrom(c, "CHANNEL_PINS_UPDATE", data)
}

func refusal(code int, message string) error {
	return &check.Refusal{Status: http.StatusBadRequest, Code: code, Message: message}
}

// server carries out the bot's requests about pins.
type server struct{ *announce.Announcer }

// Routes returns the routes of the bot that are about pins. Discord says that it will remove the older ones.
func Routes(a *announce.Announcer) call.Routes {
	s := server{a}
	const current, older = "/channels/{channel_id}/messages/pins", "/channels/{channel_id}/pins"
	return call.Routes{
		"GET " + current:                      s.list,
		"PUT " + current + "/{message_id}":    s.pin,
		"DELETE " + current + "/{message_id}": s.unpin,
		"GET " + older:                        s.listAtOlderRoute,
		"PUT " + older + "/{message_id}":      s.pin,
		"DELETE " + older + "/{message_id}":   s.unpin,
	}
}

// message finds the message that a route names.
func (s server) message(r call.Call) (state.Post, error) {
	c, err := s.Table.BotChannel(r.PathValue("channel_id"))
	if err != nil {
		return state.Post{}, err
	}
	p, ok := s.Table.Posts[r.PathValue("message_id")]
	if !ok || p.For != "" || p.Message.ChannelID != c.ID {
		return p, check.UnknownMessage()
	}
	return p, nil
}

func (s server) pin(r call.Call) (any, error) {
	p, err := s.message(r)
	if err != nil {
		return nil, err
	}
	return nil, Pin(s.Announcer, p, s.Table.Bot)
}

func (s server) unpin(r call.Call) (any, error) {
	p, err := s.message(r)
	if err != nil {
		return nil, err
	}
	return nil, Unpin(s.Announcer, p, state.ApplicationID)
}

// readable returns the pinned messages of the channel that a route names, none if the bot may not read its history.
func (s server) readable(r call.Call) ([]state.Post, error) {
	c, err := s.Table.BotChannel(r.PathValue("channel_id"))
	if err != nil || c.Type != wire.DM && s.Table.Allows(c, wire.ReadHistory) != nil {
		return nil, err
	}
	return List(s.Table, c), nil
}

// list answers with a page of pins, the last pinned first.
func (s server) list(r call.Call) (any, error) {
	limit, before, err := threads.Page(r, 50, 50) // at most 50, and 50 if the request does not say
	if err != nil {
		return nil, err
	}
	pinned, err := s.readable(r)
	if err != nil {
		return nil, err
	}
	items, more := []any{}, false
	for _, p := range pinned {
		at := *p.Message.PinnedAt
		if !before.IsZero() && !at.Before(before) {
			continue
		}
		if more = len(items) == limit; more {
			break
		}
		items = append(items, map[string]any{"pinned_at": at, "message": shape.ReadByBot(p, r.Base)})
	}
	return map[string]any{"items": items, "has_more": more}, nil
}

func (s server) listAtOlderRoute(r call.Call) (any, error) {
	pinned, err := s.readable(r)
	if err != nil {
		return nil, err
	}
	out := []any{}
	for _, p := range pinned[:min(len(pinned), 50)] { // that route gives the last 50 only
		out = append(out, shape.ReadByBot(p, r.Base))
	}
	return out, nil
}
