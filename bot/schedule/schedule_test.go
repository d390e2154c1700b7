package schedule

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"grognard/rules/must"
)

var usual = Options{Workers: 8, Heavy: 3, Long: 1, PerUser: 2, PerServer: 6, Queue: 1000, ServerQueue: 500,
	UserQueue: 200}

// desk is a scheduler whose jobs start when it is their turn and end when the test says so.
type desk struct {
	*testing.T
	*Scheduler
	mu   sync.Mutex
	at   map[string]chan struct{} // the running jobs
	done []string
}

func newDesk(t *testing.T, o Options) *desk {
	return &desk{T: t, Scheduler: New(o), at: map[string]chan struct{}{}}
}

// add adds a job with a name.
func (d *desk) add(name string, j Job) {
	d.Helper()
	j.Do = func(*Turn) {
		end := make(chan struct{})
		d.mu.Lock()
		d.at[name] = end
		d.mu.Unlock()
		<-end
	}
	if err := d.Add(j); err != nil {
		d.Fatalf("%s: %v", name, err)
	}
}

// working is the names of the running jobs.
func (d *desk) working() (names []string) {
	synctest.Wait()
	d.mu.Lock()
	defer d.mu.Unlock()
	for name := range d.at {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// end ends a job.
func (d *desk) end(name string) {
	d.Helper()
	synctest.Wait()
	d.mu.Lock()
	end := d.at[name]
	delete(d.at, name)
	d.done = append(d.done, name)
	d.mu.Unlock()
	if end == nil {
		d.Fatalf("%s is not at work, but %v", name, d.working())
	}
	close(end)
}

// empty ends all jobs, in the order of their names.
func (d *desk) empty() {
	for w := d.working(); len(w) > 0; w = d.working() {
		d.end(w[0])
	}
	d.Drain()
	if len(d.servers)+len(d.users)+len(d.guilds)+len(d.lines)+d.waiting != 0 {
		d.Errorf("something stays behind: %v %v %v %v %d", d.servers, d.users, d.guilds, d.lines, d.waiting)
	}
}

func (d *desk) expect(names ...string) {
	d.Helper()
	if w := d.working(); !slices.Equal(w, names) {
		d.Errorf("at work: %v, not %v", w, names)
	}
}

// A user who requests 150 pictures makes nobody wait: neither in his channel nor elsewhere, neither orders nor
// pictures, nor his own orders.
func TestABystanderDoesNotWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t, usual)
		for i := range 150 {
			d.add("picture "+strconv.Itoa(i), Job{Server: "a", User: "olga", Weight: Heavy})
		}
		d.expect("picture 0")
		d.add("order", Job{Server: "a", User: "anna", Line: "channel"})
		d.add("own order", Job{Server: "a", User: "olga", Line: "channel 2"})
		d.add("sight", Job{Server: "a", User: "boris", Weight: Heavy})
		d.add("sight abroad", Job{Server: "b", User: "carl", Weight: Heavy})
		d.add("film", Job{Server: "a", User: "boris", Weight: Long})
		d.expect("order", "own order", "picture 0", "sight", "sight abroad")
		d.end("sight")
		d.expect("film", "order", "own order", "picture 0", "sight abroad")
		d.empty()
	})
}

// Users take turns, and so do servers, however many users they have.
func TestTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		one := usual
		one.Workers = 1
		d := newDesk(t, one)
		d.add("now", Job{Server: "a", User: "anna"})
		for i := range 3 {
			n := strconv.Itoa(i)
			d.add("anna "+n, Job{Server: "a", User: "anna"})
			d.add("boris "+n, Job{Server: "a", User: "boris"})
			d.add("carl "+n, Job{Server: "b", User: "carl"})
		}
		d.empty()
		want := []string{"now", "anna 0", "carl 0", "boris 0", "carl 1", "anna 1", "carl 2", "boris 1", "anna 2",
			"boris 2"}
		if !slices.Equal(d.done, want) {
			t.Errorf("done in the order %v, not %v", d.done, want)
		}
	})
}

func TestBounds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t, usual)
		for i := range 20 {
			n := strconv.Itoa(i)
			d.add("a"+n, Job{Server: "a", User: n})
		}
		d.expect("a0", "a1", "a2", "a3", "a4", "a5")
		d.add("b0", Job{Server: "b", User: "x"})
		d.add("b1", Job{Server: "b", User: "x"})
		d.add("b2", Job{Server: "b", User: "x"})
		d.expect("a0", "a1", "a2", "a3", "a4", "a5", "b0", "b1")
		d.end("b1")
		d.expect("a0", "a1", "a2", "a3", "a4", "a5", "b0", "b2")
		d.empty()
	})
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t, usual)
		for i := range 10 {
			n := strconv.Itoa(i)
			d.add("h"+n, Job{Server: n, User: n, Weight: Heavy})
			d.add("l"+n, Job{Server: n, User: "long " + n, Weight: Long})
		}
		d.expect("h0", "h1", "h2", "l0")
		d.empty()
	})
}

