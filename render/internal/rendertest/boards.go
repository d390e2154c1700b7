// Package rendertest has the boards that the tests of pictures draw: small maps with every kind of
// terrain, counter and event, and a large one. Nothing but tests imports it.
package rendertest

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"grognard/rules/geography"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// At reads a hex number that the test's author wrote.
func At(s string) hex.Hex {
	h, err := hex.Parse(s)
	if err != nil {
		panic(err)
	}
	return h
}

// Path reads hex numbers.
func Path(s ...string) (out []hex.Hex) {
	for _, h := range s {
		out = append(out, At(h))
	}
	return out
}

// Map returns an empty map of so many columns and rows; high says which columns stand half a hex higher.
func Map(cols, rows int8, high hex.Parity) *view.Map {
	r := hex.Rows{First: 1, Last: rows}
	return &view.Map{
		Key: "test", Title: "The Ford", Terrain: map[hex.Hex][]string{},
		Grid: hex.Grid{Cols: cols, Odd: r, Even: r, High: high},
		Sides: []order.Nation{{ID: "blue", Name: "Blue", Color: "#3b6ea8"},
			{ID: "red", Name: "Красные", Color: "#c9563c"}},
		Traits: []view.Trait{{ID: "exploit"}}, Sample: Factors(4, 6, 5), Backs: []string{"reduced"},
	}
}

// reducedUp returns the Up of a unit whose reduced face is up.
func reducedUp() view.Up { return view.Up{Face: 1, Name: "reduced", Lost: 1} }

func Board(m *view.Map) *view.Board {
	return &view.Board{Map: m, Turn: 2, Turns: 10, Phase: view.Phase{Side: "blue", Name: "combat"}}
}

// Terrain returns a board with every kind of ground, alone and two in one hex.
func Terrain() *view.Board {
	m := Map(5, 2, hex.Even)
	for h, kinds := range map[string][]string{
		"1.02": {"open"}, "2.02": {"light-woods"}, "3.02": {"heavy-woods"}, "4.02": {"swamp"}, "5.02": {"hills"},
		"1.01": {"village"}, "2.01": {"city"}, "3.01": {"heavy-woods", "swamp"}, "4.01": {"light-woods", "village"},
	} {
		m.Terrain[At(h)] = kinds
	}
	m.Places = []geography.Place{
		{Hex: At("1.01"), Name: "Yel'nya", Kind: "village"}, {Hex: At("2.01"), Name: "Düna-Öst", Kind: "city", VP: 2},
		{Hex: At("4.01"), Name: "Смоленск", Kind: "village"},
	}
	return Board(m)
}

// Water has every kind of hexside: a ring, a fork, and one that the style does not know. Odd columns stand higher.
func Water() *view.Board {
	m := Map(5, 3, hex.Odd)
	mid := At("2.02")
	var ring []hex.Side
	for _, n := range m.Grid.Around(mid) {
		ring = append(ring, hex.Between(mid, n))
	}
	s := func(a, b string) hex.Side { return hex.Between(At(a), At(b)) }
	fork := At("4.02")
	around := m.Grid.Around(fork)
	south, southWest, northWest := around[3], around[4], around[5]
	m.Water = []geography.Course{
		{Name: "Pond", Kind: "lake", Sides: []hex.Side{s("4.03", "5.02")}},
		{Name: "Moat", Kind: "minor-river", Sides: ring},
		{Name: "Dnepr", Kind: "major-river", Sides: []hex.Side{
			hex.Between(fork, northWest), hex.Between(fork, southWest), hex.Between(fork, south), hex.Between(south,
				southWest),
		}},
		{Name: "Wall", Kind: "rampart", Sides: []hex.Side{s("5.02", "5.03")}},
	}
	return Board(m)
}

// Ways has every kind of way, the edge's entry areas, and sources.
func Ways() *view.Board {
	m := Map(5, 3, hex.Even)
	m.Ways = []geography.Way{
		{Kind: "road", Path: Path("1.02", "2.02", "3.02", "4.02", "5.02")}, {Kind: "railroad",
			Path: Path("1.03", "2.02", "3.02", "4.01", "5.01")},
		{Kind: "track", Path: Path("2.01", "3.01", "3.02", "3.03")}, {Kind: "causeway", Path: Path("4.03", "5.03")},
	}
	m.Entry = []geography.Area{{Name: "A", Side: "blue", Hexes: Path("1.01", "1.02", "1.03")},
		{Name: "K", Side: "red", Hexes: Path("5.02")}}
	m.Sources = []view.Source{{Hex: At("1.02"), Side: "blue"}, {Hex: At("5.03"), Side: "red"},
		{Hex: At("5.01"), Side: "red"}}
	b := Board(m)
	b.IdleSources = Path("5.01")
	return b
}

