package rendertest

import (
	"slices"

	"grognard/rules/geography"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// MapEvent returns a line that tells of an event of one unit (none if a place was taken), with the usual sign and note.
func MapEvent(kind view.MapEventKind, side order.Side, hexes ...string) view.Line {
	d := &view.MapEvent{Kind: kind, Side: side, Path: Path(hexes...), Count: 1}
	switch kind {
	case view.Struck:
		d.Sign, d.Note = view.Aeroplane, view.T("sign.air-strike")
	case view.Taken:
		d.Count = 0
	case view.Gone:
		d.Note = view.T("sign.withdrawn")
	}
	return view.Line{MapEvent: d}
}

// Fight returns a line that tells of an attack of the blue side on target, at 3:1 with the result D1r2.
func Fight(target string, from ...string) view.Line {
	return view.Line{Reckoned: &view.Reckoning{Side: "blue", Target: At(target), From: Path(from...), Column: "3:1",
		Result: "D1r2"}}
}

// Forms has the forms that no overlay of the other boards has: dotted lines of fire over the
// counters and under them, solid lines, and shapes in tones that the others do not use.
func Forms() *view.Board {
	b := Moves()
	_, way := view.Stage()
	fire := func(over bool, hexes ...string) view.Line {
		return view.Line{
			Forms: []view.Form{{Shape: view.DottedLine, Side: "blue", Tone: view.RingTone, Hexes: Path(hexes...),
				Heads: true, Over: over}},
			Notes: []view.Note{{Text: view.T("sign.line-of-fire"),
				Sample: []view.Form{{Shape: view.DottedLine, Side: "blue", Tone: view.RingTone, Hexes: way}}}},
		}
	}
	b.Told = []view.Line{fire(true, "5.04", "5.01"), fire(false, "1.02", "4.03"), {Forms: []view.Form{
		{Shape: view.DottedLine, Side: "red", Hexes: Path("8.03", "7.02", "6.02", "6.03"), Over: true},
		{Shape: view.SolidLine, Side: "red", Hexes: Path("8.04", "7.04", "6.04", "5.05"), Heads: true},
		{Shape: view.SolidLine, Tone: view.MarkTone, Hexes: Path("1.04", "2.04", "3.04")},
		{Shape: view.FineHatch, Side: "blue", Hexes: Path("1.01", "2.01")},
		{Shape: view.BroadHatch, Side: "red", Tone: view.RingTone, Hexes: Path("7.01", "8.01")},
		{Shape: view.CrossHatch, Side: "blue", Hexes: Path("3.01")},
		{Shape: view.Border, Tone: view.RingTone, Hexes: Path("2.05", "3.05")},
		{Shape: view.Tint, Side: "red", Level: 1, Most: 2, Hexes: Path("6.05")},
		{Shape: view.LabelPlated, Side: "blue", Text: "12", Hexes: Path("2.05", "6.03")},
		{Shape: view.Ring, Tone: view.RingTone, Hexes: Path("5.01"), Over: true},
	}}}
	return b
}

// Signs has the signs that no fight or air strike of other boards has, and a unit that left the map without a note.
func Signs() *view.Board {
	b := Moves()
	fire := func(side order.Side, target string, hit bool) view.Line {
		return view.Line{MapEvent: &view.MapEvent{Kind: view.Struck, Side: side, Path: Path(target), Sign: view.Burst,
			Note: view.T("Barrage"), Hit: hit}}
	}
	b.Told = []view.Line{fire("blue", "5.01", true), fire("red", "5.04", false), MapEvent(view.Struck, "red", "5.04"),
		{MapEvent: &view.MapEvent{Kind: view.Gone, Side: "blue", Path: Path("2.04"), Count: 1}},
		{Reckoned: &view.Reckoning{Side: "blue", Target: At("7.02"), From: Path("6.03"), Sign: view.Burst,
			Note: view.T("Bombardment"), Column: "16+", Result: "D1"}},
		{Reckoned: &view.Reckoning{Side: "red", Target: At("1.02"), From: Path("2.02"), Sign: view.Swords,
			Note: view.T("sign.attack"), Column: "2:1", Result: "-"}}}
	return b
}

// Moves tells of every kind of move: alone, beside others, in several stretches, advances, retreats, and arrivals.
func Moves() *view.Board {
	b := Board(Map(8, 5, hex.Even))
	b.Map.Terrain[At("4.03")], b.Map.Terrain[At("5.03")] = []string{"heavy-woods"}, []string{"swamp"}
	stand := func(h string, side order.Side) {
		u := Unit("7", "infantry", "division")
		u.Side = side
		b.Stacks = append(b.Stacks, view.Stack{Hex: At(h), Side: side, Height: 1, Known: []view.Counter{u}})
	}
	stand("5.04", "blue")
	stand("6.03", "blue")
	stand("5.01", "red")
	stand("1.02", "blue")
	who := func(l view.Line, id string) view.Line {
		l.MapEvent.Units = []view.Counter{Unit(id, "armour", "division")}
		return l
	}
	b.Told = []view.Line{
		who(MapEvent(view.Marched, "blue", "1.04", "2.04", "3.04"),
			"1"), who(MapEvent(view.Marched, "blue", "3.04", "4.04", "5.04"), "1"),
		who(MapEvent(view.Marched, "blue", "2.05", "2.04", "3.04", "4.04", "5.05"), "2"),
		who(MapEvent(view.Marched, "blue", "1.05", "2.04", "3.04", "4.03", "5.03"), "3"),
		MapEvent(view.Marched, "red", "8.03", "7.02", "6.02", "5.01"),
		MapEvent(view.Advanced, "blue", "5.03", "6.03"),
		MapEvent(view.Retreated, "red", "6.04", "7.04", "8.05"),
		MapEvent(view.Came, "blue", "1.02"), MapEvent(view.Placed, "red", "3.02"), MapEvent(view.Placed, "red", "3.02"),
	}
	return b
}

// Fights tells of fights, two of them for one hex, of strikes and of all kinds of losses.
func Fights() *view.Board {
	b := Moves()
	b.Told = []view.Line{
		{Reckoned: &view.Reckoning{Side: "blue", Target: At("5.01"), From: Path("4.01"), Sign: view.Swords,
			Note: view.T("sign.attack"), Column: "1:2", Result: "A1"}},
		{Reckoned: &view.Reckoning{Side: "blue", Target: At("5.01"), From: Path("4.01", "5.02"), Sign: view.Swords,
			Note: view.T("sign.attack"), Column: "3:1", Result: "A1D1r2"}},
		{Reckoned: &view.Reckoning{Side: "blue", Target: At("7.04"), From: Path("6.03"), Sign: view.Chevrons,
			Note: view.T("sign.overrun"), Column: "4:1", Result: "D2"}},
		{Reckoned: &view.Reckoning{Side: "red", Target: At("1.02"), From: Path("2.02"), Sign: view.Swords,
			Note: view.T("sign.attack"), Column: "none", Result: "A1"}},
		{Reckoned: &view.Reckoning{Side: "blue", Target: At("3.04"), From: Path("3.05"), Sign: view.Swords,
			Note: view.T("sign.attack"), Column: "1:1", Result: "-"}},
		MapEvent(view.Reduced, "red", "5.01"), MapEvent(view.Reduced, "blue", "5.04"),
		MapEvent(view.Reduced, "blue", "5.04"),
		MapEvent(view.Gone, "blue", "8.02"),
		MapEvent(view.Struck, "blue", "6.03"), MapEvent(view.Struck, "red", "2.01"),
		MapEvent(view.Struck, "red", "2.01"),
	}
	dead := MapEvent(view.Died, "red", "7.04")
	dead.MapEvent.Count, dead.MapEvent.Units = 3, []view.Counter{Unit("55", "cavalry", "brigade")}
	dead.MapEvent.Units[0].Side = "red"
	hit := MapEvent(view.Struck, "red", "2.01")
	hit.MapEvent.Hit = true
	b.Told = append(b.Told, dead, MapEvent(view.Died, "blue", "1.02"), hit)
	return b
}

// Results has the results of fights after the units have gone on: ghosts in hexes that others hold now, also at the
// end of a retreat, steps lost in hexes that the units have left, and places that changed hands. Around them are names,
// flags and badges that signs must not cover.
func Results() *view.Board {
	b := Board(Map(8, 5, hex.Even))
	stand := func(h string, side order.Side, ids ...string) {
		st := view.Stack{Hex: At(h), Side: side, Height: len(ids)}
		for _, id := range ids {
			u := Unit(id, "infantry", "division")
			u.Side = side
			st.Known = append(st.Known, u)
		}
		b.Stacks = append(b.Stacks, st)
	}
	who := func(l view.Line, side order.Side, ids ...string) view.Line {
		for _, id := range ids {
			u := Unit(id, "infantry", "division")
			u.Side = side
			l.MapEvent.Units = append(l.MapEvent.Units, u)
		}
		l.MapEvent.Count = len(ids)
		return l
	}
	fight := func(target, result string, against []string, from string, units ...string) view.Line {
		l := Fight(target, from)
		l.Reckoned.Sign, l.Reckoned.Note, l.Reckoned.Result = view.Swords, view.T("sign.attack"), result
		for _, id := range units {
			l.Reckoned.Attackers = append(l.Reckoned.Attackers, Unit(id, "infantry", "division"))
		}
		for _, id := range against {
			l.Reckoned.Defender = append(l.Reckoned.Defender, Unit(id, "infantry", "division"))
		}
		return l
	}
	b.Map.Places = []geography.Place{{Hex: At("3.03"), Name: "Yel'nya", Kind: "village", VP: 2},
		{Hex: At("4.03"), Name: "Dorogobuzh", Kind: "village"}, {Hex: At("6.02"), Name: "Bryansk", Kind: "city", VP: 3},
		{Hex: At("5.04"), Name: "Spas-Demyansk", Kind: "village", VP: 1}}
	b.Map.Terrain[At("6.02")] = []string{"city"}
	for _, h := range []string{"3.03", "4.03", "5.04"} {
		b.Map.Terrain[At(h)] = []string{"village"}
	}
	stand("3.03", "blue", "11", "12", "13")
	stand("2.02", "blue", "14")
	stand("5.03", "red", "31", "32")
	stand("6.02", "blue", "15")
	stand("7.03", "red", "33")
	stand("7.02", "blue", "16")
	stand("5.02", "red", "36")
	b.Control = []view.Held{{Hex: At("3.03"), Side: "blue"}, {Hex: At("6.02"), Side: "blue"}, {Hex: At("5.04"),
		Side: "red"}}
	taken := func(h string) view.Line {
		l := MapEvent(view.Taken, "blue", h)
		l.MapEvent.From = "red"
		return l
	}
	b.Told = []view.Line{
		fight("3.03", "A1D1r2", []string{"31", "34"}, "2.02", "11", "12", "14"),
		who(MapEvent(view.Reduced, "blue", "2.02"), "blue", "11"), // 11 advances below
		who(MapEvent(view.Reduced, "blue", "2.02"), "blue", "14"), // 14 stays
		who(MapEvent(view.Reduced, "red", "3.03"), "red", "31"),   // 31 retreats below
		who(MapEvent(view.Died, "red", "3.03"), "red", "35"),
		who(MapEvent(view.Retreated, "red", "3.03", "4.03", "5.03"), "red", "31", "34"),
		who(MapEvent(view.Died, "red", "5.03"), "red", "34"), // after the retreat
		who(MapEvent(view.Advanced, "blue", "2.02", "3.03"), "blue", "11", "12"), taken("3.03"),
		fight("6.02", "D2", []string{"37", "38"}, "7.02", "15", "16"),
		who(MapEvent(view.Died, "red", "6.02"), "red", "37", "38"),
		who(MapEvent(view.Advanced, "blue", "7.02", "6.02"), "blue", "15"), taken("6.02"),
	}
	return b
}

// Reach has an overlay of how far a unit can go: tints, costs, and enemy zones.
func Reach() *view.Board {
	b := Moves()
	b.Told = nil
	b.Map.Ways = []geography.Way{{Kind: "road", Path: Path("1.03", "2.03", "3.03", "4.03", "5.03")}}
	tint := func(level int, hexes ...string) view.Form {
		return view.Form{Shape: view.Tint, Side: "blue", Level: level, Most: 4, Hexes: Path(hexes...)}
	}
	veil := func(hexes ...hex.Hex) view.Form { return view.Form{Shape: view.Veil, Hexes: hexes} }
	border := func(hexes ...hex.Hex) view.Form { return view.Form{Shape: view.Border, Side: "blue", Hexes: hexes} }
	zone := func(hexes ...string) view.Form {
		return view.Form{Shape: view.FineHatch, Tone: view.MarkTone, Hexes: Path(hexes...)}
	}
	label := func(text string, hexes ...string) view.Form {
		return view.Form{Shape: view.Label, Text: text, Hexes: Path(hexes...)}
	}
	all := func(hexes ...string) view.Form {
		return view.Form{Shape: view.LabelPlated, Tone: view.MarkTone, Words: view.T("reach.print-all"),
			Hexes: Path(hexes...)}
	}
	around := Path("1.02", "1.01", "1.03", "2.01", "2.02", "2.03", "3.02", "3.03", "4.01", "4.02", "4.03", "5.04")
	mid := []view.Form{tint(3, "2.02"), veil(At("2.02")), border(At("2.02"))}
	b.Overlays = []view.Overlay{{
		Head:   view.T("reach.print-left", "unit", "7 Inf Div", "left", 5),
		Around: around,
		Forms: []view.Form{tint(0, "1.01", "1.03", "2.02", "2.03", "3.03"), tint(1, "2.01", "3.02"), tint(2, "5.04"),
			tint(3, "4.01", "4.02", "4.03"),
			veil(around...), zone("4.01", "4.02", "5.02", "6.01", "6.02"), border(around...),
			{Shape: view.Ring, Tone: view.RingTone, Hexes: around[:1]},
			label("1", "1.01", "1.03", "2.02"), label("2½", "2.01"), label("1¼", "2.03"), label("2",
				"3.02"), label("½", "3.03"),
			label("4¾", "4.01"), label("5", "4.02"), all("4.03"), label("3", "5.04")},
		Notes: []view.Note{{Text: view.T("reach.print-cost"), Sample: append(slices.Clip(mid), label("5", "2.02"))},
			{Text: view.T("reach.print-whole"), Sample: append(slices.Clip(mid), all("2.02"))},
			{Text: view.T("reach.print-zone"), Sample: []view.Form{veil(), zone("2.02")}}},
	}}
	return b
}

// Letters has the hexes of Reach lettered above their costs.
func Letters() *view.Board {
	b := Reach()
	o := &b.Overlays[0]
	letter := func(place int, at hex.Hex) view.Form {
		return view.Form{Shape: view.LabelPlated, Side: "blue", Text: view.Layer{}.Letter(place), Large: true,
			Hexes: []hex.Hex{at}}
	}
	o.Forms = slices.DeleteFunc(o.Forms, func(f view.Form) bool { return f.Shape == view.LabelPlated })
	for i := range o.Forms {
		o.Forms[i].Under = o.Forms[i].Shape == view.Label
	}
	for place, h := range o.Around[1:] {
		o.Forms = append(o.Forms, letter(place, h))
	}
	sample := append(slices.Clip(o.Notes[0].Sample[:3]), letter(0, At("2.02")))
	o.Notes = []view.Note{{Text: view.T("reach.print-letter"), Sample: sample}, o.Notes[2]}
	return b
}

// Supply has supply lines of both sides, the hexes that they do not reach, and the stacks there.
func Supply() *view.Board {
	b := Moves()
	b.Told = nil
	b.Map.Sources = []view.Source{{Hex: At("1.04"), Side: "blue"}, {Hex: At("8.03"), Side: "red"},
		{Hex: At("8.05"), Side: "red"}}
	b.IdleSources = Path("8.05")
	line := func(side order.Side, joins hex.Hex, hexes ...string) view.Form {
		return view.Form{Shape: view.DashedLine, Side: side, Heads: true, Joins: joins, Hexes: Path(hexes...)}
	}
	on := func(shape view.Shape, side order.Side, hexes ...hex.Hex) view.Form {
		return view.Form{Shape: shape, Side: side, Hexes: hexes}
	}
	hungry := func(side order.Side, hexes ...hex.Hex) []view.Form {
		return []view.Form{{Shape: view.CrossHatch, Side: side, Tone: view.MarkTone, Hexes: hexes},
			{Shape: view.Border, Tone: view.MarkTone, Hexes: append(Path("1.01", "2.01", "2.02"), hexes...)},
			{Shape: view.Ring, Tone: view.MarkTone, Hexes: hexes, Over: true},
			{Shape: view.LabelPlated, Tone: view.MarkTone, Words: view.T("supply.print-none"), Hexes: hexes}}
	}
	_, way := view.Stage()
	veil := on(view.Veil, "")
	forms := []view.Form{veil, on(view.BroadHatch, "blue", Path("1.01", "2.01", "2.02")...)}
	forms = append(forms, hungry("blue", At("1.02"))...)
	forms = append(forms, on(view.BroadHatch, "red", Path("7.04", "7.05", "8.05")...),
		line("blue", hex.None, "1.04", "2.04", "3.04", "4.03", "5.04"), line("blue", At("3.04"), "4.03", "5.03",
			"6.03"),
		line("red", hex.None, "8.03", "8.02", "7.02", "6.01", "5.01"),
		line("red", hex.None, "8.03", "7.03", "6.03", "5.03", "4.03", "3.04", "3.03"), on(view.Ring, "blue",
			At("1.04")), on(view.Ring, "red", At("8.03")))
	var notes []view.Note
	for _, side := range b.Map.Sides {
		notes = append(notes, view.Note{Text: view.T("supply.print-lines", "side", side.Name),
			Sample: []view.Form{veil, {Shape: view.DashedLine, Side: side.ID, Heads: true, Hexes: way}}},
			view.Note{Text: view.T("supply.print-cut", "side", side.Name),
				Sample: []view.Form{veil, on(view.BroadHatch, side.ID, way...)}})
		if side.ID == "blue" {
			notes = append(notes, view.Note{Text: view.T("supply.print-starving", "side", side.Name), Stack: "blue",
				Sample: append([]view.Form{veil}, hungry("blue", way[1])...)})
		}
	}
	b.Overlays = []view.Overlay{{Forms: forms, Notes: notes}}
	return b
}
