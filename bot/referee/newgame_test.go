package referee_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"grognard/bot/referee"
	"grognard/bot/referee/api"
	"grognard/bot/referee/arrange"
	"grognard/rules/modules"
	"grognard/rules/order"
)

// The commands by which players come to a table, right and wrong. A refused one leaves no row and no notification.
func TestJoin_WayToATable(t *testing.T) {
	h := newHouse(t, nil)
	open := func(user, channel string, o arrange.Opening) func() (api.Table, error) {
		return func() (api.Table, error) { return h.NewGames.NewGame(h.ctx, h.cmd(user, channel), o) }
	}
	join := func(user, channel string, s order.Side) func() (api.Table, error) {
		return func() (api.Table, error) { return h.NewGames.Join(h.ctx, h.cmd(user, channel), s, "") }
	}
	say := func(word string) func() (api.Table, error) {
		return func() (api.Table, error) { return h.NewGames.Join(h.ctx, h.by("anna"), "blue", word) }
	}
	start := func(user string) func() (api.Table, error) {
		return func() (api.Table, error) { return h.NewGames.Start(h.ctx, h.by(user)) }
	}
	move := func(user string) func() (api.Table, error) {
		return func() (api.Table, error) {
			out, err := h.Orders.Order(h.ctx, h.by(user), "/end")
			return out.Table, err
		}
	}
	drill := arrange.Opening{Module: "drill"}
	for _, s := range []struct {
		name string
		do   func() (api.Table, error)
		want error
		rows int // in the channel after it
	}{
		{"no game to join", join("anna", "c1", "blue"), api.ErrNoGame, 0},
		{"no game to start", start("anna"), api.ErrNoGame, 0},
		{"unknown module", open("anna", "c1", arrange.Opening{Module: "chess"}), api.ErrNoModule, 0},
		{"a path for a module", open("anna", "c1", arrange.Opening{Module: "../drill"}), api.ErrNoModule, 0},
		{"unknown scenario", open("anna", "c1", arrange.Opening{Module: "drill", Scenario: "moon"}),
			api.ErrNoScenario, 0},
		{"unknown side", open("anna", "c1", arrange.Opening{Module: "drill", Side: "green"}), api.ErrNoSide, 0},
		{"a game is opened", open("anna", "c1", drill), nil, 1},
		{"a second one is not", open("boris", "c1", drill), api.ErrGameHere, 1},
		{"nobody sits yet", start("anna"), api.ErrNotSeated, 1},
		{"no such seat", join("anna", "c1", "green"), api.ErrNoSide, 1},
		{"a word nobody can copy", say("lar`ch"), api.ErrWord, 1},
		{"a word of two lines", say("lar\nch"), api.ErrWord, 1},
		{"a word that is no text", say("lar\xffch"), api.ErrWord, 1},
		{"a word too long", say(strings.Repeat("é", 61)), api.ErrWord, 1},
		{"a seat at another game", func() (api.Table, error) {
			cmd := h.by("anna")
			cmd.Game = "aaaaaaaa"
			return h.NewGames.Join(h.ctx, cmd, "blue", "")
		}, api.ErrOtherGame, 1},
		{"anna sits", join("anna", "c1", "blue"), nil, 2},
		{"anna wants both", join("anna", "c1", "red"), api.ErrSeated, 2},
		{"boris wants hers", join("boris", "c1", "blue"), api.ErrSeatTaken, 2},
		{"too early", start("anna"), api.ErrSeatsOpen, 2},
		{"orders are too early", move("anna"), api.ErrNotStarted, 2},
		{"boris sits", join("boris", "c1", "red"), nil, 3},
		{"an onlooker starts nothing", start("olga"), api.ErrNotSeated, 3},
		{"they begin", start("boris"), nil, 4},
		{"twice", start("boris"), api.ErrStarted, 4},
		{"an onlooker orders nothing", move("olga"), api.ErrNotSeated, 4},
		{"nor does a nobody", move(""), api.ErrNotSeated, 4},
		{"another channel is another matter", join("olga", "c2", "blue"), api.ErrNoGame, 4},
	} {
		before := len(h.notifications())
		_, err := s.do()
		refused(t, s.name, s.want)(err)
		equal(t, s.name+": %d rows", h.rows("c1"), s.rows)
		equal(t, s.name+": that something is told is %t", len(h.notifications()) > before, s.want == nil)
	}
	var kinds []api.Kind
	for _, e := range h.notifications() {
		kinds = append(kinds, e.Kind)
	}
	equal(t, "notifications %v", kinds,
		[]api.Kind{api.Opened, api.Joined, api.Joined, api.Started, api.Started, api.Started})
}

