package play

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"grognard/bot/discord/page"
	"grognard/bot/discord/regions"
	"grognard/bot/discord/wording"
	"grognard/rules/chart"
	"grognard/rules/hex"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// Ways are the destinations of a stack in the order of their pages.
type Ways struct {
	Grid  hex.Grid
	From  hex.Hex       // where the stack is
	Near  int           // within how many hexes the second page completes the first; 0: it does not
	Pages [][]view.Pick // at least one
	Front int           // how many of the next pages have the hexes beside an enemy
	Areas []int         // the numbers of the pages with which the areas begin that a menu lists
}

// WaysFrom returns the destinations of units on pages of so many. Most moves lead to the enemy, toward him by the
// cheapest way, or to a hex nearby. So the first page begins with the hexes nearest to the enemy, goes on with those
// that bring the stack nearest to him for each point that they cost, and ends with those nearest to the stack, those
// ahead before those behind. The second has the others within so many hexes of the stack as there is room for, two at
// least: the first has more of these if need be. Up to two pages have all that lies beside an enemy, which is on
// another page too; of the others each has a box of the map, in the order of their columns.
func WaysFrom(f front, from hex.Hex, offer view.Offer, list []view.Pick, each int) Ways {
	w := Ways{Grid: f.Grid, From: from}
	here, gain, cost := f.Distance(from), map[view.Pick]int{}, map[view.Pick]chart.Fraction{}
	for _, pick := range list {
		gain[pick], cost[pick] = here-f.Distance(pick.Hex), chart.Whole(1)
		if c, ok := offer.CostOf(pick); ok && !c.Points.Zero() {
			cost[pick] = c.Points
		}
	}
	all := slices.SortedStableFunc(slices.Values(list), w.outward)
	list, first := slices.Clone(list), min(each, len(list))
	slices.SortStableFunc(list, func(a, b view.Pick) int { return cmp.Or(gain[b]-gain[a], w.outward(a, b)) })
	slices.SortStableFunc(list[first/10:], func(a, b view.Pick) int {
		return cmp.Or(cost[a].Times(chart.Whole(gain[b])).Compare(cost[b].Times(chart.Whole(gain[a]))), w.outward(a, b))
	})
	order := func(a, b view.Pick) int { // ahead before behind
		return cmp.Or(w.Grid.Distance(from, a.Hex)-gain[a]-w.Grid.Distance(from, b.Hex)+gain[b], w.outward(a, b))
	}
	for n := first * 3 / 5; n >= 0; n-- {
		if slices.SortStableFunc(list[n:], order); w.within(list[first:], nearby) <= each {
			break
		}
		order = w.outward
	}
	w.Pages, list = [][]view.Pick{list[:first]}, list[first:]
	if len(list) == 0 {
		return w
	}
	near := 0
	for far := 1; near < len(list) && w.within(list, far) <= each; far++ {
		if near = w.within(list, far); near > 0 {
			w.Near = far
		}
	}
	slices.SortStableFunc(list, w.outward)
	if w.Near > 0 {
		w.Pages, list = append(w.Pages, list[:near]), list[near:]
	}
	if len(list) == 0 {
		return w
	}
	if len(list) > each {
		beside := slices.DeleteFunc(slices.Clone(all), func(q view.Pick) bool { return f.Distance(q.Hex) != 1 })
		fronts := slices.Collect(slices.Chunk(beside[:min(len(beside), frontPages*each)], each))
		w.Pages, w.Front = append(w.Pages, fronts...), len(fronts)
	}
	areas := regions.Divide(list, hexOf, each)
	for n := 2; len(areas) > page.MenuLimit-len(w.Pages)-1; n++ { // one is for the steps
		areas = regions.Divide(list, hexOf, n*each)
	}
	slices.SortFunc(areas, func(a, b []view.Pick) int {
		return hex.Compare(regions.Of(a, hexOf).Low, regions.Of(b, hexOf).Low)
	})
	for _, area := range areas {
		w.Areas = append(w.Areas, len(w.Pages))
		w.Pages = append(w.Pages, regions.Divide(area, hexOf, each)...)
	}
	return w
}

func hexOf(q view.Pick) hex.Hex { return q.Hex }

// frontPages is how many pages there are at most of hexes beside an enemy.
const frontPages = 2

// nearby is how near a stack, in hexes, all its destinations are on the first two pages.
const nearby = 2

