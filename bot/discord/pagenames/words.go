package pagenames

import (
	"fmt"
	"slices"

	"grognard/bot/discord/destinations"
	"grognard/bot/discord/regions"
	"grognard/bot/discord/wording"
	"grognard/rules/hex"
	"grognard/rules/view"
)

// InWords names pages of destinations, of which number is the first; names are the hexes by which they are called.
func InWords(loc wording.Localizer, w destinations.Ways, number int, names []hex.Hex) string {
	switch {
	case names[0] == hex.None && number == 0: // the pages round the stack have no hexes as names
		return loc.Say("pick.near")
	case names[0] == hex.None:
		return loc.Say("pick.within", "n", w.Near)
	case w.HasFront(number):
		return loc.Say("pick.beside", "hex", names[0])
	}
	area := Area(loc, names[0])
	if number < len(w.Pages) && names[0] != w.From && !isRound(w, number) { // as seen from the stack that goes there
		points := wording.InWords(destinations.Bearing(loc, w.Grid, w.From, names[0]))
		area = loc.Say("pick.points", "points", points, "far", w.Grid.Distance(w.From, names[0]), "hex", names[0])
	}
	if len(names) > 1 {
		return destinations.Span(loc, area, loc.Hex(names[len(names)-1]))
	}
	return area
}

// isRound reports whether a page lies round the stack, so that no direction is true for it.
func isRound(w destinations.Ways, number int) bool {
	b := regions.Of(w.Pages[number], func(q view.Pick) hex.Hex { return q.Hex })
	return b == regions.Of([]hex.Hex{b.Low, b.High, w.From}, func(h hex.Hex) hex.Hex { return h })
}

// Area names a page of hexes by a hex on it or nearby.
func Area(loc wording.Localizer, near hex.Hex) string {
	return loc.Say("pick.points", "points", "", "far", 0, "hex", near)
}

// Box names an area, which is on the pages from number to last, by its columns and rows; "" for other pages.
func Box(loc wording.Localizer, w destinations.Ways, number, last int) string {
	if !slices.Contains(w.Areas, number) {
		return ""
	}
	b := regions.Of(slices.Concat(w.Pages[number:last+1]...), func(q view.Pick) hex.Hex { return q.Hex })
	span := func(low, high int8) wording.InWords {
		return wording.InWords(destinations.Span(loc, fmt.Sprint(low), fmt.Sprint(high)))
	}
	return loc.Say("pick.corners", "columns", span(b.Low.Col, b.High.Col), "rows", span(b.Low.Row, b.High.Row))
}
