package referee

import (
	"context"

	"grognard/rules/view"
)

// Story is the position of a channel's last game with all that was told of it from the
// beginning on: to whoever plays a side what that side was told, to all others, and for the
// user "", what everybody was. Errors: ErrNoGame, ErrNotStarted.
//
// It is rebuilt from the log, and not under the game's lock, as a Film is.
func (r *Referee) Story(ctx context.Context, channel, user string) (UserView, error) {
	leave, err := r.enter()
	if err != nil {
		return UserView{}, err
	}
	defer leave()
	kept, err := r.inChannel(ctx, channel)
	if err != nil {
		return UserView{}, err
	}
	g, told, err := r.replay(ctx, kept, 1, latest)
	if err != nil {
		return UserView{}, err
	}
	if !g.Started {
		return UserView{}, ErrNotStarted
	}
	if told, err = r.confided(ctx, g, told, user); err != nil {
		return UserView{}, err
	}
	s := UserView{Table: g.table()}
	var all []view.Account
	for _, t := range stillTold(told, nil) {
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
