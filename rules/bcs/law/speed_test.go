package law_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"grognard/bot/catalogue"
	"grognard/render"
	"grognard/rules"
	"grognard/rules/bcs/game"
	"grognard/rules/bcs/law"
	"grognard/rules/bcs/play"
	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/modules"
	"grognard/rules/must"
	"grognard/rules/order"
	"grognard/rules/view"
)

// front returns the game of a module of 100 × 70 hexes, and the state of its only scenario: twelve Formations of ten
// units on two sides face each other along roads, woods and rivers.
func front(t testing.TB) (*game.Game, *state.State) {
	t.Helper()
	files := fstest.MapFS{}
	put := func(name string, lines ...string) {
		files[name] = &fstest.MapFile{Data: []byte(strings.Join(lines, "\n"))}
	}
	gameLines := []string{"id: front", "title: Front", "series: bcs", `edition: "1.2"`, "turns: 3", "sides:",
		`  - {id: blue, name: Blue, color: "#0072b2"}`, `  - {id: red, name: Red, color: "#d55e00"}`, "formations:"}
	units := []string{"types:"}
	for _, side := range []string{"blue", "red"} {
		units = append(units,
			fmt.Sprintf("  %s-hq: {side: %s, symbol: headquarters, size: brigade, role: hq, deployed: truck8}", side, side),
			fmt.Sprintf("  %s-tr: {side: %s, symbol: supply, size: battalion, role: trains}", side, side),
			fmt.Sprintf("  %s-tk: {side: %s, symbol: armour, size: battalion, deployed: ar4 tac8 arrow av5/2, steps: 4}", side, side),
			fmt.Sprintf("  %s-ft: {side: %s, symbol: infantry, size: battalion, deployed: ar3 leg5 arrow, move: ar2 truck12, steps: 4}", side, side))
	}
	units = append(units, "units:")
	setup := map[string][]string{}
	var roads, woods, rivers []string
	for n := range 12 {
		side, hq, way := "blue", 28, -1
		if n%2 == 1 {
			side, hq, way = "red", 43, 1
		}
		id, col := fmt.Sprintf("f%d", n), 16*(n/2)+8 // two Formations face each other on a road
		gameLines = append(gameLines, fmt.Sprintf("  %s: {side: %s, name: %s, hq: %s-hq, trains: %s-tr, radius: 8, "+
			"support: [av3/1 2, av4/3 1 stand-off]}", id, side, id, id, id))
		units = append(units, fmt.Sprintf("  %s-hq: {type: %s-hq, name: %s HQ, formation: %s}", id, side, id, id),
			fmt.Sprintf("  %s-tr: {type: %s-tr, name: %s Tr, formation: %s}", id, side, id, id))
		place := func(unit string, col, row int) {
			setup[side] = append(setup[side], fmt.Sprintf(`        - {at: "%d.%02d", units: [%s]}`, col, row, unit))
		}
		place(id+"-hq", col, hq)
		place(id+"-tr", col, hq+8*way)
		for u := range 10 {
			kind := "ft"
			if u%3 == 0 {
				kind = "tk"
			}
			units = append(units, fmt.Sprintf("  %s-%d: {type: %s-%s, name: %s %d, formation: %s}", id, u, side, kind, id, u, id))
			place(fmt.Sprintf("%s-%d", id, u), col-4+u%5*2, hq-way*(4+u/5))
		}
		if n%2 == 1 {
			continue
		}
		var path []string
		for row := 1; row <= 70; row++ {
			path = append(path, fmt.Sprintf(`"%d.%02d"`, col, row))
		}
		roads = append(roads, fmt.Sprintf("  - {name: road %d, kind: primary, path: [%s]}", n, strings.Join(path, ", ")))
		for row := 5; row < 70; row += 3 {
			woods = append(woods, fmt.Sprintf(`"%d.%02d"`, col+2, row))
			rivers = append(rivers, fmt.Sprintf(`"%d.%02d/%d.%02d"`, col+1, row, col+1, row+1))
		}
	}
	edge := func(row int) string {
		var all []string
		for col := 1; col <= 100; col++ {
			all = append(all, fmt.Sprintf(`"%d.%02d"`, col, row))
		}
		return strings.Join(all, ", ")
	}
	put("game.yaml", gameLines...)
	put("units.yaml", units...)
	put("charts.yaml", "terrain:", "  open: {tac: 1, truck: 1, leg: 1}",
		"  woods: {tac: 3, truck: P, leg: 2, terrain: yes, blocking: yes}", "hexsides:", "  river: {tac: 2, truck: P, leg: 1}",
		"roads:", "  primary: {tac: 1/2, truck: 1/2, leg: 1, msr: main}")
	put("map.yaml", "columns: 100", "rows: {odd: [1, 70], even: [1, 70]}", "high: even", "ground: open", "land:",
		"  - {name: w, kind: woods, hexes: ["+strings.Join(woods, ", ")+"]}", "water:",
		"  - {name: r, kind: river, sides: ["+strings.Join(rivers, ", ")+"]}", "ways:", strings.Join(roads, "\n"),
		"supply:", "  blue: ["+edge(1)+"]", "  red: ["+edge(70)+"]")
	put("setup.yaml", "scenarios:", "  - id: all", "    name: All", "    setup:", "      blue:",
		strings.Join(setup["blue"], "\n"), "      red:", strings.Join(setup["red"], "\n"))
	d, _, err := rules.Modules().Folder(modules.Folder{ID: "front", Where: "front", Files: files})
	must.Do(t, err)
	g := must.Get(game.New(d))(t)
	return g, standing(t, g)
}

