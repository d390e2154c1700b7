// Package wording puts what players are told into words: what happened and by which rule, boards,
// stacks and units, odds, refusals, and what pictures show for those who hear them read.
//
//	c, err := catalogue.New(nil)
//	loc := wording.New(c.In("en-GB")).On(board.Map)
//	fmt.Println(loc.Header(board))
//	fmt.Println(loc.Account(board.Told))
//
// Every text comes from the catalogue: Say formats the arguments of a message by their kinds, so that
// a hex has the name of its place, and a side its own. What a player typed is said back by Quoted,
// Verbatim or Coded, which leave nothing in it that would call somebody or look like the bot's own words.
//
// It sees what is in a view, of which it cannot know more than the view's audience may, and it
// sends nothing: who reads the words is for the caller to know. A localizer made by Of names the
// units of one side as that side sees them, and is for that side alone.
//
// Limits: it knows no tables, clocks or buttons, and marks text as Discord does.
package wording

import (
	"strings"

	"grognard/bot/catalogue"
	"grognard/rules/order"
	"grognard/rules/view"
)

// InWords is an argument that is in words already.
type InWords string

// Localizer makes words in one language. With a map it names sides and places, with what a
// side sees that side's units.
type Localizer struct {
	Language *catalogue.Language

	at  *view.Map
	own *view.Secret
}

// New is a localizer that speaks of no game yet.
func New(l *catalogue.Language) Localizer { return Localizer{Language: l} }

// On is the same localizer about a game on this map.
func (loc Localizer) On(m *view.Map) Localizer {
	loc.at = m
	return loc
}

// Of is the same localizer for the one who sees this.
func (loc Localizer) Of(v view.Secret) Localizer {
	loc.at, loc.own = v.Board().Map, &v
	return loc
}

// Spec is what an order of the game looks like.
func (loc Localizer) Spec(v order.Verb) (order.Spec, bool) {
	if loc.at == nil {
		return order.Spec{}, false
	}
	return order.Find(loc.at.Orders, v)
}

// Say is a message of the catalogue. Arguments are keys and values in turn; an
// int called n chooses between singular and plural. A message that no
// catalogue has shows its identifier, so that nothing goes untold.
func (loc Localizer) Say(id string, args ...any) string {
	if words, ok := loc.Try(id, args...); ok {
		return words
	}
	return view.T(id, args...).String()
}

// Try is a message if the catalogue has it.
func (loc Localizer) Try(id string, args ...any) (string, bool) {
	return loc.Language.Say(loc.Argument, id, args...)
}

// Text is a Text in words.
func (loc Localizer) Text(t view.Text) string { return loc.Say(t.ID, t.Args...) }

// Plainly is a Text in words without marks, as pictures have them.
func (loc Localizer) Plainly(t view.Text) string { return Unmarked(loc.Text(t)) }

// Describe is the first of these messages that the catalogue has, else the last
// of the identifiers as it is.
func (loc Localizer) Describe(ids ...string) string {
	for _, id := range ids {
		if words, ok := loc.Try(id); ok {
			return words
		}
	}
	return ids[len(ids)-1]
}

// Verb is an order's name on a button.
func (loc Localizer) Verb(v order.Verb) string { return loc.Describe("verb."+string(v), "/"+string(v)) }

// Verbs are orders as they are typed.
func (loc Localizer) Verbs(list []order.Verb) string {
	words := make([]string, len(list))
	for i, v := range list {
		words[i] = "`/" + string(v) + "`"
	}
	return strings.Join(words, " ")
}
