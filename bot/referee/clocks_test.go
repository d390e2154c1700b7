package referee_test

import (
	"errors"
	"testing"
	"time"

	"grognard/bot/calendar"
	"grognard/bot/clock"
	"grognard/bot/referee/api"
	"grognard/bot/referee/arrange"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/view"
)

// clockHouse is a house with a game of drill in c1 that has clocks, and a clock of its own that stands
// still between two steps. Its blue armour can attack in the first turn.
type clockHouse struct{ *house }

const hour = time.Hour

// aDay is a bank of a day, to which each phase adds two hours.
func aDay() clock.Terms { return clock.Terms{Bank: day, Phase: 2 * hour, Most: 30 * hour} }

// newClockHouse is a clock house in which Anna and Boris have begun a drill on these terms. Before it is opened changes
// are made to it.
func newClockHouse(t *testing.T, terms clock.Terms, changes ...func(*house)) *clockHouse {
	t.Helper()
	h := &clockHouse{newHouse(t, nil)}
	h.shut()
	h.absence = 2 * hour
	for _, change := range changes {
		change(h.house)
	}
	h.still, h.own = true, []modules.Folder{laid("drill", "Drill", fast)}
	h.open()
	check(t, h.Upkeep.Alive(h.ctx))
	table, err := h.NewGames.NewGame(h.ctx, h.by("anna"), arrange.Opening{Module: "drill", Side: "blue", Clock: terms})
	if err != nil || table.Terms != terms || len(table.Clocks) != 0 {
		t.Fatalf("opened: %v, %v, %v", err, table.Terms, table.Clocks)
	}
	must(h.NewGames.Join(h.ctx, h.by("boris"), "red", "heron"))(t)
	must(h.NewGames.Start(h.ctx, h.by("boris")))(t)
	h.settle()
	return h
}

// later lets time pass while the program runs: alarms ring and calls are sent when they fall due.
func (h *clockHouse) later(d time.Duration) {
	h.t.Helper()
	h.calling(d, isSent)
}

// calls delivers calls and reminders.
func (h *clockHouse) calls() {
	h.t.Helper()
	for _, e := range h.notifications() {
		if e.Kind == api.Called || e.Kind == api.Reminded {
			check(h.t, h.Outbox.Delivered(h.ctx, e, "called"))
		}
	}
}

// ring has the referee do what is due.
func (h *clockHouse) ring() {
	h.t.Helper()
	must(h.Upkeep.Ring(h.ctx))(h.t)
}

// away lets time pass while the program is stopped.
func (h *clockHouse) away(d time.Duration) {
	h.shut()
	h.tick.Add(int64(d / time.Second))
	h.open()
}

// clock returns the clock of a side.
func (h *clockHouse) clock(side order.Side) api.Clock {
	h.t.Helper()
	for _, c := range h.table().Clocks {
		if c.Side == side {
			return c
		}
	}
	h.t.Fatalf("%s has no clock", side)
	return api.Clock{}
}

// left checks what is left to both sides, and whose clock runs, "" for nobody's.
func (h *clockHouse) left(what string, blue, red time.Duration, runs order.Side) {
	h.t.Helper()
	for side, want := range map[order.Side]time.Duration{"blue": blue, "red": red} {
		c := h.clock(side)
		if c.Left != want || c.Running != (side == runs) {
			h.t.Errorf("%s: %s has %v left, running %v, held by %q; want %v", what, side, c.Left, c.Running, c.Held,
				want)
		}
		if deadline := h.stands().Add(want); c.Running && !c.Deadline.Equal(deadline) {
			h.t.Errorf("%s: the deadline of %s is %v, want %v", what, side, c.Deadline, deadline)
		}
	}
}

// held checks what holds a side's clock and what is left on it, and returns it.
func (h *clockHouse) held(side order.Side, by api.Hold, left time.Duration) api.Clock {
	h.t.Helper()
	c := h.clock(side)
	wrong(h.t, c.Held != by || c.Left != left, "the clock of %s is %+v, want %v held by %q", side, c, left, by)
	return c
}

// ranOut checks whose clock has run out, "" for nobody's.
func (h *clockHouse) ranOut(side order.Side) {
	h.t.Helper()
	is := order.Side("")
	if out := h.table().ClockOut; out != nil {
		is = out.Side
	}
	equal(h.t, "the clock that has run out is of %q", is, side)
}