func Unit(id, symbol, size string) view.Counter {
	return view.Counter{ID: order.UnitID(id), Name: id + " Inf Div", Short: id, Formation: "3 Corps", Side: "blue",
		Symbol: symbol, Size: size, Ratings: Factors(4, 6, 5), Steps: 2, MaxSteps: 2}
}

// Factors returns ratings at the foot of a counter, with these numbers; view.Blank is printed as a dash.
func Factors(factors ...int) (out []view.Rating) {
	for _, n := range factors {
		r := view.Rating{N: n, Text: strconv.Itoa(n)}
		if n == view.Blank {
			r.Text = "–"
		}
		out = append(out, r)
	}
	return out
}

// Lit returns the ratings as they are printed on a unit with a trait: highlighted.
func Lit(ratings []view.Rating) (out []view.Rating) {
	for _, r := range ratings {
		r.Lit = true
		out = append(out, r)
	}
	return out
}

// Arms returns the arms for which counters have a sign.
func Arms() []string {
	return []string{
		"infantry", "armour", "motorised", "mechanised", "cavalry", "airborne", "mountain",
		"mountain-cavalry", "security", "militia", "garrison", "engineer",
		"artillery", "anti-tank", "anti-air", "reconnaissance", "rocket", "headquarters", "supply", "marine", "air",
	}
}

// Counters has every arm and size, and every way in which a counter may differ.
func Counters() *view.Board {
	b := Board(Map(8, 4, hex.Even))
	sizes := []string{"company", "battalion", "regiment", "brigade", "division", "corps", "army", "horde"}
	var us []view.Counter
	for i, a := range append(Arms(), "elephant") {
		u := Unit("206", a, sizes[i%len(sizes)])
		if i%5 > 2 {
			u.Side = "red"
		}
		us = append(us, u)
	}
	plain := func() view.Counter { return Unit("17", "infantry", "division") }
	reduced, exploit, guess, blank, marked := plain(), plain(), plain(), plain(), plain()
	reduced.Up, reduced.Steps = reducedUp(), 1
	exploit.Ratings = Lit(Factors(12, 10, 12))
	guess.Estimate = true
	blank.Ratings, blank.Name, blank.Short = Factors(view.Blank, 6, 5), "Großdeutschland Inf Rgt", ""
	marked.Marks, marked.Side = []string{"oos", "dg"}, "red"
	worn := plain()
	worn.Up, worn.Steps, worn.MaxSteps, worn.Marks = reducedUp(), 1, 4, []string{"isolated", "mud"}
	us = append(us, reduced, exploit, guess, blank, marked, worn)
	standApart(b, us)
	b.Marks = []view.MarkLegend{{ID: "oos", Name: "Out of Supply"}, {ID: "dg", Name: "Disorganized"},
		{ID: "isolated", Name: "Isolated"}, {ID: "mud", Name: "Stuck in the mud"}}
	b.Map.Chits = []view.Chit{
		{Side: "blue", Name: view.T("legend.air-strikes"), Symbol: "air", Ratings: []view.Rating{{N: 3, Text: "3 / 2"}},
			Estimate: true},
		{Side: "red", Name: view.T("legend.air-strikes"), Symbol: "air", Ratings: []view.Rating{{N: 2, Text: "2 / 1"}}},
	}
	return b
}

// standApart puts each counter into a hex of its own.
func standApart(b *view.Board, us []view.Counter) {
	for h := range b.Map.Grid.All() {
		if i := len(b.Stacks); i < len(us) {
			b.Stacks = append(b.Stacks, view.Stack{Hex: h, Side: us[i].Side, Height: 1, Known: us[i : i+1]})
		}
	}
}