// A table shows the dice's commitment from the first row on, their secret only at the end, and seats in order of play.
func TestTable_NewGame(t *testing.T) {
	h := newHouse(t, nil)
	first := must(h.NewGames.NewGame(h.ctx, h.by("anna"), arrange.Opening{Module: "drill", Side: "red"}))(t)
	wrong(t, len(first.Commitment) != 64 || first.Secret != "" || first.Started || first.Over, "a new table: %+v", first)
	wrong(t, first.Player("red") != "anna" || first.Player("blue") != "" || first.Seats[0].Side.ID != "blue", "seats: %+v",
		first.Seats)
	s, ok := first.Seat("anna")
	wrong(t, !ok || s.ID != "red", "anna's seat: %+v", s)
	_, ok = first.Seat("")
	wrong(t, ok, "nobody has a seat")
	equal(t, "looked at it is %+v", h.table(), first)
}

// A verb that several modules share is registered once, and all games that ship can be opened.
func TestLibrary_AllGamesOpen(t *testing.T) {
	h := newHouse(t, nil)
	specs := h.Library.Specs()
	seen := map[order.Verb]bool{}
	for _, s := range specs {
		wrong(t, seen[s.Verb], "/%s twice", s.Verb)
		seen[s.Verb] = true
	}
	for _, v := range []order.Verb{"move", "attack", "retreat", "end", "stack order"} {
		wrong(t, !seen[v], "no /%s", v)
	}
	for i, m := range h.Library.Modules() {
		channel := "m" + strconv.Itoa(i)
		for _, s := range m.Scenarios {
			allowed(t, m.ID+" "+s.ID)(h.NewGames.NewGame(h.ctx, h.cmd("anna", channel+s.ID),
				arrange.Opening{Module: m.ID, Scenario: s.ID}))
		}
	}
	wrong(t, len(h.Library.Modules()) < 2, "only %d modules load", len(h.Library.Modules()))
}

// Games of one scenario share their rules and their map, even while they are played at the same time under the race
// detector. A game that was unloaded goes on as if it had not been.
func TestDefinitions_SharedByGames(t *testing.T) {
	h := newHouse(t, nil)
	h.extras.Warm = 2
	h.restart()
	raw := must(os.ReadFile("../gallery/turn.txt"))(t)
	orders, _, _ := strings.Cut(string(raw), "/overrun")
	var players sync.WaitGroup
	for i := range 4 {
		channel := fmt.Sprint("channel ", i)
		players.Go(func() {
			_, err := h.NewGames.NewGame(h.ctx, h.cmd("anna", channel),
				arrange.Opening{Module: "afb", Scenario: "historical", Side: "german"})
			if err == nil {
				_, err = h.NewGames.Join(h.ctx, h.cmd("boris", channel), "soviet", "")
			}
			if err == nil {
				_, err = h.NewGames.Start(h.ctx, h.cmd("anna", channel))
			}
			for text := range strings.Lines(orders) {
				if err == nil && strings.HasPrefix(text, "/") {
					_, err = h.Orders.Order(h.ctx, h.cmd("anna", channel), strings.TrimSpace(text))
				}
			}
			wrong(t, err != nil, "%v", err)
		})
	}
	players.Wait()
	equal(t, "%d times prepared", referee.Kernel(h.Referee).Definitions.Starts(), 1)
	for i := range 4 {
		now, _, err := h.Looks.Public(h.ctx, fmt.Sprint("channel ", i))
		check(t, err)
		fresh, _, err := referee.New(referee.Options{Store: h.store}).Looks.Public(t.Context(), fmt.Sprint("channel ", i))
		check(t, err)
		a, b := now.Board(), fresh.Board()
		equal(t, "read anew it is %s", fmt.Sprint(b.Stacks, b.Phase), fmt.Sprint(a.Stacks, a.Phase))
	}
}

// laid returns an operator's module with a title and the text of its units.yaml.
func laid(id, title, units string) modules.Folder {
	files := fstest.MapFS{"units.yaml": {Data: []byte(units)}, "game.yaml": {Data: []byte("title: " + title)}}
	return modules.Folder{ID: id, Where: "own/" + id, Files: files}
}

