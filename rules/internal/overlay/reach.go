package overlay

import (
	"slices"

	"grognard/rules/chart"
	"grognard/rules/hex"
	"grognard/rules/internal/series"
	"grognard/rules/view"
)

// Reach is how far a unit can go, or units of one hex that move together.
type Reach struct {
	From  hex.Hex
	Left  chart.Fraction // movement points
	Hexes []Reached      // by hex
	Zones []hex.Hex      // every hex in an enemy zone of control, by hex
	Words Words

	units   []view.Described
	letters []hex.Hex // the hexes that are lettered above their costs
}

// Words say in which phase, and with how many points, units can go so far.
type Words struct {
	Head view.Text // printed below the picture
	When view.Text // the beginning of a sentence
}

// Movers returns the units of a request as the head of an overlay names them.
func Movers(a series.OverlayRequest) any {
	if n := len(a.Shown); n > 1 {
		return view.T("reach.print-stack", "n", n)
	}
	return a.Shown[0].Name
}

// Reached is a hex that units can go to.
type Reached struct {
	hex.Hex
	Cost  chart.Fraction // movement points, by the cheapest path
	Left  chart.Fraction // movement points left after it
	Whole bool           // it costs more than the allowance: SCS 3.1e, or terrain that takes all of it
}

// Price returns a cost in words, with what is left after it. If all is true it costs everything that the units have.
func Price(cost, left chart.Fraction, all bool) view.Text {
	if all {
		return view.T("move.cost-all")
	}
	return view.T("move.cost", "cost", cost, "left", left)
}

// AddCost adds a pick to those in costs that cost the same. rest is left of the points after it, unless it takes all.
func AddCost(costs []view.Cost, p view.Pick, cost, rest chart.Fraction, all bool) []view.Cost {
	i := slices.IndexFunc(costs, func(o view.Cost) bool { return o.Points == cost && o.All == all })
	if i < 0 {
		i = len(costs)
		price := view.T("move.points", "cost", cost)
		if all {
			rest, price = chart.Whole(0), view.T("move.cost-all")
		}
		costs = append(costs, view.Cost{Points: cost, Left: rest, All: all, Text: Price(cost, rest, all), Price: price})
	}
	costs[i].Picks = append(costs[i].Picks, p)
	return costs
}

// bands is the number of tints that show how much of the allowance a hex costs.
const bands = 4

// band returns the tint of a hex, 0 for the nearest: it depends on the part of the remaining allowance that it costs.
func (r Reach) band(h Reached) int {
	if h.Whole {
		return bands - 1
	}
	n := 0
	for n < bands-1 && h.Cost.Times(chart.Whole(bands)).Compare(r.Left.Times(chart.Whole(n+1))) > 0 {
		n++
	}
	return n
}

// Overlay tints the hexes in reach of the units of a request, more strongly where they are nearer, writes the costs or
// the letters of the request on them, and fades the rest of the map.
func (r Reach) Overlay(a series.OverlayRequest) view.Overlay {
	for _, u := range a.Shown {
		r.units = append(r.units, view.Described{Counter: u, Legend: a.Board.Marks})
	}
	r.letters = a.Letters[:min(len(a.Letters), view.MostLetters)]
	around := []hex.Hex{r.From}
	near := make([][]hex.Hex, bands)
	for _, h := range r.Hexes {
		n := r.band(h)
		near[n], around = append(near[n], h.Hex), append(around, h.Hex)
	}
	out := view.Overlay{Around: around, Head: r.Words.Head, Notes: r.notes(), Texts: r.texts()}
	for n, hexes := range near {
		if len(hexes) > 0 {
			out.Forms = append(out.Forms, r.tint(n, hexes...))
		}
	}
	out.Forms = append(out.Forms, Veil(around...), r.zone(r.Zones...), r.border(around...),
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
		out.Forms = append(out.Forms, label(same[0].Cost, same[0].Whole, hexes...))
		out.Items = append(out.Items, view.T("reach.cost", "cost", same[0].Cost, "hexes", view.Numbers(hexes)))
	}
	return out
}

