package league_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"grognard/bot/league"
	"grognard/bot/league/request"
	"grognard/bot/league/season"
	"grognard/rules/must"
)

type naming = func(string) (string, error)

// asks has a player ask for something in a game.
func (w *world) asks(id, user string, a request.Asking) error {
	a.Reason, a.Days = "please", 7
	return w.Do(w.Context(), id, w.by(user), func(s *season.Season, me string, as naming) (season.Event, error) {
		if a.Holder != "" {
			holder, err := as(a.Holder)
			if err != nil {
				return season.Event{}, err
			}
			a.Holder = holder
		}
		return season.Ask(s, me, a)
	})
}

// decides has an organiser decide a request by a command.
func (w *world) decides(id string, c league.Command, d request.Decision) error {
	d.Reason, d.Days, d.Points = "so it is", 7, &[2]int{1, 1}
	return w.Do(w.Context(), id, c, func(s *season.Season, me string, _ naming) (season.Event, error) {
		return season.Decide(s, request.Judge{Name: me}, d, w.now)
	})
}

func (w *world) appeals(id, user string, number int) error {
	return w.Do(w.Context(), id, w.by(user), func(s *season.Season, me string, _ naming) (season.Event, error) {
		return season.Appeal(s, me, request.Appeal{Request: number, Reason: "no", Channel: "12"})
	})
}

// hasOrganiser adds an organiser who does not play.
func (w *world) hasOrganiser(id, user string) {
	w.Helper()
	w.does(id, "boss", func(s *season.Season, me string, as naming) (season.Event, error) {
		name, err := as(user)
		if err != nil {
			return season.Event{}, err
		}
		return s.Hand(me, season.Office{Player: name})
	})
}

// If the organiser who was called for a request or an appeal is taken out, one who may decide it is called, once.
func TestRequests_OrganiserTakenOut(t *testing.T) {
	w := begin(t)
	id := w.announced(4, func(t *season.Terms) { t.Format, t.Rounds, t.Unfinished = season.Swiss, 1, season.Ruling })
	w.hasOrganiser(id, "paul")
	must.Do(t, w.Start(t.Context(), id, w.by("boss")))
	must.Do(t, w.Step(t.Context(), id))
	v := must.Get(w.Look(t.Context(), id))(t)
	asker := v.Names[v.Games[0].Pair.First]
	must.Do(t, w.asks(id, asker, request.Asking{Kind: request.Extend, Game: 1}))
	must.Do(t, w.asks(id, v.Names[v.Games[1].Pair.First], request.Asking{Kind: request.Extend, Game: 2}))
	must.Do(t, w.decides(id, w.by("paul"), request.Decision{Request: 1}))
	must.Do(t, w.appeals(id, asker, 1))
	must.Do(t, w.Step(t.Context(), id))
	w.hasOrganiser(id, "zoe")
	w.does(id, "zoe", func(s *season.Season, me string, as naming) (season.Event, error) {
		boss := must.Get(as("boss"))(t)
		if _, err := s.Hand(me, season.Office{Player: boss, Ends: true, Reason: " "}); err == nil {
			t.Error("he is taken out without a reason")
		}
		return s.Hand(me, season.Office{Player: boss, Ends: true, Reason: "He is away."})
	})
	for range 2 {
		must.Do(t, w.Step(t.Context(), id))
		w.restart()
	}
	calls := map[string]int{}
	for _, n := range w.told {
		if n.Request != nil && n.Request.Called != nil {
			c := n.Request.Called
			calls[fmt.Sprint(c.Request, " ", c.Appeal, " ", v.Names[c.Organiser] == "boss")]++
		}
	}
	if want := map[string]int{"1 true true": 1, "2 false true": 1, "1 true false": 1, "2 false false": 1}; !reflect.DeepEqual(calls, want) {
		t.Errorf("called were %v; want %v", calls, want)
	}
}

