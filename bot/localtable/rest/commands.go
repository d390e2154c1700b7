package rest

import (
	"grognard/bot/localtable/check"
	"grognard/bot/localtable/state"
	"grognard/bot/localtable/wire"
)

// putCommands replaces all commands, the global ones or a guild's. A command with a known name keeps its identifier.
func (s *API) putCommands(r *request) (any, error) {
	if r.PathValue("application_id") != state.ApplicationID {
		return nil, check.UnknownApplication()
	}
	guild := r.PathValue("guild_id")
	if guild != "" && guild != state.GuildID {
		return nil, check.UnknownGuild()
	}
	var list []wire.Command
	if err := r.decode(&list); err != nil {
		return nil, err
	}
	ids := map[string]string{}
	for _, old := range s.Table.Commands[guild] {
		ids[old.Name] = old.ID
	}
	for i := range list {
		c := &list[i]
		c.Application, c.GuildID, c.Type, c.Version, c.ID = state.ApplicationID, guild, 1, s.Table.NewID(), ids[c.Name]
		if c.ID == "" {
			c.ID = s.Table.NewID()
		}
	}
	return list, s.Table.Commit(state.Entry{Commands: &state.Registration{Guild: guild, List: list}})
}
