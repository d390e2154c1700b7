package league_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"grognard/bot/calendar"
	"grognard/bot/league"
	"grognard/bot/league/season"
	"grognard/rules/must"
	"grognard/storage/seasons"
)

// undo undoes the last round, as an organiser.
func (w *world) undo(id string) {
	w.now = w.now.Add(time.Second)
	w.does(id, "boss", func(s *season.Season, me string, _ func(string) (string, error)) (season.Event, error) {
		return s.Unpair(me)
	})
}

// swiss is a season of Swiss that has started.
func (w *world) swiss(players int) (id string) {
	w.Helper()
	id = w.announced(players, func(t *season.Terms) { t.Format, t.Rounds, t.Days = season.Swiss, 3, 21 })
	must.Do(w.T, w.Start(w.Context(), id, w.by("boss")))
	return id
}

// whenAsked does something once, when somebody is asked whether a player is awake.
func (w *world) whenAsked(do func()) {
	var once sync.Once
	w.awake = func(string) time.Time {
		once.Do(do)
		return w.now
	}
}

// A round that is undone while something is to be done in it leaves no row that does not fit, and nothing stands still.
func TestBetween_RoundUndone(t *testing.T) {
	for _, opened := range []bool{false, true} { // before the games are opened, and before their players are called
		w := begin(t)
		id := w.swiss(4)
		if opened {
			asleep := w.now.Add(time.Hour)
			w.awake = func(string) time.Time { return asleep }
			must.Do(t, w.Step(t.Context(), id))
		}
		w.whenAsked(func() { w.undo(id) })
		must.Do(t, w.Step(t.Context(), id))
		if v := must.Get(w.Look(t.Context(), id))(t); v.Stage != season.SignUps || len(v.Games) != 0 {
			t.Errorf("opened %v: the season is %s with %d games", opened, v.Stage, len(v.Games))
		}
		must.Do(t, w.Start(t.Context(), id, w.by("boss")))
		must.Do(t, w.Step(t.Context(), id))
		w.restart()
		if len(w.damaged) != 0 || len(w.open()) != 2 {
			t.Errorf("opened %v: damaged are %v, open are %v", opened, w.damaged, w.open())
		}
	}
}

// A game that is opened while its round is undone and paired anew is closed, and the new one has its own players.
func TestBetween_PairedAnew(t *testing.T) {
	for _, at := range []string{"placed", "opened"} {
		w := begin(t)
		id := w.swiss(4)
		var once sync.Once
		w.fails = func(what string) error {
			if what == at {
				once.Do(func() {
					w.undo(id)
					w.does(id, "boss", func(s *season.Season, me string, _ func(string) (string, error)) (season.Event, error) {
						p := must.Get(s.Preview(me, w.now))(t)
						p.Games[0].First, p.Games[1].First = p.Games[1].First, p.Games[0].First
						return s.Pair(me, p, w.now)
					})
				})
			}
			return nil
		}
		must.Do(t, w.Step(t.Context(), id))
		must.Do(t, w.Step(t.Context(), id)) // the commands have asked for it
		v := must.Get(w.Look(t.Context(), id))(t)
		for _, g := range v.Games {
			if users := [2]string{v.Names[g.Pair.First], v.Names[g.Pair.Second]}; w.of[g.ID].Users != users {
				t.Errorf("%s: game %d of %v is played by %v", at, g.Number, users, w.of[g.ID].Users)
			}
		}
		if len(w.open()) != 2 {
			t.Errorf("%s: open are %v", at, w.open())
		}
	}
}

// Who shows himself, or is given a result by an organiser, while a forfeit is about to be noted, does not lose by it.
func TestBetween_ForfeitComesTooLate(t *testing.T) {
	w := begin(t)
	id := w.announced(3, func(t *season.Terms) { t.AtOnce = 6 })
	must.Do(t, w.Start(t.Context(), id, w.by("boss")))
	for _, hours := range []time.Duration{0, 72, 48} { // until the calls, the warnings and the forfeits
		w.now = w.now.Add(hours * time.Hour)
		if hours == 48 {
			w.whenAsked(func() {
				v := must.Get(w.Look(t.Context(), id))(t)
				for _, p := range []string{v.Games[0].Pair.First, v.Games[0].Pair.Second} {
					w.does(id, v.Names[p], func(s *season.Season, me string, _ func(string) (string, error)) (season.Event, error) {
						e, _ := s.Show(me, 1)
						return e, nil
					})
				}
				w.does(id, "boss", func(s *season.Season, me string, _ func(string) (string, error)) (season.Event, error) {
					o := season.Outcome{Game: 2, Reason: "they have played on paper"}
					o.Result.Points = [2]int{2, 0}
					return s.Rule(me, o)
				})
			})
		}
		must.Do(t, w.Step(t.Context(), id))
	}
	v := must.Get(w.Look(t.Context(), id))(t)
	if first, second, third := v.Games[0], v.Games[1], v.Games[2]; first.IsOver() || second.How != "" ||
		second.Ruled == "" || third.How != season.Forfeit {
		t.Errorf("the games are %+v, %+v, %+v", first, second, third)
	}
}

