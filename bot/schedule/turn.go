package schedule

// Turn is what a running job holds: a worker, and its line. The job gives back what it does not need any more; the rest
// is taken from it at its end.
type Turn struct {
	s          *Scheduler
	job        *Job
	workerFree bool // the job has given its worker back
	lineFree   bool // the job has given its line back
	bytes      int  // the job's part of Scheduler.sending
}

// FreeWorker gives the worker back, because the job has only to send that many bytes. It first waits while other jobs
// send so much that the bytes would exceed Options.Sending. A second call does nothing.
func (t *Turn) FreeWorker(bytes int) {
	s := t.s
	s.mu.Lock()
	defer s.mu.Unlock()
	if t.workerFree {
		return
	}
	for t.bytes = bytes; s.sending > 0 && s.sending+bytes > s.opt.Sending; {
		s.room.Wait()
	}
	s.sending += bytes
	t.freeWorker()
	s.dispatch()
}

// Sent gives back the bytes that FreeWorker took: they are sent, and the job has only to wait.
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

// freeWorker gives the worker back; a second call does nothing. The caller holds the lock.
func (t *Turn) freeWorker() {
	if !t.workerFree {
		t.workerFree = true
		t.s.count(t.job, -1)
		t.s.forget(t.job)
	}
}

// freeLine lets the next job of the line start; a second call does nothing. The caller holds the lock.
func (t *Turn) freeLine() {
	if t.lineFree || t.job.Line == "" {
		return
	}
	t.lineFree = true
	lines, line := t.s.lines, t.job.Line
	if lines[line] = lines[line][1:]; len(lines[line]) == 0 {
		delete(lines, line)
	}
}
