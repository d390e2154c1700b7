package notices

import (
	"slices"

	"grognard/bot/referee/api"
	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/seats"
	"grognard/storage"
)

// Collector collects the notices of a row, and which messages are live after the row.
type Collector struct {
	*NewRow                     // the row, with the standing Before and After it
	Live       []ledger.Message // the live messages so far
	List       []storage.Notice // the notices so far
	inThread   bool             // a live thread tells of the row, so that it needs no new message
	moved      uint64           // the row that moved the game to its channel, 0 for none
	offers     []uint64         // the rows of the grants that are still open once the row is applied: see openOffers
	endsChoice bool             // the other side can no longer choose what to do about a clock that has run out
}

// EditLive edits the live messages that the row continues or closes, and drops those that no later row can edit. It
// comes first: it makes n.Live a list of n's own, which the other methods change in place.
func (n *Collector) EditLive() {
	var live []ledger.Message
	for _, m := range n.Live {
		changed, lives := n.touches(&m)
		if changed {
			n.List = append(n.List, edit(m))
		}
		if lives {
			live = append(live, m)
		}
	}
	n.Live = live
}

// touches reports whether the row changes a live message, and whether the message stays live.
func (n *Collector) touches(m *ledger.Message) (changed, lives bool) {
	rowBody := n.Body
	switch m.Kind {
	case api.News, api.Asked:
		return n.touchesThread(m)
	case api.Called, api.UndoAsked: // not closed here: Calls closes Called, and LapseUndo closes UndoAsked
		return false, true
	case api.ClockOffered:
		// lapses when a player leaves, the game is over, or a row is about the clocks, except RanOut and WaitForClock
		over := n.After.Over || rowBody.Left != nil || rowBody.IsAboutClocks() && rowBody.Timed.Does != api.RanOut &&
			rowBody.Timed.Does != api.WaitForClock
		return over, !over
	case api.ClockRanOut:
		over := n.endsChoice || n.After.Over || rowBody.TakesSeat() ||
			rowBody.IsAboutClocks() && (rowBody.Timed.Does == api.WaitForClock || rowBody.Timed.Does == api.NewTerms ||
				rowBody.Timed.Does == api.PauseClock)
		return over, !over
	case api.Offered: // to end or move the game; it lapses with its turn, and when the end of a phase is taken back
		over := rowBody.Answered != nil || rowBody.Ended != nil || rowBody.TakesSeat() || n.After.Over ||
			n.After.Turn != n.Before.Turn || rowBody.Undone != nil && ChangesPhase(n.Before, n.After)
		return over, !over
	case api.SeatOffered: // each offer has a message of its own
		over := rowBody.Ended != nil || n.After.Over || !slices.Contains(n.offers, m.Row)
		return over, !over
	}
	// the rest, Joined, Left and Arrived, show the seats until those change, or the game starts or ends
	over := rowBody.Joined != nil || rowBody.Left != nil || rowBody.Started != nil || rowBody.Ended != nil
	return over, !over
}

// touchesThread is touches for a thread. It sets n.inThread if the thread tells of the row, and m.Settled to the row
// that left no decision pending, 0 while one is. A settled thread stays live while its last decision can be taken back.
func (n *Collector) touchesThread(m *ledger.Message) (changed, lives bool) {
	undo, result := n.Body.Undone, n.Body.Result()
	final := n.After.Over || result != nil && result.Record.Final() // no row before this one can be taken back
	switch {
	case undo != nil && undo.To < m.Row: // the row that began the thread is taken back
		return true, false
	case m.Settled != 0 && (undo == nil || undo.To >= m.Settled): // nothing in it is pending or taken back
		return false, !final
	case m.Row < n.moved: // it is in the old channel; the new one goes on with the game
		return true, false
	}
	changed = m.Settled != 0 || n.changesPending() || !n.Body.IsAboutTable() && len(n.Account.Public()) > 0
	m.Settled, n.inThread = 0, true
	if n.After.Owed == 0 { // no decision is pending
		m.Settled = n.Seq
	}
	return changed, m.Settled == 0 || !final
}

// correctReports edits the reports of the phases that ended after row number to: they are taken back. If there are any,
// it tells the feeds too. g.PhaseEnds[0] is never after to: that row began the game or cannot be taken back.
func (n *Collector) correctReports(g *ledger.Game, to uint64) {
	for i, row := range g.PhaseEnds {
		if row <= to {
			continue
		}
		for _, report := range toEach(g, api.Phase, g.PhaseEnds[i-1]+1) { // from the first row of the phase
			report.Edits = row
			n.List = append(n.List, report)
		}
	}
	if to < g.Reported() {
		n.List = append(n.List, toFeeds(g, api.Undone, n.Seq)...)
	}
}

