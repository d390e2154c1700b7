package report_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"grognard/bot/catalogue"
	"grognard/bot/discord/wording"
	"grognard/bot/referee"
	"grognard/bot/referee/api"
	"grognard/bot/referee/arrange"
	"grognard/bot/referee/ordering"
	"grognard/bot/referee/views"
	"grognard/bot/report"
	"grognard/bot/simulate"
	"grognard/rules/must"
	"grognard/rules/order"
	"grognard/storage/sqlite"
)

const channel = "played"

// played is a game that random players play, with what everybody sees of it.
type played struct {
	t       testing.TB
	referee *referee.Referee
	said    int
	users   map[order.Side]string
}

// play plays a game up to a turn.
func play(t testing.TB, module string, turns int, seed uint64) *played {
	t.Helper()
	store := must.Get(sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "games.db")))(t)
	t.Cleanup(func() { must.Do(t, store.Shut()) })
	bytes := [32]byte{byte(seed)}
	now := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	p := &played{t: t, users: map[order.Side]string{}}
	p.referee = referee.New(referee.Options{Store: store, Entropy: rand.NewChaCha8(bytes),
		Now: func() time.Time { now = now.Add(time.Minute); return now }})
	table := must.Get(p.referee.NewGames.NewGame(t.Context(), p.by("Anna"), arrange.Opening{Module: module}))(t)
	for i, seat := range table.Seats {
		user := []string{"Anna", "Boris"}[i]
		p.users[seat.Side.ID] = user
		must.Get(p.referee.NewGames.Join(t.Context(), p.by(user), seat.Side.ID, "a word"))(t)
	}
	must.Get(p.referee.NewGames.Start(t.Context(), p.by("Anna")))(t)
	chooser := simulate.Chooser{Referee: p.referee, Rand: rand.New(rand.NewPCG(seed, 1)), Pace: 40, Aggressive: true}
	for {
		v, table, err := p.referee.Looks.Public(t.Context(), channel)
		must.Do(t, err)
		b := v.Board()
		if table.Over || b.Turn > turns {
			return p
		}
		side := b.Phase.Side
		if b.Due != nil {
			side = b.Due.Side
		}
		o, err := chooser.Choose(t.Context(), channel, p.users[side], b)
		must.Do(t, err)
		if _, err = p.referee.Orders.Give(t.Context(), p.by(p.users[side]), o, ordering.Expect{}); err != nil {
			t.Fatalf("%s says %v: %v", side, o, err)
		}
	}
}

func (p *played) by(user string) api.Command {
	p.said++
	return api.Command{ID: strconv.Itoa(p.said), User: user, Channel: channel}
}

// resign ends the game, if it is not over.
func (p *played) resign() *played {
	if _, err := p.referee.Endings.Resign(p.t.Context(), p.by("Boris")); err != nil && !errors.Is(err, api.ErrOver) {
		p.t.Fatal(err)
	}
	return p
}

func (p *played) film() views.Film {
	return must.Get(p.referee.Looks.Film(p.t.Context(), channel, ""))(p.t)
}

// report returns the report of the game as everybody may see it.
func (p *played) report() *report.Report {
	f := p.film()
	about := report.About{Title: f.Table.Title, Scenario: f.Table.Scenario, Over: f.Table.Over,
		Opened: f.Table.Opened, Last: f.Table.Since, Ending: []string{fmt.Sprint("the ending is ", f.Table.Ending)}}
	for _, s := range f.Table.Seats {
		about.Sides = append(about.Sides, report.Side{ID: s.Side.ID, Players: []string{s.User}})
	}
	loc := wording.New(must.Get(catalogue.New(nil))(p.t).In("en"))
	return report.Of(about, f.Public, english{loc.On(f.Public[0].Board().Map)})
}

// english has the words of the catalogue.
type english struct{ loc wording.Localizer }

func (e english) Say(id string, args ...any) string {
	said := slices.Clone(args)
	for i := 1; i < len(said); i += 2 {
		if text, ok := said[i].(string); ok {
			said[i] = wording.InWords(text)
		}
	}
	return e.loc.Say(id, said...)
}
