package notices

import (
	"slices"
	"time"

	"grognard/bot/referee/api"
	"grognard/bot/referee/ledger"
	"grognard/rules/order"
	"grognard/storage"
)

// Pending is the side and the players whom a game waits for, as everybody may know it.
type Pending struct {
	side  order.Side
	slots []int // of the players who are called
}

// PendingOf returns whom a game waits for now.
func PendingOf(g *ledger.Game) Pending {
	o := Pending{side: g.CalledSide()}
	p := g.Seat(o.side)
	for _, user := range g.CalledPlayers(p) {
		o.slots = append(o.slots, p.Slot(user))
	}
	return o
}

// Calls returns the notices that a row leads to beside its own: they call the side that the game now waits for, or
// the players to whom the call passes, and close the message of a call that is over. before is whom the game waited
// for before the row. The row's body must already say whether it is announced. at is the time by the computer's clock,
// by which the call is sent.
func Calls(g *ledger.Game, before Pending, row storage.Row, rowBody *ledger.Body,
	at time.Time) (list []storage.Notice) {
	owes := PendingOf(g)
	now, was := owes.side, before.side
	by, _ := g.Side(row.By)
	acted := rowBody.IsAnnouncedChange() && by != "" && by == was
	rowBody.Owes = passedTo(g, before, owes, row, rowBody, at)
	if now == was && !acted && rowBody.Owes == nil {
		return nil
	}
	live := []ledger.Message{}
	for _, m := range g.Live {
		switch {
		case m.Kind != api.Called || now == was && !acted:
			live = append(live, m)
		case mayBeSent(g.Acting.Since, row, at): // otherwise it was never sent
			list = append(list, edit(m))
		}
	}
	if now != was {
		rowBody.Acts = &now
		g.Acting.TurnTo(now, row.Seq, row.At)
	} else if rowBody.Owes != nil {
		g.Acting.PassOn(*rowBody.Owes, row.Seq, row.At)
	}
	if now != "" && (now != was || rowBody.Owes != nil) {
		list = append(list, storage.Notice{Audience: ledger.Everybody, Kind: string(api.Called), From: row.Seq,
			After: at.Add(ledger.CallDelay)})
		live = append(live, ledger.Message{Kind: api.Called, Row: row.Seq})
	}
	if !slices.Equal(live, g.Live) {
		g.Live, rowBody.Live = live, &live
	}
	return list
}

// mayBeSent reports whether a call of the time since may have been sent before row, which is written at the time at by
// the computer's clock. While that clock is behind the log, rows do not say how long they are apart.
func mayBeSent(since time.Time, row storage.Row, at time.Time) bool {
	return row.At.Sub(since) >= ledger.CallDelay || row.At.After(at)
}

// passedTo returns to whom a row passes the call for a pending decision, nil for nobody. Somebody who was called and
// is waited for again within CallDelay is not called anew. A row that was not announced at once calls nobody. Nor
// does a row that assigns units, because a call would show whose they are. When a player leaves the side, his call
// passes to his commander.
func passedTo(g *ledger.Game, was, now Pending, row storage.Row, rowBody *ledger.Body, at time.Time) *ledger.CallPass {
	leaves := rowBody.Reseated != nil && rowBody.Reseated.Does == api.GrantEnded && rowBody.Reseated.Announced
	if was.side != now.side || !rowBody.IsAnnouncedChange() && !leaves {
		return nil
	}
	p := ledger.CallPass{Side: now.side, From: was.slots}
	if n := len(g.Acting.Passed); n > 0 {
		if last := g.Acting.Passed[n-1]; !mayBeSent(last.Since, row, at) {
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

// Callees returns the players who must still be called for what is pending since a row: nobody if the game waits for
// another side by now, nobody who was present, and neither the commander nor his deputy if one of them was present.
func Callees(g *ledger.Game, row uint64, now time.Time) []string {
	if g.Acting.Side == "" || g.CalledSide() != g.Acting.Side {
		return nil
	}
	p := g.Seat(g.Acting.Side)
	at := slices.IndexFunc(g.Acting.Passed, func(n ledger.CallPassRow) bool { return n.Row == row })
	if at < 0 && g.Acting.Row != row {
		return nil
	}
	called, pendingSince := g.CalledPlayers(p), g.Acting.Since
	for i, n := range g.Acting.Passed {
		if i >= at { // keep those to whom row passed the call (at -1: all), without those to whom a later row did
			called = slices.DeleteFunc(called,
				func(user string) bool { return slices.Contains(n.To, p.Slot(user)) != (i == at) })
		}
		if i == at {
			pendingSince = n.Since
		}
	}
	there := func(user string) bool { return !IsAway(g, user, pendingSince, now) }
	commanded := slices.ContainsFunc(called, func(user string) bool { return p.Commands(user) && there(user) })
	return slices.DeleteFunc(called, func(user string) bool { return there(user) || commanded && p.Commands(user) })
}

// CalledLater returns when the first player must be called for what is pending since a row, of those who still count as
// present at now because they have acted just before. It is the zero time if there is no such player.
func CalledLater(g *ledger.Game, row uint64, now time.Time) (first time.Time) {
	p := g.Seat(g.Acting.Side)
	for _, user := range g.CalledPlayers(p) {
		away := p.LastAnnouncedOf(user).Add(presentFor)
		if away.After(now) && (first.IsZero() || away.Before(first)) && slices.Contains(Callees(g, row, away), user) {
			first = away
		}
	}
	return first
}

// presentFor is how long after his last command a player is taken to be present.
const presentFor = 10 * time.Minute

// IsAway reports whether a player has done nothing since pendingSince, nor in the last ten minutes, by the log's times.
//
// Whether and when he is called depends only on rows that were announced at once and on his calendar. It must not
// depend on what was not announced, such as a stack put in another order, a move whose phase lasts, or a look at the
// map: a call or its absence would tell the other side of it. So a player who moves without an announcement is called
// though he is present. A call shows that its player's night is over, but a call that is held shows nothing.
func IsAway(g *ledger.Game, user string, pendingSince, now time.Time) bool {
	announced := g.Seat(g.Acting.Side).LastAnnouncedOf(user)
	switch ago := now.Sub(announced); {
	case ago < 0: // the computer's clock is behind the log: the player is called
		return true
	case ago < presentFor:
		return false
	}
	return announced.Before(pendingSince)
}
