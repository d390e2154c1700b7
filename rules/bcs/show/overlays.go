package show

import (
	"slices"

	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/bcs/law"
	"grognard/rules/hex"
	"grognard/rules/internal/series"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/view"
)

// The kinds of overlays.
const (
	reachLayer   = "reach"
	zonesLayer   = "zones"
	fireLayer    = "fire"
	msrLayer     = "msr"
	commandLayer = "command"
)

// Layers lists the kinds of overlays.
func Layers() []view.LayerKind {
	return []view.LayerKind{{Name: reachLayer, Of: view.OfUnit}, {Name: zonesLayer, Of: view.OfMap},
		{Name: fireLayer, Of: view.OfMap}, {Name: msrLayer, Of: view.OfMap}, {Name: commandLayer, Of: view.OfMap}}
}

// Overlay makes the overlay of the kind that is asked for; ok is false where there is nothing to show.
func Overlay(pos *law.Position, a series.OverlayRequest) (o view.Overlay, ok bool) {
	switch a.Kind {
	case reachLayer:
		return reachOverlay(pos, a)
	case zonesLayer:
		return zonesOverlay(pos.G, a.Board), true
	case fireLayer:
		return fireOverlay(pos, a), true
	case msrLayer:
		return msrOverlay(pos), true
	case commandLayer:
		return commandOverlay(pos, a), true
	}
	return view.Overlay{}, false
}

// markedHexes shows what lies on hexes themselves: the objectives of Formations (BCS 4.3), with their zones while they
// are being set, and Traffic; nil for none.
func markedHexes(g *game.Game, b *view.Board) []view.Overlay {
	var o view.Overlay
	for _, s := range g.Def.Sides {
		at, zone := sorted(hexesOf(b, ObjectiveArea, s.ID)), []hex.Hex{}
		for _, h := range at {
			zone = slices.AppendSeq(zone, g.Def.Grid.Within(law.ObjectiveZone, h))
		}
		if b.Step.ID != "" {
			draw(&o, view.Form{Shape: view.Border, Side: s.ID, Hexes: sorted(zone)}, view.T("bcs.objective.zone"))
		}
		draw(&o, view.Form{Shape: view.LabelPlated, Side: s.ID, Hexes: at, Words: view.T("bcs.objective.mark")},
			view.T("bcs.objective.print", "side", s.Name))
	}
	draw(&o, view.Form{Shape: view.LabelPlated, Tone: view.MarkTone, Hexes: hexesOf(b, TrafficArea, ""),
		Words: view.T("bcs.traffic.mark")}, view.T("bcs.traffic.print"))
	if o.Forms == nil {
		return nil
	}
	return []view.Overlay{o}
}

// hexesOf lists the hexes of a side's areas of a kind that a board shows.
func hexesOf(b *view.Board, kind string, side order.Side) (out []hex.Hex) {
	for _, a := range b.Areas {
		if a.Kind == kind && a.Side == side {
			out = append(out, a.Hexes...)
		}
	}
	return out
}

// draw adds a form to an overlay if the form has any hexes, and its note, with a sample, if it is not there yet.
func draw(o *view.Overlay, f view.Form, note view.Text) {
	if len(f.Hexes) == 0 {
		return
	}
	o.Forms = append(o.Forms, f)
	if slices.ContainsFunc(o.Notes, func(n view.Note) bool {
		return n.Text.ID == note.ID && slices.Equal(n.Text.Args, note.Args) // the arguments are strings
	}) {
		return
	}
	_, way := view.Stage() // the middle hex of a path of three, or for a line the whole path
	f.Hexes = way[1:2]
	if f.Shape == view.SolidLine {
		f.Hexes = way
	}
	o.Notes = append(o.Notes, view.Note{Text: note, Sample: []view.Form{f}})
}

// sideName is the printed name of a side, as pictures have it.
func sideName(g *game.Game, id order.Side) string {
	if i := slices.IndexFunc(g.Def.Sides, func(s order.Nation) bool { return s.ID == id }); i >= 0 {
		return g.Def.Sides[i].Name
	}
	return string(id)
}

