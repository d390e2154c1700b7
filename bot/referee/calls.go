package referee

import (
	"context"
	"slices"
	"time"

	"grognard/rules/order"
	"grognard/storage"
)

// When a game begins to wait for a player, a message of its own calls him by name and may notify him. It waits
// in the outbox for a minute, and for the end of his night, so that nobody is called for what is answered
// automatically or taken back at once.

// callDelay is how long a game must have waited for a side before its player is called.
const callDelay = time.Minute

// atTableFor is how long after his last command a player is taken to be present.
const atTableFor = 10 * time.Minute

// recheckAfter is the longest time between two looks whether a player is still away, as he may cancel the rest
// of a vacation.
const recheckAfter = 24 * time.Hour

// acts says which side a game waits for, and since when.
type acts struct {
	Side   order.Side `json:"side,omitempty"` // "" while it waits for nobody
	Row    uint64     `json:"row"`            // the row since which it does
	Since  time.Time  `json:"since"`          // the time of that row
	Before order.Side `json:"before,omitempty"`
	// the rows since which Before was called, after the last call of another side
	Called []uint64 `json:"called,omitempty"`

	// how the call passed among the side's players since Row, in order
	Passed []passedOn `json:"passed,omitempty"`
}

// passed says that the call for what a side owes passes among its players, by their slots; 0 is the player who
// has the seat.
type passed struct {
	Side order.Side `json:"side"`
	From []int      `json:"from,omitempty"` // those called before
	To   []int      `json:"to"`             // those called from now on
}

// passedOn is passed with its row.
type passedOn struct {
	passed
	Row   uint64    `json:"row"`
	Since time.Time `json:"since"`
}

// callsKept limits the rows of calls that acts keeps.
const callsKept = 8

// turnTo notes that the game waits for another side. Before is the last side that it waited for long enough to
// call: if that side was called then, it is not called again when the game returns to it at once.
func (a *acts) turnTo(side order.Side, row uint64, at time.Time) {
	before, called := a.Before, a.Called
	if lasted := at.Sub(a.Since); lasted >= callDelay || lasted < 0 { // negative: the clock was set back
		if before != a.Side {
			called = nil
		}
		before, called = a.Side, append(slices.Clip(called), a.Row)
	}
	*a = acts{Side: side, Row: row, Since: at, Before: before, Called: called[max(len(called)-callsKept, 0):]}
}

// passOn notes that the call passed among the players of the side.
func (a *acts) passOn(p passed, row uint64, at time.Time) {
	a.Passed = append(slices.Clip(a.Passed), passedOn{p, row, at})
	a.Passed = a.Passed[max(len(a.Passed)-callsKept, 0):]
}

// owing is the side and the players whom a game waits for, as everybody may know it.
type owing struct {
	side  order.Side
	slots []int // of the players who are called
}

func (g *game) owing() owing {
	o := owing{side: g.calledSide()}
	p := g.seatOf(o.side)
	for _, user := range g.calledPlayers(p) {
		o.slots = append(o.slots, p.slot(user))
	}
	return o
}

// passedTo says to whom a row passes the call for what a side owes, nil for nobody. Somebody who was called and
// owes it again within callDelay is not called anew. A row that was not announced at once calls nobody, nor
// does a row that assigns units, because a call would show whose they are. When a player leaves the side, his
// call passes to his commander.
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

// calledSide is the side to be called, "" for none: the one that the game waits for, and when it is over the
// one that still owes a decision.
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

// callNotices are the notices that a row leads to beside its own: they call the side that the game now waits
// for, or the players to whom the call passes, and close the message of a call that is over. The row's own
// notices must have announced either already.
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
		case lasted < 0 || lasted >= callDelay: // otherwise it was never sent
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

// callees are the players who must still be called for what is owed since a row: nobody when the game waits for
// another side by now, and nobody who was present. If the commander or his deputy was present, the other one is
// not called.
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
		if i >= at { // each player is called by the last row that passed the call to him
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

// isAway says whether a player has done nothing since he owes something, nor in the last ten minutes, by the
// times of the log.
//
// Whether and when he is called depends only on rows that were announced at once and on his calendar. If it
// depended on something that was not announced, such as a stack put in another order, a move that is announced
// when its phase ends, or a look at the map, a call or its absence would tell the other side of it. So a player
// who moves without an announcement is called though he is present. A call necessarily shows that its player's
// night is over, but nothing is sent or edited when a call is held.
func (g *game) isAway(user string, owed, now time.Time) bool {
	heard := g.seatOf(g.Acting.Side).heardOf(user)
	switch since := now.Sub(heard); {
	case since < 0: // after the computer's clock was set back he is called
		return true
	case since < atTableFor:
		return false
	}
	return heard.Before(owed)
}

// call makes the notification of a call, a reminder or a repeated message that is due, or of a call that is
// over, by the game's present state; nil when nothing is to be sent now.
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

// notify finds out whether a delivery still has somebody to notify; held says that he is to be notified later.
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

// calledBefore says whether the side was called already before the game left it and came back at once. A call
// that was held for the night may never have been sent, so the outbox is asked.
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
	return len(g.Acting.Called) == 0, nil // in old games, which did not keep their calls
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
		if c := g.asksToPlay(m); c != nil { // the last change of seats may be another one by now
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

// holdUntilAwake returns those of the users for whom it is neither night nor a vacation. Where there are none
// it postpones the delivery until the first of their nights or vacations ends. So a user at night is not
// notified where another one can be.
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

// splitAwake returns those of the users for whom it is neither night nor a vacation, and when that changes
// first for one of the others, or is to be checked again.
func (r *Referee) splitAwake(ctx context.Context, users []string) (awake []string, first time.Time, err error) {
	now := r.now()
	first = now.Add(recheckAfter)
	for _, user := range users {
		c, err := r.calendarOf(ctx, user)
		if err != nil { // it may be his night
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
