package league_test

import (
	"testing"
	"time"

	"grognard/bot/calendar"
	"grognard/bot/league"
	"grognard/bot/league/lobby"
	"grognard/bot/league/reliability"
	"grognard/bot/league/request"
	"grognard/bot/league/season"
	"grognard/rules/must"
)

// waits lets hours pass and does what is due.
func (w *world) waits(id string, hours int) league.View {
	w.Helper()
	w.now = w.now.Add(time.Duration(hours) * time.Hour)
	must.Do(w.T, w.Step(w.Context(), id))
	return must.Get(w.Look(w.Context(), id))(w.T)
}

// shows has a player show himself in the first game.
func shows(s *season.Season, me string, _ func(string) (string, error)) (season.Event, error) {
	e, _ := s.Show(me, 1)
	return e, nil
}

// If an announced vacation has left a player too little time, his warning and his forfeit are noted as excused and
// count nowhere. A vacation that has left him enough excuses nothing.
func TestExcused_Vacation(t *testing.T) {
	for name, c := range map[string]struct {
		from, until    int // hours of the vacation of user 1, after he was called
		warned, spared bool
		want           reliability.Record
	}{
		"none": {want: reliability.Record{Asked: 1, Begun: 1}},
		"before the warning": {from: 10, until: 70, warned: true,
			want: reliability.Record{Begun: 1, Excused: 1}},
		"after the warning": {from: 80, until: 110, spared: true,
			want: reliability.Record{Asked: 1, Excused: 1}},
		"before both, and all over": {from: -60, until: -1, want: reliability.Record{Asked: 1, Begun: 1}},
		"short": {from: 1, until: 2,
			want: reliability.Record{Asked: 1, Begun: 1}},
	} {
		t.Run(name, func(t *testing.T) {
			w := begin(t)
			id := w.announced(2, func(t *season.Terms) { t.Format = season.Knock })
			must.Do(t, w.Start(t.Context(), id, w.by("boss")))
			w.waits(id, 0)
			at := func(hours int) time.Time { return w.now.Add(time.Duration(hours) * time.Hour) }
			w.vacations = map[string][]calendar.Span{"user 1": {{From: at(c.from), Until: at(c.until)}}}
			w.does(id, "user 2", shows)
			w.waits(id, 75)
			v := w.waits(id, 49)
			one := v.Of("user 1")
			seat, _ := v.Games[0].Has(one)
			g := v.Games[0]
			if g.How != season.Forfeit || g.Excused[seat] != c.warned || g.Spared[seat] != c.spared ||
				g.Excused[1-seat] || g.Spared[1-seat] {
				t.Errorf("%+v", g)
			}
			if got := reliability.Of(&v.Season, one, w.now); got != c.want {
				t.Errorf("%+v, want %+v", got, c.want)
			}
		})
	}
}

// A player who has got more time after his warning is excused by a vacation in it: his time goes by from where the
// warning counts in that game.
func TestExcused_MoreTimeAfterTheWarning(t *testing.T) {
	w := begin(t)
	id := w.announced(2, func(t *season.Terms) { t.Format = season.Knock })
	must.Do(t, w.Start(t.Context(), id, w.by("boss")))
	w.waits(id, 0)
	w.does(id, "user 2", shows)
	w.waits(id, 75)
	must.Do(t, w.asks(id, "user 2", request.Asking{Kind: request.Extend, Game: 1, Days: 7}))
	must.Do(t, w.decides(id, w.by("boss"), request.Decision{Request: 1, Grant: true, Reason: "yes", Days: 7}))
	v := w.waits(id, 1)
	one := v.Of("user 1")
	seat, _ := v.Games[0].Has(one)
	from := season.LastWarned(&v.Season, &v.Games[0], seat)
	w.vacations = map[string][]calendar.Span{"user 1": {{From: from.Add(time.Hour), Until: from.Add(20 * time.Hour)}}}
	for hours := 0; !v.Games[0].IsOver() && hours < 400; hours++ {
		v = w.waits(id, 1)
	}
	if g := v.Games[0]; g.How != season.Forfeit || !g.Spared[seat] || !from.After(v.Player(one).Warned) {
		t.Errorf("warned %v, which counts from %v: %+v", v.Player(one).Warned, from, g)
	}
}

// Who does not come to a game of the lobby is reminded once, whatever dies; an outage excuses him. Who has given an
// order has come.
func TestLobby_NobodyComes(t *testing.T) {
	for name, outage := range map[string]time.Duration{"no excuse": 0, "an outage": 30 * time.Hour} {
		t.Run(name, func(t *testing.T) {
			w := begin(t)
			for _, user := range []string{"anna", "boris"} {
				wish := lobby.Wish{Modules: []string{"drill"}, Awake: lobby.AllDay, Kind: lobby.Rated,
					Secret: make([]byte, 32)}
				must.Get(w.Meet(t.Context(), w.by(user), "900", func(l *lobby.Lobby, me string) (lobby.Event, error) {
					return l.Seek(me, wish)
				}))(t)
			}
			id := league.Agreed("900")
			v := w.waits(id, 0)
			g := v.Games[0]
			st := w.games[g.ID]
			st.Acted[0] = true
			w.games[g.ID] = st
			w.Changed(g.ID)
			if next := w.Next(id); !next.Equal(w.now.Add(72 * time.Hour)) {
				t.Errorf("next is %v", next)
			}
			if outage > 0 {
				w.absent = []calendar.Span{{From: w.now.Add(time.Hour), Until: w.now.Add(time.Hour + outage)}}
			}
			w.waits(id, 73)
			w.restart()
			w.waits(id, 1)
			v = w.waits(id, 48)
			warned := 0
			for _, n := range w.told {
				if n.Warned != nil && n.Warned.Player == g.Pair.Second && n.Warned.Excused == (outage > 0) {
					warned++
				}
			}
			g = v.Games[0]
			if warned != 1 || g.Moved != [2]bool{true, false} || !g.Warned[0].IsZero() || g.IsOver() {
				t.Errorf("told %d times; %+v", warned, g)
			}
			want := reliability.Record{Asked: 1, Begun: 1}
			if outage > 0 {
				want = reliability.Record{Excused: 2}
			}
			if r := reliability.Of(&v.Season, g.Pair.Second, w.now); r != want {
				t.Errorf("%+v, want %+v", r, want)
			}
		})
	}
}
