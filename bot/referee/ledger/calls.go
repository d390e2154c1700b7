package ledger

import (
	"slices"
	"time"

	"grognard/bot/referee/api"
	"grognard/rules/order"
	"grognard/storage"
)

// callDelay is how long a game must have waited for a side before its player is called.
const CallDelay = time.Minute

// atTableFor is how long after his last command a player is taken to be present.
const atTableFor = 10 * time.Minute

// acts says which side a game waits for, and since when.
type Acts struct {
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
func (a *Acts) TurnTo(side order.Side, row uint64, at time.Time) {
	before, called := a.Before, a.Called
	if lasted := at.Sub(a.Since); lasted >= CallDelay || lasted < 0 { // negative: the clock was set back
		if before != a.Side {
			called = nil
		}
		before, called = a.Side, append(slices.Clip(called), a.Row)
	}
	*a = Acts{Side: side, Row: row, Since: at, Before: before, Called: called[max(len(called)-callsKept, 0):]}
}

// passOn notes that the call passed among the players of the side.
func (a *Acts) passOn(p passed, row uint64, at time.Time) {
	a.Passed = append(slices.Clip(a.Passed), passedOn{p, row, at})
	a.Passed = a.Passed[max(len(a.Passed)-callsKept, 0):]
}

// owing is the side and the players whom a game waits for, as everybody may know it.
type owing struct {
	side  order.Side
	slots []int // of the players who are called
}

func (g *Game) Owing() owing {
	o := owing{side: g.CalledSide()}
	p := g.SeatOf(o.side)
	for _, user := range g.calledPlayers(p) {
		o.slots = append(o.slots, p.slot(user))
	}
	return o
}

// passedTo says to whom a row passes the call for what a side owes, nil for nobody. Somebody who was called and
// owes it again within callDelay is not called anew. A row that was not announced at once calls nobody, nor
// does a row that assigns units, because a call would show whose they are. When a player leaves the side, his
// call passes to his commander.
func (g *Game) passedTo(was, now owing, row storage.Row, rowBody *Body) *passed {
	goes := rowBody.Reseated != nil && rowBody.Reseated.Does == api.Dismissed
	if was.side != now.side || !rowBody.Heard() && !goes {
		return nil
	}
	p := passed{Side: now.side, From: was.slots}
	if n := len(g.Acting.Passed); n > 0 {
		if last := g.Acting.Passed[n-1]; row.At.Sub(last.Since) < CallDelay && !row.At.Before(last.Since) {
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
func (g *Game) CalledSide() order.Side {
	now := g.Match.Standing()
	switch {
	case g.Passing:
		return ""
	case g.Over && g.Ending == "" && now.Owed != 0:
		return now.By
	}
	return g.TheActing()
}

// callNotices are the notices that a row leads to beside its own: they call the side that the game now waits
// for, or the players to whom the call passes, and close the message of a call that is over. The row's own
// notices must have announced either already.
func (g *Game) CallNotices(before owing, row storage.Row, rowBody *Body) (list []storage.Notice) {
	owes := g.Owing()
	now, was, lasted := owes.side, before.side, row.At.Sub(g.Acting.Since)
	by, _ := g.Side(row.By)
	acted := rowBody.Heard() && by != "" && by == was
	rowBody.Owes = g.passedTo(before, owes, row, rowBody)
	if now == was && !acted && rowBody.Owes == nil {
		return nil
	}
	live := []Message{}
	for _, m := range g.Live {
		switch {
		case m.Kind != api.Called || now == was && !acted:
			live = append(live, m)
		case lasted < 0 || lasted >= CallDelay: // otherwise it was never sent
			list = append(list, m.edit())
		}
	}
	if now != was {
		rowBody.Acts = &now
		g.Acting.TurnTo(now, row.Seq, row.At)
	} else if rowBody.Owes != nil {
		g.Acting.passOn(*rowBody.Owes, row.Seq, row.At)
	}
	if now != "" && (now != was || rowBody.Owes != nil) {
		list = append(list, storage.Notice{Audience: Everybody, Kind: string(api.Called), From: row.Seq,
			After: row.At.Add(CallDelay)})
		live = append(live, Message{api.Called, row.Seq})
	}
	if !slices.Equal(live, g.Live) {
		g.Live, rowBody.Live = live, &live
	}
	return list
}

// callees are the players who must still be called for what is owed since a row: nobody when the game waits for
// another side by now, and nobody who was present. If the commander or his deputy was present, the other one is
// not called.
func (g *Game) Callees(row uint64, now time.Time) []string {
	if g.Acting.Side == "" || g.CalledSide() != g.Acting.Side {
		return nil
	}
	p := g.SeatOf(g.Acting.Side)
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
	there := func(user string) bool { return !g.IsAway(user, owed, now) }
	commanded := slices.ContainsFunc(called, func(user string) bool { return p.commands(user) && there(user) })
	return slices.DeleteFunc(called, func(user string) bool { return there(user) || commanded && p.commands(user) })
}

// calledPlayers are the players of a side who are called for what it owes, as everybody may know it.
func (g *Game) calledPlayers(p SeatOf) []string {
	if len(p.Members) == 0 {
		return []string{p.User}
	}
	return api.Table{Seats: g.TheSeats()}.Called(p.Side, g.Match.Public().Board().Due)
}

// isAway says whether a player has done nothing since he owes something, nor in the last ten minutes, by the
// times of the log.
//
// Whether and when he is called depends only on rows that were announced at once and on his calendar. If it
// depended on something that was not announced, such as a stack put in another order, a move that is announced
// when its phase ends, or a look at the map, a call or its absence would tell the other side of it. So a player
// who moves without an announcement is called though he is present. A call necessarily shows that its player's
// night is over, but nothing is sent or edited when a call is held.
func (g *Game) IsAway(user string, owed, now time.Time) bool {
	heard := g.SeatOf(g.Acting.Side).heardOf(user)
	switch since := now.Sub(heard); {
	case since < 0: // after the computer's clock was set back he is called
		return true
	case since < atTableFor:
		return false
	}
	return heard.Before(owed)
}
