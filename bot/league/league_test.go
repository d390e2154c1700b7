package league_test

import (
	"context"
	"database/sql"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"grognard/bot/calendar"
	"grognard/bot/league"
	"grognard/bot/league/season"
	"grognard/rules/must"
	"grognard/storage"
	"grognard/storage/seasons"
	"grognard/storage/sqlite"
)

var (
	opened = flag.Bool("opened", false, "seasons of the benchmark have open games, which takes a minute")
	deaths = flag.Uint64("deaths", 12, "how many seasons are played in which the program dies all the time")
)

// world is a store, and what lies outside the keeper: games, people and who is told.
type world struct {
	*testing.T
	*league.Keeper
	store *sqlite.Store
	now   time.Time
	said  int // how many commands were given

	fails func(what string) error // asked before a deed, such as "open", and after it: "opened"

	opened map[string]string           // games by their command
	games  map[string]league.Standing  // by their names
	of     map[string]league.Opening   // by their names
	places map[string]int              // how often each command has asked for a place
	ended  map[string]string           // why games were closed
	told   []league.News               // in order, without what was told again
	awake  func(user string) time.Time // when a user is next awake; nil if all always are

	damaged []string // seasons of which Damaged was called
	absent  []calendar.Span
	unread  string // a game that cannot be read

	vacations map[string][]calendar.Span // of users
	rests     map[string]bool            // games, in which no order is taken
	seated    map[string]string          // by games and seats
	done      map[string]int             // how often each command was carried out in a game
	unbegun   map[string]bool            // games
	stopped   map[string]bool            // games, whose clocks stand still
}

func begin(t *testing.T) *world {
	w := &world{T: t, now: time.Date(2027, 3, 1, 12, 0, 0, 0, time.UTC), fails: func(string) error { return nil },
		opened: map[string]string{}, games: map[string]league.Standing{}, of: map[string]league.Opening{},
		places: map[string]int{}, ended: map[string]string{}, rests: map[string]bool{}, seated: map[string]string{},
		done: map[string]int{}, unbegun: map[string]bool{}, stopped: map[string]bool{}}
	w.store = must.Get(sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "games.db")))(t)
	t.Cleanup(func() { must.Do(t, w.store.Shut()) })
	w.restart()
	return w
}

// restart is a program that was killed and starts again.
func (w *world) restart() {
	w.Helper()
	w.Keeper = league.New(league.Options{Log: seasons.New(w.store), Games: w, People: w, Tell: w.tell,
		Now: func() time.Time { return w.now }, Damaged: func(id string, _ error) { w.damaged = append(w.damaged, id) }})
	must.Do(w.T, w.Load(w.Context()))
}

func (w *world) Place(_ context.Context, o league.Opening) (string, error) {
	if err := w.fails("place"); err != nil {
		return "", err
	}
	w.places[o.ID]++
	return fmt.Sprintf("thread %s %d", o.ID, w.places[o.ID]), w.fails("placed")
}

func (w *world) Open(_ context.Context, o league.Opening) (string, error) {
	if err := w.fails("open"); err != nil {
		return "", err
	}
	if o.Users[0] == "" || o.Users[1] == "" || o.Users[0] == o.Users[1] {
		w.Errorf("a game of %q", o.Users)
	}
	id, again := w.opened[o.ID]
	if !again {
		id = fmt.Sprintf("game%d", len(w.opened)+1)
		w.opened[o.ID], w.games[id] = id, league.Standing{Known: true, Points: [2]int{1, 1}}
	} else if w.of[id].Channel != o.Channel {
		w.Errorf("%s is opened in %s and in %s", o.ID, w.of[id].Channel, o.Channel)
	}
	w.of[id] = o
	return id, w.fails("opened")
}

func (w *world) Standing(_ context.Context, id string, _ [2]string) (league.Standing, error) {
	if id == w.unread {
		return league.Standing{}, errors.New("its log is damaged")
	}
	return w.games[id], w.fails("standing")
}

func (w *world) Close(_ context.Context, id, reason string) error {
	w.ended[id] = reason
	return w.fails("close")
}

// Rest and Seat do nothing for a command that they have carried out, as the referee.
func (w *world) Rest(_ context.Context, command, id, _ string, rests bool) error {
	if err := w.fails("rest"); err != nil {
		return err
	}
	if w.done[command]++; w.done[command] == 1 {
		w.rests[id] = rests
	}
	return w.fails("rested")
}

func (w *world) Seat(_ context.Context, s league.Seating) error {
	if err := w.fails("seat"); err != nil {
		return err
	}
	if w.done[s.Command]++; w.done[s.Command] == 1 {
		w.seated[fmt.Sprint(s.Game, " ", s.Seat)] = s.User
	}
	return w.fails("seated")
}

