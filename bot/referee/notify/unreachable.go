package notify

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"

	"grognard/bot/referee/api"
	"grognard/bot/referee/games"
	"grognard/bot/referee/ledger/notices"
	"grognard/bot/referee/naps"
	"grognard/storage"
)

// Channels knows which channels can be reached.
type Channels struct {
	games  *games.Games
	log    storage.Log
	logger *slog.Logger
	naps   naps.Naps
	turns  sync.Mutex // of losses and tries: each is decided by what the one before has written
}

// A game whose channel cannot be reached sleeps: nothing is sent to the channel, and no clock runs, until it can be
// reached again or the game is moved. What is for a player alone is still sent. This is not in the log, because the
// channel is no part of the game.

// Sleep makes the games of unreachable channels sleep, and tells each of their players in private, once. That a channel
// was deleted, or the bot removed from its server, replaces another reason for which a game sleeps.
func (cn *Channels) Sleep(ctx context.Context, why api.Loss, channels ...string) error {
	cn.turns.Lock()
	defer cn.turns.Unlock()
	return cn.games.Gate.Enter(func() error {
		asleep, err := cn.log.Sleeping(ctx)
		for i := 0; i < len(channels) && err == nil; i++ {
			err = cn.sleep(ctx, why, channels[i], asleep)
		}
		return err
	})
}

// sleep does what Sleep does for one channel, asleep being the games that sleep already.
func (cn *Channels) sleep(ctx context.Context, why api.Loss, channel string, asleep []storage.Sleeper) error {
	kept, err := cn.games.InChannel(ctx, channel)
	if errors.Is(err, api.ErrNoGame) {
		return nil
	} else if err != nil {
		return err
	}
	loss := cn.naps.Lost(channel, lossAmong(asleep, kept.ID), why, cn.games.Now())
	if loss.News && !kept.Over { // before it sleeps, so that a crash in between loses no notice
		if err := cn.tellLost(ctx, why, kept.ID); err != nil {
			cn.logger.Error("players are not told that their channel is lost", "channel", channel, "error", err)
		}
	}
	if loss.Replaces {
		if _, err := cn.log.WakeIn(ctx, loss.From, channel); err != nil {
			return err
		}
	}
	slept, err := cn.log.Sleep(ctx, string(why), loss.From, channel)
	for _, game := range slept {
		cn.logger.Warn("a game sleeps, as its channel cannot be reached", "game", game, "reason", why)
		cn.games.WakeUp()
	}
	return err
}

// tellLost tells all who play in a game that its channel is lost.
func (cn *Channels) tellLost(ctx context.Context, why api.Loss, game api.GameID) error {
	return cn.games.InGame(ctx, game, func(g *games.Held) (err error) {
		for _, p := range g.Players() {
			n := storage.Notice{Audience: p.Audience, Kind: notices.LostKind(g.Game, why)}
			err = errors.Join(err, cn.log.Remind(ctx, game, n))
		}
		return err
	})
}

// Loss returns why a game's channel cannot be reached, "" while it can.
func (cn *Channels) Loss(ctx context.Context, game api.GameID) (api.Loss, error) {
	return games.Within(cn.games, func() (api.Loss, error) { return lossOf(ctx, cn.log, game) })
}

// lossOf does what Channels.Loss does, for callers that have entered the gate.
func lossOf(ctx context.Context, log storage.Log, game api.GameID) (api.Loss, error) {
	asleep, err := log.Sleeping(ctx)
	return lossAmong(asleep, game), err
}

// lossAmong returns why a game sleeps, "" if it is not among those that do. A reason of an earlier program that is not
// known any more counts as Deleted.
func lossAmong(asleep []storage.Sleeper, game api.GameID) api.Loss {
	i := slices.IndexFunc(asleep, func(s storage.Sleeper) bool { return s.Game == game })
	if i < 0 {
		return ""
	}
	switch why := api.Loss(asleep[i].Reason); why {
	case api.NoAccess, api.Removed, api.Locked, api.Crowded:
		return why
	}
	return api.Deleted
}

// LoseGuild makes the games of a server sleep, because the bot was removed from it.
func (cn *Channels) LoseGuild(ctx context.Context, guild string) error {
	channels, err := cn.log.ChannelsOf(ctx, guild)
	if err != nil {
		return err
	}
	return cn.Sleep(ctx, api.Removed, channels...)
}

// Reach notes that channels can be reached, and wakes their games. guild is their server. It is "" for direct messages,
// and for channels that are only tried: then games whose server has removed the bot sleep on.
func (cn *Channels) Reach(ctx context.Context, guild string, channels ...string) error {
	cn.turns.Lock()
	defer cn.turns.Unlock()
	return cn.games.Gate.Enter(func() error {
		asleep, err := cn.log.Sleeping(ctx)
		if err != nil {
			return err
		}
		if guild == "" {
			channels = slices.DeleteFunc(slices.Clone(channels), func(channel string) bool {
				kept, err := cn.games.InChannel(ctx, channel)
				return err == nil && lossAmong(asleep, kept.ID) == api.Removed
			})
		} else if err := cn.log.Locate(ctx, guild, channels...); err != nil {
			return err
		}
		now := cn.games.Now()
		awake, err := cn.log.WakeIn(ctx, now, channels...)
		for _, s := range asleep {
			if !slices.Contains(awake, s.Game) {
				continue
			}
			cn.logger.Info("a game is awake again", "game", s.Game)
			if kept, err := cn.log.Game(ctx, s.Game); err == nil {
				cn.naps.Woken(kept.Channel, naps.Nap{Why: lossAmong(asleep, s.Game), From: s.At, Until: now})
			}
			cn.games.RoundAwaited(s.Game)
			cn.games.WakeUp()
		}
		return err
	})
}

// Used does what Reach does, for a channel in which a command was given. noted is false if the channel has no game.
func (cn *Channels) Used(ctx context.Context, guild, channel string) (noted bool, err error) {
	if _, err = cn.games.InChannel(ctx, channel); errors.Is(err, api.ErrNoGame) {
		return false, nil
	}
	if err == nil {
		err = cn.Reach(ctx, guild, channel)
	}
	return err == nil, err
}

// AsleepIn lists the games that sleep in a server's known channels and are not over, the longest sleeping first.
func (cn *Channels) AsleepIn(ctx context.Context, guild string) ([]api.Table, error) {
	return games.Within(cn.games, func() (list []api.Table, err error) {
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
			if err == nil && !kept.Over && slices.Contains(channels, kept.Channel) {
				var t api.Table
				t, err = cn.games.TableEntered(ctx, kept.Channel)
				list = append(list, t)
			}
			if err != nil {
				return nil, err
			}
		}
		return list, nil
	})
}
