package referee

import (
	"context"

	"grognard/rules/view"
)

// Story is the position of a channel's last game with all that was told of it from the
// beginning on: to whoever plays a side what that side was told, to all others what
// everybody was: one of the two is set.
//
// It is rebuilt from the log, and not under the game's lock, as a Film is.
type Story struct {
	Table  Table
	Public *view.Public
	Secret *view.Secret
}

// Story is the story for a user; "" is everybody. Errors: ErrNoGame, ErrNotStarted.
func (r *Referee) Story(ctx context.Context, channel, user string) (Story, error) {
	leave, err := r.enter()
	if err != nil {
		return Story{}, err
	}
	defer leave()
	kept, err := r.inChannel(ctx, channel)
	if err != nil {
		return Story{}, err
	}
	g, told, err := r.recall(ctx, kept, 1, latest)
	if err != nil {
		return Story{}, err
	}
	if !g.Started {
		return Story{}, ErrNotStarted
	}
	s := Story{Table: g.table()}
	var all []view.Account
	for _, t := range standing(told, nil) {
		all = append(all, t.account)
	}
	if side, err := g.side(user); err == nil {
		v := g.match.View(side).After(all...)
		s.Secret = &v
	} else {
		v := g.match.Public().After(all...)
		s.Public = &v
	}
	return s, nil
}
