package threads

import (
	"time"

	"grognard/bot/localtable/announce"
	"grognard/bot/localtable/check"
	"grognard/bot/localtable/state"
	"grognard/bot/localtable/wire"
)

// Change changes a thread. Who may write in an archived thread may wake it, unless it is locked. Its name, its tags and
// its archive belong to who opened it and to who manages threads; everything else, and every locked thread, to the
// latter alone. An archived thread can only be changed by what wakes it.
func Change(s *announce.Announcer, c *state.Channel, d Draft, by string) error {
	home := s.Table.Channel(c.Parent)
	if err := d.check(s.Table, home, by); err != nil {
		return err
	}
	wakes := c.Archived() && d.Archived != nil && !*d.Archived
	onlyWakes := wakes && d.Name == nil && d.Locked == nil && d.Invitable == nil && d.AutoArchive == nil &&
		d.Flags == nil && d.Tags == nil && d.Slow == nil
	err := s.Table.Permits(c, by, wire.ManageThreads)
	if moderated := c.Thread.Locked || d.Locked != nil || d.Flags != nil || d.Slow != nil; err != nil && !moderated &&
		(onlyWakes || c.Owner == by) {
		err = s.Table.Permits(c, by, wire.SendInThreads)
	}
	if err != nil {
		return err
	}
	if c.Archived() && !wakes {
		return check.ThreadArchived()
	}
	if wakes {
		if err := room(s.Table, c.GuildID); err != nil {
			return err
		}
	}
	changed := c.Channel
	d.applyTo(&changed)
	if c.Archived() != changed.Thread.Archived || c.Thread.AutoArchive != changed.Thread.AutoArchive {
		changed.Thread.Changed = s.Table.Now().UTC()
	}
	renamed := changed.Name != c.Name
	if err := s.ChangeChannel(changed); err != nil || !renamed {
		return err
	}
	return notice(s, c, typeRenamed, by, func(m *wire.Message) { m.Content = changed.Name })
}

// Delete deletes a thread, or a channel with all its threads.
func Delete(s *announce.Announcer, c *state.Channel, by string) error {
	need := uint64(wire.ManageChannels)
	if c.Thread != nil {
		need = wire.ManageThreads
	}
	if err := s.Table.Permits(c, by, need); err != nil {
		return err
	}
	return s.DropChannel(c)
}

// Closed refuses a change of what stands in a channel: it is a forum, or a thread that is archived, or locked for this
// user.
func Closed(t *state.Table, c *state.Channel, by string) error {
	switch {
	case c.Type == wire.Forum:
		return notText()
	case c.Archived():
		return check.ThreadArchived()
	case c.Thread != nil && c.Thread.Locked && t.Permits(c, by, wire.ManageThreads) != nil:
		return locked()
	}
	return nil
}

// Enter makes way for a message that has been written: it wakes an archived thread that is not locked, adds the author
// and whom the message mentions to the thread, and notes in the message whom it notifies. A locked thread takes
// messages of those alone who manage threads, and while it is active; there the bot answers interactions all the same.
func Enter(s *announce.Announcer, c *state.Channel, m *wire.Message) error {
	if c.Archived() && !c.Thread.Locked {
		if err := room(s.Table, c.GuildID); err != nil {
			return err
		}
		changed, t := c.Channel, *c.Thread
		t.Archived, t.Changed = false, s.Table.Now().UTC()
		changed.Thread = &t
		if err := s.ChangeChannel(changed); err != nil {
			return err
		}
	}
	if err := Closed(s.Table, c, m.Author.ID); err != nil && (m.Interaction == nil || c.Archived()) {
		return err
	}
	if c.Thread != nil {
		for _, u := range append([]wire.User{m.Author}, m.Mentions...) {
			if err := Join(s, c, u.ID); err != nil {
				return err
			}
		}
	}
	m.Pinged = s.Pings(*m)
	return nil
}

// Sweep archives the threads in which nobody has written for their time, since they were opened or last woken.
func Sweep(s *announce.Announcer) error {
	now := s.Table.Now().UTC()
	for _, c := range s.Table.Channels {
		if c.Thread == nil || c.Thread.Archived || s.Closed {
			continue
		}
		last := c.Thread.Changed
		if n := len(c.Posts); n > 0 {
			if at := s.Table.Posts[c.Posts[n-1]].Message.Timestamp; at.After(last) {
				last = at
			}
		}
		due := last.Add(time.Duration(c.Thread.AutoArchive) * time.Minute)
		if now.Before(due) {
			continue
		}
		changed, t := c.Channel, *c.Thread
		t.Archived, t.Changed = true, due
		changed.Thread = &t
		if err := s.ChangeChannel(changed); err != nil {
			return err
		}
	}
	return nil
}

// SweepEvery sweeps at an interval of the machine's own clock until the table is closed.
func SweepEvery(s *announce.Announcer, interval time.Duration) {
	time.AfterFunc(interval, func() {
		s.Table.Lock()
		defer s.Table.Unlock()
		if s.Closed {
			return
		}
		_ = Sweep(s) // an error comes again with the next request, which reports it
		SweepEvery(s, interval)
	})
}