// Classes has counters whose ratings have classes: one counter for each class, and counters with as many ratings as
// have room: plain, turned and estimated, with a step lost, highlighted, and with all ratings in the foot.
func Classes() *view.Board {
	b := Board(Map(8, 2, hex.Even))
	for n := range 8 {
		b.Map.Classes = append(b.Map.Classes, "class-"+strconv.Itoa(n+1))
	}
	rating := func(n int, text string, place view.Place, class int) view.Rating {
		r := view.Rating{N: n, Text: text, Place: place}
		if class > 0 {
			r.Class = b.Map.Classes[class-1]
		}
		return r
	}
	full := []view.Rating{rating(4, "4", view.Foot, 0), rating(12, "12", view.Foot, 1), rating(5, "5/2", view.Foot, 4),
		rating(3, "3", view.Left, 0), rating(view.Blank, "R", view.Left, 6), rating(6, "6", view.Right, 7)}
	var us []view.Counter
	for n := range 8 {
		u := Unit(strconv.Itoa(17+n), Arms()[n], "battalion")
		u.Ratings = []view.Rating{rating(3, "3", view.Foot, 0), rating(8+n, strconv.Itoa(8+n), view.Foot, n+1)}
		us = append(us, u)
	}
	for n := range 5 {
		u := Unit(strconv.Itoa(31+n), Arms()[n], "battalion")
		u.Side, u.Ratings = "red", full
		us = append(us, u)
	}
	turned, worn, lit, row := &us[9], &us[10], &us[11], &us[12]
	turned.Up.Face, turned.Estimate, worn.Steps = 1, true, 1
	lit.Ratings = Lit(full)
	row.Ratings = nil
	for n := range 6 {
		row.Ratings = append(row.Ratings, rating(n+1, strconv.Itoa(n+1), view.Foot, n+1))
	}
	standApart(b, us)
	return b
}

// Units has a unit that its viewer sees, reduced and marked, whose reduced face is
// an estimate, and a unit that he does not see.
func Units() *view.Board {
	b := Stacks()
	shown := view.Card{ID: "53", Name: "53 Mot Inf Div", Short: "53", Formation: "3 Corps", Side: "red",
		Symbol: "motorised", Size: "division",
		Faces: []view.Face{{Name: "full", Ratings: Lit(Factors(7, 6, 10))},
			{Name: "reduced", Ratings: Lit(Factors(3, 2, 10)), Estimate: true, Steps: 1, Lost: 1}}, Steps: 2}
	hidden := view.Card{ID: "54", Name: "54 Mil Div", Short: "54", Side: "blue", Symbol: "militia", Size: "division",
		Faces: []view.Face{{Name: "full", Ratings: Factors(view.Blank, 3, 4)}}, Steps: 1}
	b.Map.Cards = []view.Card{shown, hidden}
	up := shown.Face(1)
	up.Marks = []string{"dg", "oos"}
	b.Stacks = []view.Stack{{Hex: At("1.01"), Side: "red", Height: 3, Known: []view.Counter{up}}}
	return b
}

// Stacks has stacks as their owner sees them, as the enemy does, and with
// nothing known; victory hexes with and without a holder; a pending decision.
func Stacks() *view.Board {
	m := Map(5, 2, hex.Even)
	m.Places = []geography.Place{{Hex: At("1.01"), Name: "Bel'yy", Kind: "village", VP: 1}, {Hex: At("3.01"),
		Name: "Kirov", Kind: "city", VP: 2}, {Hex: At("5.01"), Name: "Velizh", Kind: "village", VP: 3}}
	b := Board(m)
	three := []view.Counter{Unit("53", "infantry", "division"), Unit("7", "armour", "regiment"),
		Unit("101", "motorised", "brigade")}
	three[0].Marks, three[1].Up = []string{"dg"}, reducedUp()
	many := []view.Counter{}
	for _, id := range []string{"1", "2", "3", "4", "5", "6", "7"} {
		many = append(many, Unit(id, "cavalry", "division"))
	}
	b.Stacks = []view.Stack{
		{Hex: At("1.01"), Side: "blue", Height: 3, Known: three},
		{Hex: At("2.01"), Side: "blue", Height: 3, Known: three[:1]},
		{Hex: At("3.01"), Side: "red", Height: 2},
		{Hex: At("4.01"), Side: "blue", Height: 7, Known: many},
		{Hex: At("4.02"), Side: "red", Height: 1},
		{Hex: At("5.02"), Side: "blue", Height: 2, Known: three[1:]},
	}
	b.Marks = []view.MarkLegend{{ID: "oos", Name: "Out of Supply"}, {ID: "dg", Name: "Disorganized"}}
	many[4].Name, many[4].Short = "Großdeutschland Motorised Infantry Regiment", "GD"
	many[4].Formation = "XXXXVIII Panzer Corps"
	many[4].Marks = []string{"dg", "oos"}
	b.Control = []view.Held{{Hex: At("1.01"), Side: "blue"}, {Hex: At("2.02"), Side: "red"},
		{Hex: At("3.01"), Side: "red", VP: 2}}
	b.Facts = []view.Fact{{Kind: "points", Side: "red", N: 3, Name: "Historic Outcome (Draw)"}}
	b.Due = &view.Prompt{Hex: At("3.02"), Side: "blue"}
	b.Stocks = []view.Stock{{Side: "blue",
		Items: []view.Item{{What: "air-strike", N: 6}, {What: "breakdown", N: 2}, {What: "replacement", N: 1},
			{What: "garrison", N: 10}}, Dead: 12},
		{Side: "red", Items: []view.Item{{What: "garrison", N: 9}}, Dead: 1}}
	return b
}

