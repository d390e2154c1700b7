package law

import (
	"cmp"
	"slices"

	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/chart"
	"grognard/rules/first"
	"grognard/rules/hex"
	"grognard/rules/internal/choice"
	"grognard/rules/internal/state"
	"grognard/rules/route"
	"grognard/rules/view"
)

// WhenMove lists what keeps a side from moving now: units move among the activities of their Formation's activation,
// and enter the map in the Reinforcements Phase.
func WhenMove(c *game.Attempt) []choice.Violation {
	if c.Sight.Phase().Name == game.Reinforcements && c.Sight.Phase().Side == c.Sight.Side {
		return WhenPhase(game.Reinforcements)(c)
	}
	if q := c.Sight.Owed; q != nil && q.Kind == "engage" {
		return nil // CheckMove says why nobody moves: what has stopped the units, and the Engagement that is due
	}
	return When(game.Activities)(c)
}

// NextMove proposes units of the active Formation that stand together, and where they can go.
func NextMove(c *game.Attempt) (picks []view.Pick) {
	p := Of(c.Sight)
	if arriving(c) {
		return nextArrival(c)
	}
	f := p.G.Active(p.St)
	if f == nil {
		return nil
	}
	picks = UnitPicks(state.Where(c.Sight.Own, func(u *state.Piece) bool {
		return u.Group == f.ID && u.OnMap() && p.G.Of(u).Role != data.Trains
	}))
	if len(c.Units) == 0 {
		return picks
	}
	if len(c.Targets) == 0 {
		for h := range p.Reach(c.Units).All() {
			picks = append(picks, view.Pick{Hex: h})
		}
	}
	for h := range c.Sight.Def.Grid.Neighbours(lastHex(c)) {
		picks = append(picks, view.Pick{Hex: h, N: 1}) // 1: a step of a path
	}
	return picks
}

// lastHex is where the units of a move stand after the steps picked so far.
func lastHex(c *game.Attempt) hex.Hex {
	if n := len(c.Targets); n > 0 {
		return c.Targets[n-1].Hex
	}
	return c.Units[0].At.Hex
}

// CheckMove lists what a pick of a move breaks.
func CheckMove(c *game.Attempt, pick view.Pick) []choice.Violation {
	p := Of(c.Sight)
	if arriving(c) {
		return checkArrival(c, pick)
	}
	switch {
	case pick.Unit != "":
		return checkMover(c, c.Sight.Piece(pick.Unit))
	case pick.N == 1: // a step of a path
		return checkStep(p, c, pick.Hex)
	}
	return checkGoal(p, c, pick.Hex)
}

// checkMover lists what keeps a unit from moving, alone or together with those picked before it.
func checkMover(c *game.Attempt, u *state.Piece) (out []choice.Violation) {
	p := Of(c.Sight)
	name := p.Name(u.ID)
	if !u.OnMap() {
		return NotOnMap(c, u)
	}
	if q := c.Sight.Owed; q != nil {
		out = append(out, Violation(q.Rule, view.T("bcs.owes-engagement")))
	}
	out = append(out, CheckOrdered(p, u)...)
	switch {
	case p.G.Of(u).Role == data.Trains: // BCS 10.3-9
		out = append(out, Violation("10.3-9", view.T("bcs.trains-order")))
	case len(c.Units) > 0 && c.Units[0].At.Hex != u.At.Hex:
		out = append(out, Violation(Movement, view.T("bcs.not-together", "unit", name)))
	}
	out = append(out, checkFree(p, u)...)
	if len(out) == 0 && p.Left(u) == 0 {
		out = append(out, Violation(Movement, view.T("bcs.nothing-left", "unit", name)))
	}
	if len(out) == 0 && len(c.Rest) == 0 && !someCanGo(p, append(slices.Clip(c.Units), u)) { // picks in Rest say more
		out = append(out, Violation(Movement, view.T("bcs.nowhere", "unit", name, "why", "")))
	}
	return out
}

// CanGo reports whether a unit of the active Formation on the map can go anywhere, alone or with others that stand with
// it, so that an order to move it exists.
func CanGo(p *Position, u *state.Piece) bool {
	return p.G.Of(u).Role != data.Trains && MayMove(p, u) && someCanGo(p, []*state.Piece{u})
}

// UnmovedStacks lists the stacks of a Formation with units that could move and have not, these alone; an HQ by itself.
func UnmovedStacks(p *Position, f *data.Formation) (stacks []view.Counted) {
	for top := range p.St.Tops() {
		for _, isHQ := range []bool{false, true} {
			one := view.Counted{Hexes: []hex.Hex{top.At.Hex}}
			for u := range p.St.Pile(top.At.Hex) {
				if u.Group == f.ID && u.Used == 0 && (u.ID == f.HQ) == isHQ && CanGo(p, u) {
					one.Units = append(one.Units, u.ID)
				}
			}
			if len(one.Units) > 0 {
				stacks = append(stacks, one)
			}
		}
	}
	return stacks
}

