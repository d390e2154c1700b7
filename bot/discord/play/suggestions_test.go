package play_test

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable/player"
	"grognard/bot/referee"
	"grognard/bot/referee/api"
	"grognard/bot/referee/arrange"
	"grognard/rules/must"
	"grognard/storage"
)

// readOnly is a store from which games can be read. It counts what it is asked. Anything else, such as writing, fails,
// because the log that it embeds is nil.
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

// counted returns what was asked since the last call, and how often.
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

// Owing returns nothing, so that no messages of the games are delivered.
func (s *readOnly) Owing(context.Context, time.Time, string) ([]storage.Owing, error) {
	return nil, nil
}

// Locate and WakeIn do nothing: they are called when the bot hears of the server, not when somebody types.
func (s *readOnly) Locate(context.Context, string, ...string) error { return nil }

func (s *readOnly) WakeIn(context.Context, time.Time, ...string) ([]storage.GameID, error) {
	return nil, nil
}

// takings returns how often the lock of a game has been taken and given back. The referee counts this to know which
// games were used last.
func takings(r *referee.Referee) uint64 {
	return reflect.ValueOf(r).Elem().FieldByName("games").Elem().FieldByName("cache").Elem().FieldByName("clock").Uint()
}

// tables are games in channels of their own, set up while no bot is at work.
type tables struct {
	*discordtest.Fixture
	before   *referee.Referee // which sets them up
	commands int
	has      map[string]bool // the channels with a game
}

func (g *tables) as(p *player.Player, channel string) api.Command {
	g.commands++
	return api.Command{ID: fmt.Sprint("set-up ", g.commands), User: p.User().ID, Channel: channel}
}

// channel returns a new channel.
func (g *tables) channel() string {
	g.T.Helper()
	g.commands++
	return must.Get(g.Anna.Open(g.Ctx, fmt.Sprint("table-", g.commands)))(g.T)
}

// open opens a game in a new channel, in which Anna takes the first side. If there are orders, Boris takes the other
// side and Anna gives the orders.
func (g *tables) open(module string, orders ...string) (channel string) {
	g.T.Helper()
	channel = g.channel()
	g.has[channel] = true
	r, opening := g.before, arrange.Opening{Module: module}
	t := must.Get(r.NewGames.NewGame(g.Ctx, g.as(g.Anna, channel), opening))(g.T)
	must.Get(r.NewGames.Join(g.Ctx, g.as(g.Anna, channel), t.Seats[0].Side.ID, ""))(g.T)
	if len(orders) > 0 {
		must.Get(r.NewGames.Join(g.Ctx, g.as(g.Boris, channel), t.Seats[1].Side.ID, ""))(g.T)
		must.Get(r.NewGames.Start(g.Ctx, g.as(g.Anna, channel)))(g.T)
	}
	for _, text := range orders {
		must.Get(r.Orders.Order(g.Ctx, g.as(g.Anna, channel), text))(g.T)
	}
	return channel
}

// upToMovement returns the orders of the recorded first turn before the German movement.
func upToMovement(t *testing.T) (orders []string) {
	t.Helper()
	raw := must.Get(os.ReadFile("../../gallery/turn.txt"))(t)
	before, _, _ := strings.Cut(string(raw), "\n/move")
	for _, text := range strings.Split(before, "\n") {
		if strings.HasPrefix(text, "/") {
			orders = append(orders, text)
		}
	}
	return orders
}