// zonesOverlay shows the zones of control of both sides by what they rest on (BCS 6.0).
func zonesOverlay(g *game.Game, b *view.Board) (o view.Overlay) {
	for _, s := range g.Def.Sides {
		var n [3]int
		for i, z := range [...]struct {
			kind string
			text view.Text
		}{{PlainZone, view.T("bcs.zones.plain", "side", s.Name)}, {SupportZone, view.T("bcs.zones.support", "side",
			s.Name)}, {RealZone, view.T("bcs.zones.real", "side", s.Name)}} {
			hexes := hexesOf(b, z.kind, s.ID)
			draw(&o, view.Form{Shape: view.Tint, Side: s.ID, Level: 2 - i, Most: 3, Hexes: hexes}, z.text)
			o.Items, n[i] = appendItem(o.Items, z.text, hexes), len(hexes)
		}
		o.Texts = append(o.Texts, view.T("bcs.zones.text", "side", s.ID, "plain", n[0], "support", n[1], "real", n[2]))
	}
	return o
}

// appendItem appends what lies in some hexes, if there are any.
func appendItem(to []view.Text, what view.Text, hexes []hex.Hex) []view.Text {
	if len(hexes) == 0 {
		return to
	}
	return append(to, view.T("bcs.at", "what", what, "hexes", view.Numbers(hexes)))
}

// fireOverlay shows Engagement Zones, and the hexes that block lines of fire of units that the viewer knows (BCS 6.1).
func fireOverlay(pos *law.Position, a series.OverlayRequest) (o view.Overlay) {
	var blocks []hex.Hex
	for _, u := range known(a) {
		blocks = append(blocks, law.FireCuts(pos, u)...)
	}
	blocks = sorted(blocks)
	draw(&o, view.Form{Shape: view.FineHatch, Tone: view.MarkTone, Hexes: blocks}, view.T("bcs.fire.blocks"))
	for _, s := range pos.G.Def.Sides {
		hexes := hexesOf(a.Board, FireArea, s.ID)
		draw(&o, view.Form{Shape: view.BroadHatch, Side: s.ID, Hexes: hexes}, view.T("bcs.fire.print", "side", s.Name))
		o.Texts = append(o.Texts, view.T("bcs.fire.text", "side", s.ID, "n", len(hexes)))
		o.Items = appendItem(o.Items, view.T("bcs.fire.print", "side", s.Name), hexes)
	}
	o.Items = appendItem(o.Items, view.T("bcs.fire.blocks"), blocks)
	return o
}

// known lists the pieces on the map that a viewer can identify.
func known(a series.OverlayRequest) (all []*state.Piece) {
	for _, s := range a.Board.Stacks {
		for _, u := range s.Known {
			all = append(all, a.State.Piece(u.ID))
		}
	}
	return all
}

// msrOverlay shows the MSR of each Formation as far as it leads, what blocks it (BCS 10.3), and where those of two
// Formations cross (10.2d-1).
func msrOverlay(pos *law.Position) (o view.Overlay) {
	for i := range pos.G.Data.Formations {
		f := &pos.G.Data.Formations[i]
		msr, cuts, print := way(pos, f), law.MSRCuts(pos, f), view.T("bcs.msr.print", "side", sideName(pos.G, f.Side))
		switch {
		case len(msr) > 0:
			o.Texts = append(o.Texts, view.T("bcs.msr.text", "formation", f.Name, "from", msr[0], "to", msr[len(msr)-1],
				"whole", pos.MSROf(f).Whole(), "n", len(pos.MSROf(f).Forward)-1, // in steps, as for Optimal Distance
				"lie", trainsLie(pos, f), "trains", pos.G.Trains(pos.St, f).At.Hex))
			o.Items = appendItem(o.Items, print, msr)
		case len(cuts) == 0:
			o.Texts = append(o.Texts, view.T("bcs.msr.none", "formation", f.Name))
		}
		if len(msr) > 1 {
			draw(&o, view.Form{Shape: view.SolidLine, Side: f.Side, Hexes: msr}, print)
		}
		for _, c := range cuts {
			drawCut(&o, f, c)
		}
		if shared := law.CrossesStreams(pos, f); len(shared) > 0 {
			draw(&o, view.Form{Shape: view.Ring, Tone: view.RingTone, Hexes: shared}, view.T("bcs.msr.shared"))
			o.Texts = append(o.Texts, view.T("bcs.msr.shares", "formation", f.Name, "hexes", view.Numbers(shared)))
		}
	}
	return o
}

