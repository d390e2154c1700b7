package discord

import (
	"strings"

	"grognard/bot/discord/page"
)

// Pressable returns a function that reports whether the bot does something for a custom ID: of a button, a menu or a
// form, or of a field, which has no colon. Tests hold all that is sent against it.
func Pressable() func(id string) bool {
	presses := new(bot).pressTable()
	return func(id string) bool {
		name, _, names := strings.Cut(page.WithoutMark(id), ":")
		return !names || isChoice(name) || presses[name].Run != nil
	}
}
