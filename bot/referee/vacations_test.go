package referee_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"grognard/bot/calendar"
	"grognard/bot/referee/api"
	"grognard/bot/referee/ledger"
	"grognard/bot/referee/people"
	"grognard/storage"
)

// A program that dies when a vacation is kept and before it is told has the next one tell it, once; what
// was told is not told again, and neither is what needs no telling.
func TestAVacationIsToldAfterADeath(t *testing.T) {
	d := newDesk(t)
	announce := func(c calendar.Calendar, now time.Time) (calendar.Change, error) {
		return c.Announce(now, calendar.Span{From: now.Add(72 * time.Hour), Until: now.Add(96 * time.Hour)})
	}
	d.keepChange("boris", announce) // before the game began
	d.later(time.Hour)
	d.begin("c1", "anna", "boris")
	told := func() (n int) {
		game := must(d.store.InChannel(d.ctx, "c1"))(t)
		for row, err := range d.store.Rows(d.ctx, game.ID, 0) {
			check(t, err)
			s := must(ledger.ReadStep(row))(t)
			if s.Body.Vacation != nil {
				if n++; row.By != "anna" {
					t.Errorf("a vacation of %s is told", row.By)
				}
			}
		}
		return n
	}
	d.later(time.Hour)
	d.keepChange("anna", announce)
	for range 3 {
		d.restart()
		d.later(time.Minute)
		d.deliver(false)
		d.deliver(false)
	}
	if n := told(); n != 1 {
		t.Fatalf("it is told %d times", n)
	}
	said := 0
	for _, e := range d.sent {
		if e.Kind == api.Vacationing && e.Vacation.User == "anna" && len(e.Vacation.Vacations) == 1 {
			said++
		}
	}
	if said != 1 {
		t.Errorf("it is said %d times: %+v", said, d.sent)
	}
	c := must(d.Calendars.Calendar(d.ctx, "anna"))(t)
	_, in, err := d.Calendars.ChangeCalendar(d.ctx, d.by("anna"),
		func(c calendar.Calendar, now time.Time) (calendar.Change, error) {
			return c.Cancel(now, c.Vacations(now)[0].Span)
		})
	check(t, err)
	d.restart()
	d.deliver(false)
	if n := told(); n != 2 || in != 1 || len(c.Vacations(d.now())) != 1 {
		t.Errorf("one that was told in %d games is told %d times", in, n-1)
	}
}

// What its player did about his seat since does not pass for the row of a vacation, and a game of his that
// cannot be read keeps nobody else's alarms waiting.
func TestAVacationIsToldBesideOtherRows(t *testing.T) {
	d := newDesk(t)
	d.begin("c1", "anna", "boris")
	announce := func(user string) {
		d.later(time.Hour)
		d.keepChange(user, func(c calendar.Calendar, now time.Time) (calendar.Change, error) {
			return c.Announce(now, calendar.Span{From: now.Add(72 * time.Hour), Until: now.Add(96 * time.Hour)})
		})
		d.later(time.Minute)
	}
	d.deliver(false)
	announce("anna")
	must(d.Seats.Deputise(d.ctx, d.by("anna"), "carla"))(t)
	d.restart()
	d.deliver(false)
	told := func(user string) bool {
		return slices.ContainsFunc(d.sent, func(e api.Notification) bool {
			return e.Kind == api.Vacationing &&
				e.Vacation.User == user
		})
	}
	if !told("anna") {
		t.Errorf("after an invitation it is not told: %+v", d.sent)
	}

	announce("boris")
	d.unkept = true
	d.restart()
	game := must(d.store.InChannel(d.ctx, "c1"))(t)
	check(t, d.store.SetDue(d.ctx, game.ID, d.now()))
	if _, err := d.Upkeep.Ring(d.ctx); !errors.Is(err, errUnkept) {
		t.Errorf("what fails is %v", err)
	}
	if _, err := d.Upkeep.Ring(d.ctx); err != nil {
		t.Errorf("again it is %v", err)
	}
	if due, err := d.store.NextDue(d.ctx); err != nil || !due.IsZero() && !due.After(d.now()) {
		t.Errorf("the next alarm is due at %v, %v", due, err)
	}
	d.unkept = false
	d.restart()
	d.deliver(false)
	if !told("boris") {
		t.Errorf("when it can be read again it is not told: %+v", d.sent)
	}
}

// unkept is a log that cannot say what is kept of anybody.
type unkept struct{ storage.Log }

var errUnkept = errors.New("not now")

func (unkept) Kept(context.Context, string) (storage.Kept, error) { return storage.Kept{}, errUnkept }

// keepChange stores a change as a program does that stops before it tells the user's games.
func (d *desk) keepChange(user string, change people.CalendarChange) {
	c := must(d.Calendars.Calendar(d.ctx, user))(d.t)
	made := must(change(c, d.now()))(d.t)
	check(d.t, d.store.AddChange(d.ctx, storage.Change{User: user, At: made.At, What: made.What, Value: made.Value}))
}
