package show

import (
	"slices"

	"grognard/rules/chart"
	"grognard/rules/hex"
	"grognard/rules/internal/series"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/route"
	"grognard/rules/scs/data"
	"grognard/rules/scs/game"
	"grognard/rules/scs/law"
	"grognard/rules/view"
)

// reach is how far a unit can go, or units of one hex that move together.
type reach struct {
	units   []view.Described
	letters []hex.Hex // the hexes that are lettered in place of the costs
	from    hex.Hex
	// true: in this phase, with the rest of the allowance; false: in the next movement phase, from the present position
	now   bool
	left  chart.Fraction // movement points
	hexes []reached      // by hex
	zones []hex.Hex      // every hex in an enemy zone of control, by hex
}

// reached is a hex that a unit can go to.
type reached struct {
	hex.Hex
	cost  chart.Fraction // movement points, by the cheapest path
	left  chart.Fraction // movement points left after it
	whole bool           // it costs more than the allowance: SCS 3.1e, or terrain that takes all of it
}

// reachOverlay shows how far units can go together. A player of their side sees their reach in the
// present phase; others see what can be worked out from what everybody knows of them.
func reachOverlay(g *game.Game, a series.OverlayRequest) (view.Overlay, bool) {
	if len(a.Shown) == 0 {
		return view.Overlay{}, false
	}
	side := a.Shown[0].Side
	ids := make([]order.UnitID, len(a.Shown))
	for i, u := range a.Shown {
		ids[i] = u.ID
	}
	r := findReach(g, a.Sight(side), ids, side == a.Viewer)
	for _, u := range a.Shown {
		r.units = append(r.units, view.Described{Counter: u, Legend: a.Board.Marks})
	}
	r.letters = a.Letters[:min(len(a.Letters), view.MostLetters)]
	return r.overlay(), true
}

// findReach: SCS 3.0: it finds every hex that units of the sight's side and of one hex can reach together.
// With present it is what they can do in this phase, if all of them may move in it. Otherwise it is
// what they could do in a movement phase of their own, from the present position.
//
// Without present, nothing in the result depends on what only the units' side knows. Of the units
// themselves it uses the place, the printed side and the marks, which show on the top of a stack.
// Beside those it uses terrain, heights of stacks and zones.
func findReach(g *game.Game, s *state.Sight, ids []order.UnitID, present bool) reach {
	c := g.Try(s, "move")
	now := present && len(law.WhenMoving(c)) == 0 &&
		!slices.ContainsFunc(ids, func(id order.UnitID) bool { return len(law.CheckMayMove(c, s.Piece(id))) > 0 })
	if !now {
		c = inMovement(c)
	}
	moves := true
	for _, id := range ids {
		u := *s.Piece(id)
		if !now {
			u.Used, u.Flags = 0, nil
		}
		moves = moves && len(law.CheckMayMove(c, &u))+len(law.CheckTogether(c, &u)) == 0
		c.Units = append(c.Units, &u)
	}
	left := law.PointsLeft(c, 0)
	out := reach{from: c.Units[0].At.Hex, now: now, left: g.Fraction(left)}
	if moves {
		field := law.Reach(c)
		for h := range field.All() {
			cost := field.Cost(h)
			out.hexes = append(out.hexes, reached{h, g.Fraction(cost), g.Fraction(max(left-cost, 0)), cost > left})
		}
	}
	for h := range g.Def.Grid.All() {
		if law.InEnemyZone(s, h) {
			out.zones = append(out.zones, h)
		}
	}
	return out
}

// MoveCosts returns what the offered hexes of a move cost: a destination by its cheapest path, a step of a
// path by itself.
func MoveCosts(c *game.Attempt, picks []view.Pick) []view.Cost {
	if len(c.Units) == 0 {
		return nil
	}
	var out []view.Cost
	w := law.WalkSoFar(c)
	left := max(law.PointsLeft(c, w.Cost), 0)
	for _, p := range picks {
		switch {
		case p.Unit != "":
		case p.N == 0:
			cost := law.Reach(c).Cost(p.Hex)
			out = addCost(c, out, p, cost, left, cost > left)
		default:
			next, _ := law.StepTo(c, w, p.Hex)
			out = addCost(c, out, p, next.Cost-w.Cost, left, next.Spent)
		}
	}
	slices.SortStableFunc(out, func(a, b view.Cost) int { return a.Points.Compare(b.Points) })
	return out
}

