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
		if by := attackerOf(g, a); by != "" { // text only
			return view.Overlay{Texts: FindThreats(g, a.Sight(by), a.Hex, a.Board).texts()}, true
		}
	}
	return view.Overlay{}, false
}

// tellAreaTaken tells that an entry area changes hands, if it supplies the side that controls it or units wait
// for it (afb 5.0).
func (t *teller) tellAreaTaken(was order.Side, ev state.Controlled) {
	for _, a := range t.game.Def.Entry {
		if takenOrLost := ev.Side == a.Side || was == a.Side; a.Hexes[0] != ev.Hex || !takenOrLost {
			continue
		}
		supply := "" // for the text: whether the area supplies its side
		if slices.ContainsFunc(t.game.Def.Sources[a.Side],
			func(s modules.SupplySource) bool { return s.While == a.Hexes[0] }) {
			supply = "yes"
		}
		waits := func(p state.Piece) bool {
			return p.Waits && p.Area == a.Name && (p.At.Box == state.Coming || t.game.Undrawn(&p))
		}
		if supply == "" && !slices.ContainsFunc(t.state.Pieces, waits) {
			continue
		}
		text := view.T("told.area-held", "side", a.Side, "area", a.Name, "hex", ev.Hex, "supply", supply)
		if ev.Side != a.Side {
			text = view.T("told.area-lost", "side", a.Side, "area", a.Name, "hex", ev.Hex, "supply", supply)
		}
		l := view.Line{Text: text, Rule: "5.0"}
		if lot := t.game.Added.Lot; lot != nil && lot.Rule != "" {
			l.Rule = lot.Rule
		}
		t.All(l)
	}
}
