package discord

import (
	"slices"
	"strings"
	"unicode/utf8"

	"grognard/render"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// altLimit leaves room below the 1,024 characters that an alternative text may have.
const altLimit = 1000

// altNews is how much of what happened lately is told though the names of units must
// make room for it, and altLeast the least that says something.
const altNews, altLeast = 350, 80

// alt says in words what a picture of the whole map shows: to its viewer's knowledge,
// as it is made of the same view. All stacks come first, with their top units where
// there is room for names, then what happened lately as far as there is room, and who
// holds which places. Where even the hexes of the stacks are too many they are counted.
func (s speech) alt(b *view.Board) string {
	head := sentences(s.say("alt.map", "title", said(b.Map.Title), "when", said(s.when(b))), s.standing(b))
	news := s.deeds(b.Told, everywhere)
	for _, d := range []detail{topsByName, byHex} {
		stacks := s.stacksIn(b, everywhere, d)
		room := altLimit - utf8.RuneCountInString(head+stacks) - 2
		lately := s.lately(news, room)
		if room < 0 || d == topsByName && lately != s.lately(news, max(room, altNews)) {
			continue
		}
		words := sentences(head, lately, stacks)
		if all := sentences(head, lately, s.holds(b), stacks); utf8.RuneCountInString(all) <= altLimit {
			return all
		}
		return words
	}
	return clip(sentences(head, s.lately(news, altNews), s.stacksIn(b, everywhere, byNumber), s.holds(b)), altLimit)
}

// sentences joins what there is to say.
func sentences(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p == "" }), " ")
}

// altOf is the same of a part of the map: what stands there.
func (s speech) altOf(b *view.Board, o render.Options) string {
	if o.Around == hex.None {
		return s.alt(b)
	}
	title := s.say("alt.close-up", "title", said(b.Map.Title), "hex", o.Around, "when", said(s.when(b)))
	words := sentences(title, s.stacksIn(b, around(b, o), topsByName))
	if utf8.RuneCountInString(words) > altLimit {
		words = sentences(title, s.stacksIn(b, around(b, o), byHex))
	}
	return clip(words, altLimit)
}

// altNewsOf is the words of a close-up of what happened lately: the fights first.
func (s speech) altNewsOf(b *view.Board, o render.Options) string {
	words := s.say("alt.close-up", "title", said(b.Map.Title), "hex", o.Around, "when", said(s.when(b)))
	return words + " " + s.within(s.deeds(b.Told, around(b, o)), altLimit-utf8.RuneCountInString(words)-1)
}

// place is a part of a map.
type place func(hex.Hex) bool

func everywhere(hex.Hex) bool { return true }

// around is the part of a map that a picture shows.
func around(b *view.Board, o render.Options) place {
	return func(h hex.Hex) bool { return b.Map.Grid.Distance(h, o.Around) <= o.Radius }
}

// standing is how a game stands: the points, what each side has, and what is owed.
func (s speech) standing(b *view.Board) string {
	var parts []string
	for _, f := range b.Facts {
		parts = append(parts, s.fact(f)+".")
	}
	for _, st := range b.Stocks {
		if holds := s.stock(st); holds != "" {
			parts = append(parts, s.say("board.stock", "side", st.Side, "holds", said(holds))+".")
		}
	}
	if b.Due != nil {
		parts = append(parts, s.say("alt.due", "side", b.Due.Side, "kind", b.Due.Kind))
	}
	return sentences(parts...)
}

// holds is which places worth points each side holds.
func (s speech) holds(b *view.Board) string {
	var parts []string
	for _, f := range b.Facts {
		for _, held := range f.Parts {
			parts = append(parts, s.text(held.Text())+".")
		}
	}
	return sentences(parts...)
}

// lately is what happened lately, as far as there is room for it.
func (s speech) lately(news []string, room int) string {
	if len(news) == 0 || room < altLeast {
		return ""
	}
	return s.say("alt.news", "news", said(s.within(news, room-utf8.RuneCountInString(s.say("alt.news", "news", said(""))))))
}

// stacksIn is the stacks of a part of the map, side by side.
func (s speech) stacksIn(b *view.Board, at place, d detail) string {
	var parts []string
	for _, n := range b.Map.Sides {
		parts = append(parts, s.stacksOf(b, n.ID, at, d))
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
func (s speech) stacksOf(b *view.Board, side order.Side, at place, d detail) string {
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
			words += s.say("alt.height", "height", st.Height)
		}
		stacks = append(stacks, words)
	}
	words := s.say("alt.side", "side", side, "n", len(stacks))
	if d == byNumber || len(stacks) == 0 {
		return words + "."
	}
	return words + ": " + strings.Join(stacks, ", ") + "."
}

// deeds is what happened in a part of the map, the weightiest first: fights with
// their odds and results, losses, and the ways that units took.
func (s speech) deeds(told []view.Line, at place) (out []string) {
	for _, kinds := range weight {
		for _, l := range told {
			switch {
			case l.Reckoned != nil && kinds == nil && at(l.Reckoned.Target):
				out = append(out, s.shortFight(*l.Reckoned, l))
			case l.Deed != nil && kinds[l.Deed.Kind] && inside(l.Deed.Path, at):
				out = append(out, unmarked(s.text(l.Text)))
			}
		}
	}
	return out
}

// weight is what happens by how much it weighs; nil stands for fights.
var weight = []map[view.DeedKind]bool{
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
func (s speech) shortFight(f view.Reckoning, l view.Line) string {
	words := unmarked(s.text(l.Text)) + " "
	switch {
	case !f.Alone:
		words += s.say("alt.odds", "odds", said(f.Compared()))
	case f.Column == noColumn:
		words += s.say("alt.off-table")
	default:
		words += s.say("alt.column", "column", said(f.Column))
	}
	if f.Result != "" {
		words += s.say("alt.result", "result", said(f.Result))
	}
	return words
}

// within lists things as far as there is room for them, and how many more there are.
func (s speech) within(list []string, room int) string {
	words := ""
	for i, item := range list {
		longer := words + item + ". "
		rest := ""
		if left := len(list) - i - 1; left > 0 {
			rest = s.say("alt.more", "n", left)
		}
		if utf8.RuneCountInString(longer+rest) > room {
			return clip(words+s.say("alt.more", "n", len(list)-i), room)
		}
		words = longer
	}
	return strings.TrimSpace(words)
}