// addCost adds a pick to those of the same cost. points and left are in 1/Scale.
func addCost(c *game.Attempt, costs []view.Cost, p view.Pick, points, left int, all bool) []view.Cost {
	cost := c.Game.Fraction(points)
	i := slices.IndexFunc(costs, func(o view.Cost) bool { return o.Points == cost && o.All == all })
	if i < 0 {
		i = len(costs)
		rest := chart.Whole(0)
		if !all {
			rest = c.Game.Fraction(left - points)
		}
		costs = append(costs, view.Cost{Points: cost, Left: rest, All: all, Text: price(cost, rest, all),
			Price: inPoints(cost, all)})
	}
	costs[i].Picks = append(costs[i].Picks, p)
	return costs
}

// price returns a cost in words, with what is left after it.
func price(cost, left chart.Fraction, all bool) view.Text {
	if all {
		return view.T("move.cost-all")
	}
	return view.T("move.cost", "cost", cost, "left", left)
}

// inPoints returns a cost in words, without what is left after it.
func inPoints(cost chart.Fraction, all bool) view.Text {
	if all {
		return view.T("move.cost-all")
	}
	return view.T("move.points", "cost", cost)
}

// inMovement returns the attempt as it would be in a movement phase of its side.
func inMovement(c *game.Attempt) *game.Attempt {
	s := *c.Sight
	s.Frames = []state.Frame{{Name: data.Movement, Side: s.Side}}
	s.Ways = route.Field{} // its memory belongs to the original sight
	s.Marks = slices.DeleteFunc(slices.Clone(s.Marks), state.HexMark.Passing)
	return c.Game.Try(&s, c.Verb())
}

// bands is the number of tints that show how much of the allowance a hex costs.
const bands = 4

// band returns the tint of a hex, 0 for the nearest hexes: it depends on the part of the remaining
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

// overlay tints the hexes in reach, more strongly where they are nearer, writes the costs or letters on
// them, and fades the rest of the map.
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
	if len(r.letters) > 0 {
		r.addLetters(&out)
		return out
	}
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

// addLetters letters the hexes in reach that the reader chooses from, and has a close-up show no more
// than these and the units: so the letters are large enough to be read on a phone.
func (r reach) addLetters(o *view.Overlay) {
	o.Around = []hex.Hex{r.from}
	for place, h := range r.letters {
		i := slices.IndexFunc(r.hexes, func(to reached) bool { return to.Hex == h })
		if i < 0 {
			continue
		}
		letter := view.Letter(place)
		o.Around, o.Forms = append(o.Around, h), append(o.Forms, r.letter(letter, h))
		to := r.hexes[i]
		o.Items = append(o.Items, view.T("reach.letter", "letter", letter, "hex", h,
			"price", price(to.cost, to.left, to.whole)))
	}
}

// letter prints a letter on a hex.
func (r reach) letter(letter string, hexes ...hex.Hex) view.Form {
	return view.Form{Shape: view.LabelPlated, Side: r.units[0].Side, Text: letter, Large: true, Hexes: hexes}
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
	return view.Form{Shape: view.Tint, Side: r.units[0].Side, Level: n, Most: bands, Hexes: hexes}
}

func (r reach) border(hexes ...hex.Hex) view.Form {
	return view.Form{Shape: view.Border, Side: r.units[0].Side, Hexes: hexes}
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
	add := func(text view.Text, label view.Form) {
		out = append(out, view.Note{Text: text, Sample: []view.Form{
			r.tint(bands-1, mid), veil(mid), r.border(mid), label}})
	}
	switch {
	case len(r.hexes) == 0:
	case len(r.letters) > 0:
		add(view.T("reach.print-letter"), r.letter(view.Letter(0), mid))
	default:
		add(view.T("reach.print-cost"), label(r.left, false, mid))
		if slices.ContainsFunc(r.hexes, func(h reached) bool { return h.whole }) {
			add(view.T("reach.print-whole"), label(r.left, true, mid))
		}
	}
	if len(r.zones) > 0 {
		out = append(out, view.Note{Text: view.T("reach.print-zone"), Sample: []view.Form{veil(), r.zone(mid)}})
	}
	return out
}

// head returns the printed headline: how far the units can go.
func (r reach) head() view.Text {
	unit, left := any(r.units[0].Name), r.left.Mixed()
	if n := len(r.units); n > 1 {
		unit = view.T("reach.print-stack", "n", n)
	}
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

// texts says in words how far the units can go.
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
	who := view.T("reach.unit", "unit", r.units[0], "hex", r.from)
	if len(r.units) > 1 {
		who = view.T("reach.stack", "units", r.units, "hex", r.from)
	}
	return []view.Text{who,
		view.T("reach.far", "when", when, "what", what, "zones", zoned, "whole", all)}
}
