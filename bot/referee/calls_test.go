package referee_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"grognard/bot/calendar"
	"grognard/bot/referee/api"
	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/notices"
	"grognard/bot/referee/notify"
	"grognard/rules/order"
	"grognard/storage"
)

// desk is a house whose clock stands still until a test moves it, and which keeps the messages that it has sent.
type desk struct {
	*house

	unkept   bool               // the log fails to say what it keeps of a user
	deadline time.Time          // of the side to act
	sent     []api.Notification // messages that were sent, not edits
	asked    []string           // the users of whom a message asks something
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	d := &desk{}
	d.house = newHouse(t, func(l storage.Log) storage.Log {
		if d.unkept {
			return unkept{l}
		}
		return l
	})
	d.still = true
	d.extras.Deadline = func(*ledger.Game, order.Side) time.Time { return d.deadline }
	d.restart()
	return d
}

// begunDesk is a desk at which a drill has begun in c1, Anna's against Boris.
func begunDesk(t *testing.T) *desk {
	t.Helper()
	d := newDesk(t)
	d.begin("c1", "anna", "boris")
	return d
}

// later moves the clock on, or back.
func (d *desk) later(by time.Duration) { d.tick.Add(int64(by / time.Second)) }

// until sets the clock.
func (d *desk) until(when time.Time) { d.later(when.Sub(d.now())) }

// deliver sends what is due. If dies, the program is killed right after a send, before it notes it.
func (d *desk) deliver(dies bool) {
	must(d.Upkeep.Ring(d.ctx))(d.t)
	games := must(d.Outbox.Owing(d.ctx))(d.t)
	for _, g := range games {
		for e, err := range d.Outbox.Notifications(d.ctx, g) {
			check(d.t, err)
			found := slices.ContainsFunc(d.sent, func(was api.Notification) bool { return was.Ref == e.Ref })
			if !e.Closing && !e.Edits && !(e.Tried && found) { // a new message that is not sent yet
				m := ledger.Message{Kind: e.Kind, Row: e.Seq}
				if (notices.Asks(m) || e.Public != nil && e.Loser() != "") && !e.Again {
					e.Users = must(d.Outbox.Notifies(d.ctx, e, d.asked))(d.t)
				}
				check(d.t, d.Outbox.Trying(d.ctx, e))
				d.sent = append(d.sent, e)
				if dies {
					d.restart()
					return
				}
			}
			check(d.t, d.Outbox.Delivered(d.ctx, e, "m"))
		}
	}
}

// notified returns how often a user was notified.
func (d *desk) notified(user string) (n int) {
	for _, e := range d.sent {
		if slices.Contains(e.Users, user) {
			n++
		}
	}
	return n
}

// sleeps sets a user's zone and the times of day at which his night begins and ends.
func (d *desk) sleeps(user, zone, night string) {
	d.keepChanges(user, calendar.Change{At: d.now(), What: calendar.OfZone, Value: zone},
		calendar.Change{At: d.now(), What: calendar.OfNight, Value: night})
}

// keepChanges adds changes to what the store has of a user's calendar.
func (d *desk) keepChanges(user string, made ...calendar.Change) {
	var all []calendar.Change
	if text := must(d.store.Preference(d.ctx, user, api.PaperOfCalendar))(d.t); text != "" {
		check(d.t, json.Unmarshal([]byte(text), &all))
	}
	raw := must(json.Marshal(append(all, made...)))(d.t)
	check(d.t, d.store.Prefer(d.ctx, user, api.PaperOfCalendar, string(raw)))
}

// A player who is to act is called once, a minute later, even by a program that was killed right after sending a call.
func TestCalled_Once(t *testing.T) {
	d := begunDesk(t)
	d.later(time.Hour)
	d.passTurn()
	d.deliver(false)
	equal(t, "called at once, %d times", d.notified("boris"), 0)
	d.restart()
	d.later(time.Minute)
	d.deliver(true)
	for range 3 {
		d.deliver(false)
		d.later(time.Hour)
	}
	if n := d.notified("boris"); n != 1 || d.notified("anna") != 0 {
		t.Errorf("called %d times, and she %d times: %+v", n, d.notified("anna"), d.sent)
	}
}

