package play

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"grognard/bot/discord/destinations"
	"grognard/bot/discord/grouped"
	"grognard/bot/discord/page"
	"grognard/bot/discord/pagenames"
	"grognard/bot/discord/regions"
	"grognard/bot/discord/stackpages"
	"grognard/bot/discord/wording"
	"grognard/bot/discord/workplace"
	"grognard/rules/hex"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// fill puts the entries of a group on pages of at most each, in the order of their letters. Destinations of units in
// the hex from are on the pages of destinations.From. Stacks, and anything if from is hex.None, are with areas on the
// pages of stackpages.Areas, else on those of stackpages.Of, the nearest to the player's work, as far says, first.
// If there are units, whose buttons are long, a page has no more than unitLetters.
func (f front) fill(g group, from hex.Hex, offer view.Offer, far func(hex.Hex) int, areas [][]hex.Hex,
	each int) (filled waysGroup) {
	if from == hex.None || g.kind == "unit" {
		at, merits, hexes := map[hex.Hex][]entry{}, map[hex.Hex]int{}, []hex.Hex(nil)
		for _, e := range g.entries {
			h := f.place(e)
			if at[h] = append(at[h], e); len(at[h]) == 1 {
				hexes = append(hexes, h)
			}
			if cost, ok := offer.CostOf(e.picks[0]); ok && cost.Merit {
				merits[h] = len(cost.Picks) - slices.Index(cost.Picks, e.picks[0])
			}
		}
		filled.group, filled.Grid = g, f.Grid
		isEnemy := func(h hex.Hex) bool { return slices.Contains(f.Enemies, h) }
		if g.kind == "unit" || slices.ContainsFunc(hexes, isEnemy) {
			each = min(each, unitLetters)
		}
		pages := stackpages.Areas(f.Grid, areas, hexes, each)
		if len(areas) == 0 {
			pages = stackpages.Of(f.Grid, hexes, merits, far, each)
		}
		filled.pages = stackpages.Whole(pages, at, each)
		filled.names = pagenames.At(f.Grid, f.Named, filled.pages, f.place)
		return filled
	}
	w := destinations.From(f.Grid, f.Distance, from, f.Prizes, offer, firstPicks(g.entries), each)
	filled = waysGroup{group: g, Ways: w}
	for number := range w.Pages {
		var onPage []entry
		for _, pick := range w.Lettered(number) {
			onPage = append(onPage, entry{picks: []view.Pick{pick}})
		}
		filled.pages = append(filled.pages, onPage)
	}
	without := []int{0, min(w.Near, 1)} // pages without names: the likeliest, and the page that completes it
	if g.kind == "step" {
		without = nil
	}
	named, front := slices.Clone(filled.pages), 1+min(w.Near, 1) // front: the number of the first page beside enemies
	for n := front; n < front+w.Front; n++ {
		var enemies []entry // beside this page and none of the front pages before it
		for _, h := range regions.Beside(f.Grid, f.Enemies, named[n], f.place) {
			if !slices.ContainsFunc(slices.Concat(named[front:n]...), func(e entry) bool { return f.place(e) == h }) {
				enemies = append(enemies, entry{at: h})
			}
		}
		if len(enemies) > 0 {
			named[n] = enemies
		}
		without = append(without, n)
	}
	places := slices.DeleteFunc(slices.Clone(f.Named), func(h hex.Hex) bool { return h == from }) // nobody goes there
	filled.names = pagenames.At(f.Grid, places, named, f.place, without...)
	copy(filled.names[front:], pagenames.At(f.Grid, nil, named[front:front+w.Front], f.place)) // by enemies beside them
	return filled
}

// unitLetters is how many units have buttons on a page, so that a phone shows the picture with the buttons.
const unitLetters = 9

// fromWork returns a function that says how far a hex is from where a choice is made: from the active formation, or in
// a game without formations from where workedAt finds the player at work. It returns nil if there is no such place.
func fromWork(p Player, c page.Choice) func(hex.Hex) int {
	b, head := p.View.Board(), hex.None
	at := workedAt(p, FrontOf(b, p.View.Side()).Own, func(h hex.Hex) hex.Hex { return h })
	if len(b.Map.Groups) == 0 && at != hex.None {
		return func(h hex.Hex) int { return b.Map.Grid.Distance(h, at) }
	}
	if b.Phase.Side != p.View.Side() {
		return nil
	}
	for _, pick := range c.Picks {
		head = cmp.Or(head, headOf(p, FrontOf(b, b.Phase.Side), c.Verb, pick))
	}
	return workplace.Far(b, head)
}

// lineRoom is how many characters of a line fit the width of a phone.
const lineRoom = 42

