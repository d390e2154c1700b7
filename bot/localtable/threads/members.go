package threads

import (
	"slices"

	"grognard/bot/localtable/announce"
	"grognard/bot/localtable/gateway"
	"grognard/bot/localtable/shape"
	"grognard/bot/localtable/state"
	"grognard/bot/localtable/wire"
)

// Join adds a user or the bot to a thread.
func Join(s *announce.Announcer, c *state.Channel, user string) error {
	if c.HasMember(user) {
		return nil
	}
	changed := c.Channel
	changed.Members = append(slices.Clone(c.Members),
		wire.Membership{Thread: c.ID, User: user, Joined: s.Table.Now().UTC()})
	return changeMembers(s, changed, user, true)
}

// Leave takes a user or the bot from a thread.
func Leave(s *announce.Announcer, c *state.Channel, user string) error {
	if !c.HasMember(user) {
		return unknownMember()
	}
	changed := c.Channel
	changed.Members = slices.DeleteFunc(slices.Clone(c.Members), func(m wire.Membership) bool { return m.User == user })
	return changeMembers(s, changed, user, false)
}

// changeMembers stores a thread with its changed members, and tells the pages. The bot, which lacks the intent for
// members, is told of itself alone; when it is added, also of the thread, which it may not have known.
func changeMembers(s *announce.Announcer, changed wire.Channel, user string, added bool) error {
	if err := s.Table.Commit(state.Entry{Channel: &changed}); err != nil {
		return err
	}
	c := s.Table.Channel(changed.ID)
	s.Tell(c.ID, "", wire.Event{Kind: "channel", Channel: &changed}) // "": all who see c
	if !s.Table.Sees(c, user) {
		s.TellUser(user, wire.Event{Kind: "channel-gone", ID: c.ID})
	}
	if user != state.ApplicationID {
		return nil
	}
	data := map[string]any{"id": c.ID, "guild_id": c.GuildID, "member_count": len(c.Members)}
	if added {
		s.DispatchFrom(c, "THREAD_CREATE", shape.Channel(c))
		own := c.Members[len(c.Members)-1]
		data["added_members"] = []any{map[string]any{"id": own.Thread, "user_id": own.User, "flags": 0,
			"join_timestamp": own.Joined, "member": shape.Member(s.Table.Bot), "presence": nil}}
	} else {
		data["removed_member_ids"] = []string{user}
	}
	s.Gateway.Dispatch("THREAD_MEMBERS_UPDATE", gateway.IntentGuilds, func(string) any { return data })
	return nil
}