// A player who has just acted when the game comes back to him is called once, when he no longer counts as present,
// unless he has acted by then.
func TestCalled_WhenPresentNoMore(t *testing.T) {
	for name, c := range map[string]struct {
		acts bool
		want int
	}{"he goes": {false, 1}, "he goes on": {true, 0}} {
		d := begunDesk(t)
		d.later(time.Hour)
		d.ends("anna", "anna", "anna", "boris", "boris", "boris")
		d.later(time.Minute)
		d.ends("anna", "anna", "anna")
		d.later(5 * time.Minute)
		d.deliver(false)
		equal(t, name+": called while he is there, %d times", d.notified("boris"), 0)
		if c.acts {
			d.must("boris", "c1", "/end")
		}
		for range 3 {
			d.restart()
			d.later(5 * time.Minute)
			d.deliver(false)
		}
		equal(t, name+": called, %d times", d.notified("boris"), c.want)
	}
}

// A call that waits for the end of a night does not delay anything else, and comes when the night is over.
func TestCalled_AfterTheNight(t *testing.T) {
	d := begunDesk(t)
	d.sleeps("boris", "Asia/Tokyo", "21:00-06:00") // noon in UTC is his 21:00
	d.later(time.Hour)
	d.passTurn()
	d.later(time.Hour)
	d.deliver(false)
	if !slices.ContainsFunc(d.sent, func(e api.Notification) bool { return e.Kind == api.Phase && e.Public != nil }) {
		t.Error("the report of the phase waits")
	}
	if left, err := d.Outbox.Owing(d.ctx); err != nil || len(left) > 0 || d.notified("boris") > 0 {
		t.Errorf("in his night something is owed: %+v, %v, and he is called %d times", left, err, d.notified("boris"))
	}
	d.restart()
	wakes := time.Date(2026, 3, 1, 21, 0, 0, 0, time.UTC)
	d.until(wakes.Add(-10 * time.Minute))
	d.deliver(false)
	if wait, err := d.Upkeep.Ring(d.ctx); err != nil || wait != 10*time.Minute || d.notified("boris") > 0 {
		t.Errorf("ten minutes before it ends it is looked again after %v, %v; called %d times", wait, err,
			d.notified("boris"))
	}
	d.until(wakes)
	d.deliver(false)
	equal(t, "after his night he is called %d times", d.notified("boris"), 1)
}

// A call that was held in the night is not forgotten when the game comes back to its player at once.
func TestCalled_HeldCallIsNotForgotten(t *testing.T) {
	d := begunDesk(t)
	d.sleeps("boris", "Asia/Tokyo", "21:00-06:00") // noon in UTC is his 21:00
	d.later(time.Hour)
	d.passTurn()
	pause := func() {
		d.master("c1", api.Intervention{Measure: api.Pause, Reason: "a question"})
		d.later(20 * time.Second)
		d.master("c1", api.Intervention{Measure: api.Resume})
	}
	for range 2 { // the game waits for nobody for some seconds, and then for him again
		d.later(time.Hour)
		d.deliver(false)
		pause()
	}
	for range 12 {
		d.later(time.Hour)
		d.deliver(false)
	}
	equal(t, "in the morning he is called %d times", d.notified("boris"), 1)
	pause()
	d.later(time.Hour)
	d.deliver(false)
	equal(t, "he is called once more when the game comes back to him: %d times", d.notified("boris"), 1)
}

// A deputy who is present counts for the player of the seat.
func TestCalled_DeputyHasActed(t *testing.T) {
	d := begunDesk(t)
	must(d.Seats.Grant(d.ctx, d.by("boris"), api.Granting{To: "berta"}))(t)
	must(d.Seats.AcceptGrant(d.ctx, d.by("berta"), 1))(t)
	d.later(time.Hour)
	d.passTurn()
	d.later(20 * time.Second)
	d.must("berta", "c1", "/end")
	d.later(time.Hour)
	d.deliver(false)
	if b, c := d.notified("boris"), d.notified("berta"); b+c != 0 {
		t.Errorf("though his deputy acted at once he is called %d times, and she %d times", b, c)
	}
}

// tells changes which messages a user wishes.
func (d *desk) tells(user string, what notify.Told) {
	check(d.t, d.Reminding.Tell(d.ctx, user, func(t *notify.Told) { *t = what }))
}

