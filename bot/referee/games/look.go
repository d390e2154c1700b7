package games

import (
	"context"

	"grognard/bot/referee/api"
	"grognard/bot/referee/ledger/tables"
	"grognard/rules/order"
)

// WithOwnSide calls do under the lock of a command's game, with the side of the user.
func (gs *Games) WithOwnSide(ctx context.Context, c api.Command, do func(*Held, order.Side) error) error {
	return gs.withCommanded(ctx, c, func(g *Held) error {
		if _, err := gs.Resume(ctx, g); err != nil {
			return err
		}
		side, err := g.SideMayOrder(c.User)
		if err != nil {
			return err
		}
		return do(g, side)
	})
}

// LookFor does what Look does, for a command. Errors: ErrOtherGame.
func (gs *Games) LookFor(ctx context.Context, c api.Command, read func(*Held) error) error {
	return gs.Look(ctx, c.Channel, func(g *Held) error {
		if c.Game != "" && c.Game != g.Stored.ID {
			return api.ErrOtherGame
		}
		return read(g)
	})
}

// Look calls read with a channel's game, under its lock. read must write no row.
func (gs *Games) Look(ctx context.Context, channel string, read func(*Held) error) error {
	return gs.Gate.Enter(func() error { return gs.lookEntered(ctx, channel, read) })
}

// lookEntered does what Look does, for callers that have entered the gate.
func (gs *Games) lookEntered(ctx context.Context, channel string, read func(*Held) error) error {
	b, kept, err := gs.lockChannel(ctx, channel)
	if err != nil {
		return err
	}
	defer gs.cache.unlock(b)
	g, err := gs.load(ctx, b, kept)
	if err != nil {
		return err
	}
	if _, err := gs.Resume(ctx, g); err != nil { // as on a full disk, which keeps nobody from looking
		gs.logger.Error("what follows a command by itself does not", "game", kept.ID, "error", err)
		if g, err = gs.load(ctx, b, kept); err != nil {
			return err
		}
	}
	if err := g.CheckChannel(channel); err != nil {
		return err
	}
	if err := gs.Holds.Load(ctx, g); err != nil {
		return err
	}
	return read(g)
}

// TableEntered returns the Table of a channel's last game, over or not, for callers that have entered the gate.
func (gs *Games) TableEntered(ctx context.Context, channel string) (t api.Table, err error) {
	err = gs.lookEntered(ctx, channel, func(g *Held) error { t = tables.Of(g.Game); return nil })
	return t, err
}

// AsPlayer looks at a channel's game as Look does, and returns what read finds for a user's side. It refuses a user who
// could give no order.
func AsPlayer[T any](ctx context.Context, gs *Games, channel, user string,
	read func(*Held, order.Side) (T, error)) (found T, err error) {
	err = gs.Look(ctx, channel, func(g *Held) error {
		side, err := g.SideMayOrder(user)
		if err == nil {
			found, err = read(g, side)
		}
		return err
	})
	return found, err
}
