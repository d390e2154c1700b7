package discord

import (
	"context"
	"log/slog"

	"grognard/bot/discord/rest"
)

// autopassChoice is the name of a user's choice whether phases in which he can do nothing
// pass by themselves; they do unless it is "false".
const autopassChoice = "autopass"

// Passes says whether a user lets phases pass in which he can do nothing.
func Passes(p Preferences, log *slog.Logger) func(ctx context.Context, user string) bool {
	return func(ctx context.Context, user string) bool {
		choice, err := p.Preference(ctx, user, autopassChoice)
		if err != nil {
			log.Warn("whether phases pass for a user is not known, and they wait", "error", err)
			return false
		}
		return choice != "false"
	}
}

// autopass keeps what a user has chosen, or says what that is.
func (b *bot) autopass(ctx context.Context, req request, values map[string]string) ([]rest.Message, error) {
	if on, given := values["on"]; given {
		if err := b.preferences.Prefer(ctx, req.cmd.User, autopassChoice, on); err != nil {
			return nil, err
		}
	}
	if Passes(b.preferences, b.log)(ctx, req.cmd.User) {
		return req.told("autopass.on"), nil
	}
	return req.told("autopass.off"), nil
}
