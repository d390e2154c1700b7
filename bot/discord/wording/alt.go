package wording

import (
	"slices"
	"strings"
	"unicode/utf8"

	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// AltLimit leaves room below the 1,024 characters that an alternative text may have.
const AltLimit = 1000

// altNews is how much of what happened lately is told though the names of units must
// make room for it, and altLeast the least that says something.
const altNews, altLeast = 350, 80

// Alt says in words what a picture of the whole map shows: to its viewer's knowledge,
// as it is made of the same view. All stacks come first, with their top units where
// there is room for names, then what happened lately as far as there is room, and who
// holds which places. Where even the hexes of the stacks are too many they are counted.
func (loc Localizer) Alt(b *view.Board) string {
	head := sentences(loc.Say("alt.map", "title", InWords(b.Map.Title), "when", InWords(loc.When(b))), loc.standing(b))
	news := loc.happened(b.Told, everywhere)
	for _, d := range []detail{topsByName, byHex} {
		stacks := loc.stacksIn(b, everywhere, d)
		room := AltLimit - utf8.RuneCountInString(head+stacks) - 2
		lately := loc.lately(news, room)
		if room < 0 || d == topsByName && lately != loc.lately(news, max(room, altNews)) {
			continue
		}
		words := sentences(head, lately, stacks)
		if all := sentences(head, lately, loc.holds(b), stacks); utf8.RuneCountInString(all) <= AltLimit {
			return all
		}
		return words
	}
	return Clip(sentences(head, loc.lately(news, altNews), loc.stacksIn(b, everywhere, byNumber), loc.holds(b)),
		AltLimit)
}

// sentences joins what there is to say.
func sentences(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p == "" }), " ")
}

// AltOf is the same of the part of the map within a radius round a hex, for no hex of all of it:
// what stands there.
func (loc Localizer) AltOf(b *view.Board, middle hex.Hex, radius int) string {
	if middle == hex.None {
		return loc.Alt(b)
	}
	title := loc.Say("alt.close-up", "title", InWords(b.Map.Title), "hex", middle, "when", InWords(loc.When(b)))
	words := sentences(title, loc.stacksIn(b, around(b, middle, radius), topsByName))
	if utf8.RuneCountInString(words) > AltLimit {
		words = sentences(title, loc.stacksIn(b, around(b, middle, radius), byHex))
	}
	return Clip(words, AltLimit)
}

// AltNewsOf is the words of a close-up of what happened lately: the fights first.
func (loc Localizer) AltNewsOf(b *view.Board, middle hex.Hex, radius int) string {
	words := loc.Say("alt.close-up", "title", InWords(b.Map.Title), "hex", middle, "when", InWords(loc.When(b)))
	return words + " " + loc.within(loc.happened(b.Told, around(b, middle, radius)),
		AltLimit-utf8.RuneCountInString(words)-1)
}

// place is a part of a map.
type place func(hex.Hex) bool

func everywhere(hex.Hex) bool { return true }

// around is the part of a map within a radius round a hex.
func around(b *view.Board, middle hex.Hex, radius int) place {
	return func(h hex.Hex) bool { return b.Map.Grid.Distance(h, middle) <= radius }
}

// standing is how a game stands: the points, what each side has, and what is owed.
func (loc Localizer) standing(b *view.Board) string {
	var parts []string
	for _, f := range b.Facts {
		parts = append(parts, loc.fact(f)+".")
	}
	for _, st := range b.Stocks {
		if holds := loc.stock(st); holds != "" {
			parts = append(parts, loc.Say("board.stock", "side", st.Side, "holds", InWords(holds))+".")
		}
	}
	if b.Due != nil {
		parts = append(parts, loc.Say("alt.due", "side", b.Due.Side, "kind", b.Due.Kind))
	}
	return sentences(parts...)
}

// holds is which places worth points each side holds.
func (loc Localizer) holds(b *view.Board) string {
	var parts []string
	for _, f := range b.Facts {
		for _, held := range f.Parts {
			parts = append(parts, loc.Text(held.Text())+".")
		}
	}
	return sentences(parts...)
}

// lately is what happened lately, as far as there is room for it.
func (loc Localizer) lately(news []string, room int) string {
	if len(news) == 0 || room < altLeast {
		return ""
	}
	return loc.Say("alt.news", "news", InWords(loc.within(news,
		room-utf8.RuneCountInString(loc.Say("alt.news", "news", InWords(""))))))
}

// stacksIn is the stacks of a part of the map, side by side.
func (loc Localizer) stacksIn(b *view.Board, at place, d detail) string {
	var parts []string
	for _, n := range b.Map.Sides {
		parts = append(parts, loc.stacksOf(b, n.ID, at, d))
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

// stacksOf is a side's stacks.
func (loc Localizer) stacksOf(b *view.Board, side order.Side, at place, d detail) string {
	var stacks []string
	for _, st := range b.Stacks {
		if st.Side != side || !at(st.Hex) {
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

// happened is what happened in a part of the map, the weightiest first: fights with
// their odds and results, losses, and the ways that units took.
func (loc Localizer) happened(told []view.Line, at place) (out []string) {
	for _, kinds := range weight {
		for _, l := range told {
			switch {
			case l.Reckoned != nil && kinds == nil && at(l.Reckoned.Target):
				out = append(out, loc.shortFight(*l.Reckoned, l))
			case l.MapEvent != nil && kinds[l.MapEvent.Kind] && inside(l.MapEvent.Path, at):
				out = append(out, Unmarked(loc.Text(l.Text)))
			}
		}
	}
	return out
}

// weight is what happens by how much it weighs; nil stands for fights.
var weight = []map[view.MapEventKind]bool{
	nil,
	{view.Died: true, view.Gone: true, view.Struck: true},
	{view.Reduced: true, view.Retreated: true, view.Advanced: true},
	{view.Marched: true, view.Came: true, view.Placed: true},
}

func inside(path []hex.Hex, at place) bool {
	for _, h := range path {
		if at(h) {
			return true
		}
	}
	return false
}

// shortFight is a fight in a few words: where, at which odds or in which column, and what came of it.
func (loc Localizer) shortFight(f view.Reckoning, l view.Line) string {
	words := Unmarked(loc.Text(l.Text)) + " "
	switch {
	case !f.Alone:
		words += loc.Say("alt.odds", "odds", InWords(f.Compared()))
	case f.Column == NoColumn:
		words += loc.Say("alt.off-table")
	default:
		words += loc.Say("alt.column", "column", InWords(f.Column))
	}
	if f.Result != "" {
		words += loc.Say("alt.result", "result", InWords(f.Result))
	}
	return words
}

// within lists things as far as there is room for them, and how many more there are.
func (loc Localizer) within(list []string, room int) string {
	words := ""
	for i, item := range list {
		longer := words + item + ". "
		rest := ""
		if left := len(list) - i - 1; left > 0 {
			rest = loc.Say("alt.more", "n", left)
		}
		if utf8.RuneCountInString(longer+rest) > room {
			return Clip(words+loc.Say("alt.more", "n", len(list)-i), room)
		}
		words = longer
	}
	return strings.TrimSpace(words)
}
