package show

import (
	"slices"

	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/bcs/law"
	"grognard/rules/chart"
	"grognard/rules/hex"
	"grognard/rules/internal/series"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/route"
	"grognard/rules/view"
)

// reach is how far units of one hex can go together.
type reach struct {
	units   []view.Described
	letters []hex.Hex // the hexes that are lettered in place of the costs
	from    hex.Hex
	now     bool           // in the activation that goes on; else in the next one, from where they stand
	left    chart.Fraction // movement points
	hexes   []reached      // by hex
	zones   []hex.Hex      // hexes in enemy zones
}

// reached is a hex that units can go to, with the points that the dearest of them pays.
type reached struct {
	hex.Hex
	cost, left chart.Fraction
}

// reachOverlay shows how far units can go together. Their own player sees how far they come in the activation that goes
// on; others, and he outside of it, see how far they could go in an activation with all their points.
func reachOverlay(g *game.Game, a series.OverlayRequest) (view.Overlay, bool) {
	if len(a.Shown) == 0 {
		return view.Overlay{}, false
	}
	pos := law.NewPosition(g, a.State)
	var units []*state.Piece
	for _, u := range a.Shown {
		p := a.State.Piece(u.ID)
		if g.Of(p).Role == data.Trains {
			return trainsOverlay(pos, u), true
		}
		units = append(units, p)
	}
	r := reachOf(pos, units, a.Viewer)
	for _, u := range a.Shown {
		r.units = append(r.units, view.Described{Counter: u, Legend: a.Board.Marks})
	}
	r.letters = a.Letters[:min(len(a.Letters), view.MostLetters)]
	return r.overlay(), true
}

func reachOf(pos *law.Position, units []*state.Piece, viewer order.Side) reach {
	f := pos.G.Active(pos.St)
	r := reach{from: units[0].At.Hex, now: f != nil && viewer == units[0].Side &&
		game.Step(pos.St.Frames) == game.Activities, zones: inEnemyZones(pos, units[0].Side)}
	for _, u := range units {
		r.now = r.now && u.Group == f.ID
	}
	left := 0
	for i, u := range units {
		n := pos.G.Face(u).Move * pos.G.Data.Scale
		if r.now {
			if n = pos.Left(u); len(game.Stops(u))+len(game.Finishes(u)) > 0 {
				n = 0
			}
		}
		if i == 0 || n < left {
			left = n
		}
	}
	r.left = points(pos.G, left)
	var field route.Field
	pos.FloodWith(&field, units, left)
	for h := range field.All() {
		cost := field.Cost(h)
		r.hexes = append(r.hexes, reached{h, points(pos.G, cost), points(pos.G, max(left-cost, 0))})
	}
	return r
}

// bands is the number of tints that show how much of the points a hex costs.
const bands = 4

// band returns the tint of a hex, 0 for the nearest ones.
func (r reach) band(h reached) (n int) {
	for n < bands-1 && h.cost.Times(chart.Whole(bands)).Compare(r.left.Times(chart.Whole(n+1))) > 0 {
		n++
	}
	return n
}

// overlay tints the hexes in reach, more strongly where they are nearer, writes the costs or letters on them, and fades
// the rest of the map.
func (r reach) overlay() view.Overlay {
	around := []hex.Hex{r.from}
	var near [bands][]hex.Hex
	for _, h := range r.hexes {
		n := r.band(h)
		near[n], around = append(near[n], h.Hex), append(around, h.Hex)
	}
	o := view.Overlay{Around: around, Head: r.head(), Notes: r.notes(), Texts: r.texts()}
	for n, hexes := range near {
		if len(hexes) > 0 {
			o.Forms = append(o.Forms, r.tint(n, hexes...))
		}
	}
	o.Forms = append(o.Forms, view.Form{Shape: view.Veil, Hexes: around}, r.zone(r.zones...), r.border(around...),
		view.Form{Shape: view.Ring, Tone: view.RingTone, Hexes: around[:1]})
	if len(r.letters) > 0 {
		r.addLetters(&o)
		return o
	}
	for _, same := range r.byCost() {
		var hexes []hex.Hex
		for _, h := range same {
			hexes = append(hexes, h.Hex)
		}
		o.Forms = append(o.Forms, view.Form{Shape: view.Label, Text: same[0].cost.Mixed(), Hexes: hexes})
		o.Items = append(o.Items, view.T("reach.cost", "cost", same[0].cost, "hexes", view.Numbers(hexes)))
	}
	return o
}

