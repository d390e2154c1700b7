package discord

import (
	"context"
	"encoding/binary"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"grognard/bot/calendar"
	"grognard/bot/clock"
	"grognard/bot/localtable"
	"grognard/bot/referee"
	"grognard/bot/referee/api"
	"grognard/bot/referee/arrange"
	"grognard/bot/referee/notify"
	"grognard/bot/simulate"
	"grognard/rules/must"
	"grognard/rules/order"
	"grognard/rules/standing"
	"grognard/storage/sqlite"
)

var sixtyDays = flag.Bool("sixty-days", false, "let sixty simulated days pass, and not six")

// habit is how somebody keeps his games.
type habit int

const (
	regular habit = iota // he plays for some hours in the evening
	sleeper              // he plays like that one day in four
	dropper              // he plays for a week and never comes back
)

// guest is a player of the simulation. All have nights; who leaves them to the bot has none to be woken in.
type guest struct {
	user    string
	zone    string
	habit   habit
	holiday int  // the day on which he announces that he will be away from two days later, for six; 0 for none
	lines   bool // he has standing answers
	reminds bool // he is reminded of deadlines, a day and three hours before
}

func guests() []guest {
	return []guest{
		{user: "101", zone: "America/Los_Angeles", lines: true},
		{user: "102", zone: "Asia/Karachi", holiday: 5},
		{user: "103", zone: "Europe/Berlin", reminds: true},
		{user: "104", zone: "Pacific/Auckland", habit: sleeper, reminds: true},
		{user: "105", zone: "Asia/Kolkata", lines: true, holiday: 3},
		{user: "106", zone: "America/New_York", habit: dropper},
		{user: "107", zone: "Europe/London", habit: sleeper, lines: true},
		{user: "108", zone: "Australia/Lord_Howe"},
	}
}

// waiter is a user who waits for any seat that falls vacant.
const waiter = "109"

// tick is how often something happens in the simulation.
const tick = 30 * time.Minute

// outage is a time in which games cannot be played.
type outage struct {
	from, until int  // hours since the beginning
	stops       bool // the program stops; else Discord is away, and the program goes on
}

func outages() []outage {
	return []outage{{from: 40, until: 49}, {from: 90, until: 121, stops: true}, {from: 200, until: 203, stops: true},
		{from: 260, until: 290},
		{from: 500, until: 560, stops: true}, {from: 801, until: 802}, {from: 1000, until: 1100}}
}

// playing is a game of the simulation.
type playing struct {
	channel string
	pair    [2]string
	stands  *standsAt // as it stood when it was last looked at
}

// standsAt is what everybody may know of a game at a time.
type standsAt struct {
	at    time.Time
	table api.Table
	side  order.Side // who is to act
	owed  int        // the decision, 0 for a phase
	phase string
}

// mentionOf is one notification.
type mentionOf struct {
	user string
	game api.GameID
	ref  string
	kind api.Kind
}

// days is a simulation of some days, with the program, its players and their games.
type days struct {
	t       *testing.T
	bot     *bot
	store   *sqlite.Store
	chooser simulate.Chooser
	begun   time.Time
	now     time.Time
	seed    uint64
	people  map[string]guest
	games   []*playing
	said    int
	opened  int

	mentions  map[mentionOf]time.Time
	calls     map[api.GameID][]calledAt
	announced map[string]bool // vacations
	saw       map[string]int  // what came about
}

// calledAt is when somebody was called.
type calledAt struct {
	user string
	row  uint64
}

func newDays(t *testing.T, seed uint64) *days {
	t.Helper()
	begun := time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC) // before the clocks change in America, Europe and New Zealand
	d := &days{t: t, begun: begun, now: begun, seed: seed, people: map[string]guest{},
		mentions: map[mentionOf]time.Time{}, calls: map[api.GameID][]calledAt{}, saw: map[string]int{},
		announced: map[string]bool{}}
	d.chooser = simulate.Chooser{Rand: rand.New(rand.NewPCG(seed, 3)), Pace: 5, Aggressive: true}
	d.store = must.Get(sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "games.db")))(t)
	t.Cleanup(func() {
		must.Do(d.t, d.bot.Referee.Shut(context.Background()))
		must.Do(d.t, d.store.Shut())
	})
	d.start()
	return d
}

// start starts the program.
func (d *days) start() {
	d.t.Helper()
	var entropy [32]byte
	binary.BigEndian.PutUint64(entropy[:], d.seed)
	d.seed += 1000
	r := referee.New(referee.Options{Store: d.store, Entropy: rand.NewChaCha8(entropy),
		Now: func() time.Time { return d.now }, Absence: 2 * tick})
	b := must.Get(newBot(Options{Token: localtable.BotToken, Referee: r, Preferences: d.store}))(d.t)
	d.bot, d.chooser.Referee = b, r
}

