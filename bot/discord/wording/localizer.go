// Package wording puts what players are told into words: what happened and by which rule, boards, stacks and units,
// odds, refusals, and alternative texts of pictures.
//
//	c, err := catalogue.New(nil)
//	loc := wording.New(c.In("en-GB")).On(board.Map)
//	fmt.Println(loc.Header(board))
//	fmt.Println(loc.Account(board.Told))
//
// Every text comes from the catalogue: Say formats the arguments of a message by their types (value.go), so that a hex
// has the name of its place, and a side its own. What a player typed is repeated by Quoted, Verbatim or Coded
// (sanitize.go), which remove what would ping somebody or look like the bot's own words. The other files are named for
// what they put into words.
//
// The package may import the catalogue, views and scenes. A view contains no more than its audience may know, and the
// caller knows who reads the words. A localizer made by ForPlayer names the units of one side as that side sees them,
// and is for that side alone.
//
// Limits: it knows no tables, clocks or buttons, and marks text as Discord does.
package wording

import (
	"cmp"
	"strings"

	"grognard/bot/catalogue"
	"grognard/bot/discord/emojis"
	"grognard/rules/order"
	"grognard/rules/view"
)

// InWords is an argument of a message that is in words already.
type InWords string

// Localizer makes words in one language: with a map it names sides and places, with a side's view also its units.
type Localizer struct {
	Language *catalogue.Language

	at     *view.Map     // nil for no game
	own    *view.Secret  // nil if it is for no player
	Emojis emojis.Beside // the emojis beside words
}

// New returns a localizer without a game.
func New(l *catalogue.Language) Localizer { return Localizer{Language: l} }

// On returns a localizer about a game on this map.
func (loc Localizer) On(m *view.Map) Localizer {
	loc.at, loc.Emojis.Map = m, m
	return loc
}

// ForPlayer returns a localizer for the player who has this view: it names the units of his side.
func (loc Localizer) ForPlayer(v view.Secret) Localizer {
	loc = loc.On(v.Board().Map)
	loc.own = &v
	return loc
}

// InPictures returns a localizer whose texts have emojis: only for messages, since labels and files show none.
func (loc Localizer) InPictures(of emojis.Extent) Localizer {
	loc.Emojis.InText = of
	return loc
}

// Spec returns the form of an order of the game.
func (loc Localizer) Spec(v order.Verb) (order.Spec, bool) {
	if loc.at == nil {
		return order.Spec{}, false
	}
	return order.Find(loc.at.Orders, v)
}

// Say returns a message of the catalogue. The arguments are keys and values in turn; an int called n chooses between
// singular and plural. A message that is not in the catalogue is shown by its identifier, so that it is not lost.
func (loc Localizer) Say(id string, args ...any) string {
	if words, ok := loc.Try(id, args...); ok {
		return words
	}
	return view.T(id, args...).String()
}

// Try returns a message if the catalogue has it.
func (loc Localizer) Try(id string, args ...any) (string, bool) {
	return loc.Language.Say(loc.Argument, id, args...)
}

func (loc Localizer) Text(t view.Text) string { return loc.Say(t.ID, t.Args...) }

// Plainly returns a Text in words without marks, as pictures have them.
func (loc Localizer) Plainly(t view.Text) string { return Unmarked(loc.Text(t)) }

// Describe returns the first of the messages that is in the catalogue, else the last identifier.
func (loc Localizer) Describe(ids ...string) string {
	for _, id := range ids {
		if words, ok := loc.Try(id); ok {
			return words
		}
	}
	return ids[len(ids)-1]
}

// Verb returns the name of an order on a button.
func (loc Localizer) Verb(v order.Verb) string {
	key := string(v)
	if s, ok := loc.Spec(v); ok {
		key = cmp.Or(s.Label, key)
	}
	return loc.Describe("verb."+key, "/"+string(v))
}

// Verbs returns orders as they are typed.
func (loc Localizer) Verbs(list []order.Verb) string {
	words := make([]string, len(list))
	for i, v := range list {
		words[i] = "`/" + string(v) + "`"
	}
	return strings.Join(words, " ")
}