// attacks has blue attack in the first turn, so that red has a decision to make.
func (h *clockHouse) attacks() {
	h.t.Helper()
	h.must("anna", "c1", "/move units:b-1-arm to:12.08")
	h.must("anna", "c1", "/end")
	h.must("anna", "c1", attack)
	h.settle()
}

// kinds returns the kinds of the undelivered notifications.
func (h *clockHouse) kinds() (kinds []api.Kind) {
	for _, e := range h.notifications() {
		kinds = append(kinds, e.Kind)
	}
	return kinds
}

// checkVerified has blue resign, and returns the verified export of the game.
func (h *clockHouse) checkVerified() []byte {
	h.t.Helper()
	if !h.table().Over {
		must(h.Endings.Resign(h.ctx, h.by("anna")))(h.t)
	}
	file := h.export()
	mustVerify(h.t, file)
	return file
}

// A clock runs for the side for which the game waits, and each end of a phase adds to it, up to the limit. A restart
// changes nothing of it.
func TestClocks_RunForTheSideToAct(t *testing.T) {
	h := newClockHouse(t, aDay())
	h.left("at the beginning", day, day, "blue")
	h.later(5 * hour)
	h.left("after five hours", 19*hour, day, "blue")
	h.must("anna", "c1", "/end")
	h.settle()
	h.left("a phase has ended", 21*hour, day, "blue")
	h.restart()
	h.left("after a restart", 21*hour, day, "blue")
	h.later(hour)
	h.ends("anna", "anna")
	h.settle()
	h.left("it is the other side's turn", 24*hour, day, "red")
	h.later(10 * hour)
	h.ends("boris", "boris", "boris", "anna", "anna", "anna")
	h.settle()
	h.left("up to the limit", 30*hour, 20*hour, "red")
	h.checkVerified()
}

// An order that others are not told of changes nothing that they see of the clocks.
func TestClocks_SilentOrders(t *testing.T) {
	h := newClockHouse(t, aDay())
	h.later(hour)
	before, rows := h.clock("blue").Deadline, h.rows("c1")
	h.must("anna", "c1", "/stack order hex:5.09 units:b-1-mot,b-1-arm")
	h.must("anna", "c1", "/move units:b-2-arm to:6.12")
	h.undo("anna")
	equal(t, "%d rows", h.rows("c1")-rows, 3)
	none(t, "told is %+v", h.notifications())
	equal(t, "the deadline is %v", h.clock("blue").Deadline, before)
}

// A clock waits until the channel has the message of its phase. It does not wait for a message to its side alone,
// because others could see from that that there is one.
func TestClocks_WaitForTheChannelAlone(t *testing.T) {
	h := newClockHouse(t, aDay())
	h.must("anna", "c1", "/move units:b-1-arm,b-1-mot to:8.08")
	h.must("anna", "c1", "/end")
	h.later(3 * hour)
	h.left("nobody is told", 26*hour, day, "blue")
	owed := h.notifications()
	for _, e := range owed {
		if e.Public != nil {
			check(t, h.Outbox.Delivered(h.ctx, e, "m"))
		}
	}
	h.later(hour)
	h.left("the channel has it", 25*hour, day, "blue")
	private := h.notifications()
	wrong(t, len(owed) != 3 || len(private) != 2 || private[0].Reader != "anna" || private[1].Reader != "",
		"left is %+v", private)
}

// No clock runs while the program is stopped, and none has run out when it is back.
func TestClocks_ProgramAway(t *testing.T) {
	h := newClockHouse(t, aDay())
	h.later(20 * hour)
	rows := h.rows("c1")
	for range 2 {
		h.away(10 * day)
		c := h.held("blue", api.Away, 4*hour)
		wrong(t, !c.Deadline.IsZero(), "before Discord is heard: %+v", c)
		h.ring() // long after the deadline that was
		mustNot(t, h.rows("c1") != rows, "a clock runs out at the start")
		h.later(time.Second)
		h.left("back", 4*hour, day, "blue")
	}
	h.later(4*hour - time.Minute)
	mustNot(t, h.rows("c1") != rows, "a clock runs out too early")
	h.later(time.Minute)
	equal(t, "%d rows", h.rows("c1")-rows, 1)
	h.ranOut("blue")
	h.checkVerified()
}

