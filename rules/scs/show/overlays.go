package show

import (
	"slices"

	"grognard/rules/internal/series"
	"grognard/rules/internal/state"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/scs/game"
	"grognard/rules/view"
)

// Layers lists the kinds of overlays.
func Layers() []view.LayerKind {
	return []view.LayerKind{{Name: "reach", Of: view.OfUnit}, {Name: "supply", Of: view.OfMap},
		{Name: "threats", Of: view.OfHex}}
}

// Overlay makes the overlay of the kind that is asked for; ok is false where there is nothing to show.
func Overlay(g *game.Game, a series.OverlayRequest) (o view.Overlay, ok bool) {
	switch a.Kind {
	case "reach":
		return reachOverlay(g, a)
	case "supply":
		return supplyOverlay(g, a)
	case "threats":
		if by := attackerOf(g, a); by != "" { // this overlay marks no hexes
			return view.Overlay{Texts: FindThreats(g, a.Sight(by), a.Hex, a.Board).texts()}, true
		}
	}
	return view.Overlay{}, false
}

// tellAreaTaken tells that a side takes or loses its entry area, if the area supplies that side or units wait for it
// (afb 5.0). was is the side that had controlled the hex of the event; "" for none.
func (t *teller) tellAreaTaken(was order.Side, ev state.Controlled) {
	for _, a := range t.game.Def.Entry {
		letter := a.Hexes[0] // the hex with the area's letter: who controls it controls the area
		taken, lost := ev.Side == a.Side, was == a.Side
		if ev.Hex != letter || !taken && !lost {
			continue
		}
		supply := "" // for the text: "yes" if the area supplies its side
		isHeld := func(s modules.SupplySource) bool { return s.While == letter }
		if slices.ContainsFunc(t.game.Def.Sources[a.Side], isHeld) {
			supply = "yes"
		}
		waits := func(p state.Piece) bool {
			return p.Waits && p.Area == a.Name && (p.At.Box == state.Coming || t.game.Undrawn(&p))
		}
		if supply == "" && !slices.ContainsFunc(t.state.Pieces, waits) {
			continue
		}
		text := view.T("told.area-held", "side", a.Side, "area", a.Name, "hex", ev.Hex, "supply", supply)
		if !taken {
			text = view.T("told.area-lost", "side", a.Side, "area", a.Name, "hex", ev.Hex, "supply", supply)
		}
		l := view.Line{Text: text, Rule: "5.0"}
		if lot := t.game.Added.Lot; lot != nil && lot.Rule != "" {
			l.Rule = lot.Rule
		}
		t.All(l)
	}
}
