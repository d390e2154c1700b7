package rest

import (
	"grognard/bot/localtable/check"
	"grognard/bot/localtable/shape"
	"grognard/bot/localtable/state"
	"grognard/bot/localtable/wire"
)

// openDM finds a user's DM channel. It succeeds even if the user takes no messages; sending then fails.
func (s *API) openDM(r *request) (any, error) {
	var body struct {
		Recipient string `json:"recipient_id"`
	}
	if err := r.decode(&body); err != nil {
		return nil, err
	}
	m := s.Table.Member(body.Recipient)
	if m == nil {
		return nil, check.InvalidRecipient()
	}
	return shape.Channel(s.Table.Channel(m.DM)), nil
}

// botChannel finds the channel that a route names, if the bot is a member and sees it.
func (s *API) botChannel(r *request) (*state.Channel, error) {
	c := s.Table.Channel(r.PathValue("channel_id"))
	switch {
	case c == nil:
		return nil, check.UnknownChannel()
	case s.Table.BotAbsent(c.ID):
		return nil, check.MissingAccess()
	}
	return c, s.Table.Allows(c)
}

// archiveAfter is after how many minutes without a message a thread would be archived.
const archiveAfter = 1440

// createThread creates a thread in a channel of the guild.
func (s *API) createThread(r *request) (any, error) {
	d := check.ThreadDraft{Type: wire.PrivateThread}
	if err := r.decode(&d); err != nil {
		return nil, err
	}
	parent, err := s.botChannel(r)
	if err != nil {
		return nil, err
	}
	if parent.Type != wire.GuildText {
		return nil, check.WrongChannelType()
	}
	now := s.Table.Now().UTC()
	t := wire.Channel{ID: s.Table.NewIDAt(now), Type: d.Type, GuildID: parent.GuildID, Parent: parent.ID,
		Owner: s.Table.Bot.ID, Thread: &wire.Thread{AutoArchive: archiveAfter, Changed: now, Created: now}}
	d.ApplyTo(&t)
	made, err := s.Announce.OpenChannel(t)
	if err != nil {
		return nil, err
	}
	return created{shape.Channel(made)}, nil
}

// editThread changes a thread. An archived one can only be opened again.
func (s *API) editThread(r *request) (any, error) {
	var d check.ThreadDraft
	if err := r.decode(&d); err != nil {
		return nil, err
	}
	c, err := s.botChannel(r)
	if err != nil {
		return nil, err
	}
	if c.Thread == nil {
		return nil, check.NotHere("change of a channel that is no thread")
	}
	changed := c.Channel
	d.ApplyTo(&changed)
	if c.Archived() && changed.Thread.Archived {
		return nil, check.ThreadArchived()
	}
	if c.Archived() != changed.Thread.Archived {
		changed.Thread.Changed = s.Table.Now().UTC()
	}
	if err := s.Announce.ChangeChannel(changed); err != nil {
		return nil, err
	}
	return shape.Channel(c), nil
}
