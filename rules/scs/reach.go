package scs

import (
	"slices"

	"grognard/rules/chart"
	"grognard/rules/hex"
	"grognard/rules/internal/series"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/route"
	"grognard/rules/view"
)

// reach is how far a unit can go.
type reach struct {
	unit view.Described
	from hex.Hex
	// in this phase, with what is left of its allowance; else in a movement phase of its own, as things stand
	now   bool
	left  chart.Fraction // movement points
	hexes []reached      // by hex
	zones []hex.Hex      // every hex in an enemy zone of control, by hex
}

// reached is a hex that a unit can go to.
type reached struct {
	hex.Hex
	cost  chart.Fraction // movement points, by the cheapest way
	whole bool           // it takes the whole allowance and more: SCS 3.1e, or terrain that takes all
}

// reachOverlay shows how far a unit can go: a player of its side in the present phase, others
// by what everybody can see of it.
func (e *Engine) reachOverlay(a series.Asked) (view.Overlay, bool) {
	if a.Shown.ID == "" {
		return view.Overlay{}, false
	}
	r := e.reach(a.Sight(a.Shown.Side), a.Unit, a.Shown.Side == a.Viewer)
	r.unit = view.Described{Counter: a.Shown, Legend: a.Board.Marks}
	return r.overlay(), true
}

// reach: SCS 3.0: every hex that a unit of the sight's side can go to by itself.
// With present it is what the unit can do in this phase, if it may move in it;
// without, or else, what it could do in a movement phase of its own, as things stand.
//
// Without present nothing in it depends on what only the unit's side knows: of the
// unit itself its place, its printed side and its marks, which show on a top, and
// beside it terrain, heights and zones.
func (e *Engine) reach(s *state.Sight, id order.UnitID, present bool) reach {
	c := e.begin(s, "move")
	now := present && len(c.whenMoving()) == 0 && len(c.barred(s.Piece(id))) == 0
	if !now {
		c = c.inMovement()
	}
	u := *s.Piece(id)
	if !now {
		u.Used, u.Flags = 0, nil
	}
	c.units = []*state.Piece{&u}
	left := c.left(0)
	out := reach{from: u.At.Hex, now: now, left: e.points(left)}
	if len(c.barred(&u)) == 0 {
		field := c.reach()
		for h := range field.All() {
			cost := field.Cost(h)
			out.hexes = append(out.hexes, reached{Hex: h, cost: e.points(cost), whole: cost > left})
		}
	}
	for h := range e.def.Grid.All() {
		if zoned(s, h) {
			out.zones = append(out.zones, h)
		}
	}
	return out
}

// inMovement is the choice as it would be in a movement phase of its side.
func (c *Attempt) inMovement() *Attempt {
	s := *c.Sight
	s.Frames = []state.Frame{{Name: Movement, Side: s.Side}}
	s.Ways = route.Field{} // its memory is the first sight's
	s.Marks = slices.DeleteFunc(slices.Clone(s.Marks), state.HexMark.Passing)
	return c.e.begin(&s, c.Verb())
}

// shares is into how many steps what a unit reaches is parted.
const shares = 4

// nearness is the step of a hex, 0 the nearest: by how much of what is left of the allowance
// it takes.
func (r reach) nearness(h reached) int {
	if h.whole {
		return shares - 1
	}
	n := 0
	for n < shares-1 && h.cost.Times(chart.Whole(shares)).Compare(r.left.Times(chart.Whole(n+1))) > 0 {
		n++
	}
	return n
}

// overlay tints what the unit reaches, stronger where it is nearer, under the costs, and veils
// the rest of the map.
func (r reach) overlay() view.Overlay {
	around := []hex.Hex{r.from}
	near := make([][]hex.Hex, shares)
	for _, h := range r.hexes {
		n := r.nearness(h)
		near[n], around = append(near[n], h.Hex), append(around, h.Hex)
	}
	out := view.Overlay{Around: around, Head: r.head(), Notes: r.notes(), Texts: r.texts()}
	for n, hexes := range near {
		if len(hexes) > 0 {
			out.Forms = append(out.Forms, r.tint(n, hexes...))
		}
	}
	out.Forms = append(out.Forms, veil(around...), r.zone(r.zones...), r.border(around...),
		view.Form{Shape: view.Ring, Tone: view.RingTone, Hexes: around[:1]})
	for _, same := range r.byCost() {
		hexes := make([]hex.Hex, len(same))
		for i, h := range same {
			hexes[i] = h.Hex
		}
		out.Forms = append(out.Forms, label(same[0].cost, same[0].whole, hexes...))
		out.Items = append(out.Items, view.T("reach.cost", "cost", same[0].cost, "hexes", view.Numbers(hexes)))
	}
	return out
}

