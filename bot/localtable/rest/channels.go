package rest

import (
	"grognard/bot/localtable/check"
	"grognard/bot/localtable/shape"
)

// openDM finds a user's DM channel. It succeeds even if the user takes no messages; sending then fails.
func (s *API) openDM(r *request) (any, error) {
	var body struct {
		Recipient string `json:"recipient_id"`
	}
	if err := r.decode(&body); err != nil {
		return nil, err
	}
	m := s.Table.Member(body.Recipient)
	if m == nil {
		return nil, check.InvalidRecipient()
	}
	return shape.Channel(s.Table.Channel(m.DM)), nil
}