// within returns how many destinations lie within so many hexes of the stack.
func (w Ways) within(list []view.Pick, far int) (n int) {
	for _, q := range list {
		if w.Grid.Distance(w.From, q.Hex) <= far {
			n++
		}
	}
	return n
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
	first := w.Grid.Compass(w.From, list[0].Hex)
	turn := func(q view.Pick) int {
		return (w.Grid.Compass(w.From, q.Hex) - first + len(compassPoints)) % len(compassPoints)
	}
	slices.SortFunc(list, func(a, b view.Pick) int { return cmp.Or(cmp.Compare(turn(a), turn(b)), w.outward(a, b)) })
	return list
}

// fill puts the entries of a group on pages of so many, in the order of their letters. What lies around the hex from
// goes round it; where that is hex.None, and for stacks, the entries keep their order on pages of what lies together.
func (f front) fill(g group, from hex.Hex, offer view.Offer, each int) (filled waysGroup) {
	if from == hex.None || g.kind == "unit" {
		at := map[hex.Hex][]entry{}
		var hexes []hex.Hex
		for _, e := range g.entries {
			h := f.place(e)
			if at[h] = append(at[h], e); len(at[h]) == 1 {
				hexes = append(hexes, h)
			}
		}
		filled.group = g
		parts := regions.Pages(f.Grid, hexes, each)
		if len(parts) > 1 {
			isFar := func(h hex.Hex) bool { return !slices.Contains(f.enemies, h) || f.nearest(h, f.own) > 1 }
			if n := slices.IndexFunc(hexes, isFar); n > 0 {
				parts = slices.Concat(regions.Pages(f.Grid, hexes[:n], each), regions.Pages(f.Grid, hexes[n:], each))
			}
		}
		for _, part := range parts {
			var onPage []entry
			for _, h := range part {
				onPage = append(onPage, at[h]...)
			}
			filled.pages = append(filled.pages, slices.Collect(slices.Chunk(onPage, each))...)
		}
		return filled
	}
	var list []view.Pick
	for _, e := range g.entries {
		list = append(list, e.picks[0])
	}
	w := WaysFrom(f, from, offer, list, each)
	filled = waysGroup{group: g, near: w.Near, front: w.Front, areas: w.Areas}
	for number := range w.Pages {
		var onPage []entry
		for _, pick := range w.Lettered(number) {
			onPage = append(onPage, entry{picks: []view.Pick{pick}})
		}
		filled.pages = append(filled.pages, onPage)
	}
	return filled
}

// lineRoom is how many characters of a line fit the width of a phone.
const lineRoom = 42

// lettersInWords returns what has letters: the destinations of units by their direction, those of the same cost
// together; of anything else what is to be said of it, a line for each. Directions with few destinations share a line.
func lettersInWords(ctx context.Context, p Player, ch chooser, shown []entry) string {
	from, g := origin(p, ch.choice), p.View.Board().Map.Grid
	if from == hex.None || len(ch.offer.Costs) == 0 {
		return entriesInWords(ctx, p, ch, shown)
	}
	var lines []string
	for i := 0; i < len(shown); {
		point, n := compass(p.Request.Localizer, g, from, shown[i].picks[0].Hex), 1
		for i+n < len(shown) && compass(p.Request.Localizer, g, from, shown[i+n].picks[0].Hex) == point {
			n++
		}
		words := waysByCost(p, i, shown[i:i+n], ch.offer)
		if point != "" {
			words = p.Say("panel.bearing", "point", wording.InWords(point), "ways", wording.InWords(words))
		}
		i += n
		if last := len(lines) - 1; last >= 0 {
			if both := lines[last] + "; " + words; utf8.RuneCountInString(wording.Unmarked(both)) <= lineRoom {
				lines[last] = both
				continue
			}
		}
		lines = append(lines, words)
	}
	return strings.Join(append(lines, risksInWords(p, ch.offer, shown)...), "\n")
}

// risksInWords returns what else the destinations may cost, a line for each risk.
func risksInWords(p Player, offer view.Offer, shown []entry) (lines []string) {
	for _, risk := range offer.Risks {
		var letters []string
		for i, e := range shown {
			if slices.Contains(risk.Picks, e.picks[0]) {
				letters = append(letters, view.Layer{}.Letter(i))
			}
		}
		if len(letters) > 0 {
			lines = append(lines, "**"+strings.Join(letters, ", ")+"**: "+p.Request.Localizer.Risk(risk))
		}
	}
	return lines
}

