package bcs_test

import (
	"fmt"
	"slices"
	"strings"

	"grognard/rules/bcs/combat"
	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/bcs/law"
	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
)

// moment is what an order did, with the position before it and after it, and the orders of the activation before it.
type moment struct {
	g             *game.Game
	o             order.Order
	earlier       []order.Order
	before, after *state.State
	events        state.Events
	was, is       *law.Position // of before and after
}

// seenToHold are the clauses that no text cites. Each has a function that says whether the clause applied in a moment.
var seenToHold = []struct {
	rule string
	when func(*moment) bool
}{
	{"1.2d-1", func(m *moment) bool { return m.ends() && m.some(m.isUnprepared) }},
	{"1.2d-2", func(m *moment) bool {
		return m.ends() && m.some(func(u *state.Piece) bool {
			return m.isUnprepared(u) && m.is.ZoneOf(u.Side, beside(m.g, u.At.Hex)) == law.None
		})
	}},
	{"1.2d-4", func(m *moment) bool {
		return m.hit(func(u *state.Piece) bool { return m.isUnprepared(u) && m.isDugIn(u) })
	}},
	{"1.2d-5", func(m *moment) bool {
		return m.ends() && m.some(func(u *state.Piece) bool { return m.isUnprepared(u) && m.supports(u) > 0 })
	}},
	{"1.2d-7", func(m *moment) bool { return m.o.Verb == "barrage" && m.isUnprepared(m.unit("spotter")) }},
	{"1.2d-8", func(m *moment) bool {
		return m.rolls(data.CombatT) && slices.ContainsFunc(m.before.Stack(m.o.Hex("target")), m.isUnprepared) &&
			m.was.Crowd(m.g.Def.Grid.Index(m.o.Hex("target"))) > 1
	}},
	{"1.6-1", func(m *moment) bool {
		return m.isolates(func(u *state.Piece) bool { return m.hexesToHQ(u) > 1 && m.hasSafePath(u) })
	}},
	{"1.6-2", func(m *moment) bool {
		return m.isolates(func(u *state.Piece) bool { return m.is.InRadius(u) && !m.hasSafePath(u) })
	}},
	{"1.6-3", func(m *moment) bool {
		return m.isolates(func(u *state.Piece) bool {
			return m.g.Face(u).Class == data.Tac && m.hasSafePath(u) && !m.is.SafePath(u, data.Leg)
		})
	}},
	{"1.6-4", func(m *moment) bool {
		return m.isolates(func(u *state.Piece) bool {
			return m.hasSafePath(u) && m.some(func(o *state.Piece) bool {
				return o.Side == u.Side && m.hexesToHQ(o) < m.hexesToHQ(u) &&
					m.is.ZoneOf(m.g.Enemy(u.Side), o.At.Hex) > law.None
			})
		})
	}},
	{"1.6-5", func(m *moment) bool { return m.isolates(func(u *state.Piece) bool { return m.hexesToHQ(u) == 0 }) }},
	{"1.6-6", func(m *moment) bool {
		return m.isolates(func(u *state.Piece) bool { return !m.hasSafePath(u) && m.is.SafePath(u, data.Leg) })
	}},
	{"4.2d-3", func(m *moment) bool { return m.isolates(func(u *state.Piece) bool { return !m.is.InRadius(u) }) }},
	{"4.5-1", func(m *moment) bool { return m.hit(func(u *state.Piece) bool { return law.Defends(m.was, u) }) }},
	{"4.5-2", func(m *moment) bool { return m.marks(game.Prepared, false, "4.5-5") }},
	{"4.5-8", func(m *moment) bool {
		return m.hit(func(u *state.Piece) bool { return u.Face == data.Moving && m.isDugIn(u) })
	}},
	{"5.5-2", func(m *moment) bool { return seen[state.Grouped](m, nil) }},
	{"6.0-3", func(m *moment) bool { return m.enters(data.Tac, law.Plain) && !m.stops() }},
	{"6.0-5", func(m *moment) bool { return m.frees() && m.notes("drops") }},
	{"6.0-6", func(m *moment) bool { return m.asks("engage") && m.enters(data.Tac, law.Real) }},
	{"6.0-7", func(m *moment) bool { return m.frees() && !m.notes("drops") }},
	{"6.0-11", func(m *moment) bool {
		return m.enters(data.Tac, law.Real) && m.stops() && !m.asks("engage") && m.shows(data.Light)
	}},
	{"6.0-12", func(m *moment) bool { return m.enters(data.Tac, law.Support) && m.stops() && !m.asks("engage") }},
	{"6.1-3", func(m *moment) bool { return m.ends() && m.some(m.isCut) }},
	{"6.1-4", func(m *moment) bool {
		return m.o.Verb == "engage" && (m.ground(m.o.Hex("target")).Blocking ||
			m.ground(m.unit("unit").At.Hex).Blocking)
	}},
	{"6.1-6", func(m *moment) bool {
		return m.ends() && m.some(func(u *state.Piece) bool {
			return u.ID == m.formation(u).Trains && !law.InLegalHex(m.is, m.formation(u)) &&
				m.is.FireAt(m.g.Enemy(u.Side), u.At.Hex)
		})
	}},
	{"7.0d-2", func(m *moment) bool { return m.flags(game.Fired) || m.flags(game.Fired2) }},
	{"7.1-2", func(m *moment) bool { return m.o.Verb == "engage" && m.unit("unit").Used > 0 && !m.stopped("unit") }},
	{"7.1-3", func(m *moment) bool { return m.o.Verb == "engage" && m.costs("unit") == 0 }},
	{"7.2-8", func(m *moment) bool { return m.o.Verb == game.Attack && m.stopped("unit") }},
	{"7.3-7", func(m *moment) bool { return m.o.Verb == game.Shock && m.again(game.Shock) }},
	{"7.3-8", func(m *moment) bool { return m.o.Verb == game.Shock && (m.flags(game.Fired) || m.flags(game.Fired2)) }},
	{"7.3-9", func(m *moment) bool { return m.o.Verb == game.Shock && m.costs("unit") == 0 }},
	{"7.3-14", func(m *moment) bool { return m.moves("advance", "7.3-13") && m.stops() }},
	{"7.3-15", func(m *moment) bool {
		if m.o.Verb != game.Shock || m.moves("advance", "") || m.g.Active(m.after) == nil {
			return false
		}
		u := m.after.Piece(m.o.Units("unit")[0])
		return u.OnMap() && law.MayMove(m.is, u)
	}},
	{"7.4-3", func(m *moment) bool {
		return seen(m, func(e state.Moved) bool { return e.How == "advance" && len(e.Units) > 1 })
	}},
	{"7.4-4", func(m *moment) bool { return m.o.Verb == "advance" && len(m.o.Units("units")) == 1 }},
	{"7.4-5", func(m *moment) bool {
		return m.o.Verb == game.Attack && m.moves("advance", "7.4-1") && !m.flags(game.Stopped("6.0-1")) &&
			m.is.ZoneOf(m.g.Enemy(m.unit("unit").Side), m.o.Hex("target")) > law.None
	}},
	{"7.5-1", func(m *moment) bool { return m.goesBack(m.crossesZones) }},
	{"7.5-7", func(m *moment) bool { return m.o.Verb == "fallback" }},
	{"7.5-9", func(m *moment) bool { return m.notes("holds") || m.o.Verb == "retreat" }},
	{"7.5-10", func(m *moment) bool {
		return m.o.Verb == "fallback" && m.g.IsCombat(m.unit("units")) && !m.was.SafePath(m.unit("units"),
			m.g.Face(m.unit("units")).Class)
	}},
	{"7.5-17", func(m *moment) bool { return m.o.Verb == "fallback" && m.steps("7.5-5") }},
	{"8.0-2", func(m *moment) bool { return m.o.Verb == "fire" && m.before.Flagged(m.o.Hex("target"), game.Barraged) }},
	{"8.0-3", func(m *moment) bool {
		return m.rolls(data.CombatT) && m.o.Word(combat.MissionOption) == combat.Destruction
	}},
	{"8.3-1", func(m *moment) bool {
		return m.o.Verb == "fire" && (m.before.Flagged(m.o.Hex("target"), game.Attacked) || m.again("fire"))
	}},
	{"9.1f-5", func(m *moment) bool { return m.marks(game.Coordinated, true, "4.4-2") }},
	{"9.1i-4", (*moment).livesOn},
	{"9.2-2", func(m *moment) bool { return m.notes("drops") && !m.marks(game.Dropped, true, "9.2-3") }},
	{"10.1e-1", func(m *moment) bool { return m.marks(game.Coordinated, true, "4.4-1") }},
	{"10.3-6", func(m *moment) bool { return m.ends() && slices.ContainsFunc(m.g.Data.Formations, m.keepsWay) }},
	{"10.3-10", func(m *moment) bool { return m.trainsGo("10.3-2") || m.trainsGo("10.3-16") }},
	{"10.3-18", func(m *moment) bool {
		return m.ends() && m.some(func(u *state.Piece) bool {
			f := m.formation(u)
			return u.ID == f.Trains && m.g.Entry(f.Side, m.g.Def.Grid.Index(u.At.Hex)) && law.IsOptimal(m.is, f)
		})
	}},
	{"10.3-19", func(m *moment) bool { return m.ends() && m.some(m.isAhead) }},
	{"10.4-3", func(m *moment) bool { return m.notes("recovers") && m.marks(game.Prepared, false, "10.4-5") }},
	{"10.4-7", func(m *moment) bool { return m.notes("recovers") && m.steps("10.5-1") }},
	{"10.4-10", func(m *moment) bool {
		return m.notes("recovers") && m.was.FatigueOf(m.active()) == 0 && m.is.FatigueOf(m.active()) == 0
	}},
	{"10.4-14", func(m *moment) bool {
		f := m.active()
		return f != nil && m.was.FatigueOf(f) == data.FreshLevel && m.is.FatigueOf(f) == 0
	}},
	{"10.5-2", func(m *moment) bool { return m.tolls(2) }},
	{"10.5-3", func(m *moment) bool {
		return m.steps("10.5-1") && m.active() != nil && m.was.BlockedLevel(m.active()) == 2
	}},
}

