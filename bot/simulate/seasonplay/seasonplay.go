package seasonplay

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"time"

	"grognard/bot/calendar"
	"grognard/bot/league"
	"grognard/bot/league/season"
	"grognard/bot/referee"
	"grognard/bot/referee/api"
	"grognard/bot/referee/leaguegames"
	"grognard/storage/seasons"
	"grognard/storage/sqlite"
)

// Options say which season is played.
type Options struct {
	Players, Days int
	Seed          uint64
	Format        season.Format
	Module        string // "" is the drill
}

// The days on which the season starts, the outage of Discord begins, and two players quarrel.
const (
	startDay   = 5
	outageDay  = 18
	outageTime = 36 * time.Hour
	quarrelDay = 12
)

// Play plays a season in a temporary folder.
func Play(ctx context.Context, o Options) (report Report, err error) {
	dir, err := os.MkdirTemp("", "grognard")
	if err != nil {
		return report, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	store, err := sqlite.Open(ctx, filepath.Join(dir, "games.db"))
	if err != nil {
		return report, err
	}
	defer func() { err = errors.Join(err, store.Shut()) }()
	w := newWorld(o, store)
	defer func() { err = errors.Join(err, w.Referee.Shut(ctx)) }()
	if err := w.play(ctx); err != nil {
		return report, fmt.Errorf("%s: %w", w.now().Format(time.DateTime), err)
	}
	return w.report(ctx)
}

// world holds the whole simulation: the referee, the season, the clock, the players and their games.
type world struct {
	Options
	*referee.Referee
	keeper  *league.Keeper
	hall    *leaguegames.Games // opens, seats and closes the games
	tick    time.Time          // the simulated time
	begun   time.Time
	said    int // commands so far
	rand    *rand.Rand
	players []*player
	byUser  map[string]*player
	games   map[string]*match // by their IDs
	order   []*match          // as they were opened
	id      string            // the season's
	outage  bool
	quarrel *match
	figures Figures
}

const organiser = "organiser"

func newWorld(o Options, store *sqlite.Store) *world {
	o.Module = cmp.Or(o.Module, "drill")
	var seed [32]byte
	binary.BigEndian.PutUint64(seed[:], o.Seed)
	begun := time.Date(2027, 1, 4, 0, 0, 0, 0, time.UTC)
	w := &world{Options: o, tick: begun, begun: begun, rand: rand.New(rand.NewPCG(o.Seed, 0)),
		byUser: map[string]*player{}, games: map[string]*match{}}
	w.Referee = referee.New(referee.Options{Store: store, Entropy: rand.NewChaCha8(seed), Now: w.now,
		Absence: 2 * time.Hour, Passes: func(context.Context, string) bool { return true }})
	w.hall = w.League.For(func() string { return "bot" })
	w.keeper = league.New(league.Options{Log: seasons.New(store), Games: w, People: w, Tell: w.tell, Now: w.now})
	w.makePlayers()
	return w
}

// now returns the simulated time, a microsecond later each time.
func (w *world) now() time.Time {
	w.tick = w.tick.Add(time.Microsecond)
	return w.tick
}

// day returns how many days have passed since the beginning.
func (w *world) day() int { return int(w.tick.Sub(w.begun) / (24 * time.Hour)) }

func (w *world) gameCommand(user, channel string) api.Command {
	w.said++
	return api.Command{ID: fmt.Sprint("interaction ", w.said), User: user, Channel: channel}
}

func (w *world) seasonCommand(user string) league.Command {
	w.said++
	return league.Command{ID: fmt.Sprint("interaction ", w.said), User: user}
}

// play lets the days pass, hour by hour.
func (w *world) play(ctx context.Context) error {
	if err := w.announce(ctx); err != nil {
		return err
	}
	for hour := range w.Days * 24 {
		w.tick = w.begun.Add(time.Duration(hour) * time.Hour)
		v, err := w.keeper.Look(ctx, w.id)
		if err != nil {
			return err
		}
		if v.Stage == season.Closed {
			return nil
		}
		if err := w.hour(ctx, v); err != nil {
			return err
		}
	}
	return nil
}

// hour plays one hour of the season, of which v is the view at its beginning.
func (w *world) hour(ctx context.Context, v league.View) error {
	since := w.tick.Sub(w.begun)
	if w.outage = since >= outageDay*24*time.Hour && since < outageDay*24*time.Hour+outageTime; w.outage {
		err := w.keeper.Step(ctx, w.id) // Discord cannot be reached: this may fail
		if err != nil && !errors.Is(err, errOutage) {
			return err
		}
		return nil
	}
	for _, do := range []func(context.Context, league.View) error{w.runBot, w.joinAndLeave, w.organise, w.playGames} {
		if err := do(ctx, v); err != nil {
			return err
		}
	}
	return w.keeper.Step(ctx, w.id)
}

// runBot does what the bot does by itself: it notes that games can be played, rings alarms, delivers messages.
func (w *world) runBot(ctx context.Context, _ league.View) error {
	if err := w.Upkeep.Alive(ctx); err != nil {
		return err
	}
	if _, err := w.Upkeep.Ring(ctx); err != nil {
		return err
	}
	owing, err := w.Outbox.Owing(ctx)
	if err != nil {
		return err
	}
	for _, o := range owing {
		for e, err := range w.Outbox.Notifications(ctx, o) {
			if err != nil {
				return err
			}
			if e.Kind == api.Called || e.Kind == api.Reminded {
				w.countCalls(ctx, e.Users)
			}
			if err := errors.Join(w.Outbox.Trying(ctx, e), w.Outbox.Delivered(ctx, e, fmt.Sprint(e.ID))); err != nil {
				return err
			}
		}
	}
	return nil
}

// countCalls counts the users whom a message calls, and those of them who sleep or are away.
func (w *world) countCalls(ctx context.Context, users []string) {
	for _, user := range users {
		w.figures.Calls++
		c, err := w.Calendars.Calendar(ctx, user)
		if at := w.tick.Truncate(time.Hour); err != nil || !c.Wakes(at, at).Equal(at) {
			w.figures.AtNight++
		}
	}
}

func (w *world) announce(ctx context.Context) (err error) {
	t := season.DefaultTerms("Season of the drill")
	t.Format, t.Channel, t.AtOnce, t.Dropped = w.Format, "hall", 3, season.Replace
	t.Games = []season.Setting{{Module: w.Module, Clock: "normal"}}
	t.Days = w.Days - startDay - 20
	if w.Format == season.Swiss {
		t.Rounds, t.PlayOff, t.Dropped = 5, 4, season.Stand
		t.Days = (w.Days - startDay) / (t.Rounds + 3)
	}
	if w.Format == season.Knock || w.Format == season.Ladder {
		t.Days = 14
	}
	w.id, err = w.keeper.Announce(ctx, w.seasonCommand(organiser), "server", t)
	return err
}

// organise starts the season, and rules on a game about whose end its players have quarrelled for 20 hours.
func (w *world) organise(ctx context.Context, v league.View) error {
	if v.Stage == season.SignUps && w.day() >= startDay {
		return w.keeper.Start(ctx, w.id, w.seasonCommand(organiser))
	}
	if v.Terms.Format == season.Ladder {
		if err := w.climb(ctx, v); err != nil {
			return err
		}
	}
	for _, g := range v.Games {
		m := w.games[g.ID]
		if m == nil || !m.cancelled || g.IsOver() || w.tick.Sub(m.at) < 20*time.Hour {
			continue
		}
		err := w.keeper.Do(ctx, w.id, w.seasonCommand(organiser), func(s *season.Season, me string,
			_ func(string) (string, error)) (season.Event, error) {
			o := season.Outcome{Game: g.Number, How: "ruled", Reason: "They do not agree on what they agreed on."}
			o.Result.Points = [2]int{1, 1}
			return s.Rule(me, o)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// climb has players of a ladder challenge those above them, and closes it after three quarters of the days.
func (w *world) climb(ctx context.Context, v league.View) error {
	over := w.day() >= w.Days*3/4
	for _, p := range w.players {
		me := v.Of(p.user)
		if over || p.kind == sleeper || w.rand.IntN(24*10) > 0 { // each hour, so about once in ten days
			continue
		}
		err := w.keeper.Do(ctx, w.id, w.seasonCommand(p.user), func(s *season.Season, _ string,
			_ func(string) (string, error)) (season.Event, error) {
			at := slices.Index(s.Playing(), me)
			if at < 1 {
				return season.Event{}, season.Refusal{Why: season.NotIn}
			}
			return s.Challenge(me, s.Playing()[max(0, at-1-p.rand.IntN(s.Terms.Above))], w.tick)
		})
		if err != nil && !errors.As(err, new(season.Refusal)) {
			return err
		}
	}
	if open := slices.ContainsFunc(v.Games, func(g season.Game) bool { return !g.IsOver() }); !over || open {
		return nil
	}
	return w.keeper.Do(ctx, w.id, w.seasonCommand(organiser), func(s *season.Season, me string,
		_ func(string) (string, error)) (season.Event, error) {
		return s.Stop(me, season.Halt{How: season.Closed, Reason: "The year is over."})
	})
}

// errOutage is the error of methods that need Discord while it cannot be reached.
var errOutage = errors.New("outage of Discord")

// Place returns the name of a thread for a game.
func (w *world) Place(_ context.Context, o league.Opening) (string, error) {
	if w.outage {
		return "", errOutage
	}
	return "thread of " + o.ID, nil
}

// Open opens a game and adds its match. Calling it again for the same game adds none.
func (w *world) Open(ctx context.Context, o league.Opening) (string, error) {
	id, err := w.hall.Open(ctx, o)
	if err == nil && w.games[id] == nil {
		m := &match{id: id, channel: o.Channel, users: o.Users, rand: rand.New(rand.NewPCG(w.Seed, uint64(o.Game)))}
		m.turns = 1 + m.rand.IntN(3)
		w.games[id], w.order = m, append(w.order, m)
	}
	return id, err
}

// Standing returns how a game stands.
func (w *world) Standing(ctx context.Context, id string, users [2]string) (league.Standing, error) {
	return w.hall.Standing(ctx, id, users)
}

// Close ends a game.
func (w *world) Close(ctx context.Context, id, reason string) error {
	return w.hall.Close(ctx, id, reason)
}

// Rest adjourns a game, or has it go on.
func (w *world) Rest(ctx context.Context, command, id, reason string, rests bool) error {
	return w.hall.Rest(ctx, command, id, reason, rests)
}

// StopClocks stops the clocks of a game, or has them run again.
func (w *world) StopClocks(ctx context.Context, command, id, reason string, stop bool) error {
	return w.hall.StopClocks(ctx, command, id, reason, stop)
}

// Seat gives a user a seat.
func (w *world) Seat(ctx context.Context, s league.Seating) error { return w.hall.Seat(ctx, s) }

// Wakes returns the first time from now on at which a user is awake and not on vacation.
func (w *world) Wakes(ctx context.Context, user string, now time.Time) (time.Time, error) {
	c, err := w.Calendars.Calendar(ctx, user)
	return c.Wakes(now, now), err
}

// Away returns a player's announced vacations between two times.
func (w *world) Away(ctx context.Context, user string, from, until time.Time) ([]calendar.Span, error) {
	c, err := w.Calendars.Calendar(ctx, user)
	return c.Away(from, until, until), err
}

// Absences returns the times after one in which games could not be played, as the referee has noted them.
func (w *world) Absences(ctx context.Context, after time.Time) ([]calendar.Span, error) {
	return w.hall.Absences(ctx, after)
}

// tell counts the call or warning in some news, and has the player plan his answer to it.
func (w *world) tell(ctx context.Context, v league.View, n league.News) error {
	if w.outage {
		return errOutage
	}
	c := n.Called
	if c == nil {
		if c = n.Warned; c == nil {
			return nil
		}
		w.figures.Warnings++
	}
	user := v.Names[c.Player]
	w.countCalls(ctx, []string{user})
	if g := v.Game(c.Game); g != nil && w.byUser[user] != nil {
		w.byUser[user].planShow(w.games[g.ID], w.tick, n.Warned != nil)
	}
	return nil
}

func (w *world) changeCalendar(ctx context.Context, user string,
	change func(calendar.Calendar, time.Time) (calendar.Change, error)) error {
	_, _, err := w.Calendars.ChangeCalendar(ctx, w.gameCommand(user, ""), change)
	return err
}
