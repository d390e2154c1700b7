package referee_test

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"grognard/bot/calendar"
	"grognard/bot/clock"
	"grognard/bot/referee"
	"grognard/bot/referee/api"
	"grognard/bot/referee/ledger"
	"grognard/bot/referee/notify"
	"grognard/rules/order"
)

var unheard = flag.Int("unheard", 8, "campaigns in which nobody may lose unheard")

// campaign is a game with clocks between two users who sleep, travel, are away and do not answer, while the bot and
// Discord fail now and then. It remembers when each user was mentioned, and since when the game waits for which side.
type campaign struct {
	*clockHouse
	random *rand.Rand
	hand   hand
	users  map[order.Side]string
	closed map[string]bool      // users who take no direct messages
	gone   map[string]time.Time // until when a user stays away
	sent   map[string]bool      // messages that Discord has
	after  uint64               // the last row that was looked at

	acting   order.Side
	since    time.Time                // since when the game waits for that side
	heard    map[order.Side]time.Time // since when a side was to be told that it waits with time left
	out      map[order.Side]time.Time // when the clock of a side ran out that has had no time since
	again    map[order.Side]time.Time // the same, once it has time: a mention before that does not count
	mentions []mention
	lost     int                  // what was lost by clocks
	changed  map[string]time.Time // when a user has last changed what he is told
}

// mention is a message that mentioned a user because the game waited for him.
type mention struct {
	user, phase string
	at, since   time.Time
	kind        api.Kind
}

// newCampaign begins a campaign: the seed decides its clocks, nights and all that happens.
func newCampaign(t *testing.T, seed uint64) *campaign {
	t.Helper()
	random := rand.New(rand.NewPCG(38, seed))
	bank := time.Duration(1+random.IntN(36)) * hour
	terms := clock.Terms{Bank: bank, Phase: bank / time.Duration(1+random.IntN(6)), Most: 2 * bank}
	c := &campaign{clockHouse: newClockHouse(t, terms), random: random,
		users: maps.Clone(users), closed: map[string]bool{}, gone: map[string]time.Time{}, sent: map[string]bool{},
		changed: map[string]time.Time{}, heard: map[order.Side]time.Time{},
		out: map[order.Side]time.Time{}, again: map[order.Side]time.Time{}}
	c.hand = hand{h: c.house, channel: "c1", dice: random}
	check(t, c.Channels.Reach(c.ctx, "guild", "c1"))
	check(t, c.Seats.AwaitSeat(c.ctx, "guild", "carla", "", ""))
	for _, user := range []string{"anna", "boris", "carla"} {
		c.closed[user] = random.IntN(4) == 0
		c.travels(user)
	}
	c.look()
	return c
}

// travels has a user set his zone, his night and what he is told anew.
func (c *campaign) travels(user string) {
	zones := []string{"Europe/Berlin", "America/Los_Angeles", "Asia/Tokyo", "Pacific/Auckland"}
	changes := []calendar.Change{{At: c.stands(), What: calendar.OfZone, Value: zones[c.random.IntN(len(zones))]},
		{At: c.stands(), What: calendar.OfNight, Value: []string{"off", "22:00-08:00", "18:00-09:30"}[c.random.IntN(3)]}}
	for _, ch := range changes {
		c.setsFor(user, func(calendar.Calendar, time.Time) (calendar.Change, error) { return ch, nil })
	}
	told := []notify.Told{{}, {}, {Off: true}, {There: true}, {Hours: []int{1}}, {Hours: []int{24, 6}}}
	c.changed[user] = c.stands()
	what := told[c.random.IntN(len(told))]
	check(c.t, c.Reminding.Tell(c.ctx, user, func(t *notify.Told) { *t = what }))
}

// setsFor changes a user's calendar, if that is allowed.
func (c *campaign) setsFor(user string, change func(calendar.Calendar, time.Time) (calendar.Change, error)) {
	if _, _, err := c.Calendars.ChangeCalendar(c.ctx, c.by(user), change); err != nil && c.rows("c1") == 0 {
		c.t.Fatal(err)
	}
}

