package discord

import (
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"grognard/bot/localtable"
	"grognard/bot/referee/api"
	"grognard/bot/referee/ordering"
	"grognard/rules/must"
)

// play has those act in a game who are at the table.
func (d *days) play(g *playing) {
	d.t.Helper()
	ctx, r := d.t.Context(), d.bot.Referee
	for range visit {
		is := d.look(g)
		if is.table.Over {
			return
		}
		if is.table.ClockOut != nil {
			d.choose(g, *is)
			is = d.look(g)
		}
		for _, offered := range is.table.Grants {
			if offered.To == waiter {
				must.Get(r.Seats.AcceptGrant(ctx, d.command(waiter, g.channel), offered.Number))(d.t)
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
		v, _, err := r.Looks.Public(ctx, g.channel)
		must.Do(d.t, err)
		o := must.Get(d.chooser.Choose(ctx, g.channel, user, v.Board()))(d.t)
		if _, err = r.Orders.Give(ctx, d.command(user, g.channel), o, ordering.Expect{}); err != nil {
			d.t.Fatalf("%s says %v in %s: %v", user, o, g.channel, err)
		}
		d.saw["orders"]++
	}
}

// choose has the other side choose when a clock has run out.
func (d *days) choose(g *playing, is standsAt) {
	d.t.Helper()
	ctx, r := d.t.Context(), d.bot.Referee
	out := is.table.ClockOut
	for _, seat := range is.table.Seats {
		if seat.Side.ID == out.Side || !d.present(seat.User) {
			continue
		}
		var err error
		cmd := d.command(seat.User, g.channel)
		switch n := d.chooser.Rand.IntN(3); {
		case n == 0:
			_, err = r.Clocks.WaitOn(ctx, cmd, out.Number, 2)
			d.saw["waits"]++
		case n == 1 && is.table.Offered(out.Side) == nil:
			_, err = r.Seats.Grant(ctx, cmd, api.Granting{Side: out.Side, Waiting: true})
			d.saw["substitutes sought"]++
		case n == 2:
			_, err = r.Clocks.Claim(ctx, cmd, out.Number)
			d.saw["claims"]++
		}
		must.Do(d.t, err)
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
	ctx, r := d.t.Context(), d.bot.Referee
	for {
		owing := must.Get(r.Outbox.Owing(ctx))(d.t)
		if len(owing) == 0 {
			return
		}
		for _, o := range owing {
			for e, err := range r.Outbox.Notifications(ctx, o) {
				must.Do(d.t, err)
				if e.Side == nil || e.Reader != "" {
					d.notify(e)
				}
				must.Do(d.t, r.Outbox.Delivered(ctx, e, fmt.Sprint("message ", e.ID)))
			}
		}
	}
}

// notify notes whom a notification notifies: in the channel those whom its page calls, and by direct message
// its reader, unless it comes quietly. An edit notifies nobody.
func (d *days) notify(e api.Notification) {
	d.t.Helper()
	all, mine, err := d.bot.newDelivery("").Address(d.t.Context(), e)
	must.Do(d.t, err)
	var users []string
	switch {
	case e.Edits || e.Pictures:
	case e.Public != nil:
		users = all.Ping
	case !mine.Page.Quiet:
		users = []string{mine.User}
	}
	for _, user := range users {
		m := mentionOf{user, e.Game, e.Ref, e.Kind}
		if at, again := d.mentions[m]; again {
			d.t.Errorf("day %d: user %s is notified of %s again, as at %v", d.day(), user, e.Kind, at)
		}
		d.mentions[m] = d.now
		d.saw["mentions: "+string(e.Kind)]++
		if c := d.calendar(user); !c.Wakes(d.now, d.now).Equal(d.now) {
			d.t.Errorf("day %d: user %s is notified of %s in his night or on his vacation, at %v", d.day(), user,
				e.Kind, d.now.In(c.Zone(d.now)))
		}
		if e.Kind == api.Called {
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
			must.Do(d.t, err)
			by = append(by, row.By)
		}
		last := map[string]uint64{}
		for _, c := range calls {
			if from := last[c.user]; from > 0 &&
				!slices.ContainsFunc(by[from:c.row], func(user string) bool { return user != c.user }) {
				d.t.Errorf("user %s was called in %s at row %d and at row %d, and nobody else has acted between",
					c.user, game, from, c.row)
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
	must.Do(d.t, d.bot.Referee.Seats.AwaitSeat(t.Context(), localtable.GuildID, waiter, "", ""))
	d.open("101", "102", "normal")
	d.open("103", "104", "fast")
	d.open("105", "106", "2d + 6h per phase, at most 3d")
	d.open("107", "108", "fast")
	d.open("104", "101", "normal")
	d.open("108", "103", "1d + 12h per phase, at most 2d")
	d.pass(length)
	d.calledOnce()
	for _, g := range d.games {
		if is := d.look(g); d.now.Sub(is.table.Since) > 8*24*time.Hour && is.table.ClockOut == nil {
			t.Errorf("nothing has come in %s since %v: %+v", g.channel, is.table.Since, is.table.Clocks)
		}
	}
	for _, what := range slices.Sorted(maps.Keys(d.saw)) {
		t.Logf("%5d %s", d.saw[what], what)
	}
	for _, what := range []string{"orders", "games over", "vacations", "mentions: called",
		"clocks that an outage held", "phases left to the other side's choice"} {
		if d.saw[what] == 0 {
			t.Errorf("%s: none", what)
		}
	}
}