func (w *world) Wakes(_ context.Context, user string, now time.Time) (time.Time, error) {
	if w.awake == nil {
		return now, nil
	}
	return w.awake(user), nil
}

func (w *world) Away(_ context.Context, user string, from, until time.Time) (spans []calendar.Span, err error) {
	for _, s := range w.vacations[user] {
		if s.From.Before(until) && s.Until.After(from) {
			spans = append(spans, calendar.Span{From: s.From, Until: s.Until})
		}
	}
	return spans, nil
}

func (w *world) Absences(context.Context, time.Time) ([]calendar.Span, error) {
	return w.absent, nil
}

func (w *world) tell(_ context.Context, _ league.View, n league.News) error {
	if err := w.fails("tell"); err != nil {
		return err
	}
	if !slices.ContainsFunc(w.told, func(o league.News) bool { return o.ID == n.ID }) {
		w.told = append(w.told, n)
	}
	return w.fails("told")
}

func (w *world) by(user string) league.Command {
	w.said++
	return league.Command{ID: fmt.Sprint("interaction ", w.said), User: user}
}

// does carries out a command.
func (w *world) does(id, user string, decide league.Decide) {
	w.Helper()
	must.Do(w.T, w.Do(w.Context(), id, w.by(user), decide))
}

func join(s *season.Season, me string, _ func(string) (string, error)) (season.Event, error) {
	return s.Join(me, season.SignUp{})
}

// announced is a season that players have signed up for.
func (w *world) announced(players int, change func(*season.Terms)) (id string) {
	w.Helper()
	terms := season.DefaultTerms("Summer")
	terms.Channel = "100"
	change(&terms)
	id = must.Get(w.Announce(w.Context(), w.by("boss"), "900", terms))(w.T)
	for i := range players {
		w.does(id, fmt.Sprint("user ", i+1), join)
	}
	return id
}

// ends ends an open game, with so many half points for the first player.
func (w *world) ends(game string, first int) {
	w.games[game] = league.Standing{Started: true, Over: true, Known: true, Acted: [2]bool{true, true},
		Points: [2]int{first, 2 - first}, Margin: first - 1}
	w.Changed(game)
}

