package wording

import (
	"slices"
	"strings"
	"unicode/utf8"

	"grognard/render/scene"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// AltLimit leaves room below the 1,024 characters that an alternative text may have.
const AltLimit = 1000

// altNews is how many characters the text of a whole map keeps for what happened lately, even if that leaves no room
// for the units' names. In less room than altLeast it tells nothing of what happened.
const altNews, altLeast = 350, 80

// Alt returns a text that says in words what a picture of the whole map shows.
func (loc Localizer) Alt(b *view.Board) string { return loc.AltOf(b, hex.Part{}) }

// AltOf returns a text that says in words what a close-up shows, or for hex.None a picture of the whole map. It is made
// from the same scene as the picture, and so from what its viewer knows. For a whole map it says how the game stands,
// what happened lately, who holds which places, and all stacks with their top units. If there is too little room it
// leaves out the places, then the stacks' names, then it only counts the stacks. It also counts the events that it
// leaves out. A whole map prefers stacks to events, a close-up events to stacks.
func (loc Localizer) AltOf(b *view.Board, part hex.Part) string {
	return altWithin(loc, scene.Of(b), part, AltLimit, loc.Say("alt.whole"))
}

// AltAfter returns AltOf with words before it, if there is room for both. whole is the text without a limit, for a file
// beside the picture; alt has room left for that file's name.
func (loc Localizer) AltAfter(words string, b *view.Board, part hex.Part) (alt, whole string) {
	s := scene.Of(b)
	if words = Unmarked(words); words != "" {
		words += "\n"
	}
	limit := AltLimit - nameRoom
	room := limit - utf8.RuneCountInString(words)
	whole = words + altWithin(loc, s, part, unlimited, "")
	if room < AltLimit/2 {
		return altWithin(loc, s, part, limit, loc.Say("alt.beside")), whole
	}
	return words + altWithin(loc, s, part, room, loc.Say("alt.beside")), whole
}

// unlimited is a number of characters that no text has.
const unlimited = 1 << 30

// nameRoom is how many characters the name of a file has in brackets after a text.
const nameRoom = 20

// altWithin returns AltOf with another limit. If not all fits, it ends with where, which says where all can be read.
func altWithin(loc Localizer, whole scene.Scene, part hex.Part, limit int, where string) string {
	return wholeOrCut(limit, where, func(limit int) string { return cutAlt(loc, whole, part, limit) })
}

// wholeOrCut returns what words says in limit characters. If that is not all, it adds where: where all can be read.
func wholeOrCut(limit int, where string, words func(limit int) string) string {
	if all := words(unlimited); utf8.RuneCountInString(all) <= limit {
		return all
	}
	return sentences(words(limit-utf8.RuneCountInString(where)-1), where)
}

// cutAlt returns as much of AltOf as limit has room for.
func cutAlt(loc Localizer, whole scene.Scene, part hex.Part, limit int) string {
	b, s := whole.Board, whole.Within(part)
	head := loc.Say("alt.map", "title", InWords(b.Map.Title), "when", InWords(shown(loc, b))) + " " + standing(loc, b)
	// least is how many characters the news keep, if they need them, beside stacks in that detail
	least := map[detail]int{topsByName: altNews, byHex: altLeast, byNumber: altNews}
	if part.Around != hex.None {
		head = loc.Say("alt.close-up", "title", InWords(b.Map.Title), "hex", part.Around,
			"when", InWords(shown(loc, b)))
		least = map[detail]int{topsByName: limit, byHex: limit, byNumber: limit}
	}
	head = sentences(strings.TrimSpace(head), due(loc, s))
	news, places := eventsInWords(loc, s), holders(loc, s)
	for _, d := range []detail{topsByName, byHex} {
		stacks := stacksIn(loc, s, d)
		room := limit - utf8.RuneCountInString(head+stacks) - 2
		lately := latelyTold(loc, news, room)
		if room < 0 || lately != latelyTold(loc, news, max(room, least[d])) { // these stacks leave too little room
			continue
		}
		if all := sentences(head, lately, places, stacks); utf8.RuneCountInString(all) <= limit {
			return all
		}
		return Clip(sentences(head, lately, stacks), limit)
	}
	stacks := stacksIn(loc, s, byNumber)
	rest := sentences(places, stacks)
	room := limit - utf8.RuneCountInString(head+rest) - 2
	if latelyTold(loc, news, room) != latelyTold(loc, news, max(room, least[byNumber])) {
		rest = stacks
	}
	return Clip(sentences(head, latelyTold(loc, news, limit-utf8.RuneCountInString(head+rest)-2), rest), limit)
}

// shown returns the turn and the phase that a picture is about.
func shown(loc Localizer, b *view.Board) string {
	now := *b
	m := b.Shown()
	now.Turn, now.Phase = m.Turn, m.Phase
	return loc.When(&now)
}

func sentences(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p == "" }), " ")
}

