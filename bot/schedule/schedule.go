// Package schedule runs jobs in the background, fairly: servers take turns, within a server its users take turns, and
// slow jobs may use only some of the workers. So nobody who requests much makes others wait.
//
//	options := schedule.Options{Workers: 8, Heavy: 3, Long: 1, PerUser: 2, PerServer: 6}
//	options.Queue, options.ServerQueue, options.UserQueue = 1000, 200, 50 // waiting jobs
//	s := schedule.New(options)
//	options.Sending = 64 << 20 // bytes that jobs send which have given their workers back
//	err := s.Add(job) // jobs with the same Line run one after the other
//	s.Drain()
//
// A job that only waits for the network gives its worker back (Turn.FreeWorker), so that slow answers hold up nobody.
package schedule

import (
	"errors"
	"slices"
	"sync"
)

// Weight is how much work a job is.
type Weight int

// The weights. Heavy and long jobs of a user always leave him at least one worker for light ones.
const (
	Light Weight = iota // an order, a list of suggestions
	Heavy               // a picture
	Long                // a film, an export, an audit
)

// Job is work for a user.
type Job struct {
	Server string
	User   string
	Line   string // jobs with the same Line run one after the other, in the order of Add; "" for none
	Weight Weight
	Do     func(*Turn)
}

// Options are maximum numbers of jobs. All are required.
type Options struct {
	Workers   int // running at once
	Heavy     int // heavy ones running
	Long      int // long ones running
	PerUser   int // of one user, running; at least 2
	PerServer int // of one server, running

	Queue       int // waiting
	ServerQueue int // of one server, waiting
	UserQueue   int // of one user, waiting

	Sending int // bytes that jobs without a worker send at once; a single job may send more
}

// Reasons for which Add refuses a job.
var (
	ErrUser   = errors.New("too much of this user is waiting")
	ErrFull   = errors.New("too much is waiting")
	ErrClosed = errors.New("no more jobs are taken")
)

// Scheduler runs jobs. It is safe for use by several goroutines.
type Scheduler struct {
	opt Options
	all sync.WaitGroup

	mu      sync.Mutex // guards all below
	servers []*server  // those with waiting jobs, in the order of their turns
	users   map[string]*tally
	guilds  map[string]*tally // tallies of servers
	lines   map[string][]*Job // waiting and running jobs, the first one first
	working [Long + 1]int     // running jobs, by weight
	waiting int
	sending int        // bytes of jobs that run without a worker
	room    *sync.Cond // signalled when sending becomes less
	closed  bool
}

// tally is the number of jobs of a user or server by state.
type tally struct{ waiting, working, notLight int } // notLight: working, and Heavy or Long

// server has the users of a server who have waiting jobs, in the order of their turns.
type server struct {
	id    string
	users []*user
}

// user has the waiting jobs of a user in one server.
type user struct {
	id   string
	jobs []*Job
}

// New returns a scheduler without jobs.
func New(o Options) *Scheduler {
	s := &Scheduler{opt: o, users: map[string]*tally{}, guilds: map[string]*tally{}, lines: map[string][]*Job{}}
	s.room = sync.NewCond(&s.mu)
	return s
}

// Add queues a job and does not wait for it. It returns ErrUser, ErrFull or ErrClosed if it refuses the job.
func (s *Scheduler) Add(j Job) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	ofUser, guild := tallyOf(s.users, j.User), tallyOf(s.guilds, j.Server)
	defer s.forget(&j)
	switch {
	case s.closed:
		return ErrClosed
	case ofUser.waiting >= s.opt.UserQueue:
		return ErrUser
	case s.waiting >= s.opt.Queue, guild.waiting >= s.opt.ServerQueue:
		return ErrFull
	}
	s.all.Add(1)
	s.waiting++
	ofUser.waiting++
	guild.waiting++
	if j.Line != "" {
		s.lines[j.Line] = append(s.lines[j.Line], &j)
	}
	s.enqueue(&j)
	s.dispatch()
	return nil
}

