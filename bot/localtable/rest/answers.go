package rest

import (
	"net/http"

	"grognard/bot/localtable/check"
	"grognard/bot/localtable/interact"
	"grognard/bot/localtable/shape"
	"grognard/bot/localtable/state"
	"grognard/bot/localtable/wire"
)

// callback takes the first answer to an interaction. After a refused answer the interaction still waits for one.
func (s *API) callback(r *request) (any, error) {
	var a interact.FirstAnswer
	if err := r.decode(&a); err != nil {
		return nil, err
	}
	it := s.Asker.FindLive(func(it *interact.Interaction) bool {
		return it.ID == r.PathValue("interaction_id") && it.Token == r.PathValue("interaction_token")
	})
	if it == nil || it.State == interact.TimedOut {
		return nil, check.UnknownInteraction()
	}
	if it.State == interact.Answered {
		return nil, check.AnsweredTwice()
	}
	if err := a.Check(it); err != nil {
		return nil, err
	}
	answer, err := s.Asker.ApplyAnswer(it, a, r.uploads)
	if err != nil {
		return nil, err
	}
	it.Timer.Stop()
	it.State = interact.Answered
	it.Done <- answer
	return nil, nil
}

// laterAnswer reads the body of an answer after the first, and finds the answered interaction whose token is in the
// webhook's address. An unknown or expired token is invalid; if the interaction has no first answer yet, the webhook is
// unknown.
func (s *API) laterAnswer(r *request) (*interact.Interaction, check.Draft, error) {
	var d check.Draft
	var err error
	if r.Method == http.MethodPost || r.Method == http.MethodPatch {
		d, err = r.draft()
	}
	if err != nil {
		return nil, d, err
	}
	it := s.Asker.FindLive(func(it *interact.Interaction) bool { return it.Token == r.PathValue("webhook_token") })
	switch {
	case r.PathValue("webhook_id") != state.ApplicationID:
		return nil, d, check.UnknownWebhook()
	case it == nil:
		return nil, d, check.InvalidToken()
	case it.State != interact.Answered:
		return nil, d, check.UnknownWebhook()
	}
	return it, d, nil
}

// followUp sends a further answer. Directly after a deferred answer it fills that one in and keeps its ephemeral flag.
func (s *API) followUp(r *request) (any, error) {
	it, d, err := s.laterAnswer(r)
	if err != nil {
		return nil, err
	}
	p, ok := s.Table.Posts[it.Original]
	if ok && p.Message.Flags&wire.Loading != 0 {
		p, err = s.Announce.Revise(p, d, r.uploads)
	} else {
		it.FollowUps++
		if it.Channel.Foreign() && it.FollowUps > check.MaxFollowUps {
			return nil, check.TooManyFollowUps()
		}
		p, err = s.Asker.Reply(it, d, r.uploads, false) // not deferred
	}
	return shape.ForBot(p, r.base), err
}

// reply reads, changes or deletes an answer: the first one or a follow-up.
func (s *API) reply(r *request) (any, error) {
	it, d, err := s.laterAnswer(r)
	if err != nil {
		return nil, err
	}
	id := r.PathValue("message_id")
	if id == "" || id == "@original" { // "": the route has @original in place of an identifier
		id = it.Original
	}
	p, ok := s.Table.Posts[id]
	switch {
	case !ok || id != it.Original && (p.Message.Interaction == nil || p.Message.Interaction.ID != it.ID):
		return nil, check.UnknownMessage()
	case r.Method == http.MethodDelete:
		return nil, s.Announce.Retract(p)
	case r.Method == http.MethodPatch:
		p, err = s.Announce.Revise(p, d, r.uploads)
	}
	return shape.ForBot(p, r.base), err
}
