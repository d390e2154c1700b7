package simulate_test

import (
	"context"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	clocks "grognard/bot/clock"
	"grognard/bot/referee"
	"grognard/bot/referee/api"
	"grognard/bot/referee/arrange"
	"grognard/bot/referee/drafts"
	"grognard/bot/referee/ordering"
	"grognard/bot/simulate"
	"grognard/rules/must"
	"grognard/rules/order"
	"grognard/rules/standing"
	"grognard/rules/view"
	"grognard/storage/sqlite"
)

var neverAwake = flag.Bool("apart", false, "play whole campaigns between players who are never awake together")

// campaign is a campaign between people who are never awake together, with a store and a referee whose clock is theirs.
type campaign struct {
	t       *testing.T
	now     time.Time
	store   *sqlite.Store
	referee *referee.Referee
	opening arrange.Opening
	chooser simulate.Chooser
	said    int // commands
	people  map[order.Side]person
	help    help
	begun   string // the phase in which a list was begun by hand
	got     played
}

// help is what the players leave to the bot.
type help struct {
	set   string // of standing answers, "" for none
	hours int    // in which they answer themselves first
	lists bool
}

// played is what came of a campaign.
type played struct {
	days   float64
	fights int
	orders int                // that the players gave themselves
	listed int                // lines of lists that were carried out
	waits  int                // times that the game waited for somebody who slept
	forced int                // of these, for what the other side had forced on him
	points map[order.Side]int // for the places that a side controls
}

// newCampaign returns a campaign of a module and scenario that begins on a Monday. The same seed gives the same campaign.
// Its players are awake for five hours from six in the evening, that of the first side six zones west of Greenwich and
// that of the second six zones east of it.
func newCampaign(t *testing.T, o arrange.Opening, first, second order.Side, seed uint64, h help) *campaign {
	t.Helper()
	g := &campaign{t: t, now: time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC), help: h, opening: o,
		chooser: simulate.Chooser{Rand: rand.New(rand.NewPCG(seed, 2)), Pace: 24, Aggressive: true},
		people: map[order.Side]person{
			first:  {name: "west", from: 0, hours: 5 * time.Hour},
			second: {name: "east", from: 12 * time.Hour, hours: 5 * time.Hour},
		}}
	g.store = must.Get(sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "games.db")))(t)
	var entropy [32]byte
	binary.BigEndian.PutUint64(entropy[:], seed)
	g.referee = referee.New(referee.Options{Store: g.store, Entropy: rand.NewChaCha8(entropy),
		Now: func() time.Time { return g.now }, SnapshotEvery: 500})
	g.chooser.Referee = g.referee
	t.Cleanup(func() { must.Do(t, errors.Join(g.referee.Shut(context.Background()), g.store.Shut())) })
	return g
}

// channel is where the game is played.
const channel = "campaign"

// command returns a new command of a user.
func (g *campaign) command(user string) api.Command {
	g.said++
	return api.Command{ID: fmt.Sprint(g.said), User: user, Channel: channel}
}

// person is awake for some hours of each day, which can begin before midnight UTC.
type person struct {
	name  string
	from  time.Duration // after midnight UTC
	hours time.Duration
}

// wakes is t, or when the person is awake next.
func (p person) wakes(t time.Time) time.Time {
	for day := t.Truncate(24 * time.Hour).Add(-24 * time.Hour); ; day = day.Add(24 * time.Hour) {
		from := day.Add(p.from)
		switch {
		case t.Before(from):
			return from
		case t.Before(from.Add(p.hours)):
			return t
		}
	}
}

// leave leaves the standing answers.
func (h help) leave(a *standing.Answers) error {
	*a = standing.Answers{Set: h.set, Hours: h.hours}
	return nil
}

// perOrder is how long a person takes for an order.
const perOrder = 2 * time.Minute

// play plays so many turns and returns what came of them.
func (g *campaign) play(turns int) played {
	g.t.Helper()
	ctx := g.t.Context()
	g.opening.Clock = must.Get(clocks.Parse("normal"))(g.t)
	table := must.Get(g.referee.NewGames.NewGame(ctx, g.command("west"), g.opening))(g.t)
	for _, seat := range table.Seats {
		must.Get(g.referee.NewGames.Join(ctx, g.command(g.people[seat.Side.ID].name), seat.Side.ID, ""))(g.t)
	}
	must.Get(g.referee.NewGames.Start(ctx, g.command("west")))(g.t)
	for _, seat := range table.Seats {
		if g.help.set != "" {
			must.Get(g.referee.Standing.ChangeStanding(ctx, g.command(g.people[seat.Side.ID].name), g.help.leave))(g.t)
		}
	}
	begun := g.now
	for g.step(turns) {
	}
	g.got.days, g.got.points = g.now.Sub(begun).Hours()/24, map[order.Side]int{}
	end, _, err := g.referee.Looks.Public(ctx, channel)
	must.Do(g.t, err)
	for _, c := range end.Board().Control {
		g.got.points[c.Side] += c.VP
	}
	return g.got
}

