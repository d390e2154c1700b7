package localtable

import "slices"

// DeleteChannel does away with a channel of the guild, as a moderator does. The file keeps nothing of it: a table that
// is laid anew has the channel again.
func (s *Server) DeleteChannel(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.channel(id)
	if c == nil || !c.ours() {
		return
	}
	s.channels = slices.DeleteFunc(s.channels, func(other *channel) bool { return other == c })
	s.gateway.dispatch("CHANNEL_DELETE", intentGuilds, func(string) any { return c.Channel })
}

// Lose takes the guild from the bot: for a while, as an outage does, or by sending the bot away. Of a guild that sent
// it away it reads and writes nothing.
func (s *Server) Lose(outage bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.dismissed = !outage
	s.gateway.dispatch("GUILD_DELETE", intentGuilds, func(string) any {
		if outage {
			return map[string]any{"id": GuildID, "unavailable": true}
		}
		return map[string]any{"id": GuildID}
	})
}

// Regain gives the guild back to the bot.
func (s *Server) Regain() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.dismissed = false
	s.gateway.dispatch("GUILD_CREATE", intentGuilds, func(string) any { return s.guild() })
}

// guilds are those that READY names: they are told of later.
func (s *Server) guilds() []any {
	if s.dismissed {
		return []any{}
	}
	return []any{map[string]any{"id": GuildID, "unavailable": true}}
}

// away says whether the bot is not in a channel. The lock is held.
func (s *Server) away(channel string) bool {
	c := s.channel(channel)
	return c != nil && (c.away() || s.dismissed && c.ours())
}
