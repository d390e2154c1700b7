package rest

import (
	"slices"
	"time"

	"grognard/bot/localtable/check"
	"grognard/bot/localtable/shape"
	"grognard/bot/localtable/state"
	"grognard/bot/localtable/wire"
)

// deleteMessage deletes the bot's own messages and, in the guild, where the bot may manage messages, those of others
// too.
func (s *messageRoutes) deleteMessage(r *request) (any, error) {
	p, err := routeMessage(s.table, r)
	if err != nil {
		return nil, err
	}
	if p.Message.GuildID == "" && p.Message.Author.ID != s.table.Bot.ID {
		return nil, check.NotInDM()
	}
	return nil, s.announce.Retract(p)
}

// bulkAge is the maximum age of messages in a bulk deletion.
const bulkAge = 14 * 24 * time.Hour

// deleteMessages deletes 2 to 100 messages of the guild at once. Messages that no longer exist are ignored.
func (s *messageRoutes) deleteMessages(r *request) (any, error) {
	var body struct {
		Messages []check.FlexibleString `json:"messages"`
	}
	if err := r.decode(&body); err != nil {
		return nil, err
	}
	var f check.Form
	f.Count(check.At{"messages"}, len(body.Messages), 2, 100)
	if err := f.Err(); err != nil {
		return nil, err
	}
	c, err := botGuildChannel(s.table, r)
	if err != nil {
		return nil, err
	}
	var gone []state.Post
	for _, id := range body.Messages {
		p, ok := s.table.Posts[string(id)]
		if !ok || p.For != "" || p.Message.ChannelID != c.ID {
			continue
		}
		if s.table.Now().Sub(p.Message.Timestamp) > bulkAge {
			return nil, check.TooOld()
		}
		gone = append(gone, p)
	}
	return nil, s.announce.RetractAll(c, gone)
}

// nonceMemory is how long a nonce prevents duplicates. Discord's reference says "a few minutes".
const nonceMemory = 5 * time.Minute

func (s *messageRoutes) createMessage(r *request) (any, error) {
	var d check.Draft
	if err := r.decode(&d); err != nil {
		return nil, err
	}
	var f check.Form
	f.Message(nil, d, r.uploads)
	if d.Flags.Value&wire.Ephemeral != 0 {
		f.Fault(check.At{"flags"}, "MESSAGE_FLAGS_INVALID", "Only answers to interactions are ephemeral.")
	}
	if err := f.Err(); err != nil {
		return nil, err
	}
	c, err := botChannel(s.table, r)
	if err != nil {
		return nil, err
	}
	if err := s.table.Allows(c, writing(c, r.uploads)...); err != nil {
		return nil, err
	}
	if c.Type == wire.DM {
		if m := s.table.Member(c.Recipients[0].ID); m == nil || m.DMsClosed {
			return nil, check.DMsClosed()
		}
	}
	if first, ok := s.table.Posts[s.table.Nonces[string(d.Nonce)]]; ok && d.EnforceNonce &&
		s.table.Now().Sub(first.Message.Timestamp) < nonceMemory {
		return shape.Sent(s.table, first, r.base), nil
	}
	if err := s.announce.Unarchive(c); err != nil {
		return nil, err
	}
	m := s.announce.NewMessage(c, s.table.Bot)
	m.Flags, m.Aloud = d.Flags.Value, d.Aloud
	if err := s.announce.Write(&m, d, r.uploads); err != nil {
		return nil, err
	}
	m.Pinged = s.announce.Pings(m)
	p := state.Post{Message: m, Nonce: string(d.Nonce)}
	return shape.Sent(s.table, p, r.base), s.announce.Publish(p)
}

// botChannel finds the channel that a route names, if the bot is a member.
func botChannel(table *state.Table, r *request) (*state.Channel, error) {
	c := table.Channel(r.PathValue("channel_id"))
	switch {
	case c == nil:
		return nil, check.UnknownChannel()
	case table.BotAbsent(c.ID):
		return nil, check.MissingAccess()
	}
	return c, table.Allows(c)
}

