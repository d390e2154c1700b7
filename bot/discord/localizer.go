package discord

import (
	"strings"

	"grognard/bot/catalogue"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/bot/referee"
	"grognard/rules/view"
)

// messageCatalogue are all messages of the program.
type messageCatalogue struct{ *catalogue.Catalogue }

// newWords reads the catalogue, with more messages in English.
func newWords(more []byte) (messageCatalogue, error) {
	c, err := catalogue.New(more)
	return messageCatalogue{c}, err
}

// in is the localizer for readers of these languages, in order of preference.
func (w messageCatalogue) in(languages ...string) localizer {
	return localizer{wording.New(w.In(languages...))}
}

// inChannel is the localizer for messages that nobody has asked for: in channels, in direct messages, and for the
// registered commands. Discord tells no language for these.
func (w messageCatalogue) inChannel() localizer { return w.in(catalogue.Default) }

// localizer makes words, and the buttons, menus and forms that carry them.
type localizer struct{ wording.Localizer }

// on is the same localizer about a game on this map.
func (loc localizer) on(m *view.Map) localizer { return localizer{loc.On(m)} }

// of is the same localizer for the player who has this view.
func (loc localizer) of(v view.Secret) localizer { return localizer{loc.Of(v)} }

// mention is a user as Discord shows him. A user who was forgotten is called by the number that the game has for him.
func (loc localizer) mention(user string) wording.InWords {
	if n, ok := referee.ForgottenNumber(user); ok {
		return wording.InWords(loc.Say("seat.forgotten", "number", n))
	}
	if !rest.IsID(user) {
		return wording.InWords(user)
	}
	return wording.InWords("<@" + user + ">")
}

// mentionAll are users as Discord shows them, with commas.
func (loc localizer) mentionAll(users []string) wording.InWords {
	all := make([]string, len(users))
	for i, user := range users {
		all[i] = string(loc.mention(user))
	}
	return wording.InWords(strings.Join(all, ", "))
}
