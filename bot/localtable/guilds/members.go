package guilds

import (
	"net/http"
	"slices"

	"grognard/bot/localtable/announce"
	"grognard/bot/localtable/call"
	"grognard/bot/localtable/check"
	"grognard/bot/localtable/roles"
	"grognard/bot/localtable/shape"
	"grognard/bot/localtable/state"
	"grognard/bot/localtable/wire"
)

// Routes returns the bot's routes that are about members of a server and their roles.
func Routes(a *announce.Announcer) call.Routes {
	all := roles.Routes(a)
	all["GET /guilds/{guild_id}/members/{user_id}"] = func(r call.Call) (any, error) {
		return member(a.Table, r.PathValue("guild_id"), r.PathValue("user_id"))
	}
	return all
}

// member returns a member of a server. A user who may see none of its channels counts as one who has left it.
func member(t *state.Table, guild, user string) (any, error) {
	g := t.Guild(guild)
	if g == nil || g.Absent {
		return nil, check.UnknownGuild()
	}
	u, ok := t.User(user)
	switch {
	case !ok:
		return nil, notFound(10013, "Unknown User")
	case !slices.ContainsFunc(t.Channels, func(c *state.Channel) bool {
		return c.GuildID == guild && t.Permissions(c, user)&wire.ViewChannel != 0
	}):
		return nil, notFound(10007, "Unknown Member")
	}
	m := shape.Member(u)
	m["roles"] = roles.Held(g, user)
	return m, nil
}

func notFound(code int, message string) error {
	return &check.Refusal{Status: http.StatusNotFound, Code: code, Message: message}
}