// A row whose answer got lost is read, and the season goes on.
func TestAdd_AnswerLost(t *testing.T) {
	w := begin(t)
	id := w.swiss(4)
	before := must.Get(seasons.New(w.store).Rows(t.Context(), id, seasons.Row{}))(t)
	_, _, err := seasons.New(w.store).Append(t.Context(), seasons.Entry{Season: id, Seq: uint64(len(before) + 1),
		CommandID: fmt.Sprintf("%s/%d", id, len(before)+1), At: w.now, Body: []byte(`{"opened":{"game":1,"channel":"7"}}`)})
	must.Do(t, err)
	for w.Step(t.Context(), id) != nil { // the first fails, as another row has the place
	}
	if v := must.Get(w.Look(t.Context(), id))(t); v.Games[0].Channel != "7" || len(w.open()) != 2 {
		t.Errorf("game 1 is %+v, and open are %v", v.Games[0], w.open())
	}
}

// A row that this version does not know damages its season alone.
func TestLoad_RowOfALaterVersion(t *testing.T) {
	w := begin(t)
	bad, good := w.announced(3, func(*season.Terms) {}), w.announced(3, func(*season.Terms) {})
	_, _, err := seasons.New(w.store).Append(t.Context(), seasons.Entry{Season: bad, Seq: 5, CommandID: "later", At: w.now,
		Body: []byte(`{"somethingNew":{}}`)})
	must.Do(t, err)
	w.restart()
	if faults := must.Get(league.Check(t.Context(), seasons.New(w.store)))(t); len(faults) != 1 {
		t.Errorf("wrong is %v", faults)
	}
	if held := w.Held(); len(w.damaged) != 1 || len(held) != 1 || held[0] != good {
		t.Errorf("damaged are %v, and in memory are %v", w.damaged, held)
	}
}

// A ladder in which nobody takes part yet begins after another season all the same.
func TestStart_LadderAfterAnother(t *testing.T) {
	w := begin(t)
	before := w.announced(3, func(*season.Terms) {})
	id := w.announced(0, func(t *season.Terms) { t.Format, t.After = season.Ladder, before })
	must.Do(t, w.Start(t.Context(), id, w.by("boss")))
	w.does(id, "user 1", join)
	w.restart()
	if v := must.Get(w.Look(t.Context(), id))(t); len(w.damaged) != 0 || v.Stage != season.Running || len(v.Players) != 1 {
		t.Errorf("damaged are %v, and the season is %s of %v", w.damaged, v.Stage, v.Players)
	}
}

// A wrong last result is ruled though it has closed the season, and everybody is told.
func TestRule_AfterTheEnd(t *testing.T) {
	w := begin(t)
	id := w.announced(3, func(t *season.Terms) { t.AtOnce = 6 })
	must.Do(t, w.Start(t.Context(), id, w.by("boss")))
	must.Do(t, w.Step(t.Context(), id))
	for _, game := range w.open() {
		w.ends(game, 2)
	}
	must.Do(t, w.Step(t.Context(), id))
	w.does(id, "boss", func(s *season.Season, me string, _ func(string) (string, error)) (season.Event, error) {
		o := season.Outcome{Game: 6, Reason: "the wrong button"}
		o.Result.Points = [2]int{0, 2}
		return s.Rule(me, o)
	})
	must.Do(t, w.Step(t.Context(), id))
	v := must.Get(w.Look(t.Context(), id))(t)
	if last := w.told[len(w.told)-1]; v.Games[5].Result.Points != [2]int{0, 2} || last.Ruled == nil || len(w.Held()) != 0 {
		t.Errorf("game 6 is %+v, told was %+v, in memory are %v", v.Games[5], last, w.Held())
	}
}