// Tell announces the row to everybody in a message that will not change.
func (n *Collector) Tell(k api.Kind) {
	n.List = append(n.List, storage.Notice{Audience: ledger.Everybody, Kind: string(k), From: n.Seq})
}

// tellSecretUndo tells each side in private what the account says to it alone, except the side that took orders back.
func (n *Collector) tellSecretUndo(g *ledger.Game) {
	for _, p := range g.Players() {
		if len(n.Account.SidesOnly().For(p.Side)) > 0 && p.Side != n.Body.Undone.Side {
			n.List = append(n.List, storage.Notice{Audience: p.Audience, Kind: string(api.Undone), From: n.Seq})
		}
	}
}

// begin announces the row to everybody. Later rows may edit the message, a thread only if a decision is pending now.
func (n *Collector) begin(k api.Kind) {
	n.Tell(k)
	if m := (ledger.Message{Kind: k, Row: n.Seq}); !m.Thread() || n.After.Owed != 0 {
		n.Live = append(n.Live, m)
	}
}

// tellReseat announces what becomes of a grant if the row is to be announced. If another player must consent, he is
// asked. A user who acts for a side from then on gets a message of his own, too.
func (n *Collector) tellReseat(g *ledger.Game) {
	c := n.Body.Reseated
	after := seatsAfter(g, n.NewRow)
	r, err := after.Grant(c.Number)
	switch {
	case !c.Announced: // this row is to stay quiet
		return
	case c.Does == api.GrantOffered, c.Does == api.GrantAccepted && err == nil && r.AwaitsConsent():
		n.begin(api.SeatOffered)
		return
	}
	n.Tell(api.SeatsChanged)
	p := after.Seat(c.Side)
	m := p.Member(n.To)
	switch {
	case c.Does != api.GrantBegun && c.Does != api.GrantGiven: // nobody begins to act, so nobody is told alone
	case c.ForGood:
		n.tellAlone(ledger.AudienceOf(c.Side))
	case m != nil:
		n.tellAlone(p.MemberAudience(*m))
	}
}

// tellAlone tells a user in private that he acts for a side.
func (n *Collector) tellAlone(audience string) {
	n.List = append(n.List, storage.Notice{Audience: audience, Kind: string(api.SeatsChanged), From: n.Seq})
}

// tellClocks announces what was done about the clocks.
func (n *Collector) tellClocks(does api.Timing) {
	switch does {
	case api.OfferTiming:
		n.begin(api.ClockOffered)
	case api.RanOut:
		n.begin(api.ClockRanOut)
	default:
		n.Tell(api.Timed)
	}
}

// moveChannel says in the old channel that the game has moved, and in the new one that it is there. It closes
// the live messages, which are in the old channel, but no settled thread: its last decision can still be taken back.
func (n *Collector) moveChannel() {
	for _, m := range n.Live {
		if m.Settled == 0 {
			n.List = append(n.List, edit(m))
		}
	}
	n.Live = slices.DeleteFunc(n.Live, func(m ledger.Message) bool { return m.Settled == 0 })
	n.Tell(api.Departed)
	n.begin(api.Arrived)
}

// LapseUndo closes the request for an undo that the row answers or overtakes. A row that is not announced leaves the
// request's buttons open, though they no longer work, because the edit would betray the row.
func (n *Collector) LapseUndo() {
	overtakes := n.Body.Result() != nil || n.Body.Undone != nil || n.Body.UndoDenied != nil || n.Body.Ended != nil ||
		n.Body.TakesSeat()
	if len(n.List) == 0 || !overtakes {
		return
	}
	n.Live = slices.DeleteFunc(n.Live, func(m ledger.Message) bool {
		if m.Kind == api.UndoAsked {
			n.List = append(n.List, edit(m))
		}
		return m.Kind == api.UndoAsked
	})
}

// edit returns the notice that changes a message.
func edit(m ledger.Message) storage.Notice {
	return storage.Notice{Audience: ledger.Everybody, Kind: string(m.Kind), From: m.Row, Edits: m.Row}
}

// openOffers returns the rows of the grants that, once a row is applied, are not yet accepted or await consent. The
// message of each began with its row.
func openOffers(g *ledger.Game, row *NewRow) (rows []uint64) {
	for _, r := range seatsAfter(g, row).AllGrants() {
		if !r.Accepted || r.AwaitsConsent() {
			rows = append(rows, r.Row)
		}
	}
	return rows
}

// seatsAfter returns a game with g's definition and frame, in which only the seats are as they are after a row.
func seatsAfter(g *ledger.Game, row *NewRow) *ledger.Game {
	after := &ledger.Game{Def: g.Def, Frame: g.Frame}
	seats.Follow(after, ledger.Step{Row: storage.Row{Seq: row.Seq, By: row.By, To: row.To, At: row.At}, Body: row.Body})
	return after
}