// A program that dies all the time decides nothing twice, opens one thread for an appeal, and has each game rest, go
// on and seat its player as was decided; the log leads to the same requests.
func TestRequests_KilledAnywhere(t *testing.T) {
	for seed := range *deaths {
		r := rand.New(rand.NewPCG(seed, 3))
		w := begin(t)
		id := w.announced(4, func(t *season.Terms) { t.Format, t.Rounds, t.Unfinished = season.Swiss, 1, season.Ruling })
		w.hasOrganiser(id, "paul")
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
		works := func() {
			for range 1 + r.IntN(6) {
				if err := w.Step(t.Context(), id); err != nil && !errors.Is(err, dies) {
					t.Fatal(err)
				}
				if r.IntN(2) == 0 {
					w.restart()
				}
			}
		}
		view := func() league.View { return must.Get(w.Look(t.Context(), id))(t) }
		kinds := []request.Kind{request.Adjourn, request.Extend, request.Restore, request.Adjourn}
		for i := range 8 {
			v := view()
			g := v.Games[i%2]
			a := request.Asking{Kind: kinds[r.IntN(len(kinds))], Game: g.Number, Holder: "zoe"}
			user := v.Names[[]string{g.Pair.First, g.Pair.Second}[r.IntN(2)]]
			if w.asks(id, user, a) != nil {
				continue // it is adjourned
			}
			works()
			n := len(view().Requests.List)
			for appeal := range 1 + r.IntN(2) {
				organiser := []string{"boss", "paul"}[appeal]
				if appeal > 0 {
					must.Do(t, w.appeals(id, user, n))
					works()
				}
				c := w.by(organiser)
				d := request.Decision{Request: n, Grant: r.IntN(2) == 0, Appeal: appeal > 0}
				for range 2 { // Discord delivers it twice
					must.Do(t, w.decides(id, c, d))
					works()
				}
			}
			v = view()
			if g := v.Game(g.Number); !g.Adjourned.IsZero() && r.IntN(2) == 0 {
				up := func(s *season.Season, me string, _ naming) (season.Event, error) {
					return season.TakeUp(s, request.Judge{Name: me}, n)
				}
				if err := w.Do(t.Context(), id, w.by(user), up); err == nil {
					works()
				}
			}
			w.now = w.now.Add(time.Hour)
		}
		before := view().Requests
		dying = false
		if w.restart(); !reflect.DeepEqual(view().Requests, before) {
			t.Errorf("seed %d: after a start %+v, before %+v", seed, view().Requests, before)
		}
		must.Do(t, w.Step(t.Context(), id))
		v := view()
		heard := []string{}
		for _, is := range v.Requests.List {
			if len(is.Decisions) > 2 || slices.Contains(heard, is.Heard) {
				t.Errorf("seed %d: %+v", seed, is)
			}
			if is.Heard != "" { // an appeal that was decided sooner needs no thread
				heard = append(heard, is.Heard)
			}
		}
		for _, g := range v.Games {
			if w.rests[g.ID] == g.Adjourned.IsZero() {
				t.Errorf("seed %d: game %d rests %v, and is adjourned since %v", seed, g.Number, w.rests[g.ID], g.Adjourned)
			}
			for i := len(v.Requests.List) - 1; i >= 0; i-- { // who had a seat given back or taken at last has it
				is := v.Requests.List[i]
				if seat, _ := g.Has(is.By); is.Kind == request.Restore && is.Game == g.Number && len(is.Decisions) > 0 &&
					(is.Last().Grant || is.Decisions[0].Grant) {
					want := map[bool]string{true: v.Names[is.By], false: "zoe"}[is.Last().Grant]
					if later := slices.ContainsFunc(v.Requests.List[i+1:], func(o request.Request) bool {
						return o.Kind == request.Restore && o.By == is.By
					}); !later && w.seated[fmt.Sprint(g.ID, " ", seat)] != want {
						t.Errorf("seed %d: %v have the seats, not %s by %+v", seed, w.seated, want, is)
					}
					break
				}
			}
		}
		told := map[string]bool{}
		for _, n := range w.told {
			if told[n.ID] {
				t.Errorf("seed %d: told twice: %s", seed, n.ID)
			}
			told[n.ID] = true
		}
	}
}

// A request about the last result of a season that is over is heard, told and followed, also where its organisers sleep
// at first; then the season is put away again.
func TestRequests_AfterTheEnd(t *testing.T) {
	w := begin(t)
	id := w.announced(2, func(t *season.Terms) { t.Format, t.Rounds = season.Swiss, 1 })
	must.Do(t, w.Start(t.Context(), id, w.by("boss")))
	must.Do(t, w.Step(t.Context(), id))
	w.ends(w.open()[0], 2)
	must.Do(t, w.Step(t.Context(), id))
	v := must.Get(w.Look(t.Context(), id))(t)
	if v.Stage != season.Closed || len(w.Held()) != 0 {
		t.Fatalf("the season is %s, held are %v", v.Stage, w.Held())
	}
	loser := v.Games[0].Pair.Second
	must.Do(t, w.asks(id, v.Names[loser], request.Asking{Kind: request.Correct, Game: 1}))
	morning := w.now.Add(8 * time.Hour)
	w.awake = func(string) time.Time { return morning }
	must.Do(t, w.Step(t.Context(), id))
	w.restart()
	if next := w.Next(id); len(w.Held()) != 1 || w.Step(t.Context(), id) != nil || !w.Next(id).Equal(morning) {
		t.Fatalf("held are %v, next is %v", w.Held(), next)
	}
	w.now = morning
	must.Do(t, w.Step(t.Context(), id))
	must.Do(t, w.decides(id, w.by("boss"), request.Decision{Request: 1, Grant: true}))
	must.Do(t, w.Step(t.Context(), id))
	v = must.Get(w.Look(t.Context(), id))(t)
	last := w.told[len(w.told)-1]
	if r := v.Games[0].Result; r.Points != [2]int{1, 1} || v.Requests.List[0].Called[0] == "" || len(w.Held()) != 0 ||
		last.Ruled == nil || last.Request == nil {
		t.Errorf("%+v, %+v, held are %v, told at last %+v", r, v.Requests.List[0], w.Held(), last)
	}
	late := w.decides(id, w.by("boss"), request.Decision{Request: 1})
	if why, ok := errors.AsType[request.Refusal](late); !ok || why.Why != "decided" {
		t.Errorf("decided again: %v", late)
	}
}

