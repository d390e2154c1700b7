package localtable

// Channel returns the identifier of the guild channel with a name, so that the program can set something up in it.
func (s *Server) Channel(name string) (id string, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.channelNamed(name)
	if c == nil {
		return "", false
	}
	return c.ID, true
}
