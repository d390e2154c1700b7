package schedule

// Turn is what a running job holds: a worker, and its line. The job gives back what it does not need any more; the rest
// is taken from it at its end.
type Turn struct {
	s     *Scheduler
	job   *Job
	idle  bool // its worker is free
	left  bool // its line is free
	bytes int
}

// FreeWorker lets another job have the worker, as what is left to do is to send so many bytes. It waits for other jobs
// while they send as much as may be sent at once. A second call does nothing.
func (t *Turn) FreeWorker(bytes int) {
	s := t.s
	s.mu.Lock()
	defer s.mu.Unlock()
	if t.idle {
		return
	}
	for t.bytes = bytes; s.sending > 0 && s.sending+bytes > s.opt.Sending; {
		s.room.Wait()
	}
	s.sending += bytes
	t.freeWorker()
	s.dispatch()
}

// Sent gives back what FreeWorker took for sending: what is left to do is to wait.
func (t *Turn) Sent() {
	t.s.mu.Lock()
	defer t.s.mu.Unlock()
	t.s.sending -= t.bytes
	t.bytes = 0
	t.s.room.Broadcast()
	t.s.dispatch()
}

// FreeLine lets the next job of the line start.
func (t *Turn) FreeLine() {
	t.s.mu.Lock()
	defer t.s.mu.Unlock()
	t.freeLine()
	t.s.dispatch()
}

// freeWorker is FreeWorker without the bytes. The lock is held.
func (t *Turn) freeWorker() {
	if !t.idle {
		t.idle = true
		t.s.count(t.job, -1)
		t.s.forget(t.job)
	}
}

// freeLine is FreeLine with the lock held.
func (t *Turn) freeLine() {
	if t.left || t.job.Line == "" {
		return
	}
	t.left = true
	lines, line := t.s.lines, t.job.Line
	if lines[line] = lines[line][1:]; len(lines[line]) == 0 {
		delete(lines, line)
	}
}
