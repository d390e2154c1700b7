// Package welcome is what the bot is told of a whole server when it connects or is invited: its channels, its active
// threads that the bot sees, its one role. It reads the state and changes nothing.
package welcome

import (
	"grognard/bot/localtable/shape"
	"grognard/bot/localtable/state"
	"grognard/bot/localtable/wire"
)

// Guild is the data of GUILD_CREATE, of a guild without roles of its own, emojis and voice. The lock is held.
func Guild(table *state.Table, guild *wire.Guild) map[string]any {
	channels, threads := []any{}, []any{}
	for _, c := range table.Channels {
		switch {
		case c.GuildID != guild.ID:
		case c.Thread == nil:
			channels = append(channels, shape.Channel(c))
		case !c.Thread.Archived && table.Sees(c, state.ApplicationID):
			threads = append(threads, shape.Channel(c))
		}
	}
	return map[string]any{
		"id": guild.ID, "name": guild.Name, "owner_id": table.Members[0].ID, "preferred_locale": "en-US",
		"joined_at": shape.Beginning(), "large": false, "unavailable": false, "member_count": len(table.Members) + 1,
		"channels": channels, "threads": threads, "members": []any{shape.Member(table.Bot)}, "features": []any{},
		"roles": []any{Everyone(table, guild)},
	}
}

// Everyone is the role that everybody in a guild has, with what the guild leaves to the bot.
func Everyone(table *state.Table, guild *wire.Guild) map[string]any {
	return map[string]any{"id": guild.ID, "name": "@everyone", "position": 0, "color": 0, "hoist": false,
		"colors":  map[string]any{"primary_color": 0, "secondary_color": nil, "tertiary_color": nil},
		"managed": false, "mentionable": false, "icon": nil, "unicode_emoji": nil, "flags": 0,
		"permissions": state.SpellPermissions(state.EveryPermission &^ table.Denied(guild.ID, state.ApplicationID))}
}
