package referee

import (
	"context"
	"slices"
	"time"

	"grognard/rules/order"
	"grognard/storage"
)

// A player is called by name when the game comes to wait for him, by one message of its own that may
// notify him. It waits in the outbox for a minute, and for the end of his night; what follows from
// an order at once, or is taken back again, calls nobody.

// callDelay is for how long a side must have been the one to act before its player is called.
const callDelay = time.Minute

// atTableFor is for how long after he did something a player is taken to be at the table.
const atTableFor = 10 * time.Minute

// recheckAfter is after how long it is looked again whether a player is still away, at the latest: he may
// have come back from a vacation early.
const recheckAfter = 24 * time.Hour

// acts is the side that a game waits for.
type acts struct {
	Side   order.Side `json:"side,omitempty"` // "" while it waits for nobody
	Row    uint64     `json:"row"`            // the one that made it so
	Since  time.Time  `json:"since"`          // the time of that row
	Before order.Side `json:"before,omitempty"`
	Called []uint64   `json:"called,omitempty"` // the rows that made it so for Before since another side was called

	// what it owes was passed on among its players since Row, the last time last
	Passed []passedOn `json:"passed,omitempty"`
}

// passed is that what a side owes is passed on among its players, by their slots: 0 is who has the seat.
type passed struct {
	Side order.Side `json:"side"`
	From []int      `json:"from,omitempty"` // who were called before
	To   []int      `json:"to"`             // who come to be called
}

// passedOn is that with its row.
type passedOn struct {
	passed
	Row   uint64    `json:"row"`
	Since time.Time `json:"since"`
}

// callsKept is how many rows of one side's calls are remembered.
const callsKept = 8

// turnTo notes that another side is to act. Before is the last one that was so for long enough to be
// called: if it was called then, it is not called again when the game comes back to it at once.
func (a *acts) turnTo(side order.Side, row uint64, at time.Time) {
	before, called := a.Before, a.Called
	if lasted := at.Sub(a.Since); lasted >= callDelay || lasted < 0 { // where a clock was put back nobody is forgotten
		if before != a.Side {
			called = nil
		}
		before, called = a.Side, append(slices.Clip(called), a.Row)
	}
	*a = acts{Side: side, Row: row, Since: at, Before: before, Called: called[max(len(called)-callsKept, 0):]}
}

// passOn notes who of the side that acts has come to owe something.
func (a *acts) passOn(p passed, row uint64, at time.Time) {
	a.Passed = append(slices.Clip(a.Passed), passedOn{p, row, at})
	a.Passed = a.Passed[max(len(a.Passed)-callsKept, 0):]
}

// owing is whom a game waits for, as everybody may know it.
type owing struct {
	side  order.Side
	slots []int // of its players who are called
}

func (g *game) owing() owing {
	o := owing{side: g.calledSide()}
	p := g.seatOf(o.side)
	for _, user := range g.calledPlayers(p) {
		o.slots = append(o.slots, p.slot(user))
	}
	return o
}

// passedTo is to whom what a side owes is passed on by a row, nil for nobody. Whoever was called before, and
// owes it again within the grace, is not called anew. A row of which nobody was told at once calls nobody,
// and neither does one that assigns units: whose they are is nobody else's affair. When a player goes, what
// he was called for is his commander's.
func (g *game) passedTo(was, now owing, row storage.Row, rowBody *body) *passed {
	goes := rowBody.Reseated != nil && rowBody.Reseated.Does == Dismissed
	if was.side != now.side || !rowBody.heard() && !goes {
		return nil
	}
	p := passed{Side: now.side, From: was.slots}
	if n := len(g.Acting.Passed); n > 0 {
		if last := g.Acting.Passed[n-1]; row.At.Sub(last.Since) < callDelay && !row.At.Before(last.Since) {
			p.From = last.From
		}
	}
	for _, slot := range now.slots {
		if !slices.Contains(was.slots, slot) && !slices.Contains(p.From, slot) {
			p.To = append(p.To, slot)
		}
	}
	if p.To == nil {
		return nil
	}
	return &p
}

// calledSide is the side whose player is to be called, "" for nobody: the one that the game waits for, and
// at its end the one that has something left to say.
func (g *game) calledSide() order.Side {
	now := g.match.Standing()
	switch {
	case g.Passing:
		return ""
	case g.over && g.Ending == "" && now.Owed != 0:
		return now.By
	}
	return g.acting()
}