// entriesInWords returns what more is to be said of entries with letters than their buttons do: the place, the units
// there, how many can take part, what it costs; a line for all of which the same is to be said.
func entriesInWords(ctx context.Context, p Player, ch chooser, shown []entry) string {
	var said, lines []string
	letters := map[string][]string{}
	f := FrontOf(p.View.Board(), p.View.Side())
	for i, e := range shown {
		letter, label, more := letterOf(p, letterAt(p, ch.choice.Verb, i, f.place(e)), f.place(e)), "", ""
		if len(e.picks) > 1 {
			if _, more = bundleLabel(p, ch.choice.Verb, e); e.at != hex.None && e.picks[len(e.picks)-1].Unit != "" {
				letter = letterAt(p, ch.choice.Verb, i, e.at)
				more = p.Say("pick.unit-at", "unit", wording.InWords(more), "hex", e.at)
			}
		} else if label, more = optionLine(ctx, p, ch.choice, ch.offer, e.picks[0]); kindOf(e.picks[0]) == "unit" {
			letter, more = letterAt(p, ch.choice.Verb, i, f.place(e)), joinParts(label, more) // which names the place
		} else if e.picks[0].Hex == hex.None {
			more = joinParts(label, more)
		}
		if c := withPicks(p, ch.choice, e.picks); answerStyle(ctx, p, c) == discordgo.DangerButton {
			more = joinParts(more, costLine(ctx, p, c))
		}
		if more == "" { // the picture has the names of places
			continue
		}
		if letters[more] == nil {
			said = append(said, more)
		}
		letters[more] = append(letters[more], letter)
	}
	for _, more := range said {
		lines = append(lines, strings.TrimSuffix("**"+strings.Join(letters[more], ", ")+"**: "+more, ": "))
	}
	return strings.Join(append(lines, closedInWords(ctx, p, ch, shown)...), "\n")
}

// closedInWords says of each hex beside units that retreat in which others of their side stand, and which has no
// letter, why they cannot go there, if they go hex by hex: it looks like the safest of all.
func closedInWords(ctx context.Context, p Player, ch chooser, shown []entry) (lines []string) {
	from, board := origin(p, ch.choice), p.View.Board()
	if ch.choice.Verb != "retreat" || from == hex.None || !slices.ContainsFunc(shown, func(e entry) bool {
		return e.picks[0].Hex != hex.None && board.Map.Grid.Touch(from, e.picks[0].Hex)
	}) {
		return nil
	}
	for h := range board.Map.Grid.Neighbours(from) {
		pick, denial := view.Pick{Hex: h, N: shown[0].picks[0].N}, (*view.Denial)(nil)
		offered := slices.ContainsFunc(shown, func(e entry) bool { return e.picks[0] == pick })
		if st, ok := wording.StackAt(board, h); !ok || st.Side != p.View.Side() || offered {
			continue
		}
		if _, err := p.offer(ctx, ch.choice.Verb, append(slices.Clip(ch.choice.Picks), pick)); errors.As(err, &denial) {
			lines = append(lines, p.Say("pick.closed", "hex", h, "why", denial.Why, "rule", denial.Rule))
		}
	}
	return lines
}

// waysByCost returns destinations in words, those of the same cost together. first is the number of the first letter.
func waysByCost(p Player, first int, list []entry, offer view.Offer) string {
	var costs []string
	letters := map[string][]string{}
	for i, e := range list {
		price := ""
		if cost, ok := offer.CostOf(e.picks[0]); ok {
			price = plainText(p.Request.Localizer, cost.Price)
		}
		if letters[price] == nil {
			costs = append(costs, price)
		}
		letters[price] = append(letters[price], letterOf(p, view.Layer{}.Letter(first+i), e.picks[0].Hex))
	}
	for i, price := range costs {
		costs[i] = p.Say("panel.way", "letters", wording.InWords(strings.Join(letters[price], ", ")),
			"cost", wording.InWords(price))
	}
	return strings.Join(costs, " · ")
}

// letterOf returns the letter of a destination, with the name of the place there.
func letterOf(p Player, letter string, h hex.Hex) string {
	for _, place := range p.View.Board().Map.Places {
		if place.Hex == h {
			return p.Say("panel.place", "letter", wording.InWords(letter), "place", wording.InWords(place.Name))
		}
	}
	return letter
}