// seen reports whether an event of a kind is among those of the order that fits; nil fits every one.
func seen[E state.Event](m *moment, fits func(E) bool) bool {
	return slices.ContainsFunc(m.events, func(ev state.Event) bool {
		e, ok := ev.(E)
		return ok && (fits == nil || fits(e))
	})
}

func (m *moment) active() *data.Formation {
	if f := m.g.Active(m.before); f != nil {
		return f
	}
	return m.g.Active(m.after)
}

func (m *moment) unit(option string) *state.Piece { return m.before.Piece(m.o.Units(option)[0]) }

func (m *moment) formation(u *state.Piece) *data.Formation {
	if f := m.g.Formation(m.g.Of(u).Formation); f != nil {
		return f
	}
	return &data.Formation{}
}

func (m *moment) ground(h hex.Hex) game.Ground { return m.g.Ground[m.g.Def.Grid.Index(h)] }

// ends reports whether the activities of a Formation ended with the order.
func (m *moment) ends() bool {
	return seen(m, func(e state.Entered) bool { return e.Depth == 2 && e.Frame.Name == game.CleanUp })
}

// isolates reports whether the activities of a Formation ended with a unit of it on the map for which holds is true.
func (m *moment) isolates(holds func(*state.Piece) bool) bool {
	f := m.active()
	return m.ends() && f != nil && m.some(func(u *state.Piece) bool {
		return u.Group == f.ID && m.g.IsCombat(u) && m.hexesToHQ(u) >= 0 && holds(u)
	})
}

