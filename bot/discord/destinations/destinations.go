// Package destinations puts the hexes to which units can move on pages, and in the order of their letters on a picture,
// and names the pages.
//
//	w := destinations.From(grid, distance, from, prizes, offer, reachable, perPage)
//	first := w.Lettered(firstPage)
//
// Limits: at most three pages repeat the hexes beside an enemy.
package destinations

import (
	"cmp"
	"math"
	"slices"

	"grognard/bot/discord/page"
	"grognard/bot/discord/regions"
	"grognard/rules/chart"
	"grognard/rules/first"
	"grognard/rules/hex"
	"grognard/rules/view"
)

// Ways are the destinations of a stack in the order of their pages.
type Ways struct {
	Grid  hex.Grid
	From  hex.Hex       // where the stack is
	Near  int           // with the first page, the second has all within so many hexes; 0: there is no such page
	Pages [][]view.Pick // at least one
	Front int           // how many pages of hexes beside an enemy follow the second, or if Near is 0 the first
	Areas []int         // the number of the first page of each area that a menu lists
}

// From returns the destinations in list of units in the hex from, on pages of at most perPage. offer says what a pick
// costs, distance how far a hex is from the nearest enemy. Most moves lead to the enemy, or to a prize (which is worth
// points), toward the nearest of his by the cheapest way, or to a hex nearby. So the first page begins with prizes and
// the hex nearest to the enemy. Half of it are the cheapest hexes beside an enemy. Then come those that bring the
// stack nearest to him for each point that they cost, and last those nearest to the stack: ahead first, and behind
// only if little lies ahead. If not all fit on it, it has only those with the fewest grave risks. The second page has
// the others around the stack, as far out as there is room for. Up to three pages repeat all that lies beside an
// enemy, the cheapest first, if those two do not have it. Each further page has a box of the map, in the order of
// their columns.
func From(grid hex.Grid, distance func(hex.Hex) int, from hex.Hex, prizes []hex.Hex, offer view.Offer,
	list []view.Pick, perPage int) Ways {
	w := Ways{Grid: grid, From: from}
	here, gain, cost := distance(from), map[view.Pick]int{}, map[view.Pick]chart.Fraction{}
	objective, far := from, objectiveWithin+1 // the nearest prize under an enemy; from if none is near
	for _, h := range prizes {
		if d := grid.Distance(from, h); distance(h) == 0 && d < far {
			objective, far = h, d
		}
	}
	grave, least := map[view.Pick]int{}, math.MaxInt // how many grave risks a pick has; the fewest that one has
	for _, pick := range list {
		cost[pick] = chart.Whole(1)
		gain[pick] = max(here-distance(pick.Hex), grid.Distance(from, objective)-grid.Distance(pick.Hex, objective))
		if slices.Contains(prizes, pick.Hex) {
			gain[pick] += prizeWorth
		}
		for _, r := range offer.RisksOf(pick) {
			if r.Grave {
				grave[pick]++
			}
		}
		gain[pick] -= prizeWorth * grave[pick]
		least = min(least, grave[pick])
		if c, ok := offer.CostOf(pick); ok && !c.Points.Zero() {
			cost[pick] = c.Points
		}
	}
	beside := slices.SortedStableFunc(slices.Values(list), func(a, b view.Pick) int {
		return cmp.Or(cost[a].Compare(cost[b]), w.outward(a, b))
	})
	beside = slices.DeleteFunc(beside, func(q view.Pick) bool { return distance(q.Hex) != 1 })
	list, top := slices.Clone(list), min(perPage, len(list)) // top: how many the first page has
	slices.SortStableFunc(list, func(a, b view.Pick) int { return cmp.Or(gain[b]-gain[a], w.outward(a, b)) })
	slices.SortStableFunc(list[top/10:], func(a, b view.Pick) int { // after a tenth of the first page, by gain per cost
		return cmp.Or(cost[a].Times(chart.Whole(gain[b])).Compare(cost[b].Times(chart.Whole(gain[a]))), w.outward(a, b))
	})
	order := func(a, b view.Pick) int { // ahead before behind
		return cmp.Or(w.Grid.Distance(from, a.Hex)-gain[a]-w.Grid.Distance(from, b.Hex)+gain[b], w.outward(a, b))
	}
	slices.SortStableFunc(list[top*3/5:], order) // the last two fifths of the first page, and the rest
	wanted := slices.DeleteFunc(slices.Clone(list), func(q view.Pick) bool { return grave[q] > least })
	ahead := slices.DeleteFunc(slices.Clone(wanted), func(q view.Pick) bool { return gain[q] < 0 })
	if len(ahead) < perPage*3/5 {
		ahead = wanted
	}
	safe := slices.DeleteFunc(slices.Clone(beside), func(q view.Pick) bool { return grave[q] > least })
	ahead = w.withAttacks(ahead, safe, distance, perPage)
	if len(list) <= perPage {
		ahead = list
	}
	near := w.legible(ahead, perPage)
	if n := len(list); 2 < n && n <= perPage && n-len(near) == 1 { // a larger picture is better than a page for one
		near = slices.Clone(list)
	}
	others := slices.DeleteFunc(list, func(q view.Pick) bool { return slices.Contains(near, q) })
	w.Pages, list = [][]view.Pick{near}, others
	if len(list) == 0 {
		return w
	}
	n := 0 // how many of list the second page has
	for far := 1; n < len(list) && w.countWithin(list, far) <= perPage; far++ {
		if n = w.countWithin(list, far); n > 0 {
			w.Near = far
		}
	}
	slices.SortStableFunc(list, w.outward)
	if w.Near > 0 {
		w.Pages, list = append(w.Pages, list[:n]), list[n:]
	}
	if len(list) == 0 {
		return w
	}
	if len(list) > perPage {
		isLater := func(q view.Pick) bool { return slices.Contains(list, q) }
		for slices.ContainsFunc(beside, isLater) && w.Front < frontPages {
			front := w.legible(w.chain(beside), perPage)
			beside = slices.DeleteFunc(beside, func(q view.Pick) bool { return slices.Contains(front, q) })
			w.Pages, w.Front = append(w.Pages, front), w.Front+1
		}
	}
	areas := regions.Divide(list, hexOf, perPage)
	for n := 2; len(areas) > page.MenuLimit-len(w.Pages)-1; n++ { // one entry is for the steps of a path
		areas = regions.Divide(list, hexOf, n*perPage)
	}
	slices.SortFunc(areas, func(a, b []view.Pick) int {
		return hex.Compare(regions.Of(a, hexOf).Low, regions.Of(b, hexOf).Low)
	})
	for _, area := range areas {
		w.Areas = append(w.Areas, len(w.Pages))
		w.Pages = append(w.Pages, regions.Divide(area, hexOf, perPage)...)
	}
	return w
}