// addLetters letters the hexes in reach that the reader chooses from, and has a close-up show no more than these and
// the units.
func (r reach) addLetters(o *view.Overlay) {
	o.Around = []hex.Hex{r.from}
	for place, h := range r.letters {
		i := slices.IndexFunc(r.hexes, func(to reached) bool { return to.Hex == h })
		if i < 0 {
			continue
		}
		letter, to := view.Letter(place), r.hexes[i]
		o.Around, o.Forms = append(o.Around, h), append(o.Forms, r.letter(letter, h))
		o.Items = append(o.Items, view.T("reach.letter", "letter", letter, "hex", h,
			"price", view.T("move.cost", "cost", to.cost, "left", to.left)))
	}
}

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

// notes explains the forms that the overlay uses. It needs the units, whose side's colour the samples have.
func (r reach) notes() (out []view.Note) {
	_, way := view.Stage()
	mid := way[1]
	add := func(text view.Text, label view.Form) {
		out = append(out, view.Note{Text: text, Sample: []view.Form{r.tint(bands-1, mid),
			{Shape: view.Veil, Hexes: []hex.Hex{mid}}, r.border(mid), label}})
	}
	switch {
	case len(r.hexes) == 0:
	case len(r.letters) > 0:
		add(view.T("reach.print-letter"), r.letter(view.Letter(0), mid))
	default:
		add(view.T("reach.print-cost"), view.Form{Shape: view.Label, Text: r.left.Mixed(), Hexes: []hex.Hex{mid}})
	}
	if len(r.zones) > 0 {
		out = append(out, view.Note{Text: view.T("reach.print-zone"),
			Sample: []view.Form{{Shape: view.Veil}, r.zone(mid)}})
	}
	return out
}

// head returns the printed headline: how far the units can go.
func (r reach) head() view.Text {
	unit, left := any(r.units[0].Name), r.left.Mixed()
	if n := len(r.units); n > 1 {
		unit = view.T("reach.print-stack", "n", n)
	}
	switch {
	case len(r.hexes) == 0:
		return view.T("reach.print-none", "unit", unit)
	case r.now:
		return view.T("reach.print-left", "unit", unit, "left", left)
	}
	return view.T("bcs.reach.print-later", "unit", unit, "left", left)
}

// texts says in words how far the units can go.
func (r reach) texts() []view.Text {
	when := view.T("bcs.reach.later", "left", r.left)
	if r.now {
		when = view.T("bcs.reach.now", "left", r.left)
	}
	what, zoned := view.T("reach.hexes", "n", len(r.hexes)), any("")
	if len(r.hexes) == 0 {
		what = view.T("reach.none")
	}
	in := 0
	for _, h := range r.hexes {
		if slices.Contains(r.zones, h.Hex) {
			in++
		}
	}
	if in > 0 {
		zoned = view.T("reach.zones", "n", in)
	}
	who := view.T("reach.unit", "unit", r.units[0], "hex", r.from)
	if len(r.units) > 1 {
		who = view.T("reach.stack", "units", r.units, "hex", r.from)
	}
	return []view.Text{who, view.T("reach.far", "when", when, "what", what, "zones", zoned, "whole", "")}
}

// trainsOverlay shows the Legal Hexes of a Formation's Trains, where alone they can go, however far (BCS 10.3-9).
func trainsOverlay(pos *law.Position, trains view.Counter) (o view.Overlay) {
	p := pos.St.Piece(trains.ID)
	var hexes []hex.Hex
	if f := pos.G.FormationOf(p); f != nil {
		for h := range pos.G.Def.Grid.All() {
			if at := pos.G.Def.Grid.Index(h); h != p.At.Hex && len(law.LegalTrains(pos, f, at)) == 0 {
				hexes = append(hexes, h)
			}
		}
	}
	o.Around = append([]hex.Hex{p.At.Hex}, hexes...)
	o.Forms = []view.Form{{Shape: view.Veil, Hexes: o.Around},
		{Shape: view.Ring, Tone: view.RingTone, Hexes: o.Around[:1]}}
	legal := view.T("bcs.reach.legal")
	drawn(&o, view.Form{Shape: view.Tint, Side: trains.Side, Most: bands, Hexes: hexes}, legal)
	name := view.Name{ID: trains.ID, Name: trains.Name}
	o.Texts = []view.Text{view.T("bcs.reach.trains", "unit", name, "hex", p.At.Hex,
		"n", len(hexes))}
	o.Items = appendItem(o.Items, legal, hexes)
	return o
}
