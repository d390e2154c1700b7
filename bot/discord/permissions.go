package discord

import (
	"context"
	"log/slog"
	"strings"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/wording"
)

func (it *interaction) permissions() ask.Permissions {
	r := ask.Permissions{Bot: it.AppPermissions, Guild: it.GuildID != "", Thread: it.thread}
	if it.Member != nil {
		r.User = it.Member.Permissions
	}
	return r
}

// permitted refuses to set up a game where the bot lacks permissions, and to post for an asker who may not write in the
// channel himself. The orders of a player are always permitted, because his opponent waits for them.
func permitted(req ask.Request, w intent) error {
	writing, name := req.Writing()
	// everybody in the channel will read something that is not an order in a game
	posts := w.setsUp() || w.command.Posts || w.press.Posts || w.values["public"] == "true"
	if req.Permissions.Guild && posts && !ask.HasPermissions(req.Permissions.User, writing) {
		return ask.Refusal("permit.user", "permission", wording.InWords(name))
	}
	if names := ask.MissingPermissions(req); w.setsUp() && len(names) > 0 {
		place, settings := ask.PlaceInWords(req)
		return ask.Refusal("permit.bot", "n", len(names), "missing", wording.InWords(strings.Join(names, ", ")),
			"place", place, "settings", settings)
	}
	return nil
}

func (w intent) setsUp() bool { return w.command.SetsUp || w.press.SetsUp }

// Passes returns a function that reports whether a user lets phases pass automatically in which he can do nothing.
func Passes(p ask.Preferences, log *slog.Logger) func(ctx context.Context, user string) bool {
	return ask.PassesAutomatically(p, log)
}