// attacks is how many enemies the hexes of the first page touch, if its picture can show hexes beside so many.
const attacks = 4

// withAttacks returns list with some of beside, which are in the order of their cost, put behind its first: those that
// touch an enemy whom none before them touches, until they touch as many as attacks says, and lie in each direction of
// the compass in which a hex is beside an enemy. The next of beside fill what is left of half a page.
func (w Ways) withAttacks(list, beside []view.Pick, distance func(hex.Hex) int, perPage int) []view.Pick {
	touched, directions, chosen := map[hex.Hex]bool{}, map[int]bool{}, map[view.Pick]bool{}
	beside = slices.DeleteFunc(beside, func(q view.Pick) bool { return len(w.legible([]view.Pick{list[0], q}, 2)) < 2 })
	for _, q := range beside {
		isWanted := len(touched) < attacks || !directions[w.Grid.Compass(w.From, q.Hex)]
		for h := range w.Grid.Neighbours(q.Hex) {
			if isWanted && distance(h) == 0 && !touched[h] {
				touched[h], directions[w.Grid.Compass(w.From, q.Hex)], chosen[q] = true, true, true
			}
		}
	}
	for _, q := range beside {
		chosen[q] = chosen[q] || len(chosen) < perPage/2
	}
	beside = slices.DeleteFunc(beside, func(q view.Pick) bool { return !chosen[q] || q == list[0] })
	others := slices.DeleteFunc(slices.Clone(list), func(q view.Pick) bool { return slices.Contains(beside, q) })
	at := min(len(others), 1)
	return slices.Concat(others[:at], beside, others[at:])
}

func hexOf(q view.Pick) hex.Hex { return q.Hex }

// frontPages is the greatest number of pages of hexes beside an enemy.
const frontPages = 3

// objectiveWithin is the greatest distance to an objective that units are thought to move to.
const objectiveWithin = 7

// prizeWorth, in hexes toward the enemy, is more than any map has.
const prizeWorth = 1000

// points is how many directions a compass has.
const points = 8

// legible returns the first picks of list that a picture with the stack shows large enough: at least one and at most
// perPage. A hex that makes the picture much larger goes to another page.
func (w Ways) legible(list []view.Pick, perPage int) (near []view.Pick) {
	shown := []hex.Hex{w.From, list[0].Hex}
	rows := max(legibleRows, regions.Window(w.Grid, shown).Rows)
	for _, q := range list {
		more := append(slices.Clip(shown), q.Hex)
		if len(near) < perPage && regions.Window(w.Grid, more).Rows <= rows {
			near, shown = append(near, q), more
		}
	}
	return near
}

// chain returns the first of a list, and those that hang together with it: with a hex at most between one and the next.
func (w Ways) chain(list []view.Pick) []view.Pick {
	chain := list[:1:1]
	for i := 0; i < len(chain); i++ {
		for _, q := range list {
			if w.Grid.Distance(chain[i].Hex, q.Hex) <= 2 && !slices.Contains(chain, q) {
				chain = append(chain, q)
			}
		}
	}
	return chain
}

// legibleRows is how many rows of hexes a picture shows above its middle and below if letters and costs can be read.
const legibleRows = 3

// HasFront reports whether a page has hexes beside an enemy. They follow the first page, or the second if w.Near > 0.
func (w Ways) HasFront(number int) bool {
	return min(w.Near, 1) < number && number <= min(w.Near, 1)+w.Front
}

// countWithin returns how many destinations lie within far hexes of the stack.
func (w Ways) countWithin(list []view.Pick, far int) int {
	return first.Count(list, func(q view.Pick) bool { return w.Grid.Distance(w.From, q.Hex) <= far })
}

// outward compares destinations by how far they are from the stack, then by their numbers.
func (w Ways) outward(a, b view.Pick) int {
	return cmp.Or(cmp.Compare(w.Grid.Distance(w.From, a.Hex), w.Grid.Distance(w.From, b.Hex)), hex.Compare(a.Hex,
		b.Hex))
}

// Lettered returns the destinations of a page in the order of their letters. A player looks for a letter on the
// picture. So the letters go round the stack like the hands of a clock, beginning with the direction of the hex that is
// nearest to the enemy, and in each direction they go outward.
func (w Ways) Lettered(number int) []view.Pick {
	list := slices.Clone(w.Pages[number])
	start := w.Grid.Compass(w.From, list[0].Hex)
	turn := func(q view.Pick) int {
		return (w.Grid.Compass(w.From, q.Hex) - start + points) % points
	}
	slices.SortFunc(list, func(a, b view.Pick) int { return cmp.Or(cmp.Compare(turn(a), turn(b)), w.outward(a, b)) })
	return list
}
