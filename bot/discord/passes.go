package discord

import (
	"context"
	"log/slog"

	"grognard/bot/discord/ask"
)

// Passes reports whether a user lets phases pass automatically in which he can do nothing.
func Passes(p ask.Preferences, log *slog.Logger) func(ctx context.Context, user string) bool {
	return ask.PassesAutomatically(p, log)
}
