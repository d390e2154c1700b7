// Package roles is the roles of a server at the local table: people make them, and the bot gives and takes them by
// Discord's routes. It needs Manage Roles for that, and a role is refused that stands above its own. The table's lock
// is held whenever a function is called.
//
//	id, err := roles.Make(announcer, guild, roles.New{Name: "Veteran"})
//	routes := roles.Routes(announcer) // GET of a server's roles, PUT and DELETE of a member's role
//	held := roles.Held(g, user)       // identifiers
//
// Limits: a role has no colour, and its permissions have no effect. Each stands above those that were made before;
// whether it stands above the bot's own is set when it is made.
package roles

import (
	"net/http"
	"slices"

	"grognard/bot/localtable/announce"
	"grognard/bot/localtable/call"
	"grognard/bot/localtable/check"
	"grognard/bot/localtable/place"
	"grognard/bot/localtable/state"
	"grognard/bot/localtable/welcome"
	"grognard/bot/localtable/wire"
)

// manageRoles is the permission to give roles.
const manageRoles = 1 << 28

// New is a role that is to be made, above the bot's own or below it.
type New struct {
	Name        string
	Above       bool
	Permissions uint64
}

// Make makes a role in a server and returns its identifier.
func Make(a *announce.Announcer, g *wire.Guild, n New) (id string, err error) {
	role := place.Role{ID: a.Table.NewID(), Name: n.Name, Above: n.Above, Permissions: n.Permissions,
		Members: []string{}}
	next := *g
	next.Roles = append(slices.Clone(g.Roles), role)
	return role.ID, keep(a, next)
}

// keep stores a server with its changed roles and sends it to every page.
func keep(a *announce.Announcer, g wire.Guild) error {
	if err := a.Table.Commit(state.Entry{Guild: &g}); err != nil {
		return err
	}
	for _, m := range a.Table.Members {
		a.TellUser(m.ID, wire.Event{Kind: "guild", Guild: new(g)})
	}
	return nil
}

// Routes returns the bot's routes that are about roles.
func Routes(a *announce.Announcer) call.Routes {
	const route = " /guilds/{guild_id}/members/{user_id}/roles/{role_id}"
	change := func(gives bool) func(call.Call) (any, error) {
		return func(r call.Call) (any, error) {
			return nil, setRole(a, r.PathValue("guild_id"), r.PathValue("user_id"), r.PathValue("role_id"), gives)
		}
	}
	all := func(r call.Call) (any, error) {
		g := a.Table.Guild(r.PathValue("guild_id"))
		if g == nil || g.Absent {
			return nil, check.UnknownGuild()
		}
		return welcome.Roles(a.Table, g), nil
	}
	return call.Routes{http.MethodGet + " /guilds/{guild_id}/roles": all, http.MethodPut + route: change(true),
		http.MethodDelete + route: change(false)}
}

// setRole gives a member a role, or takes it. It is no error if he has or lacks the role already.
func setRole(a *announce.Announcer, guild, user, role string, gives bool) error {
	g := a.Table.Guild(guild)
	if g == nil || g.Absent {
		return check.UnknownGuild()
	}
	u, known := a.Table.User(user)
	i := slices.IndexFunc(g.Roles, func(r place.Role) bool { return r.ID == role })
	switch {
	case !known || u.Bot:
		return notFound(10007, "Unknown Member")
	case i < 0:
		return notFound(10011, "Unknown Role")
	case g.Roles[i].Above || a.Table.Denied(guild, state.ApplicationID)&manageRoles != 0:
		return check.MissingPermissions()
	case slices.Contains(g.Roles[i].Members, user) == gives:
		return nil
	}
	next := *g
	next.Roles = slices.Clone(g.Roles)
	members := slices.DeleteFunc(slices.Clone(next.Roles[i].Members), func(m string) bool { return m == user })
	if gives {
		members = append(members, user)
	}
	next.Roles[i].Members = members
	return keep(a, next)
}

func notFound(code int, message string) error {
	return &check.Refusal{Status: http.StatusNotFound, Code: code, Message: message}
}

// Held returns the identifiers of a user's roles in a server.
func Held(g *wire.Guild, user string) []string {
	held := []string{}
	for _, r := range g.Roles {
		if slices.Contains(r.Members, user) {
			held = append(held, r.ID)
		}
	}
	return held
}