// Large returns a whole game: a map of 46 columns and 30 rows with woods, swamps, rivers,
// ways of all kinds and towns, and 150 counters of both sides, laid by arithmetic.
func Large() *view.Board {
	m := Map(46, 30, hex.Even)
	b := Board(m)
	var sides []hex.Side
	ways := map[string][]hex.Hex{}
	i := 0
	for h := range m.Grid.All() {
		i++
		switch blot := (uint32(h.Col/3)*73856093 ^ uint32((h.Row+h.Col/2)/2)*19349663) * 2654435761 >> 8 % 10; {
		case i%23 == 5:
			m.Terrain[h] = []string{"village"}
			m.Places = append(m.Places, geography.Place{Hex: h, Name: "Town " + h.String(), Kind: "village", VP: i % 3})
		case blot < 5:
			m.Terrain[h] = []string{[]string{"light-woods", "light-woods", "light-woods", "heavy-woods", "swamp"}[blot]}
		}
		if up := (hex.Hex{Col: h.Col, Row: h.Row + 1}); h.Row%7 == 3 {
			sides = append(sides, hex.Between(h, up))
			around := m.Grid.Around(up)
			sides = append(sides, hex.Between(up, around[2]), hex.Between(up, around[4]))
		}
		if h.Row%6 == 2 {
			ways[fmt.Sprint("road ", h.Row)] = append(ways[fmt.Sprint("road ", h.Row)], h)
		}
		if h.Col%8 == 3 {
			kind := []string{"railroad", "track"}[h.Col/8%2]
			ways[fmt.Sprint(kind, " ", h.Col)] = append(ways[fmt.Sprint(kind, " ", h.Col)], h)
		}
		nation := m.Sides[i*2/(46*30+1)].ID
		if i%9 == 0 && len(b.Stacks) < 150 {
			u := Unit(h.String(), []string{"infantry", "armour", "cavalry"}[i%3], "division")
			u.Side = nation
			if i%4 == 0 {
				u.Marks = []string{"oos"}
			}
			b.Stacks = append(b.Stacks, view.Stack{Hex: h, Side: nation, Height: 1 + i/9%3, Known: []view.Counter{u}})
		}
		b.Control = append(b.Control, view.Held{Hex: h, Side: nation})
	}
	for _, name := range slices.Sorted(maps.Keys(ways)) {
		m.Ways = append(m.Ways, geography.Way{Kind: strings.Fields(name)[0], Path: ways[name]})
	}
	m.Water = []geography.Course{{Kind: "minor-river", Sides: sides}}
	b.Marks = []view.MarkLegend{{ID: "oos", Name: "Out of Supply"}}
	b.Facts = []view.Fact{{Kind: "points", Side: "red", N: 31, Name: "Minor Victory"}}
	b.Stocks = []view.Stock{{Side: "blue", Items: []view.Item{{What: "air-strike", N: 6}, {What: "replacement", N: 1}},
		Dead: 12}, {Side: "red", Items: []view.Item{{What: "garrison", N: 9}}, Dead: 31}}
	return b
}