// No clock runs while Discord is away: nothing was heard of it for longer than is allowed.
func TestClocks_DiscordAway(t *testing.T) {
	h := newClockHouse(t, aDay())
	h.later(hour)
	h.tick.Add(3600)
	h.left("for a while", 22*hour, day, "blue")
	h.tick.Add(7200)
	h.held("blue", api.Away, 23*hour)
	h.later(time.Second)
	h.left("heard again", 23*hour, day, "blue")
}

// No clock runs while the channel of the game cannot be reached.
func TestClocks_GameSleeps(t *testing.T) {
	h := newClockHouse(t, aDay())
	h.later(hour)
	check(t, h.Channels.Sleep(h.ctx, api.Deleted, "c1"))
	h.later(3 * day)
	h.held("blue", api.Asleep, 23*hour)
	check(t, h.Channels.Reach(h.ctx, "guild", "c1"))
	h.left("awake", 23*hour, day, "blue")
	h.later(22 * hour)
	h.ranOut("")
	h.later(hour)
	h.later(hour) // it is looked at again an hour after it was, while it slept
	h.ranOut("blue")
}

// No clock runs before the message that tells its player is in the channel.
func TestClocks_MessageNotSent(t *testing.T) {
	h := newClockHouse(t, aDay())
	h.ends("anna", "anna", "anna")
	for range 2 {
		h.later(2 * day)
		equal(t, "before he is told %v are left", h.clock("red").Left, day)
		h.ranOut("")
		h.restart()
	}
	h.settle()
	h.left("told", 30*hour, day, "red")
	h.restart()
	h.later(hour)
	h.left("an hour later", 30*hour, 23*hour, "red")
	h.later(23 * hour)
	h.ranOut("red")
	h.checkVerified()
}

// change has Anna change her calendar.
func (h *clockHouse) change(what, value string) {
	h.t.Helper()
	h.sets("anna", func(_ calendar.Calendar, now time.Time) (calendar.Change, error) {
		return calendar.Change{At: now, What: what, Value: value}, nil
	})
}

// A deadline does not fall into its player's night, even one in which summer time begins or ends. It comes sooner when
// he removes his night.
func TestDeadline_NotInTheNight(t *testing.T) {
	for _, test := range []struct{ name, begins, deadline string }{
		{"in winter", "2026-03-10T05:00:00Z", "2026-03-11T07:00:00Z"},
		{"as clocks are set forward", "2026-03-28T05:00:00Z", "2026-03-29T06:00:00Z"},
		{"as clocks are set back", "2026-10-24T05:00:00Z", "2026-10-25T07:00:00Z"},
		{"by day", "2026-10-24T10:00:00Z", "2026-10-25T10:00:00Z"},
	} {
		t.Run(test.name, func(t *testing.T) {
			at := func(text string) time.Time {
				return must(time.Parse(time.RFC3339, text))(t)
			}
			h := newClockHouse(t, aDay(), func(h *house) { h.from = at(test.begins) })
			h.change(calendar.OfZone, "Europe/Berlin")
			h.change(calendar.OfNight, "22:00-08:00")
			if c := h.clock("blue"); !c.Running || !c.Deadline.Equal(at(test.deadline)) {
				t.Errorf("the deadline is %v", c.Deadline)
			}
			h.later(day)
			if test.name == "by day" {
				h.ranOut("blue")
				return
			}
			h.ranOut("")
			c := h.clock("blue")
			wrong(t, c.Left != 0 || !c.Running, "in the night: %+v", c)
			h.later(at(test.deadline).Sub(h.stands()) - time.Second)
			h.ranOut("")
			h.later(time.Second)
			h.ranOut("blue")
		})
	}
	h := newClockHouse(t, aDay(), func(h *house) { h.from = h.from.Add(-8 * hour) })
	h.change(calendar.OfNight, "22:00-06:00")
	h.later(hour)
	h.change(calendar.OfNight, "off")
	h.left("without a night", 23*hour, day, "blue")
	h.later(23 * hour)
	h.ranOut("blue")
}

