package replay

import (
	"encoding/json"
	"fmt"

	"grognard/bot/beacon"
	"grognard/bot/referee/api"
	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/master"
	"grognard/bot/referee/ledger/seats"
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
	if g.Rulings < 2 {
		g.Def = g.Def.LettersInTheMiddle()
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
// seats, a game master's action, or that a standing order or the clock gave the order.
func Apply(g *ledger.Game, seq uint64, b ledger.Body) (told view.Account, err error) {
	if u := b.Undone; u != nil {
		told, err = g.Match.Revert(seq, rules.Undo{Side: u.Side, To: u.To, Consent: u.Consent,
			Master: b.Master != nil}, u.Announced)
	} else {
		told, err = g.Match.Apply(seq, b.Record())
	}
	if b.Reseated != nil && err == nil {
		if text, tells := seats.LogLine(*b.Reseated); tells {
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
	return told, err
}

// announceStanding adds to what is told that a standing order gave the order.
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