// callNotices has the player called who is to act after a row, where it was another one before, or those of his
// side to whom what it owes passes, and closes the message that called one who has acted, or is not to act
// any more. Others hear of either by the row's notices already.
func (g *game) callNotices(before owing, row storage.Row, rowBody *body) (list []storage.Notice) {
	owes := g.owing()
	now, was, lasted := owes.side, before.side, row.At.Sub(g.Acting.Since)
	by, _ := g.side(row.By)
	acted := rowBody.heard() && by != "" && by == was
	rowBody.Owes = g.passedTo(before, owes, row, rowBody)
	if now == was && !acted && rowBody.Owes == nil {
		return nil
	}
	live := []message{}
	for _, m := range g.Live {
		switch {
		case m.Kind != Called || now == was && !acted:
			live = append(live, m)
		case lasted < 0 || lasted >= callDelay: // else it was never sent
			list = append(list, m.edit())
		}
	}
	if now != was {
		rowBody.Acts = &now
		g.Acting.turnTo(now, row.Seq, row.At)
	} else if rowBody.Owes != nil {
		g.Acting.passOn(*rowBody.Owes, row.Seq, row.At)
	}
	if now != "" && (now != was || rowBody.Owes != nil) {
		list = append(list, storage.Notice{Audience: everybody, Kind: string(Called), From: row.Seq,
			After: row.At.Add(callDelay)})
		live = append(live, message{Called, row.Seq})
	}
	if !slices.Equal(live, g.Live) {
		g.Live, rowBody.Live = live, &live
	}
	return list
}

// callees are the players of the side that acts since a row who must still be called: none when the game
// has come to wait for somebody else, and none of those who were there. A deputy who was there stands for
// the commander, and he for his deputy.
func (g *game) callees(row uint64, now time.Time) []string {
	if g.Acting.Side == "" || g.calledSide() != g.Acting.Side {
		return nil
	}
	p := g.seatOf(g.Acting.Side)
	at := slices.IndexFunc(g.Acting.Passed, func(n passedOn) bool { return n.Row == row })
	if at < 0 && g.Acting.Row != row {
		return nil
	}
	called, owed := g.calledPlayers(p), g.Acting.Since
	for i, n := range g.Acting.Passed {
		if i >= at { // each is called for what he came to owe last
			called = slices.DeleteFunc(called,
				func(user string) bool { return slices.Contains(n.To, p.slot(user)) != (i == at) })
		}
		if i == at {
			owed = n.Since
		}
	}
	there := func(user string) bool { return !g.isAway(user, owed, now) }
	commanded := slices.ContainsFunc(called, func(user string) bool { return p.commands(user) && there(user) })
	return slices.DeleteFunc(called, func(user string) bool { return there(user) || commanded && p.commands(user) })
}

// calledPlayers are the players of a side who are called for what it owes, as everybody may know it.
func (g *game) calledPlayers(p seat) []string {
	if len(p.Members) == 0 {
		return []string{p.User}
	}
	return Table{Seats: g.seats()}.Called(p.Side, g.match.Public().Board().Due)
}

// isAway says whether a player of the side that is to act has done nothing since he owes it, nor in the last
// ten minutes by the log's times.
//
// Whether and when he is called depends on what everybody heard of at once, on his calendar and on
// nothing else. A call that depended on a silent act, such as a stack put in another order, a move that
// is told when its phase ends, or a look at the map, would tell the other side of it by coming or by
// staying away; so a player who moves in silence is called though he is at the table. Of his night a
// call shows that it was over when the call came, as it must, and no more: nothing is said or edited
// when one is held.
func (g *game) isAway(user string, owed, now time.Time) bool {
	heard := g.seatOf(g.Acting.Side).heardOf(user)
	switch since := now.Sub(heard); {
	case since < 0: // where a clock was put back he is called
		return true
	case since < atTableFor:
		return false
	}
	return heard.Before(owed)
}

// call is the notification of a call or a reminder that is due, or of a call that is over, as the game stands
// now; nil when there is nothing to say now.
func (r *Referee) call(ctx context.Context, d mergedDelivery) (*Notification, error) {
	leave, err := r.enter()
	if err != nil {
		return nil, err
	}
	defer leave()
	kept, err := r.log.Game(ctx, d.Game)
	if err != nil {
		return nil, err
	}
	e := Notification{ID: d.ID, Covers: d.covers, Game: d.Game, Kind: Called, Seq: d.Seq,
		Edits: d.Edits != 0, Closing: d.Edits != 0, Tried: d.Tried, Announced: Announced{}}
	if e.Edits {
		if e.Sent, err = r.log.Sent(ctx, d.Delivery); err != nil {
			return nil, err
		}
	}
	b := r.games.lock(kept.ID)
	defer r.games.unlock(b)
	if !e.Edits || e.Sent != "" || e.Tried {
		g, err := r.load(ctx, b, kept)
		if err == nil {
			err = r.loadClockHolds(ctx, g)
		}
		if err != nil {
			return nil, err
		}
		if held, err := r.notify(ctx, g, d, &e); err != nil || held {
			return nil, err
		}
		if !e.Closing || e.Tried || e.Sent != "" {
			return &e, r.fillCall(ctx, g, d, &e)
		}
	}
	return nil, r.Delivered(ctx, e, "")
}

