// Package overlay makes the overlays that all series share: how far units can go (Reach), and the hexes of which a
// player chooses one (Choice). A series finds out what can be reached and its cost; here it becomes forms and words.
//
//	r := overlay.Reach{From: at, Left: points}
//	r.Words = overlay.Words{Head: view.T("reach.print-left", "unit", "1 Inf", "left", "6")}
//	r.Hexes = append(r.Hexes, overlay.Reached{Hex: to, Cost: cost, Left: rest})
//	o := r.Overlay(request)
//
// Limits: what an overlay may show is decided by who fills it; the package hides nothing.
package overlay
