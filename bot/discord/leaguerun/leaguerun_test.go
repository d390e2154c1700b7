package leaguerun_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"grognard/bot/discord/discordtest"
	"grognard/bot/discord/leaguerun"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/rest/threads"
	"grognard/bot/league"
	"grognard/bot/league/season"
	"grognard/bot/localtable"
	"grognard/bot/referee/api"
	"grognard/rules/must"
)

func TestMain(m *testing.M) { discordtest.Main(m) }

// hall is a table with a runner of its own.
type hall struct {
	*discordtest.Fixture
	*leaguerun.Runner
	client rest.Client
	stop   func()

	mu    sync.Mutex
	told  []league.News
	fails func(league.News) error // the error with which tell ends

	ahead atomic.Int64 // by how much the clock is ahead, as if the computer had slept so long
	out   atomic.Bool  // Discord cannot reach the server
}

func lay(t *testing.T) *hall {
	h := &hall{fails: func(league.News) error { return nil }}
	h.Fixture = discordtest.New(t, func(f *discordtest.Fixture) {
		f.Now = func() time.Time { return time.Now().Add(time.Duration(h.ahead.Load())) }
	})
	h.client = must.Get(rest.New(rest.Options{Token: localtable.BotToken, Host: h.URL}))(t)
	t.Cleanup(h.client.Close)
	h.start()
	t.Cleanup(func() { h.stop() })
	return h
}

// start starts a runner, as after a kill.
func (h *hall) start() {
	h.Runner = leaguerun.New(leaguerun.Options{Store: h.Store, Referee: h.Referee, Rest: h.client, Tell: h.tell,
		Outage: func(string) bool { return h.out.Load() },
		Log:    slog.New(slog.NewTextHandler(h.Logged, nil))})
	must.Do(h.T, h.Load(h.Ctx))
	ctx, cancel := context.WithCancel(h.Ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		h.Runner.Run(ctx, localtable.ApplicationID)
	}()
	h.stop = func() {
		cancel()
		<-done
	}
}

// fail sets which news cannot be told from now on.
func (h *hall) fail(fails func(league.News) error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.fails = fails
}

func (h *hall) tell(_ context.Context, _ league.View, n league.News) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if err := h.fails(n); err != nil {
		return err
	}
	h.told = append(h.told, n)
	return nil
}

// sleeps lets time pass in which no timer runs.
func (h *hall) sleeps(long time.Duration) { h.ahead.Add(int64(long)) }

// threads counts the threads that were made.
func (h *hall) threads() int {
	return len(h.Requests(func(x localtable.Exchange) bool {
		return strings.HasSuffix(x.Route, "/threads") && x.Status == 201
	}))
}

// announce announces a season of three, who sign up, and starts it.
func (h *hall) announce() (id string) {
	h.T.Helper()
	terms := season.DefaultTerms("Summer")
	terms.Channel, terms.AtOnce = h.Channel, 6
	id = must.Get(h.Keeper.Announce(h.Ctx, league.Command{ID: "1", User: "7"}, localtable.GuildID, terms))(h.T)
	for i, user := range []string{h.Anna.User().ID, h.Boris.User().ID, h.Olga.User().ID} {
		must.Do(h.T, h.Keeper.Do(h.Ctx, id, league.Command{ID: fmt.Sprint("join", i), User: user},
			func(s *season.Season, me string, _ func(string) (string, error)) (season.Event, error) {
				return s.Join(me, season.SignUp{})
			}))
	}
	must.Do(h.T, h.Keeper.Start(h.Ctx, id, league.Command{ID: "2", User: "7"}))
	return id
}

func (h *hall) view(id string) league.View {
	h.T.Helper()
	return must.Get(h.Keeper.Look(h.Ctx, id))(h.T)
}

// called counts the games whose players are both called.
func (h *hall) called(id string) (n int) {
	for _, g := range h.view(id).Games {
		if g.ID != "" && !g.Called[0].IsZero() && !g.Called[1].IsZero() {
			n++
		}
	}
	return n
}

// warned counts the players who are warned.
func (h *hall) warned(id string) (n int) {
	for _, p := range h.view(id).Players {
		n += p.Warnings
	}
	return n
}

// A season that is started has its games in threads, and takes their results as they end.
func TestRunner_SeasonInThreads(t *testing.T) {
	h := lay(t)
	id := h.announce()
	h.Eventually("all games are open and their players called", func() bool { return h.called(id) == 6 })
	for _, g := range h.view(id).Games {
		by := func(what string) api.Command {
			return api.Command{ID: what + g.ID, User: h.view(id).Names[g.Pair.First], Channel: g.Channel}
		}
		must.Get(h.Referee.NewGames.Start(h.Ctx, by("start ")))(t)
		must.Get(h.Referee.Endings.Resign(h.Ctx, by("resign ")))(t)
		h.Changed(api.GameID(g.ID))
	}
	h.Eventually("the season is over", func() bool { return h.view(id).Stage == season.Closed })
	if n := h.threads(); n != 6 {
		t.Errorf("%d threads were made", n)
	}
	for _, g := range h.view(id).Games {
		if g.Result == nil || g.Result.Points != [2]int{0, 2} || g.How != string(api.Resigned) {
			t.Errorf("game %d has %+v, %s", g.Number, g.Result, g.How)
		}
	}
}

