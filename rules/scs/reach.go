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
	// true: in this phase, with the rest of its allowance; false: in its next movement phase, from the present position
	now   bool
	left  chart.Fraction // movement points
	hexes []reached      // by hex
	zones []hex.Hex      // every hex in an enemy zone of control, by hex
}

// reached is a hex that a unit can go to.
type reached struct {
	hex.Hex
	cost  chart.Fraction // movement points, by the cheapest path
	whole bool           // it costs more than the allowance: SCS 3.1e, or terrain that takes all of it
}

// reachOverlay shows how far a unit can go. A player of its side sees its reach in the present phase;
// others see what can be worked out from what everybody knows of it.
func (e *Engine) reachOverlay(a series.OverlayRequest) (view.Overlay, bool) {
	if a.Shown.ID == "" {
		return view.Overlay{}, false
	}
	r := e.reach(a.Sight(a.Shown.Side), a.Unit, a.Shown.Side == a.Viewer)
	r.unit = view.Described{Counter: a.Shown, Legend: a.Board.Marks}
	return r.overlay(), true
}

// reach: SCS 3.0: it finds every hex that a unit of the sight's side can reach alone. With present it
// is what the unit can do in this phase, if the unit may move in it. Otherwise it is what the unit
// could do in a movement phase of its own, from the present position.
//
// Without present, nothing in the result depends on what only the unit's side knows. Of the unit
// itself it uses the place, the printed side and the marks, which show on the top of a stack. Beside
// those it uses terrain, heights of stacks and zones.
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

// inMovement returns the attempt as it would be in a movement phase of its side.
func (c *Attempt) inMovement() *Attempt {
	s := *c.Sight
	s.Frames = []state.Frame{{Name: Movement, Side: s.Side}}
	s.Ways = route.Field{} // its memory belongs to the original sight
	s.Marks = slices.DeleteFunc(slices.Clone(s.Marks), state.HexMark.Passing)
	return c.e.begin(&s, c.Verb())
}

// bands is the number of tints that show how much of the allowance a hex costs.
const bands = 4

// band is the tint of a hex, 0 for the nearest hexes: it depends on the part of the remaining
// allowance that the hex costs.
func (r reach) band(h reached) int {
	if h.whole {
		return bands - 1
	}
	n := 0
	for n < bands-1 && h.cost.Times(chart.Whole(bands)).Compare(r.left.Times(chart.Whole(n+1))) > 0 {
		n++
	}
	return n
}

// overlay tints the hexes in reach, more strongly where they are nearer, writes the costs on them, and
// fades the rest of the map.
func (r reach) overlay() view.Overlay {
	around := []hex.Hex{r.from}
	near := make([][]hex.Hex, bands)
	for _, h := range r.hexes {
		n := r.band(h)
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

// byCost groups the hexes by their cost, cheapest first.
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
	return view.Form{Shape: view.Tint, Side: r.unit.Side, Level: n, Most: bands, Hexes: hexes}
}

func (r reach) border(hexes ...hex.Hex) view.Form {
	return view.Form{Shape: view.Border, Side: r.unit.Side, Hexes: hexes}
}

func (r reach) zone(hexes ...hex.Hex) view.Form {
	return view.Form{Shape: view.FineHatch, Tone: view.MarkTone, Hexes: hexes}
}

// veil fades everything outside these hexes.
func veil(hexes ...hex.Hex) view.Form { return view.Form{Shape: view.Veil, Hexes: hexes} }

// label prints the cost of hexes. A cost of the whole allowance is printed on a plate.
func label(cost chart.Fraction, whole bool, hexes ...hex.Hex) view.Form {
	if whole {
		return view.Form{Shape: view.LabelPlated, Tone: view.MarkTone, Words: view.T("reach.print-all"), Hexes: hexes}
	}
	return view.Form{Shape: view.Label, Text: cost.Mixed(), Hexes: hexes}
}

// notes explains the forms that the overlay uses.
func (r reach) notes() (out []view.Note) {
	_, way := view.Stage()
	mid := way[1]
	costs := func(text view.Text, whole bool) {
		out = append(out, view.Note{Text: text, Sample: []view.Form{
			r.tint(bands-1, mid), veil(mid), r.border(mid), label(r.left, whole, mid)}})
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

// head is the printed headline: how far the unit can go.
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

// texts says in words how far the unit can go.
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
