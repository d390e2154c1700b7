package law_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/bcs/law"
	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
)

// ---- 7.5 Retreats ----

// retreatLine returns the first line that fits (7.5-9) of Retreat Execution, a printed box of rules, for a unit as it
// stands, with the side of its counter that is up. safe says whether it has a Safe Path by its own movement. It
// counts only if a Formation has the unit, since any other has no HQ to which the path would lead.
func (b oBoard) retreatLine(u oUnit, kind string, from hex.Hex, safe bool) string {
	slow, assigned := u.Class != "tac", u.Formation != ""
	// Prepared Defense helps a unit within six hexes of the HQ (4.5-1), prepared (1.2d-4), with its Deployed side up
	// (4.5-8). The one side of a one-sided counter counts as its Deployed side (CHOICE).
	f, ok := b.formation(u.Formation)
	defends := ok && f.Prepared && f.HQ != hex.None && u.prepared() && !u.MoveUp && b.Grid.Distance(u.At, f.HQ) <= 6
	// Key Terrain is a hex, or a hexside between the hex and the one that it was attacked from.
	key := slices.Contains(b.Terrain[u.At], "city") || b.KeyRivers && b.Rivers[hex.Between(from, u.At)]
	switch {
	case slow && assigned && !safe:
		return "7.5-11"
	case kind == data.Situational && (key || defends):
		return "7.5-12"
	case kind == data.Situational:
		return "7.5-13"
	case slow && assigned:
		return "7.5-14"
	case slow:
		return "7.5-15"
	}
	return "7.5-16"
}

// retreatTo lists where a unit can go by a line of the box.
func (b oBoard) retreatTo(u oUnit, line string) (out []hex.Hex) {
	f, _ := b.formation(u.Formation)
	for h := range b.Grid.All() {
		fits := b.Grid.Distance(u.At, h) == 3 && b.isBehind(u.Side, h, u.At) // 7.5-13, 7.5-15, 7.5-16
		if line == "7.5-14" {                                                // unless the HQ is under three hexes off (7.5-18)
			fits = f.HQ != hex.None && b.Grid.Distance(u.At, f.HQ) >= 3 && b.Grid.Distance(h, f.HQ) <= 1
		}
		if fits && b.mayStand(u, h) {
			out = append(out, h)
		}
	}
	return out
}

// isBehind: "to the rear" is nearer to a supply source (format.md; 7.5-3). For each hex its own nearest source counts.
func (b oBoard) isBehind(side string, h, than hex.Hex) bool {
	return b.nearest(h, b.Sources[side]) < b.nearest(than, b.Sources[side])
}

// mayStand: no enemy is there, there is room for one more (5.5-1), and from some hex beside it a unit with the class of
// its Move side can enter.
func (b oBoard) mayStand(u oUnit, h hex.Hex) bool {
	in := 0
	for _, o := range b.Units {
		if o.At == h && o.Side == u.Side && o.ID != u.ID {
			in++
		}
	}
	return in < 2 && !b.enemyIn(u.Side, h) && b.canBe(u.moves(), h)
}

// moves is a unit's class once its Move side is up.
func (u oUnit) moves() string {
	if u.Other == "" || u.MoveUp {
		return u.Class
	}
	return u.Other
}

func (b oBoard) canBe(class string, h hex.Hex) bool {
	return b.Grid.AnyNeighbour(h, func(n hex.Hex) bool { return b.canEnter(class, n, h) })
}

// pursued: a unit that ends a retreat in a zone that affects its movement loses a step (7.5-2). Its Move side is up
// then. Plain zones affect all but tactical movement (6.0-3). Friends do not lift zones.
func (b oBoard) pursued(u oUnit) bool {
	return slices.ContainsFunc(b.enemies(u.Side), func(e string) bool {
		z := b.Zone(e, u.At)
		return z == "real" || z == "support" || z == "plain" && u.moves() != "tac"
	})
}

// comesBack returns where a unit that left the map comes back, as the dead do, but with its Move side up: at its HQ. If
// that hex is full it is the first one beside it, clockwise from above, that the unit can enter from there.
func (b oBoard) comesBack(u oUnit) hex.Hex {
	f, _ := b.formation(u.Formation)
	if f.HQ == hex.None {
		return hex.None
	}
	for _, h := range append([]hex.Hex{f.HQ}, slices.Collect(b.Grid.Neighbours(f.HQ))...) {
		if b.mayStand(u, h) && (h == f.HQ || b.canEnter(u.moves(), f.HQ, h)) {
			return h
		}
	}
	return hex.None
}

// hqComesBack lists the hexes at which an HQ that left the map can come back: of the supply sources that no enemy holds
// or reaches, those nearest to its Trains.
func (b oBoard) hqComesBack(f oFormation) (out []hex.Hex) {
	free, least := b.msrOpen(oFormation{Side: f.Side}), 1<<20 // no HQ is named, so that no HQ's hex is excepted
	for _, h := range b.Sources[f.Side] {
		d := 0
		if f.HasTrains && f.Trains != hex.None {
			d = b.Grid.Distance(h, f.Trains)
		}
		if !free(h) || !b.canBe("truck", h) || d > least {
			continue
		}
		if d < least {
			out = nil
		}
		out, least = append(out, h), d
	}
	return out
}