// Whatever is being typed, and whoever types it, a keystroke is one look at the game: it takes the lock once, and asks
// the store once for what is not in memory. So a list of suggestions is of one position, whatever others do meanwhile.
// A keystroke writes nothing.
func TestSuggestions_KeystrokeIsOneLook(t *testing.T) {
	f := discordtest.New(t, discordtest.With(meeting(t)))
	f.Stop()
	g := &tables{Fixture: f, before: referee.New(referee.Options{Store: f.Store, Modules: f.Modules}),
		has: map[string]bool{}}
	waiting := func() string { return g.open("drill") }
	moving := func() string { return g.open("drill", "/move units:b-1-mil to:6.09") }
	fighting := func() string { return g.open("drill", "/end") }
	east := func() string { return g.open("afb", upToMovement(t)...) }
	empty := g.channel
	first, again := map[string]int{"channel": 1, "game": 1, "snapshot": 1, "rows": 2}, map[string]int{}
	none := map[string]int{"channel": 1} // a channel without a game is looked up each time
	keystrokes := []struct {
		who    *player.Player
		table  func() string
		text   string
		offers bool
	}{
		{f.Anna, moving, "/move units:", true},
		{f.Anna, moving, "/move units:b-1-mot", true}, // a list as it stands, and what could be added to it
		{f.Anna, moving, "/move units:b-1-mot,", true},
		{f.Anna, moving, "/move units:b-1-mot to:8.0", true},
		{f.Anna, moving, "/move units:b-1-mot path:6.09", true},
		{f.Anna, moving, "/move units:nobody", false},
		{f.Anna, moving, "/airstrike hex:", false}, // another game's
		{f.Anna, fighting, "/attack target:13", true},
		{f.Anna, fighting, "/attack target:13.10 units:b-3-inf", true},
		{f.Anna, fighting, "/odds target:13", true},
		{f.Anna, fighting, "/odds target:13.10 units:b-3-inf", true},
		{f.Anna, moving, "/odds target:13.10 units:", true}, // to be attacked later, or overrun now
		{f.Anna, moving, "/odds target:99", false},          // neither
		{f.Anna, east, "/airstrike hex:12", true},
		{f.Anna, east, "/airstrike hex:12.14 strikes:", true}, // a number or a word
		{f.Anna, east, "/garrison unit:", true},
		{f.Anna, moving, "/stack show hex:", true},
		{f.Anna, moving, "/unit show unit:", true},
		{f.Anna, moving, "/reach unit:", true},
		{f.Anna, moving, "/map at:", true},
		{f.Anna, moving, "/threats hex:", true},
		{f.Anna, moving, "/note hex:", true},
		{f.Anna, waiting, "/move units:", false},
		{f.Anna, waiting, "/odds target:", false},
		{f.Boris, waiting, "/game join side:", true},
		{f.Boris, waiting, "/map at:", true},
		{f.Boris, waiting, "/move units:", false},
		{f.Olga, moving, "/move units:", false},
		{f.Olga, moving, "/odds target:", false},
		{f.Olga, moving, "/stack show hex:", true},
		{f.Olga, moving, "/unit show unit:", true},
		{f.Olga, moving, "/reach unit:", true},
		{f.Olga, moving, "/map at:", true},
		{f.Olga, moving, "/threats hex:", true},
		{f.Olga, moving, "/note hex:", true},
		{f.Olga, moving, "/game join side:", false},
		{f.Anna, empty, "/move units:", false},
		{f.Anna, empty, "/odds target:", false},
		{f.Anna, empty, "/map at:", false},
		{f.Anna, empty, "/game join side:", false},
		{f.Anna, empty, "/game new module:", true},
	}
	var channels []string
	for _, k := range keystrokes {
		channels = append(channels, k.table())
	}
	must.Do(t, g.before.Shut(f.Ctx))
	store := &readOnly{kept: f.Store}
	f.Log = store
	f.Start()
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
			before := takings(f.Referee)
			if list := must.Get(k.who.Complete(f.Ctx, channels[i], k.text))(t); len(list) > 0 != k.offers {
				t.Errorf("%s is offered for %s: %v", k.who.User().Username, k.text, list)
			}
			if asked, took := store.counted(), takings(f.Referee)-before; took != looks || !maps.Equal(asked, want) {
				t.Errorf("%s by %s takes the lock %d times and asks the store %v, want %d and %v",
					k.text, k.who.User().Username, took, asked, looks, want)
			}
		}
	}
	if strings.Contains(f.Logged.String(), "a suggestion failed") {
		t.Error("a keystroke asked the store for something else")
	}
}

