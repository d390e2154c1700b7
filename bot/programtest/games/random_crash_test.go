package games

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"grognard/bot/localtable/player"
	"grognard/bot/programtest"
	"grognard/bot/referee"
	"grognard/bot/referee/api"
	"grognard/bot/referee/proof"
	"grognard/rules"
	"grognard/storage/sqlite"
)

var (
	killsWanted = flag.Int("kills", 3, "how often TestKilled_AtRandomMoments kills the program")
	killsSeed   = flag.Uint64("kills-seed", 0, "the seed of TestKilled_AtRandomMoments; 0 for another one each time")
)

// TestKilled_AtRandomMoments kills the program with SIGKILL at random moments of a game with fights in it,
// while commands are under way and between them. Whoever gets no answer gives his order again only
// if the game does not show it as done. Red's standing answers decide for all units, Blue's for one, and both give some
// moves by lists: their rows are nobody's orders by hand.
//
//	go test ./bot/programtest/games -run TestKilled_AtRandomMoments -kills 200 -timeout 30m -v
//
// A seed repeats who does what and how long each program lives, as far as the machine is as fast.
func TestKilled_AtRandomMoments(t *testing.T) {
	if testing.Short() {
		t.Skip("the fixed moments of TestKilled_AtEachMoment are enough here")
	}
	t.Parallel()
	k := newRandomKills(t)
	for len(k.deaths) < *killsWanted {
		k.playUntilKilled()
		if len(k.deaths)%20 == 0 {
			k.checkStore()
		}
	}
	k.playOn()
	k.compareWithLog()
}

// randomKills is a game at a table where the programs are killed.
type randomKills struct {
	*crashTable
	t       *testing.T      // fails whoever lives; what fails in T because the program was killed ends a step
	alive   context.Context // ends with the program
	rand    *rand.Rand
	opening []opening
	deaths  []string // what each program was at
	done    int      // orders given by hand that were answered, or that the game shows as done
	pending *pending
	span    time.Duration           // that the last step took
	given   time.Duration           // that the last order took
	flying  bool                    // an order is under way
	owing   int                     // deaths with messages that were not sent
	marking int                     // deaths with a message at Discord that was not marked as sent
	steps   int                     // since the program was started
	moves   int                     // in this phase
	at      string                  // the phase
	ahead   map[*player.Player]bool // who has written down what his side answers
	over    bool                    // the game is
	idle    bool                    // nobody waits for an answer
	shot    bool                    // the signal is sent
	point   string                  // of the program's last commit when it was killed
	sent    bool                    // a message was at Discord then, and not marked as sent
}

// opening is what somebody says so that the game begins.
type opening struct {
	who  *player.Player
	text string
}

// pending is an order that has no answer, and what its giver saw before it; a decision is given by taps
// and has no text.
type pending struct {
	who          *player.Player
	text, before string
}

func newRandomKills(t *testing.T) *randomKills {
	t.Helper()
	seed := *killsSeed
	for seed == 0 {
		seed = rand.Uint64()
	}
	t.Logf("-kills %d -kills-seed %d", *killsWanted, seed)
	k := &randomKills{crashTable: newCrashTable(t), t: t, alive: t.Context(), rand: rand.New(rand.NewPCG(seed, 16)),
		ahead: map[*player.Player]bool{}}
	k.T = mortal{t, k}
	blue, red := k.German, k.Soviet
	k.opening = []opening{{blue, "/game new module:drill"}, {blue, "/game join side:blue"},
		{red, "/game join side:red"}, {blue, "/game start"}}
	k.live("")
	for _, p := range []*player.Player{blue, red} { // each row is an order of its own
		k.Say(p, "/settings autopass:False")
	}
	k.kill()
	return k
}

// playUntilKilled starts the program, plays, and kills it after some steps: somewhere in the next one or in
// the pause after it, somewhere in the next order, or after the next message to Discord. In half of the lives
// the players let the program first send what the last one has left.
func (k *randomKills) playUntilKilled() {
	k.shot, k.steps = false, 0
	k.live("")
	ctx, cancel := context.WithCancel(k.t.Context())
	defer cancel()
	k.alive = ctx
	go func() {
		k.until(func() bool { return k.dead })
		cancel() // nobody answers any more
	}()
	go k.killAfter(k.rand.IntN(2), k.rand.IntN(3), k.rand.Float64())
	if k.rand.IntN(2) == 0 {
		k.sendsAll()
	}
	for ctx.Err() == nil {
		k.turn()
		k.pause(time.Duration(k.rand.Int64N(int64(k.span/2 + 1))))
	}
	k.alive, k.shot = k.t.Context(), false
	k.inspect()
	rows := k.rowsByHand()
	if most := k.done + min(1, k.unanswered()); rows < k.done || rows > most {
		k.t.Fatalf("death %d: the log has %d orders, and %d were answered, %d not", len(k.deaths)+1, rows, k.done,
			k.unanswered())
	}
	k.deaths = append(k.deaths, k.momentOfDeath(rows))
}

