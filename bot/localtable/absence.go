package localtable

// Lose takes the guild from the bot: for a while, as an outage does, or by sending the bot away. Of a guild that sent
// it away it reads and writes nothing.
func (s *Server) Lose(outage bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.dismissed = !outage
	s.gateway.dispatch(GuildID, "GUILD_DELETE", intentGuilds, func(string) any {
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
	s.gateway.dispatch(GuildID, "GUILD_CREATE", intentGuilds, func(string) any { return s.guildCreate() })
}

// away says whether the bot is not in a channel. The lock is held.
func (s *Server) away(channel string) bool {
	c := s.channel(channel)
	return c != nil && (c.away() || s.dismissed && c.ours())
}