// hqRetreatTo says whether the HQ of a Formation can retreat from the hex at, where it stands or stood, to h (9.1f). It
// is not sure if that depends on which of several equally short MSRs the enemy chooses.
//
// CHOICE, 9.1f-3: an enemy MSR exists on the board as it is, before the HQ goes. 9.1f-4: the Formation's own MSR is
// drawn with the HQ in the new hex; without Trains the Formation has a whole MSR.
func (b oBoard) hqRetreatTo(f oFormation, at hex.Hex) func(h hex.Hex) (ok, sure bool) {
	free := b.msrOpen(oFormation{Side: f.Side}) // 9.1f-2: what bars an MSR bars an HQ too, and no HQ's hex is excepted
	back := f.Trains != hex.None && b.cheapest(f.Trains, b.isSource(f.Side), b.backStep(f.Side, false), free) >= 0
	whole := func(h hex.Hex) bool {
		return !f.HasTrains || back && b.cheapest(h, oIs(f.Trains), b.forwardStep, free) >= 0
	}
	enemyMSRs := b.enemyMSRs(f.Side)
	return func(h hex.Hex) (ok, sure bool) {
		d := b.Grid.Distance(at, h)
		road := b.Grid.AnyNeighbour(h, func(n hex.Hex) bool { return b.Grid.Contains(n) && b.anyRoad(n, h) }) // 9.1f-1
		if !road || !b.isBehind(f.Side, h, at) || !free(h) || d < 3 || d > 3 && !whole(h) {                   // 9.1f-4
			return false, true
		}
		some, all := enemyMSRs(h) // 9.1f-3
		return !all, all || !some // sure if all of the enemy's possible MSRs lead over h, or none does
	}
}

// ---- Boards ----

// forRetreats adds to a board what retreats ask for: counters with two sides, Independents assigned or not, Prepared
// Defense, Key hexsides, stacks that are full three hexes from others and at HQs.
func (b *oBoard) forRetreats(r *rand.Rand) {
	chance := func(percent int) bool { return r.IntN(100) < percent }
	classes := []string{"tac", "truck", "leg"}
	b.KeyRivers = chance(50)
	var centres []oUnit // units are added at some distance from these
	for i := range b.Formations {
		f := &b.Formations[i]
		f.Prepared = chance(40)
		if f.HQ != hex.None {
			centres = append(centres, oUnit{Side: f.Side, Formation: f.ID, At: f.HQ})
		}
	}
	centres = append(centres, b.Units...)
	all := slices.Collect(b.Grid.All())
	for n := range r.IntN(25) {
		c, away := centres[r.IntN(len(centres))], []int{0, 1, 1, 2, 3, 3, 3}[r.IntN(7)]
		h := all[r.IntN(len(all))]
		for range 200 { // tries to find a hex that far away; after 200 any h will do
			if b.Grid.Distance(h, c.At) == away {
				break
			}
			h = all[r.IntN(len(all))]
		}
		u := oUnit{ID: fmt.Sprint("x", n), Side: c.Side, Formation: c.Formation, At: h, Class: classes[r.IntN(3)], Arrow: chance(50)}
		for b.mayStand(u, h) && !b.isClosed(u.Class, h) {
			b.Units = append(b.Units, u)
			u.ID += "y"
		}
	}
	for i := range b.Units {
		u := &b.Units[i]
		if chance(60) {
			u.Other, u.MoveUp = classes[r.IntN(3)], chance(30)
		}
		switch {
		case chance(10):
			u.Formation = ""
		case chance(10):
			u.Lent = true
		}
	}
}

// jump has a prepared enemy enter the hex of an HQ, which leaves the map in p and in b. It returns the Formation of the
// HQ and that hex; nil if no HQ stands alone or there is no such enemy.
func (b *oBoard) jump(p *law.Position, r *rand.Rand) (f *oFormation, at hex.Hex) {
	for _, i := range r.Perm(len(b.Formations)) {
		f, at = &b.Formations[i], b.Formations[i].HQ
		f.HQ = hex.None
		if enemy := b.prepared(f.Side, r); enemy != nil && !b.unitIn(f.Side, at) && !b.trainsIn(f.Side, at) {
			sc := &state.Scratch{State: p.St}
			sc.Do(state.Moved{Units: []order.UnitID{"hq-" + oID(f.ID)}, Box: game.Returning},
				state.Moved{Units: []order.UnitID{oID(enemy.ID)}, Path: []hex.Hex{at}})
			enemy.At = at
			p.Reset(p.G, p.St)
			return f, at
		}
		f.HQ = at
	}
	return nil, hex.None
}

// prepared returns a prepared enemy of a side, drawn at random; nil if there is none.
func (b *oBoard) prepared(side string, r *rand.Rand) *oUnit {
	for _, i := range r.Perm(len(b.Units)) {
		if u := &b.Units[i]; u.Side != side && u.prepared() {
			return u
		}
	}
	return nil
}

