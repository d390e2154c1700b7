package referee

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"grognard/rules"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Film is a channel's last game from its beginning on, a frame for each phase with
// what was told in it. Of a game that is over everybody sees everything, of one under
// way each side its own and everybody else what everybody may see: one of the two is
// set.
//
// It is rebuilt from the log, which tells at its sequence what the game itself told,
// and not under the game's lock: an order does not wait for who looks back.
type Film struct {
	Table  Table
	Public []view.Public
	Secret []view.Secret // for whoever plays their side
}

// Film is the game as a user may see it; "" is everybody. Errors: ErrNoGame, ErrNoPhase.
func (r *Referee) Film(ctx context.Context, channel, user string) (Film, error) {
	leave, err := r.enter()
	if err != nil {
		return Film{}, err
	}
	defer leave()
	kept, err := r.inChannel(ctx, channel)
	if err != nil {
		return Film{}, err
	}
	def, err := r.library.kept(ctx, kept.Module)
	if err != nil {
		return Film{}, err
	}
	steps, err := r.steps(ctx, kept.ID, nil, latest)
	if err != nil {
		return Film{}, err
	}
	g := &game{kept: kept, def: def}
	f, err := g.film(ctx, steps, user)
	if err == nil && g.over {
		f.Secret = nil
		f.Public, err = rules.Film(g.def, g.Start.position(), entries(ctx, steps))
	}
	f.Table = g.table()
	return f, err
}

// film plays the rows again, and keeps what a user may have seen as the play began,
// whenever a phase had ended, and now.
func (g *game) film(ctx context.Context, steps []step, user string) (f Film, err error) {
	begin := 0
	for begin < len(steps) && steps[begin].body.Started == nil {
		begin++
	}
	if err := g.open(nil, steps[:begin]); err != nil {
		return f, err
	}
	side, _ := g.side(user) // "" for one who plays none
	var told []view.Account
	closed := false
	for _, s := range steps[begin:] {
		if ctx.Err() != nil {
			return f, ctx.Err()
		}
		account, err := g.match.Apply(s.Seq, s.body.record())
		if err != nil {
			return f, fmt.Errorf("game %s, row %d: %w", g.kept.ID, s.Seq, err)
		}
		g.follow(s)
		told = append(told, account)
		p := s.body.play()
		if p == nil || !p.Closes && s.body.Started == nil {
			continue
		}
		closed = closed || p.Closes
		f.add(g.match, side, told)
		told = nil
	}
	g.over = g.match.Public().Board().Over
	if !closed && !(g.Started && g.over) {
		return f, ErrNoPhase
	}
	// Of a row of which he was told nothing the viewer must not know by a frame more.
	if slices.ContainsFunc(told, func(a view.Account) bool { return len(a.Public()) > 0 || side != "" && len(a.For(side)) > 0 }) {
		f.add(g.match, side, told)
	}
	return f, nil
}

// add takes a frame, as a side sees it, or everybody.
func (f *Film) add(m *rules.Match, side order.Side, told []view.Account) {
	if side == "" {
		f.Public = append(f.Public, m.Public().After(told...))
		return
	}
	f.Secret = append(f.Secret, m.View(side).After(told...))
}

// entries are the records of a game's rows.
func entries(ctx context.Context, steps []step) iter.Seq2[rules.Entry, error] {
	return func(yield func(rules.Entry, error) bool) {
		for _, s := range steps {
			if !yield(rules.Entry{Seq: s.Seq, Record: s.body.record()}, ctx.Err()) {
				return
			}
		}
	}
}