// someCanGo reports whether units can go anywhere, alone or with others there whose IDs come after the last one's.
func someCanGo(p *Position, units []*state.Piece) bool {
	if canGo(p, units) {
		return true
	}
	last := units[len(units)-1]
	for u := range p.St.Pile(last.At.Hex) {
		if u.ID > last.ID && len(CheckOrdered(p, u)) == 0 && MayMove(p, u) && p.G.Of(u).Role != data.Trains &&
			someCanGo(p, append(slices.Clip(units), u)) {
			return true
		}
	}
	return false
}

// canGo reports whether units can go anywhere together.
func canGo(p *Position, units []*state.Piece) bool {
	p.Flood(&p.further, units) // first by the cheapest paths alone; CanEnd also looks for paths nearer to the HQ
	for h := range p.further.All() {
		if len(endBreaks(p, p.G.Active(p.St), units, p.further.Path(h))) == 0 {
			return true
		}
	}
	for h := range p.Reach(units).All() {
		if CanEnd(p, units, h) {
			return true
		}
	}
	return false
}

// CanEnd reports whether units may end their move in a hex that they reach.
func CanEnd(p *Position, units []*state.Piece, to hex.Hex) bool {
	_, broken := WayTo(p, units, to)
	return len(broken) == 0
}

// CheckOrdered checks that a unit belongs to the active Formation.
func CheckOrdered(p *Position, u *state.Piece) []choice.Violation {
	if f := cmp.Or(p.G.Active(p.St), &data.Formation{}); f.ID == "" || u.Group != f.ID {
		return Violations(Naming, view.T("bcs.other-formation", "unit", p.Name(u.ID), "formation", f.Name))
	}
	return nil
}

// checkFree lists the clauses that have stopped or finished a unit.
func checkFree(p *Position, u *state.Piece) (out []choice.Violation) {
	out = CheckFinished(p, u)
	stops := game.Stops(u)
	isFree := len(out) == 0 && p.Left(u) > 0 && len(Unheld(p, u)) == len(stops) // it could move if it were not stopped
	for _, clause := range stops {
		out = append(out, Violation(clause, view.T("bcs.stopped", "unit", p.Name(u.ID), "free", isFree, "by", clause)))
	}
	return out
}

// Unheld lists the stops of a unit by zones of control that no zone causes any more. BCS 6.0-7: only an Engagement of
// its own, or of a unit that moved there with it, lifts them.
func Unheld(p *Position, u *state.Piece) []string {
	now := p.StopsAt(u, u.At.Hex)
	return slices.DeleteFunc(game.Stops(u), func(clause string) bool {
		return !slices.Contains([]string{"6.0-1", "6.0-4", "6.0-9"}, clause) || slices.Contains(now, clause)
	})
}

// checkGoal lists what keeps units from going to a hex by the cheapest way.
func checkGoal(p *Position, c *game.Attempt, to hex.Hex) []choice.Violation {
	if len(c.Units) == 0 {
		return Violations(Movement, view.T("bcs.nobody-moves"))
	}
	if p.Reach(c.Units).Reached(to) {
		_, broken := WayTo(p, c.Units, to)
		return broken
	}
	return whyNot(p, c.Units, to)
}

// WayTo returns the path of units to a hex that they reach: the cheapest one, or, if a move by it is illegal, a legal
// one that comes nearer to their HQ with every hex (4.2f-3). If neither is legal, broken is what the cheapest breaks.
func WayTo(p *Position, units []*state.Piece, to hex.Hex) (path []hex.Hex, broken []choice.Violation) {
	f := p.G.Active(p.St)
	path = p.Reach(units).Path(to)
	broken = endBreaks(p, f, units, path)
	if len(broken) == 0 || p.HQAt(f) < 0 {
		return path, broken
	}
	nearer := p.nearer(units, p.G.At(p.HQAt(f)), to, nil)
	if nearer != nil && len(endBreaks(p, f, units, nearer)) == 0 {
		return nearer, nil
	}
	return path, broken
}