// standing returns how a game stands: the points, what each side has, and the facts about groups.
func standing(loc Localizer, b *view.Board) string {
	var parts []string
	for _, f := range b.Facts {
		if f.Group == "" {
			parts = append(parts, fact(loc, f)+".")
		}
	}
	for _, line := range Holdings(loc, b, b.Map.Sides...) {
		parts = append(parts, line+".")
	}
	return sentences(parts...)
}

// due returns the pending decision, "" if there is none or its hex is not in the picture.
func due(loc Localizer, s scene.Scene) string {
	switch due := s.Board.Due; {
	case due == nil || !s.Covers(due.Hex):
		return ""
	case due.Hex == hex.None:
		return loc.Say("alt.due", "side", due.Side, "kind", due.Kind)
	default:
		return loc.Say("alt.due-at", "side", due.Side, "kind", due.Kind, "hex", due.Hex)
	}
}

// holders returns who holds the places that are worth points.
func holders(loc Localizer, s scene.Scene) string {
	var parts []string
	for _, side := range append([]order.Nation{{}}, s.Board.Map.Sides...) { // first what nobody holds
		held := view.Part{Side: side.ID}
		for _, f := range s.Flags {
			if f.Side == side.ID && s.Covers(f.Hex) {
				held.N, held.Places = held.N+f.VP, append(held.Places, f.Place)
			}
		}
		if len(held.Places) > 0 {
			parts = append(parts, loc.Text(held.Text())+".")
		}
	}
	return sentences(parts...)
}

// latelyTold returns what happened lately, in at most room characters; "" if that is less than altLeast.
func latelyTold(loc Localizer, news []string, room int) string {
	if len(news) == 0 || room < altLeast {
		return ""
	}
	return loc.Say("alt.news", "news", InWords(within(loc, news, room-utf8.RuneCountInString(loc.Say("alt.news", "news",
		InWords(""))))))
}

// stacksIn returns the stacks in a picture, a sentence for each side.
func stacksIn(loc Localizer, s scene.Scene, d detail) string {
	var parts []string
	for _, n := range s.Board.Map.Sides {
		parts = append(parts, stacksOf(loc, s, n.ID, d))
	}
	return sentences(parts...)
}

// detail is how much is said of each stack.
type detail int

const (
	topsByName detail = iota
	byHex
	byNumber
)

func stacksOf(loc Localizer, s scene.Scene, side order.Side, d detail) string {
	var stacks []string
	for _, st := range s.Board.Stacks {
		if st.Side != side || !s.Covers(st.Hex) {
			continue
		}
		words := st.Hex.String()
		if top, ok := st.At(0); d == topsByName && ok {
			words += " " + top.Name
		}
		if st.Height > 1 {
			words += loc.Say("alt.height", "height", st.Height)
		}
		stacks = append(stacks, words)
	}
	words := loc.Say("alt.side", "side", side, "n", len(stacks))
	if d == byNumber || len(stacks) == 0 {
		return words + "."
	}
	return words + ": " + strings.Join(stacks, ", ") + "."
}

// within lists things in at most room characters, without those that are too long, and says how many it leaves out. If
// none fits it clips the first.
func within(loc Localizer, list []string, room int) string {
	words, left := "", 0
	for i, item := range list {
		longer, tail := words+item+". ", -1 // the last item's space is cut off
		if left > 0 || i < len(list)-1 {
			tail = utf8.RuneCountInString(loc.Say("alt.more", "n", len(list)))
		}
		if utf8.RuneCountInString(longer)+tail > room {
			left++
			continue
		}
		words = longer
	}
	switch {
	case left == 0:
		return strings.TrimSpace(words)
	case words != "":
		return words + loc.Say("alt.more", "n", left)
	case left == 1:
		return Clip(list[0]+".", room)
	}
	more := " " + loc.Say("alt.more", "n", left-1)
	return Clip(list[0]+".", room-utf8.RuneCountInString(more)) + more
}
