package destinations

import (
	"slices"
	"strings"

	"grognard/bot/discord/grouped"
	"grognard/bot/discord/wording"
	"grognard/rules/hex"
	"grognard/rules/view"
)

// compassPoints are the messages of the compass points from north clockwise.
var compassPoints = [points]string{"pick.compass-n", "pick.compass-ne", "pick.compass-e", "pick.compass-se",
	"pick.compass-s", "pick.compass-sw", "pick.compass-w", "pick.compass-nw"}

// Bearing returns a text that says in which of the eight directions of the compass a hex lies from another, "" for the
// hex itself. The top of the map counts as north.
func Bearing(loc wording.Localizer, g hex.Grid, from, to hex.Hex) string {
	if from == to || from == hex.None || to == hex.None {
		return ""
	}
	return loc.Say(compassPoints[g.Compass(from, to)])
}

// Span names a list by the first and the last thing on it: 9.20 Minsk – 12.14.
func Span(loc wording.Localizer, first, last string) string {
	if first == last {
		return first
	}
	return loc.Say("pick.span", "first", wording.InWords(first), "last", wording.InWords(last))
}

// Worth returns the victory points of a hex that a side controls, such as "3 VP"; "" if it has none.
func Worth(loc wording.Localizer, b *view.Board, h hex.Hex) string {
	for _, held := range b.Control {
		if held.Hex == h && held.VP > 0 {
			return loc.Say("pick.worth", "n", held.VP)
		}
	}
	return ""
}

// Prize returns the name of a hex that is worth victory points, with these: Kessing 3 VP. It returns "" for any other.
func Prize(loc wording.Localizer, b *view.Board, h hex.Hex) string {
	worth := Worth(loc, b, h)
	for _, place := range b.Map.Places {
		if place.Hex == h && worth != "" {
			return loc.Say("score.place", "place", wording.InWords(place.Name), "points", wording.InWords(worth))
		}
	}
	return worth
}

// Enemy returns the top unit of the stack in hex h and how many are under it. It returns "" if h is not in enemies, or
// if the board shows no unit there.
func Enemy(loc wording.Localizer, b *view.Board, enemies []hex.Hex, h hex.Hex) string {
	st, ok := wording.StackAt(b, h)
	switch {
	case !ok || !slices.Contains(enemies, h) || len(st.Known) == 0:
		return ""
	case st.Height > 1:
		return loc.Say("pick.and-more", "unit", wording.InWords(wording.Brief(st.Known[0])), "n", st.Height-1)
	}
	return wording.Brief(st.Known[0])
}

// Target returns the first hex with an enemy among picks, and who stands there; "" for none.
func Target(loc wording.Localizer, b *view.Board, enemies []hex.Hex, picks []view.Pick) string {
	for _, pick := range picks {
		if who := Enemy(loc, b, enemies, pick.Hex); pick.Unit == "" && pick.Hex != hex.None && who != "" {
			return loc.Hex(pick.Hex) + " · " + who
		}
	}
	return ""
}

// HexFrom returns hex to as players read it, with its direction from hex from: "13.14 Orsha to the northeast".
func HexFrom(loc wording.Localizer, g hex.Grid, from, to hex.Hex) string {
	words := Bearing(loc, g, from, to)
	if words == "" {
		return loc.Hex(to)
	}
	return loc.Say("pick.toward", "hex", to, "point", wording.InWords(words))
}

// ByCost returns destinations in words, those of the same cost together. first is the number of the first letter.
func ByCost(loc wording.Localizer, b *view.Board, first int, list []view.Pick, offer view.Offer) string {
	var letters grouped.Words
	for i, pick := range list {
		price := ""
		if cost, ok := offer.CostOf(pick); ok && cost.Price.ID != "" {
			price = loc.Text(cost.Price)
		}
		letter := LetterOf(loc, b, view.Layer{}.Letter(first+i), pick.Hex)
		if worth := Worth(loc, b, pick.Hex); worth != "" {
			letter += " (" + worth + ")"
		}
		letters.Add(price, letter)
	}
	for i, price := range letters.Keys {
		letters.Keys[i] = loc.Say("panel.way", "letters", wording.InWords(strings.Join(letters.Of[price], ", ")),
			"cost", wording.InWords(price))
	}
	return strings.Join(letters.Keys, " · ")
}

// LetterOf returns the letter of a destination, with the name of the place there.
func LetterOf(loc wording.Localizer, b *view.Board, letter string, h hex.Hex) string {
	for _, place := range b.Map.Places {
		if place.Hex == h {
			return loc.Say("panel.place", "letter", wording.InWords(letter), "place", wording.InWords(place.Name))
		}
	}
	return letter
}
