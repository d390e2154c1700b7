package localtable

import (
	"encoding/json"
	"slices"

	"grognard/bot/localtable/wire"
)

// channelEvents are the prefixes of the names of events about channels (false) and threads (true).
var channelEvents = map[bool]string{false: "CHANNEL_", true: "THREAD_"}

// open creates a channel or a thread and tells the page and the bot of it. The lock is held.
func (s *announcer) open(made wire.Channel) (*channel, error) {
	if err := s.table.commit(entry{Channel: &made}); err != nil {
		return nil, err
	}
	c := s.table.channel(made.ID)
	s.tellOfChannel(c, "CREATE")
	return c, nil
}

// change replaces the data of a channel. The lock is held.
func (s *announcer) change(changed wire.Channel) error {
	if err := s.table.commit(entry{Channel: &changed}); err != nil {
		return err
	}
	s.tellOfChannel(s.table.channel(changed.ID), "UPDATE")
	return nil
}

func (s *announcer) tellOfChannel(c *channel, what string) {
	shown := c.Channel
	s.tell(c.ID, "", wire.Event{Kind: "channel", Channel: &shown})
	told := asChannel(s.table, c)
	if what == "CREATE" && c.Thread != nil {
		told["newly_created"] = true
	}
	s.gateway.dispatch(c.GuildID, channelEvents[c.Thread != nil]+what, intentGuilds, func(string) any { return told })
}

// drop deletes a channel with its threads and messages. The lock is held.
func (s *announcer) drop(c *channel) error {
	for _, t := range slices.Clone(s.table.channels) {
		if t.Parent == c.ID {
			if err := s.drop(t); err != nil {
				return err
			}
		}
	}
	told := asChannel(s.table, c)
	if c.Thread != nil {
		told = map[string]any{"id": c.ID, "guild_id": c.GuildID, "parent_id": c.Parent, "type": c.Type}
	}
	s.tell(c.ID, "", wire.Event{Kind: "channel-gone", ID: c.ID})
	if err := s.table.commit(entry{ChannelGone: c.ID}); err != nil {
		return err
	}
	s.gateway.dispatch(c.GuildID, channelEvents[c.Thread != nil]+"DELETE", intentGuilds,
		func(string) any { return told })
	return nil
}

func (s *channelRoutes) getChannel(r *request) (any, error) {
	s.table.Lock()
	defer s.table.Unlock()
	c, err := botChannel(s.table, r)
	if err != nil {
		return nil, err
	}
	return asChannel(s.table, c), nil
}

func (s *guildRoutes) listChannels(r *request) (any, error) {
	if err := ourGuild(r); err != nil {
		return nil, err
	}
	s.table.Lock()
	defer s.table.Unlock()
	return asChannels(s.table), nil
}

func asChannels(table *Table) []any {
	out := []any{}
	for _, c := range table.channelsOf(GuildID) {
		out = append(out, asChannel(table, c))
	}
	return out
}

// createChannel makes a text channel of the guild.
func (s *channelRoutes) createChannel(r *request) (any, error) {
	if err := ourGuild(r); err != nil {
		return nil, err
	}
	var d channelDraft
	if err := r.decode(&d); err != nil {
		return nil, err
	}
	s.table.Lock()
	defer s.table.Unlock()
	c := *s.table.newChannel("")
	if err := d.applyTo(&c, r.body); err != nil {
		return nil, err
	}
	made, err := s.announce.open(c)
	if err != nil {
		return nil, err
	}
	return created{asChannel(s.table, made)}, nil
}

// channelDraft is the body of a request that makes or changes a channel or a thread.
type channelDraft struct {
	Type        int           `json:"type"`
	Name        *string       `json:"name"`
	Topic       field[string] `json:"topic"`
	Slowmode    *int          `json:"rate_limit_per_user"`
	Archived    *bool         `json:"archived"`
	Locked      *bool         `json:"locked"`
	AutoArchive *int          `json:"auto_archive_duration"`
}

// applyTo checks a draft and applies it to a channel. It refuses changes that Discord allows and this table does not
// implement.
func (d channelDraft) applyTo(c *wire.Channel, body json.RawMessage) error {
	known := []string{"name", "rate_limit_per_user", "topic", "type"}
	if c.Thread != nil {
		known = []string{"name", "rate_limit_per_user", "archived", "locked", "auto_archive_duration"}
	}
	var all map[string]json.RawMessage
	if err := json.Unmarshal(body, &all); err != nil {
		return invalidJSON()
	}
	for key, value := range all {
		if !slices.Contains(known, key) && isSet(value) {
			return notHere("change of a channel's " + key)
		}
	}
	if d.Type != wire.GuildText {
		return notHere("channel of another type than text")
	}
	setIf(d.Name, &c.Name)
	if d.Topic.Set {
		c.Topic = d.Topic.Value
	}
	setIf(d.Slowmode, &c.Slowmode)
	var f form
	f.text(at{"name"}, c.Name, 1, maxChannelName)
	f.text(at{"topic"}, c.Topic, 0, maxTopic)
	f.within(at{"rate_limit_per_user"}, c.Slowmode, maxSlowmode)
	if c.Thread != nil {
		t := *c.Thread
		setIf(d.Archived, &t.Archived)
		setIf(d.Locked, &t.Locked)
		setIf(d.AutoArchive, &t.AutoArchive)
		c.Thread = &t
		if !slices.Contains(autoArchives, t.AutoArchive) {
			f.fault(at{"auto_archive_duration"}, "BASE_TYPE_CHOICES", "Value must be one of %v.", autoArchives)
		}
	}
	return f.err()
}

// setIf sets *to if the draft gives a value.
func setIf[T any](named, to *T) {
	if named != nil {
		*to = *named
	}
}

// editChannel changes a channel or a thread. An archived thread can only be opened again.
func (s *channelRoutes) editChannel(r *request) (any, error) {
	var d channelDraft
	if err := r.decode(&d); err != nil {
		return nil, err
	}
	s.table.Lock()
	defer s.table.Unlock()
	c, err := botGuildChannel(s.table, r)
	if err != nil {
		return nil, err
	}
	changed := c.Channel
	if err := d.applyTo(&changed, r.body); err != nil {
		return nil, err
	}
	if c.archived() && changed.Thread.Archived {
		return nil, threadArchived()
	}
	if c.Thread != nil && c.Thread.Archived != changed.Thread.Archived {
		changed.Thread.Changed = s.table.now().UTC()
	}
	if err := s.announce.change(changed); err != nil {
		return nil, err
	}
	return asChannel(s.table, c), nil
}

func (s *channelRoutes) deleteChannel(r *request) (any, error) {
	s.table.Lock()
	defer s.table.Unlock()
	c, err := botGuildChannel(s.table, r)
	if err != nil {
		return nil, err
	}
	told := asChannel(s.table, c)
	return told, s.announce.drop(c)
}
