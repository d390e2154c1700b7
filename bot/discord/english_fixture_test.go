package discord

import (
	"testing"

	"grognard/bot/catalogue"
	"grognard/bot/discord/ask"
	"grognard/bot/discord/wording"
	"grognard/rules/must"
)

// inEnglish is a localizer of the program's own words, about no game.
func inEnglish(t testing.TB) wording.Localizer {
	t.Helper()
	return must.Get(ask.NewWords(nil))(t).For(catalogue.Default)
}
