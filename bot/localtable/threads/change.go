package threads

import (
	"time"

	"grognard/bot/localtable/announce"
	"grognard/bot/localtable/check"
	"grognard/bot/localtable/state"
	"grognard/bot/localtable/wire"
)

// Change changes a thread for the user by. A user with ManageThreads may change everything. Without it nobody may
// change a locked thread, or the lock, flags or slow mode of an unlocked one. The owner may change the rest; any other
// user may only wake the thread. Both must be allowed to write in threads. An archived thread can be changed only
// together with waking it.
func Change(s *announce.Announcer, c *state.Channel, d Draft, by string) error {
	home := s.Table.Channel(c.Parent)
	if err := d.check(s.Table, home, by); err != nil {
		return err
	}
	wakes := c.Archived() && d.Archived != nil && !*d.Archived
	onlyWakes := wakes && d.Name == nil && d.Locked == nil && d.Invitable == nil && d.AutoArchive == nil &&
		d.Flags == nil && d.Tags == nil && d.Slow == nil
	err := s.Table.Permits(c, by, wire.ManageThreads)
	onlyForModerators := c.Thread.Locked || d.Locked != nil || d.Flags != nil || d.Slow != nil
	if err != nil && !onlyForModerators && (onlyWakes || c.Owner == by) {
		err = s.Table.Permits(c, by, wire.SendInThreads)
	}
	if err != nil {
		return err
	}
	if c.Archived() && !wakes {
		return check.ThreadArchived()
	}
	if wakes {
		if err := checkRoom(s.Table, c.GuildID); err != nil {
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

// Closed returns a refusal if a user can neither change messages nor give commands in a channel: it is a forum, an
// archived thread, or a locked thread and the user lacks ManageThreads. Otherwise it returns nil.
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

// Enter prepares a channel for a new message that is about to be posted. It wakes an archived thread that is not
// locked, adds the author and the mentioned users to the thread, and sets m.Pinged to the users whom the message
// notifies. A locked thread takes messages only while it is active, and only from users with ManageThreads; the bot's
// answers to interactions are taken there too.
func Enter(s *announce.Announcer, c *state.Channel, m *wire.Message) error {
	if c.Archived() && !c.Thread.Locked {
		if err := checkRoom(s.Table, c.GuildID); err != nil {
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

// Sweep archives each thread whose AutoArchive minutes are over. They count from its last message, or from when it was
// opened or woken or AutoArchive was changed, whichever is latest. After the table was closed it does nothing.
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

// SweepEvery calls Sweep at an interval until the table is closed. The interval is real time, even if the table's clock
// (Options.Now) is another.
func SweepEvery(s *announce.Announcer, interval time.Duration) {
	time.AfterFunc(interval, func() {
		s.Table.Lock()
		defer s.Table.Unlock()
		if s.Closed {
			return
		}
		_ = Sweep(s) // the next HTTP request sweeps too, and answers with the error
		SweepEvery(s, interval)
	})
}