func TestSuggestions_ByWhatIsSeen(t *testing.T) {
	f := discordtest.Begun(t)
	for _, c := range []struct {
		who   *player.Player
		text  string
		first string // of the values offered; "" for none at all
		label string
		more  string // another value
	}{
		{f.Anna, "/game new module:dri", "drill", "Drill", ""},
		{f.Anna, "/game new module:drill scenario:", "skirmish", "Skirmish", ""},
		{f.Anna, "/game new module:drill side:re", "red", "Red", ""},
		{f.Anna, "/move units:b-1-ar", "b-1-arm", "1 Armour 8-6-8 at 5.09", ""},
		{f.Anna, "/move units:armour", "b-1-arm", "1 Armour 8-6-8 at 5.09", "b-2-arm"},
		{f.Anna, "/move units:1 Arm", "b-1-arm", "1 Armour 8-6-8 at 5.09", ""},
		{f.Anna, "/move units:b-1-arm, 1 mot", "b-1-arm,b-1-mot", "1 Armour, 1 Motorised 4-5-8 at 5.09", ""},
		{f.Anna, "/move units:09", "b-1-arm", "1 Armour 8-6-8 at 5.09", "5.09"},
		{f.Anna, "/move units:5.09", "5.09", "Whole stack in 5.09: 1 Armour, 1 Motorised", "b-1-mot"},
		{f.Anna, "/move units:b-1-arm", "b-1-arm", "1 Armour 8-6-8 at 5.09", "b-1-arm,b-1-mot"},
		{f.Anna, "/move units:b-1-arm,", "b-1-arm", "1 Armour", "b-1-arm,b-1-mot"},
		{f.Anna, "/move units:b-1-arm,b-1-mot to:8.0", "8.02", "8.02", "8.08"},
		{f.Anna, "/move units:b-1-arm,b-1-mot path:6.09", "6.09", "6.09", ""},
		{f.Anna, "/stack show hex:5.0", "5.09", "5.09 – Blue: 1 Armour 8-6-8, 1 Motorised 4-5-8", ""},
		{f.Boris, "/stack show hex:5.0", "5.09", "5.09 – Blue: 1 Armour 8-6-8, 1 unseen unit", ""},
		{f.Boris, "/move units:b-1", "", "", ""},
		{f.Boris, "/move units:", "", "", ""},
		{f.Olga, "/move units:", "", "", ""},
		{f.Olga, "/stack show hex:5.0", "5.09", "5.09 – Blue: 1 Armour 8-6-8, 1 unseen unit", ""},
		{f.Olga, "/map at:5.0", "5.09", "5.09 – Blue: 1 Armour 8-6-8, 1 unseen unit", ""},
		{f.Anna, "/unit show unit:1 mot", "b-1-mot", "1 Motorised 4-5-8 – Blue · At 5.09", "r-1-mot"},
		{f.Boris, "/unit show unit:1 mot", "r-1-mot", "1 Motorised 4-5-8 – Red · At 15.08", "b-1-mot"},
		{f.Olga, "/unit show unit:b-1-mot", "b-1-mot", "1 Motorised 4-5-8 – Blue · Location unknown", ""},
		{f.Olga, "/game join side:", "", "", ""},
	} {
		list := must.Get(c.who.Complete(f.Ctx, f.Channel, c.text))(t)
		if c.first == "" {
			discordtest.Equal(t, c.text+" offers %d choices", len(list), 0)
			continue
		}
		if len(list) == 0 || list[0].Value != c.first || list[0].Name != c.label {
			t.Errorf("%s offers first %v, want %s %q", c.text, list, c.first, c.label)
		}
		if c.more != "" && !slices.ContainsFunc(list, func(more player.Choice) bool { return more.Value == c.more }) {
			t.Errorf("%s does not offer %s: %v", c.text, c.more, list)
		}
	}
}