// awake reports whether a user has neither night nor vacation now.
func (c *campaign) awake(user string) bool {
	k := must(referee.Kernel(c.Referee).Holds.CalendarOf(c.ctx, user))(c.t)
	return !k.Wakes(c.stands(), c.stands()).After(c.stands())
}

// look finds out for whom the game waits, and checks the rows that are new.
func (c *campaign) look() {
	c.t.Helper()
	game := must(c.log.InChannel(c.ctx, "c1"))(c.t)
	for row, err := range c.log.Rows(c.ctx, game.ID, c.after) {
		check(c.t, err)
		c.after = row.Seq
		var b ledger.Body
		check(c.t, json.Unmarshal(row.Body, &b))
		switch {
		case b.Timed != nil && b.Timed.Does == api.RanOut:
			c.loses(b.Timed.Side, "his clock", row.At, c.again[b.Timed.Side])
			c.out[b.Timed.Side] = row.At
			wrong(c.t, b.Timed.Side != c.acting, "the clock runs out of %s, and %s is to act", b.Timed.Side, c.acting)
		case b.Ended != nil && b.Ended.Ending == api.Forfeited:
			c.loses(b.Ended.Side, "the game", row.At, time.Time{})
		case b.TakesSeat():
			c.loses(b.Reseated.Side, "his seat", row.At, time.Time{})
			c.users[b.Reseated.Side], c.heard[b.Reseated.Side] = row.To, row.At
		case b.Timed != nil && b.Timed.Does == api.WaitForClock && b.Timed.Side != c.acting:
			c.since = row.At
		}
	}
	side := order.Side("")
	for _, k := range c.table().Clocks {
		if k.Acts {
			side = k.Side
		}
	}
	if side != c.acting {
		c.acting, c.since = side, c.stands()
		if side != "" && c.clock(side).Left > 0 {
			c.heard[side] = c.since
		}
	}
	if at, is := c.out[side]; is && c.clock(side).Left > 0 {
		c.again[side] = at
		delete(c.out, side)
	}
}

// loses checks that the player of a side that loses something was mentioned, after a time if that is given.
func (c *campaign) loses(side order.Side, what string, at, after time.Time) {
	c.lost++
	user := c.users[side]
	if c.heard[side].After(after) {
		after = c.heard[side]
	}
	if !slices.ContainsFunc(c.mentions, func(m mention) bool { return m.user == user && !m.at.Before(after) }) {
		c.t.Errorf("at %v %s loses %s, for whom the game waits since %v: %v", at, user, what, after, c.mentions)
	}
}

// tells delivers notifications. If dies, the program is killed after the first that it sends.
func (c *campaign) tells(dies bool) {
	c.t.Helper()
	for _, o := range must(c.Outbox.Owing(c.ctx))(c.t) {
		for e, err := range c.Outbox.Notifications(c.ctx, o) {
			check(c.t, err)
			id := e.Ref + string(e.Kind) + e.Reader
			sent := "m"
			switch {
			case e.Closing, e.Edits, e.Tried && c.sent[id]:
			case e.Public == nil && e.Kind == api.Reminded && c.closed[e.Reader]:
				sent = ""
			default:
				check(c.t, c.Outbox.Trying(c.ctx, e))
				c.sent[id] = true
				c.mentioned(e)
				if dies {
					c.restart()
					return
				}
			}
			check(c.t, c.Outbox.Delivered(c.ctx, e, sent))
		}
	}
}

