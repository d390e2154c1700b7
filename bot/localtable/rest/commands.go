package rest

import (
	"slices"

	"grognard/bot/localtable/check"
	"grognard/bot/localtable/state"
	"grognard/bot/localtable/wire"
)

// commandGuild returns the guild of the commands that a route is about, "" for global commands.
func commandGuild(r *request) (guild string, err error) {
	if r.PathValue("application_id") != state.ApplicationID {
		return "", check.UnknownApplication()
	}
	guild = r.PathValue("guild_id")
	if guild != "" {
		err = ourGuild(r)
	}
	return guild, err
}

// register replaces the commands of a guild. New commands get an identifier and a version.
func (s *commandRoutes) register(guild string, list []wire.Command) error {
	return s.table.Commit(state.Entry{Commands: &state.Registration{Guild: guild, List: list}})
}

// stamp gives a command its identifier and version. A command with a known name keeps its identifier.
func (s *commandRoutes) stamp(c *wire.Command, guild string) (known bool) {
	c.Application, c.GuildID, c.Type, c.Version = state.ApplicationID, guild, 1, s.table.NewID()
	for _, old := range s.table.Commands[guild] {
		if old.Name == c.Name {
			c.ID, known = old.ID, true
		}
	}
	if c.ID == "" {
		c.ID = s.table.NewID()
	}
	return known
}

// putCommands replaces all commands, the global ones or the guild's.
func (s *commandRoutes) putCommands(r *request) (any, error) {
	guild, err := commandGuild(r)
	if err != nil {
		return nil, err
	}
	var drafts []check.CommandDraft
	if err := r.decode(&drafts); err != nil {
		return nil, err
	}
	var f check.Form
	list := make([]wire.Command, len(drafts))
	for i, d := range drafts {
		f.Slash(check.At{}.In(i), d)
		d.ApplyTo(&list[i])
	}
	f.Commands(list)
	if err := f.Err(); err != nil {
		return nil, err
	}
	for i := range list {
		s.stamp(&list[i], guild)
	}
	return list, s.register(guild, list)
}

// postCommand creates a command, or replaces the command of that name.
func (s *commandRoutes) postCommand(r *request) (any, error) {
	guild, err := commandGuild(r)
	if err != nil {
		return nil, err
	}
	var d check.CommandDraft
	if err := r.decode(&d); err != nil {
		return nil, err
	}
	var f check.Form
	var c wire.Command
	f.Slash(nil, d)
	d.ApplyTo(&c)
	f.Command(nil, c)
	if err := f.Err(); err != nil {
		return nil, err
	}
	known := s.stamp(&c, guild)
	list := slices.Clone(s.table.Commands[guild])
	i := slices.IndexFunc(list, func(o wire.Command) bool { return o.ID == c.ID })
	switch {
	case known:
		list[i] = c
		return c, s.register(guild, list)
	case len(list) == check.MaxCommands:
		return nil, check.TooManyCommands()
	}
	return created{c}, s.register(guild, append(list, c))
}

// routeCommand finds the command that a route names.
func (s *commandRoutes) routeCommand(r *request) (guild string, i int, err error) {
	if guild, err = commandGuild(r); err != nil {
		return "", 0, err
	}
	id := r.PathValue("command_id")
	i = slices.IndexFunc(s.table.Commands[guild], func(c wire.Command) bool { return c.ID == id })
	if i < 0 {
		return "", 0, check.UnknownCommand()
	}
	return guild, i, nil
}

func (s *commandRoutes) getCommand(r *request) (any, error) {
	guild, i, err := s.routeCommand(r)
	if err != nil {
		return nil, err
	}
	return s.table.Commands[guild][i], nil
}

// listCommands lists the registered commands, with translations only if they are requested.
func (s *commandRoutes) listCommands(r *request) (any, error) {
	guild, err := commandGuild(r)
	if err != nil {
		return nil, err
	}
	out := append([]wire.Command{}, s.table.Commands[guild]...)
	if r.URL.Query().Get("with_localizations") == "true" {
		return out, nil
	}
	for i := range out {
		out[i].Names, out[i].Descriptions, out[i].Options = nil, nil, untranslated(out[i].Options)
	}
	return out, nil
}

func untranslated(list []wire.Option) []wire.Option {
	out := slices.Clone(list)
	for i := range out {
		out[i].Names, out[i].Descriptions, out[i].Options = nil, nil, untranslated(out[i].Options)
		out[i].Choices = slices.Clone(out[i].Choices)
		for j := range out[i].Choices {
			out[i].Choices[j].Names = nil
		}
	}
	return out
}

func (s *commandRoutes) patchCommand(r *request) (any, error) {
	var d check.CommandDraft
	if err := r.decode(&d); err != nil {
		return nil, err
	}
	guild, i, err := s.routeCommand(r)
	if err != nil {
		return nil, err
	}
	list := slices.Clone(s.table.Commands[guild])
	c := &list[i]
	d.ApplyTo(c)
	var f check.Form
	f.Slash(nil, d)
	f.Command(nil, *c)
	if slices.ContainsFunc(list, func(o wire.Command) bool { return o.ID != c.ID && o.Name == c.Name }) {
		f.Fault(check.At{"name"}, "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
	}
	if err := f.Err(); err != nil {
		return nil, err
	}
	c.Version = s.table.NewID()
	return *c, s.register(guild, list)
}

func (s *commandRoutes) deleteCommand(r *request) (any, error) {
	guild, i, err := s.routeCommand(r)
	if err != nil {
		return nil, err
	}
	return nil, s.register(guild, slices.Delete(slices.Clone(s.table.Commands[guild]), i, i+1))
}
