package answers

import (
	"slices"

	"grognard/rules/chart"
	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/scs/data"
	"grognard/rules/scs/game"
	"grognard/rules/scs/law"
	"grognard/rules/scs/play"
	"grognard/rules/standing"
	"grognard/rules/view"
)

// owedDecision is a decision owed by a side whose player is away, as far as that side may know it.
type owedDecision struct {
	game  *game.Game
	sight *state.Sight
	board func() *view.Board // as the side sees it

	attempt *game.Attempt // caches the supply lines
}

// Asked returns the decision that the sight's side owes.
func Asked(g *game.Game, s *state.Sight, board func() *view.Board) (standing.Asked, bool) {
	if s.Owed == nil || s.Over {
		return nil, false
	}
	return &owedDecision{game: g, sight: s, board: board, attempt: g.Try(s, "retreat")}, true
}

// About returns the kind of the decision.
func (a *owedDecision) About() string { return a.sight.Owed.Kind }

// Hex returns the hex of the fight, the hex of the stack over the limit, or the hex to advance into.
func (a *owedDecision) Hex() hex.Hex { return a.sight.Owed.Hex }

// Units lists the units that the decision is about and that are still there: on the map, or beside it
// if they are to be placed.
func (a *owedDecision) Units() []order.UnitID {
	beside := a.game.Question(a.sight.Owed.Kind).Beside
	return slices.DeleteFunc(slices.Clone(a.sight.Owed.Units),
		func(id order.UnitID) bool { return a.sight.Piece(id).OnMap() == beside })
}

// At returns the hex of a unit.
func (a *owedDecision) At(id order.UnitID) hex.Hex { return a.sight.Piece(id).At.Hex }

// Default returns what the game answers when the player gives no answer.
func (a *owedDecision) Default() (order.Order, bool) { return play.Default(a.game, a.sight) }

// site returns the hex that situations are about: the hex to advance into, otherwise the hex of the first unit.
func (a *owedDecision) site(units []order.UnitID) hex.Hex {
	if a.sight.Owed.Kind == "advance" || len(units) == 0 {
		return a.sight.Owed.Hex
	}
	return a.At(units[0])
}

// fight returns the fight that the decision comes from, nil if there is none.
func (a *owedDecision) fight() *state.Frame { return law.FightIn(a.sight.Frames) }

func (a *owedDecision) defends() bool { f := a.fight(); return f != nil && f.Side != a.sight.Side }

// Is reports whether a situation is given. A word that is not one of the series' own is a situation of a
// feature, a marker or a kind of terrain.
func (a *owedDecision) Is(word string, units []order.UnitID) bool {
	at := a.site(units)
	switch word {
	case isDefending:
		return a.defends()
	case isAttacking:
		return a.fight() != nil && !a.defends()
	case isOverrun:
		return a.fight() != nil && a.fight().Name == game.OverrunFight
	case isRiver:
		return at != hex.None && a.hasWeakeningSide(at)
	case isAcross:
		return a.allAttackAcross()
	case isSupplied:
		return at != hex.None && law.IsSupplied(a.attempt, at)
	case isZone:
		return at != hex.None && law.InEnemyZone(a.sight, at)
	case isClear:
		return a.canRetreatClear(units)
	case isExploit:
		return slices.ContainsFunc(units, func(id order.UnitID) bool { return a.game.CanExploit(a.sight.Piece(id)) })
	}
	for _, s := range a.game.Added.Situations {
		if s.Word == word {
			return at != hex.None && s.Is(at)
		}
	}
	if _, ok := a.game.Marker(word); ok {
		return slices.ContainsFunc(units, func(id order.UnitID) bool { return a.sight.Piece(id).Marks.Has(word) })
	}
	return at != hex.None && hasTerrain(a.game, at, word)
}

// hasTerrain reports whether a hex has a kind of terrain in it or on one of its sides.
func hasTerrain(g *game.Game, h hex.Hex, kind string) bool {
	if slices.Contains(g.Def.Kinds(h), kind) {
		return true
	}
	return g.Def.Grid.AnyNeighbour(h, func(n hex.Hex) bool {
		return slices.Contains(g.Def.Borders[hex.Between(h, n)], kind)
	})
}

// weakens reports whether a hexside is worse for a side's attack over it than open ground.
func weakens(g *game.Game, side order.Side, from, to hex.Hex) bool {
	return slices.ContainsFunc(g.Def.Borders[hex.Between(from, to)], func(kind string) bool {
		row, one := g.Data.Charts[side][kind], chart.Whole(1)
		return row.Shift < 0 || row.Defence.Compare(one) > 0 || !row.Attack.Zero() && row.Attack.Compare(one) < 0
	})
}