// ---- The comparison ----

// Lines of the box Retreat Execution, and where units and HQs retreat to, are those of a second reading.
func TestSecondReadingOfRetreats(t *testing.T) {
	seen := map[string]int{} // what the boards had
	for seed := range uint64(*boards) {
		r := rand.New(rand.NewPCG(11, seed))
		b := randomBoard(r)
		b.forRetreats(r)
		p := b.position(t)
		name := fmt.Sprint("seed ", seed)
		b.checkRetreats(t, name, p, seen)
		for _, f := range b.Formations {
			b.checkHQRetreat(t, name, p, f, f.HQ, seen)
		}
		if f, at := b.jump(p, r); f != nil {
			b.checkRetreats(t, name+", jumped", p, seen)
			b.checkHQRetreat(t, name+", jumped", p, *f, at, seen)
			sources, back := b.hqComesBack(*f), law.ComesBackTo(p, p.St.Piece("hq-"+oID(f.ID)))
			if !slices.Contains(sources, back) && (back != hex.None || len(sources) > 0) {
				t.Errorf("%s: the HQ of %s comes back in %v, read again %v", name, f.ID, back, sources)
			}
			seen["jumped"]++
		}
		b.checkReturns(t, name, p, r)
		if t.Failed() {
			return
		}
	}
	for _, what := range []string{"7.5-11", "7.5-12", "7.5-13", "7.5-14", "7.5-15", "7.5-16", "to 7.5-13", "to 7.5-14", "near", "far", "jumped"} {
		if seen[what] == 0 {
			t.Errorf("no board had %s: %v", what, seen)
		}
	}
	t.Log(seen)
}

func (b oBoard) checkRetreats(t *testing.T, name string, p *law.Position, seen map[string]int) {
	t.Helper()
	for _, u := range b.Units {
		piece, safe := p.St.Piece(oID(u.ID)), b.SafePath(u, u.Class)
		for _, kind := range []string{data.Situational, data.Automatic} {
			for _, from := range append(slices.Collect(b.Grid.Neighbours(u.At)), hex.None) {
				got, want := law.RetreatLine(p, piece, kind, from), b.retreatLine(u, kind, from, safe)
				if got != want {
					t.Errorf("%s: %s in %v, attacked from %v: the line of its %s retreat is %s, read again %s", name, u.ID, u.At,
						from, kind, got, want)
				}
				seen[want]++
			}
		}
		for _, line := range []string{"7.5-13", "7.5-14", "7.5-15", "7.5-16"} {
			got, want := law.RetreatTo(p, piece, line), b.retreatTo(u, line)
			if !slices.Equal(got, want) {
				t.Errorf("%s: %s in %v retreats by %s to %v, read again %v", name, u.ID, u.At, line, got, want)
			}
			seen["to "+line] += len(want)
		}
		if got, want := law.Pursued(p, piece, piece.At.Hex), b.pursued(u); got != want {
			t.Errorf("%s: %s in %v loses a step: %v, read again %v", name, u.ID, u.At, got, want)
		}
	}
}

// checkReturns takes some units off the map, one after the other, and checks where each would come back.
func (b *oBoard) checkReturns(t *testing.T, name string, p *law.Position, r *rand.Rand) {
	t.Helper()
	for range min(4, len(b.Units)) {
		u := &b.Units[r.IntN(len(b.Units))]
		if u.Formation == "" || u.At == hex.None {
			continue
		}
		u.At = hex.None
		u.Class, u.Other, u.MoveUp = u.moves(), u.Class, u.Other != "" // its Move side is up now, if it has one
		sc, ids := &state.Scratch{State: p.St}, []order.UnitID{oID(u.ID)}
		sc.Do(state.Moved{Units: ids, Box: game.Returning})
		if u.MoveUp {
			sc.Do(state.Flipped{Units: ids, Face: 1})
		}
		p.Reset(p.G, p.St)
		if got, want := law.ComesBackTo(p, p.St.Piece(ids[0])), b.comesBack(*u); got != want {
			t.Errorf("%s: %s comes back in %v, read again %v", name, u.ID, got, want)
		}
	}
}

func (b oBoard) checkHQRetreat(t *testing.T, name string, p *law.Position, f oFormation, at hex.Hex,
	seen map[string]int) {
	t.Helper()
	to := law.HQRetreatTo(p, p.St.Piece("hq-"+oID(f.ID)), at)
	if !slices.IsSortedFunc(to, hex.Compare) {
		t.Errorf("%s: the hexes of the HQ of %s are out of order: %v", name, f.ID, to)
	}
	reading := b.hqRetreatTo(f, at)
	for h := range b.Grid.All() {
		got := slices.Contains(to, h)
		want, sure := reading(h)
		if sure && got != want {
			t.Errorf("%s: the HQ of %s in %v retreats to %v: %v, read again %v", name, f.ID, at, h, got, want)
		}
		switch {
		case want && b.Grid.Distance(at, h) > 3:
			seen["far"]++
		case want:
			seen["near"]++
		}
	}
}