// notify finds out whether a delivery is still to notify its player, now or later.
func (r *Referee) notify(ctx context.Context, g *game, d mergedDelivery, e *Notification) (held bool, err error) {
	m, again := d.repeats()
	switch {
	case e.Edits:
		return false, nil
	case again:
		g.updateRepeated(m, e)
	case d.reminds():
		e.Kind, e.Closing, e.Users = Reminded, !r.needsReminder(g, d.Kind), []string{g.playerOf(g.acting())}
	default:
		e.Users = g.callees(d.Seq, r.now())
		called := false
		if d.Seq == g.Acting.Row {
			if called, err = r.calledBefore(ctx, g); err != nil {
				return false, err
			}
		}
		e.Closing = called || len(e.Users) == 0
	}
	if e.Closing {
		return false, nil
	}
	e.Calls, e.Deadline = g.calledSide(), r.deadline(g, g.calledSide())
	e.Users, err = r.holdUntilAwake(ctx, d, e.Users)
	return len(e.Users) == 0, err
}

// calledBefore says whether the side that acts was called already for what the game came back to at once. A
// call that was held until its players were awake may never have been sent.
func (r *Referee) calledBefore(ctx context.Context, g *game) (bool, error) {
	if g.Acting.Side != g.Acting.Before {
		return false, nil
	}
	for _, row := range g.Acting.Called {
		sent, err := r.log.Sent(ctx, storage.Delivery{Game: g.kept.ID, Seq: row,
			Notice: storage.Notice{Audience: everybody, Kind: string(Called)}})
		if err != nil || sent != "" {
			return true, err
		}
	}
	return len(g.Acting.Called) == 0, nil // as in games from before calls were remembered
}

// fillCall completes the notification of a call.
func (r *Referee) fillCall(ctx context.Context, g *game, d mergedDelivery, e *Notification) error {
	for row, err := range r.log.Rows(ctx, d.Game, d.Message()-1) {
		if err != nil {
			return r.noteDamage(d.Game, err)
		}
		s, err := read(row)
		if err != nil {
			return err
		}
		switch e.Began = s.At; {
		case e.Calls != "":
		case s.body.Acts != nil:
			e.Calls = *s.body.Acts
		case s.body.Owes != nil:
			e.Calls = s.body.Owes.Side
		}
		break
	}
	e.Ref, e.Table = g.reference(d.Message(), d.Notice), g.table()
	if m, again := d.repeats(); again {
		if c := g.asksToPlay(m); c != nil { // who plays may have changed since
			e.Table.Reseated = c
		}
	}
	if side := sideOf(d.Audience); side != "" {
		v := g.match.View(side)
		e.Side, e.SideOnly, e.Reader = &v, &v, g.seatOf(side).reader(d.Audience)
	} else {
		v := g.match.Public()
		e.Public = &v
	}
	if d.Message() < g.kept.Moved {
		e.Left = g.kept.Was
		e.Closing = e.Closing || e.Sent != ""
	}
	return nil
}

// holdUntilAwake leaves those of users to whom it is not night, nor a vacation. Where there are none it puts the
// delivery off until the first of them wakes; so of several players one who sleeps is not notified while
// another one is.
func (r *Referee) holdUntilAwake(ctx context.Context, d mergedDelivery, users []string) (awake []string, err error) {
	awake, first, err := r.splitAwake(ctx, users)
	if err != nil || len(awake) > 0 {
		return awake, err
	}
	if err := r.log.Postpone(ctx, d.ID, first); err != nil {
		return nil, err
	}
	r.wakeAlarms()
	return nil, nil
}

// splitAwake parts users into those who are awake and others, and says when the first of those wakes, or is
// to be looked at again.
func (r *Referee) splitAwake(ctx context.Context, users []string) (awake []string, first time.Time, err error) {
	now := r.now()
	first = now.Add(recheckAfter)
	for _, user := range users {
		c, err := r.calendarOf(ctx, user)
		if err != nil { // nobody knows that he is awake
			r.logger.Error("a player's calendar cannot be read, and he is not notified", "error", err)
			continue
		}
		wakes := c.Wakes(now, now)
		if !wakes.After(now) {
			awake = append(awake, user)
		} else if wakes.Before(first) {
			first = wakes
		}
	}
	return awake, first, nil
}
