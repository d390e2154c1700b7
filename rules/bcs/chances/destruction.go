package chances

import (
	"slices"

	"grognard/rules/bcs/combat"
	"grognard/rules/bcs/law"
	"grognard/rules/first"
	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/view"
)

// OfDestruction returns the chance, in percent, that a Destruction die costs a hex a step.
func OfDestruction(p *law.Position, h hex.Hex) int {
	hits := 0
	for face := 1; face <= 6; face++ {
		if combat.Shells(p, h, []int{face})[0].Hit {
			hits++
		}
	}
	return Percent(hits * view.Throws / 6)
}

// WithDestruction returns the Gist of a fight, in percent, together with the Destruction dice that are rolled before it
// (BCS 8.0-5). fought returns in how many of view.Throws throws the things of a Gist happen in a fight without a
// mission. A step lost by a Destruction die counts as one lost in the fight; where no combat unit is left, the target
// is destroyed. All units in the target hex must be known.
func WithDestruction(p *law.Position, x *combat.Fight,
	fought func(*law.Position, *combat.Fight) view.Gist) (sum view.Gist) {
	all := 0
	for _, f := range falls(p, x.Hex, x.Mission.Arty+x.Mission.Air) {
		after := f.on(p)
		left := combat.Fight{Unit: after.St.Piece(x.Unit.ID), Assists: x.Assists, Hex: x.Hex, Shock: x.Shock,
			Defender: combat.Defending(after, x.Hex)}
		one := view.Gist{Against: view.Throws, Dies: view.Throws} // if no defender is left
		if left.Defender != nil {
			one = fought(after, &left)
			if len(f.hit) > 0 {
				one.Against = view.Throws
			}
		}
		all += f.ways * view.Throws
		sum.Against, sum.Dies = sum.Against+f.ways*one.Against, sum.Dies+f.ways*one.Dies
		sum.Retreat, sum.Acting = sum.Retreat+f.ways*one.Retreat, sum.Acting+f.ways*one.Acting
	}
	return InPercent(sum, all)
}

// fall is what Destruction dice do: the unit that loses a step, for each die that costs one, and in how many throws.
type fall struct {
	hit  []order.UnitID
	ways int
}

// falls returns what a number of dice can do to the units in a hex.
func falls(p *law.Position, h hex.Hex, dice int) (out []fall) {
	faces := slices.Repeat([]int{1}, dice)
	for at := 0; at < dice; {
		var hit []order.UnitID
		for _, s := range combat.Shells(p, h, faces) {
			if s.Hit {
				hit = append(hit, s.Unit)
			}
		}
		first.OrAdd(&out, func(f fall) bool { return slices.Equal(f.hit, hit) }, fall{hit: hit}).ways++
		for at = 0; at < dice && faces[at] == 6; at++ { // the next throw; after the last one at is dice
			faces[at] = 1
		}
		if at < dice {
			faces[at]++
		}
	}
	return out
}

// on returns the position after the dice have fallen.
func (f fall) on(p *law.Position) *law.Position {
	st := &state.State{}
	p.St.CopyTo(st)
	for _, id := range f.hit {
		left := st.Piece(id).Steps - 1
		events := []state.Event{state.Stepped{Unit: id, Left: left}}
		if left == 0 {
			events = append(events, state.Moved{Units: []order.UnitID{id}, Box: state.Dead})
		}
		for _, e := range events {
			if err := st.Apply(e); err != nil {
				panic(err) // only units that the state does not have
			}
		}
	}
	return law.NewPosition(p.G, st)
}
