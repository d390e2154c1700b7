package referee

import (
	"context"
	"errors"
	"slices"

	"grognard/bot/referee/api"
)

// A game whose channel cannot be reached sleeps: nothing is rebuilt, sent or awaited for it until the channel
// can be reached again or the game is moved. This is not in the log, because the channel is no part of the
// game.

// Sleep makes the games of unreachable channels sleep. The reason is a word for operators.
func (r *Referee) Sleep(ctx context.Context, reason string, channels ...string) error {
	leave, err := r.enter()
	if err != nil {
		return err
	}
	defer leave()
	games, err := r.log.Sleep(ctx, reason, r.now(), channels...)
	for _, game := range games {
		r.logger.Warn("a game sleeps, as its channel cannot be reached", "game", game, "reason", reason)
	}
	return err
}

// LoseGuild makes the games of a server sleep.
func (r *Referee) LoseGuild(ctx context.Context, guild, reason string) error {
	channels, err := r.log.ChannelsOf(ctx, guild)
	if err != nil {
		return err
	}
	return r.Sleep(ctx, reason, channels...)
}

// Reach notes that channels can be reached, and wakes their games. Guild is their server, "" for direct
// messages.
func (r *Referee) Reach(ctx context.Context, guild string, channels ...string) error {
	leave, err := r.enter()
	if err != nil {
		return err
	}
	defer leave()
	if guild != "" {
		if err := r.log.Locate(ctx, guild, channels...); err != nil {
			return err
		}
	}
	games, err := r.log.WakeIn(ctx, r.now(), channels...)
	r.woken(games...)
	return err
}

// Used is Reach for a channel in which a command was given. Noted is false where it has no game.
func (r *Referee) Used(ctx context.Context, guild, channel string) (noted bool, err error) {
	if _, err := r.inChannel(ctx, channel); err != nil {
		if errors.Is(err, api.ErrNoGame) {
			return false, nil
		}
		return false, err
	}
	err = r.Reach(ctx, guild, channel)
	return err == nil, err
}

// AsleepIn lists the games that sleep in a server's known channels and are not over, the one that has slept for
// longest first.
func (r *Referee) AsleepIn(ctx context.Context, guild string) (list []api.Table, err error) {
	leave, err := r.enter()
	if err != nil {
		return nil, err
	}
	defer leave()
	channels, err := r.log.ChannelsOf(ctx, guild)
	if err != nil {
		return nil, err
	}
	asleep, err := r.log.Sleeping(ctx)
	if err != nil {
		return nil, err
	}
	for _, s := range asleep {
		kept, err := r.log.Game(ctx, s.Game)
		if err != nil {
			return nil, err
		}
		if kept.Over || !slices.Contains(channels, kept.Channel) {
			continue
		}
		t, err := r.tableEntered(ctx, kept.Channel)
		if err != nil {
			return nil, err
		}
		list = append(list, t)
	}
	return list, nil
}

// woken resumes sending for games, and the commands that wait for the beacon.
func (r *Referee) woken(games ...api.GameID) {
	for _, game := range games {
		r.logger.Info("a game is awake again", "game", game)
		r.tryRoundsSoon(game)
	}
	if len(games) > 0 {
		r.wakeUp()
	}
}
