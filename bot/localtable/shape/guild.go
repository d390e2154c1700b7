package shape

import (
	"grognard/bot/localtable/state"
	"grognard/bot/localtable/wire"
)

// GuildCreate is the data of GUILD_CREATE, of a guild without roles of its own, emojis and voice. The lock is held.
func GuildCreate(table *state.Table) map[string]any {
	channels, threads := []any{}, []any{}
	for _, c := range table.Channels {
		switch {
		case c.Ours() && c.Thread == nil:
			channels = append(channels, Channel(c))
		case c.Thread != nil && !c.Thread.Archived:
			threads = append(threads, Channel(c))
		}
	}
	return map[string]any{
		"id": state.GuildID, "name": "Local table", "owner_id": table.Members[0].ID, "preferred_locale": "en-US",
		"joined_at": guildCreated(), "large": false, "unavailable": false, "member_count": len(table.Members) + 1,
		"channels": channels, "threads": threads, "members": []any{Member(table.Bot)}, "features": []any{},
	}
}

// Self returns the bot's own user as READY has it.
func Self(bot wire.User) any {
	return struct {
		userObject
		TwoFactor bool `json:"mfa_enabled"`
		Verified  bool `json:"verified"`
		Email     any  `json:"email"`
	}{userObject: User(bot), Verified: true}
}
