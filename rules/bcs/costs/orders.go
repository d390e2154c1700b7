// Package costs says what each pick of an order costs, before it is chosen: points, steps, stops, risks, and what an
// asset brings to its Formation.
//
// It may import data, game and law. It must not know how a pick is shown, nor what an order does.
package costs

import (
	"cmp"
	"maps"
	"slices"

	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/bcs/law"
	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/view"
)

// OtherSides returns the face that each unit would have up after it was flipped.
func OtherSides(c *game.Attempt, picks []view.Pick) (out []view.Cost) {
	for _, p := range picks {
		out = append(out, view.Cost{Picks: []view.Pick{p}, Text: OtherSide(law.Of(c.Sight), c.Sight.Piece(p.Unit))})
	}
	return out
}

// OtherSide describes a unit as it would be after it was flipped, with the movement points that it would have.
func OtherSide(p *law.Position, u *state.Piece) view.Text {
	then := *u
	then.Face = 1 - then.Face&1
	return view.T("bcs.cost.flip", "unit", view.Described{Counter: p.G.Counter(&then)}, "n", Points(p.G, p.Left(&then)))
}

// TrainsCosts returns the hexes offered to Trains that are at Optimal Distance (BCS 10.3-17), nearest the HQ first.
func TrainsCosts(c *game.Attempt, picks []view.Pick) []view.Cost {
	if len(c.Words) == 0 {
		return nil
	}
	pos, text := law.Of(c.Sight), view.T("bcs.cost.optimal")
	optimal := view.Cost{Text: text, Price: text, Merit: true}
	f := pos.G.Formation(order.GroupID(c.Words[0]))
	for _, p := range picks {
		if at := pos.G.Def.Grid.Index(p.Hex); law.IsOptimalAt(pos, f, p.Hex, pos.MSRFrom(f, at)) {
			optimal.Picks = append(optimal.Picks, p)
		}
	}
	far := func(p view.Pick) int { return pos.G.Def.Grid.Distance(pos.G.HQ(pos.St, f).At.Hex, p.Hex) }
	slices.SortStableFunc(optimal.Picks, func(a, b view.Pick) int { return far(a) - far(b) })
	return slices.DeleteFunc([]view.Cost{optimal}, func(o view.Cost) bool { return len(o.Picks) == 0 })
}

// EntryNote explains why Trains are at Optimal Distance whatever their MSR: they stand in an entry hex (BCS 10.3-18).
func EntryNote(pos *law.Position, f *data.Formation) (out []view.Text) {
	t := pos.G.Trains(pos.St, f)
	if t != nil && law.IsOptimal(pos, f) && pos.G.Entry(f.Side, pos.G.Def.Grid.Index(t.At.Hex)) {
		out = append(out, view.T("bcs.note.optimal-entry", "hex", t.At.Hex))
	}
	return out
}

// RetreatCosts returns how many steps a retreat to each hex costs: one if it is voluntary (BCS 7.5-5), and one in an
// enemy zone (BCS 7.5-2). For an HQ it returns how far each hex is, and whether its MSR would then be complete.
func RetreatCosts(c *game.Attempt, picks []view.Pick) (out []view.Cost) {
	pos, byPrice := law.Of(c.Sight), map[retreatPrice][]view.Pick{}
	for _, p := range picks {
		if p.Unit != "" {
			continue
		}
		if price := priceOfRetreat(c, pos, p.Hex); price.n > 0 {
			byPrice[price] = append(byPrice[price], p)
		}
	}
	for _, r := range slices.SortedFunc(maps.Keys(byPrice), retreatPrice.compare) {
		price := view.T("bcs.cost.steps", "n", r.n)
		if r.hq {
			price = view.T("bcs.cost.hexes", "n", r.n, "msr", r.whole)
		}
		out = append(out, view.Cost{Picks: byPrice[r], Text: price, Price: price})
	}
	return out
}

// retreatPrice is the price of a retreat: steps, or for an HQ its length in hexes.
type retreatPrice struct {
	n     int
	hq    bool
	whole int // for an HQ, 1 if the MSR would be complete
}

func (r retreatPrice) compare(other retreatPrice) int {
	return cmp.Or(cmp.Compare(r.whole, other.whole), cmp.Compare(r.n, other.n))
}

