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
	e     *game.Game
	s     *state.Sight
	board func() *view.Board // as the side sees it

	c *game.Attempt // caches the supply lines
}

// Asked returns the decision that the sight's side owes.
func Asked(g *game.Game, s *state.Sight, board func() *view.Board) (standing.Asked, bool) {
	if s.Owed == nil || s.Over {
		return nil, false
	}
	return &owedDecision{e: g, s: s, board: board, c: g.Try(s, "retreat")}, true
}

// About is the kind of the decision.
func (a *owedDecision) About() string { return a.s.Owed.Kind }

// Hex is the hex of the fight, the hex of the stack over the limit, or the hex to advance into.
func (a *owedDecision) Hex() hex.Hex { return a.s.Owed.Hex }

// Units lists the units that the decision is about and that are still there: on the map, or beside it
// if they are to be placed.
func (a *owedDecision) Units() []order.UnitID {
	beside := a.e.Question(a.s.Owed.Kind).Beside
	return slices.DeleteFunc(slices.Clone(a.s.Owed.Units),
		func(id order.UnitID) bool { return a.s.Piece(id).OnMap() == beside })
}

// At is the hex of a unit.
func (a *owedDecision) At(id order.UnitID) hex.Hex { return a.s.Piece(id).At.Hex }

// Default is what the game answers when the player gives no answer.
func (a *owedDecision) Default() (order.Order, bool) { return play.Default(a.e, a.s) }

// site is the hex that situations are about: the hex to advance into, otherwise the hex of the first
// unit.
func (a *owedDecision) site(units []order.UnitID) hex.Hex {
	if a.s.Owed.Kind == "advance" || len(units) == 0 {
		return a.s.Owed.Hex
	}
	return a.At(units[0])
}

// fight is the fight that the decision comes from, nil if there is none.
func (a *owedDecision) fight() *state.Frame { return law.FightIn(a.s.Frames) }

func (a *owedDecision) defends() bool { f := a.fight(); return f != nil && f.Side != a.s.Side }

// Is says whether a situation is given. A word that is not one of the series' own is a situation of a
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
		return a.across()
	case isSupplied:
		return at != hex.None && law.Supplied(a.c, at)
	case isZone:
		return at != hex.None && law.Zoned(a.s, at)
	case isClear:
		return a.clear(units)
	case isExploit:
		return slices.ContainsFunc(units, func(id order.UnitID) bool { return a.e.CanExploit(a.s.Piece(id)) })
	}
	for _, s := range a.e.Added.Situations {
		if s.Word == word {
			return at != hex.None && s.Is(at)
		}
	}
	if _, ok := a.e.Marker(word); ok {
		return slices.ContainsFunc(units, func(id order.UnitID) bool { return a.s.Piece(id).Marks.Has(word) })
	}
	return at != hex.None && hasTerrain(a.e, at, word)
}

// hasTerrain says whether a hex has a kind of terrain in it or on one of its sides.
func hasTerrain(g *game.Game, h hex.Hex, kind string) bool {
	if slices.Contains(g.Def.Kinds(h), kind) {
		return true
	}
	for n := range g.Def.Grid.Neighbours(h) {
		if slices.Contains(g.Def.Borders[hex.Between(h, n)], kind) {
			return true
		}
	}
	return false
}

// weakens says whether a hexside reduces the strength of a side's attack over it.
func weakens(g *game.Game, side order.Side, from, to hex.Hex) bool {
	return slices.ContainsFunc(g.Def.Borders[hex.Between(from, to)], func(kind string) bool {
		row := g.Data.Charts[side][kind]
		return !row.Attack.Zero() && row.Attack.Compare(chart.Whole(1)) < 0
	})
}

// hasWeakeningSide says whether a side of a hex weakens an attack over it.
func (a *owedDecision) hasWeakeningSide(h hex.Hex) bool {
	for n := range a.e.Def.Grid.Neighbours(h) {
		if weakens(a.e, a.e.Def.Enemy(a.s.Side), n, h) {
			return true
		}
	}
	return false
}

// across says whether all attackers attack over such a hexside.
func (a *owedDecision) across() bool {
	if !a.defends() {
		return false
	}
	f := a.fight()
	for _, id := range f.Units {
		if _, at, ok := a.board().Find(id); ok && at != hex.None && !weakens(a.e, f.Side, at, f.Hex) {
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
		return a.s.Owed.N
	case countUnits:
		return len(units)
	case countDefence:
		return a.sum(units, func(p *state.Piece) int { return max(a.e.Printed(p).Defence, 0) })
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
		return a.e.Vp[a.e.Def.Grid.Index(at)]
	case countTurn:
		return a.s.Turn
	}
	return 0
}

func (a *owedDecision) sum(units []order.UnitID, of func(*state.Piece) int) (n int) {
	for _, id := range units {
		n += of(a.s.Piece(id))
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
		if st.Side == a.s.Side || at == hex.None || !a.e.Def.Grid.Touch(st.Hex, at) {
			continue
		}
		n += st.Height
		for _, u := range st.Known {
			attack += max(u.Rating(data.AttackRating).N, 0)
		}
	}
	return n, attack
}

// exits is the number of hexes into which the first unit can retreat.
func (a *owedDecision) exits(units []order.UnitID) int {
	if a.s.Owed.Kind != "retreat" || len(units) == 0 {
		return 0
	}
	at := a.At(units[0])
	return len(law.RetreatFrom(a.c, at).Ways(at))
}

// clear says whether the first unit can retreat without entering an enemy zone.
func (a *owedDecision) clear(units []order.UnitID) bool {
	if a.s.Owed.Kind != "retreat" || len(units) == 0 {
		return false
	}
	way, ok := a.retreatFinder(a.At(units[0]), units[:1], retreatAim{}).find()
	return ok && way.zones == 0
}

// Try returns the order by which an act answers the decision. ok is false when there is none; the text
// says why.
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
		return a.legal(order.Order{Verb: order.Verb(a.s.Owed.Kind)})
	}
	return a.legal(order.Order{Verb: "pass"}) // stay or decline
}

// legal returns an order if it is legal now, and otherwise the reason against it.
func (a *owedDecision) legal(o order.Order) (order.Order, view.Text, bool) {
	if d := a.e.Machine.Breaks(a.s, o); d != nil {
		return order.Order{}, d.Why, false
	}
	return o, view.Text{}, true
}
