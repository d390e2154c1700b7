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
	"grognard/bot/simulate"
	"grognard/rules/order"
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
	lines   bool // he has standing orders
	reminds bool
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

// Somebody waits for a seat that falls vacant.
const waiter = "109"

// tick is how often something happens in the simulation.
const tick = 30 * time.Minute

// outage is a time in which games cannot be played.
type outage struct {
	from, until int  // hours since the beginning
	stops       bool // the program stops; else Discord is away, and the program goes on
}

func outages() []outage {
	return []outage{{from: 40, until: 49}, {from: 90, until: 121, stops: true}, {from: 200, until: 203, stops: true}, {from: 260, until: 290},
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
	table referee.Table
	side  order.Side // who is to act
	owed  int        // the decision, 0 for a phase
	phase string
}

// mentionOf is one notification.
type mentionOf struct {
	user string
	game referee.GameID
	ref  string
	kind referee.Kind
}

// days are simulated.
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
	calls     map[referee.GameID][]calledAt
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
	d := &days{t: t, begun: begun, now: begun, seed: seed, people: map[string]guest{}, mentions: map[mentionOf]time.Time{}, calls: map[referee.GameID][]calledAt{}, saw: map[string]int{}, announced: map[string]bool{}}
	d.chooser = simulate.Chooser{Rand: rand.New(rand.NewPCG(seed, 3)), Pace: 5, Keen: true}
	var err error
	if d.store, err = sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "games.db")); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		d.do(d.bot.referee.Shut(context.Background()))
		d.do(d.store.Shut())
	})
	d.start()
	return d
}

func (d *days) do(err error) {
	d.t.Helper()
	if err != nil {
		d.t.Fatal(err)
	}
}

// start starts the program.
func (d *days) start() {
	d.t.Helper()
	var entropy [32]byte
	binary.BigEndian.PutUint64(entropy[:], d.seed)
	d.seed += 1000
	r := referee.New(referee.Options{Store: d.store, Entropy: rand.NewChaCha8(entropy), Now: func() time.Time { return d.now }, Absence: 2 * tick})
	b, err := newBot(Options{Token: localtable.BotToken, Referee: r, Preferences: d.store})
	d.do(err)
	d.bot, d.chooser.Referee = b, r
}

func (d *days) command(user, channel string) referee.Command {
	d.said++
	return referee.Command{ID: fmt.Sprint(d.said), User: user, Channel: channel}
}

// settle has everybody say what his time is.
func (d *days) settle(all []guest) {
	d.t.Helper()
	ctx, r := d.t.Context(), d.bot.referee
	zones := calendar.NewZones()
	for _, g := range all {
		d.people[g.user] = g
		_, _, err := r.ChangeCalendar(ctx, d.command(g.user, "0"), func(c calendar.Calendar, now time.Time) (calendar.Change, error) {
			return c.SetZone(now, g.zone, zones)
		})
		d.do(err)
		_, _, err = r.ChangeCalendar(ctx, d.command(g.user, "0"), func(c calendar.Calendar, now time.Time) (calendar.Change, error) {
			return c.SetNight(now, calendar.Night{From: 23 * 60, Until: 7*60 + 30})
		})
		d.do(err)
		if g.reminds {
			d.do(r.SetReminders(ctx, g.user, referee.Reminders{Hours: []int{24, 3}, There: g.user == "104"}))
		}
	}
}

// open begins a game of two players.
func (d *days) open(first, second string, terms string) {
	d.t.Helper()
	ctx, r := d.t.Context(), d.bot.referee
	d.opened++
	g := &playing{channel: fmt.Sprint(9000 + d.opened), pair: [2]string{first, second}}
	limits, err := clock.Parse(terms)
	d.do(err)
	_, err = r.NewGame(ctx, d.command(first, g.channel), referee.Opening{Module: "drill", Side: "blue", Clock: limits})
	d.do(err)
	d.do(r.Reach(ctx, localtable.GuildID, g.channel))
	_, err = r.Join(ctx, d.command(second, g.channel), "red", "")
	d.do(err)
	_, err = r.Start(ctx, d.command(first, g.channel))
	d.do(err)
	for _, user := range g.pair {
		if d.people[user].lines {
			_, err := r.UseStandingSet(ctx, d.command(user, g.channel), "flexible", true)
			d.do(err)
		}
	}
	d.games = append(d.games, g)
}

// day is the day of the simulation.
func (d *days) day() int { return int(d.now.Sub(d.begun).Hours() / 24) }

// calendar is what a player has said of his time.
func (d *days) calendar(user string) calendar.Calendar {
	d.t.Helper()
	c, err := d.bot.referee.Calendar(d.t.Context(), user)
	d.do(err)
	return c
}