// hasWeakeningSide reports whether a side of a hex weakens an attack over it.
func (a *owedDecision) hasWeakeningSide(h hex.Hex) bool {
	return a.game.Def.Grid.AnyNeighbour(h, func(n hex.Hex) bool {
		return weakens(a.game, a.game.Def.Enemy(a.sight.Side), n, h)
	})
}

// allAttackAcross reports whether all attackers attack over such a hexside.
func (a *owedDecision) allAttackAcross() bool {
	if !a.defends() {
		return false
	}
	f := a.fight()
	for _, id := range f.Units {
		if _, at, ok := a.board().Find(id); ok && at != hex.None && !weakens(a.game, f.Side, at, f.Hex) {
			return false
		}
	}
	return true
}

// Count returns a quantity.
func (a *owedDecision) Count(word string, units []order.UnitID) int {
	at := a.site(units)
	switch word {
	case countSteps:
		return a.sum(units, func(p *state.Piece) int { return p.Steps })
	case countOwed:
		return a.sight.Owed.N
	case countUnits:
		return len(units)
	case countDefence:
		return a.sum(units, func(p *state.Piece) int { return max(a.game.Printed(p).Defence, 0) })
	case countAttackers:
		n, _ := a.enemies(at)
		return n
	case countAttack:
		_, n := a.enemies(at)
		return n
	case countExits:
		return a.exits(units)
	case countVP:
		if at == hex.None {
			return 0
		}
		return a.game.Vp[a.game.Def.Grid.Index(at)]
	case countTurn:
		return a.sight.Turn
	}
	return 0
}

func (a *owedDecision) sum(units []order.UnitID, of func(*state.Piece) int) (n int) {
	for _, id := range units {
		n += of(a.sight.Piece(id))
	}
	return n
}

// enemies counts the enemy units that attack the side, or those beside the hex if there is no attack,
// and adds up their printed attack strengths as far as the side sees them.
func (a *owedDecision) enemies(at hex.Hex) (n, attack int) {
	if a.defends() {
		for _, id := range a.fight().Units {
			if u, where, ok := a.board().Find(id); ok && where != hex.None {
				n, attack = n+1, attack+max(u.Rating(data.AttackRating).N, 0)
			}
		}
		return n, attack
	}
	for _, st := range a.board().Stacks {
		if st.Side == a.sight.Side || at == hex.None || !a.game.Def.Grid.Touch(st.Hex, at) {
			continue
		}
		n += st.Height
		for _, u := range st.Known {
			attack += max(u.Rating(data.AttackRating).N, 0)
		}
	}
	return n, attack
}

// exits returns the number of hexes into which the first unit can retreat.
func (a *owedDecision) exits(units []order.UnitID) int {
	if a.sight.Owed.Kind != "retreat" || len(units) == 0 {
		return 0
	}
	at := a.At(units[0])
	return len(law.RetreatFrom(a.attempt, at).NextHexes(at))
}

// canRetreatClear reports whether the first unit can retreat without entering an enemy zone.
func (a *owedDecision) canRetreatClear(units []order.UnitID) bool {
	if a.sight.Owed.Kind != "retreat" || len(units) == 0 {
		return false
	}
	way, ok := a.retreatFinder(a.At(units[0]), units[:1], retreatAim{}).find()
	return ok && way.zones == 0
}

// Try returns the order by which an act answers the decision. ok is false when there is none; the text says why.
func (a *owedDecision) Try(act standing.Act, units []order.UnitID) (order.Order, view.Text, bool) {
	switch act.Word {
	case doHold:
		return a.hold(act, units)
	case doRetreat:
		return a.retreat(act, units)
	case doLose:
		return a.lose(act)
	case doAdvance:
		return a.advance(act, units)
	case doRemove:
		return a.remove(act)
	case doPlace:
		return a.place(act, units)
	case doAgree:
		return a.legal(order.Order{Verb: order.Verb(a.sight.Owed.Kind)})
	}
	return a.legal(order.Order{Verb: "pass"}) // stay or decline
}

// legal returns an order if it is legal now, and otherwise the reason against it.
func (a *owedDecision) legal(o order.Order) (order.Order, view.Text, bool) {
	if d := a.game.Machine.Breaks(a.sight, o); d != nil {
		return order.Order{}, d.Why, false
	}
	return o, view.Text{}, true
}
