package answers

import (
	"slices"

	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/scs/game"
	"grognard/rules/scs/play"
	"grognard/rules/standing"
	"grognard/rules/view"
)

// owedDecision is a decision owed by a side whose player is away, as far as that side may know it.
type owedDecision struct {
	game  *game.Game
	sight *state.Sight

	attempt *game.Attempt // caches the supply lines
}

// Asked returns the decision that the sight's side owes, and whether there is one.
func Asked(g *game.Game, s *state.Sight) (standing.Asked, bool) {
	if s.Owed == nil || s.Over {
		return nil, false
	}
	return &owedDecision{game: g, sight: s, attempt: g.Try(s, "retreat")}, true
}

// Hex returns the hex of the fight, the hex of the stack over the limit, or the hex to advance into.
func (a *owedDecision) Hex() hex.Hex { return a.sight.Owed.Hex }

// Units lists the units of the decision that are still there: on the map, or beside it if they are to be placed.
func (a *owedDecision) Units() []order.UnitID {
	beside := a.game.Question(a.sight.Owed.Kind).Beside
	return slices.DeleteFunc(slices.Clone(a.sight.Owed.Units),
		func(id order.UnitID) bool { return a.sight.Piece(id).OnMap() == beside })
}

func (a *owedDecision) At(id order.UnitID) hex.Hex { return a.sight.Piece(id).At.Hex }

// IsFor reports whether an answer decides anything here: a ready-made set does, a plain answer only in a retreat.
func (a *owedDecision) IsFor(answer string) bool {
	_, ready := setByID(answer)
	return ready || a.sight.Owed.Kind == "retreat"
}

// Try returns the order by which an answer decides. ok is false when there is none; the text says why.
func (a *owedDecision) Try(e standing.Exception, units []order.UnitID) (o order.Order, why view.Text, ok bool) {
	if s, ready := setByID(e.Answer); ready {
		return s.orderFor(a, units)
	}
	switch {
	case e.Answer == doHold:
		return a.hold()
	case e.To != hex.None:
		return a.retreat(units, retreatAim{to: e.To})
	}
	return a.retreat(units, retreatAim{toward: a.sources()})
}

// Default returns what the game answers when the player gives no answer: for losses, retreats and overstacked hexes
// what a sensible player would, for all else the answer of play.Default; false if nothing is owed, or no answer legal.
func Default(g *game.Game, s *state.Sight) (order.Order, bool) {
	if s.Owed == nil || s.Over {
		return order.Order{}, false
	}
	return (&owedDecision{game: g, sight: s, attempt: g.Try(s, "retreat")}).byDefault()
}

func (a *owedDecision) byDefault() (o order.Order, ok bool) {
	switch a.sight.Owed.Kind {
	case "losses":
		o, _, ok = a.lose(preference{byWorth: true})
	case "retreat":
		o, _, ok = a.retreat(a.Units(), retreatAim{toward: a.sources()})
	case "remove":
		o, _, ok = a.remove(preference{byWorth: true})
	}
	if ok {
		return o, true
	}
	return play.Default(a.game, a.sight)
}

// site returns the hex of the first of these units, without units the hex that the decision is about.
func (a *owedDecision) site(units []order.UnitID) hex.Hex {
	if len(units) == 0 {
		return a.Hex()
	}
	return a.At(units[0])
}

func (a *owedDecision) isWorthPoints(h hex.Hex) bool {
	return h != hex.None && a.game.Vp[a.game.Def.Grid.Index(h)] > 0
}

// canRetreatClear reports whether the first of these units can retreat without entering an enemy zone.
func (a *owedDecision) canRetreatClear(units []order.UnitID) bool {
	way, ok := a.retreatFinder(a.site(units), units[:min(len(units), 1)], retreatAim{}).find()
	return ok && way.zones == 0
}

// legal returns an order if it is legal now, and otherwise the reason against it.
func (a *owedDecision) legal(o order.Order) (given order.Order, why view.Text, ok bool) {
	if d := a.game.Machine.Breaks(a.sight, o); d != nil {
		return order.Order{}, d.Why, false
	}
	return o, view.Text{}, true
}
