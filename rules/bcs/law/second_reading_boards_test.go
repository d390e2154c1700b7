package law_test

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"grognard/rules/hex"
)

// ---- Boards ----

func randomBoard(r *rand.Rand) oBoard {
	g := hex.Grid{Cols: 20, Odd: hex.Rows{First: 1, Last: 20}, Even: hex.Rows{First: 1, Last: 20}, High: hex.Even}
	b := oBoard{Grid: g, Terrain: map[hex.Hex][]string{}, Rivers: map[hex.Side]bool{}, Roads: map[hex.Side][]string{},
		Sources: map[string][]hex.Hex{}}
	for c := int8(1); c <= 20; c++ {
		b.Sources["blue"] = append(b.Sources["blue"], hex.Hex{Col: c, Row: 1})
		b.Sources["red"] = append(b.Sources["red"], hex.Hex{Col: c, Row: 20})
	}
	chance := func(percent int) bool { return r.IntN(100) < percent }
	between := func(lo, hi int) int { return lo + r.IntN(hi-lo+1) }
	anyHex := func(lo, hi int) hex.Hex { return hex.Hex{Col: int8(between(1, 20)), Row: int8(between(lo, hi))} }
	neighbours := func(h hex.Hex) []hex.Hex { return slices.Collect(g.Neighbours(h)) }
	pick := func(hs []hex.Hex) hex.Hex { return hs[r.IntN(len(hs))] }

	// Terrain: from none to dense; some hexes are of two kinds.
	kinds := []string{"hills", "woods", "rough", "swamp", "city", "water"}
	density := []int{0, 5, 15, 30, 50}[r.IntN(5)]
	for h := range g.All() {
		if !chance(density) {
			continue
		}
		k := kinds[r.IntN(len(kinds))]
		b.Terrain[h] = []string{k}
		if second := kinds[r.IntN(len(kinds))]; second != k && chance(10) {
			b.Terrain[h] = append(b.Terrain[h], second)
		}
	}
	rivers := []int{0, 3, 10, 25}[r.IntN(4)]
	for h := range g.All() {
		for n := range g.Neighbours(h) {
			if hex.Compare(h, n) < 0 && chance(rivers) {
				b.Rivers[hex.Between(h, n)] = true
			}
		}
	}

	// Roads: columns straight up, rows straight across, random walks; each of one kind, now and then changing it.
	roadKinds := []string{"primary", "primary", "secondary", "secondary", "track", "railroad"}
	changes := []int{0, 0, 4, 10}[r.IntN(4)]
	lay := func(way []hex.Hex) {
		k := roadKinds[r.IntN(len(roadKinds))]
		for i := 1; i < len(way); i++ {
			if chance(changes) {
				k = roadKinds[r.IntN(len(roadKinds))]
			}
			if s := hex.Between(way[i-1], way[i]); !slices.Contains(b.Roads[s], k) {
				b.Roads[s] = append(b.Roads[s], k)
			}
		}
	}
	columns, rows := between(1, 4), between(0, 4)
	if chance(25) { // a dense net, for ways that are equally short
		columns, rows = between(4, 10), between(4, 10)
	}
	var mains []int8 // the columns with a road
	for range columns {
		col, lo, hi := int8(between(1, 20)), 1, 20
		if chance(30) {
			lo, hi = between(1, 8), between(12, 20)
		}
		var way []hex.Hex
		for row := lo; row <= hi; row++ {
			way = append(way, hex.Hex{Col: col, Row: int8(row)})
		}
		lay(way)
		mains = append(mains, col)
	}
	for range rows {
		row, lo, hi := int8(between(1, 20)), 1, 20
		if chance(30) {
			lo, hi = between(1, 8), between(12, 20)
		}
		var way []hex.Hex
		for col := lo; col <= hi; col++ { // hexes of one row touch from column to column
			way = append(way, hex.Hex{Col: int8(col), Row: row})
		}
		lay(way)
	}
	for range between(0, 5) {
		way := []hex.Hex{anyHex(1, 20)}
		for range between(3, 25) {
			way = append(way, pick(neighbours(way[len(way)-1])))
		}
		lay(way)
	}
	roadIn := func(h hex.Hex) bool {
		return slices.ContainsFunc(neighbours(h), func(n hex.Hex) bool { return b.anyRoad(h, n) })
	}
	var roadHexes []hex.Hex
	for h := range g.All() {
		if roadIn(h) {
			roadHexes = append(roadHexes, h)
		}
	}

	// Counters: never two sides in a hex, and none where its movement cannot be but by road.
	held := map[hex.Hex]string{}
	place := func(side, class string, want func() hex.Hex) (hex.Hex, bool) {
		for range 200 {
			h := want()
			if other := held[h]; g.Contains(h) && (other == "" || other == side) && (!b.isClosed(class, h) || roadIn(h)) {
				held[h] = side
				return h, true
			}
		}
		return hex.None, false
	}
	near := func(h hex.Hex, steps int) hex.Hex {
		for range steps {
			h = pick(neighbours(h))
		}
		return h
	}
	someRoad := func(lo, hi int) hex.Hex {
		for range 30 {
			if h := anyHex(1, 20); len(roadHexes) > 0 {
				if h = pick(roadHexes); int(h.Row) >= lo && int(h.Row) <= hi {
					return h
				}
			}
		}
		return anyHex(lo, hi)
	}

	if chance(30) {
		b.Visibility = between(1, 4)
	}
	mingled, most := chance(30), []int{2, 5, 8}[r.IntN(3)]
	ids := map[string][]string{"blue": {"A", "B"}, "red": {"R", "S"}}
	for _, side := range []string{"blue", "red"} {
		n := between(1, 2)
		first := len(b.Formations)
		for i := range n {
			lo, hi := 2, 14 // blue's rear is down, red's up
			rearLo, rearHi := 1, 8
			if side == "red" {
				lo, hi, rearLo, rearHi = 7, 19, 13, 20
			}
			if mingled {
				lo, hi = 2, 19
			}
			main := mains[r.IntN(len(mains))]
			f := oFormation{ID: ids[side][i], Side: side, Radius: between(2, 7)}
			var ok bool
			f.HQ, ok = place(side, "truck", func() hex.Hex {
				switch k := r.IntN(10); {
				case k < 5:
					return hex.Hex{Col: main, Row: int8(between(lo, hi))}
				case k < 8:
					return someRoad(lo, hi)
				}
				return anyHex(lo, hi)
			})
			for !ok {
				f.HQ, ok = place(side, "leg", func() hex.Hex { return anyHex(1, 20) })
			}
			switch k := r.IntN(20); {
			case k == 0: // left out
			case k <= 2:
				f.HasTrains = true // off the map
			default:
				f.HasTrains = true
				f.Trains, _ = place(side, "truck", func() hex.Hex {
					switch k {
					case 3:
						return anyHex(1, 20)
					case 4:
						return f.HQ
					case 5, 6:
						return near(f.HQ, between(1, 3))
					case 7, 8:
						return pick(b.Sources[side])
					case 9, 10:
						return someRoad(1, 20)
					case 11, 12, 13, 14, 15, 16: // down its road, often about the Optimal Distance
						back := int8(between(3, 12))
						if side == "blue" {
							back = -back
						}
						return hex.Hex{Col: f.HQ.Col, Row: min(max(f.HQ.Row+back, 1), 20)}
					}
					return someRoad(rearLo, rearHi)
				})
			}
			for range between(0, 2) {
				f.Supports = append(f.Supports, oSupport{AV: between(2, 4), Range: between(1, 4), Steps: between(1, 2),
					StandOff: chance(50)})
			}
			b.Formations = append(b.Formations, f)
		}
		in := map[hex.Hex]int{}
		for i := range between(2, most) {
			f := b.Formations[first+r.IntN(n)]
			u := oUnit{ID: fmt.Sprintf("%s%d", map[string]string{"blue": "b", "red": "r"}[side], i+1), Side: side,
				Formation: f.ID, Class: []string{"tac", "truck", "leg"}[r.IntN(3)]}
			if chance(35) {
				u.AV, u.Range = between(1, 5), between(1, 4)
			}
			u.Arrow = chance(60)
			u.Dropped = u.AV == 0 && u.Arrow && chance(25)
			var ok bool
			u.At, ok = place(side, u.Class, func() hex.Hex {
				var h hex.Hex
				switch k := r.IntN(10); {
				case k < 2:
					h = f.HQ
				case k < 7:
					h = near(f.HQ, between(1, 12))
				case k < 8:
					h = someRoad(1, 20)
				default:
					h = anyHex(5, 16)
				}
				if in[h] >= 2 {
					return hex.None
				}
				return h
			})
			if !ok {
				continue
			}
			in[u.At]++
			b.Units = append(b.Units, u)
		}
	}
	return b
}