// A thread that a killed program has made and not noted is the game's after the next start.
func TestPlace_AfterAKill(t *testing.T) {
	h := lay(t)
	must.Get(threads.Start(h.Ctx, h.client, h.Channel, threads.Thread{Name: "Summer · game 2"}))(t)
	id := h.announce()
	h.Eventually("all games are open", func() bool { return h.view(id).Games[5].ID != "" })
	if n := h.threads(); n != 6 {
		t.Errorf("%d threads were made for 6 games", n)
	}
}

// An appeal has a thread of its own, or where none can be made the place of its game.
func TestPlace_OfAnAppeal(t *testing.T) {
	h := lay(t)
	o := league.Opening{ID: "season 1 appeal 3", Season: "1", Server: localtable.GuildID, Home: h.Channel, Name: "Summer",
		Appeal: 3, Instead: "77"}
	o.Home = must.Get(h.Keeper.Games.Place(h.Ctx, o))(t)
	if there := must.Get(h.Keeper.Games.Place(h.Ctx, o))(t); o.Home == "77" || there != "77" || h.threads() != 1 {
		t.Errorf("it is heard in %s, or in %s; %d threads", o.Home, there, h.threads())
	}
}

// What cannot be told is told later, and nothing is decided before.
func TestRunner_TellsLater(t *testing.T) {
	h := lay(t)
	h.mu.Lock()
	down, tries := true, 0
	h.fails = func(league.News) error {
		if tries++; down {
			return errors.New("Discord is down")
		}
		return nil
	}
	h.mu.Unlock()
	id := h.announce()
	h.Eventually("it is tried again", func() bool { h.mu.Lock(); defer h.mu.Unlock(); return tries > 1 })
	if n := h.threads(); n != 0 {
		t.Errorf("%d threads are made though nobody could be told", n)
	}
	h.mu.Lock()
	down = false
	h.mu.Unlock()
	h.Eventually("all games are open", func() bool { return h.view(id).Games[5].ID != "" })
	h.mu.Lock()
	defer h.mu.Unlock()
	for i, n := range h.told {
		if n.ID != fmt.Sprint(id, " ", i+1) {
			t.Errorf("told as number %d is %s", i+1, n.ID)
		}
	}
}

// What falls due while the computer sleeps is done when it wakes, whatever happens in another season just then.
func TestRunner_ComputerSleeps(t *testing.T) {
	h := lay(t)
	id := h.announce()
	h.Eventually("all are called", func() bool { return h.called(id) == 6 })
	h.sleeps(73 * time.Hour)
	terms := season.DefaultTerms("Other")
	terms.Channel = h.Channel
	must.Get(h.Keeper.Announce(h.Ctx, league.Command{ID: "9", User: "7"}, localtable.GuildID, terms))(t)
	h.Eventually("all are warned", func() bool { return h.warned(id) == 3 })
}

// The time in which Discord could not reach a server counts in no season there, though nothing was to be told in it.
func TestRunner_ServerInOutage(t *testing.T) {
	h := lay(t)
	id := h.announce()
	h.Eventually("all are called", func() bool { return h.called(id) == 6 })
	must.Do(t, h.Keeper.Step(h.Ctx, id)) // after it no earlier step is under way
	before := h.view(id).Rounds[0].Deadline
	h.out.Store(true)
	must.Do(t, h.Reach(h.Ctx, localtable.GuildID, false))
	h.sleeps(72 * time.Hour)
	h.stop()
	h.start() // as after a kill
	h.sleeps(time.Hour)
	must.Do(t, h.Reach(h.Ctx, localtable.GuildID, true))
	h.out.Store(false)
	must.Do(t, h.Keeper.Step(h.Ctx, id))
	moved := h.view(id).Rounds[0].Deadline.Sub(before)
	if n := h.warned(id); n != 0 || moved < 73*time.Hour || moved > 74*time.Hour {
		t.Errorf("%d are warned, and the deadline has moved by %v", n, moved)
	}
}

// A season that is stuck keeps no other from what is due in it.
func TestRunner_AnotherSeasonIsStuck(t *testing.T) {
	h := lay(t)
	id := h.announce()
	h.Eventually("all are called", func() bool { return h.called(id) == 6 })
	terms := season.DefaultTerms("Stuck")
	terms.Channel = h.Channel
	stuck := must.Get(h.Keeper.Announce(h.Ctx, league.Command{ID: "9", User: "7"}, "elsewhere", terms))(t)
	h.fail(func(n league.News) error {
		if n.Season == stuck {
			return errors.New("it cannot be told there")
		}
		return nil
	})
	must.Do(t, h.Keeper.Do(h.Ctx, stuck, league.Command{ID: "10", User: "7"},
		func(s *season.Season, me string, _ func(string) (string, error)) (season.Event, error) {
			return s.Join(me, season.SignUp{})
		}))
	h.Eventually("it is stuck", func() bool { return strings.Contains(h.Logged.String(), "cannot be told there") })
	h.sleeps(73 * time.Hour)
	h.Changed("nothing")
	must.Do(t, h.Keeper.Do(h.Ctx, stuck, league.Command{ID: "11", User: "8"},
		func(s *season.Season, me string, _ func(string) (string, error)) (season.Event, error) {
			return s.Join(me, season.SignUp{})
		}))
	h.Eventually("all of the other are warned", func() bool { return h.warned(id) == 3 })
}