func (d *days) command(user, channel string) api.Command {
	d.said++
	return api.Command{ID: fmt.Sprint(d.said), User: user, Channel: channel}
}

// settle has everybody say what his time is.
func (d *days) settle(all []guest) {
	d.t.Helper()
	ctx, r := d.t.Context(), d.bot.Referee
	zones := calendar.NewZones()
	for _, g := range all {
		d.people[g.user] = g
		_, _, err := r.Calendars.ChangeCalendar(ctx, d.command(g.user, "0"),
			func(c calendar.Calendar, now time.Time) (calendar.Change, error) {
				return c.SetZone(now, g.zone, zones)
			})
		must.Do(d.t, err)
		_, _, err = r.Calendars.ChangeCalendar(ctx, d.command(g.user, "0"),
			func(c calendar.Calendar, now time.Time) (calendar.Change, error) {
				return c.SetNight(now, calendar.Night{From: 23 * 60, Until: 7*60 + 30})
			})
		must.Do(d.t, err)
		if g.reminds {
			must.Do(d.t, r.Reminding.Tell(ctx, g.user, func(t *notify.Told) {
				t.Hours, t.There = []int{24, 3}, g.user == "104"
			}))
		}
	}
}

// open begins a game of two players.
func (d *days) open(first, second string, terms string) {
	d.t.Helper()
	ctx, r := d.t.Context(), d.bot.Referee
	d.opened++
	g := &playing{channel: fmt.Sprint(9000 + d.opened), pair: [2]string{first, second}}
	limits := must.Get(clock.Parse(terms))(d.t)
	opening := arrange.Opening{Module: "drill", Side: "blue", Clock: limits}
	must.Get(r.NewGames.NewGame(ctx, d.command(first, g.channel), opening))(d.t)
	must.Do(d.t, r.Channels.Reach(ctx, localtable.GuildID, g.channel))
	must.Get(r.NewGames.Join(ctx, d.command(second, g.channel), "red", ""))(d.t)
	must.Get(r.NewGames.Start(ctx, d.command(first, g.channel)))(d.t)
	for _, user := range g.pair {
		if d.people[user].lines {
			must.Get(r.Standing.ChangeStanding(ctx, d.command(user, g.channel), func(a *standing.Answers) error {
				a.Set = "flexible"
				return nil
			}))(d.t)
		}
	}
	d.games = append(d.games, g)
}

// day is the day of the simulation.
func (d *days) day() int { return int(d.now.Sub(d.begun).Hours() / 24) }

// calendar is what a player has said of his time.
func (d *days) calendar(user string) calendar.Calendar {
	d.t.Helper()
	return must.Get(d.bot.Referee.Calendars.Calendar(d.t.Context(), user))(d.t)
}

// present says whether somebody is at the table.
func (d *days) present(user string) bool {
	g, plays := d.people[user]
	if user == waiter {
		return true
	}
	zone := must.Get(time.LoadLocation(g.zone))(d.t)
	local := d.now.In(zone)
	switch {
	case !plays, local.Hour() < 18, local.Hour() >= 23:
		return false
	case g.holiday > 0 && d.day() >= g.holiday+2 && d.day() < g.holiday+8:
		return false
	case g.habit == sleeper && local.YearDay()%4 != 0:
		return false
	case g.habit == dropper && d.day() >= 7:
		return false
	}
	return d.chooser.Rand.IntN(3) == 0
}

// out is the outage of this time, nil for none.
func (d *days) out() *outage {
	hours := int(d.now.Sub(d.begun).Hours())
	for _, o := range outages() {
		if hours >= o.from && hours < o.until {
			return &o
		}
	}
	return nil
}

// look is how a game stands.
func (d *days) look(g *playing) *standsAt {
	d.t.Helper()
	v, table, err := d.bot.Referee.Looks.Public(d.t.Context(), g.channel)
	must.Do(d.t, err)
	b := v.Board()
	s := &standsAt{at: d.now, table: table, side: b.Phase.Side, phase: fmt.Sprint(b.Turn, b.Phase)}
	if b.Due != nil {
		s.side, s.owed = b.Due.Side, b.Due.ID
	}
	return s
}

