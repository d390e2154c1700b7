package replay

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"grognard/bot/beacon"
	"grognard/bot/referee/api"
	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/clocks"
	"grognard/bot/referee/ledger/master"
	"grognard/bot/referee/ledger/orders"
	"grognard/bot/referee/ledger/rounds"
	"grognard/bot/referee/ledger/seats"
	"grognard/bot/referee/ledger/undo"
	"grognard/rules"
	"grognard/rules/view"
)

// Open sets the game up from a snapshot, nil for none, and the rows after it, without telling anybody of them.
func Open(g *ledger.Game, from *ledger.Snapshot, steps []ledger.Step) error {
	var state []byte
	if from != nil {
		g.Frame, state = from.Frame, from.Match
	}
	for _, s := range steps {
		Follow(g, s)
	}
	if g.Beacon != nil {
		var err error
		if g.Chain, err = beacon.Open(g.Beacon.Chain); err != nil {
			return fmt.Errorf("game %s: %w", g.Stored.ID, err)
		}
	}
	prepare := g.Prepare
	if prepare == nil {
		prepare = rules.Prepare
	}
	begins := g.Start.Position()
	common, err := prepare(g.Def, begins)
	if err != nil {
		return fmt.Errorf("game %s: %w", g.Stored.ID, err)
	}
	g.Match, err = common.Open(begins, state, func(yield func(rules.Entry, error) bool) {
		if from != nil && !yield(rules.Entry{Seq: from.Seq}, nil) { // this entry only says how far the snapshot goes
			return
		}
		for _, s := range steps {
			if !yield(s.Entry(), nil) {
				return
			}
		}
	})
	if err != nil {
		return fmt.Errorf("game %s: %w", g.Stored.ID, err)
	}
	g.Over = g.Match.Standing().Over
	return nil
}

// Apply applies a row to the match, and returns what is told of it with what the rules do not know: a change of
// seats, a game master's action, or that a standing answer or the clock gave the order.
func Apply(g *ledger.Game, seq uint64, b ledger.Body) (told view.Account, err error) {
	c, why, pays := whyPays(g, b)
	if u := b.Undone; u != nil {
		told, err = g.Match.Revert(seq, rules.Undo{Side: u.Side, To: u.To, Consent: u.Consent,
			Master: b.Master != nil}, u.Announced)
	} else {
		told, err = g.Match.Apply(seq, b.Record())
	}
	if b.Reseated != nil && err == nil {
		if text, tells := seats.LogLine(g, *b.Reseated); tells {
			told = g.Match.Announce(seq, told, text)
		}
	}
	if p := b.Result(); err == nil && p != nil && p.Standing {
		told, err = announceStanding(g, seq, told, p)
	}
	if err == nil && b.Master != nil {
		told = g.Match.Announce(seq, told, master.LogLine(*b.Master, g.Match.Standing()))
	}
	if err == nil && b.Timed != nil && b.Timed.Does == api.RanOut && b.Result() != nil {
		told = g.Match.Announce(seq, told, view.T("told.clock-answered", "side", b.Timed.Side))
	}
	if pays && err == nil {
		told = g.Match.Confide(seq, told, c.Side, why)
	}
	return told, err
}

// whyPays returns the command of a row in which a standing answer or the game decides for a side, and the text that
// tells the side why those of its units lose steps; ok is false for other rows. Call it before the row is applied.
func whyPays(g *ledger.Game, b ledger.Body) (c ledger.Command, why view.Text, ok bool) {
	p := b.Result()
	if p == nil || !p.Standing && (b.Timed == nil || b.Timed.Does != api.RanOut) || json.Unmarshal(p.Asked, &c) != nil {
		return c, why, false
	}
	why, ok = g.Match.WhyPays(c.Side, c.Order, p.Standing)
	return c, why, ok
}

// announceStanding adds to what is told that a standing answer gave the order.
func announceStanding(g *ledger.Game, seq uint64, told view.Account, p *ledger.Result) (view.Account, error) {
	side, err := ledger.SideOfCommand(p.Asked)
	if err != nil {
		return told, fmt.Errorf("row %d: %w", seq, err)
	}
	return g.Match.Announce(seq, told, view.T("told.standing", "side", side)), nil
}

// Snapshot returns the content of a snapshot of a game.
func Snapshot(g *ledger.Game) ([]byte, error) {
	match, err := g.Match.Snapshot()
	if err != nil {
		return nil, err
	}
	return json.Marshal(ledger.Snapshot{Frame: g.Frame, Match: match})
}

// Freeze returns the game as it is now, to be looked at while g goes on. The frame replaces what it holds instead of
// changing it, except for the elements of the slices that are copied here.
func Freeze(g *ledger.Game) *ledger.Game {
	c := *g
	c.Match = rules.Freeze(g.Match)
	c.Seats, c.EndingOffers = slices.Clone(g.Seats), slices.Clone(g.EndingOffers)
	return &c
}

// Follow updates the frame by a row.
func Follow(g *ledger.Game, s ledger.Step) {
	b, timedOut := s.Body, clocks.TimedOutPlayer(g)
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
	g.LastAt = s.At
	if b.Salt != "" {
		g.Head = hex.EncodeToString(s.Hash[:])
	}
	if b.Opened != nil {
		g.First = g.Head
	}
	if b.IsPublic() {
		noteAnnounced(g, s.By, s.At)
	}
	clocks.Follow(g, s, timedOut)
}

// followFrame updates the opening, the seats, the offers and whatever else a row of its kind changes.
func followFrame(g *ledger.Game, s ledger.Step) {
	b := s.Body
	rounds.Follow(g, s)
	master.Follow(g, s)
	seats.Follow(g, s)
	if b.Result() != nil || b.Accepted != nil || b.Undone != nil {
		g.Giver = orders.GiverAfter(g, s.By, s.By != "" && ledger.IsFromList(s.CommandID), b)
		g.AfterUndo = b.Undone != nil
	}
	if p := b.Result(); p != nil || b.Undone != nil || b.Ended != nil {
		g.Passing = p != nil && p.Passes
	}
	switch {
	case b.Opened != nil:
		g.Scenario, g.Commitment, g.Start = b.Opened.Scenario, b.Opened.Commitment, b.Opened.Start
		g.Rulings, g.Opener, g.Beacon, g.Together = b.Opened.Rulings, s.By, b.Opened.Beacon, b.Opened.Together
		for _, side := range g.Def.Sides { // a tutorial has a seat for its pupil alone
			if played, ok := g.Def.Scenario(g.Scenario); !ok || played.Teaches() == "" || played.Teaches() == side.ID {
				g.Seats = append(g.Seats, ledger.Seat{Side: side.ID})
			}
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
