package discord

import (
	"errors"
	"sync"
)

// What the lanes take at most: jobs at work at once, jobs that wait, and jobs of one
// lane that do, so that whoever asks for film after film keeps nobody else out.
const (
	workers   = 8
	queueSize = 1000
	laneSize  = 100
)

var (
	errBusy   = errors.New("too much is waiting to be answered")
	errClosed = errors.New("the bot is stopping")
)

// lanes does jobs in the background: those of one lane in order, those of
// different lanes side by side.
type lanes struct {
	slots chan struct{}
	all   sync.WaitGroup

	mu      sync.Mutex
	waiting map[string][]func() // of each lane that has somebody working on it
	count   int
	closed  bool
}

func newLanes() *lanes {
	return &lanes{slots: make(chan struct{}, workers), waiting: map[string][]func(){}}
}

// add puts a job at the end of a lane.
func (l *lanes) add(lane string, job func()) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.closed:
		return errClosed
	case l.count >= queueSize, len(l.waiting[lane]) >= laneSize:
		return errBusy
	}
	l.count++
	jobs, busy := l.waiting[lane]
	l.waiting[lane] = append(jobs, job)
	if !busy {
		l.all.Add(1)
		go l.work(lane)
	}
	return nil
}

// work does a lane's jobs until none is left.
func (l *lanes) work(lane string) {
	defer l.all.Done()
	for job := l.next(lane); job != nil; job = l.next(lane) {
		l.slots <- struct{}{}
		job()
		<-l.slots
	}
}

// next takes a lane's first job; without one it clears the lane away.
func (l *lanes) next(lane string) func() {
	l.mu.Lock()
	defer l.mu.Unlock()
	jobs := l.waiting[lane]
	if len(jobs) == 0 {
		delete(l.waiting, lane)
		return nil
	}
	l.waiting[lane] = jobs[1:]
	l.count--
	return jobs[0]
}

// load is how many jobs wait and how many are at work.
func (l *lanes) load() (waiting, working int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.count, len(l.slots)
}

// drain takes no more jobs and returns when those in hand are done.
func (l *lanes) drain() {
	l.mu.Lock()
	l.closed = true
	l.mu.Unlock()
	l.all.Wait()
}
