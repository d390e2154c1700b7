package play

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"grognard/bot/discord/page"
	"grognard/bot/discord/wording"
	"grognard/rules/hex"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// Ways are the destinations of a stack in the order of their pages.
type Ways struct {
	Grid hex.Grid
	From hex.Hex // where the stack is
	list []view.Pick
	each int // how many are on a page
}

// WaysFrom returns the destinations of an offer. Most moves lead to the enemy or to a hex nearby. So three fifths of
// the first page are the hexes nearest to the enemy, and the rest of it are those nearest to the stack that are not
// among them. The later pages go on toward the enemy.
func WaysFrom(f front, from hex.Hex, offer view.Offer, each int) Ways {
	w := Ways{Grid: f.Grid, From: from, each: each}
	away := map[hex.Hex]int{}
	for _, pick := range offer.Next {
		if kindOf(pick) == "hex" {
			w.list, away[pick.Hex] = append(w.list, pick), f.Distance(pick.Hex)
		}
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

// lineRoom is how many characters of a line fit the width of a phone.
const lineRoom = 42

// waysInWords returns destinations with their letters: for each direction those of the same cost together. Directions
// with few destinations share a line.
func waysInWords(p Player, from hex.Hex, lettered []view.Pick, offer view.Offer) string {
	g := p.View.Board().Map.Grid
	var lines []string
	for i := 0; i < len(lettered); {
		point, n := compass(p.Request.Localizer, g, from, lettered[i].Hex), 1
		for i+n < len(lettered) && compass(p.Request.Localizer, g, from, lettered[i+n].Hex) == point {
			n++
		}
		words := waysByCost(p, i, lettered[i:i+n], offer)
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
	return strings.Join(lines, "\n")
}

// waysByCost returns destinations in words, those of the same cost together. first is the number of the first letter.
func waysByCost(p Player, first int, lettered []view.Pick, offer view.Offer) string {
	var costs []string
	letters := map[string][]string{}
	for i, way := range lettered {
		price := ""
		if cost, ok := offer.CostOf(way); ok {
			price = plainText(p.Request.Localizer, cost.Price)
		}
		if letters[price] == nil {
			costs = append(costs, price)
		}
		letters[price] = append(letters[price], letterOf(p, first+i, way.Hex))
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

// wayButtons returns a button for each destination.
func wayButtons(p Player, s stackRef, picks, lettered []view.Pick) []discordgo.MessageComponent {
	check := positionOf(p, picks)
	s.units = bitsOf(p, s.at, picks)
	var buttons []discordgo.MessageComponent
	for i, way := range lettered {
		buttons = append(buttons, page.Button(p.Say("panel.go", "letter", wording.InWords(view.Letter(i)),
			"hex", wording.InWords(way.Hex.String())), goID(p.Table.Game, check, s, way.Hex), discordgo.PrimaryButton))
	}
	return page.Rows(buttons)
}

// turnButtons turn to the page before and the one after, which are named by what is on them.
func turnButtons(p Player, s stackRef, w Ways) []discordgo.MessageComponent {
	return page.NamedPages(p.Request.Localizer, s.page, w.Pages(), func(to int) string {
		turned := s
		turned.page = to
		return page.PressID(PressStack, p.Table.Game, turned.String())
	}, func(to int) string {
		list := w.Page(to)
		return SpanInWords(p.Request.Localizer, list[0].Hex.String(), list[len(list)-1].Hex.String())
	})
}