// nearer returns path, continued to the hex to by steps that each come nearer to goal; nil if none leads there.
func (p *Position) nearer(units []*state.Piece, goal, to hex.Hex, path []hex.Hex) []hex.Hex {
	at := units[0].At.Hex
	if len(path) > 0 {
		at = path[len(path)-1]
	}
	if at == to {
		return path
	}
	g := p.G.Def.Grid
	for next := range g.Neighbours(at) {
		left := g.Distance(next, goal) // no less than that of the hex to, which would have been passed
		if left >= g.Distance(at, goal) || left < g.Distance(to, goal) ||
			len(stepBreaks(p, units, at, next, len(path) == 0)) > 0 {
			continue
		}
		longer := append(slices.Clip(path), next)
		if leftAfter(p, units, longer) < 0 {
			continue
		}
		if complete := p.nearer(units, goal, to, longer); complete != nil {
			return complete
		}
	}
	return nil
}

// whyNot says why units cannot reach a hex: what stands in it, or what stops them on the cheapest way there.
func whyNot(p *Position, units []*state.Piece, to hex.Hex) []choice.Violation {
	if to == units[0].At.Hex {
		return Violations(Movement, view.T("bcs.already-there"))
	}
	if out := barred(p, units, to); len(out) > 0 {
		return out
	}
	m := p.movers(units)
	flood := func(closed []int8) { // floods p.home as if nothing stopped the units on the way
		p.home.Flood(p.G.Ways[m.kind()], units[0].At.Hex, p.LeftTogether(units),
			route.Traffic{Barred: closed, Costly: p.nowhere})
	}
	flood(p.trafficOf(p.side(units[0].Side), m).Barred)
	if !p.home.Reached(to) {
		flood(nil) // and as if neither enemies nor zones kept them out of any hex
	}
	if !p.home.Reached(to) {
		return Violations(Movement, view.T("bcs.too-far", "left", p.points(p.LeftTogether(units)), "hex", to))
	}
	from := units[0].At.Hex
	for _, h := range p.home.Path(to) {
		if out := stepBreaks(p, units, from, h, from == units[0].At.Hex); len(out) > 0 {
			return out
		}
		from = h
	}
	return Violations(Movement, view.T("bcs.too-far", "left", p.points(p.LeftTogether(units)), "hex", to))
}

// points converts 1/Scale to movement points.
func (p *Position) points(n int) chart.Fraction { return chart.Frac(int64(n), int64(p.G.Data.Scale)) }

// barred lists what keeps units out of a hex, whatever way leads there.
func barred(p *Position, units []*state.Piece, h hex.Hex) (out []choice.Violation) {
	at, foe := p.G.Def.Grid.Index(h), p.against(units[0].Side)
	for _, u := range units {
		name := p.Name(u.ID)
		if p.G.Of(u).Role == data.HQ {
			if foe.zone[at] > None { // BCS 6.0-8: HQs do not enter enemy zones
				out = append(out, Violation("6.0-8", view.T("bcs.hq-zone", "unit", name, "hex", h)))
			}
			if foe.fire[at] { // BCS 6.1-7: nor Engagement Zones
				out = append(out, Violation("6.1-7", view.T("bcs.hq-fire", "unit", name, "hex", h)))
			}
		}
		if foe.any[at] && !foe.guarded[at] && !IsPrepared(p.G, u) { // BCS 1.2d-6: such units drive away no HQ or Trains
			out = append(out, Violation("1.2d-6", view.T("bcs.cannot-jump", "unit", name, "hex", h)))
		}
	}
	if foe.guarded[at] {
		out = append(out, Violation(Movement, view.T("bcs.enemy-there", "hex", h)))
	}
	return out
}

// stepBreaks lists what one step of a move breaks. begins says that the step is the first of the move.
func stepBreaks(p *Position, units []*state.Piece, from, to hex.Hex, begins bool) (out []choice.Violation) {
	if !p.G.Def.Grid.Touch(from, to) {
		return Violations(Movement, view.T("bcs.no-step", "from", from, "hex", to))
	}
	out = barred(p, units, to)
	at, came := p.G.Def.Grid.Index(to), p.G.Def.Grid.Index(from)
	foe := p.against(units[0].Side)
	for _, u := range units {
		name := p.Name(u.ID)
		f := p.G.Face(u)
		if _, ok := p.step(game.KindOf(f.Class), from, to); !ok {
			out = append(out, Violation(Movement, view.T("bcs.closed", "unit", name, "hex", to)))
		}
		if f.Class != data.Tac && foe.zone[at] > None && foe.zone[came] > None { // BCS 6.0-2
			out = append(out, Violation("6.0-2", view.T("bcs.zone-to-zone", "unit", name, "hex", to)))
		}
		if begins {
			continue
		}
		for _, clause := range p.StopsAt(u, from) {
			out = append(out, Violation(clause, view.T("bcs.stops-there", "unit", name, "hex", from)))
		}
	}
	return out
}

