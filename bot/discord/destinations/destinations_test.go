package destinations

import (
	"slices"
	"testing"

	"grognard/bot/discord/regions"
	"grognard/rules/chart"
	"grognard/rules/hex"
	"grognard/rules/view"
)

// around returns the hexes within far hexes of from, but not from itself.
func around(g hex.Grid, from hex.Hex, far int) (list []view.Pick) {
	for h := range g.All() {
		if d := g.Distance(from, h); d > 0 && d <= far {
			list = append(list, view.Pick{Hex: h})
		}
	}
	return list
}

// among returns a map, and how far a hex of it is from the nearest of the enemies.
func among(enemies ...hex.Hex) (hex.Grid, func(hex.Hex) int) {
	rows := hex.Rows{First: 1, Last: 30}
	grid := hex.Grid{Cols: 40, Odd: rows, Even: rows}
	return grid, func(h hex.Hex) int { return regions.Away(grid, h, enemies) }
}

// The first page serves a move to the front, the second one nearby, and each destination is on one page. The letters of
// a page go round the stack.
func TestFrom_Pages(t *testing.T) {
	grid, distance := among(hex.Hex{Col: 12, Row: 10})
	from := hex.Hex{Col: 5, Row: 10}
	for _, perPage := range []int{10, 15, 20} {
		for far := 1; far <= 7; far++ {
			list := around(grid, from, far)
			w := From(grid, distance, from, nil, view.Offer{}, list, perPage)
			seen := map[hex.Hex]bool{}
			for number := range w.Pages {
				onPage := w.Lettered(number)
				if len(onPage) == 0 || len(onPage) > perPage {
					t.Errorf("page %d of %d has %d of %d", number, len(w.Pages), len(onPage), perPage)
				}
				beside := number > min(w.Near, 1) && number <= min(w.Near, 1)+w.Front // is on a later page too
				var turn []int                                                        // how far the letters have turned from the first, in eighths of a circle
				for _, way := range onPage {
					turn = append(turn, (grid.Compass(from, way.Hex)-grid.Compass(from, onPage[0].Hex)+8)%8)
					if d := grid.Distance(from, way.Hex); !beside && (seen[way.Hex] || number > 1 && d <= w.Near) {
						t.Errorf("%v is on two pages, or late on page %d", way.Hex, number)
					}
					seen[way.Hex] = seen[way.Hex] || !beside
				}
				if !slices.IsSorted(turn) {
					t.Errorf("the letters of page %d go to and fro: %v", number, turn)
				}
			}
			if len(seen) != len(list) {
				t.Errorf("of %d destinations %d are on a page", len(list), len(seen))
			}
			first := w.Pages[0]
			if ahead := (hex.Hex{Col: 5 + int8(far), Row: 10}); distance(first[0].Hex) > distance(ahead) {
				t.Errorf("the first destination within %d hexes is %v", far, first[0].Hex)
			}
		}
	}
}

// A prize in reach has a letter on the first page, even in the rear, and those ahead come before those behind.
func TestFrom_PrizesAndAhead(t *testing.T) {
	grid, distance := among(hex.Hex{Col: 16, Row: 10})
	from, prize := hex.Hex{Col: 8, Row: 10}, hex.Hex{Col: 3, Row: 10}
	w := From(grid, distance, from, []hex.Hex{prize}, view.Offer{}, around(grid, from, 5), 10)
	for i, q := range w.Pages[0] {
		if behind := distance(q.Hex) > distance(from); behind != (q.Hex == prize) || behind && i > 0 {
			t.Errorf("the first page has %v in place %d", q.Hex, i+1)
		}
	}
	if w.Pages[0][0].Hex != prize {
		t.Errorf("the first page is %v", w.Pages[0])
	}
}