// Country has what is drawn in one piece over many hexes: woods with a hole; a river that grows from its source, takes
// up another and becomes a major one; a city on both its banks; bridges; a road and a railway side by side; and ways
// that part, meet, end and leave the map.
func Country() *view.Board {
	m := Map(8, 6, hex.Even)
	for kind, hexes := range map[string][]hex.Hex{
		"heavy-woods": Path("1.05", "1.06", "2.05", "2.06", "7.02"),
		"light-woods": Path("3.05", "3.06", "4.05", "2.04", "6.02", "7.03", "8.02", "8.01", "7.01", "6.01"),
		"swamp":       Path("7.06", "8.06", "3.01", "4.01"),
		"city":        Path("5.03", "5.04"),
		"village":     Path("2.02"),
	} {
		for _, h := range hexes {
			m.Terrain[h] = []string{kind}
		}
	}
	m.Terrain[At("7.02")] = nil
	m.Places = []geography.Place{
		{Hex: At("5.03"), Name: "Grad", Kind: "city"}, {Hex: At("5.04"), Name: "Grad",
			Kind: "city"}, {Hex: At("2.02"), Name: "Selo", Kind: "village"},
	}
	m.Ways = []geography.Way{
		{Kind: "road", Path: Path("8.05", "7.05", "6.04", "5.04", "4.03", "3.03", "2.02", "1.02")},
		{Kind: "railroad", Path: Path("1.02", "2.02", "3.03", "4.03", "5.04", "5.05", "5.06")},
		{Kind: "track", Path: Path("5.04", "5.03", "5.02", "6.01")},
		{Kind: "track", Path: Path("2.02", "2.03", "2.04")},
		{Kind: "road", Path: Path("5.04", "6.04", "6.03", "7.03")},
	}
	m.Water = []geography.Course{
		{Name: "Reka", Kind: "minor-river",
			Sides: Sides("2.03/2.04", "2.03/3.04", "3.03/3.04", "3.04/4.03", "4.03/4.04", "4.03/5.04")},
		{Name: "Reka", Kind: "major-river",
			Sides: Sides("5.03/5.04", "5.04/6.03", "6.03/6.04", "6.03/7.04", "7.03/7.04", "7.04/8.03", "8.03/8.04")},
		{Name: "Pritok", Kind: "minor-river", Sides: Sides("4.01/5.02", "4.02/5.02", "4.02/5.03", "4.03/5.03")},
		{Name: "Ozero", Kind: "lake", Sides: Sides("6.05/7.06", "6.05/7.05")},
	}
	return Board(m)
}

// Sides reads hexsides such as "2.03/2.04". It panics at one that it cannot read.
func Sides(s ...string) (out []hex.Side) {
	for _, side := range s {
		h, err := hex.ParseSide(side)
		if err != nil {
			panic(err)
		}
		out = append(out, h)
	}
	return out
}

// Surround has all that is printed round a map, and a front with a gap in it.
func Surround() *view.Board {
	m := Map(6, 4, hex.Even)
	m.Across, m.FirstDay, m.TurnDays = geography.Length{Tenths: 75, Unit: "miles"}, "1941-07-22", 6
	m.Places = []geography.Place{{Hex: At("3.03"), Name: "Yel'nya", Kind: "village", VP: 2},
		{Hex: At("5.02"), Name: "Rzhev", Kind: "city", VP: 1}}
	m.Terrain[At("3.03")], m.Terrain[At("5.02")] = []string{"village"}, []string{"city"}
	river := geography.Course{Name: "Dnepr", Kind: "major-river"}
	for _, side := range [][2]string{{"4.03", "5.04"}, {"4.03", "5.03"}, {"4.02", "5.03"}, {"4.02", "5.02"},
		{"4.01", "5.02"}, {"4.01", "5.01"}} {
		river.Sides = append(river.Sides, hex.Between(At(side[0]), At(side[1])))
	}
	m.Water = []geography.Course{river}
	m.Entry = []geography.Area{{Name: "A", Side: "blue", Hexes: Path("1.02", "1.03")},
		{Name: "K", Side: "red", Hexes: Path("6.02", "6.03")}}
	m.Sources = []view.Source{{Hex: At("1.02"), Side: "blue"}, {Hex: At("6.02"), Side: "red"}}
	b := Board(m)
	b.Turn, b.Turns, b.IdleSources = 3, 7, Path("6.02")
	b.OffMap = []view.Pile{{Side: "blue", Box: "coming", Turn: 4, Count: 2},
		{Side: "red", Box: "coming", Turn: 4, Count: 1}, {Side: "red", Box: "coming", Turn: 6, Count: 3}}
	b.Facts = []view.Fact{{Kind: "points", Side: "red", N: 3, Name: "Minor Victory"}}
	for h := range m.Grid.All() {
		if side := order.Side([]string{"blue", "blue", "blue", "", "red", "red"}[h.Col-1]); side != "" &&
			h != At("5.04") {
			b.Control = append(b.Control, view.Held{Hex: h, Side: side})
		}
	}
	b.Control = append(b.Control, view.Held{Hex: At("4.02"), Side: "red"}, view.Held{Hex: At("4.03"), Side: "red"})
	return b
}