// A vacation stops the clock from a day after it was announced on. One beyond the limit is refused and stops nothing.
func TestClocks_Vacation(t *testing.T) {
	h := newClockHouse(t, aDay())
	span := func(from, until time.Duration) calendar.Span {
		return calendar.Span{From: h.stands().Add(from), Until: h.stands().Add(until)}
	}
	announce := func(s calendar.Span) error {
		_, _, err := h.Calendars.ChangeCalendar(h.ctx, h.by("anna"),
			func(c calendar.Calendar, now time.Time) (calendar.Change, error) { return c.Announce(now, s) })
		return err
	}
	away := span(hour, 8*day)
	var mistake *view.Mistake
	err := announce(span(hour, 60*day))
	wrong(t, !errors.As(err, &mistake), "sixty days: %v", err)
	h.left("refused", day, day, "blue")
	check(t, announce(away))
	h.settle()
	h.must("anna", "c1", "/end")
	h.settle()
	h.later(23 * hour)
	c := h.clock("blue")
	wrong(t, !c.Running || c.Left != 3*hour || !c.Deadline.Equal(away.Until.Add(2*hour)), "on the first day: %+v", c)
	h.later(3 * day)
	c = h.held("blue", api.OnVacation, 2*hour)
	wrong(t, !c.Until.Equal(away.Until) || !c.Deadline.Equal(away.Until.Add(2*hour)), "in the vacation: %+v", c)
	h.later(away.Until.Sub(h.stands()))
	h.left("back", 2*hour, day, "blue")
	h.later(2 * hour)
	h.ranOut("blue")
	h.checkVerified()
}

// The time for which a vacation has stopped a clock is not lost when a player without a vacation takes over the seat.
func TestClocks_VacationBeforeHandOver(t *testing.T) {
	h := newClockHouse(t, aDay())
	h.sets("anna", announces(hour, 8*day-hour))
	h.must("anna", "c1", "/end")
	h.settle()
	h.later(4 * day)
	h.replaces("blue", "carla", "c1")
	h.settle()
	h.left("handed over", 2*hour, day, "blue")
	h.later(hour)
	h.left("an hour later", hour, day, "blue")
	must(h.Endings.Resign(h.ctx, h.by("boris")))(t)
	h.checkVerified()
}

// heldForMessage is the time between two looks whether a message has arrived.
const heldForMessage = time.Minute

// If the end of a phase is taken back, what it added to the clock is not added twice, and the time that the phase took
// is not given back.
func TestClocks_TakeBack(t *testing.T) {
	h := newClockHouse(t, aDay())
	h.later(10 * hour)
	h.must("anna", "c1", "/end")
	h.settle()
	h.left("ended", 16*hour, day, "blue")
	h.later(hour)
	h.master("c1", api.Intervention{Measure: api.TakeBack, Reason: "too fast"})
	h.settle()
	h.left("taken back", 15*hour, day, "blue")
	h.later(hour)
	h.must("anna", "c1", "/end")
	h.settle()
	h.left("ended again", 14*hour, day, "blue")
	h.must("anna", "c1", "/end")
	h.settle()
	h.left("and the next", 16*hour, day, "blue")
	h.later(6 * hour)
	h.must("anna", "c1", "/stack order hex:5.09 units:b-1-mot,b-1-arm")
	must(h.Orders.Undo(h.ctx, h.by("anna"), ""))(t) // the end of the phase before it stays
	h.must("anna", "c1", "/end")
	h.settle()
	h.left("after an order that is taken back", 12*hour, day, "red")
	h.checkVerified()
}

// A start does not load a game because its clock runs, or because it was due during a long outage, until it can be
// played. Then each such game is looked at once.
func TestRing_StartLoadsNoGames(t *testing.T) {
	h := newClockHouse(t, aDay())
	loaded := func() int {
		t.Helper()
		return must(h.Upkeep.Counts(h.ctx))(t).Loaded
	}
	h.restart()
	h.ring()
	equal(t, "a start loads %d games", loaded(), 0)
	h.away(3 * day)
	h.ring()
	equal(t, "a start after an outage loads %d games", loaded(), 0)
	h.later(time.Second)
	equal(t, "%d games are looked at", loaded(), 1)
	h.ranOut("")
}

// The hours in which a player may answer before his standing answers count only while the program runs.
func TestStanding_FirstWordWhileProgramAway(t *testing.T) {
	h := newClockHouse(t, clock.Terms{}, func(h *house) { h.seed = 4 }) // with its dice Red has to retreat
	h.leaves("boris", "c1", "flexible")
	h.changes("boris", "c1", hoursFirst(4))
	h.later(hour)
	h.attacks()
	rows := h.rows("c1")
	h.away(day)
	check(t, h.Upkeep.Alive(h.ctx))
	h.later(4*hour - time.Second)
	wrong(t, h.rows("c1") != rows, "he is not given his hours")
	h.later(time.Second)
	wrong(t, h.rows("c1") == rows, "nothing is answered for him")
}
