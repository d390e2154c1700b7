package shape

import (
	"grognard/bot/localtable/state"
	"grognard/bot/localtable/wire"
)

func Channels(table *state.Table) []any {
	out := []any{}
	for _, c := range table.ChannelsOf(state.GuildID) {
		out = append(out, Channel(table, c))
	}
	return out
}

// Roles are the guild's roles: only the default role that everybody has.
func Roles() []any {
	return []any{map[string]any{
		"id": state.GuildID, "name": "@everyone", "position": 0, "color": 0,
		"permissions": state.SpellPermissions(state.EveryPermission),
		"colors":      map[string]any{"primary_color": 0, "secondary_color": nil, "tertiary_color": nil},
		"hoist":       false, "managed": false, "mentionable": false, "icon": nil, "unicode_emoji": nil, "flags": 0,
	}}
}

// Guild is the guild as the REST route returns it. The lock is held.
func Guild(table *state.Table) map[string]any {
	return map[string]any{
		"id": state.GuildID, "name": "Local table", "owner_id": table.Members[0].ID,
		"preferred_locale": "en-US", "icon": nil,
		"description": nil,
		"home_header": nil, "splash": nil, "discovery_splash": nil, "features": []any{}, "banner": nil,
		"application_id": nil,
		"region":         "deprecated", "afk_channel_id": nil, "afk_timeout": 300, "system_channel_id": nil,
		"system_channel_flags": 0,
		"widget_enabled":       false, "widget_channel_id": nil, "verification_level": 0, "roles": Roles(),
		"default_message_notifications": 0,
		"mfa_level":                     0, "explicit_content_filter": 0, "max_presences": nil, "max_members": 500000,
		"max_stage_video_channel_users": 50,
		"max_video_channel_users":       25, "vanity_url_code": nil, "premium_tier": 0, "premium_subscription_count": 0,
		"rules_channel_id": nil, "safety_alerts_channel_id": nil, "public_updates_channel_id": nil,
		"premium_progress_bar_enabled": false,
		"nsfw":                         false, "nsfw_level": 0, "emojis": []any{}, "stickers": []any{},
		"incidents_data": nil,
	}
}

// GuildCreate is the data of GUILD_CREATE. The lock is held.
func GuildCreate(table *state.Table) map[string]any {
	g := Guild(table)
	threads := []any{}
	for _, c := range table.Channels {
		if c.Thread != nil && !c.Thread.Archived {
			threads = append(threads, Channel(table, c))
		}
	}
	g["joined_at"], g["large"], g["unavailable"], g["member_count"] = guildCreated(), false, false, len(table.Members)+1
	g["channels"], g["threads"], g["members"] = Channels(table), threads, []any{Member(table.Bot)}
	for _, none := range []string{"presences", "voice_states", "stage_instances", "guild_scheduled_events",
		"soundboard_sounds"} {
		g[none] = []any{}
	}
	return g
}

// Self returns the bot's own user with the fields that only its owner sees.
func Self(bot wire.User) any {
	return struct {
		userObject
		TwoFactor bool   `json:"mfa_enabled"`
		Locale    string `json:"locale"`
		Verified  bool   `json:"verified"`
		Email     any    `json:"email"`
	}{userObject: User(bot), Locale: "en-US", Verified: true}
}

// ReadySelf returns the bot's own user as READY has it: without a locale.
func ReadySelf(bot wire.User) any {
	return struct {
		userObject
		TwoFactor bool `json:"mfa_enabled"`
		Verified  bool `json:"verified"`
		Email     any  `json:"email"`
	}{userObject: User(bot), Verified: true}
}
