package games

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"grognard/bot/localtable/player"
	"grognard/bot/referee"
	"grognard/bot/referee/api"
	"grognard/bot/referee/proof"
	"grognard/rules"
	"grognard/rules/must"
	"grognard/storage/sqlite"
)

var (
	killsWanted = flag.Int("kills", 3, "how often TestKilled_AtRandomMoments kills the program")
	killsSeed   = flag.Uint64("kills-seed", 0, "the seed of TestKilled_AtRandomMoments; 0 for another one each time")
)

// TestKilled_AtRandomMoments kills the program with SIGKILL at random moments of a game with fights: before or after a
// commit, of an order or of a delivery's mark, or a little later. A player without an answer gives his order again only
// if the game does not show it as done. Red's standing answers decide for all units, Blue's for one, and both players
// give some moves by lists; the rows of answers and lists do not count as orders given by hand.
//
//	go test ./bot/programtest/games -run TestKilled_AtRandomMoments -kills 200 -timeout 30m -v
//
// A seed repeats who does what and how many commits each program lives.
func TestKilled_AtRandomMoments(t *testing.T) {
	if testing.Short() {
		t.Skip("the fixed moments of TestKilled_AtEachMoment are enough here")
	}
	t.Parallel()
	k := newRandomKills(t)
	for k.deaths < *killsWanted {
		k.playUntilKilled()
		if k.deaths%20 == 0 {
			k.checkStore()
		}
	}
	k.playOn()
	k.compareWithLog()
}

// randomKills is a game at a table where the programs are killed.
type randomKills struct {
	*crashTable
	t       *testing.T      // fails the test; a failure in T ends only a step if the program was killed
	alive   context.Context // ends with the program
	rand    *rand.Rand
	opening []opening
	deaths  int
	done    int // orders given by hand that were answered, or that the game shows as done
	pending *pending
	began   bool                    // the program has done by itself what a killed one had left
	moves   int                     // in this phase
	at      string                  // the phase
	ahead   map[*player.Player]bool // the players who have left standing answers
	shot    bool                    // the program is to be killed
}

// opening is a command that is needed for the game to begin, and its player.
type opening struct {
	who  *player.Player
	text string
}

// pending is an order without an answer, and what its giver saw before; a decision is by taps, without a text.
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

// playUntilKilled starts the program, plays, and kills it after a random number of commits begun or ended, at once or a
// little later. In half of the lives the players let the program first send what the last one has left.
func (k *randomKills) playUntilKilled() {
	k.began = false
	k.live("")
	k.mu.Lock()
	k.shot, k.left, k.later = true, 1+k.rand.IntN(30), time.Duration(k.rand.Int64N(int64(6*time.Millisecond)))
	if k.rand.IntN(2) == 0 {
		k.later = 0
	}
	k.mu.Unlock()
	ctx, cancel := context.WithCancel(k.t.Context())
	defer cancel()
	k.alive = ctx
	go func() {
		k.until(func() bool { return k.dead })
		cancel() // nobody answers any more
	}()
	if k.rand.IntN(2) == 0 {
		k.sendsAll()
	}
	for n := 0; ctx.Err() == nil; n++ {
		if n > 40 { // the game is over, and nothing is committed any more
			k.kill()
		}
		k.turn()
	}
	k.alive = k.t.Context()
	k.inspect()
	rows := k.rowsByHand()
	if most := k.done + min(1, k.unanswered()); rows < k.done || rows > most {
		k.t.Fatalf("death %d: the log has %d orders, and %d were answered, %d not", k.deaths+1, rows, k.done,
			k.unanswered())
	}
	k.deaths++
}

// mortal is a test in which the program may be killed while somebody does something. That ends the step, not the test.
type mortal struct {
	*testing.T
	k *randomKills
}

// killed is the value with which a step panics when the program was killed in it.
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

// sendsAll waits until the program owes no message, or is dead.
func (k *randomKills) sendsAll() {
	k.t.Helper()
	store := must.Get(sqlite.Read(k.t.Context(), k.Database()))(k.t)
	defer store.Shut()
	k.until(func() bool {
		owed, err := store.Outbox(k.t.Context(), time.Now())
		if err != nil {
			k.t.Error(err)
		}
		return len(owed) == 0 || err != nil || k.dead
	})
}

// turn has somebody do the next step, which the program may not survive.
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
	k.step()
}

// step clears up what became of an order without an answer, or gives the next one.
func (k *randomKills) step() {
	if !k.began {
		k.comesToRest()
		k.began = true
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
	m := do()
	if k.pending = nil; strings.Contains(m.Content, "Refused") {
		k.t.Fatalf("%s: %s", text, m.Content)
	}
	k.done++
}

// checkStore checks the database that the killed program has left, and that no message has come twice so far.
func (k *randomKills) checkStore() {
	k.t.Helper()
	store := must.Get(sqlite.Open(k.t.Context(), k.Database()))(k.t)
	defer store.Shut()
	if report, err := store.File.Check(k.t.Context(), nil); err != nil || len(report.Faults) > 0 {
		k.t.Errorf("after %d deaths: %v, %v", k.deaths, report.Faults, err)
	}
	for _, p := range k.People() {
		for _, channel := range []string{k.Channel, k.Direct(p)} {
			seen := map[string]bool{}
			for _, m := range k.Received(p, channel) {
				ref, part := named(m)
				name := fmt.Sprint(ref, ".", part)
				if seen[name] {
					k.t.Errorf("after %d deaths %s has twice: %q", k.deaths, p.User().Username, m.Content)
				}
				seen[name] = true
			}
		}
	}
}

// playOn plays on until there was a fight and its phase has ended, and waits for the last message.
func (k *randomKills) playOn() {
	k.t.Helper()
	k.began, k.shot = false, false
	k.live("")
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

// compareWithLog compares what everybody has received with the log, and logs the counts.
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
	k.t.Logf("%d deaths, %d rows, %d by standing answers, %d by lists, %d fights, %d phases, decisions %v, %d messages",
		k.deaths, len(h.rows), standing, listed, fights, phases, k.did, len(all))
}

// verifyExports checks that the game's exports are verified, under way and when it is over.
func (m *crashTable) verifyExports() {
	m.T.Helper()
	store := must.Get(sqlite.Open(m.T.Context(), m.Database()))(m.T)
	defer store.Shut()
	r := referee.New(referee.Options{Store: store})
	verified := func() *proof.Verified {
		x := must.Get(r.Looks.Export(m.T.Context(), m.Channel))(m.T)
		return must.Get(proof.Verify(x.Lines, rules.Modules()))(m.T)
	}
	early := verified()
	if !early.Finished {
		must.Get(r.Endings.Resign(m.T.Context(), api.Command{ID: "resigns", User: m.German.User().ID,
			Channel: m.Channel}))(m.T)
	}
	if err := verified().Contains(early); err != nil {
		m.T.Error(err)
	}
}
