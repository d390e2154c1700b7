package localtable

// ourGuild refuses a route that names another guild than the bot's.
func ourGuild(r *request) error {
	if id := r.PathValue("guild_id"); id != GuildID {
		return unknownGuild()
	}
	return nil
}

// getSelf answers with the bot's own user, including the fields that only its owner sees.
func (s *guildRoutes) getSelf(*request) (any, error) {
	return struct {
		user
		TwoFactor bool   `json:"mfa_enabled"`
		Locale    string `json:"locale"`
		Verified  bool   `json:"verified"`
		Email     any    `json:"email"`
	}{user: asUser(s.table.bot), Locale: "en-US", Verified: true}, nil
}

func (s *guildRoutes) getUser(r *request) (any, error) {
	s.table.Lock()
	defer s.table.Unlock()
	u, ok := s.table.user(r.PathValue("user_id"))
	if !ok {
		return nil, unknownUser()
	}
	return asUser(u), nil
}

func (s *guildRoutes) getMember(r *request) (any, error) {
	if err := ourGuild(r); err != nil {
		return nil, err
	}
	s.table.Lock()
	defer s.table.Unlock()
	u, ok := s.table.user(r.PathValue("user_id"))
	if !ok {
		return nil, unknownMember()
	}
	return asMember(u), nil
}

// getApplication describes the bot's application, whose owner is the first user.
func (s *guildRoutes) getApplication(*request) (any, error) {
	return map[string]any{
		"id": ApplicationID, "name": s.table.bot.Username, "icon": nil, "description": "", "type": nil,
		"bot": asUser(s.table.bot), "bot_public": false,
		"bot_require_code_grant": false, "verify_key": "", "flags": 0, "flags_new": "0", "redirect_uris": []any{},
		"tags":                      []any{},
		"interactions_endpoint_url": nil, "role_connections_verification_url": nil,
		"owner": asUser(s.table.members[0].User), "team": nil,
		"approximate_guild_count": 1, "approximate_user_install_count": len(s.table.members),
		"approximate_user_authorization_count": 0,
		"explicit_content_filter":              0, "eligible_oauth2_scopes": []any{},
		"integration_types_config": map[string]any{"0": map[string]any{}, "1": map[string]any{}},
	}, nil
}

func (s *guildRoutes) getGuild(r *request) (any, error) {
	if err := ourGuild(r); err != nil {
		return nil, err
	}
	s.table.Lock()
	defer s.table.Unlock()
	g := guild(s.table)
	if r.URL.Query().Get("with_counts") == "true" {
		g["approximate_member_count"], g["approximate_presence_count"] = len(s.table.members)+1, len(s.table.members)+1
	}
	return g, nil
}

func (s *guildRoutes) listRoles(r *request) (any, error) {
	if err := ourGuild(r); err != nil {
		return nil, err
	}
	return roles(), nil
}

// roles are the guild's roles: only the default role that everybody has.
func roles() []any {
	return []any{map[string]any{
		"id": GuildID, "name": "@everyone", "permissions": spellPermissions(everyPermission), "position": 0, "color": 0,
		"colors": map[string]any{"primary_color": 0, "secondary_color": nil, "tertiary_color": nil},
		"hoist":  false, "managed": false, "mentionable": false, "icon": nil, "unicode_emoji": nil, "flags": 0,
	}}
}

// guild is the guild as the REST route returns it. The lock is held.
func guild(table *Table) map[string]any {
	return map[string]any{
		"id": GuildID, "name": "Local table", "owner_id": table.members[0].ID, "preferred_locale": "en-US", "icon": nil,
		"description": nil,
		"home_header": nil, "splash": nil, "discovery_splash": nil, "features": []any{}, "banner": nil,
		"application_id": nil,
		"region":         "deprecated", "afk_channel_id": nil, "afk_timeout": 300, "system_channel_id": nil,
		"system_channel_flags": 0,
		"widget_enabled":       false, "widget_channel_id": nil, "verification_level": 0, "roles": roles(),
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

// guildCreate is the data of GUILD_CREATE. The lock is held.
func guildCreate(table *Table) map[string]any {
	g := guild(table)
	threads := []any{}
	for _, c := range table.channels {
		if c.Thread != nil && !c.Thread.Archived {
			threads = append(threads, asChannel(table, c))
		}
	}
	g["joined_at"], g["large"], g["unavailable"], g["member_count"] = guildCreated(), false, false, len(table.members)+1
	g["channels"], g["threads"], g["members"] = asChannels(table), threads, []any{asMember(table.bot)}
	for _, none := range []string{"presences", "voice_states", "stage_instances", "guild_scheduled_events",
		"soundboard_sounds"} {
		g[none] = []any{}
	}
	return g
}
