package discord_test

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"os"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"grognard/bot/localtable/player"
	"grognard/bot/referee"
	"grognard/rules/modules"
	"grognard/storage"
)

// readOnly is a store from which games can be opened, with a count of what is asked of it.
// Whatever else is asked of it fails, and all writing does: the log that it embeds is nil.
type readOnly struct {
	storage.Log
	kept storage.Log

	mu    sync.Mutex
	asked []string
}

func (s *readOnly) count(what string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked = append(s.asked, what)
}

// counted is what was asked since the last call, and how often.
func (s *readOnly) counted() map[string]int {
	s.mu.Lock()
	defer s.mu.Unlock()
	times := map[string]int{}
	for _, what := range s.asked {
		times[what]++
	}
	s.asked = nil
	return times
}

func (s *readOnly) InChannel(ctx context.Context, channel string) (storage.Game, error) {
	s.count("channel")
	return s.kept.InChannel(ctx, channel)
}

func (s *readOnly) Game(ctx context.Context, id storage.GameID) (storage.Game, error) {
	s.count("game")
	return s.kept.Game(ctx, id)
}

func (s *readOnly) LatestSnapshot(ctx context.Context, id storage.GameID, format string,
	atMost uint64) (storage.Snapshot, error) {
	s.count("snapshot")
	return s.kept.LatestSnapshot(ctx, id, format, atMost)
}

func (s *readOnly) Rows(ctx context.Context, id storage.GameID, after uint64) iter.Seq2[storage.Row, error] {
	s.count("rows")
	return s.kept.Rows(ctx, id, after)
}

// Owing is nothing: what the games have to tell stays untold here.
func (s *readOnly) Owing(context.Context, time.Time, string) ([]storage.Owing, error) {
	return nil, nil
}

// Locate and WakeIn are asked when the bot hears of the server, and not by who types.
func (s *readOnly) Locate(context.Context, string, ...string) error { return nil }

func (s *readOnly) WakeIn(context.Context, time.Time, ...string) ([]storage.GameID, error) {
	return nil, nil
}

// takings is how often the lock of a game has been taken and given back, as the referee
// counts it to know which games were used last.
func takings(r *referee.Referee) uint64 {
	return reflect.ValueOf(r).Elem().FieldByName("games").Elem().FieldByName("cache").Elem().FieldByName("clock").Uint()
}

// tables are games in channels of their own, set up while no bot is at work.
type tables struct {
	*house
	*referee.Referee
	commands int
	has      map[string]bool // the channels with a game
}

func (g *tables) as(p *player.Player, channel string) referee.Command {
	g.commands++
	return referee.Command{ID: fmt.Sprint("set-up ", g.commands), User: p.User().ID, Channel: channel}
}

// channel is a new one.
func (g *tables) channel() string {
	g.t.Helper()
	g.commands++
	id, err := g.anna.Open(g.ctx, fmt.Sprint("table-", g.commands))
	if err != nil {
		g.t.Fatal(err)
	}
	return id
}

// open has Anna open a game in a new channel and take its first side, and, where there is
// something to be ordered, Boris take the other; all of the orders are Anna's.
func (g *tables) open(module string, orders ...string) (channel string) {
	g.t.Helper()
	channel = g.channel()
	g.has[channel] = true
	t, err := g.NewGame(g.ctx, g.as(g.anna, channel), referee.Opening{Module: module})
	if err == nil {
		_, err = g.Join(g.ctx, g.as(g.anna, channel), t.Seats[0].Side.ID, "")
	}
	if err == nil && len(orders) > 0 {
		_, err = g.Join(g.ctx, g.as(g.boris, channel), t.Seats[1].Side.ID, "")
	}
	if err == nil && len(orders) > 0 {
		_, err = g.Start(g.ctx, g.as(g.anna, channel))
	}
	for _, text := range orders {
		if err == nil {
			_, err = g.Order(g.ctx, g.as(g.anna, channel), text)
		}
	}
	if err != nil {
		g.t.Fatal(err)
	}
	return channel
}

// upToMovement is the recorded first turn until the German movement begins.
func upToMovement(t *testing.T) (orders []string) {
	t.Helper()
	raw, err := os.ReadFile("../gallery/turn.txt")
	if err != nil {
		t.Fatal(err)
	}
	before, _, _ := strings.Cut(string(raw), "\n/move")
	for _, text := range strings.Split(before, "\n") {
		if strings.HasPrefix(text, "/") {
			orders = append(orders, text)
		}
	}
	return orders
}

