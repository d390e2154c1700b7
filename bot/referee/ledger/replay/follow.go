package replay

import (
	"encoding/hex"
	"slices"
	"time"

	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/clocks"
	"grognard/bot/referee/ledger/master"
	"grognard/bot/referee/ledger/orders"
	"grognard/bot/referee/ledger/rounds"
	"grognard/bot/referee/ledger/seats"
	"grognard/bot/referee/ledger/undo"
)

// Follow updates the frame by a row.
func Follow(g *ledger.Game, s ledger.Step) {
	b, sleeper := s.Body, clocks.TimedOutPlayer(g)
	undo.Follow(g, s)
	followFrame(g, s)
	orders.Follow(g, s)
	if b.Live != nil {
		g.Live = *b.Live
	}
	if b.IsAnnouncedChange() {
		g.Since = s.At
	}
	if b.Acts != nil {
		g.Acting.TurnTo(*b.Acts, s.Seq, s.At)
	}
	if b.Owes != nil {
		g.Acting.PassOn(*b.Owes, s.Seq, s.At)
	}
	if b.Salt != "" {
		g.Head = hex.EncodeToString(s.Hash[:])
	}
	if b.IsPublic() {
		noteAnnounced(g, s.By, s.At)
	}
	clocks.Follow(g, s, sleeper)
}

// followFrame updates the opening, the seats, the offers and whatever else a row of its kind changes.
func followFrame(g *ledger.Game, s ledger.Step) {
	b := s.Body
	rounds.Follow(g, s)
	master.Follow(g, s)
	seats.Follow(g, s)
	if b.Result() != nil || b.Accepted != nil || b.Undone != nil {
		g.Giver, g.AfterUndo = orders.GiverAfter(g, s.By, s.By != "" && ledger.IsPlanned(s.CommandID), b),
			b.Undone != nil
	}
	if p := b.Result(); p != nil || b.Undone != nil || b.Ended != nil {
		g.Passing = p != nil && p.Passes
	}
	switch {
	case b.Opened != nil:
		g.Scenario, g.Commitment, g.Start = b.Opened.Scenario, b.Opened.Commitment, b.Opened.Start
		g.Rulings, g.Opener, g.Beacon = b.Opened.Rulings, s.By, b.Opened.Beacon
		for _, side := range g.Def.Sides {
			g.Seats = append(g.Seats, ledger.Seat{Side: side.ID})
		}
		if b.Opened.Joined != nil {
			seats.SetPlayer(g, s.By, *b.Opened.Joined)
		}
	case b.Joined != nil:
		seats.SetPlayer(g, s.By, *b.Joined)
	case b.Worded != nil:
		seats.SetPlayer(g, s.By, *b.Worded)
	case b.Left != nil:
		seats.SetPlayer(g, "", ledger.Joined{Side: b.Left.Side})
	case b.Proposed != nil:
		g.EndingOffers = append(g.EndingOffers, ledger.EndingOffer{Proposed: *b.Proposed})
	case b.Answered != nil:
		g.EndingOffers[len(g.EndingOffers)-1].Answer = b.Answered.Answer
	case b.Ended != nil:
		g.Ending, g.EndedBy = b.Ended.Ending, b.Ended.Side
	case b.Started != nil:
		g.Started = true
	}
}

// noteAnnounced stores that a user did something that was announced at once.
func noteAnnounced(g *ledger.Game, user string, at time.Time) {
	for i := range g.Seats {
		if g.Seats[i].User == user {
			g.Seats[i].LastAnnounced = at
		}
		if m := g.Seats[i].Member(user); m != nil {
			g.Seats[i].Members = slices.Clone(g.Seats[i].Members)
			g.Seats[i].Member(user).LastAnnounced = at
		}
	}
}