// mentioned notes whom a message mentions, and checks that it may mention him.
func (c *campaign) mentioned(e api.Notification) {
	if e.Kind != api.Called && e.Kind != api.Reminded {
		return
	}
	b := c.public().Board()
	for _, user := range e.Users {
		m := mention{user, fmt.Sprint(b.Turn, b.Phase, c.lost), c.stands(), c.since, e.Kind}
		if !c.awake(user) && c.changed[user].Before(m.since) {
			c.t.Errorf("mentioned in his night or vacation: %v", m)
		}
		same, reminders := 0, 0
		for _, was := range c.mentions {
			if was.user != user || !was.since.Equal(m.since) {
				continue
			}
			if m.kind == api.Called && was.kind == api.Called || m.at.Sub(was.at) < time.Minute {
				same++
			}
			if was.phase == m.phase && was.kind == api.Reminded && m.kind == api.Reminded {
				reminders++
			}
		}
		told := must(c.Reminding.Told(c.ctx, user))(c.t)
		if !c.changed[user].Before(m.since) {
			reminders = 0
		}
		if same > 0 || reminders > 1 && len(told.Hours) == 0 {
			c.t.Errorf("mentioned too often: %v, before that %v", m, c.mentions)
		}
		c.mentions = append(c.mentions, m)
	}
}

// passes lets some time pass, in which the bot or Discord may be away.
func (c *campaign) passes() {
	long := time.Duration(1+c.random.IntN(180)) * time.Minute
	switch c.random.IntN(40) {
	case 0:
		c.away(long * 10)
	case 1:
		c.tick.Add(int64(long / time.Second)) // nothing is heard of Discord
	case 2:
		c.restart()
	}
	for end := c.stands().Add(long); c.stands().Before(end); {
		wait := must(c.Upkeep.Ring(c.ctx))(c.t)
		c.tick.Add(int64(min(max(wait, time.Second), hour, end.Sub(c.stands())) / time.Second))
		check(c.t, c.Upkeep.Alive(c.ctx))
		must(c.Upkeep.Ring(c.ctx))(c.t)
		c.look()
		c.tells(c.random.IntN(10) == 0)
		c.look()
	}
}

// plays has each user who is present do something.
func (c *campaign) plays() {
	for _, side := range []order.Side{"blue", "red"} {
		t, user := c.table(), c.users[side]
		switch there := c.awake(user) && !c.stands().Before(c.gone[user]); {
		case c.random.IntN(25) == 0:
			c.gone[user] = c.stands().Add(time.Duration(c.random.IntN(72)) * hour)
		case c.random.IntN(80) == 0:
			c.travels(user)
		case c.random.IntN(80) == 0:
			from := c.stands().Add(25 * hour)
			c.setsFor(user, func(k calendar.Calendar, now time.Time) (calendar.Change, error) {
				return k.Announce(now, calendar.Span{From: from, Until: from.Add(day)})
			})
		case !there:
		case t.Over:
			return
		case t.ClockOut != nil && t.ClockOut.Side != side && c.random.IntN(4) == 0:
			switch c.random.IntN(4) {
			case 0:
				must(c.Clocks.Claim(c.ctx, c.by(user), 0))(c.t)
			case 1:
				c.seeks(user, t.ClockOut.Side)
			default:
				must(c.Clocks.WaitOn(c.ctx, c.by(user), 0, 1))(c.t)
			}
		case side == c.acting && c.random.IntN(8) == 0:
			if _, err := c.Orders.Undo(c.ctx, c.by(user), ""); err != nil { // nothing can be taken back
				continue
			}
		case side == c.acting && c.random.IntN(3) > 0:
			if _, _, _, over := c.hand.turn(c.users); over {
				return
			}
		}
		c.look()
	}
}

// seeks has a user seek a substitute for the other side; the user who waits for a seat takes it at once.
func (c *campaign) seeks(user string, side order.Side) {
	t, err := c.Seats.Grant(c.ctx, c.by(user), api.Granting{Side: side, Waiting: true})
	if errors.Is(err, api.ErrSought) {
		return
	}
	check(c.t, err)
	for _, r := range t.Grants {
		if r.To == "carla" {
			must(c.Seats.AcceptGrant(c.ctx, c.by("carla"), r.Number))(c.t)
		}
	}
}

