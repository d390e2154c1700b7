package scs

import (
	"slices"

	"grognard/rules/chart"
	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/standing"
	"grognard/rules/view"
)

// absent is a decision that is owed by a side whose player is away, as far as that side may know.
type absent struct {
	e     *Engine
	s     *state.Sight
	board func() *view.Board // of the side

	c *Attempt // where supply lines are kept once they were asked for
}

// Asked is what the sight's side owes.
func (e *Engine) Asked(s *state.Sight, board func() *view.Board) (standing.Asked, bool) {
	if s.Owed == nil || s.Over {
		return nil, false
	}
	return &absent{e: e, s: s, board: board, c: e.begin(s, "retreat")}, true
}

// About is the kind of the decision.
func (a *absent) About() string { return a.s.Owed.Kind }

// Hex is that of the fight, of the stack that is too high, or the one to advance into.
func (a *absent) Hex() hex.Hex { return a.s.Owed.Hex }

// Units are those that the decision is about and that are still there: on the map, or beside it
// where they are to be placed.
func (a *absent) Units() []order.UnitID {
	beside := a.e.asked(a.s.Owed.Kind).Beside
	return slices.DeleteFunc(slices.Clone(a.s.Owed.Units),
		func(id order.UnitID) bool { return a.s.Piece(id).OnMap() == beside })
}

// At is where a unit stands.
func (a *absent) At(id order.UnitID) hex.Hex { return a.s.Piece(id).At.Hex }

// Default is what the game answers for one who never does.
func (a *absent) Default() (order.Order, bool) { return a.e.Default(a.s) }

// site is the hex that situations are about: the one to advance into, and otherwise that of the
// first of the units.
func (a *absent) site(units []order.UnitID) hex.Hex {
	if a.s.Owed.Kind == "advance" || len(units) == 0 {
		return a.s.Owed.Hex
	}
	return a.At(units[0])
}

// fight is the one that the decision comes from, nil for none.
func (a *absent) fight() *state.Frame {
	if len(a.s.Frames) < 2 {
		return nil
	}
	return &a.s.Frames[1]
}

func (a *absent) defends() bool { f := a.fight(); return f != nil && f.Side != a.s.Side }

// Is says whether a situation is given. Words that are none of the series' own are those of
// features, of terrain and of markers.
func (a *absent) Is(word string, units []order.UnitID) bool {
	at := a.site(units)
	switch word {
	case isDefending:
		return a.defends()
	case isAttacking:
		return a.fight() != nil && !a.defends()
	case isOverrun:
		return a.fight() != nil && a.fight().Name == overrunFight
	case isRiver:
		return at != hex.None && a.watered(at)
	case isAcross:
		return a.across()
	case isSupplied:
		return at != hex.None && a.c.Supplied(at)
	case isZone:
		return at != hex.None && zoned(a.s, at)
	case isClear:
		return a.clear(units)
	case isExploit:
		return slices.ContainsFunc(units, func(id order.UnitID) bool { return a.e.canExploit(a.s.Piece(id)) })
	}
	for i := range a.e.features {
		for _, s := range a.e.features[i].Situations {
			if s.Word == word {
				return at != hex.None && s.Is(at)
			}
		}
	}
	if _, ok := a.e.marker(word); ok {
		return slices.ContainsFunc(units, func(id order.UnitID) bool { return a.s.Piece(id).Marks.Has(word) })
	}
	return at != hex.None && a.e.groundOrEdge(at, word)
}

// groundOrEdge says whether a hex has a kind of terrain in it or on one of its sides.
func (e *Engine) groundOrEdge(h hex.Hex, kind string) bool {
	if slices.Contains(e.def.Kinds(h), kind) {
		return true
	}
	for n := range e.def.Grid.Neighbours(h) {
		if slices.Contains(e.def.Borders[hex.Between(h, n)], kind) {
			return true
		}
	}
	return false
}

// weakens says whether a hexside halves an attack of a side over it, or more.
func (e *Engine) weakens(side order.Side, from, to hex.Hex) bool {
	return slices.ContainsFunc(e.def.Borders[hex.Between(from, to)], func(kind string) bool {
		row := e.data.Charts[side][kind]
		return !row.Attack.Zero() && row.Attack.Compare(chart.Whole(1)) < 0
	})
}

// watered says whether some side of a hex weakens an attack over it.
func (a *absent) watered(h hex.Hex) bool {
	for n := range a.e.def.Grid.Neighbours(h) {
		if a.e.weakens(a.e.def.Enemy(a.s.Side), n, h) {
			return true
		}
	}
	return false
}

// across says whether all who attack the side do it over such a hexside.
func (a *absent) across() bool {
	if !a.defends() {
		return false
	}
	f := a.fight()
	for _, id := range f.Units {
		if _, at, ok := a.board().Find(id); ok && at != hex.None && !a.e.weakens(f.Side, at, f.Hex) {
			return false
		}
	}
	return true
}

// Count is a quantity.
func (a *absent) Count(word string, units []order.UnitID) int {
	at := a.site(units)
	switch word {
	case countSteps:
		return a.sum(units, func(p *state.Piece) int { return p.Steps })
	case countOwed:
		return a.s.Owed.N
	case countUnits:
		return len(units)
	case countDefence:
		return a.sum(units, func(p *state.Piece) int { return max(a.e.printed(p).Defence, 0) })
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
		return a.e.vp[a.e.def.Grid.Index(at)]
	case countTurn:
		return a.s.Turn
	}
	return 0
}

func (a *absent) sum(units []order.UnitID, of func(*state.Piece) int) (n int) {
	for _, id := range units {
		n += of(a.s.Piece(id))
	}
	return n
}

// enemies are the units that could advance, with their printed strength as far as the side sees
// it: those that attack it; where it is not attacked, those beside the hex.
func (a *absent) enemies(at hex.Hex) (n, attack int) {
	if a.defends() {
		for _, id := range a.fight().Units {
			if u, where, ok := a.board().Find(id); ok && where != hex.None {
				n, attack = n+1, attack+max(u.Rating(attackRating).N, 0)
			}
		}
		return n, attack
	}
	for _, st := range a.board().Stacks {
		if st.Side == a.s.Side || at == hex.None || !a.e.def.Grid.Touch(st.Hex, at) {
			continue
		}
		n += st.Height
		for _, u := range st.Known {
			attack += max(u.Rating(attackRating).N, 0)
		}
	}
	return n, attack
}

// exits is into how many hexes the first of the units can retreat.
func (a *absent) exits(units []order.UnitID) int {
	if a.s.Owed.Kind != "retreat" || len(units) == 0 {
		return 0
	}
	at := a.At(units[0])
	return len(stackRetreat{a.c, at, a.s.Owed.N}.ways(at))
}

// clear says whether the first of the units can retreat without entering an enemy zone.
func (a *absent) clear(units []order.UnitID) bool {
	if a.s.Owed.Kind != "retreat" || len(units) == 0 {
		return false
	}
	way, ok := a.outlet(a.At(units[0]), units[:1], retreatAim{}).find()
	return ok && way.zones == 0
}

// Try is the order that an act comes to.
func (a *absent) Try(act standing.Act, units []order.UnitID) (order.Order, view.Text, bool) {
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
	return a.legal(order.Order{Verb: "pass"}) // to stay, or to decline
}

// legal is an order if it is one that can be given now, and otherwise what speaks against it.
func (a *absent) legal(o order.Order) (order.Order, view.Text, bool) {
	if d := a.e.Breaks(a.s, o); d != nil {
		return order.Order{}, d.Why, false
	}
	return o, view.Text{}, true
}