func TestQueues(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t, usual)
		fill := func(j func(n int) Job) (taken int, err error) {
			for err == nil && taken < 2*usual.Queue {
				job := j(taken)
				job.Do, job.Line = func(*Turn) {}, "line"
				if err = d.Add(job); err == nil {
					taken++
				}
			}
			return taken, err
		}
		d.add("holds", Job{Server: "a", User: "holds", Line: "line"})
		n, err := fill(func(int) Job { return Job{Server: "a", User: "olga"} })
		if n != usual.UserQueue || !errors.Is(err, ErrUser) {
			t.Errorf("one user has %d jobs: %v", n, err)
		}
		of, err := fill(func(n int) Job { return Job{Server: "a", User: strconv.Itoa(n)} })
		if n+of != usual.ServerQueue || !errors.Is(err, ErrFull) {
			t.Errorf("one server has %d jobs: %v", n+of, err)
		}
		rest, err := fill(func(n int) Job { return Job{Server: strconv.Itoa(n), User: strconv.Itoa(n)} })
		if n+of+rest != usual.Queue || !errors.Is(err, ErrFull) {
			t.Errorf("the queue takes %d jobs: %v", n+of+rest, err)
		}
		if waiting, working := d.Load(); waiting != usual.Queue || working != 1 {
			t.Errorf("%d wait, %d are at work", waiting, working)
		}
		d.empty()
		if err := d.Add(Job{}); !errors.Is(err, ErrClosed) {
			t.Errorf("after the end: %v", err)
		}
	})
}

// Jobs of a line run in the order in which they were added, one at a time, whoever adds them.
func TestLinesKeepTheirOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t, usual)
		dice := rand.New(rand.NewPCG(1, 2))
		var mu sync.Mutex
		done, busy := map[string][]int{}, map[string]bool{}
		for i := range 900 {
			line := strconv.Itoa(dice.IntN(12))
			must.Do(t, d.Add(Job{Server: strconv.Itoa(dice.IntN(3)), User: strconv.Itoa(dice.IntN(5)), Line: line,
				Weight: Weight(dice.IntN(3)), Do: func(*Turn) {
					mu.Lock()
					if busy[line] {
						t.Errorf("two jobs of line %s at once", line)
					}
					busy[line] = true
					mu.Unlock()
					mu.Lock()
					defer mu.Unlock()
					done[line] = append(done[line], i)
					busy[line] = false
				}}))
		}
		d.empty()
		n := 0
		for line, list := range done {
			n += len(list)
			if !slices.IsSorted(list) {
				t.Errorf("line %s: %v", line, list)
			}
		}
		if n != 900 {
			t.Errorf("%d jobs done", n)
		}
	})
}

// A job that only sends has neither worker nor line, unless it keeps the line, and counts by its bytes; Drain waits for
// it.
func TestTurn_SendingHoldsNoWorker(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		one := usual
		one.Workers, one.Sending = 1, 100
		d := newDesk(t, one)
		sent := make(chan struct{})
		send := func(line string, bytes int, keeps bool) {
			must.Do(t, d.Add(Job{Server: "a", User: "anna", Line: line, Do: func(turn *Turn) {
				turn.FreeWorker(bytes)
				turn.FreeWorker(bytes)
				if !keeps {
					turn.FreeLine()
				}
				<-sent
			}}))
		}
		send("panel", 10, true)
		send("game", 60, false)
		d.add("after the panel", Job{Server: "a", User: "anna", Line: "panel"})
		d.add("after the order", Job{Server: "a", User: "anna", Line: "game"})
		d.expect("after the order")
		d.end("after the order")
		d.expect()
		send("", 40, false) // which has to wait, and its worker with it
		d.add("behind it", Job{Server: "a", User: "boris"})
		d.expect()
		if d.sending != 70 {
			t.Errorf("%d bytes are being sent", d.sending)
		}
		close(sent) // which of the two comes first depends on whose sending ended first
		first, second := "after the panel", "behind it"
		if slices.Equal(d.working(), []string{second}) {
			first, second = second, first
		}
		d.expect(first)
		d.end(first)
		d.expect(second)
		d.empty()
		if d.sending != 0 {
			t.Errorf("%d bytes are left", d.sending)
		}
	})
}

// What is more than may be sent at once is sent alone.
func TestTurn_LargeAnswerGoesAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t, usual)
		var sending atomic.Int32
		for range 3 {
			must.Do(t, d.Add(Job{Server: "a", User: "anna", Do: func(turn *Turn) {
				turn.FreeWorker(1000)
				if n := sending.Add(1); n != 1 {
					t.Errorf("%d are sent at once", n)
				}
				time.Sleep(time.Second)
				sending.Add(-1)
			}}))
		}
		d.Drain()
	})
}