// some reports whether holds is true of any piece on the map after the order.
func (m *moment) some(holds func(*state.Piece) bool) bool {
	return slices.ContainsFunc(m.after.Pieces, func(u state.Piece) bool { return u.OnMap() && holds(&u) })
}

// isUnprepared reports whether a unit shows neither an AV nor an Assault Arrow.
func (m *moment) isUnprepared(u *state.Piece) bool { return m.g.IsCombat(u) && !law.IsPrepared(m.g, u) }

// isDugIn reports whether a unit's Formation was in Prepared Defense before the order, its HQ at most six hexes away.
func (m *moment) isDugIn(u *state.Piece) bool {
	f := m.g.FormationOf(u)
	if f == nil || !m.g.IsPrepared(m.before, f) {
		return false
	}
	hq := m.g.HQ(m.before, f)
	return hq != nil && hq.OnMap() && m.g.Def.Grid.Distance(hq.At.Hex, u.At.Hex) <= 6
}

func (m *moment) supports(u *state.Piece) (steps int) {
	if f := m.g.FormationOf(u); f != nil {
		for _, s := range m.g.Supports(m.after, f) {
			steps += s.Left
		}
	}
	return steps
}

// hit reports whether dice of the Combat or Barrage Table fell on a hex with a unit for which holds is true.
func (m *moment) hit(holds func(*state.Piece) bool) bool {
	h := m.o.Hex("target")
	return h != hex.None && (m.rolls(data.CombatT) || m.rolls(data.Barrage)) &&
		slices.ContainsFunc(m.before.Stack(h), holds)
}