// standing returns the state of a game's first scenario.
func standing(t testing.TB, g *game.Game) *state.State {
	t.Helper()
	var pieces []state.Piece
	for _, id := range g.Def.Roster {
		u := g.Def.Units[id]
		pieces = append(pieces, state.Piece{ID: id, Side: u.Side, Steps: u.Steps, At: state.Place{Box: state.Dead}})
	}
	st := state.New(g.Def, pieces)
	sc := &state.Scratch{State: st}
	for _, group := range g.Def.Scenarios[0].Setup {
		for i, id := range group.Units {
			sc.Do(state.Moved{Units: []order.UnitID{id}, Path: []hex.Hex{group.Stands[i]}, How: "setup"})
		}
	}
	must.Do(t, play.Prepare(g, sc, g.Data.Start(&g.Def.Scenarios[0])))
	return st
}

// BenchmarkYardstick reads terrain and feature of all 42,000 hexsides of the map: the unit of the other figures.
func BenchmarkYardstick(b *testing.B) {
	g, _ := front(b)
	n := 0
	for b.Loop() {
		for h := range g.Def.Grid.All() {
			for _, to := range g.Def.Grid.Around(h) {
				if g.Def.Grid.Contains(to) {
					n += len(g.Def.Kinds(to)) + len(g.Def.Borders[hex.Between(h, to)])
				}
			}
		}
	}
}

// everything works out all zones, Engagement Zones and Safe Paths.
func everything(p *law.Position) (n int) {
	for i := range p.St.Pieces {
		u := &p.St.Pieces[i]
		if u.OnMap() && p.G.IsCombat(u) && p.SafePath(u, p.G.Face(u).Class) && p.ZoneOf(u.Side, u.At.Hex) > law.None {
			n++
		}
	}
	return n
}

// BenchmarkZonesAnew works out zones, Engagement Zones and Safe Paths of 120 units and twelve Formations.
func BenchmarkZonesAnew(b *testing.B) {
	g, st := front(b)
	p := law.NewPosition(g, st)
	b.ReportAllocs()
	for b.Loop() {
		p.Reset(g, st)
		everything(p)
	}
}

// BenchmarkMSRs works out the MSRs of twelve Formations.
func BenchmarkMSRs(b *testing.B) {
	g, st := front(b)
	p := law.NewPosition(g, st)
	b.ReportAllocs()
	for b.Loop() {
		p.Reset(g, st)
		for i := range g.Data.Formations {
			p.MSROf(&g.Data.Formations[i])
		}
	}
}

// BenchmarkFlood floods the map with what one unit can reach.
func BenchmarkFlood(b *testing.B) {
	g, st := front(b)
	p := law.NewPosition(g, st)
	units := []*state.Piece{st.Piece("f0-0")}
	p.Flood(&p.Ways, units)
	b.ReportAllocs()
	for b.Loop() {
		p.Flood(&p.Ways, units)
		for range p.Ways.All() {
		}
	}
}

// BenchmarkPictures times pictures of the whole map with all overlays that show the whole map. They take turns with
// pictures without overlays, to which they are compared.
func BenchmarkPictures(b *testing.B) {
	g, _ := front(b)
	words := must.Get(catalogue.New(nil))(b)
	painter := must.Get(render.New(words.In(catalogue.Default)))(b)
	m := must.Get(rules.New(g.Def, must.Get(rules.Setup(g.Def, ""))(b)))(b)
	var all []view.Layer
	for _, k := range m.Layers() {
		if k.Of == view.OfMap {
			all = append(all, view.Layer{Kind: k.Name})
		}
	}
	draw := func(layers ...view.Layer) time.Duration {
		began := time.Now()
		must.Get(render.Draw(painter, m.Public(layers...), render.Paper(), render.Options{}))(b)
		return time.Since(began)
	}
	draw(all...)
	draw()
	var plain, full time.Duration
	for b.Loop() {
		plain += draw()
		full += draw(all...)
	}
	b.ReportMetric(float64(plain.Microseconds())/1000/float64(b.N), "plain-ms")
	b.ReportMetric(float64(full)/float64(plain), "overlays/plain")
}