// with restarts the house with an operator's modules.
func (h *house) with(own ...modules.Folder) {
	h.t.Helper()
	h.own = own
	h.restart()
}

// odds returns the odds of the fights that a channel was told of.
func (h *house) odds(channel string) (all []string) {
	h.t.Helper()
	for _, e := range h.publicly() {
		for _, l := range e.Public.Board().Told {
			if l.Reckoned != nil && e.Table.Channel == channel {
				all = append(all, l.Reckoned.Odds.String())
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// A new game is played with the counters of the operator's overlay. It goes on with them if the overlay has changed,
// broken or vanished meanwhile, even if the unit that fights has another name by then.
func TestOverlay_GameKeepsIt(t *testing.T) {
	const strong = "types: {blue-armour: {full: 35-6-12}}"
	h := newHouse(t, nil)
	h.with(laid("drill", "Strong Drill", strong))
	h.begin("c1", "anna", "boris")
	h.must("anna", "c1", "/move units:b-1-arm to:12.08")
	h.must("anna", "c1", "/move units:b-2-arm to:12.11")
	for what, own := range map[string][]modules.Folder{
		"as it was": {laid("drill", "Strong Drill", strong)},
		"changed":   {laid("drill", "Weak Drill", "types: {blue-armour: {full: 8-6-12}}")},
		"renamed":   {laid("drill", "Drill", "units:\n  b-1-arm: ~\n  b-9-arm: {type: blue-armour, name: 9 Armour}")},
		"broken":    {laid("drill", "Drill", "types: [")},
		"gone":      nil,
	} {
		h.with(own...)
		pub, table, err := h.Looks.Public(h.ctx, "c1")
		mustNot(t, err != nil, "%s: %v", what, err)
		for _, title := range []string{table.Title, pub.Board().Map.Title} {
			equal(t, what+": the game is %s", title, "Strong Drill")
		}
	}
	h.must("anna", "c1", "/end")
	h.must("anna", "c1", "/attack target:13.08 units:b-1-arm")
	h.with(laid("drill", "Drill", "types: {blue-armour: {full: 8-6-12}}"))
	h.begin("c2", "anna", "boris")
	h.must("anna", "c2", "/move units:b-1-arm to:12.08")
	h.must("anna", "c2", "/end")
	h.must("anna", "c2", "/attack target:13.08 units:b-1-arm")
	for channel, want := range map[string]string{"c1": "5:1", "c2": "1:1"} { // 35 and 8 to 7
		equal(t, channel+": the fight is told at %q", h.odds(channel), []string{want})
	}
}

// No new game of a module with mistakes in its overlay is opened, not even as the module ships, and the log says once
// where they are. Other modules, and an operator's new game, are offered as ever.
func TestOverlay_Broken(t *testing.T) {
	var log bytes.Buffer
	h := newDrill(t)
	h.logger = slog.New(slog.NewTextHandler(&log, nil))
	ford := must(modules.Files("drill"))(t)
	files := fstest.MapFS{}
	for name, text := range ford {
		files[name] = &fstest.MapFile{Data: bytes.Replace(text, []byte("id: drill"), []byte("id: ford"), 1)}
	}
	h.with(laid("drill", "Drill", "units:\n  b-1-arm: ~\n  b-9-arm: {type: blue-armour, name: 9 Armour}"),
		modules.Folder{ID: "ford", Files: files})
	wrong(t, len(h.Library.Specs()) == 0, "nothing can be said in running games")
	refused(t, "a new game of a broken module", api.ErrBroken)(h.NewGames.NewGame(h.ctx, h.cmd("anna", "c2"),
		arrange.Opening{Module: "drill"}))
	var offered []string
	for _, m := range h.Library.Modules() {
		offered = append(offered, m.ID)
		allowed(t, m.ID)(h.NewGames.NewGame(h.ctx, h.cmd("anna", "new "+m.ID), arrange.Opening{Module: m.ID}))
	}
	want := append(slices.DeleteFunc(modules.Embedded(), func(id string) bool { return id == "drill" }), "ford")
	slices.Sort(want)
	equal(t, "offered are %q", slices.Sorted(slices.Values(offered)), want)
	h.must("anna", "c1", "/move units:b-1-arm to:6.09")
	text := log.String()
	wrong(t, strings.Count(text, "\n") != 1 || !strings.Contains(text, "embedded drill/setup.yaml:") ||
		!strings.Contains(text, "no unit b-1-arm") || !strings.Contains(text, "module lint own/drill"), "the log says\n%s", text)
}
