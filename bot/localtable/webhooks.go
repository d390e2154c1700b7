package localtable

import "grognard/bot/localtable/wire"

// webhookInteraction finds the answered interaction whose token is in a webhook's address. An unknown or
// expired token is invalid; if the interaction has no first answer yet, the webhook is unknown.
func (s *answerRoutes) webhookInteraction(r *request) (*interaction, error) {
	if r.PathValue("webhook_id") != ApplicationID {
		return nil, unknownWebhook()
	}
	it := s.asker.findLive(func(it *interaction) bool { return it.token == r.PathValue("webhook_token") })
	if it == nil {
		return nil, invalidToken()
	}
	if it.state != answered {
		return nil, unknownWebhook()
	}
	return it, nil
}

// replyOf finds the message that a webhook's address names: the first answer for @original or no name, or another
// message that answers the same interaction.
func (s *answerRoutes) replyOf(r *request) (post, error) {
	it, err := s.webhookInteraction(r)
	if err != nil {
		return post{}, err
	}
	id := r.PathValue("message_id")
	if id == "" {
		id = it.original
	}
	p, ok := s.table.posts[id]
	if !ok || id != it.original && (p.Message.Interaction == nil || p.Message.Interaction.ID != it.id) {
		return post{}, unknownMessage()
	}
	return p, nil
}

// followUp sends a further answer. Directly after a deferred answer it fills that one in and keeps its ephemeral flag.
func (s *answerRoutes) followUp(r *request) (any, error) {
	d, err := r.edit()
	if err != nil {
		return nil, err
	}
	s.table.Lock()
	defer s.table.Unlock()
	it, err := s.webhookInteraction(r)
	if err != nil {
		return nil, err
	}
	p, ok := s.table.posts[it.original]
	if ok && p.Message.Flags&wire.Loading != 0 {
		p, err = s.announce.revise(p, d, r.uploads)
	} else {
		if it.followUps++; it.channel.foreign() && it.followUps > maxFollowUps {
			return nil, tooManyFollowUps()
		}
		p, err = s.asker.reply(it, d, r.uploads, false)
	}
	return forBot(s.table, p, r.base), err
}

func (s *answerRoutes) getReply(r *request) (any, error) {
	s.table.Lock()
	defer s.table.Unlock()
	p, err := s.replyOf(r)
	return forBot(s.table, p, r.base), err
}

func (s *answerRoutes) editReply(r *request) (any, error) {
	d, err := r.edit()
	if err != nil {
		return nil, err
	}
	s.table.Lock()
	defer s.table.Unlock()
	p, err := s.replyOf(r)
	if err != nil {
		return nil, err
	}
	p, err = s.announce.revise(p, d, r.uploads)
	return forBot(s.table, p, r.base), err
}

func (s *answerRoutes) deleteReply(r *request) (any, error) {
	s.table.Lock()
	defer s.table.Unlock()
	p, err := s.replyOf(r)
	if err != nil {
		return nil, err
	}
	return nil, s.announce.retract(p)
}
