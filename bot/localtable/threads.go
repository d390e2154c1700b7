package localtable

import (
	"slices"

	"grognard/bot/localtable/wire"
)

// A thread is a channel that branches off from another. Bots can create public and private ones; everybody at the table
// sees both. An archived thread takes no edits and no commands. A new message opens it again unless it is locked.

// threadDraft is the body of a request that creates a thread.
type threadDraft struct {
	Name        string `json:"name"`
	AutoArchive int    `json:"auto_archive_duration"`
	Slowmode    int    `json:"rate_limit_per_user"`
	Type        int    `json:"type"`
}

// autoArchives are the times without a message, in minutes, after which Discord archives a thread.
var autoArchives = []int{60, 1440, 4320, 10080}

func (f *form) thread(d threadDraft, branched bool) {
	f.text(at{"name"}, d.Name, 1, maxChannelName)
	f.within(at{"rate_limit_per_user"}, d.Slowmode, maxSlowmode)
	if !slices.Contains(autoArchives, d.AutoArchive) {
		f.fault(at{"auto_archive_duration"}, "BASE_TYPE_CHOICES", "Value must be one of %v.", autoArchives)
	}
	if !branched && d.Type != wire.PublicThread && d.Type != wire.PrivateThread {
		f.fault(at{"type"}, "BASE_TYPE_CHOICES", "Value must be one of (11, 12).")
	}
}

// createThread creates a thread in a channel. A thread that branches off from a message has the message's identifier.
func (s *channelRoutes) createThread(r *request) (any, error) {
	branched := r.PathValue("message_id") != ""
	d := threadDraft{AutoArchive: autoArchives[1], Type: wire.PrivateThread}
	if err := r.decode(&d); err != nil {
		return nil, err
	}
	var f form
	f.thread(d, branched)
	if err := f.err(); err != nil {
		return nil, err
	}
	s.table.Lock()
	defer s.table.Unlock()
	parent, err := botChannel(s.table, r)
	if err != nil {
		return nil, err
	}
	if parent.Type != wire.GuildText {
		return nil, wrongChannelType()
	}
	now := s.table.now().UTC()
	t := wire.Channel{
		ID: r.PathValue("message_id"), Type: d.Type, GuildID: parent.GuildID, Name: d.Name, Slowmode: d.Slowmode,
		Parent: parent.ID,
		Owner:  s.table.bot.ID, Thread: &wire.Thread{AutoArchive: d.AutoArchive, Changed: now, Created: now},
	}
	var from post
	if branched {
		if from, err = routeMessage(s.table, r); err != nil {
			return nil, err
		}
		t.Type = wire.PublicThread
	} else {
		t.ID = s.table.newIDAt(now)
	}
	if s.table.channel(t.ID) != nil {
		return nil, threadThere()
	}
	made, err := s.announce.open(t)
	if err != nil {
		return nil, err
	}
	if branched {
		from.Message.Flags |= wire.HasThread
		err = s.announce.publish(from)
	}
	return created{asChannel(s.table, made)}, err
}

// describeThread adds the fields that a thread has and a channel has not. The authors of its messages are its members.
func describeThread(table *Table, out map[string]any, t *channel) {
	in := []string{t.Owner}
	for _, id := range t.posts {
		if author := table.posts[id].Message.Author.ID; !slices.Contains(in, author) {
			in = append(in, author)
		}
	}
	out["parent_id"], out["owner_id"], out["thread_metadata"] = t.Parent, t.Owner, t.Thread
	out["message_count"], out["member_count"], out["total_message_sent"] = len(t.posts), len(in), t.sent
	if slices.Contains(in, table.bot.ID) {
		out["member"] = inThread(table, t)
	}
}

// inThread is the bot as a member of a thread.
func inThread(table *Table, t *channel) map[string]any {
	return map[string]any{"id": t.ID, "user_id": table.bot.ID, "join_timestamp": t.Thread.Created, "flags": 0}
}

// activeThreads lists the threads of the guild that are not archived, newest first.
func (s *guildRoutes) activeThreads(r *request) (any, error) {
	if err := ourGuild(r); err != nil {
		return nil, err
	}
	s.table.Lock()
	defer s.table.Unlock()
	return listThreads(s.table, func(t *channel) bool { return !t.Thread.Archived }), nil
}

// archivedThreads lists the archived threads of a channel, public or private.
func (s *channelRoutes) archivedThreads(kind int) func(*request) (any, error) {
	return func(r *request) (any, error) {
		if r.URL.Query().Has("before") || r.URL.Query().Has("limit") {
			return nil, notHere("list of a part of the archived threads")
		}
		s.table.Lock()
		defer s.table.Unlock()
		c, err := botChannel(s.table, r)
		if err != nil {
			return nil, err
		}
		return listThreads(s.table, func(t *channel) bool {
			return t.Thread.Archived && t.Parent == c.ID &&
				t.Type == kind
		}), nil
	}
}

func listThreads(table *Table, fits func(*channel) bool) map[string]any {
	threads, members := []any{}, []any{}
	for _, t := range slices.Backward(table.channels) {
		if t.Thread != nil && fits(t) {
			threads, members = append(threads, asChannel(table, t)), append(members, inThread(table, t))
		}
	}
	return map[string]any{"threads": threads, "members": members, "has_more": false}
}

// unarchive opens an archived thread for a new message. A locked thread stays closed.
func (s *announcer) unarchive(c *channel) error {
	if !c.archived() {
		return nil
	}
	if c.Thread.Locked {
		return threadArchived()
	}
	t := *c.Thread
	t.Archived, t.Changed = false, s.table.now().UTC()
	changed := c.Channel
	changed.Thread = &t
	return s.change(changed)
}

func (c *channel) archived() bool { return c.Thread != nil && c.Thread.Archived }