// The request of a user who was forgotten is withdrawn, and waits for nobody.
func TestRequests_Forgotten(t *testing.T) {
	w := begin(t)
	id := w.announced(4, func(t *season.Terms) { t.Format, t.Rounds = season.Swiss, 1 })
	must.Do(t, w.Start(t.Context(), id, w.by("boss")))
	must.Do(t, w.Step(t.Context(), id))
	v := must.Get(w.Look(t.Context(), id))(t)
	user := v.Names[v.Games[0].Pair.First]
	must.Do(t, w.asks(id, user, request.Asking{Kind: request.Extend, Game: 1}))
	must.Get(w.store.Forget(t.Context(), user))(t)
	must.Get(w.Forget(t.Context(), user))(t)
	for range 2 {
		must.Do(t, w.Step(t.Context(), id))
		if v := must.Get(w.Look(t.Context(), id))(t); v.Requests.List[0].State != request.Withdrawn {
			t.Errorf("%+v", v.Requests.List)
		}
		w.restart()
	}
}

// A game that was adjourned before it began rests when it begins, whatever was started anew meanwhile, unless it was
// taken up again by then; the season goes on.
func TestRequests_AdjournedBeforeItBegins(t *testing.T) {
	for _, takenUp := range []bool{false, true} {
		w := begin(t)
		id := w.announced(4, func(t *season.Terms) { t.Format, t.Rounds = season.Swiss, 1 })
		must.Do(t, w.Start(t.Context(), id, w.by("boss")))
		must.Do(t, w.Step(t.Context(), id))
		g := must.Get(w.Look(t.Context(), id))(t).Games[0]
		begun := false
		w.fails = func(what string) error {
			if what == "rest" && !begun && !w.rests[g.ID] {
				return league.ErrNotBegun
			}
			return nil
		}
		user := must.Get(w.Look(t.Context(), id))(t).Names[g.Pair.First]
		must.Do(t, w.asks(id, user, request.Asking{Kind: request.Adjourn, Game: 1}))
		must.Do(t, w.decides(id, w.by("boss"), request.Decision{Request: 1, Grant: true}))
		must.Do(t, w.Step(t.Context(), id))
		if w.restart(); takenUp {
			w.does(id, user, func(s *season.Season, me string, _ naming) (season.Event, error) {
				return season.TakeUp(s, request.Judge{Name: me}, 1)
			})
			w.fails = func(string) error { return nil }
		}
		must.Do(t, w.Step(t.Context(), id))
		if last := w.told[len(w.told)-1]; w.rests[g.ID] || last.Request == nil {
			t.Errorf("taken up %v: it rests %v before it begins, and told is %+v", takenUp, w.rests[g.ID], last)
		}
		begun = true
		w.Changed(g.ID)
		must.Do(t, w.Step(t.Context(), id))
		if w.rests[g.ID] == takenUp {
			t.Errorf("taken up %v: when it has begun it rests %v", takenUp, w.rests[g.ID])
		}
	}
}

// A seat that its player can never have holds up nothing: it is told once and not tried again, also after a start.
func TestRequests_NoSeat(t *testing.T) {
	w := begin(t)
	id := w.announced(4, func(t *season.Terms) { t.Format, t.Rounds = season.Swiss, 1 })
	must.Do(t, w.Start(t.Context(), id, w.by("boss")))
	must.Do(t, w.Step(t.Context(), id))
	v := must.Get(w.Look(t.Context(), id))(t)
	tried := 0
	w.fails = func(what string) error {
		if what == "seat" {
			tried++
			return league.ErrNoSeat
		}
		return nil
	}
	must.Do(t, w.asks(id, v.Names[v.Games[0].Pair.First], request.Asking{Kind: request.Restore, Game: 1, Holder: "zoe"}))
	must.Do(t, w.decides(id, w.by("boss"), request.Decision{Request: 1, Grant: true}))
	for range 2 {
		must.Do(t, w.Step(t.Context(), id))
		w.restart()
	}
	v = must.Get(w.Look(t.Context(), id))(t)
	if last := w.told[len(w.told)-1]; tried != 1 || last.Request == nil || last.Request.NoSeat != 1 ||
		!v.Requests.List[0].NoSeat {
		t.Errorf("tried %d times, told at last %+v, the request is %+v", tried, last, v.Requests.List[0])
	}
}
