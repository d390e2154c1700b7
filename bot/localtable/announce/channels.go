package announce

import (
	"slices"

	"grognard/bot/localtable/gateway"
	"grognard/bot/localtable/state"
	"grognard/bot/localtable/welcome"
	"grognard/bot/localtable/wire"
)

// channelEvents are the prefixes of the names of events about channels (false) and threads (true).
var channelEvents = map[bool]string{false: "CHANNEL_", true: "THREAD_"}

// OpenChannel creates a channel or a thread and tells the page and the bot of it. The lock is held.
func (s *Announcer) OpenChannel(made wire.Channel) (*state.Channel, error) {
	if err := s.Table.Commit(state.Entry{Channel: &made}); err != nil {
		return nil, err
	}
	c := s.Table.Channel(made.ID)
	s.tellOfChannel(c, "CREATE")
	return c, nil
}

// ChangeChannel replaces the data of a channel. The lock is held.
func (s *Announcer) ChangeChannel(changed wire.Channel) error {
	if err := s.Table.Commit(state.Entry{Channel: &changed}); err != nil {
		return err
	}
	s.tellOfChannel(s.Table.Channel(changed.ID), "UPDATE")
	return nil
}

func (s *Announcer) tellOfChannel(c *state.Channel, what string) {
	s.Tell(c.ID, "", wire.Event{Kind: "channel", Channel: new(c.Channel)}) // "": all who see c
	data := welcome.Channel(s.Table, c)
	if what == "CREATE" && c.Thread != nil {
		data["newly_created"] = true
	}
	s.DispatchFrom(c, channelEvents[c.Thread != nil]+what, data)
}

// DispatchFrom tells the bot of something in a channel, if the bot is a member there and may know of the thread.
func (s *Announcer) DispatchFrom(c *state.Channel, kind string, data any) {
	if !s.Table.BotAbsent(c.ID) && (c.Thread == nil || s.Table.Allows(c) == nil) {
		s.Gateway.Dispatch(kind, gateway.IntentGuilds, func(string) any { return data })
	}
}

// DropChannel deletes a channel with its threads and messages. The lock is held.
func (s *Announcer) DropChannel(c *state.Channel) error {
	for _, t := range slices.Clone(s.Table.Channels) {
		if t.Parent == c.ID {
			if err := s.DropChannel(t); err != nil {
				return err
			}
		}
	}
	data := welcome.Channel(s.Table, c)
	if c.Thread != nil {
		data = map[string]any{"id": c.ID, "guild_id": c.GuildID, "parent_id": c.Parent, "type": c.Type}
	}
	s.Tell(c.ID, "", wire.Event{Kind: "channel-gone", ID: c.ID}) // "": all who see c
	s.DispatchFrom(c, channelEvents[c.Thread != nil]+"DELETE", data)
	return s.Table.Commit(state.Entry{ChannelGone: c.ID})
}
