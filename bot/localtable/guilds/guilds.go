// Package guilds is what happens to a whole server at the local table: it is added and invites the bot, it removes the
// bot and invites it anew, it is unavailable for a time, and it takes permissions away. The bot is told as at Discord.
// The table's lock is held whenever a function is called.
package guilds

import (
	"grognard/bot/localtable/announce"
	"grognard/bot/localtable/gateway"
	"grognard/bot/localtable/state"
	"grognard/bot/localtable/welcome"
	"grognard/bot/localtable/wire"
)

// Add adds a server with one text channel. It has invited the bot, and every user belongs to it.
func Add(s *announce.Announcer, name, channel string) (guild string, err error) {
	g := wire.Guild{ID: s.Table.NewID(), Name: name, Absent: true} // the bot is absent until Invite below
	if err := keep(s, g); err != nil {
		return "", err
	}
	if _, err := s.OpenChannel(*s.Table.NewChannel(g.ID, channel)); err != nil {
		return "", err
	}
	return g.ID, Invite(s, g.ID)
}

// Invite lets the bot into a server, again or for the first time.
func Invite(s *announce.Announcer, guild string) error {
	g := *s.Table.Guild(guild)
	if g.Absent {
		g.Absent, g.Joined = false, new(s.Table.Now().UTC())
	}
	if err := keep(s, g); err != nil {
		return err
	}
	Back(s, guild)
	return nil
}

// Remove takes the bot from a server. The server, its channels and what was written there stay.
func Remove(s *announce.Announcer, guild string) error {
	g := *s.Table.Guild(guild)
	g.Absent = true
	if err := keep(s, g); err != nil {
		return err
	}
	s.Gateway.Dispatch("GUILD_DELETE", gateway.IntentGuilds, func(string) any { return map[string]any{"id": guild} })
	return nil
}

// Out tells the bot that a server is unavailable for a time, as when Discord's own machine is down.
func Out(s *announce.Announcer, guild string) {
	s.Gateway.Dispatch("GUILD_DELETE", gateway.IntentGuilds,
		func(string) any { return map[string]any{"id": guild, "unavailable": true} })
}

// Back tells the bot that a server is available.
func Back(s *announce.Announcer, guild string) {
	s.Gateway.Dispatch("GUILD_CREATE", gateway.IntentGuilds,
		func(string) any { return welcome.Guild(s.Table, s.Table.Guild(guild)) })
}

// keep stores the data of a server and sends them to every open browser page.
func keep(s *announce.Announcer, g wire.Guild) error {
	if err := s.Table.Commit(state.Entry{Guild: &g}); err != nil {
		return err
	}
	for _, m := range s.Table.Members {
		s.TellUser(m.ID, wire.Event{Kind: "guild", Guild: new(g)})
	}
	return nil
}

// Deny takes exactly these permissions from a user or the bot in place, a channel or a server, and gives back others
// taken there before. The bot is told of changes to its own permissions: of the channel, or of the server's role that
// everybody has, and of each channel that it now sees, with the threads there, or no longer sees.
func Deny(s *announce.Announcer, place, user string, permissions uint64) {
	before := viewed(s.Table)
	s.Table.Deny(place, user, permissions)
	if user != state.ApplicationID {
		return
	}
	if g := s.Table.Guild(place); g != nil && !g.Absent {
		data := map[string]any{"guild_id": g.ID, "role": welcome.Everyone(s.Table, g)}
		s.Gateway.Dispatch("GUILD_ROLE_UPDATE", gateway.IntentGuilds, func(string) any { return data })
	}
	after := viewed(s.Table)
	for _, c := range s.Table.Channels {
		if c.Thread != nil || c.GuildID == "" || c.ID != place && before[c.ID] == after[c.ID] {
			continue
		}
		s.DispatchFrom(c, "CHANNEL_UPDATE", welcome.Channel(s.Table, c))
		if after[c.ID] && !before[c.ID] {
			s.DispatchFrom(c, "THREAD_LIST_SYNC", welcome.ThreadListSync(s.Table, c))
		}
	}
}

// viewed returns, by a channel's identifier, whether the bot may view the channel.
func viewed(t *state.Table) map[string]bool {
	out := map[string]bool{}
	for _, c := range t.Channels {
		out[c.ID] = t.Permissions(c, state.ApplicationID)&wire.ViewChannel != 0
	}
	return out
}