func (m *moment) rolls(table string) bool {
	return seen(m, func(e state.Reckoned) bool { return e.Table == table && e.Roll > 0 })
}

// hexesToHQ returns how many hexes a unit is from its HQ, -1 if there is none.
func (m *moment) hexesToHQ(u *state.Piece) int {
	f := m.g.FormationOf(u)
	if f == nil {
		return -1
	}
	if hq := m.g.HQ(m.after, f); hq != nil && hq.OnMap() {
		return m.g.Def.Grid.Distance(hq.At.Hex, u.At.Hex)
	}
	return -1
}

func (m *moment) hasSafePath(u *state.Piece) bool { return m.is.SafePath(u, m.g.Face(u).Class) }

// marks and the methods below it, up to trainsGo, report whether the order has led to an event with these values.
func (m *moment) marks(mark string, on bool, rule string) bool {
	return seen(m, func(e state.Marked) bool { return e.Mark == mark && e.On == on && e.Rule == rule })
}

func (m *moment) notes(what string) bool {
	return seen(m, func(e state.Noted) bool { return e.What == what })
}

func (m *moment) asks(kind string) bool {
	return seen(m, func(e state.Asked) bool { return e.Question.Kind == kind })
}

func (m *moment) steps(rule string) bool {
	return seen(m, func(e state.Stepped) bool { return e.Rule == rule })
}

func (m *moment) flags(flag string) bool {
	return seen(m, func(e state.Flagged) bool { return e.Flag == flag && !e.Off })
}

func (m *moment) stops() bool {
	return seen(m, func(e state.Flagged) bool { return game.StopOf(e.Flag) != "" && !e.Off })
}

func (m *moment) frees() bool {
	return seen(m, func(e state.Flagged) bool { return game.StopOf(e.Flag) != "" && e.Off })
}

func (m *moment) moves(how, rule string) bool {
	return seen(m, func(e state.Moved) bool { return e.How == how && (rule == "" || e.Rule == rule) })
}

func (m *moment) trainsGo(rule string) bool {
	return seen(m, func(e state.Moved) bool { return e.How == "trains" && e.Rule == rule })
}

// enters reports whether one unit of a kind of movement moved into a zone.
func (m *moment) enters(class data.Class, z law.Zone) bool {
	return m.o.Verb == "move" && seen(m, func(e state.Moved) bool {
		u := m.before.Piece(e.Units[0])
		return e.How == "move" && len(e.Units) == 1 && m.g.IsCombat(u) && m.g.Face(u).Class == class &&
			m.is.ZoneOf(m.g.Enemy(u.Side), e.Path[len(e.Path)-1]) == z
	})
}

// shows reports whether the unit of a move shows an AV of a kind.
func (m *moment) shows(kind string) bool { return m.g.Face(m.unit("units")).AV.Kind == kind }

func (m *moment) stopped(option string) bool { return len(game.Stops(m.unit(option))) > 0 }

// costs is how many points a unit has paid for the order.
func (m *moment) costs(option string) int {
	u := m.unit(option)
	return m.after.Piece(u.ID).Used - u.Used
}

// again reports whether an order of a verb has named the target in the activation already.
func (m *moment) again(v order.Verb) bool {
	return slices.ContainsFunc(m.earlier, func(o order.Order) bool {
		return o.Verb == v && o.Hex("target") == m.o.Hex("target")
	})
}

// goesBack reports whether a unit retreated on the map, between two hexes for which holds is true.
func (m *moment) goesBack(holds func(side order.Side, from, to hex.Hex) bool) bool {
	return seen(m, func(e state.Moved) bool {
		u := m.before.Piece(e.Units[0])
		return e.How == "retreat" && len(e.Path) > 0 && u.OnMap() && holds(u.Side, u.At.Hex, e.Path[0])
	})
}

