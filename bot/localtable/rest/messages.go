package rest

import (
	"slices"
	"time"

	"grognard/bot/localtable/check"
	"grognard/bot/localtable/shape"
	"grognard/bot/localtable/state"
	"grognard/bot/localtable/threads"
	"grognard/bot/localtable/wire"
)

// nonceMemory is how long a nonce prevents duplicates. Discord's reference says "a few minutes".
const nonceMemory = 5 * time.Minute

func (s *API) createMessage(r *request) (any, error) {
	d, err := r.draft()
	if err != nil {
		return nil, err
	}
	c, err := s.Table.BotChannel(r.PathValue("channel_id"))
	if err != nil {
		return nil, err
	}
	if err := s.Table.Allows(c, permissionsToSend(c, r.uploads)...); err != nil {
		return nil, err
	}
	if c.Type == wire.DM {
		if m := s.Table.Member(c.Recipients[0].ID); m == nil || m.DMsClosed {
			return nil, check.DMsClosed()
		}
	}
	if first, ok := s.Table.Posts[s.Table.Nonces[d.Nonce]]; ok && d.EnforceNonce &&
		s.Table.Now().Sub(first.Message.Timestamp) < nonceMemory {
		return shape.Sent(first, r.base), nil
	}
	m := s.Announce.NewMessage(c, s.Table.Bot)
	m.Flags = d.Flags.Value
	if err := s.Announce.Write(&m, d, r.uploads); err != nil {
		return nil, err
	}
	if err := threads.Enter(s.Announce, c, &m); err != nil {
		return nil, err
	}
	p := state.Post{Message: m, Nonce: d.Nonce}
	return shape.Sent(p, r.base), s.Announce.Publish(p)
}

// message finds the message that a route names.
func (s *API) message(r *request) (state.Post, *state.Channel, error) {
	c, err := s.Table.BotChannel(r.PathValue("channel_id"))
	if err != nil {
		return state.Post{}, nil, err
	}
	p, ok := s.Table.Posts[r.PathValue("message_id")]
	if !ok || p.For != "" || p.Message.ChannelID != c.ID {
		return p, nil, check.UnknownMessage()
	}
	return p, c, nil
}

func (s *API) editMessage(r *request) (any, error) {
	d, err := r.draft()
	if err != nil {
		return nil, err
	}
	p, c, err := s.message(r)
	if err != nil {
		return nil, err
	}
	if p.Message.Author.ID != s.Table.Bot.ID {
		return nil, check.NotTheAuthor()
	}
	if err := threads.Closed(s.Table, c, s.Table.Bot.ID); err != nil {
		return nil, err
	}
	if len(r.uploads) > 0 {
		if err := s.Table.Allows(c, wire.AttachFiles); err != nil {
			return nil, err
		}
	}
	p, err = s.Announce.Revise(p, d, r.uploads)
	return shape.ForBot(p, r.base), err
}

func (s *API) deleteMessage(r *request) (any, error) {
	p, c, err := s.message(r)
	if err == nil && p.Message.Author.ID != s.Table.Bot.ID {
		err = s.Table.Allows(c, wire.ManageMessages)
	}
	if err != nil {
		return nil, err
	}
	return nil, s.Announce.Retract(p)
}

func (s *API) getMessage(r *request) (any, error) {
	p, c, err := s.message(r)
	if err == nil {
		err = s.Table.Allows(c, wire.ReadHistory)
	}
	return shape.ReadByBot(p, r.base), err
}

// listMessages answers with the newest first, as Discord does. Ephemeral messages are never listed.
func (s *API) listMessages(r *request) (any, error) {
	page, err := state.ParsePage(r.Request)
	if err != nil {
		return nil, err
	}
	c, err := s.Table.BotChannel(r.PathValue("channel_id"))
	if err != nil {
		return nil, err
	}
	out := []shape.Message{}
	if c.Type != wire.DM && s.Table.Permissions(c, state.ApplicationID)&wire.ReadHistory == 0 {
		return out, nil // Discord also answers with an empty list, without an error
	}
	for _, p := range s.Table.Page(c, page) {
		out = append(out, shape.ReadByBot(p, r.base))
	}
	slices.Reverse(out)
	return out, nil
}

// permissionsToSend returns the permissions needed to send a message, with or without files, to a channel.
func permissionsToSend(c *state.Channel, files []check.Upload) []uint64 {
	need := []uint64{wire.SendMessages}
	if c.Thread != nil {
		need[0] = wire.SendInThreads
	}
	if len(files) > 0 {
		need = append(need, wire.AttachFiles)
	}
	return need
}
