package law_test

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"grognard/rules/bcs"
	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/bcs/law"
	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/modules"
	"grognard/rules/must"
	"grognard/rules/order"
)

var boards = flag.Int("boards", 60, "random boards on which a second reading of the notes must agree")

// module writes a board as a module.
func (b oBoard) module(t *testing.T) *modules.Definition {
	t.Helper()
	lines := map[string][]string{
		"game.yaml": {"id: board", "title: Board", "series: bcs", `edition: "1.2"`, "turns: 3", "sides:",
			`  - {id: blue, name: Blue, color: "#0072b2"}`, `  - {id: red, name: Red, color: "#d55e00"}`, "formations:"},
		"units.yaml": {"types:"},
		"charts.yaml": {"terrain:", "  open: {tac: 1, truck: 1, leg: 1}", "  hills: {tac: 2, truck: 2, leg: 1, blocking: yes}",
			"  woods: {tac: 3, truck: P, leg: 2, terrain: yes, blocking: yes}", "  rough: {tac: 4, truck: P, leg: 2, terrain: yes}",
			"  swamp: {tac: P, truck: P, leg: 3, terrain: yes}", "  city: {tac: 1, truck: 1, leg: 1, terrain: yes, blocking: yes, key: yes}",
			"  water: {tac: P, truck: P, leg: P}", "hexsides:", "  river: {tac: 2, truck: P, leg: 1" + b.keyRivers() + "}", "roads:",
			"  primary: {tac: 1/2, truck: 1/2, leg: 1, msr: main}", "  secondary: {tac: 1/2, truck: 1/2, leg: 1, msr: main}",
			"  track: {tac: 1, truck: 1, leg: 1, msr: any}", "  railroad: {}"},
		"map.yaml": {"columns: 20", "rows: {odd: [1, 20], even: [1, 20]}", "high: even", "ground: open"},
	}
	add := func(file, format string, args ...any) {
		lines[file] = append(lines[file], fmt.Sprintf(format, args...))
	}
	setup := map[string][]string{}
	place := func(side, unit string, h hex.Hex) {
		setup[side] = append(setup[side], fmt.Sprintf(`        - {at: "%v", units: [%s]}`, h, unit))
	}
	var units []string
	for _, side := range []string{"blue", "red"} {
		add("units.yaml", "  hq-%s: {side: %s, symbol: headquarters, size: brigade, role: hq, deployed: truck8}", side, side)
		add("units.yaml", "  tr-%s: {side: %s, symbol: supply, size: battalion, role: trains}", side, side)
	}
	for _, f := range b.Formations {
		var support []string
		for _, s := range f.Supports {
			text := fmt.Sprintf("av%d/%d %d", s.AV, s.Range, s.Steps)
			if s.StandOff {
				text += " stand-off"
			}
			support = append(support, text)
		}
		trains := ""
		if f.HasTrains {
			trains = fmt.Sprintf("trains: tr-%s, ", strings.ToLower(f.ID))
			units = append(units, fmt.Sprintf("  tr-%s: {type: tr-%s, name: Trains %s, formation: %s}", strings.ToLower(f.ID), f.Side,
				f.ID, strings.ToLower(f.ID)))
			at := f.Trains
			if at == hex.None { // method position takes them off the map
				at = f.HQ
			}
			place(f.Side, "tr-"+strings.ToLower(f.ID), at)
		}
		add("game.yaml", "  %s: {side: %s, name: F%s, hq: hq-%s, %sradius: %d, support: [%s]}", strings.ToLower(f.ID), f.Side, f.ID,
			strings.ToLower(f.ID), trains, f.Radius, strings.Join(support, ", "))
		units = append(units, fmt.Sprintf("  hq-%s: {type: hq-%s, name: HQ %s, formation: %s}", strings.ToLower(f.ID), f.Side, f.ID,
			strings.ToLower(f.ID)))
		place(f.Side, "hq-"+strings.ToLower(f.ID), f.HQ)
	}
	for i, u := range b.Units {
		formation := ""
		if u.Formation != "" && !u.Lent {
			formation = ", formation: " + strings.ToLower(u.Formation)
		}
		add("units.yaml", "  t%d: {side: %s, symbol: infantry, size: battalion, %s, steps: 2}", i, u.Side, u.counter())
		units = append(units, fmt.Sprintf("  %s: {type: t%d, name: U%s%s}", strings.ToLower(u.ID), i, u.ID, formation))
		place(u.Side, strings.ToLower(u.ID), u.At)
	}
	lines["units.yaml"] = append(append(lines["units.yaml"], "units:"), units...)
	b.ground(add)
	add("setup.yaml", "scenarios:\n  - id: all\n    name: All\n    setup:")
	for _, side := range []string{"blue", "red"} {
		if len(setup[side]) > 0 {
			add("setup.yaml", "      %s:\n%s", side, strings.Join(setup[side], "\n"))
		}
	}
	files := fstest.MapFS{}
	for name, text := range lines {
		files[name] = &fstest.MapFile{Data: []byte(strings.Join(text, "\n"))}
	}
	d, _, err := modules.Dialects{"bcs": bcs.Series{}.Dialect()}.Folder(modules.Folder{ID: "board", Where: "board", Files: files})
	must.Do(t, err)
	return d
}