// checkStep lists what a step of a path breaks. A step is only offered where the path can end with it or later.
func checkStep(p *Position, c *game.Attempt, to hex.Hex) []choice.Violation {
	if len(c.Units) == 0 {
		return Violations(Movement, view.T("bcs.nobody-moves"))
	}
	from := lastHex(c)
	if out := stepBreaks(p, c.Units, from, to, len(c.Targets) == 0); len(out) > 0 {
		return out
	}
	path := append(pathOf(c), to)
	if left := leftAfter(p, c.Units, path); left < 0 {
		return Violations(Movement, view.T("bcs.too-far", "left", p.points(p.LeftTogether(c.Units)), "hex", to))
	}
	if len(c.Rest) > 0 && c.Rest[0].N == 1 { // the next pick is a step: the path need not end here
		return nil
	}
	wrong := endBreaks(p, p.G.Active(p.St), c.Units, path)
	if len(wrong) == 0 || goesOn(p, c.Units, path) {
		return nil
	}
	return wrong
}

func pathOf(c *game.Attempt) (path []hex.Hex) {
	for _, t := range c.Targets {
		path = append(path, t.Hex)
	}
	return path
}

// leftAfter is what units have left after a path, negative where it is too long for one of them.
func leftAfter(p *Position, units []*state.Piece, path []hex.Hex) int {
	cost, ok := p.costFrom(p.movers(units).kind(), units[0].At.Hex, path)
	if !ok {
		return -1
	}
	return p.LeftTogether(units) - cost
}

// goesOn reports whether a path that may not end where it does can be continued to a hex where it may end.
func goesOn(p *Position, units []*state.Piece, path []hex.Hex) bool {
	last := path[len(path)-1]
	if slices.ContainsFunc(units, func(u *state.Piece) bool { return len(p.StopsAt(u, last)) > 0 }) {
		return false
	}
	m := p.movers(units)
	p.further.Flood(p.G.Ways[m.kind()], last, leftAfter(p, units, path), p.trafficOf(p.side(units[0].Side), m))
	for h := range p.further.All() {
		if h == units[0].At.Hex {
			continue
		}
		longer := append(slices.Clip(path), p.further.Path(h)...)
		if len(endBreaks(p, p.G.Active(p.St), units, longer)) == 0 {
			return true
		}
	}
	return false
}

// endBreaks lists what units break by ending their move where a path leads.
func endBreaks(p *Position, f *data.Formation, units []*state.Piece, path []hex.Hex) (out []choice.Violation) {
	to := path[len(path)-1]
	n := first.Count(units, p.G.IsCombat)
	if n > 0 && p.Crowd(p.G.Def.Grid.Index(to), units...)+n > p.G.Data.Limit { // BCS 5.5-1
		out = append(out, Violation("5.5-1", view.T("bcs.overstacks", "hex", to, "room", p.G.Data.Limit)))
	}
	if u := Strands(p, f, after(p, f, units, path)); u != nil {
		out = append(out, OutOfRadius(p.Name(u.ID))...)
	}
	return out
}

// after returns the state of units after a move along a path.
func after(p *Position, f *data.Formation, units []*state.Piece, path []hex.Hex) *After {
	a := &After{Units: units, To: path[len(path)-1], Left: true, Strayed: Strays(p, f, units[0].At.Hex, path)}
	for _, u := range units {
		cost, _ := p.Cost(u, path)
		a.Costs = append(a.Costs, u.Used+cost)
		a.Stopped = append(a.Stopped, len(p.StopsAt(u, a.To)) > 0)
	}
	return a
}

// Strays reports whether a hex of a path is no nearer to the HQ than the one before it; true with the HQ off the map.
func Strays(p *Position, f *data.Formation, from hex.Hex, path []hex.Hex) bool {
	hq := p.G.HQ(p.St, f)
	if hq == nil || !hq.OnMap() {
		return true
	}
	for _, to := range path {
		if p.G.Def.Grid.Distance(to, hq.At.Hex) >= p.G.Def.Grid.Distance(from, hq.At.Hex) {
			return true
		}
		from = to
	}
	return false
}

// DoneMove says what is missing to make an order of movement.
func DoneMove(c *game.Attempt) []choice.Violation {
	p := Of(c.Sight)
	switch {
	case len(c.Units) == 0:
		return Violations(Movement, view.T("bcs.nobody-moves"))
	case len(c.Targets) == 0:
		return Violations(Movement, view.T("bcs.where-to"))
	case arriving(c), c.Targets[0].N != 1: // no steps but a goal, which was checked as it was picked
		return nil
	}
	return endBreaks(p, p.G.Active(p.St), c.Units, pathOf(c))
}