// Drain refuses further jobs and returns when all queued ones are done.
func (s *Scheduler) Drain() {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.all.Wait()
}

// Load returns the number of waiting jobs and of those that have a worker.
func (s *Scheduler) Load() (waiting, working int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.waiting, s.atWork()
}

func (s *Scheduler) atWork() int { return s.working[Light] + s.working[Heavy] + s.working[Long] }

func (s *Scheduler) enqueue(j *Job) {
	i := slices.IndexFunc(s.servers, func(g *server) bool { return g.id == j.Server })
	if i < 0 {
		i, s.servers = len(s.servers), append(s.servers, &server{id: j.Server})
	}
	g := s.servers[i]
	k := slices.IndexFunc(g.users, func(u *user) bool { return u.id == j.User })
	if k < 0 {
		k, g.users = len(g.users), append(g.users, &user{id: j.User})
	}
	g.users[k].jobs = append(g.users[k].jobs, j)
}

// dispatch starts every job that can run now. The caller holds the lock.
func (s *Scheduler) dispatch() {
	for j := s.next(); j != nil; j = s.next() {
		go s.work(j)
	}
}

func (s *Scheduler) work(j *Job) {
	t := &Turn{s: s, job: j}
	j.Do(t)
	s.mu.Lock()
	t.freeWorker()
	t.freeLine()
	s.sending -= t.bytes
	s.room.Broadcast()
	s.dispatch()
	s.mu.Unlock()
	s.all.Done()
}

// next removes and returns the first job that can run now, or nil. Its user and server then go to the end of the queue.
// The caller holds the lock.
func (s *Scheduler) next() *Job {
	for i, g := range s.servers {
		for k, u := range g.users {
			n := slices.IndexFunc(u.jobs, s.canStart)
			if n < 0 {
				continue
			}
			j := u.jobs[n]
			u.jobs = slices.Delete(u.jobs, n, n+1)
			g.users = slices.Delete(g.users, k, k+1)
			if len(u.jobs) > 0 {
				g.users = append(g.users, u)
			}
			s.servers = slices.Delete(s.servers, i, i+1)
			if len(g.users) > 0 {
				s.servers = append(s.servers, g)
			}
			s.waiting--
			s.users[u.id].waiting--
			s.guilds[g.id].waiting--
			s.count(j, 1)
			return j
		}
	}
	return nil
}

// canStart reports whether a job can run now.
func (s *Scheduler) canStart(j *Job) bool {
	ofUser := s.users[j.User]
	switch {
	case s.atWork() >= s.opt.Workers, j.Weight == Heavy && s.working[Heavy] >= s.opt.Heavy,
		j.Weight == Long && s.working[Long] >= s.opt.Long, ofUser.working >= s.opt.PerUser,
		j.Weight != Light && ofUser.notLight >= s.opt.PerUser-1, s.guilds[j.Server].working >= s.opt.PerServer:
		return false
	}
	return j.Line == "" || s.lines[j.Line][0] == j
}

// count adds n to the numbers of running jobs that j belongs to.
func (s *Scheduler) count(j *Job, n int) {
	s.working[j.Weight] += n
	for _, t := range []*tally{s.users[j.User], s.guilds[j.Server]} {
		t.working += n
		if j.Weight != Light {
			t.notLight += n
		}
	}
}

func tallyOf(all map[string]*tally, id string) *tally {
	if all[id] == nil {
		all[id] = &tally{}
	}
	return all[id]
}

// forget drops the tallies of a job's user and server if they have no jobs.
func (s *Scheduler) forget(j *Job) {
	if *s.users[j.User] == (tally{}) {
		delete(s.users, j.User)
	}
	if *s.guilds[j.Server] == (tally{}) {
		delete(s.guilds, j.Server)
	}
}
