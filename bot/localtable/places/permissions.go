package places

import (
	"slices"

	"grognard/bot/localtable/guilds"
	"grognard/bot/localtable/state"
	"grognard/bot/localtable/typed"
	"grognard/bot/localtable/wire"
)

// permission is a permission of the bot that the page can take away.
type permission struct {
	Key  string `json:"key"`
	Name string `json:"name"` // in Discord's settings
	bit  uint64

	Withheld bool `json:"withheld"` // in the channel or the server that was asked about
	Above    bool `json:"above"`    // withheld in the whole server of the channel that was asked about
}

// offeredPermissions returns the permissions that the page offers, in the order of Discord's settings.
func offeredPermissions() []permission {
	return []permission{
		{Key: "view", Name: "View Channels", bit: wire.ViewChannel},
		{Key: "manage-channels", Name: "Manage Channels", bit: wire.ManageChannels},
		{Key: "manage-roles", Name: "Manage Roles", bit: 1 << 28},
		{Key: "send", Name: "Send Messages", bit: wire.SendMessages},
		{Key: "send-in-threads", Name: "Send Messages in Threads", bit: wire.SendInThreads},
		{Key: "public-threads", Name: "Create Public Threads", bit: wire.PublicThreads},
		{Key: "private-threads", Name: "Create Private Threads", bit: wire.PrivateThreads},
		{Key: "attach", Name: "Attach Files", bit: wire.AttachFiles},
		{Key: "emojis", Name: "Use External Emojis", bit: wire.ExternalEmojis},
		{Key: "manage-messages", Name: "Manage Messages", bit: wire.ManageMessages},
		{Key: "pin", Name: "Pin Messages", bit: wire.PinMessages},
		{Key: "manage-threads", Name: "Manage Threads", bit: wire.ManageThreads},
		{Key: "history", Name: "Read Message History", bit: wire.ReadHistory},
	}
}

// place returns the channel (for a thread its parent) or server whose settings an action means. above is the server of
// a channel, "" otherwise.
func (s server) place(by wire.User, d Action) (place, above string, err error) {
	if d.Channel == "" {
		g, err := s.guild(d)
		if err != nil {
			return "", "", err
		}
		return g.ID, "", nil
	}
	c, err := s.channel(by, d)
	switch {
	case err != nil:
		return "", "", err
	case !c.Ours():
		return "", "", typed.InputError("the bot has no permissions here that could be taken")
	case c.Thread != nil:
		return c.Parent, c.GuildID, nil
	}
	return c.ID, c.GuildID, nil
}

// permissions lists what the bot may do in a channel or a server.
func (s server) permissions(by wire.User, d Action) (any, error) {
	place, above, err := s.place(by, d)
	if err != nil {
		return nil, err
	}
	list := offeredPermissions()
	for i := range list {
		p := &list[i]
		p.Withheld = s.Table.Denied(place, state.ApplicationID)&p.bit != 0
		p.Above = s.Table.Denied(above, state.ApplicationID)&p.bit != 0
	}
	return list, nil
}

// withhold takes permissions from the bot in a channel or a server, and gives back those that are not named.
func (s server) withhold(by wire.User, d Action) (any, error) {
	place, _, err := s.place(by, d)
	if err != nil {
		return nil, err
	}
	var taken uint64
	for _, p := range offeredPermissions() {
		if slices.Contains(d.Withheld, p.Key) {
			taken |= p.bit
		}
	}
	guilds.Deny(s.Announcer, place, state.ApplicationID, taken)
	return nil, nil
}
