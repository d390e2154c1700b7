package localtable

// Channel is the identifier of a guild channel by its name, for the program that laid the table and wants to set
// something up on it.
func (s *Server) Channel(name string) (id string, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.channelNamed(name)
	if c == nil {
		return "", false
	}
	return c.ID, true
}