// mortal is a test whose people may lose the program while they do something: that ends what they do, and not the test.
type mortal struct {
	*testing.T
	k *randomKills
}

// killed is what a step panics with that the program did not survive.
type killed struct{}

func (m mortal) Context() context.Context { return m.k.alive }

func (m mortal) Fatal(args ...any) {
	m.Helper()
	m.Fatalf("%s", fmt.Sprint(args...))
}

func (m mortal) Fatalf(format string, args ...any) {
	m.Helper()
	m.k.mu.Lock()
	shot := m.k.shot
	m.k.mu.Unlock()
	if !shot {
		m.T.Fatalf("without a shot: "+format, args...)
	}
	panic(killed{})
}

func (k *randomKills) unanswered() int {
	if k.pending == nil {
		return 0
	}
	return 1
}

// The times of which a random share passes before a program is killed.
const (
	ofAStep = iota
	ofAnOrder
	ofAMark // of a message as sent
)

// killAfter kills the program when so many steps are done, and a share of the time has passed that
// another one takes with the pause after it, or that an order takes once it is given, or in which a
// message is marked.
func (k *randomKills) killAfter(steps, of int, share float64) {
	k.until(func() bool { return k.steps >= steps || k.dead })
	k.until(func() bool { // unless the game is over, and nothing comes
		return of == ofAStep || of == ofAnOrder && k.flying || of == ofAMark && k.unmarked != "" || k.dead ||
			k.steps >= steps+2
	})
	k.mu.Lock()
	span := []time.Duration{ofAStep: k.span * 3 / 2, ofAnOrder: k.given, ofAMark: 2 * time.Millisecond}[of]
	k.mu.Unlock()
	time.Sleep(time.Duration(share * float64(span)))
	k.mu.Lock()
	defer k.mu.Unlock()
	k.shot, k.point, k.sent = true, k.reached, k.unmarked != ""
	_ = k.cmd.Process.Kill() // it is dead only if the test has failed
}

// momentOfDeath is what the program was at when it was killed, as far as that can be told from outside.
func (k *randomKills) momentOfDeath(rows int) string {
	if k.owed > 0 {
		k.owing++
	}
	if k.sent {
		k.marking++
	}
	switch {
	case k.over:
		return "after the end of the game"
	case k.point == sqlite.BeforeCommit, k.point == sqlite.BeforeNote:
		return "in a commit"
	case rows > k.done:
		return "between the commit of an order and its answer"
	case k.pending != nil:
		return "before the commit of an order"
	case k.owed > 0:
		return "in a delivery, without an order"
	case !k.idle:
		return "in a look"
	}
	return "at rest"
}

// sendsAll waits until the program owes no message, or is dead.
func (k *randomKills) sendsAll() {
	k.t.Helper()
	store := programtest.Must(sqlite.Read(k.t.Context(), k.Database()))(k.t)
	defer store.Shut()
	k.until(func() bool {
		owed, err := store.Outbox(k.t.Context(), time.Now())
		if err != nil {
			k.t.Error(err)
		}
		return len(owed) == 0 || err != nil || k.dead
	})
}

// pause is a pause in which nobody asks for anything.
func (k *randomKills) pause(d time.Duration) {
	if k.alive.Err() != nil {
		return
	}
	k.idle = true
	select {
	case <-k.alive.Done():
		return
	case <-time.After(d):
	}
	k.idle = false
}

// turn has somebody do what is next, unless the program dies under it.
func (k *randomKills) turn() {
	if k.alive.Err() != nil {
		return
	}
	defer func() {
		switch died := recover(); died.(type) {
		case nil:
		case killed:
			<-k.alive.Done()
		default:
			panic(died)
		}
	}()
	k.idle = false
	began := time.Now()
	k.step()
	k.mu.Lock()
	defer k.mu.Unlock()
	k.span = time.Since(began)
	k.steps++
	k.changed.Broadcast()
}

// step clears up what became of an order without an answer, or gives the next one.
func (k *randomKills) step() {
	if k.steps == 0 {
		k.comesToRest()
	}
	if q := k.pending; q != nil {
		done := k.look(q.who) != q.before
		if rows := k.rowsByHand(); (rows > k.done) != done {
			k.t.Errorf("%q is shown as done: %t, and the log has %d rows after %d", q.text, done, rows, k.done)
		}
		k.pending = nil
		if done {
			k.done++
			return
		}
		if q.text != "" {
			k.order(q.who, q.text)
			return
		}
	}
	if k.done < len(k.opening) {
		next := k.opening[k.done]
		k.order(next.who, next.text)
		return
	}
	k.play()
}

// look returns what a player sees of the game that any order of his would change.
func (k *randomKills) look(p *player.Player) string {
	if k.done < len(k.opening) {
		m := k.Say(p, "/game status")
		return fmt.Sprint(m.Content, m.Components)
	}
	m := k.Say(p, "/due")
	return fmt.Sprint(m.Content, m.Components, k.Suggest(p, "/move units:"), k.Suggest(p, "/attack target:"))
}

