// Package faults tests that the program survives what Discord, the network and users do to it: each row of faults.txt.
package faults

import (
	"bytes"
	"context"
	"crypto/sha256"
	"io"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"grognard/bot/discord"
	"grognard/bot/localtable"
	"grognard/bot/program"
	"grognard/bot/programtest"
	"grognard/rules/must"
)

// outage is the program at work at a table where things go wrong.
type outage struct {
	*programtest.Table
	*badDiscord
	log    *lines
	now    func() time.Time       // the clock of the log; time.Now when nil
	tune   func(*discord.Options) // the program's waits
	said   int                    // bytes of the log from before the fault
	stop   context.CancelFunc
	status chan int
}

// lines is a log that is read while it is written.
type lines struct {
	mu      sync.Mutex
	text    bytes.Buffer
	changed chan struct{} // closed and replaced by each line, once somebody waits
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.changed != nil {
		close(l.changed)
		l.changed = nil
	}
	return l.text.Write(p)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// wait waits until the log has a line that fits, after so many bytes.
func (l *lines) wait(ctx context.Context, after int, fits func(line string) bool) bool {
	for {
		l.mu.Lock()
		if l.changed == nil {
			l.changed = make(chan struct{})
		}
		changed := l.changed
		has := slices.ContainsFunc(strings.Split(l.text.String()[after:], "\n"), fits)
		l.mu.Unlock()
		if has {
			return true
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return false
		}
	}
}

// newOutage opens a table where things go wrong as the steps say. The program is not started yet.
func newOutage(t *testing.T, steps ...step) *outage {
	t.Helper()
	return newOutageAt(t, newDiscord(t, steps, localtable.Options{}))
}

func newOutageAt(t *testing.T, d *badDiscord) *outage {
	return &outage{Table: &programtest.Table{T: t, Data: t.TempDir()}, badDiscord: d, tune: gatewayFault{}.hasty}
}

// markLog has checks of the log ignore what it has said so far.
func (o *outage) markLog() { o.said = len(o.log.String()) }

// start runs the program, which the end of the test stops.
func (o *outage) start() {
	ctx, cancel := context.WithCancel(context.Background())
	o.log, o.said, o.stop, o.status = &lines{}, 0, cancel, make(chan int, 1)
	w := programtest.Environment(io.Discard, o.log)
	w.Tune = o.tune
	w.Discord, w.Entropy, w.Now = o.url, rand.NewChaCha8(sha256.Sum256([]byte(o.T.Name()))), o.now
	w.Env = func(name string) string { return map[string]string{"DISCORD_TOKEN": localtable.BotToken}[name] }
	status := o.status
	ended := make(chan struct{})
	go func() {
		status <- program.Run(ctx, []string{"--data", o.Data}, w)
		close(ended)
	}()
	o.T.Cleanup(func() {
		cancel()
		<-ended
	})
}

// connected waits until commands can be given.
func (o *outage) connected() {
	o.T.Helper()
	ctx, cancel := context.WithCancel(o.T.Context())
	defer cancel()
	over := make(chan int, 1)
	go func() {
		select {
		case status := <-o.status:
			over <- status
			cancel()
		case <-ctx.Done():
		}
	}()
	if !o.log.wait(ctx, o.said, func(line string) bool { return strings.Contains(line, "connected to Discord") }) {
		o.T.Fatalf("the program does not connect, status %d:\n%s", <-over, o.log)
	}
}

// end stops the program, which must end with status 0.
func (o *outage) end() {
	o.T.Helper()
	o.stop()
	if status := <-o.status; status != 0 {
		o.T.Errorf("status %d after a clean stop\n%s", status, o.log)
	}
}

// does waits until the program has done something so many times.
func (o *outage) does(what string, times int) {
	o.T.Helper()
	ctx, cancel := context.WithTimeout(o.T.Context(), programtest.Patience)
	defer cancel()
	if err := o.await(ctx, what, times); err != nil {
		o.T.Fatalf("%v\n%s", err, o.log)
	}
}

// refused waits for the end of the program, which says in one line what its operator has to do.
func (o *outage) refused(texts []string) {
	o.T.Helper()
	if status := <-o.status; status != 1 {
		o.T.Errorf("status %d", status)
	}
	if len(texts) == 0 {
		o.T.Error("faults.txt does not say what the operator sees")
	}
	for _, text := range texts {
		said := func(line string) bool { return strings.HasPrefix(line, "grognard: ") && strings.Contains(line, text) }
		if !slices.ContainsFunc(strings.Split(o.log.String(), "\n"), said) {
			o.T.Errorf("the program ends without %q:\n%s", text, o.log)
		}
	}
}

// logged waits until the log has every text that the document quotes, in lines that have this word.
func (o *outage) logged(texts []string, word string) {
	o.T.Helper()
	ctx, cancel := context.WithTimeout(o.T.Context(), programtest.Patience)
	defer cancel()
	for _, text := range texts {
		if !o.log.wait(ctx, o.said, func(line string) bool {
			return strings.Contains(line, text) && strings.Contains(line, word)
		}) {
			o.T.Fatalf("the log has no %q of %s:\n%s", text, word, o.log)
		}
	}
}

// drill begins a game in a channel of its own, with Anna as Blue and Boris as Red, and waits until all of it is told.
func (o *outage) drill() {
	o.T.Helper()
	o.Open("drill")
	o.Say(o.German, "/game new module:drill side:blue")
	o.Say(o.Soviet, "/game join side:red")
	o.Say(o.German, "/game start")
	o.Delivered()
}

// works reports whether a command is answered.
func (o *outage) works() {
	o.T.Helper()
	if m := o.Say(o.Looker, "/rule find:9.1c"); !strings.Contains(m.Content, "9.1c") {
		o.T.Errorf("/rule is answered %q", m.Content)
	}
}

// identified compares the number of the program's IDENTIFYs, less those for earlier faults, with what faults.txt says.
func (o *outage) identified(row faultRow, earlier int) {
	o.T.Helper()
	if n := len(o.did("IDENTIFY")) - earlier; strconv.Itoa(n) != row.identifies {
		o.T.Errorf("%s: %d IDENTIFYs, and faults.txt says %s: %v", row.name, n, row.identifies, o.actions)
	}
}

// work starts the program and brings the people in.
func (o *outage) work() {
	o.T.Helper()
	o.start()
	o.comeIn()
}

// comeIn waits until the program is connected, and brings the people to the first channel.
func (o *outage) comeIn() {
	o.T.Helper()
	o.connected()
	o.Seat(o.url)
	o.Channel = must.Get(o.Looker.Channel(program.FirstChannel))(o.T)
}

// in returns the same outage for a subtest.
func (o *outage) in(t *testing.T) *outage {
	same, table := *o, *o.Table
	same.Table, table.T = &table, t
	return &same
}