// botGuildChannel is botChannel for operations that are impossible in direct messages.
func botGuildChannel(table *state.Table, r *request) (*state.Channel, error) {
	c, err := botChannel(table, r)
	if err == nil && !c.Ours() {
		return nil, check.NotInDM()
	}
	return c, err
}

// routeMessage finds the message that a route names.
func routeMessage(table *state.Table, r *request) (state.Post, error) {
	c := table.Channel(r.PathValue("channel_id"))
	if c != nil && table.BotAbsent(c.ID) {
		return state.Post{}, check.MissingAccess()
	}
	if c != nil {
		if err := table.Allows(c); err != nil {
			return state.Post{}, err
		}
	}
	p, ok := table.Posts[r.PathValue("message_id")]
	if !ok || p.For != "" || p.Message.ChannelID != r.PathValue("channel_id") {
		return p, check.UnknownMessage()
	}
	return p, nil
}

func (s *messageRoutes) getMessage(r *request) (any, error) {
	p, err := routeMessage(s.table, r)
	if err != nil {
		return nil, err
	}
	if err := s.table.Allows(s.table.Channel(p.Message.ChannelID), wire.ReadHistory); err != nil {
		return nil, err
	}
	return shape.ReadByBot(s.table, p, r.base), nil
}

func (s *messageRoutes) editMessage(r *request) (any, error) {
	d, err := r.edit()
	if err != nil {
		return nil, err
	}
	p, err := routeMessage(s.table, r)
	if err != nil {
		return nil, err
	}
	if p.Message.Author.ID != s.table.Bot.ID {
		return nil, check.NotTheAuthor()
	}
	if len(r.uploads) > 0 {
		if err := s.table.Allows(s.table.Channel(p.Message.ChannelID), wire.AttachFiles); err != nil {
			return nil, err
		}
	}
	p, err = s.announce.Revise(p, d, r.uploads)
	return shape.ForBot(s.table, p, r.base), err
}

// showTyping accepts a typing notice. The page does not show it.
func (s *messageRoutes) showTyping(r *request) (any, error) {
	_, err := botChannel(s.table, r)
	return nil, err
}

// edit reads and checks the body of an edit.
func (r *request) edit() (check.Draft, error) {
	var d check.Draft
	if err := r.decode(&d); err != nil {
		return d, err
	}
	var f check.Form
	f.Message(nil, d, r.uploads)
	return d, f.Err()
}

// listMessages answers with the newest first, as Discord does. Ephemeral messages are never listed.
func (s *messageRoutes) listMessages(r *request) (any, error) {
	page, err := state.ParsePage(r.Request)
	if err != nil {
		return nil, err
	}
	c, err := botChannel(s.table, r)
	if err != nil {
		return nil, err
	}
	out := []shape.Message{}
	if c.Type != wire.DM && s.table.Permissions(c, state.ApplicationID)&wire.ReadHistory == 0 {
		return out, nil // Discord also answers with an empty list, without an error
	}
	for _, p := range s.table.Page(c, page) {
		out = append(out, shape.ReadByBot(s.table, p, r.base))
	}
	slices.Reverse(out)
	return out, nil
}

// openDM finds a user's DM channel. It succeeds even if the user takes no messages; sending then fails.
func (s *guildRoutes) openDM(r *request) (any, error) {
	var body struct {
		Recipient check.FlexibleString `json:"recipient_id"`
	}
	if err := r.decode(&body); err != nil {
		return nil, err
	}
	m := s.table.Member(string(body.Recipient))
	if m == nil {
		return nil, check.InvalidRecipient()
	}
	return shape.Channel(s.table, s.table.Channel(m.DM)), nil
}

// writing are the permissions needed to send a message, with or without files, to a channel.
func writing(c *state.Channel, files []check.Upload) []uint64 {
	need := []uint64{wire.SendMessages}
	if c.Type >= wire.NewsThread && c.Type <= wire.PrivateThread {
		need[0] = wire.SendInThreads
	}
	if len(files) > 0 {
		need = append(need, wire.AttachFiles)
	}
	return need
}
