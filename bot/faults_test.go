package main

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
	"grognard/bot/localtable/faults"
)

// outage is the program at work at a table that misbehaves.
type outage struct {
	*sitting
	table  *localtable.Server
	record *faults.Record
	faults *faults.Faults
	url    string
	log    *lines
	now    func() time.Time       // the clock of the log; time.Now when nil
	tune   func(*discord.Options) // the program's waits
	said   int                    // of the log is what was said before the fault
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

// newOutage lays a table that follows a scenario. The program is not started yet.
func newOutage(t *testing.T, scenario string, changes ...func(*localtable.Options)) *outage {
	t.Helper()
	o := &outage{sitting: &sitting{t: t, data: t.TempDir(), used: map[string]bool{}}, record: &faults.Record{},
		faults: faults.New(parseScenario(t, scenario)), tune: patient}
	options := localtable.Options{Fault: o.faults.Fault, Gateway: o.faults, Seen: o.record.Add}
	for _, change := range changes {
		change(&options)
	}
	o.table, o.url = lay(t, options)
	return o
}

func parseScenario(t *testing.T, text string) faults.Scenario {
	t.Helper()
	list, err := faults.ParseScenario(text)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// misbehave has the table follow another scenario.
func (o *outage) misbehave(scenario string) {
	o.t.Helper()
	o.faults.Misbehave(o.table, parseScenario(o.t, scenario))
}

// markLog has only what the log says from now on count.
func (o *outage) markLog() { o.said = len(o.log.String()) }

// start runs the program, which the end of the test stops.
func (o *outage) start() {
	ctx, cancel := context.WithCancel(context.Background())
	o.log, o.said, o.stop, o.status = &lines{}, 0, cancel, make(chan int, 1)
	w := environmentOf(io.Discard, o.log)
	w.tune = o.tune
	w.discord, w.entropy, w.now = o.url, rand.NewChaCha8(sha256.Sum256([]byte(o.t.Name()))), o.now
	w.env = func(name string) string { return map[string]string{"DISCORD_TOKEN": localtable.BotToken}[name] }
	status := o.status
	ended := make(chan struct{})
	go func() {
		status <- run(ctx, []string{"--data", o.data}, w)
		close(ended)
	}()
	o.t.Cleanup(func() {
		cancel()
		<-ended
	})
}

// connected waits until commands can be given.
func (o *outage) connected() {
	o.t.Helper()
	ctx, cancel := context.WithCancel(o.t.Context())
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
		o.t.Fatalf("the program does not connect, status %d:\n%s", <-over, o.log)
	}
}

// end stops the program, which must do so in good order.
func (o *outage) end() {
	o.t.Helper()
	o.stop()
	if status := <-o.status; status != 0 {
		o.t.Errorf("status %d after a clean stop\n%s", status, o.log)
	}
}

// does waits until the program has done something so many times.
func (o *outage) does(what string, times int) {
	o.t.Helper()
	ctx, cancel := context.WithTimeout(o.t.Context(), patience)
	defer cancel()
	if err := o.record.Await(ctx, what, times); err != nil {
		o.t.Fatalf("%v\n%s", err, o.log)
	}
}

// refused waits for the end of the program, which says in one line what its operator has to do.
func (o *outage) refused(texts []string) {
	o.t.Helper()
	if status := <-o.status; status != 1 {
		o.t.Errorf("status %d", status)
	}
	if len(texts) == 0 {
		o.t.Error("FAULTS.md does not say what the operator sees")
	}
	for _, text := range texts {
		said := func(line string) bool { return strings.HasPrefix(line, "grognard: ") && strings.Contains(line, text) }
		if !slices.ContainsFunc(strings.Split(o.log.String(), "\n"), said) {
			o.t.Errorf("the program ends without %q:\n%s", text, o.log)
		}
	}
}

// logged waits until the log has every text that the document quotes, in lines that have this word.
func (o *outage) logged(texts []string, word string) {
	o.t.Helper()
	ctx, cancel := context.WithTimeout(o.t.Context(), patience)
	defer cancel()
	for _, text := range texts {
		if !o.log.wait(ctx, o.said, func(line string) bool {
			return strings.Contains(line, text) &&
				strings.Contains(line, word)
		}) {
			o.t.Fatalf("the log has no %q of %s:\n%s", text, word, o.log)
		}
	}
}

// drill begins a game in a channel of its own, with Anna as Blue and Boris as Red, and waits until all of it is told.
func (o *outage) drill() {
	o.t.Helper()
	var err error
	if o.channel, err = o.german.Open(o.t.Context(), "drill"); err != nil {
		o.t.Fatal(err)
	}
	o.say(o.german, "/game new module:drill side:blue")
	o.say(o.soviet, "/game join side:red")
	o.say(o.german, "/game start")
	o.await(o.german, posted(o.direct(o.german), "For your eyes only, Blue"))
	o.await(o.soviet, posted(o.direct(o.soviet), "For your eyes only, Red"))
}

// works says whether a command is answered.
func (o *outage) works() {
	o.t.Helper()
	if m := o.say(o.looker, "/rule find:9.1c"); !strings.Contains(m.Content, "9.1c") {
		o.t.Errorf("/rule is answered %q", m.Content)
	}
}

// identified holds how often the program identified, but for these, against what the document says of a fault.
func (o *outage) identified(row faultRow, but int) {
	o.t.Helper()
	if n := len(o.record.Actions("IDENTIFY")) - but; strconv.Itoa(n) != row.identifies {
		o.t.Errorf("%s: %d IDENTIFYs, and FAULTS.md says %s: %v", row.name, n, row.identifies, o.record.Actions(""))
	}
}

// comeIn brings the people to the first channel.
func (o *outage) comeIn() {
	o.t.Helper()
	o.seat(o.url)
	var err error
	if o.channel, err = o.looker.Channel(firstChannel); err != nil {
		o.t.Fatal(err)
	}
}

// in is the same for a subtest.
func (o *outage) in(t *testing.T) *outage {
	same, sitting := *o, *o.sitting
	same.sitting, sitting.t = &sitting, t
	return &same
}
