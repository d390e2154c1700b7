package wording

import (
	"slices"
	"unicode/utf8"

	"grognard/render/scene"
	"grognard/rules/view"
)

// AltOfCloseUp returns a text that says in words what a numbered close-up of a report shows.
func (loc Localizer) AltOfCloseUp(s scene.Scene, c scene.Cluster) string {
	number := loc.Say("alt.on-overview", "number", c.Number)
	return sentences(number, altWithin(loc, s, c.Part, AltLimit-utf8.RuneCountInString(number)-1, loc.Say("alt.whole")))
}

// AltOfOverview returns a text that says in words what the overview of a report shows: how the game stands, which
// places changed hands, what happened in each numbered part, or if there are none on the whole map, and how many stacks
// there are.
func (loc Localizer) AltOfOverview(s scene.Scene, list []scene.Cluster) string {
	return wholeOrCut(AltLimit, loc.Say("alt.whole"), func(n int) string { return cutOverview(loc, s, list, n) })
}

// cutOverview returns as much of AltOfOverview as limit has room for.
func cutOverview(loc Localizer, s scene.Scene, list []scene.Cluster, limit int) string {
	b := s.Board
	head := sentences(loc.Say("alt.overview", "title", InWords(b.Map.Title), "when", InWords(shown(loc, b))),
		standing(loc, b), due(loc, s))
	stacks := stacksIn(loc, s, byNumber)
	left := limit - utf8.RuneCountInString(head) - utf8.RuneCountInString(stacks) - 2
	if len(list) == 0 {
		return Clip(sentences(head, latelyTold(loc, eventsInWords(loc, s), left), stacks), limit)
	}
	var taken []string
	for _, e := range s.Happened() {
		if changedHands(e) {
			taken = append(taken, event(loc, e))
		}
	}
	parts := []string{head}
	if len(taken) > 0 {
		words := within(loc, taken, left)
		parts, left = append(parts, words), left-utf8.RuneCountInString(words)-1
	}
	for i, c := range list {
		words := partInWords(loc, s, c, left/(len(list)-i)-1)
		parts, left = append(parts, words), left-utf8.RuneCountInString(words)-1
	}
	return Clip(sentences(append(parts, stacks)...), limit)
}

// partInWords returns what happened in a numbered part, in at most room characters.
func partInWords(loc Localizer, s scene.Scene, c scene.Cluster, room int) string {
	var news []string
	part := s.Within(c.Part)
	for _, e := range part.Happened() {
		if !changedHands(e) {
			news = append(news, event(loc, e))
		}
	}
	withNumber := func(words string) string {
		return loc.Say("alt.number", "number", c.Number, "hex", c.At, "news", InWords(words))
	}
	if room -= utf8.RuneCountInString(withNumber("")); len(news) == 0 || room < altShort {
		return loc.Say("alt.number-alone", "number", c.Number, "hex", c.At)
	}
	return withNumber(within(loc, news, room))
}

// altShort is the fewest characters in which something can be said of a numbered part.
const altShort = 40

// changedHands reports whether an event is that a place changed hands.
func changedHands(e scene.Event) bool {
	return slices.ContainsFunc(e.Told, func(l *view.Line) bool {
		return l.MapEvent != nil && l.MapEvent.Kind == view.Taken
	})
}