// counter writes the sides of a unit's counter: the one that is up, which the rest of the board tells of, and the other.
func (u oUnit) counter() string {
	words := fmt.Sprintf("ar3 %s5", u.Class)
	if u.Arrow {
		words += " arrow"
	}
	if u.AV > 0 {
		words += fmt.Sprintf(" av%d/%d", u.AV, u.Range)
	}
	switch {
	case u.Other == "":
		return "deployed: " + words
	case u.MoveUp:
		return fmt.Sprintf("deployed: ar3 %s5, move: %s", u.Other, words)
	}
	return fmt.Sprintf("deployed: %s, move: ar2 %s9", words, u.Other)
}

func (b oBoard) keyRivers() string {
	if b.KeyRivers {
		return ", key: yes"
	}
	return ""
}

// ground writes terrain, rivers, roads and supply sources.
func (b oBoard) ground(add func(file, format string, args ...any)) {
	if len(b.Terrain) > 0 {
		add("map.yaml", "hexes:")
	}
	for _, h := range slices.SortedFunc(maps.Keys(b.Terrain), hex.Compare) {
		if len(b.Terrain[h]) > 0 {
			add("map.yaml", `  "%v": [%s]`, h, strings.Join(b.Terrain[h], ", "))
		}
	}
	bySide := func(a, c hex.Side) int {
		if n := hex.Compare(a.A, c.A); n != 0 {
			return n
		}
		return hex.Compare(a.B, c.B)
	}
	var rivers []string
	for _, s := range slices.SortedFunc(maps.Keys(b.Rivers), bySide) {
		if b.Rivers[s] {
			rivers = append(rivers, fmt.Sprintf("\n    %q", s.String()))
		}
	}
	if len(rivers) > 0 {
		add("map.yaml", "water:\n  - {name: r, kind: river, sides: [%s]}", strings.Join(rivers, ", "))
	}
	if len(b.Roads) > 0 {
		add("map.yaml", "ways:")
	}
	for _, s := range slices.SortedFunc(maps.Keys(b.Roads), bySide) {
		for _, kind := range b.Roads[s] {
			add("map.yaml", `  - {name: w, kind: %s, path: ["%v", "%v"]}`, kind, s.A, s.B)
		}
	}
	list := func(hexes []hex.Hex) string {
		var out []string
		for _, h := range hexes {
			out = append(out, fmt.Sprintf(`"%v"`, h))
		}
		return strings.Join(out, ", ")
	}
	add("map.yaml", "entry:\n  north: {side: blue, hexes: [%s]}\n  south: {side: red, hexes: [%s]}", list(b.Sources["blue"]),
		list(b.Sources["red"]))
	add("map.yaml", "supply:\n  blue: [%s]\n  red: [%s]", list(b.Sources["blue"]), list(b.Sources["red"]))
}

// Zones, Engagement Zones, Safe Paths, MSRs and Legal Hexes are those of a second reading of the notes, by another hand
// that has not seen this one.
func TestSecondReading(t *testing.T) {
	for seed := range uint64(*boards) {
		r := rand.New(rand.NewPCG(9, seed))
		b := randomBoard(r)
		b.holdsAgainst(t, fmt.Sprint("seed ", seed), r, b.position(t))
		if t.Failed() {
			return
		}
	}
}