// pass lets time pass up to the end of a day.
func (d *days) pass(until int) {
	d.t.Helper()
	ctx := d.t.Context()
	var before *outage
	for d.day() < until {
		d.now = d.now.Add(tick)
		now := d.out()
		switch {
		case now != nil && now.stops:
			if before == nil {
				must.Do(d.t, d.bot.Referee.Shut(ctx))
			}
			before = now
			continue
		case now != nil: // the program goes on, and clocks must not
			d.ring()
			before = now
			continue
		case before != nil && before.stops:
			d.start()
		}
		must.Do(d.t, d.bot.Referee.Upkeep.Alive(ctx))
		if before != nil {
			d.heldClocks(*before)
		}
		before = nil
		d.ring()
		d.vacations()
		for _, g := range d.games {
			d.play(g)
		}
		d.deliver()
		for _, g := range d.games {
			g.stands = d.look(g)
		}
		d.renew()
	}
}

// ring does what is due, and holds it against what was to come.
func (d *days) ring() {
	d.t.Helper()
	for wait := time.Duration(0); wait <= 0; {
		wait = must.Get(d.bot.Referee.Upkeep.Ring(d.t.Context()))(d.t)
	}
	for _, g := range d.games {
		if g.stands != nil {
			d.deadlines(g, *g.stands, *d.look(g))
		}
	}
}

// deadlines holds what has come of a clock that was to run out against the book: a decision is answered, and of a phase
// the other side is given the choice; no deadline is in its player's night, and none passes without anything.
func (d *days) deadlines(g *playing, was, is standsAt) {
	d.t.Helper()
	for _, c := range is.table.Clocks {
		if !c.Acts || c.Deadline.IsZero() || is.table.ClockOut != nil {
			continue
		}
		if c.Deadline.Before(d.now.Add(-tick)) {
			d.t.Errorf("day %d: the clock of %s in %s was to end at %v, and nothing has come", d.day(), c.Side,
				g.channel, c.Deadline)
		}
		if owner := is.table.Player(c.Side); d.calendar(owner).Asleep(c.Deadline) {
			d.t.Errorf("day %d: the deadline %v of user %s is in his night", d.day(), c.Deadline, owner)
		}
	}
	ended := !was.table.Over && was.table.ClockOut == nil &&
		slices.ContainsFunc(was.table.Clocks, func(c api.Clock) bool {
			return c.Acts && !c.Deadline.IsZero() && !c.Deadline.After(d.now)
		})
	if !ended || d.out() != nil {
		return
	}
	switch {
	case was.owed != 0 && is.owed != was.owed:
		d.saw["decisions answered at the end of a clock"]++
	case was.owed == 0 && is.table.ClockOut != nil && is.table.ClockOut.Side == was.side:
		d.saw["phases left to the other side's choice"]++
	case slices.ContainsFunc(is.table.Clocks, func(c api.Clock) bool { return c.Acts && c.Deadline.After(d.now) }):
		d.saw["deadlines put off by an outage or a vacation"]++
	default:
		d.t.Errorf("day %d: the clock of %s in %s has ended, and what came is owed %d, %+v", d.day(), was.side,
			g.channel, is.owed, is.table.ClockOut)
	}
}

// heldClocks checks that no clock has run while games could not be played.
func (d *days) heldClocks(o outage) {
	d.t.Helper()
	for _, g := range d.games {
		if g.stands == nil || g.stands.table.Over {
			continue
		}
		is := d.look(g)
		for i, c := range is.table.Clocks {
			if was := g.stands.table.Clocks[i]; was.Left-c.Left > 2*tick {
				d.t.Errorf("in the outage of %d hours from hour %d on the clock of %s in %s ran from %v to %v",
					o.until-o.from, o.from, c.Side, g.channel, was.Left, c.Left)
			}
		}
		d.saw["clocks that an outage held"]++
	}
}

// vacations has those announce them whose day it is.
func (d *days) vacations() {
	d.t.Helper()
	for _, user := range slices.Sorted(maps.Keys(d.people)) {
		g := d.people[user]
		begins := d.begun.Add(time.Duration(g.holiday) * 24 * time.Hour)
		if g.holiday == 0 || d.now.Before(begins) || d.announced[user] {
			continue
		}
		d.announced[user] = true
		_, _, err := d.bot.Referee.Calendars.ChangeCalendar(d.t.Context(), d.command(user, "0"),
			func(c calendar.Calendar, now time.Time) (calendar.Change, error) {
				return c.Announce(now, calendar.Span{From: now.Add(48 * time.Hour), Until: now.Add(192 * time.Hour)})
			})
		must.Do(d.t, err)
		d.saw["vacations"]++
	}
}

// visit is how much somebody does when he is at the table.
const visit = 6
