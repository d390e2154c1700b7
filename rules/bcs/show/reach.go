package show

import (
	"slices"

	"grognard/rules/bcs/costs"
	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/bcs/law"
	"grognard/rules/chart"
	"grognard/rules/hex"
	"grognard/rules/internal/choice"
	"grognard/rules/internal/overlay"
	"grognard/rules/internal/series"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/route"
	"grognard/rules/view"
)

// reachOverlay shows how far units can go together. During their activation their own player sees how far they can
// still go; otherwise, and for others, it is how far they could go in an activation with all their points.
func reachOverlay(pos *law.Position, a series.OverlayRequest) (view.Overlay, bool) {
	if len(a.Shown) == 0 {
		return view.Overlay{}, false
	}
	var units []*state.Piece
	for _, u := range a.Shown {
		p := a.State.Piece(u.ID)
		if pos.G.Of(p).Role == data.Trains {
			return trainsOverlay(pos, u), true
		}
		units = append(units, p)
	}
	r, now := reachOf(pos, units, a.Viewer)
	r.Words = reachWords(now, len(r.Hexes) > 0, overlay.Movers(a), r.Left)
	o := r.Overlay(a)
	if units[0].Side == a.Viewer {
		drawOutside(&o, a, units, r)
	}
	for _, s := range pos.G.Def.Sides { // trucks stop in Engagement Zones (6.1-5), HQs cannot enter them (6.1-7)
		if s.ID != units[0].Side && slices.ContainsFunc(units, func(u *state.Piece) bool {
			return pos.G.Face(u).Class == data.Truck
		}) {
			draw(&o, view.Form{Shape: view.BroadHatch, Side: s.ID, Hexes: hexesOf(a.Board, FireArea, s.ID)},
				view.T("bcs.fire.print", "side", s.Name))
		}
	}
	return o, true
}

// drawOutside marks the hexes in reach in which the viewer's units would be out of Command Radius, or an HQ would leave
// units of its Formation out (BCS 4.2d).
func drawOutside(o *view.Overlay, a series.OverlayRequest, units []*state.Piece, r overlay.Reach) {
	ask, hexes := &game.Attempt{Choice: choice.Choice{Sight: a.Sight(a.Viewer)}, Units: units}, []hex.Hex{}
	for _, h := range r.Hexes {
		risks := costs.RadiusRisks(ask, []view.Pick{{Hex: h.Hex}})
		if slices.ContainsFunc(risks, func(k view.Risk) bool { return k.Rule == "4.2d-3" }) {
			hexes = append(hexes, h.Hex)
		}
	}
	draw(o, view.Form{Shape: view.CrossHatch, Tone: view.MarkTone, Hexes: hexes}, view.T("bcs.reach.outside"))
}

// reachOf finds the hexes that units of one hex can reach together, at the cost of the one that pays most. now reports
// whether it is for their activation in progress: then it finds only hexes in which their move can end.
func reachOf(pos *law.Position, units []*state.Piece, viewer order.Side) (r overlay.Reach, now bool) {
	f := pos.G.Active(pos.St)
	now = f != nil && viewer == units[0].Side && game.Step(pos.St.Frames) == game.Activities
	for _, u := range units {
		now = now && u.Group == f.ID
	}
	left := 0
	for i, u := range units {
		n := pos.G.Face(u).Move * pos.G.Data.Scale
		if now {
			n = pos.Left(u)
		}
		if now && len(game.Stops(u))+len(game.Finishes(u)) > 0 {
			n = 0
		}
		if i == 0 || n < left {
			left = n
		}
	}
	r = overlay.Reach{From: units[0].At.Hex, Left: costs.Points(pos.G, left), Zones: inEnemyZones(pos, units[0].Side)}
	var field route.Field
	pos.FloodWith(&field, units, left)
	for h := range field.All() {
		if now && !law.CanEnd(pos, units, h) {
			continue
		}
		cost := field.Cost(h)
		r.Hexes = append(r.Hexes, overlay.Reached{Hex: h, Cost: costs.Points(pos.G, cost),
			Left: costs.Points(pos.G, max(left-cost, 0))})
	}
	return r, now
}

// reachWords returns the words about units: the points left now, or in their next activation, and whether they can go.
func reachWords(now, moves bool, unit any, left chart.Fraction) (w overlay.Words) {
	w.When = view.T("bcs.reach.later", "left", left)
	if now {
		w.When = view.T("bcs.reach.now", "left", left)
	}
	switch {
	case !moves:
		w.Head = view.T("reach.print-none", "unit", unit)
	case now:
		w.Head = view.T("reach.print-left", "unit", unit, "left", left.Mixed())
	default:
		w.Head = view.T("bcs.reach.print-later", "unit", unit, "left", left.Mixed())
	}
	return w
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
	o.Forms = []view.Form{overlay.Veil(o.Around...), {Shape: view.Ring, Tone: view.RingTone, Hexes: o.Around[:1]}}
	legal := view.T("bcs.reach.legal")
	draw(&o, view.Form{Shape: view.Tint, Side: trains.Side, Most: 1, Hexes: hexes}, legal)
	name := view.Name{ID: trains.ID, Name: trains.Name}
	o.Texts = []view.Text{view.T("bcs.reach.trains", "unit", name, "hex", p.At.Hex, "n", len(hexes))}
	o.Items = appendItem(o.Items, legal, hexes)
	return o
}
