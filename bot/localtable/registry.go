package localtable

import (
	"slices"

	"grognard/bot/localtable/wire"
)

// commandDraft is the body of a request that creates or changes a command. An edit changes only the fields that it
// names.
type commandDraft struct {
	Type         int                      `json:"type"`
	Name         *string                  `json:"name"`
	Names        field[map[string]string] `json:"name_localizations"`
	Description  *string                  `json:"description"`
	Descriptions field[map[string]string] `json:"description_localizations"`
	Contexts     field[[]int]             `json:"contexts"`
	Installs     field[[]int]             `json:"integration_types"`
	DMPermission *bool                    `json:"dm_permission"`
	Permissions  field[flexibleString]    `json:"default_member_permissions"`
	NSFW         *bool                    `json:"nsfw"`
	Options      field[[]wire.Option]     `json:"options"`
}

// applyTo applies a draft to a command.
func (d commandDraft) applyTo(c *wire.Command) {
	setIf(d.Name, &c.Name)
	setField(d.Names, &c.Names)
	setIf(d.Description, &c.Description)
	setField(d.Descriptions, &c.Descriptions)
	setField(d.Contexts, &c.Contexts)
	setField(d.Installs, &c.Installs)
	if d.DMPermission != nil {
		c.DMPermission = d.DMPermission
	}
	if d.Permissions.Set {
		c.Permissions = nil
		if p := string(d.Permissions.Value); p != "" {
			c.Permissions = &p
		}
	}
	setIf(d.NSFW, &c.NSFW)
	setField(d.Options, &c.Options)
}

// setField sets *to if the draft names the field, also to nothing.
func setField[T any](named field[T], to *T) {
	if named.Set {
		*to = named.Value
	}
}

// commandGuild returns the guild of the commands that a route is about, "" for global commands.
func commandGuild(r *request) (guild string, err error) {
	if r.PathValue("application_id") != ApplicationID {
		return "", unknownApplication()
	}
	guild = r.PathValue("guild_id")
	if guild != "" {
		err = ourGuild(r)
	}
	return guild, err
}

// register replaces the commands of a guild. New commands get an identifier and a version.
func (s *commandRoutes) register(guild string, list []wire.Command) error {
	return s.table.commit(entry{Commands: &registration{Guild: guild, List: list, Apart: true}})
}

// stamp gives a command its identifier and version. A command with a known name keeps its identifier.
func (s *commandRoutes) stamp(c *wire.Command, guild string) (known bool) {
	c.Application, c.GuildID, c.Type, c.Version = ApplicationID, guild, 1, s.table.newID()
	for _, old := range s.table.commands[guild] {
		if old.Name == c.Name {
			c.ID, known = old.ID, true
		}
	}
	if c.ID == "" {
		c.ID = s.table.newID()
	}
	return known
}

// putCommands replaces all commands, the global ones or the guild's.
func (s *commandRoutes) putCommands(r *request) (any, error) {
	guild, err := commandGuild(r)
	if err != nil {
		return nil, err
	}
	var drafts []commandDraft
	if err := r.decode(&drafts); err != nil {
		return nil, err
	}
	var f form
	list := make([]wire.Command, len(drafts))
	for i, d := range drafts {
		f.slash(at{}.in(i), d)
		d.applyTo(&list[i])
	}
	f.commands(list)
	if err := f.err(); err != nil {
		return nil, err
	}
	s.table.Lock()
	defer s.table.Unlock()
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
	var d commandDraft
	if err := r.decode(&d); err != nil {
		return nil, err
	}
	var f form
	var c wire.Command
	f.slash(nil, d)
	d.applyTo(&c)
	f.command(nil, c)
	if err := f.err(); err != nil {
		return nil, err
	}
	s.table.Lock()
	defer s.table.Unlock()
	known := s.stamp(&c, guild)
	list := slices.Clone(s.table.commands[guild])
	i := slices.IndexFunc(list, func(o wire.Command) bool { return o.ID == c.ID })
	switch {
	case known:
		list[i] = c
		return c, s.register(guild, list)
	case len(list) == maxCommands:
		return nil, tooManyCommands()
	}
	return created{c}, s.register(guild, append(list, c))
}

// routeCommand finds the command that a route names. The lock is held.
func (s *commandRoutes) routeCommand(r *request) (guild string, i int, err error) {
	if guild, err = commandGuild(r); err != nil {
		return "", 0, err
	}
	i = slices.IndexFunc(s.table.commands[guild], func(c wire.Command) bool { return c.ID == r.PathValue("command_id") })
	if i < 0 {
		return "", 0, unknownCommand()
	}
	return guild, i, nil
}

func (s *commandRoutes) getCommand(r *request) (any, error) {
	s.table.Lock()
	defer s.table.Unlock()
	guild, i, err := s.routeCommand(r)
	if err != nil {
		return nil, err
	}
	return s.table.commands[guild][i], nil
}

// listCommands lists the registered commands, with translations only if they are requested.
func (s *commandRoutes) listCommands(r *request) (any, error) {
	guild, err := commandGuild(r)
	if err != nil {
		return nil, err
	}
	s.table.Lock()
	defer s.table.Unlock()
	out := append([]wire.Command{}, s.table.commands[guild]...)
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
	var d commandDraft
	if err := r.decode(&d); err != nil {
		return nil, err
	}
	s.table.Lock()
	defer s.table.Unlock()
	guild, i, err := s.routeCommand(r)
	if err != nil {
		return nil, err
	}
	list := slices.Clone(s.table.commands[guild])
	c := &list[i]
	d.applyTo(c)
	var f form
	f.slash(nil, d)
	f.command(nil, *c)
	if slices.ContainsFunc(list, func(o wire.Command) bool { return o.ID != c.ID && o.Name == c.Name }) {
		f.fault(at{"name"}, "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
	}
	if err := f.err(); err != nil {
		return nil, err
	}
	c.Version = s.table.newID()
	return *c, s.register(guild, list)
}

func (s *commandRoutes) deleteCommand(r *request) (any, error) {
	s.table.Lock()
	defer s.table.Unlock()
	guild, i, err := s.routeCommand(r)
	if err != nil {
		return nil, err
	}
	return nil, s.register(guild, slices.Delete(slices.Clone(s.table.commands[guild]), i, i+1))
}