// A hex that makes the picture much larger is on another page, unless it would be there alone: the hexes beside an enemy
// on one page lie together.
func TestFrom_FarHexesOnAnotherPage(t *testing.T) {
	grid, distance := among(hex.Hex{Col: 15, Row: 24}, hex.Hex{Col: 15, Row: 6})
	from := hex.Hex{Col: 15, Row: 15}
	w := From(grid, distance, from, nil, view.Offer{}, around(grid, from, 8), 10)
	if w.Front == 0 {
		t.Fatal("no page has the hexes beside an enemy")
	}
	few := append(around(grid, from, 1)[:4:4], view.Pick{Hex: hex.Hex{Col: 15, Row: 23}})
	if pages := From(grid, distance, from, nil, view.Offer{}, few, 10).Pages; len(pages) != 1 || !slices.Contains(pages[0], few[4]) {
		t.Errorf("five hexes are on the pages %v", pages)
	}
	for number, list := range w.Pages[:min(w.Near, 1)+1+w.Front] {
		for _, q := range list {
			if (q.Hex.Row > from.Row) != (list[0].Hex.Row > from.Row) && grid.Distance(q.Hex, from) > 3 {
				t.Errorf("page %d has %v with %v", number, q.Hex, list[0].Hex)
			}
		}
	}
}

// The first page leads to a prize nearby that an enemy holds, even past an enemy that is nearer, and not behind.
func TestFrom_TowardAPrize(t *testing.T) {
	from, prize := hex.Hex{Col: 10, Row: 10}, hex.Hex{Col: 15, Row: 10}
	grid, distance := among(hex.Hex{Col: 10, Row: 13}, prize)
	list := slices.DeleteFunc(around(grid, from, 5), func(q view.Pick) bool { return distance(q.Hex) == 0 })
	first := From(grid, distance, from, []hex.Hex{prize}, view.Offer{}, list, 10).Pages[0]
	if !slices.ContainsFunc(first, func(q view.Pick) bool { return grid.Touch(q.Hex, prize) }) {
		t.Errorf("the first page is %v", first)
	}
	for _, q := range first {
		if distance(q.Hex) > distance(from) && grid.Distance(q.Hex, prize) > grid.Distance(from, prize) {
			t.Errorf("the first page has %v", q.Hex)
		}
	}
}

// The first page has only hexes without grave risks, or if all have some, only those with the fewest.
func TestFrom_GraveRisks(t *testing.T) {
	grid, distance := among(hex.Hex{Col: 16, Row: 10})
	from := hex.Hex{Col: 8, Row: 10}
	list := around(grid, from, 3)
	cut, good := view.Risk{Grave: true, Picks: list[2:]}, view.Pick{Hex: list[0].Hex}
	for _, risks := range [][]view.Risk{{cut}, {cut, {Grave: true, Picks: list}}} {
		w := From(grid, distance, from, nil, view.Offer{Risks: risks}, list, 10)
		if len(w.Pages[0]) != 2 || !slices.Contains(w.Pages[0], good) || len(slices.Concat(w.Pages...)) < len(list) {
			t.Errorf("the pages with %d risks are %v", len(risks), w.Pages)
		}
	}
}

// The first page has hexes beside different enemies, not only many beside the nearest, and some in each direction.
func TestFrom_AttacksOnDifferentEnemies(t *testing.T) {
	from := hex.Hex{Col: 10, Row: 10}
	enemies := []hex.Hex{{Col: 10, Row: 12}, {Col: 13, Row: 8}, {Col: 7, Row: 8}, {Col: 15, Row: 11}}
	grid, distance := among(enemies...)
	list := slices.DeleteFunc(around(grid, from, 5), func(q view.Pick) bool { return distance(q.Hex) == 0 })
	first := From(grid, distance, from, nil, view.Offer{}, list, 6).Pages[0]
	for _, enemy := range enemies {
		if !slices.ContainsFunc(first, func(q view.Pick) bool { return grid.Touch(q.Hex, enemy) }) {
			t.Errorf("no hex of the first page touches %v: %v", enemy, first)
		}
	}
}

// Half of the first page is beside an enemy, even if hexes on the way to him are cheaper.
func TestFrom_DearHexesBesideAnEnemy(t *testing.T) {
	grid, distance := among(hex.Hex{Col: 10, Row: 13})
	from := hex.Hex{Col: 10, Row: 10}
	far := slices.DeleteFunc(around(grid, from, 5), func(q view.Pick) bool { return distance(q.Hex) == 0 })
	near := slices.DeleteFunc(slices.Clone(far), func(q view.Pick) bool { return distance(q.Hex) != 1 })
	first := From(grid, distance, from, nil, view.Offer{Costs: []view.Cost{{Picks: near, Points: chart.Whole(9)}}}, far, 10).Pages[0]
	if first = slices.DeleteFunc(first, func(q view.Pick) bool { return distance(q.Hex) != 1 }); len(first) < 5 {
		t.Errorf("of ten hexes only %v are beside the enemy", first)
	}
}