func priceOfRetreat(c *game.Attempt, pos *law.Position, to hex.Hex) (r retreatPrice) {
	for _, u := range c.Units {
		if !pos.G.IsCombat(u) {
			from, f, at := u.At.Hex, pos.G.FormationOf(u), pos.G.Def.Grid.Index
			if c.Sight.Owed != nil { // it was jumped there, and is off the map
				from = c.Sight.Owed.Hex
			}
			r = retreatPrice{n: pos.G.Def.Grid.Distance(from, to), hq: true}
			t := pos.G.Trains(pos.St, f)
			if t != nil && t.OnMap() && pos.MSRBetween(f, at(to), at(t.At.Hex)).Whole() {
				r.whole = 1
			}
			continue
		}
		steps := map[bool]int{true: 1}[c.Verb() == "fallback"] // 1 if the retreat is voluntary, else 0
		if law.Pursued(pos, u, to) {
			steps++
		}
		r.n += min(steps, u.Steps) // a unit cannot lose more steps than it has
	}
	return r
}

// SpotterCosts returns which of the units offered as spotters are Stopped already: all others would be by spotting.
func SpotterCosts(c *game.Attempt, picks []view.Pick) []view.Cost {
	stopped := slices.DeleteFunc(slices.Clone(picks), func(p view.Pick) bool {
		return p.Unit == "" || len(game.Stops(c.Sight.Piece(p.Unit))) == 0
	})
	if len(stopped) == 0 {
		return nil
	}
	return []view.Cost{{Text: view.T("bcs.cost.spots-stopped"), Picks: stopped}}
}

// RefitCosts returns what a Replacement Point does for each unit, and which kind of point the unit takes.
func RefitCosts(c *game.Attempt, picks []view.Pick) (out []view.Cost) {
	pos := law.Of(c.Sight)
	for _, p := range picks {
		if u := c.Sight.Piece(p.Unit); u != nil {
			kind := view.T("kind." + law.KindOfPoint(pos, u))
			cost := view.Cost{Picks: []view.Pick{p}, Text: view.T("bcs.cost.refit", "kind", kind, "steps", u.Steps+1)}
			if at := law.Reborn(pos, u); !u.OnMap() && len(at) > 0 {
				cost.Text = view.T("bcs.cost.reborn", "kind", kind, "hex", at[0])
				cost.Price = view.T("bcs.cost.returns", "returns", at[0])
			}
			out = append(out, cost)
		}
	}
	return out
}

// AssetNote returns what an asset or an Independent brings to its Formation, and which Formation has it now. named says
// whether the note begins with its name.
func AssetNote(pos *law.Position, id string, named bool) view.Text {
	a, name, holder := data.Asset{}, "", "" // the zero one for an Independent
	if i := slices.Index(law.Assets(pos.G), id); named && i >= 0 {
		name = law.AssetNames(pos.G)[i]
	}
	for _, asset := range pos.G.Data.Assets {
		if asset.ID == id {
			a = asset
		}
	}
	if f := pos.G.Formation(law.Borrower(pos, id)); f != nil {
		holder = f.Name
	}
	return view.T("bcs.note.asset", "asset", name, "arty", a.Arty, "steps", a.Steps, "holder", holder, "av", a.AV.Value,
		"range", a.AV.Range, "off", a.StandOff)
}

// AssetCosts returns what each asset that can be assigned brings, and which Formation has it now.
func AssetCosts(c *game.Attempt, picks []view.Pick) (out []view.Cost) {
	if len(c.Words) > 0 {
		return nil
	}
	pos := law.Of(c.Sight)
	for _, p := range picks {
		out = append(out, view.Cost{Picks: []view.Pick{p}, Text: AssetNote(pos, law.Assets(pos.G)[p.N-1], false)})
	}
	return out
}

// EngageCosts returns, for each offered unit that has no AV of its own, which Support engages for it.
func EngageCosts(c *game.Attempt, picks []view.Pick) (out []view.Cost) {
	pos := law.Of(c.Sight)
	for _, p := range picks {
		if u := c.Sight.Piece(p.Unit); u != nil && pos.G.Face(u).AV.Value == 0 {
			if a, _ := pos.Aim(u, u.At.Hex, true); a.Firer != nil {
				out = append(out, view.Cost{Picks: []view.Pick{p}, Text: view.T("bcs.cost.support", "av",
					a.Firer.AV.Value, "range", a.Firer.AV.Range)})
			}
		}
	}
	return out
}