// step has the one to act give an order, or lets time pass until something can happen.
func (g *campaign) step(turns int) bool {
	g.t.Helper()
	ctx := g.t.Context()
	v, table, err := g.referee.Looks.Public(ctx, channel)
	must.Do(g.t, err)
	b := v.Board()
	if table.Over || b.Turn > turns {
		return false
	}
	if table.ClockOut != nil {
		g.t.Fatalf("in turn %d the clock of %s runs out", b.Turn, table.ClockOut.Side)
	}
	side := b.Phase.Side
	if b.Due != nil {
		side = b.Due.Side
	}
	p := g.people[side]
	switch at := p.wakes(g.now); {
	case at.After(g.now):
		waits := g.got.waits
		if g.sleepUntil(at); b.Due != nil && side != b.Phase.Side {
			g.got.forced += g.got.waits - waits
		}
	case g.help.lists && b.Due == nil && g.beginList(p, fmt.Sprint(b.Turn, b.Phase)):
		g.now = g.now.Add(perOrder)
	default:
		g.order(p, side, b)
		g.now = g.now.Add(perOrder)
	}
	return true
}

// order has a player give an order, and write a list for his next turn when he has ended this one.
func (g *campaign) order(p person, side order.Side, b *view.Board) {
	g.t.Helper()
	o := must.Get(g.chooser.Choose(g.t.Context(), channel, p.name, b))(g.t)
	out := must.Get(g.referee.Orders.Give(g.t.Context(), g.command(p.name), o, ordering.Expect{}))(g.t)
	g.got.orders++
	if o.Verb == "attack" || o.Verb == "overrun" || o.Verb == "engage" {
		g.got.fights++
	}
	if g.help.lists && b.Due == nil && out.View.Board().Phase.Side != side {
		g.write(side, p)
	}
}

// beginList has a player begin the lines of his list for a phase, once, if he has some.
func (g *campaign) beginList(p person, phase string) bool {
	g.t.Helper()
	l := must.Get(g.referee.Lists.Rest(g.t.Context(), channel, p.name))(g.t)
	if l == nil || g.begun == phase || l.Now == 0 || l.Runs {
		return false
	}
	g.begun = phase
	shown := must.Get(g.referee.Lists.Show(g.t.Context(), g.command(p.name), l.ID))(g.t)
	run := must.Get(g.referee.Lists.CarryOut(g.t.Context(), g.command(p.name), l.ID, shown.Shown))(g.t)
	for _, done := range run.Lines {
		if done.Err == nil {
			g.carriedOut(done.Line.String())
		}
	}
	return true
}

// carriedOut counts a line of a list.
func (g *campaign) carriedOut(line string) {
	g.got.listed++
	if strings.Contains(line, " < ") {
		g.got.fights++
	}
}

// sleepUntil lets time pass until the one to act is awake, or something has been done without him.
func (g *campaign) sleepUntil(at time.Time) {
	g.t.Helper()
	due := must.Get(g.store.NextDue(g.t.Context()))(g.t)
	if due.IsZero() || !due.Before(at) {
		g.got.waits++
		g.now = at
		return
	}
	if due.After(g.now) {
		g.now = due
	}
	for wait := time.Duration(0); wait <= 0; {
		wait = must.Get(g.referee.Upkeep.Ring(g.t.Context()))(g.t)
	}
	g.reports()
}

// reports counts what lists have done by themselves, as their owners are told.
func (g *campaign) reports() {
	g.t.Helper()
	games := must.Get(g.referee.Outbox.Owing(g.t.Context()))(g.t)
	for _, o := range games {
		for e, err := range g.referee.Outbox.Notifications(g.t.Context(), o) {
			must.Do(g.t, err)
			if e.Kind == api.ListRan && e.List != nil {
				for _, l := range e.List.Lines {
					if l.Fate == api.LineDone {
						g.carriedOut(l.Text)
					}
				}
			}
			must.Do(g.t, g.referee.Outbox.Delivered(g.t.Context(), e, "sent"))
		}
	}
}

// write writes down what a side is to do in its next turn: to bring on what comes, to close with the enemy
// and to attack him where he stands now.
func (g *campaign) write(side order.Side, p person) {
	g.t.Helper()
	v, _, err := g.referee.Looks.Secret(g.t.Context(), channel, p.name)
	must.Do(g.t, err)
	b := v.Board()
	moves, fights := intended(b, side)
	coming := must.Get(g.referee.Lists.Coming(g.t.Context(), g.command(p.name)))(g.t)
	var lines []string
	for _, phase := range coming[min(1, len(coming)):] {
		switch phase.When {
		case "reinforcements":
			lines = append(lines, arrivals(b, side)...)
		case "movement":
			lines = append(lines, moves...)
		case "combat":
			lines = append(lines, fights...)
		}
		lines = append(lines, "end")
	}
	g.keep(p, lines)
}