// position compiles a board into a module and returns the position that the law under test sees.
func (b oBoard) position(t *testing.T) *law.Position {
	t.Helper()
	g := must.Get(game.New(b.module(t)))(t)
	st := standing(t, g)
	sc := &state.Scratch{State: st}
	for _, u := range b.Units {
		id := []order.UnitID{oID(u.ID)}
		if u.Dropped {
			sc.Do(state.Marked{Units: id, Mark: game.Dropped, On: true})
		}
		if u.Lent {
			sc.Do(state.Joined{Units: id, Group: order.GroupID(oID(u.Formation))})
		}
		if u.MoveUp {
			sc.Do(state.Flipped{Units: id, Face: 1})
		}
	}
	for _, f := range b.Formations {
		if f.HasTrains && f.Trains == hex.None {
			sc.Do(state.Moved{Units: []order.UnitID{"tr-" + oID(f.ID)}, Box: game.OffMap})
		}
		if f.Prepared {
			sc.Do(state.Marked{Units: []order.UnitID{"hq-" + oID(f.ID)}, Mark: game.Prepared, On: true})
		}
	}
	must.Do(t, sc.Err())
	st.Tallies = nil
	p := law.NewPosition(g, st)
	if b.Visibility > 0 {
		st.Tallies = append(st.Tallies, tally(b.Visibility))
	}
	return p
}

// oID returns the identifier of a unit or Formation in a board's module.
func oID(id string) order.UnitID { return order.UnitID(strings.ToLower(id)) }

func tally(n int) state.Tally { return state.Tally{Name: game.Visibility, N: n} }

// holdsAgainst checks that the law finds in a position what the second reading finds on its board.
func (b oBoard) holdsAgainst(t *testing.T, seed string, r *rand.Rand, p *law.Position) {
	t.Helper()
	for _, side := range []string{"blue", "red"} {
		for h := range b.Grid.All() {
			if got, want := p.ZoneOf(order.Side(side), h).String(), b.Zone(side, h); got != want {
				t.Errorf("%s: the zone of %s in %v is %s, read again %s", seed, side, h, got, want)
			}
			if got, want := p.FireAt(order.Side(side), h), b.Fire(side, h); got != want {
				t.Errorf("%s: an Engagement Zone of %s in %v: %v, read again %v", seed, side, h, got, want)
			}
		}
	}
	for _, u := range b.Units {
		piece := p.St.Piece(oID(u.ID))
		if got, want := p.InRadius(piece), b.InRadius(u); got != want {
			t.Errorf("%s: %s is in radius: %v, read again %v", seed, u.ID, got, want)
		}
		for _, class := range []string{"tac", "truck", "leg"} {
			if got, want := p.SafePath(piece, data.Class(class)), b.SafePath(u, class); got != want {
				t.Errorf("%s: %s in %v has a Safe Path by %s: %v, read again %v", seed, u.ID, u.At, class, got, want)
			}
		}
	}
	for _, f := range b.Formations {
		own := p.G.Formation(order.GroupID(strings.ToLower(f.ID)))
		forward, back := b.MSR(f)
		m := p.MSROf(own)
		got := -1
		if m != nil {
			got = len(m.Forward) - 1
		}
		if got != forward || (m != nil && m.Back != nil) != back {
			t.Errorf("%s: the MSR of %s: %d steps, back %v; read again %d, %v", seed, f.ID, got, m != nil && m.Back != nil,
				forward, back)
		}
		if got, want := law.IsOptimal(p, own), b.Optimal(f); got != want {
			t.Errorf("%s: %s is at Optimal Distance: %v, read again %v", seed, f.ID, got, want)
		}
		all := slices.Collect(b.Grid.All())
		for range 12 {
			h := all[r.IntN(len(all))]
			legal, sure := b.LegalHex(f, h)
			broken := law.LegalTrains(p, own, b.Grid.Index(h))
			if sure && f.HasTrains && legal != (len(broken) == 0) {
				t.Errorf("%s: %v is a Legal Hex of %s: breaks %v, read again %v", seed, h, f.ID, broken, legal)
			}
		}
	}
}