// Whatever is being typed, and whoever types it, a keystroke is one look at the game: it
// takes the lock once, and asks the store once for what is not in memory. So all that a
// list is made of is of one sequence, whatever others do meanwhile. It writes nothing.
func TestAKeystrokeIsOneLook(t *testing.T) {
	t.Parallel()
	h := newHouse(t, func(h *house) { h.own = []modules.Folder{meeting(t)} })
	h.close()
	g := &tables{house: h, Referee: referee.New(referee.Options{Store: h.store, Modules: h.own}),
		has: map[string]bool{}}
	waiting := func() string { return g.open("drill") }
	moving := func() string { return g.open("drill", "/move units:b-1-mil to:6.09") }
	fighting := func() string { return g.open("drill", "/end") }
	east := func() string { return g.open("afb", upToMovement(t)...) }
	empty := g.channel
	first, again := map[string]int{"channel": 1, "game": 1, "snapshot": 1, "rows": 2}, map[string]int{}
	none := map[string]int{"channel": 1} // which is asked for anew each time
	keystrokes := []struct {
		who    *player.Player
		table  func() string
		text   string
		offers bool
	}{
		{h.anna, moving, "/move units:", true},
		{h.anna, moving, "/move units:b-1-mot", true}, // a list as it stands, and what could be added to it
		{h.anna, moving, "/move units:b-1-mot,", true},
		{h.anna, moving, "/move units:b-1-mot to:8.0", true},
		{h.anna, moving, "/move units:b-1-mot path:6.09", true},
		{h.anna, moving, "/move units:nobody", false},
		{h.anna, moving, "/airstrike hex:", false}, // another game's
		{h.anna, fighting, "/attack target:13", true},
		{h.anna, fighting, "/attack target:13.10 units:b-3-inf", true},
		{h.anna, fighting, "/odds target:13", true},
		{h.anna, fighting, "/odds target:13.10 units:b-3-inf", true},
		{h.anna, moving, "/odds target:13.10 units:", true}, // to be attacked later, or overrun now
		{h.anna, moving, "/odds target:99", false},          // neither
		{h.anna, east, "/airstrike hex:12", true},
		{h.anna, east, "/airstrike hex:12.14 strikes:", true}, // a number or a word
		{h.anna, east, "/garrison unit:", true},
		{h.anna, moving, "/stack show hex:", true},
		{h.anna, moving, "/unit show unit:", true},
		{h.anna, moving, "/reach unit:", true},
		{h.anna, moving, "/map at:", true},
		{h.anna, moving, "/threats hex:", true},
		{h.anna, moving, "/note hex:", true},
		{h.anna, waiting, "/move units:", false},
		{h.anna, waiting, "/odds target:", false},
		{h.boris, waiting, "/game join side:", true},
		{h.boris, waiting, "/map at:", true},
		{h.boris, waiting, "/move units:", false},
		{h.olga, moving, "/move units:", false},
		{h.olga, moving, "/odds target:", false},
		{h.olga, moving, "/stack show hex:", true},
		{h.olga, moving, "/unit show unit:", true},
		{h.olga, moving, "/reach unit:", true},
		{h.olga, moving, "/map at:", true},
		{h.olga, moving, "/threats hex:", true},
		{h.olga, moving, "/note hex:", true},
		{h.olga, moving, "/game join side:", false},
		{h.anna, empty, "/move units:", false},
		{h.anna, empty, "/odds target:", false},
		{h.anna, empty, "/map at:", false},
		{h.anna, empty, "/game join side:", false},
		{h.anna, empty, "/game new module:", true},
	}
	var channels []string
	for _, k := range keystrokes {
		channels = append(channels, k.table())
	}
	if err := g.Shut(h.ctx); err != nil {
		t.Fatal(err)
	}
	store := &readOnly{kept: h.store}
	h.log = store
	h.open()
	for i, k := range keystrokes {
		store.counted()
		for _, want := range []map[string]int{first, again} {
			looks := uint64(1)
			switch {
			case strings.HasPrefix(k.text, "/game new"):
				want, looks = again, 0
			case !g.has[channels[i]]:
				want, looks = none, 0
			}
			before := takings(h.referee)
			list, err := k.who.Complete(h.ctx, channels[i], k.text)
			if err != nil {
				t.Fatal(err)
			}
			if len(list) > 0 != k.offers {
				t.Errorf("%s is offered for %s: %v", k.who.User().Username, k.text, list)
			}
			if asked, took := store.counted(), takings(h.referee)-before; took != looks || !maps.Equal(asked, want) {
				t.Errorf("%s by %s takes the lock %d times and asks the store %v, want %d and %v",
					k.text, k.who.User().Username, took, asked, looks, want)
			}
		}
	}
	if strings.Contains(h.logged.String(), "a suggestion failed") {
		t.Error("a keystroke asked the store for something else")
	}
}