// intended is where the stacks of a side can close with the enemy, and whom those beside him can attack.
func intended(b *view.Board, side order.Side) (moves, fights []string) {
	beside := map[string][]string{}
	for _, s := range b.Stacks {
		if s.Side != side {
			continue
		}
		near, away := s.Hex, farAway
		for _, e := range b.Stacks {
			if d := b.Map.Grid.Distance(s.Hex, e.Hex); e.Side != side && d < away {
				near, away = e.Hex, d
			}
			if e.Side != side && b.Map.Grid.Touch(s.Hex, e.Hex) {
				beside[e.Hex.String()] = append(beside[e.Hex.String()], s.Hex.String())
			}
		}
		for n := range b.Map.Grid.Neighbours(s.Hex) {
			if away > 1 && away <= 6 && len(moves) < listMoves && b.Map.Grid.Distance(n, near) < away {
				moves = append(moves, fmt.Sprintf("%s > %s", s.Hex, n))
				break
			}
		}
	}
	for _, target := range slices.Sorted(maps.Keys(beside)) {
		if len(fights) < listFights {
			fights = append(fights, fmt.Sprintf("%s < %s", target, strings.Join(beside[target], " ")))
		}
	}
	return moves, fights
}

// How long a list becomes, whose limit is 60 lines.
const (
	farAway      = 1 << 16
	listArrivals = 25
	listMoves    = 14
	listFights   = 14
)

// arrivals are lines that bring on what a side gets in its next turn: each unit wherever it may come on,
// of which one line at most can hold.
func arrivals(b *view.Board, side order.Side) (lines []string) {
	for _, pile := range b.OffMap {
		if pile.Side != side || pile.Turn == 0 || pile.Turn > b.Turn+1 {
			continue
		}
		for i, u := range pile.Known {
			for n := range min(len(pile.Hexes), 6) {
				if len(lines) < listArrivals {
					lines = append(lines, fmt.Sprintf("+ %s %s", u.ID, pile.Hexes[(i+n)%len(pile.Hexes)]))
				}
			}
		}
	}
	return lines
}

// keep keeps of a list what holds as things stand, as a player does who looks at what he is shown. A list that cannot be
// kept, as in the last turn, he does without.
func (g *campaign) keep(p person, lines []string) {
	g.t.Helper()
	for edited := ""; len(lines) > 0; {
		l, err := g.referee.Lists.Keep(g.t.Context(), g.command(p.name), strings.Join(lines, "\n"), drafts.NextTurn, edited)
		if errors.Is(err, api.ErrListTooLate) {
			return
		}
		must.Do(g.t, err)
		holds := slices.Clone(lines[:0])
		for _, t := range l.Preview.Lines {
			if t.Err == nil || t.Line.Ends() {
				holds = append(holds, t.Line.String())
			}
		}
		if len(holds) == len(lines) {
			return
		}
		edited, lines = l.ID, holds
	}
}

// A campaign between two players who are never awake together: without help a game waits for the defender
// of every attack, so that it takes more than twice as long. Whoever reads ASYNCHRONOUS.md sees the figures.
func TestCampaign_PlayersNeverAwakeTogether(t *testing.T) {
	t.Parallel()
	turns, seeds, helps := 1, uint64(1), []help{{}, {set: "flexible"}} // lists are for the turns after the first
	if *neverAwake {
		turns, seeds, helps = 10, 3, append(helps, help{set: "flexible", lists: true}, help{set: "stubborn"},
			help{set: "save-the-tanks"}, help{set: "flexible", hours: 6})
	}
	days := make([]float64, len(helps))
	for seed := range seeds {
		for i, h := range helps {
			got := newCampaign(t, arrange.Opening{Module: "afb"}, "german", "soviet", seed, h).play(turns)
			days[i] += got.days / float64(seeds)
			t.Logf("campaign %d, %+v: %.1f days, %d fights, %d orders by hand, %d lines of lists, %d waits, points %v",
				seed, h, got.days, got.fights, got.orders, got.listed, got.waits, got.points)
			if got.fights == 0 || h.lists && got.listed == 0 {
				t.Errorf("nothing happens in %+v", got)
			}
		}
	}
	for i, h := range helps {
		t.Logf("%d turns with %+v take %.1f days", turns, h, days[i])
		if h.set != "" && h.hours == 0 && days[i] > days[0]/2 {
			t.Error("standing answers save less than half of the days")
		}
	}
}

// In a game of Formations that are activated in turn nobody waits for a sleeper who has chosen standing answers: what the
// other side forces on him in its activation is answered. Without them activations wait until he is awake.
func TestCampaign_ActivationsOfPlayersNeverAwakeTogether(t *testing.T) {
	t.Parallel()
	for _, h := range []help{{}, {set: "flexible"}} {
		got := newCampaign(t, arrange.Opening{Module: "bcs-drill", Scenario: "kessing"}, "blue", "red", 1, h).play(2)
		t.Logf("%+v: %+v", h, got)
		if got.fights == 0 || (got.forced == 0) != (h.set != "") {
			t.Errorf("%+v: %d fights, and %d waits for a sleeper in the other's activation", h, got.fights, got.forced)
		}
	}
}