// A player is reminded of a deadline at the hours that he has chosen, once for each, by a message to his side or in the
// channel, unless he has acted. No row of the log tells of it.
func TestReminders_OncePerHour(t *testing.T) {
	d := begunDesk(t)
	d.deadline = d.now().Add(30 * time.Hour)
	d.tells("anna", notify.Told{Hours: []int{2, 24, 24, 6}})
	list := must(d.Reminding.Told(d.ctx, "anna"))(t)
	wrong(t, list.There || !slices.Equal(list.Hours, []int{24, 6, 2}), "she has chosen %+v", list)
	rows := 0
	count := func() (n int) {
		for _, err := range d.store.Rows(d.ctx, d.sent[0].Game, 0) {
			check(t, err)
			n++
		}
		return n
	}
	d.deliver(false)
	rows = count()
	reminded := func() (n int, last api.Notification) {
		for _, e := range d.sent {
			if e.Kind == api.Reminded {
				n, last = n+1, e
			}
		}
		return n, last
	}
	for hour := range 30 {
		d.until(d.deadline.Add(-30*time.Hour + time.Duration(hour)*time.Hour))
		d.deliver(hour == 6) // and dies after it
		if hour%4 == 0 {
			d.restart()
		}
		want := 0
		for _, h := range []int{6, 24, 28} { // from the beginning
			if hour >= h {
				want++
			}
		}
		n, e := reminded()
		if n != want || n > 0 && (e.Side == nil || e.Reader != "anna" || !e.Deadline.Equal(d.deadline)) {
			t.Fatalf("after %d hours she was reminded %d times, want %d: %+v", hour, n, want, e)
		}
	}
	wrong(t, count() != rows, "the log tells of a reminder")
	d.tells("boris", notify.Told{Hours: []int{5}, There: true})
	d.passTurn()
	d.deadline = d.now().Add(10 * time.Hour)
	d.tells("boris", notify.Told{Hours: []int{5}, There: true}) // again, so that his game is scheduled anew
	for range 5 {                                               // he is called after a minute
		d.later(time.Hour)
		d.deliver(false)
	}
	if n, e := reminded(); n != 4 || e.Public == nil || !slices.Equal(e.Users, []string{"boris"}) {
		t.Errorf("he was reminded %d times, last by %+v", n-3, e)
	}
}

// A deputy is reminded of his side's deadlines, too, at the hours that he has chosen, until his time is over.
func TestReminders_OfDeputies(t *testing.T) {
	d := begunDesk(t)
	d.deputises("anna", "carla", "c1")
	d.deadline = d.now().Add(30 * time.Hour)
	d.tells("anna", notify.Told{Hours: []int{20}})
	d.tells("carla", notify.Told{Hours: []int{24, 6}, There: true})
	d.until(d.deadline.Add(-7 * time.Hour))
	d.deliver(false)
	reminded := func() (users []string) {
		for _, e := range d.sent {
			if e.Kind == api.Reminded {
				users = append(users, e.Users...)
				wrong(t, (e.Public == nil) != (e.Users[0] == "anna"), "in the channel: %t, %v", e.Public != nil, e.Users)
			}
		}
		slices.Sort(users)
		return users
	}
	equal(t, "reminded are %v", reminded(), []string{"anna", "carla"})
	d.dismisses("anna", "carla", "c1")
	d.later(2 * time.Hour)
	d.deliver(false)
	equal(t, "reminded are %v", reminded(), []string{"anna", "carla"})
}

// A daily message comes once a day at its time of day in the user's zone, or at the end of a night in which that falls,
// if a game waits for him or something is new. It comes once whatever restarts there are, even if the program was
// killed right after it was sent. One that would be too late is left out.
func TestDaily_OncePerDay(t *testing.T) {
	days := func(times ...string) (list []string) {
		for n := 2; n <= 9; n++ { // of March
			for _, at := range times {
				list = append(list, fmt.Sprintf("%02d %s", n, at))
			}
		}
		return list
	}
	for name, c := range map[string]struct {
		user, at, zone, night string
		dies                  bool
		away                  int // for how many hours from 8:00 on 2 March nothing is sent
		want                  []string
	}{
		"who owes something": {user: "anna", at: "08:00", zone: "UTC", night: "off", want: days("08:00")},
		"killed each time":   {user: "anna", at: "08:00", zone: "UTC", night: "off", dies: true, want: days("08:00")},
		"in his night":       {user: "anna", at: "08:00", zone: "UTC", night: "03:00-11:00", want: days("11:00")},
		"nothing new but once": {user: "boris", at: "06:00", zone: "America/New_York", night: "23:00-07:00",
			want: []string{"02 12:00"}},
		"late": {user: "anna", at: "08:00", zone: "UTC", night: "off", away: 5,
			want: append([]string{"02 13:00"}, days("08:00")[1:]...)},
		"too late":    {user: "anna", at: "08:00", zone: "UTC", night: "off", away: 7, want: days("08:00")[1:]},
		"none wanted": {user: "anna", zone: "UTC", night: "off"},
	} {
		t.Run(name, func(t *testing.T) {
			d := begunDesk(t)
			d.sleeps(c.user, c.zone, c.night)
			d.tells(c.user, notify.Told{Daily: "09:00"})
			d.tells(c.user, notify.Told{Daily: c.at})
			var got []string
			for hour := range 24 * 8 {
				d.later(time.Hour)
				if hour%24 == 5 {
					d.restart()
				}
				if today := d.now(); today.Day() == 2 && today.Hour() >= 8 && today.Hour() < 8+c.away {
					continue
				}
				before := len(d.sent)
				d.deliver(c.dies && d.now().Hour() == 8)
				d.deliver(false)
				for _, e := range d.sent[before:] {
					if e.Kind == api.Daily {
						got = append(got, d.now().Format("02 15:04"))
						wrong(t, len(e.Due) != 1 || e.Due[0].Mine != (c.user == "anna") || e.Reader != c.user,
							"told is %+v", e)
					}
				}
			}
			wrong(t, !slices.Equal(got, c.want), "daily messages: %v, want %v", got, c.want)
		})
	}
}