// order gives an order, and accepts what it costs.
func (k *randomKills) order(p *player.Player, text string) {
	k.give(p, text, func() player.Message { return k.Say(p, text) })
}

// give does what adds a row to the log, and is pending until it is answered.
func (k *randomKills) give(p *player.Player, text string, do func() player.Message) {
	k.pending = &pending{p, text, k.look(p)}
	k.begins()
	began := time.Now()
	m := do()
	k.ended(time.Since(began))
	if k.pending = nil; strings.Contains(m.Content, "Refused") {
		k.t.Fatalf("%s: %s", text, m.Content)
	}
	k.done++
}

// begins notes that an order is under way.
func (k *randomKills) begins() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.flying = true
	k.changed.Broadcast()
}

// ended notes that it is not any more, and how long it was.
func (k *randomKills) ended(took time.Duration) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.flying, k.given = false, took
}

// checkStore checks what the dead program has left, and that nothing has come twice so far.
func (k *randomKills) checkStore() {
	k.t.Helper()
	store := programtest.Must(sqlite.Open(k.t.Context(), k.Database()))(k.t)
	defer store.Shut()
	report, err := store.File.Check(k.t.Context(), nil)
	if err != nil || len(report.Faults) > 0 {
		k.t.Errorf("after %d deaths: %v, %v", len(k.deaths), report.Faults, err)
	}
	for _, p := range k.People() {
		for _, channel := range []string{k.Channel, k.Direct(p)} {
			seen := map[string]bool{}
			for _, m := range k.Received(p, channel) {
				ref, part := named(m)
				name := fmt.Sprint(ref, ".", part)
				if seen[name] {
					k.t.Errorf("after %d deaths %s has twice: %q", len(k.deaths), p.User().Username, m.Content)
				}
				seen[name] = true
			}
		}
	}
}

// playOn plays on until there was a fight and its phase has ended, and waits for the last message.
func (k *randomKills) playOn() {
	k.t.Helper()
	k.live("")
	k.shot = false
	for n := 0; k.pending != nil || !k.hasFought(); n++ {
		if k.turn(); n > 500 {
			k.t.Fatal("there is no fight")
		}
	}
	k.sendsAll()
}

// hasFought reports whether a fight was told of, and all of it is decided.
func (k *randomKills) hasFought() bool {
	k.t.Helper()
	all := k.Received(k.Looker, k.Channel)
	return slices.ContainsFunc(all, func(m player.Message) bool { return openRoll.MatchString(m.Content) }) &&
		strings.Contains(k.at, "exploitation")
}

// compareWithLog holds what everybody has against the log, and says what there was.
func (k *randomKills) compareWithLog() {
	k.t.Helper()
	own := slices.Clone(k.shown)
	all := k.letters()
	k.kill()
	h := readHistory(k.t, k.Database(), k.Channel, all)
	hand, standing, listed := h.givenBy()
	if hand != k.done {
		k.t.Errorf("the log has %d orders given by hand, and %d were done", hand, k.done)
	}
	h.everythingArrived(all)
	h.onlySeen(all, own)
	phases, fights, given := 0, 0, map[string]bool{}
	for _, r := range h.rows {
		if given[r.CommandID] {
			k.t.Errorf("row %d is of a command that another row has: %s", r.Seq, r.CommandID)
		}
		given[r.CommandID] = true
		if r.closes() {
			phases++
		}
		for _, l := range r.account.Public() {
			if l.Reckoned != nil {
				fights++
			}
		}
	}
	h.pictures(all, phases)
	if fights >= 10 {
		h.rollsTold(all, fights/2) // some fights are decided without a roll
	}
	k.checkStore()
	k.verifyExports()
	count := map[string]int{}
	for _, d := range k.deaths {
		count[d]++
	}
	k.t.Logf("%d deaths, %d of them with messages to be sent, %d with one that was sent and not marked:",
		len(k.deaths), k.owing, k.marking)
	for _, what := range slices.Sorted(maps.Keys(count)) {
		k.t.Logf("%4d %s", count[what], what)
	}
	k.t.Logf("%d rows, %d by standing answers, %d by lists, %d fights, %d phases, decisions %v, %d messages",
		len(h.rows), standing, listed, fights, phases, k.did, len(all))
}

// verifyExports holds that the game can be verified by its exports, as it stands and when it is over.
func (k *randomKills) verifyExports() {
	k.t.Helper()
	store := programtest.Must(sqlite.Open(k.t.Context(), filepath.Join(k.Data, "grognard.db")))(k.t)
	defer store.Shut()
	r := referee.New(referee.Options{Store: store})
	verified := func() *proof.Verified {
		x := programtest.Must(r.Looks.Export(k.t.Context(), k.Channel))(k.t)
		return programtest.Must(proof.Verify(x.Lines, rules.Modules()))(k.t)
	}
	early := verified()
	if !early.Finished {
		programtest.Must(r.Endings.Resign(k.t.Context(), api.Command{ID: "resigns", User: k.German.User().ID,
			Channel: k.Channel}))(k.t)
	}
	if err := verified().Holds(early); err != nil {
		k.t.Error(err)
	}
}