// Seasons are found among others without their logs being read each time, and damaged ones hide no others.
func TestBriefs(t *testing.T) {
	w := begin(t)
	first, second := w.swiss(4), w.announced(2, func(t *season.Terms) { t.Name = "Autumn" })
	w.does(first, "boss", func(s *season.Season, me string, _ func(string) (string, error)) (season.Event, error) {
		return s.Stop(me, season.Halt{How: season.Cancelled, Reason: "war"})
	})
	must.Do(t, w.Step(t.Context(), first))
	for range 2 {
		list := must.Get(w.Briefs(t.Context(), "900", 10))(t)
		if len(list) != 2 || list[0].Name != "Autumn" || list[1].ID != first || !list[1].In("100") || list[0].In("101") {
			t.Errorf("the seasons are %+v", list)
		}
	}
	_, _, err := seasons.New(w.store).Append(t.Context(), seasons.Entry{Season: second, Seq: 4, CommandID: "later", At: w.now,
		Body: []byte(`{"somethingNew":{}}`)})
	must.Do(t, err)
	w.restart()
	if list, err := w.Briefs(t.Context(), "900", 10); err == nil || len(list) != 1 || list[0].ID != first {
		t.Errorf("the seasons are %+v, %v", list, err)
	}
}

// A season whose last organiser is forgotten can be taken over, and only then.
func TestTakeOver(t *testing.T) {
	w := begin(t)
	id := w.announced(3, func(*season.Terms) {})
	if err := w.TakeOver(t.Context(), id, w.by("user 1")); err == nil {
		t.Error("user 1 takes over a season that has an organiser")
	}
	must.Get(w.store.Forget(t.Context(), "boss"))(t)
	must.Get(w.Forget(t.Context(), "boss"))(t)
	must.Do(t, w.TakeOver(t.Context(), id, w.by("admin")))
	must.Do(t, w.Start(t.Context(), id, w.by("admin")))
	if v := must.Get(w.Look(t.Context(), id))(t); len(v.Organisers) != 1 || v.Names[v.Organisers[0]] != "admin" {
		t.Errorf("organisers are %v, with the names %v", v.Organisers, v.Names)
	}
}

// Times in which nobody can play count once, however often the program starts in them and whoever notes them; nothing is
// decided before they end.
func TestAbsences(t *testing.T) {
	w := begin(t)
	id := w.announced(3, func(t *season.Terms) { t.AtOnce = 6 })
	must.Do(t, w.Start(t.Context(), id, w.by("boss")))
	must.Do(t, w.Step(t.Context(), id))
	due := func() time.Time { return must.Get(w.Look(t.Context(), id))(t).Rounds[0].Deadline }
	before, from := due(), w.now.Add(10*time.Minute)
	w.now = w.now.Add(71 * time.Hour)
	w.absent = []calendar.Span{{From: from}}
	for range 3 { // it starts in the absence, in which a warning would fall
		w.now = w.now.Add(time.Hour)
		w.restart()
		must.Do(t, w.Step(t.Context(), id))
	}
	if v := must.Get(w.Look(t.Context(), id))(t); v.Players[0].Warnings != 0 || !due().Equal(before) {
		t.Errorf("warnings %d, the deadline has moved by %v", v.Players[0].Warnings, due().Sub(before))
	}
	w.absent = []calendar.Span{{From: from.Add(time.Hour), Until: w.now}, {From: from, Until: from.Add(2 * time.Hour)},
		{From: from.Add(-2 * time.Minute), Until: from.Add(-time.Minute)}}
	for range 3 {
		must.Do(t, w.Step(t.Context(), id))
		w.restart()
		w.now = w.now.Add(time.Minute)
	}
	if moved, away := due().Sub(before), w.absent[0].Until.Sub(from); moved != away {
		t.Errorf("the deadline has moved by %v and not by %v", moved, away)
	}
}

