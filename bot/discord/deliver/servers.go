package deliver

import "sync"

// Servers is what the bot knows of servers and channels: which Discord cannot reach, and which the referee knows.
type Servers struct {
	Returned chan struct{} // signalled when a server can be reached again

	mu     sync.Mutex
	outage map[string]bool   // servers that Discord cannot reach for a while
	places map[string]string // channels that the referee knows, with their servers

	jobs    []func() // what the referee is still to be told, in the order in which it happened
	running bool     // a goroutine does the jobs
}

// placesKept limits the channels that are remembered, so that the storage is not asked about each interaction.
const placesKept = 10_000

// NewServers returns Servers that know of no outage and no channel.
func NewServers() *Servers {
	return &Servers{Returned: make(chan struct{}, 1), outage: map[string]bool{}, places: map[string]string{}}
}

// InOutage reports whether Discord cannot reach a server.
func (s *Servers) InOutage(guild string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.outage[guild]
}

// SetReachable notes whether Discord can reach a server, and signals if it can again.
func (s *Servers) SetReachable(guild string, in bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !in {
		s.outage[guild] = true
		return
	}
	if s.outage[guild] {
		delete(s.outage, guild)
		select {
		case s.Returned <- struct{}{}:
		default:
		}
	}
}

// IsKnown reports whether the referee knows that a channel exists.
func (s *Servers) IsKnown(guild, channel string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	known, ok := s.places[channel]
	return ok && known == guild
}

// SetKnown notes that the referee knows a channel.
func (s *Servers) SetKnown(guild, channel string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.places) >= placesKept {
		clear(s.places)
	}
	s.places[channel] = guild
}

// ForgetKnown forgets all known channels, so that the referee is told of them again.
func (s *Servers) ForgetKnown() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.places)
}

// Enqueue adds a job, which is done after those before it. The reader of the gateway must not wait for it, and none may
// be dropped: at a start all servers are reported at once.
func (s *Servers) Enqueue(job func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.jobs = append(s.jobs, job)
	if !s.running {
		s.running = true
		go s.runJobs()
	}
}

// runJobs does jobs until none is left.
func (s *Servers) runJobs() {
	for {
		s.mu.Lock()
		if len(s.jobs) == 0 {
			s.jobs, s.running = nil, false
			s.mu.Unlock()
			return
		}
		job := s.jobs[0]
		s.jobs = s.jobs[1:]
		s.mu.Unlock()
		job()
	}
}
