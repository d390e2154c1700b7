package league_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"grognard/bot/league"
	"grognard/bot/league/season"
	"grognard/rules/must"
)

// StopClocks does nothing for a command that it has carried out.
func (w *world) StopClocks(_ context.Context, command, id, _ string, stop bool) error {
	if w.unbegun[id] && stop {
		return league.ErrNotBegun
	}
	if err := w.fails("clocks"); err != nil {
		return err
	}
	if w.done[command]++; w.done[command] == 1 {
		w.stopped[id] = stop
	}
	return w.fails("clocked")
}

// stops changes the stage of a season.
func (w *world) stops(id string, how season.Stage) {
	w.Helper()
	w.does(id, "boss", func(s *season.Season, me string, _ naming) (season.Event, error) {
		return s.Stop(me, season.Halt{How: how, Reason: "Holidays."})
	})
}

// A program that dies all the time stops the clocks of all games of a season that is paused, and has them run
// again when it goes on or is cancelled.
func TestPause_KilledAnywhere(t *testing.T) {
	for seed := range *deaths {
		r := rand.New(rand.NewPCG(seed, 5))
		w := begin(t)
		id := w.announced(4, func(t *season.Terms) { t.AtOnce = 3 })
		must.Do(t, w.Start(t.Context(), id, w.by("boss")))
		must.Do(t, w.Step(t.Context(), id))
		dies := errors.New("it dies")
		dying := true
		w.fails = func(string) error {
			if dying && r.IntN(4) == 0 {
				return dies
			}
			return nil
		}
		for i, how := range []season.Stage{season.Paused, season.Running, season.Paused, season.Running, season.Paused,
			season.Cancelled} {
			w.stops(id, how)
			dying = true
			for range r.IntN(4) {
				if err := w.Step(t.Context(), id); err != nil && !errors.Is(err, dies) {
					t.Fatal(err)
				}
				w.restart()
			}
			if dying = r.IntN(3) == 0 && i < 4; dying {
				continue // the next change comes before this one was carried out
			}
			must.Do(t, w.Step(t.Context(), id))
			w.restart()
			must.Do(t, w.Step(t.Context(), id))
			for game := range w.games {
				if w.stopped[game] != (how == season.Paused) {
					t.Errorf("seed %d: the season is %s, and the clocks of %s are stopped: %v", seed, how, game, w.stopped[game])
				}
			}
		}
		if n := len(w.games); n != 6 {
			t.Errorf("seed %d: there are %d games", seed, n)
		}
	}
}

// The clocks of a game that begins while its season is paused stand still from then on, and those of one that begins
// later run.
func TestPause_GameBegins(t *testing.T) {
	w := begin(t)
	id := w.announced(4, func(t *season.Terms) { t.AtOnce = 3 })
	must.Do(t, w.Start(t.Context(), id, w.by("boss")))
	must.Do(t, w.Step(t.Context(), id))
	w.unbegun["game1"], w.unbegun["game2"] = true, true
	w.stops(id, season.Paused)
	must.Do(t, w.Step(t.Context(), id))
	begins := func(game string, want bool) {
		t.Helper()
		delete(w.unbegun, game)
		w.Changed(game)
		must.Do(t, w.Step(t.Context(), id))
		if w.stopped[game] != want {
			t.Errorf("the clocks of %s are stopped: %v", game, w.stopped[game])
		}
	}
	begins("game1", true)
	w.stops(id, season.Running)
	must.Do(t, w.Step(t.Context(), id))
	begins("game2", false)
	begins("game1", false)
}

// A season that was paused and then cancelled stays as it was, whatever becomes of its games and players, also after a
// start at which its acts are tried once more.
func TestClocks_CancelledStays(t *testing.T) {
	w := begin(t)
	id := w.announced(4, func(t *season.Terms) { t.AtOnce = 3 })
	must.Do(t, w.Start(t.Context(), id, w.by("boss")))
	must.Do(t, w.Step(t.Context(), id))
	w.stops(id, season.Paused)
	must.Do(t, w.Step(t.Context(), id))
	w.stops(id, season.Cancelled)
	must.Do(t, w.Step(t.Context(), id))
	told := len(w.told)
	must.Get(w.store.Forget(t.Context(), "user 1"))(t)
	must.Get(w.Forget(t.Context(), "user 1"))(t)
	w.ends("game1", 2)
	w.restart()
	for _, held := range w.Held() {
		must.Do(t, w.Step(t.Context(), held))
	}
	for _, n := range w.told[told:] {
		t.Errorf("told after the end: %+v", n.Entry.Event)
	}
}