// In random campaigns of players who sleep, travel, go on vacation and do not answer, with outages and a bot that is
// killed, no clock runs out unless its player was mentioned since the game waited for him. Nobody is mentioned in his
// night unless he has just changed it, called twice, or reminded more often than twice in a phase.
func TestClocks_NobodyLosesUnheard(t *testing.T) {
	for seed := range *unheard {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			c := newCampaign(t, uint64(seed))
			for range 250 {
				c.passes()
				if c.table().Over {
					break
				}
				c.plays()
			}
			t.Logf("%d mentions, %d lost by clocks, over: %v", len(c.mentions), c.lost, c.table().Over)
		})
	}
}

// killed opens a copy of the database as it stands, as a program that is killed would leave it.
func (c *campaign) killed() {
	c.t.Helper()
	to := filepath.Join(c.t.TempDir(), "games.db")
	for _, file := range must(filepath.Glob(c.path + "*"))(c.t) {
		check(c.t, os.WriteFile(to+strings.TrimPrefix(file, c.path), must(os.ReadFile(file))(c.t), 0o600))
	}
	c.shut()
	c.path = to
	c.open()
}

// A player gets one call and two reminders, each once, even if the program is killed before or after any of them, or
// after Discord has it.
func TestMentions_KilledAtEachMoment(t *testing.T) {
	for at := range 10 {
		t.Run(fmt.Sprint(at), func(t *testing.T) {
			c := &campaign{clockHouse: newClockHouse(t, aDay()), sent: map[string]bool{}}
			c.later(hour)
			c.ends("anna", "anna", "anna")
			c.settle()
			moment := 0
			kills := func() bool {
				moment++
				return moment == at
			}
			var said []api.Kind
			for range 25 * 60 / 10 { // 25 hours, ten minutes at a time
				c.tick.Add(600)
				check(t, c.Upkeep.Alive(c.ctx))
				must(c.Upkeep.Ring(c.ctx))(t)
				said = append(said, c.says(kills)...)
			}
			c.ranOut("red")
			equal(t, "said is %v", said, []api.Kind{api.Called, api.Reminded, api.Reminded})
			wrong(t, at > 0 && moment < at, "there are only %d moments", moment)
		})
	}
}

// says delivers calls and reminders, and returns which were sent. The program is killed whenever kills returns true.
func (c *campaign) says(kills func() bool) (said []api.Kind) {
	c.t.Helper()
	for _, e := range c.notifications() {
		if e.Kind != api.Called && e.Kind != api.Reminded {
			check(c.t, c.Outbox.Delivered(c.ctx, e, "m"))
			continue
		}
		if kills() {
			c.killed()
			return said
		}
		check(c.t, c.Outbox.Trying(c.ctx, e))
		if !e.Closing && !(e.Tried && c.sent[e.Ref]) {
			if kills() {
				c.killed()
				return said
			}
			c.sent[e.Ref] = true
			said = append(said, e.Kind)
		}
		if kills() {
			c.killed()
			return said
		}
		check(c.t, c.Outbox.Delivered(c.ctx, e, "m"))
	}
	return said
}

// If a phase is ended and taken back again and again, the other player is called once in an hour, and again after that.
func TestCalled_BrakeOnUndo(t *testing.T) {
	d := begunDesk(t)
	d.later(hour)
	d.ends("anna", "anna")
	calls := func(minutes int) int {
		before := d.notified("boris")
		for range minutes {
			d.later(time.Minute)
			d.deliver(false)
		}
		return d.notified("boris") - before
	}
	n := 0
	for range 6 {
		d.ends("anna")
		n += calls(2)
		d.undo("anna")
		n += calls(1)
	}
	equal(t, "in eighteen minutes he is called %d times", n, 1)
	d.ends("anna")
	equal(t, "in the rest of the hour he is called %d times", calls(42), 0)
	equal(t, "after that, %d times", calls(2), 1)
}
