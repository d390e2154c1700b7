// Package barriers names what bars hexes: whose Engagement Zones lie there and how far they reach, what blocks an MSR.
//
// It may import data, game and law. It must not decide anything.
//
// Limits: where stacks are hidden it names no unit under another one and no Support, which not everybody may know.
package barriers

import (
	"slices"

	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/bcs/law"
	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/route"
	"grognard/rules/view"
)

// Fire names the units of a side whose Engagement Zones reach one of some hexes (BCS 6.1-1), each with its range and
// with the Support that gives it one; nil if nobody who may be named reaches any.
func Fire(p *law.Position, s order.Side, hexes ...hex.Hex) (out []view.Text) {
	for i := range p.St.Pieces {
		u := &p.St.Pieces[i]
		if u.Side == s && u.OnMap() && p.G.IsCombat(u) && mayBeNamed(p, u) && slices.ContainsFunc(hexes,
			func(h hex.Hex) bool { return law.Shoots(p, u, h) }) {
			reach := law.ReachOf(p, u)
			out = append(out, view.T("bcs.fire-by", "unit", p.Name(u.ID), "at", u.At.Hex, "range", reach,
				"support", supportOf(p, u, reach)))
		}
	}
	if out != nil && p.G.Data.Hidden {
		out = append(out, view.T("bcs.fire-others"))
	}
	return out
}

// Beside names the units whose Engagement Zones bar hexes beside those that an HQ reaches (BCS 6.1-7), for the notes of
// its move; nil for none, for other units, and once its hex is picked.
func Beside(c *game.Attempt) []view.Text {
	p := law.Of(c.Sight)
	if len(c.Units) != 1 || p.G.Of(c.Units[0]).Role != data.HQ || len(c.Targets) > 0 {
		return nil
	}
	var reach route.Field
	p.FloodWith(&reach, c.Units, p.Left(c.Units[0]))
	hexes := []hex.Hex(nil)
	for h := range reach.All() {
		hexes = slices.AppendSeq(hexes, p.G.Def.Grid.Neighbours(h))
	}
	hexes = slices.DeleteFunc(hexes, func(h hex.Hex) bool { // it reaches them, or a zone of control bars them too
		return reach.Reached(h) || p.ZoneOf(p.G.Enemy(c.Sight.Side), h) > law.None
	})
	if by := Fire(p, p.G.Enemy(c.Sight.Side), hexes...); by != nil {
		return []view.Text{view.T("bcs.note.hq-fire", "by", by)}
	}
	return nil
}

// mayBeNamed reports whether everybody may know the Engagement Zone of a unit.
func mayBeNamed(p *law.Position, u *state.Piece) bool {
	return !p.G.Data.Hidden || p.G.Face(u).AV.Value > 0 && law.IsKnown(p.G, p.St, "", u)
}

// supportOf returns the name of the Support that gives a unit its range, "" if its own AV does.
func supportOf(p *law.Position, u *state.Piece, reach int) string {
	if p.G.Face(u).AV.Value == 0 {
		for _, s := range p.G.Supports(p.St, p.G.FormationOf(u)) {
			if s.StandOff && s.AV.Range == reach {
				return s.Asset.Name
			}
		}
	}
	return ""
}

// OfMSR says what blocks the MSR of a Formation, and in which hexes (BCS 10.3-8).
func OfMSR(p *law.Position, f *data.Formation) (out []view.Text) {
	enemy, hexes := p.G.Enemy(f.Side), map[string][]hex.Hex{}
	for _, c := range law.MSRCuts(p, f) {
		for _, h := range c.By {
			id := "bcs.barred-fire" // unless a unit stands there, or its zone of control bars the hex
			if slices.ContainsFunc(p.St.Pieces, func(u state.Piece) bool { return u.Side == enemy && u.At.Hex == h }) {
				id = "bcs.barred-units"
			} else if p.ZoneOf(enemy, h) > law.None {
				id = "bcs.barred-zone"
			}
			hexes[id] = slices.Compact(append(hexes[id], h)) // several ways may be cut there
		}
	}
	for _, id := range []string{"bcs.barred-units", "bcs.barred-zone", "bcs.barred-fire"} {
		if list := hexes[id]; list != nil && id == "bcs.barred-fire" {
			out = append(out, view.T(id, "hexes", list, "by", Fire(p, enemy, list...)))
		} else if list != nil {
			out = append(out, view.T(id, "hexes", list))
		}
	}
	return out
}