// addLetters letters the hexes in reach that the reader chooses from. It limits a close-up to these and the units, so
// that the letters are large enough to be read on a phone.
func (r Reach) addLetters(o *view.Overlay) {
	o.Around = []hex.Hex{r.From}
	for place, h := range r.letters {
		i := slices.IndexFunc(r.Hexes, func(to Reached) bool { return to.Hex == h })
		if i < 0 {
			continue
		}
		o.Around, o.Forms = append(o.Around, h), append(o.Forms, letter(r.units[0].Side, view.Layer{}.Letter(place), h))
		to := r.Hexes[i]
		price := label(to.Cost, to.Whole, h)
		price.Under = true
		o.Forms = append(o.Forms, price)
		o.Items = append(o.Items, view.T("reach.letter", "letter", view.Layer{}.Letter(place), "hex", h,
			"price", Price(to.Cost, to.Left, to.Whole)))
	}
}

// byCost groups the hexes by their cost, cheapest first.
func (r Reach) byCost() (groups [][]Reached) {
	all := slices.Clone(r.Hexes)
	slices.SortStableFunc(all, func(a, b Reached) int { return a.Cost.Compare(b.Cost) })
	for len(all) > 0 {
		n := 1
		for n < len(all) && all[n].Cost == all[0].Cost {
			n++
		}
		groups, all = append(groups, all[:n]), all[n:]
	}
	return groups
}

func (r Reach) tint(n int, hexes ...hex.Hex) view.Form {
	return view.Form{Shape: view.Tint, Side: r.units[0].Side, Level: n, Most: bands, Hexes: hexes}
}

func (r Reach) border(hexes ...hex.Hex) view.Form {
	return view.Form{Shape: view.Border, Side: r.units[0].Side, Hexes: hexes}
}

func (r Reach) zone(hexes ...hex.Hex) view.Form {
	return view.Form{Shape: view.FineHatch, Tone: view.MarkTone, Hexes: hexes}
}

// Veil fades everything outside these hexes.
func Veil(hexes ...hex.Hex) view.Form { return view.Form{Shape: view.Veil, Hexes: hexes} }

// label prints the cost of hexes. A cost of the whole allowance is printed on a plate.
func label(cost chart.Fraction, whole bool, hexes ...hex.Hex) view.Form {
	if whole {
		return view.Form{Shape: view.LabelPlated, Tone: view.MarkTone, Words: view.T("reach.print-all"), Hexes: hexes}
	}
	return view.Form{Shape: view.Label, Text: cost.Mixed(), Hexes: hexes}
}

// notes explains the forms that the overlay uses.
func (r Reach) notes() (out []view.Note) {
	_, way := view.Stage()
	mid := way[1] // of the three hexes on which a note's sample is drawn
	add := func(text view.Text, sample view.Form) {
		out = append(out, view.Note{Text: text, Sample: []view.Form{
			r.tint(bands-1, mid), Veil(mid), r.border(mid), sample}})
	}
	switch {
	case len(r.Hexes) == 0:
	case len(r.letters) > 0:
		add(view.T("reach.print-letter"), letter(r.units[0].Side, view.Layer{}.Letter(0), mid))
	default:
		add(view.T("reach.print-cost"), label(r.Left, false, mid))
		if slices.ContainsFunc(r.Hexes, func(h Reached) bool { return h.Whole }) {
			add(view.T("reach.print-whole"), label(r.Left, true, mid))
		}
	}
	if len(r.Zones) > 0 {
		out = append(out, view.Note{Text: view.T("reach.print-zone"), Sample: []view.Form{Veil(), r.zone(mid)}})
	}
	return out
}

// texts says in words how far the units can go.
func (r Reach) texts() []view.Text {
	zones, whole := 0, 0
	for _, h := range r.Hexes {
		if slices.Contains(r.Zones, h.Hex) {
			zones++
		}
		if h.Whole || h.Left.Compare(chart.Whole(0)) == 0 {
			whole++
		}
	}
	what, zoned, all := view.T("reach.hexes", "n", len(r.Hexes)), any(""), any("") // "" says nothing
	if len(r.Hexes) == 0 {
		what = view.T("reach.none")
	}
	if zones > 0 {
		zoned = view.T("reach.zones", "n", zones)
	}
	if whole > 0 {
		all = view.T("reach.whole", "n", whole)
	}
	who := view.T("reach.unit", "unit", r.units[0], "hex", r.From)
	if len(r.units) > 1 {
		who = view.T("reach.stack", "units", r.units, "hex", r.From)
	}
	return []view.Text{who, view.T("reach.far", "when", r.Words.When, "what", what, "zones", zoned, "whole", all)}
}