// byCost is the hexes of one cost together, the cheapest first.
func (r reach) byCost() (groups [][]reached) {
	all := slices.Clone(r.hexes)
	slices.SortStableFunc(all, func(a, b reached) int { return a.cost.Compare(b.cost) })
	for len(all) > 0 {
		n := 1
		for n < len(all) && all[n].cost == all[0].cost {
			n++
		}
		groups, all = append(groups, all[:n]), all[n:]
	}
	return groups
}

func (r reach) tint(n int, hexes ...hex.Hex) view.Form {
	return view.Form{Shape: view.Tint, Side: r.unit.Side, Level: n, Most: shares, Hexes: hexes}
}

func (r reach) border(hexes ...hex.Hex) view.Form {
	return view.Form{Shape: view.Border, Side: r.unit.Side, Hexes: hexes}
}

func (r reach) zone(hexes ...hex.Hex) view.Form {
	return view.Form{Shape: view.FineHatch, Tone: view.MarkTone, Hexes: hexes}
}

// veil fades what lies outside of some hexes.
func veil(hexes ...hex.Hex) view.Form { return view.Form{Shape: view.Veil, Hexes: hexes} }

// label is what a hex costs; one that takes all is on a plate.
func label(cost chart.Fraction, whole bool, hexes ...hex.Hex) view.Form {
	if whole {
		return view.Form{Shape: view.LabelPlated, Tone: view.MarkTone, Words: view.T("reach.print-all"), Hexes: hexes}
	}
	return view.Form{Shape: view.Label, Text: cost.Mixed(), Hexes: hexes}
}

// notes explain what there is of the way.
func (r reach) notes() (out []view.Note) {
	_, way := view.Stage()
	mid := way[1]
	costs := func(text view.Text, whole bool) {
		out = append(out, view.Note{Text: text, Sample: []view.Form{
			r.tint(shares-1, mid), veil(mid), r.border(mid), label(r.left, whole, mid)}})
	}
	if len(r.hexes) > 0 {
		costs(view.T("reach.print-cost"), false)
	}
	if slices.ContainsFunc(r.hexes, func(h reached) bool { return h.whole }) {
		costs(view.T("reach.print-whole"), true)
	}
	if len(r.zones) > 0 {
		out = append(out, view.Note{Text: view.T("reach.print-zone"), Sample: []view.Form{veil(), r.zone(mid)}})
	}
	return out
}

// head says in print how far the unit can go.
func (r reach) head() view.Text {
	unit, left := r.unit.Name, r.left.Mixed()
	switch none := len(r.hexes) == 0; {
	case none && r.now:
		return view.T("reach.print-none", "unit", unit)
	case none:
		return view.T("reach.print-none-later", "unit", unit)
	case r.now:
		return view.T("reach.print-left", "unit", unit, "left", left)
	}
	return view.T("reach.print-later", "unit", unit, "left", left)
}

// texts say how far the unit goes.
func (r reach) texts() []view.Text {
	when := view.T("reach.later", "left", r.left)
	if r.now {
		when = view.T("reach.now", "left", r.left)
	}
	zones, whole := 0, 0
	for _, h := range r.hexes {
		if slices.Contains(r.zones, h.Hex) {
			zones++
		}
		if h.whole {
			whole++
		}
	}
	what, zoned, all := view.T("reach.hexes", "n", len(r.hexes)), any(""), any("")
	if len(r.hexes) == 0 {
		what = view.T("reach.none")
	}
	if zones > 0 {
		zoned = view.T("reach.zones", "n", zones)
	}
	if whole > 0 {
		all = view.T("reach.whole", "n", whole)
	}
	return []view.Text{view.T("reach.unit", "unit", r.unit, "hex", r.from),
		view.T("reach.far", "when", when, "what", what, "zones", zoned, "whole", all)}
}
