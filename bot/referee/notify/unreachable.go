package notify

import (
	"context"
	"errors"
	"log/slog"
	"slices"

	"grognard/bot/referee/api"
	"grognard/bot/referee/games"
)

// Channels knows which channels can be reached.
type Channels struct {
	games  *games.Games
	log    Log
	store  Store
	logger *slog.Logger
}

// A game whose channel cannot be reached sleeps: nothing is rebuilt, sent or awaited for it until the channel
// can be reached again or the game is moved. This is not in the log, because the channel is no part of the
// game.

// Sleep makes the games of unreachable channels sleep. The reason is a word for operators.
func (cn *Channels) Sleep(ctx context.Context, reason string, channels ...string) error {
	leave, err := cn.games.Gate.Enter()
	if err != nil {
		return err
	}
	defer leave()
	asleep, err := cn.log.Sleep(ctx, reason, cn.games.Now(), channels...)
	for _, game := range asleep {
		cn.logger.Warn("a game sleeps, as its channel cannot be reached", "game", game, "reason", reason)
	}
	return err
}

// LoseGuild makes the games of a server sleep.
func (cn *Channels) LoseGuild(ctx context.Context, guild, reason string) error {
	channels, err := cn.log.ChannelsOf(ctx, guild)
	if err != nil {
		return err
	}
	return cn.Sleep(ctx, reason, channels...)
}

// Reach notes that channels can be reached, and wakes their games. Guild is their server, "" for direct
// messages.
func (cn *Channels) Reach(ctx context.Context, guild string, channels ...string) error {
	leave, err := cn.games.Gate.Enter()
	if err != nil {
		return err
	}
	defer leave()
	if guild != "" {
		if err := cn.log.Locate(ctx, guild, channels...); err != nil {
			return err
		}
	}
	awake, err := cn.log.WakeIn(ctx, cn.games.Now(), channels...)
	cn.woken(awake...)
	return err
}

// Used is Reach for a channel in which a command was given. Noted is false where it has no game.
func (cn *Channels) Used(ctx context.Context, guild, channel string) (noted bool, err error) {
	if _, err := cn.games.InChannel(ctx, channel); err != nil {
		if errors.Is(err, api.ErrNoGame) {
			return false, nil
		}
		return false, err
	}
	err = cn.Reach(ctx, guild, channel)
	return err == nil, err
}

// AsleepIn lists the games that sleep in a server's known channels and are not over, the one that has slept for
// longest first.
func (cn *Channels) AsleepIn(ctx context.Context, guild string) (list []api.Table, err error) {
	leave, err := cn.games.Gate.Enter()
	if err != nil {
		return nil, err
	}
	defer leave()
	channels, err := cn.log.ChannelsOf(ctx, guild)
	if err != nil {
		return nil, err
	}
	asleep, err := cn.log.Sleeping(ctx)
	if err != nil {
		return nil, err
	}
	for _, s := range asleep {
		kept, err := cn.log.Game(ctx, s.Game)
		if err != nil {
			return nil, err
		}
		if kept.Over || !slices.Contains(channels, kept.Channel) {
			continue
		}
		t, err := cn.games.TableEntered(ctx, kept.Channel)
		if err != nil {
			return nil, err
		}
		list = append(list, t)
	}
	return list, nil
}

// woken resumes sending for games, and the commands that wait for the beacon.
func (cn *Channels) woken(awake ...api.GameID) {
	for _, game := range awake {
		cn.logger.Info("a game is awake again", "game", game)
		cn.games.RoundAwaited(game)
	}
	if len(awake) > 0 {
		cn.games.WakeUp()
	}
}
