package play

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"grognard/bot/discord/wording"
	"grognard/rules/hex"
	"grognard/rules/view"
)

// Ways are the destinations of a stack in the order of their pages.
type Ways struct {
	Grid hex.Grid
	From hex.Hex // where the stack is
	list []view.Pick
	each int // how many are on a page
}

// WaysFrom returns the destinations of units. Most moves lead to the enemy or to a hex nearby. So three fifths of the
// first page are the hexes nearest to the enemy, and the rest of it are those nearest to the stack that are not among
// them. The later pages go on toward the enemy.
func WaysFrom(f front, from hex.Hex, list []view.Pick, each int) Ways {
	w := Ways{Grid: f.Grid, From: from, list: slices.Clone(list), each: each}
	away := map[hex.Hex]int{}
	for _, pick := range list {
		away[pick.Hex] = f.Distance(pick.Hex)
	}
	slices.SortStableFunc(w.list, func(a, b view.Pick) int {
		return cmp.Or(cmp.Compare(away[a.Hex], away[b.Hex]), w.outward(a, b))
	})
	if len(w.list) <= each {
		return w
	}
	first := each * 3 / 5
	near := slices.SortedStableFunc(slices.Values(w.list[first:]), w.outward)[:each-first]
	later := slices.DeleteFunc(slices.Clone(w.list[first:]), func(q view.Pick) bool { return slices.Contains(near, q) })
	w.list = slices.Concat(w.list[:first], near, later)
	return w
}

// outward compares destinations by how far they are from the stack, then by their numbers.
func (w Ways) outward(a, b view.Pick) int {
	return cmp.Or(cmp.Compare(w.Grid.Distance(w.From, a.Hex), w.Grid.Distance(w.From, b.Hex)), hex.Compare(a.Hex,
		b.Hex))
}

// Pages returns how many pages there are, at least one.
func (w Ways) Pages() int { return PagesFor(len(w.list), w.each) }

// Page returns the destinations of a page, the nearest to the enemy first.
func (w Ways) Page(number int) []view.Pick {
	list := w.list[number*w.each:]
	return list[:min(len(list), w.each)]
}

// Lettered returns the destinations of a page in the order of their letters. A player looks for a letter on the
// picture. So the letters go round the stack like the hands of a clock, beginning with the direction of the hex that is
// nearest to the enemy, and in each direction they go outward.
func (w Ways) Lettered(number int) []view.Pick {
	list := slices.Clone(w.Page(number))
	first := w.Grid.Compass(w.From, list[0].Hex)
	turn := func(q view.Pick) int {
		return (w.Grid.Compass(w.From, q.Hex) - first + len(compassPoints)) % len(compassPoints)
	}
	slices.SortFunc(list, func(a, b view.Pick) int { return cmp.Or(cmp.Compare(turn(a), turn(b)), w.outward(a, b)) })
	return list
}

// pages returns the entries of a group in pages, in the order of their letters. What lies around the hex from goes
// round it; where that is hex.None, and for stacks, the entries keep their order.
func (f front) pages(from hex.Hex, g group, each int) (pages [][]entry) {
	if from == hex.None || g.kind == "unit" {
		return slices.Collect(slices.Chunk(g.entries, each))
	}
	var list []view.Pick
	for _, e := range g.entries {
		list = append(list, e.picks[0])
	}
	w := WaysFrom(f, from, list, each)
	for number := range w.Pages() {
		var onPage []entry
		for _, pick := range w.Lettered(number) {
			onPage = append(onPage, entry{picks: []view.Pick{pick}})
		}
		pages = append(pages, onPage)
	}
	return pages
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
				letters = append(letters, view.Letter(i))
			}
		}
		if len(letters) > 0 {
			lines = append(lines, "**"+strings.Join(letters, ", ")+"** "+p.Request.Localizer.Risk(risk))
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
		letter, label, more := letterOf(p, i, f.place(e)), "", ""
		if len(e.picks) > 1 {
			_, more = bundleLabel(p, ch.choice.Verb, e)
		} else if label, more = optionLine(ctx, p, ch.choice, ch.offer, e.picks[0]); kindOf(e.picks[0]) == "unit" {
			more = joinParts(label, more)
		}
		if more == "" && letter == view.Letter(i) {
			continue
		}
		if letters[more] == nil {
			said = append(said, more)
		}
		letters[more] = append(letters[more], letter)
	}
	for _, more := range said {
		lines = append(lines, strings.TrimSpace("**"+strings.Join(letters[more], ", ")+"** "+more))
	}
	return strings.Join(lines, "\n")
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
		letters[price] = append(letters[price], letterOf(p, first+i, e.picks[0].Hex))
	}
	for i, price := range costs {
		costs[i] = p.Say("panel.way", "letters", wording.InWords(strings.Join(letters[price], ", ")),
			"cost", wording.InWords(price))
	}
	return strings.Join(costs, " · ")
}

// letterOf returns the letter of a destination, with the name of the place there.
func letterOf(p Player, number int, h hex.Hex) string {
	letter := view.Letter(number)
	for _, place := range p.View.Board().Map.Places {
		if place.Hex == h {
			return p.Say("panel.place", "letter", wording.InWords(letter), "place", wording.InWords(place.Name))
		}
	}
	return letter
}
