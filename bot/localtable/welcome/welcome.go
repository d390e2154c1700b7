// Package welcome is what the bot is told of a whole server when it connects or is invited: its channels, its active
// threads that the bot sees, its roles. It reads the state and changes nothing.
package welcome

import (
	"grognard/bot/localtable/shape"
	"grognard/bot/localtable/state"
	"grognard/bot/localtable/wire"
)

// Guild returns the data of GUILD_CREATE: the guild has no emojis and no voice, and its first text channel is the one
// for Discord's own messages. The lock is held.
func Guild(table *state.Table, guild *wire.Guild) map[string]any {
	channels, threads := []any{}, []any{}
	var first any
	for _, c := range table.Channels {
		switch {
		case c.GuildID != guild.ID:
		case c.Thread == nil:
			channels = append(channels, Channel(table, c))
			if first == nil && c.Type == wire.GuildText {
				first = c.ID
			}
		case !c.Thread.Archived && table.Allows(c) == nil:
			threads = append(threads, shape.Channel(c))
		}
	}
	joined := shape.Beginning()
	if guild.Joined != nil {
		joined = *guild.Joined
	}
	bot := shape.Member(table.Bot)
	bot["joined_at"] = joined
	out := map[string]any{
		"id": guild.ID, "name": guild.Name, "owner_id": table.Members[0].ID, "preferred_locale": "en-US",
		"joined_at": joined, "large": false, "unavailable": false, "member_count": len(table.Members) + 1,
		"channels": channels, "threads": threads, "members": []any{bot}, "roles": Roles(table, guild),
		"system_channel_id": first, "system_channel_flags": 0, "verification_level": 0, "nsfw_level": 0, "mfa_level": 0,
		"default_message_notifications": 1, "explicit_content_filter": 0, "premium_tier": 0, "afk_timeout": 300,
	}
	for _, none := range []string{"emojis", "features", "guild_scheduled_events", "presences", "soundboard_sounds",
		"stage_instances", "stickers", "voice_states"} {
		out[none] = []any{}
	}
	for _, none := range []string{"afk_channel_id", "application_id", "banner", "description", "icon",
		"public_updates_channel_id", "rules_channel_id", "splash", "vanity_url_code"} {
		out[none] = nil
	}
	return out
}

// Everyone returns the role that everybody in a guild has, with the permissions that the guild leaves to the bot. It
// lacks Administrator, because no channel can take anything from an administrator.
func Everyone(table *state.Table, guild *wire.Guild) map[string]any {
	return map[string]any{"id": guild.ID, "name": "@everyone", "position": 0, "color": 0, "hoist": false,
		"colors":  map[string]any{"primary_color": 0, "secondary_color": nil, "tertiary_color": nil},
		"managed": false, "mentionable": false, "icon": nil, "unicode_emoji": nil, "flags": 0,
		"permissions": state.SpellPermissions(state.EveryPermission &^ wire.Administrator &^
			table.Denied(guild.ID, state.ApplicationID))}
}

// Roles returns the roles of a guild: first the role of everybody, then each that stands above the one before.
func Roles(table *state.Table, guild *wire.Guild) []any {
	all := []any{Everyone(table, guild)}
	for i, r := range guild.Roles {
		role := Everyone(table, guild)
		role["id"], role["name"], role["position"], role["permissions"] = r.ID, r.Name, i+1,
			state.SpellPermissions(r.Permissions)
		all = append(all, role)
	}
	return all
}

// hidden is the flag of a channel that the bot may not view.
const hidden = 1 << 17

// Channel returns a channel or thread as the gateway describes it: of a channel that the bot may not view, only that it
// is there.
func Channel(table *state.Table, c *state.Channel) map[string]any {
	data := shape.Channel(c)
	if c.Thread != nil || table.Permissions(c, state.ApplicationID)&wire.ViewChannel != 0 {
		return data
	}
	data["name"], data["flags"], data["last_message_id"] = "___hidden___", c.Flags|hidden, nil
	data["permission_overwrites"] = []any{map[string]any{"id": c.GuildID, "type": 0, "allow": "0",
		"deny": state.SpellPermissions(wire.ViewChannel)}} // type 0: for a role, here everybody's
	delete(data, "available_tags")
	return data
}

// ThreadListSync returns what the bot is told when it comes to see a channel: the active threads that it sees there.
func ThreadListSync(table *state.Table, home *state.Channel) map[string]any {
	threads, members := []any{}, []any{}
	for _, c := range table.Channels {
		if c.Parent != home.ID || c.Thread.Archived || table.Allows(c) != nil {
			continue
		}
		data := shape.Channel(c)
		if own, ok := data["member"]; ok {
			members = append(members, own)
		}
		threads = append(threads, data)
	}
	return map[string]any{"guild_id": home.GuildID, "channel_ids": []string{home.ID}, "threads": threads,
		"members": members}
}