// A calendar that cannot be read keeps nobody from playing.
func TestCalendar_Unreadable(t *testing.T) {
	d := begunDesk(t)
	d.deadline = d.now().Add(24 * time.Hour)
	for _, user := range []string{"anna", "boris"} {
		d.tells(user, notify.Told{Hours: []int{3}})
		d.keepChanges(user, calendar.Change{At: d.now(), What: calendar.OfNight, Value: "at dusk"})
	}
	d.tells("anna", notify.Told{Daily: "12:10"})
	d.passTurn()
	d.later(time.Hour)
	d.deliver(false)
	equal(t, "he began the game as his turn came, so he was there, but is called %d times", d.notified("boris"), 0)
}

// A daily message goes by the zone that its user has when it is due, even if he has changed it since the last one.
func TestDaily_FollowsTheZone(t *testing.T) {
	d := begunDesk(t)
	d.sleeps("anna", "UTC", "off")
	d.tells("anna", notify.Told{Daily: "08:00"})
	_, _, err := d.Calendars.ChangeCalendar(d.ctx, api.Command{ID: "zone", User: "anna"},
		func(_ calendar.Calendar, now time.Time) (calendar.Change, error) {
			return calendar.Change{At: now, What: calendar.OfZone, Value: "America/New_York"}, nil
		})
	check(t, err)
	var got []string
	for range 24 {
		d.later(time.Hour)
		before := len(d.sent)
		d.deliver(false)
		for _, e := range d.sent[before:] {
			if e.Kind == api.Daily {
				got = append(got, d.now().Format("15:04"))
			}
		}
	}
	wrong(t, !slices.Equal(got, []string{"13:00"}), "daily messages: %v", got)
}

// Nothing is kept of a user who was forgotten while a daily message was sent to him. Forgetting other users does not
// have to wait for that message.
func TestDaily_Forgotten(t *testing.T) {
	d := begunDesk(t)
	d.tells("anna", notify.Told{Daily: "12:10"})
	d.later(time.Hour)
	ctx, enough := context.WithCancel(d.ctx)
	defer enough()
	go func() {
		for ctx.Err() == nil {
			_ = d.Privacy.Forget(ctx, "nobody")
		}
	}()
	told := 0
	for _, o := range must(d.Outbox.Owing(d.ctx))(t) {
		for e, err := range d.Outbox.Notifications(d.ctx, o) {
			check(t, err)
			if e.Kind == api.Daily {
				told++
				check(t, d.Outbox.Trying(d.ctx, e))
				check(t, d.Privacy.Forget(d.ctx, "anna"))
				check(t, d.Outbox.Delivered(d.ctx, e, "m"))
			}
		}
	}
	kept := must(d.store.PapersBy(d.ctx, "anna"))(t)
	wrong(t, told != 1 || len(kept) > 0, "told %d times, kept are %+v", told, kept)
	d.deliver(false)
	for _, o := range must(d.Outbox.Owing(d.ctx))(t) {
		wrong(t, o.Game == "", "still to be sent: %+v", o)
	}
}

// A daily message that was sent just before its user's night is not sent again after it if the program was killed.
func TestDaily_KilledBeforeTheNight(t *testing.T) {
	d := begunDesk(t)
	at := d.now().UTC().Add(time.Hour).Truncate(time.Minute)
	d.sleeps("anna", "UTC", at.Add(30*time.Minute).Format("15:04")+"-"+at.Add(5*time.Hour).Format("15:04"))
	d.tells("anna", notify.Told{Daily: at.Format("15:04")})
	d.later(30 * time.Minute)
	d.deliver(false) // what else there is
	d.until(at.Add(time.Minute))
	d.deliver(true)
	for range 6 {
		d.later(time.Hour)
		d.deliver(false)
	}
	told := 0
	for _, e := range d.sent {
		if e.Kind == api.Daily {
			told++
		}
	}
	equal(t, "told %d times", told, 1)
}
