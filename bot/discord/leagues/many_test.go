package leagues_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"grognard/bot/calendar"
	"grognard/bot/discord/discordtest"
	"grognard/bot/discord/rest"
	"grognard/bot/league"
	"grognard/bot/league/season"
	"grognard/bot/localtable"
	"grognard/bot/localtable/player"
	"grognard/rules/must"
	"grognard/storage/seasons"
)

// hall opens games and has the standing of each by its ID, which has its number.
type hall map[string]league.Standing

func (h hall) Place(_ context.Context, o league.Opening) (string, error) {
	return fmt.Sprint(5000 + o.Game), nil
}
func (h hall) Open(_ context.Context, o league.Opening) (string, error) {
	id := fmt.Sprint("game ", o.Game)
	h[id] = league.Standing{Known: true}
	return id, nil
}
func (h hall) Standing(_ context.Context, id string, _ [2]string) (league.Standing, error) {
	return h[id], nil
}
func (h hall) Close(context.Context, string, string) error                         { return nil }
func (h hall) Rest(context.Context, string, string, string, bool) error            { return nil }
func (h hall) StopClocks(context.Context, string, string, string, bool) error      { return nil }
func (h hall) Seat(context.Context, league.Seating) error                          { return nil }
func (h hall) Wakes(_ context.Context, _ string, now time.Time) (time.Time, error) { return now, nil }
func (h hall) Away(context.Context, string, time.Time, time.Time) ([]calendar.Span, error) {
	return nil, nil
}
func (h hall) Absences(context.Context, time.Time) ([]calendar.Span, error) { return nil, nil }

// played sets up a season of many players, Anna among them, with some results, as a program that starts finds it.
func played(f *discordtest.Fixture, format season.Format, players int) {
	f.T.Helper()
	h, now := hall{}, time.Now()
	k := league.New(league.Options{Log: seasons.New(f.Store), Games: h, People: h, Now: func() time.Time { return now },
		Tell: func(context.Context, league.View, league.News) error { return nil }})
	terms := season.DefaultTerms("Summer")
	terms.Format, terms.Channel, terms.AtOnce, terms.Rounds = format, f.Channel, 20, 5
	anna := f.Anna.User().ID
	id := must.Get(k.Announce(f.Ctx, league.Command{ID: "announce", User: anna}, localtable.GuildID, terms))(f.T)
	for i := range players {
		user := fmt.Sprint(1000000000000000000 + i)
		if i == players/2 {
			user = anna
		}
		must.Do(f.T, k.Do(f.Ctx, id, league.Command{ID: fmt.Sprint("join ", i), User: user},
			func(s *season.Season, me string, _ func(string) (string, error)) (season.Event, error) {
				return s.Join(me, season.SignUp{})
			}))
	}
	must.Do(f.T, k.Start(f.Ctx, id, league.Command{ID: "start", User: anna}))
	must.Do(f.T, k.Step(f.Ctx, id))
	for game := range h {
		points := len(game) % 3            // half points of the first player: 0 in games 1 to 9, 1 in 10 to 99
		if !strings.HasSuffix(game, "7") { // games 7, 17 and so on are not over
			h[game] = league.Standing{Started: true, Over: true, Known: true, Points: [2]int{points, 2 - points}}
			k.Changed(game)
		}
	}
	must.Do(f.T, k.Step(f.Ctx, id))
	f.Restart()
}

// Of the tables of many players, one screen is shown at a time, at first that with the asker; a pool stays whole.
func TestStandings_ManyPlayers(t *testing.T) {
	for _, format := range []season.Format{season.Pools, season.Swiss} {
		f := discordtest.New(t)
		played(f, format, 60)
		for _, label := range []string{"Standings", "Cross table"} {
			m := f.Tap(f.Anna, f.Says(f.Anna, "/league", "You are"), label)
			f.Has(m, discordtest.Mention(f.Anna))
			labels := discordtest.Labels(m)
			if lines := strings.Count(m.Content, "\n"); lines > 22 || !slices.Contains(labels, "Page") {
				t.Errorf("%s, %s: %d lines with the buttons %v", format, label, lines, labels)
			}
			if last := m.Content[strings.LastIndex(m.Content, "\n")+1:]; strings.HasPrefix(last, "**Pool") {
				t.Errorf("%s, %s: it ends with %s", format, label, last)
			}
			turn := slices.IndexFunc(labels, func(l string) bool { return strings.HasPrefix(l, "▶") })
			next := f.Tap(f.Anna, m, labels[turn])
			if next.Content == m.Content {
				t.Errorf("%s, %s: the next page is %s", format, label, next.Content)
			}
		}
	}
}

// A program that starts finds the panel of a season, however much was written below it, and keeps it up to date.
func TestPanel_AfterARestart(t *testing.T) {
	var ahead atomic.Int64
	f := discordtest.New(t, func(f *discordtest.Fixture) {
		f.TableNow = func() time.Time { return time.Now().Add(time.Duration(ahead.Load())) }
	})
	panel := announced(f, "format:knock")
	signed(f, panel, f.Boris)
	ahead.Store(int64(time.Hour))
	client := must.Get(rest.New(rest.Options{Token: localtable.BotToken, Host: f.URL}))(t)
	defer client.Close()
	for i := range rest.PageOfMessages + 5 {
		must.Get(client.Send(f.Ctx, f.Channel, rest.NewMessage(fmt.Sprint("thread ", i), nil)))(t)
	}
	f.Restart()
	f.Has(f.Tap(f.Olga, f.Say(f.Olga, "/league"), "Sign up"), "signed up")
	f.Await(f.Olga, func(m player.Message) bool {
		return m.ID == panel.ID && strings.Contains(m.Content, "2 players")
	})
}
