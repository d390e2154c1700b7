package rest

import (
	"grognard/bot/localtable/check"
	"grognard/bot/localtable/shape"
	"grognard/bot/localtable/state"
)

// ourGuild refuses a route that names another guild than the bot's.
func ourGuild(r *request) error {
	if id := r.PathValue("guild_id"); id != state.GuildID {
		return check.UnknownGuild()
	}
	return nil
}

// inGuild lets a route do its work only for the bot's guild.
func inGuild(work func(*request) (any, error)) func(*request) (any, error) {
	return func(r *request) (any, error) {
		if err := ourGuild(r); err != nil {
			return nil, err
		}
		return work(r)
	}
}

// getSelf answers with the bot's own user, including the fields that only its owner sees.
func (s *guildRoutes) getSelf(*request) (any, error) {
	return shape.Self(s.table.Bot), nil
}

func (s *guildRoutes) getUser(r *request) (any, error) {
	u, ok := s.table.User(r.PathValue("user_id"))
	if !ok {
		return nil, check.UnknownUser()
	}
	return shape.User(u), nil
}

func (s *guildRoutes) getMember(r *request) (any, error) {
	u, ok := s.table.User(r.PathValue("user_id"))
	if !ok {
		return nil, check.UnknownMember()
	}
	return shape.Member(u), nil
}

// getApplication describes the bot's application, whose owner is the first user.
func (s *guildRoutes) getApplication(*request) (any, error) {
	return map[string]any{
		"id": state.ApplicationID, "name": s.table.Bot.Username, "icon": nil, "description": "", "type": nil,
		"bot": shape.User(s.table.Bot), "bot_public": false,
		"bot_require_code_grant": false, "verify_key": "", "flags": 0, "flags_new": "0", "redirect_uris": []any{},
		"tags":                      []any{},
		"interactions_endpoint_url": nil, "role_connections_verification_url": nil,
		"owner": shape.User(s.table.Members[0].User), "team": nil,
		"approximate_guild_count": 1, "approximate_user_install_count": len(s.table.Members),
		"approximate_user_authorization_count": 0,
		"explicit_content_filter":              0, "eligible_oauth2_scopes": []any{},
		"integration_types_config": map[string]any{"0": map[string]any{}, "1": map[string]any{}},
	}, nil
}

func (s *guildRoutes) getGuild(r *request) (any, error) {
	g := shape.Guild(s.table)
	if r.URL.Query().Get("with_counts") == "true" {
		g["approximate_member_count"], g["approximate_presence_count"] = len(s.table.Members)+1, len(s.table.Members)+1
	}
	return g, nil
}

func (s *guildRoutes) listRoles(r *request) (any, error) {
	return shape.Roles(), nil
}