// drawCut shows a part of a Formation's MSR that is blocked.
func drawCut(o *view.Overlay, f *data.Formation, c law.MSRCut) {
	if len(c.Way) == 0 {
		o.Texts = append(o.Texts, view.T("bcs.msr.no-road", "formation", f.Name))
		return
	}
	draw(o, view.Form{Shape: view.CrossHatch, Tone: view.MarkTone, Hexes: c.By}, view.T("bcs.msr.blocks"))
	if len(c.Way) > 1 {
		draw(o, view.Form{Shape: view.DottedLine, Side: f.Side, Hexes: c.Way}, view.T("bcs.msr.missing"))
	}
	o.Texts = append(o.Texts, view.T("bcs.msr.blocked", "formation", f.Name, "from", c.Way[0],
		"to", c.Way[len(c.Way)-1], "hexes", view.Numbers(c.By)))
}

// commandOverlay shows the Command Radius of each HQ on the map (BCS 4.2d), and the Safe Path of each unit that the
// viewer can identify, or what cuts it (1.6).
func commandOverlay(pos *law.Position, a series.OverlayRequest) (o view.Overlay) {
	g, all := pos.G, known(a)
	for i := range g.Data.Formations {
		f := &g.Data.Formations[i]
		hq := g.HQ(a.State, f)
		if hq == nil || !hq.OnMap() {
			continue
		}
		radius := slices.Collect(g.Def.Grid.Within(f.Radius, hq.At.Hex))
		draw(&o, view.Form{Shape: view.Border, Side: f.Side, Hexes: radius},
			view.T("bcs.command.print", "side", sideName(g, f.Side)))
		o.Forms = append(o.Forms, view.Form{Shape: view.LabelPlated, Side: f.Side, Text: f.Name, Under: true,
			Hexes: radius[len(radius)-1:]}) // the name tells it from another radius of the side
		o.Texts = append(o.Texts, view.T("bcs.command.text", "formation", f.Name, "radius", f.Radius, "hex", hq.At.Hex))
		shown := map[hex.Hex]bool{}
		for _, u := range all {
			if u.Group == f.ID && g.Of(u).Role == data.Combat {
				drawPath(&o, pos, u, shown)
			}
		}
	}
	return o
}

// drawPath shows the Safe Path of a unit, up to a hex in shown, which it adds to, or what cuts the path.
func drawPath(o *view.Overlay, pos *law.Position, u *state.Piece, shown map[hex.Hex]bool) {
	if way := law.SafeWay(pos, u); way != nil {
		if meets := slices.IndexFunc(way, func(h hex.Hex) bool { return shown[h] }); meets >= 0 {
			way = way[:meets+1]
		}
		for _, h := range way {
			shown[h] = true
		}
		if len(way) > 1 {
			draw(o, view.Form{Shape: view.DottedLine, Side: u.Side, Hexes: way},
				view.T("bcs.command.path", "side", sideName(pos.G, u.Side)))
		}
		return
	}
	cuts := law.PathCuts(pos, u)
	draw(o, view.Form{Shape: view.CrossHatch, Tone: view.MarkTone, Hexes: cuts}, view.T("bcs.command.cuts"))
	o.Texts = append(o.Texts, view.T("bcs.command.cut", "unit", u.ID, "hexes", view.Numbers(cuts)))
}

// inEnemyZones lists the hexes in zones of control of a side's enemy.
func inEnemyZones(pos *law.Position, side order.Side) (out []hex.Hex) {
	foe := pos.G.Enemy(side)
	for h := range pos.G.Def.Grid.All() {
		if pos.ZoneOf(foe, h) > law.None {
			out = append(out, h)
		}
	}
	return out
}
