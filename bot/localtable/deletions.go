package localtable

import (
	"time"

	"grognard/bot/localtable/wire"
)

// deleteMessage deletes the bot's own messages and, in the guild, where the bot may manage messages, those of others
// too.
func (s *messageRoutes) deleteMessage(r *request) (any, error) {
	s.table.Lock()
	defer s.table.Unlock()
	p, err := routeMessage(s.table, r)
	if err != nil {
		return nil, err
	}
	if p.Message.GuildID == "" && p.Message.Author.ID != s.table.bot.ID {
		return nil, notInDM()
	}
	return nil, s.announce.retract(p)
}

// bulkAge is the maximum age of messages in a bulk deletion.
const bulkAge = 14 * 24 * time.Hour

// deleteMessages deletes 2 to 100 messages of the guild at once. Messages that no longer exist are ignored.
func (s *messageRoutes) deleteMessages(r *request) (any, error) {
	var body struct {
		Messages []flexibleString `json:"messages"`
	}
	if err := r.decode(&body); err != nil {
		return nil, err
	}
	var f form
	f.count(at{"messages"}, len(body.Messages), 2, 100)
	if err := f.err(); err != nil {
		return nil, err
	}
	s.table.Lock()
	defer s.table.Unlock()
	c, err := botGuildChannel(s.table, r)
	if err != nil {
		return nil, err
	}
	var gone []post
	for _, id := range body.Messages {
		p, ok := s.table.posts[string(id)]
		if !ok || p.For != "" || p.Message.ChannelID != c.ID {
			continue
		}
		if s.table.now().Sub(p.Message.Timestamp) > bulkAge {
			return nil, tooOld()
		}
		gone = append(gone, p)
	}
	return nil, s.announce.retractAll(c, gone)
}

// retractAll deletes posts of a channel and tells the bot of it in one event.
func (s *announcer) retractAll(c *channel, posts []post) error {
	ids := []string{}
	for _, p := range posts {
		if err := s.table.commit(entry{Gone: p.Message.ID}); err != nil {
			return err
		}
		s.tell(c.ID, "", wire.Event{Kind: "gone", ID: p.Message.ID})
		ids = append(ids, p.Message.ID)
	}
	s.gateway.dispatch(c.GuildID, "MESSAGE_DELETE_BULK", intentGuildMessages, func(string) any {
		return map[string]any{"ids": ids, "channel_id": c.ID, "guild_id": c.GuildID}
	})
	return nil
}

// retract deletes a post.
func (s *announcer) retract(p post) error {
	m := p.Message
	gone := wire.Event{Kind: "gone", ID: m.ID}
	if p.For != "" {
		delete(s.table.posts, m.ID)
		s.tell(m.ChannelID, p.For, gone)
		return nil
	}
	if err := s.table.commit(entry{Gone: m.ID}); err != nil {
		return err
	}
	s.tell(m.ChannelID, "", gone)
	if s.table.botAbsent(m.ChannelID) {
		return nil
	}
	s.gateway.dispatch(m.GuildID, "MESSAGE_DELETE", messageIntent(p), func(string) any {
		told := map[string]string{"id": m.ID, "channel_id": m.ChannelID}
		if m.GuildID != "" {
			told["guild_id"] = m.GuildID
		}
		return told
	})
	return nil
}