// crossesZones reports whether an enemy zone lies on the straight line of a retreat.
func (m *moment) crossesZones(side order.Side, from, to hex.Hex) bool {
	return slices.ContainsFunc(m.g.Def.Grid.Line(from, to), func(c hex.Crossing) bool {
		return m.was.ZoneOf(m.g.Enemy(side), c.A) > law.None
	})
}

// isCut reports whether terrain cuts the line of a unit's AV to an enemy in its range.
func (m *moment) isCut(u *state.Piece) bool {
	reach := m.g.Face(u).AV.Range
	return reach > 1 && m.some(func(o *state.Piece) bool {
		return o.Side != u.Side && m.g.Def.Grid.Distance(u.At.Hex, o.At.Hex) <= reach &&
			len(law.Blocks(m.is, u.At.Hex, o.At.Hex)) > 0
	})
}

// livesOn reports whether a Formation has units that are to return, and no others.
func (m *moment) livesOn() bool {
	return slices.ContainsFunc(m.g.Data.Formations, func(f data.Formation) bool {
		returns, stands := false, false
		for i := range m.after.Pieces {
			if u := &m.after.Pieces[i]; m.g.IsCombat(u) && m.g.Of(u).Formation == f.ID {
				returns, stands = returns || u.At.Box == game.Returning, stands || u.OnMap()
			}
		}
		return returns && !stands && !m.is.IsGone(&f)
	})
}

// keepsWay reports whether a Formation has a whole MSR that was the same before.
func (m *moment) keepsWay(f data.Formation) bool {
	of := m.g.Formation(f.ID)
	a, b := m.was.MSROf(of), m.is.MSROf(of)
	return a.Whole() && b.Whole() && slices.Equal(a.Forward, b.Forward) && slices.Equal(a.Back, b.Back)
}

// isAhead reports whether a piece is Trains that lie ahead of their HQ at what would be Optimal Distance behind it.
func (m *moment) isAhead(u *state.Piece) bool {
	f := m.formation(u)
	if u.ID != f.Trains || law.IsOptimal(m.is, f) {
		return false
	}
	way := m.is.MSROf(f)
	return way != nil && len(way.Forward) > 5 && len(way.Forward) <= 16
}

// tolls reports whether isolation cost one unit at least so many steps.
func (m *moment) tolls(least int) bool {
	n := map[order.UnitID]int{}
	for _, ev := range m.events {
		if e, ok := ev.(state.Stepped); ok && e.Rule == "10.5-1" {
			n[e.Unit]++
		}
	}
	for _, lost := range n {
		if lost >= least {
			return true
		}
	}
	return false
}

// beside returns any hex beside another one.
func beside(g *game.Game, h hex.Hex) hex.Hex {
	for n := range g.Def.Grid.Neighbours(h) {
		return n
	}
	return h
}

// unsound lists what must not be in a position after an order, whatever it was.
func unsound(g *game.Game, before, after *state.State) (wrong []string) {
	say := func(format string, args ...any) { wrong = append(wrong, fmt.Sprintf(format, args...)) }
	was, is := law.NewPosition(g, before), law.NewPosition(g, after)
	for i := range after.Pieces {
		u := &after.Pieces[i]
		if u.OnMap() {
			at := g.Def.Grid.Index(u.At.Hex)
			if after.Holder(u.At.Hex) != u.Side {
				say("%s stands with enemies in %s", u.ID, u.At.Hex)
			}
			if n := is.Crowd(at); n > g.Data.Limit && n > was.Crowd(at) {
				say("%d units stand in %s", n, u.At.Hex)
			}
			if u.Steps < 1 || u.Steps > g.Def.Units[u.ID].Steps {
				say("%s has %d steps", u.ID, u.Steps)
			}
		}
		if len(after.Frames) < 2 && len(u.Flags) > 0 && !u.Flags.Has(game.Arrived) {
			say("%s still has %v", u.ID, u.Flags)
		}
	}
	for _, t := range after.Tallies {
		if t.N < 0 && !strings.HasPrefix(t.Name, game.FatigueOf) { // Fresh is below 0
			say("the tally %s is %d", t.Name, t.N)
		}
	}
	if len(after.Pending) == 0 && len(after.Frames) > 3 {
		say("a fight goes on in which nobody owes a decision")
	}
	return wrong
}
