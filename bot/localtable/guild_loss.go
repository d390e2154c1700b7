package localtable

// LoseGuild takes the guild from the bot: temporarily if outage is true, as when Discord's server is down, otherwise by
// removing the bot from it. A bot that was removed can read and write nothing in the guild.
func (s *Server) LoseGuild(outage bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.botRemoved = !outage
	s.gateway.dispatch(GuildID, "GUILD_DELETE", intentGuilds, func(string) any {
		if outage {
			return map[string]any{"id": GuildID, "unavailable": true}
		}
		return map[string]any{"id": GuildID}
	})
}

// RegainGuild makes the guild available to the bot again.
func (s *Server) RegainGuild() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.botRemoved = false
	s.gateway.dispatch(GuildID, "GUILD_CREATE", intentGuilds, func(string) any { return s.guildCreate() })
}

// botAbsent says whether the bot is absent from a channel. The lock is held.
func (s *Server) botAbsent(channel string) bool {
	c := s.channel(channel)
	return c != nil && (c.foreign() || s.botRemoved && c.ours())
}