// open are the games that run.
func (w *world) open() (ids []string) {
	for id, st := range w.games {
		if !st.Over && w.ended[id] == "" {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

// A season of pools is announced, played and over by itself, and everybody is told in order.
func TestSeason_OfPools(t *testing.T) {
	w := begin(t)
	id := w.announced(4, func(t *season.Terms) { t.AtOnce = 6 })
	must.Do(t, w.Start(t.Context(), id, w.by("boss")))
	must.Do(t, w.Step(t.Context(), id))
	if n := len(w.games); n != 12 {
		t.Fatalf("%d games are open", n)
	}
	for _, game := range w.open() {
		w.ends(game, 2)
	}
	must.Do(t, w.Step(t.Context(), id))
	v := must.Get(w.Look(t.Context(), id))(t)
	if v.Stage != season.Closed || len(w.Held()) != 0 {
		t.Errorf("the season is %s, in memory are %v", v.Stage, w.Held())
	}
	for i, n := range w.told {
		if n.ID != fmt.Sprintf("%s %d", id, i+1) {
			t.Errorf("row %d is told as %s", i+1, n.ID)
		}
	}
	if last := w.told[len(w.told)-1]; last.Stopped == nil || last.Stopped.How != season.Closed {
		t.Errorf("the last that is told is %+v", last)
	}
}

// However often the program is killed, and whatever fails on the way: each game is opened once, each result counts
// once, and what is told is told in order and to its end.
func TestStep_KilledAnywhere(t *testing.T) {
	for seed := range *deaths {
		r := rand.New(rand.NewPCG(seed, 1))
		w := begin(t)
		id := w.announced(3+r.IntN(5), func(t *season.Terms) { t.AtOnce = 1 + r.IntN(4) })
		must.Do(t, w.Start(t.Context(), id, w.by("boss")))
		dies := errors.New("it dies")
		w.fails = func(string) error {
			if r.IntN(4) == 0 {
				return dies
			}
			return nil
		}
		for tries := 0; must.Get(w.Look(t.Context(), id))(t).Stage == season.Running; tries++ {
			if tries > 5000 {
				t.Fatal("the season does not end")
			}
			if err := w.Step(t.Context(), id); err != nil && !errors.Is(err, dies) {
				t.Fatal(err)
			}
			if r.IntN(3) == 0 {
				w.restart()
			}
			if open := w.open(); len(open) > 0 && r.IntN(2) == 0 {
				w.ends(open[r.IntN(len(open))], r.IntN(3))
			}
		}
		w.fails = func(string) error { return nil }
		w.restart()
		must.Do(t, w.Step(t.Context(), id))
		v := must.Get(w.Look(t.Context(), id))(t)
		if len(w.opened) != len(v.Games) || len(w.ended) != 0 {
			t.Errorf("seed %d: %d games were opened for %d, and %d closed", seed, len(w.opened), len(v.Games), len(w.ended))
		}
		for _, g := range v.Games {
			if st := w.games[g.ID]; g.Result == nil || g.Result.Points != st.Points {
				t.Errorf("seed %d: game %d has %v and not %v", seed, g.Number, g.Result, st.Points)
			}
		}
		for i, n := range w.told {
			if !strings.HasSuffix(n.ID, fmt.Sprint(" ", i+1)) {
				t.Fatalf("seed %d: row %d is told as %s", seed, i+1, n.ID)
			}
		}
		if last := w.told[len(w.told)-1]; last.Stopped == nil {
			t.Errorf("seed %d: the end is not told", seed)
		}
	}
}

// A command that is delivered twice is carried out once, whoever gives it and whatever it has led to.
func TestDo_Twice(t *testing.T) {
	w := begin(t)
	id := w.announced(2, func(*season.Terms) {})
	c := w.by("user 3")
	for range 2 {
		must.Do(t, w.Do(t.Context(), id, c, join))
	}
	c = w.by("boss")
	for range 2 {
		must.Do(t, w.Start(t.Context(), id, c))
	}
	w.restart()
	must.Do(t, w.Start(t.Context(), id, c))
	if v := must.Get(w.Look(t.Context(), id))(t); len(v.Players) != 3 || len(v.Rounds) != 1 {
		t.Errorf("%d players, %d rounds", len(v.Players), len(v.Rounds))
	}
}

// Nobody is called while he sleeps, and nobody loses by not having been called.
func TestCalls_AtNight(t *testing.T) {
	w := begin(t)
	id := w.announced(3, func(t *season.Terms) { t.AtOnce = 4 })
	must.Do(t, w.Start(t.Context(), id, w.by("boss")))
	sleeps := w.now.Add(200 * time.Hour)
	w.awake = func(user string) time.Time {
		if user == "user 1" && w.now.Before(sleeps) {
			return sleeps
		}
		return w.now
	}
	must.Do(t, w.Step(t.Context(), id))
	called := func(name string) (n int) {
		for _, row := range w.told {
			if row.Called != nil && row.Called.Player == name {
				n++
			}
		}
		return n
	}
	v := must.Get(w.Look(t.Context(), id))(t)
	sleeper := v.Of("user 1")
	if called(sleeper) != 0 || !w.Next(id).Equal(w.now.Add(72*time.Hour)) && !w.Next(id).Equal(sleeps) {
		t.Fatalf("%s is called %d times; next comes %v", sleeper, called(sleeper), w.Next(id))
	}
	w.now = w.now.Add(190 * time.Hour)
	must.Do(t, w.Step(t.Context(), id))
	if v = must.Get(w.Look(t.Context(), id))(t); v.Player(sleeper).Warnings != 0 {
		t.Error("who was not called is warned")
	}
	w.now = sleeps
	must.Do(t, w.Step(t.Context(), id))
	if called(sleeper) == 0 {
		t.Error("who has woken is not called")
	}
}

// A round that is undone closes its games, and its numbers are free for others.
func TestUnpaired(t *testing.T) {
	w := begin(t)
	id := w.announced(4, func(t *season.Terms) { t.Format, t.Rounds = season.Swiss, 2 })
	must.Do(t, w.Start(t.Context(), id, w.by("boss")))
	must.Do(t, w.Step(t.Context(), id))
	w.does(id, "boss", func(s *season.Season, me string, _ func(string) (string, error)) (season.Event, error) {
		return s.Unpair(me)
	})
	must.Do(t, w.Step(t.Context(), id))
	if len(w.ended) != 2 || len(w.open()) != 0 {
		t.Errorf("closed are %v", w.ended)
	}
	w.now = w.now.Add(time.Hour)
	must.Do(t, w.Start(t.Context(), id, w.by("boss")))
	must.Do(t, w.Step(t.Context(), id))
	if len(w.open()) != 2 {
		t.Errorf("open are %v", w.open())
	}
}

// Who is forgotten leaves the season; its log and the results of the others stay.
func TestForget(t *testing.T) {
	w := begin(t)
	id := w.announced(3, func(*season.Terms) {})
	must.Do(t, w.Start(t.Context(), id, w.by("boss")))
	must.Do(t, w.Step(t.Context(), id))
	name := must.Get(w.Look(t.Context(), id))(t).Of("user 2")
	must.Get(w.store.Forget(t.Context(), "user 2"))(t)
	if ids := must.Get(w.Forget(t.Context(), "user 2"))(t); !slices.Equal(ids, []string{id}) {
		t.Errorf("he was in %v", ids)
	}
	must.Do(t, w.Step(t.Context(), id))
	w.restart()
	v := must.Get(w.Look(t.Context(), id))(t)
	if v.Player(name).Left.IsZero() || v.Names[name] != "" || len(w.ended) != 4 {
		t.Errorf("%s is %+v, named %q; %d games are closed", name, v.Player(name), v.Names[name], len(w.ended))
	}
}

// A game that cannot be read holds up no other, is looked at again, and can be ruled.
func TestStep_GameThatCannotBeRead(t *testing.T) {
	w := begin(t)
	id := w.announced(3, func(t *season.Terms) { t.AtOnce = 6 })
	must.Do(t, w.Start(t.Context(), id, w.by("boss")))
	must.Do(t, w.Step(t.Context(), id))
	w.unread = "game1"
	for _, game := range w.open() {
		w.ends(game, 2)
	}
	for range 2 {
		if err := w.Step(t.Context(), id); err == nil || !strings.Contains(err.Error(), "game1") {
			t.Errorf("of the game is said %v", err)
		}
	}
	v := must.Get(w.Look(t.Context(), id))(t)
	for _, g := range v.Games {
		if g.IsOver() == (g.ID == "game1") {
			t.Errorf("%s is over: %v", g.ID, g.IsOver())
		}
	}
	w.does(id, "boss", func(s *season.Season, me string, _ func(string) (string, error)) (season.Event, error) {
		o := season.Outcome{Game: 1, Reason: "it cannot be read"}
		o.Result.Points = [2]int{1, 1}
		return s.Rule(me, o)
	})
	_ = w.Step(t.Context(), id)
	if v = must.Get(w.Look(t.Context(), id))(t); v.Stage != season.Closed {
		t.Errorf("after a ruling the season is %s", v.Stage)
	}
}

// A damaged season is left alone and named; the others go on.
func TestLoad_Damaged(t *testing.T) {
	w := begin(t)
	bad, good := w.announced(3, func(*season.Terms) {}), w.announced(3, func(*season.Terms) {})
	must.Do(t, w.store.Write(t.Context(), func(c *sql.Conn) error {
		_, err := c.ExecContext(t.Context(), `DROP TRIGGER season_log_is_final`)
		if err == nil {
			_, err = c.ExecContext(t.Context(), `UPDATE season_log SET at = at + 1 WHERE seq = 2 AND season = ?`, bad)
		}
		return err
	}))
	w.restart()
	if held := w.Held(); !slices.Equal(held, []string{good}) || !slices.Equal(w.damaged, []string{bad}) {
		t.Errorf("%v go on, and %v are damaged", held, w.damaged)
	}
	if _, err := w.Look(t.Context(), bad); !errors.Is(err, storage.ErrBroken) {
		t.Errorf("a look at the damaged one gives %v", err)
	}
	must.Do(t, w.Start(t.Context(), good, w.by("boss")))
}

// BenchmarkHeld_20Seasons measures what 20 seasons of 64 players with all their games take in memory, and one look for
// what is due in all of them.
func BenchmarkHeld_20Seasons(b *testing.B) {
	w := &world{now: time.Date(2027, 3, 1, 12, 0, 0, 0, time.UTC), fails: func(string) error { return nil },
		opened: map[string]string{}, games: map[string]league.Standing{}, of: map[string]league.Opening{},
		places: map[string]int{}, ended: map[string]string{}}
	store, err := sqlite.Open(b.Context(), filepath.Join(b.TempDir(), "games.db"))
	if err != nil {
		b.Fatal(err)
	}
	defer store.Shut()
	tell := func(context.Context, league.View, league.News) error { return nil }
	open := func() *league.Keeper {
		return league.New(league.Options{Log: seasons.New(store), Games: w, People: w, Tell: tell,
			Now: func() time.Time { return w.now }})
	}
	k := open()
	for range 20 {
		terms := season.DefaultTerms("Summer")
		id, err := k.Announce(b.Context(), w.by("boss"), "900", terms)
		for i := range 64 {
			err = errors.Join(err, k.Do(b.Context(), id, w.by(fmt.Sprint("1000000000000000", i)), join))
		}
		if err = errors.Join(err, k.Start(b.Context(), id, w.by("boss"))); err == nil && *opened {
			err = k.Step(b.Context(), id)
		}
		if err != nil {
			b.Fatal(err)
		}
	}
	k = nil
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := heap()
	k = open()
	if err := k.Load(b.Context()); err != nil {
		b.Fatal(err)
	}
	takes := heap() - before
	for b.Loop() {
		for _, id := range k.Held() {
			k.Next(id)
		}
	}
	b.ReportMetric(float64(takes)/(1<<20), "MiB")
}