// lettersInWords returns what has letters: the destinations of units by their direction, those of the same cost
// together, or for anything else what entriesInWords returns. Directions with few destinations share a line.
func lettersInWords(ctx context.Context, p Player, ch chooser, shown []entry) string {
	from, g := origin(p, ch.choice), p.View.Board().Map.Grid
	if ch.choice.Verb == "objective" { // its buttons say the rest: the units and the points
		return strings.Join(risksInWords(p, ch, shown), "\n")
	}
	if from == hex.None || len(ch.offer.Costs) == 0 {
		return entriesInWords(ctx, p, ch, shown)
	}
	var lines []string
	for i := 0; i < len(shown); {
		point, n := destinations.Bearing(p.Request.Localizer, g, from, shown[i].picks[0].Hex), 1
		for i+n < len(shown) && destinations.Bearing(p.Request.Localizer, g, from, shown[i+n].picks[0].Hex) == point {
			n++
		}
		words := destinations.ByCost(p.Request.Localizer, p.View.Board(), i, firstPicks(shown[i:i+n]), ch.offer)
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
	lines = append(lines, risksInWords(p, ch, shown)...)
	if _, of := ch.shown(); len(shown) < len(of.entries) && kindOf(shown[0].picks[0]) == "hex" {
		lines = append(lines, p.Say("panel.lettered", "n", len(shown), "all", len(of.entries), "reach", isMove(p, ch)))
	}
	return strings.Join(lines, "\n")
}

// risksInWords returns what else the destinations may cost, a line for each risk.
func risksInWords(p Player, ch chooser, shown []entry) (lines []string) {
	for _, risk := range ch.offer.Risks {
		var letters []string
		for i, e := range shown {
			if slices.Contains(risk.Picks, e.picks[0]) {
				letters = append(letters, letterOf(p, ch.choice.Verb, shown, i))
			}
		}
		if len(letters) > 0 {
			list := strings.Join(slices.Compact(letters), ", ")
			lines = append(lines, "**"+list+"**: "+p.Request.Localizer.Risk(risk))
		}
	}
	return lines
}

// entriesInWords returns what the buttons of entries with letters do not say: the place, the units there, how many can
// take part, what it costs. Entries of which the same is to be said share a line.
func entriesInWords(ctx context.Context, p Player, ch chooser, shown []entry) string {
	var lines []string
	var letters grouped.Words
	f, offer := FrontOf(p.View.Board(), p.View.Side()), ch.offer
	if len(shown) > 0 && kindOf(shown[0].picks[0]) == "count" {
		ch.offer.Risks = nil // those of a Formation stand in its own line
	} else {
		offer.Risks = nil // a line for each risk comes last
	}
	for i, e := range shown {
		own, label, more := letterOf(p, ch.choice.Verb, shown, i), "", ""
		letter := destinations.LetterOf(p.Request.Localizer, p.View.Board(), own, f.place(e))
		if len(e.picks) > 1 {
			if _, more = bundleLabel(p, ch.choice.Verb, e); e.at != hex.None && e.picks[len(e.picks)-1].Unit != "" {
				letter, more = own, p.Say("pick.unit-at", "unit", wording.InWords(more), "hex", e.at)
			}
		} else if label, more = optionLine(ctx, p, ch.choice, offer, e.picks[0]); kindOf(e.picks[0]) == "unit" ||
			e.picks[0].Hex == hex.None {
			letter, more = own, joinParts(label, more) // with the place
		}
		if c := withPicks(p, ch.choice, e.picks); answerStyle(ctx, p, c) == discordgo.DangerButton {
			more = joinParts(more, costLine(ctx, p, c))
		}
		if more != "" { // a place alone is named on the picture
			letters.Add(more, letter)
		}
	}
	for _, more := range letters.Keys {
		lines = append(lines, strings.TrimSuffix("**"+strings.Join(letters.Of[more], ", ")+"**: "+more, ": "))
	}
	lines = append(lines, risksInWords(p, ch, shown)...)
	return strings.Join(append(lines, closedInWords(ctx, p, ch, shown)...), "\n")
}

// closedInWords says why units that retreat hex by hex cannot go to the hexes beside them that have no letter and no
// enemy: a line for each reason.
func closedInWords(ctx context.Context, p Player, ch chooser, shown []entry) []string {
	var closed grouped.Closed
	from, board := origin(p, ch.choice), p.View.Board()
	if ch.choice.Verb != "retreat" || from == hex.None || !slices.ContainsFunc(shown, func(e entry) bool {
		return e.picks[0].Hex != hex.None && board.Map.Grid.Touch(from, e.picks[0].Hex)
	}) {
		return nil
	}
	for h := range board.Map.Grid.Neighbours(from) {
		pick, denial := view.Pick{Hex: h, N: shown[0].picks[0].N}, (*view.Denial)(nil)
		offered := slices.ContainsFunc(shown, func(e entry) bool { return e.picks[0] == pick })
		if st, ok := wording.StackAt(board, h); ok && st.Side != p.View.Side() || offered {
			continue
		}
		if _, err := p.offer(ctx, ch.choice.Verb, append(slices.Clip(ch.choice.Picks), pick)); errors.As(err, &denial) {
			closed.Add(p.Request.Localizer, h, denial)
		}
	}
	return closed.InWords(p.Request.Localizer)
}
