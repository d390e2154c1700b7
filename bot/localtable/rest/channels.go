package rest

import (
	"slices"

	"grognard/bot/localtable/check"
	"grognard/bot/localtable/shape"
	"grognard/bot/localtable/state"
	"grognard/bot/localtable/wire"
)

func (s *channelRoutes) getChannel(r *request) (any, error) {
	c, err := botChannel(s.table, r)
	if err != nil {
		return nil, err
	}
	return shape.Channel(s.table, c), nil
}

func (s *guildRoutes) listChannels(r *request) (any, error) {
	return shape.Channels(s.table), nil
}

// createChannel makes a text channel of the guild.
func (s *channelRoutes) createChannel(r *request) (any, error) {
	var d check.ChannelDraft
	if err := r.decode(&d); err != nil {
		return nil, err
	}
	c := *s.table.NewChannel("")
	if err := d.ApplyTo(&c, r.body); err != nil {
		return nil, err
	}
	made, err := s.announce.OpenChannel(c)
	if err != nil {
		return nil, err
	}
	return created{shape.Channel(s.table, made)}, nil
}

// editChannel changes a channel or a thread. An archived thread can only be opened again.
func (s *channelRoutes) editChannel(r *request) (any, error) {
	var d check.ChannelDraft
	if err := r.decode(&d); err != nil {
		return nil, err
	}
	c, err := botGuildChannel(s.table, r)
	if err != nil {
		return nil, err
	}
	changed := c.Channel
	if err := d.ApplyTo(&changed, r.body); err != nil {
		return nil, err
	}
	if c.Archived() && changed.Thread.Archived {
		return nil, check.ThreadArchived()
	}
	if c.Thread != nil && c.Thread.Archived != changed.Thread.Archived {
		changed.Thread.Changed = s.table.Now().UTC()
	}
	if err := s.announce.ChangeChannel(changed); err != nil {
		return nil, err
	}
	return shape.Channel(s.table, c), nil
}

func (s *channelRoutes) deleteChannel(r *request) (any, error) {
	c, err := botGuildChannel(s.table, r)
	if err != nil {
		return nil, err
	}
	told := shape.Channel(s.table, c)
	return told, s.announce.DropChannel(c)
}

// createThread creates a thread in a channel. A thread that branches off from a message has the message's identifier.
func (s *channelRoutes) createThread(r *request) (any, error) {
	branched := r.PathValue("message_id") != ""
	d := check.ThreadDraft{AutoArchive: check.AutoArchives[1], Type: wire.PrivateThread}
	if err := r.decode(&d); err != nil {
		return nil, err
	}
	var f check.Form
	f.Thread(d, branched)
	if err := f.Err(); err != nil {
		return nil, err
	}
	parent, err := botChannel(s.table, r)
	if err != nil {
		return nil, err
	}
	if parent.Type != wire.GuildText {
		return nil, check.WrongChannelType()
	}
	now := s.table.Now().UTC()
	t := wire.Channel{
		ID: r.PathValue("message_id"), Type: d.Type, GuildID: parent.GuildID, Name: d.Name, Slowmode: d.Slowmode,
		Parent: parent.ID,
		Owner:  s.table.Bot.ID, Thread: &wire.Thread{AutoArchive: d.AutoArchive, Changed: now, Created: now},
	}
	var from state.Post
	if branched {
		if from, err = routeMessage(s.table, r); err != nil {
			return nil, err
		}
		t.Type = wire.PublicThread
	} else {
		t.ID = s.table.NewIDAt(now)
	}
	if s.table.Channel(t.ID) != nil {
		return nil, check.ThreadThere()
	}
	made, err := s.announce.OpenChannel(t)
	if err != nil {
		return nil, err
	}
	if branched {
		from.Message.Flags |= wire.HasThread
		err = s.announce.Publish(from)
	}
	return created{shape.Channel(s.table, made)}, err
}

// activeThreads lists the threads of the guild that are not archived, newest first.
func (s *guildRoutes) activeThreads(r *request) (any, error) {
	return listThreads(s.table, func(t *state.Channel) bool { return !t.Thread.Archived }), nil
}

// archivedThreads lists the archived threads of a channel, public or private.
func (s *channelRoutes) archivedThreads(kind int) func(*request) (any, error) {
	return func(r *request) (any, error) {
		if r.URL.Query().Has("before") || r.URL.Query().Has("limit") {
			return nil, check.NotHere("list of a part of the archived threads")
		}
		c, err := botChannel(s.table, r)
		if err != nil {
			return nil, err
		}
		return listThreads(s.table, func(t *state.Channel) bool {
			return t.Thread.Archived && t.Parent == c.ID &&
				t.Type == kind
		}), nil
	}
}

func listThreads(table *state.Table, fits func(*state.Channel) bool) map[string]any {
	threads, members := []any{}, []any{}
	for _, t := range slices.Backward(table.Channels) {
		if t.Thread != nil && fits(t) {
			threads, members = append(threads, shape.Channel(table, t)), append(members, shape.InThread(table, t))
		}
	}
	return map[string]any{"threads": threads, "members": members, "has_more": false}
}