// present says whether somebody is at the table.
func (d *days) present(user string) bool {
	g, plays := d.people[user]
	if user == waiter {
		return true
	}
	zone, err := time.LoadLocation(g.zone)
	d.do(err)
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
	v, table, err := d.bot.referee.Public(d.t.Context(), g.channel)
	d.do(err)
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
				d.do(d.bot.referee.Shut(ctx))
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
		d.do(d.bot.referee.Alive(ctx))
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
		var err error
		wait, err = d.bot.referee.Ring(d.t.Context())
		d.do(err)
	}
	for _, g := range d.games {
		if g.stands != nil {
			d.deadlines(g, *g.stands, *d.look(g))
		}
	}
}

// deadlines holds what has come of a clock that was to run out against the book: a decision is answered,
// and of a phase the other side is given the choice; no deadline is in its player's night, and none passes
// without anything.
func (d *days) deadlines(g *playing, was, is standsAt) {
	d.t.Helper()
	for _, c := range is.table.Clocks {
		if !c.Acts || c.Deadline.IsZero() || is.table.ClockOut != nil {
			continue
		}
		if c.Deadline.Before(d.now.Add(-tick)) {
			d.t.Errorf("day %d: the clock of %s in %s was to end at %v, and nothing has come", d.day(), c.Side, g.channel, c.Deadline)
		}
		if owner := is.table.Player(c.Side); d.calendar(owner).Asleep(c.Deadline) {
			d.t.Errorf("day %d: the deadline %v of user %s is in his night", d.day(), c.Deadline, owner)
		}
	}
	ended := !was.table.Over && was.table.ClockOut == nil && slices.ContainsFunc(was.table.Clocks, func(c referee.Clock) bool {
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
	case slices.ContainsFunc(is.table.Clocks, func(c referee.Clock) bool { return c.Acts && c.Deadline.After(d.now) }):
		d.saw["deadlines put off by an outage or a vacation"]++
	default:
		d.t.Errorf("day %d: the clock of %s in %s has ended, and what came is owed %d, %+v", d.day(), was.side, g.channel, is.owed, is.table.ClockOut)
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
				d.t.Errorf("in the outage of %d hours from hour %d on the clock of %s in %s ran from %v to %v", o.until-o.from, o.from, c.Side, g.channel, was.Left, c.Left)
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
		_, _, err := d.bot.referee.ChangeCalendar(d.t.Context(), d.command(user, "0"), func(c calendar.Calendar, now time.Time) (calendar.Change, error) {
			return c.Announce(now, calendar.Span{From: now.Add(48 * time.Hour), Until: now.Add(192 * time.Hour)})
		})
		d.do(err)
		d.saw["vacations"]++
	}
}

// visit is how much somebody does when he is at the table.
const visit = 6

// play has those act in a game who are at the table.
func (d *days) play(g *playing) {
	d.t.Helper()
	ctx, r := d.t.Context(), d.bot.referee
	for range visit {
		is := d.look(g)
		if is.table.Over {
			return
		}
		if is.table.ClockOut != nil {
			d.choose(g, *is)
			is = d.look(g)
		}
		for _, offered := range is.table.Handing {
			if offered.To == waiter {
				_, err := r.TakeSeat(ctx, d.command(waiter, g.channel), offered.Number)
				d.do(err)
				d.saw["seats taken by a substitute"]++
				is = d.look(g)
			}
		}
		if is.table.Over {
			return
		}
		user := is.table.Player(is.side)
		if !d.present(user) {
			return
		}
		v, _, err := r.Public(ctx, g.channel)
		d.do(err)
		o, err := d.chooser.Choose(ctx, g.channel, user, v.Board())
		d.do(err)
		if _, err = r.Give(ctx, d.command(user, g.channel), o, referee.Expect{}); err != nil {
			d.t.Fatalf("%s says %v in %s: %v", user, o, g.channel, err)
		}
		d.saw["orders"]++
	}
}

// choose has the other side choose when a clock has run out.
func (d *days) choose(g *playing, is standsAt) {
	d.t.Helper()
	ctx, r := d.t.Context(), d.bot.referee
	out := is.table.ClockOut
	for _, seat := range is.table.Seats {
		if seat.Side.ID == out.Side || !d.present(seat.User) {
			continue
		}
		var err error
		cmd := d.command(seat.User, g.channel)
		switch n := d.chooser.Rand.IntN(3); {
		case n == 0:
			_, err = r.WaitOn(ctx, cmd, out.Number, 2)
			d.saw["waits"]++
		case n == 1 && !out.Sought:
			_, err = r.Seek(ctx, cmd, out.Number)
			d.saw["substitutes sought"]++
		case n == 2:
			_, err = r.Claim(ctx, cmd, out.Number)
			d.saw["claims"]++
		}
		d.do(err)
	}
}

// renew opens another game where one is over.
func (d *days) renew() {
	d.t.Helper()
	for _, g := range slices.Clone(d.games) {
		if !g.stands.table.Over {
			continue
		}
		d.games = slices.DeleteFunc(d.games, func(x *playing) bool { return x == g })
		d.saw["games over"]++
		if d.people[g.pair[0]].habit != dropper && d.people[g.pair[1]].habit != dropper {
			d.open(g.pair[1], g.pair[0], "2d + 12h per phase, at most 3d")
		}
	}
}

// deliver says what is to be said, and notes whom that notifies.
func (d *days) deliver() {
	d.t.Helper()
	ctx, r := d.t.Context(), d.bot.referee
	for {
		owing, err := r.Owing(ctx)
		d.do(err)
		if len(owing) == 0 {
			return
		}
		for _, o := range owing {
			for e, err := range r.Notifications(ctx, o.Game, o.Feed) {
				d.do(err)
				d.notify(e)
				d.do(r.Delivered(ctx, e, fmt.Sprint("message ", e.ID)))
			}
		}
	}
}

// notify notes whom a notification notifies: in the channel those whom its page calls, and by direct message
// its reader, unless it comes quietly. An edit notifies nobody.
func (d *days) notify(e referee.Notification) {
	d.t.Helper()
	all, mine, err := (&delivery{bot: d.bot}).address(d.t.Context(), e)
	d.do(err)
	var users []string
	switch {
	case e.Edits || e.Pictures:
	case e.Public != nil:
		users = all.ping
	case !mine.page.quiet:
		users = []string{mine.user}
	}
	for _, user := range users {
		m := mentionOf{user, e.Game, e.Ref, e.Kind}
		if at, again := d.mentions[m]; again {
			d.t.Errorf("day %d: user %s is notified of %s again, as at %v", d.day(), user, e.Kind, at)
		}
		d.mentions[m] = d.now
		d.saw["mentions: "+string(e.Kind)]++
		if c := d.calendar(user); !c.Wakes(d.now, d.now).Equal(d.now) {
			d.t.Errorf("day %d: user %s is notified of %s in his night or on his vacation, at %v", d.day(), user, e.Kind, d.now.In(c.Zone(d.now)))
		}
		if e.Kind == referee.Called {
			d.calls[e.Game] = append(d.calls[e.Game], calledAt{user, e.Seq})
		}
	}
}

// calledOnce checks by the log that nobody was called twice for one thing: between two calls of a player
// somebody else has acted.
func (d *days) calledOnce() {
	d.t.Helper()
	for game, calls := range d.calls {
		var by []string
		for row, err := range d.store.Rows(d.t.Context(), game, 0) {
			d.do(err)
			by = append(by, row.By)
		}
		last := map[string]uint64{}
		for _, c := range calls {
			if from := last[c.user]; from > 0 && !slices.ContainsFunc(by[from:c.row], func(user string) bool { return user != c.user }) {
				d.t.Errorf("user %s was called in %s at row %d and at row %d, and nobody else has acted between", c.user, game, from, c.row)
			}
			last[c.user] = c.row
		}
	}
}

// Days pass in the games of people who sleep, go on vacation and never come back, and of a program that
// stops and cannot be reached: nobody is notified in his night, nor twice of one thing; no clock runs in
// an outage; every deadline ends as it should; and no game is stuck.
func TestDaysPass(t *testing.T) {
	t.Parallel()
	length := 6
	if *sixtyDays {
		length = 60
	}
	d := newDays(t, 1)
	d.settle(guests())
	d.do(d.bot.referee.AwaitSeat(t.Context(), localtable.GuildID, waiter, "", ""))
	d.open("101", "102", "normal")
	d.open("103", "104", "fast")
	d.open("105", "106", "2d + 6h per phase, at most 3d")
	d.open("107", "108", "fast")
	d.open("104", "101", "normal")
	d.open("108", "103", "1d + 12h per phase, at most 2d")
	d.pass(length)
	d.calledOnce()
	for _, g := range d.games {
		is := d.look(g)
		if d.now.Sub(is.table.Since) > 8*24*time.Hour && is.table.ClockOut == nil {
			t.Errorf("nothing has come in %s since %v: %+v", g.channel, is.table.Since, is.table.Clocks)
		}
	}
	for _, what := range slices.Sorted(maps.Keys(d.saw)) {
		t.Logf("%5d %s", d.saw[what], what)
	}
	for _, what := range []string{"orders", "games over", "vacations", "mentions: called", "clocks that an outage held", "phases left to the other side's choice"} {
		if d.saw[what] == 0 {
			t.Errorf("%s: none", what)
		}
	}
}