// Neither a pause nor a restart has a time forgotten in which nobody could be told or Discord could not reach the server.
func TestAbsences_PausesAndRestarts(t *testing.T) {
	stop := func(w *world, id string, how season.Stage) {
		w.does(id, "boss", func(s *season.Season, me string, _ func(string) (string, error)) (season.Event, error) {
			return s.Stop(me, season.Halt{How: how, Reason: "holidays"})
		})
	}
	for name, lost := range map[string]bool{"nobody can be told": false, "the server is lost": true} {
		w := begin(t)
		id := w.announced(3, func(t *season.Terms) { t.AtOnce = 6 })
		must.Do(t, w.Start(t.Context(), id, w.by("boss")))
		must.Do(t, w.Step(t.Context(), id))
		before, down := must.Get(w.Look(t.Context(), id))(t).Rounds[0].Deadline, true
		w.fails = func(what string) error {
			if down && what == "tell" {
				return errors.New("Discord is down")
			}
			return nil
		}
		if lost {
			must.Do(t, w.Reach(t.Context(), "900", false))
		} else {
			w.does(id, "late", join) // something to be told
		}
		for hour := range 96 {
			_ = w.Step(t.Context(), id)
			w.now = w.now.Add(time.Hour)
			switch hour {
			case 20, 60:
				w.restart()
			case 30:
				stop(w, id, season.Paused)
			case 40:
				stop(w, id, season.Running)
			}
		}
		down = false
		must.Do(t, w.Reach(t.Context(), "900", true))
		must.Do(t, w.Step(t.Context(), id))
		v := must.Get(w.Look(t.Context(), id))(t)
		if moved := v.Rounds[0].Deadline.Sub(before); moved != 96*time.Hour || v.Players[0].Warnings != 0 {
			t.Errorf("%s: the deadline has moved by %v, and %d are warned", name, moved, v.Players[0].Warnings)
		}
	}
}

// What may have been told before its answer got lost is looked for when it is told again.
func TestTell_AnswerLost(t *testing.T) {
	w := begin(t)
	id := w.announced(3, func(*season.Terms) {})
	var tried []bool
	w.Tell = func(_ context.Context, _ league.View, n league.News) error {
		if tried = append(tried, n.Tried); len(tried) == 1 {
			return errors.New("the answer got lost")
		}
		return nil
	}
	for w.Step(t.Context(), id) != nil {
	}
	if want := "[false true false false false]"; fmt.Sprint(tried) != want {
		t.Errorf("tried before: %v, want %s", tried, want)
	}
}

// A game that cannot be closed, and one whose place is taken, hold up nothing else.
func TestStep_GamesInTheWay(t *testing.T) {
	w := begin(t)
	id := w.announced(4, func(t *season.Terms) { t.AtOnce = 6 })
	must.Do(t, w.Start(t.Context(), id, w.by("boss")))
	taken := true
	w.fails = func(what string) error {
		switch {
		case what == "open" && taken:
			taken = false
			return league.ErrTaken
		case what == "close":
			return errors.New("it cannot be closed")
		}
		return nil
	}
	_ = w.Step(t.Context(), id)
	must.Do(t, w.Step(t.Context(), id))
	w.does(id, "user 1", func(s *season.Season, me string, _ func(string) (string, error)) (season.Event, error) {
		return s.Leave(me, season.Leaving{Player: me})
	})
	if err := w.Step(t.Context(), id); err == nil {
		t.Error("games that cannot be closed are no error")
	}
	w.restart()
	w.fails = func(string) error { return nil }
	must.Do(t, w.Step(t.Context(), id)) // the rows were told, and the games are still to be closed
	if len(w.ended) != 6 {
		t.Errorf("closed are %v", w.ended)
	}
	if last := w.told[len(w.told)-1]; len(w.games) != 12 || last.Ended == nil || last.Ended.How != season.Walkover {
		t.Errorf("%d games were opened, and told was last %+v", len(w.games), last)
	}
}

// A user is forgotten while others sign up.
func TestForget_WhileOthersSignUp(t *testing.T) {
	w := begin(t)
	id := w.announced(3, func(*season.Terms) {})
	var all sync.WaitGroup
	all.Go(func() {
		for i := range 20 {
			must.Do(t, w.Do(t.Context(), id, league.Command{ID: fmt.Sprint("x", i), User: fmt.Sprint("new ", i)}, join))
		}
	})
	all.Go(func() {
		must.Get(w.store.Forget(t.Context(), "user 2"))(t)
		must.Get(w.Forget(t.Context(), "user 2"))(t)
	})
	all.Wait()
	if v := must.Get(w.Look(t.Context(), id))(t); len(v.Playing()) != 22 {
		t.Errorf("%d play", len(v.Playing()))
	}
}
