package notify

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"time"

	"grognard/bot/referee/api"
	"grognard/bot/referee/games"
	"grognard/bot/referee/ledger/notices"
	"grognard/storage"
)

// Channels knows which channels can be reached.
type Channels struct {
	games  *games.Games
	log    Log
	logger *slog.Logger
	naps   sync.Map // the naps of games, by channel
}

// A game whose channel cannot be reached sleeps: nothing is sent to the channel, and no clock runs, until it can be
// reached again or the game is moved. What is for a player alone is still sent. This is not in the log, because the
// channel is no part of the game.

// Sleep makes the games of unreachable channels sleep, and tells each of their players in private, once. That a channel
// was deleted, or the bot removed from its server, replaces another reason for which a game sleeps.
func (cn *Channels) Sleep(ctx context.Context, why api.Loss, channels ...string) error {
	return cn.games.Gate.Enter(func() error {
		asleep, err := cn.log.Sleeping(ctx)
		for _, channel := range channels {
			if err == nil {
				err = cn.sleep(ctx, why, channel, asleep)
			}
		}
		return err
	})
}

// nap is how long a game slept and why, which was woken and whose channel nothing has reached since.
type nap struct {
	why         api.Loss
	from, until time.Time
}

// attempt is how soon after a game was woken its channel is lost again if nothing has changed. Until then its players
// could see no more of it than before, so that this counts as sleep too.
const attempt = 5 * time.Minute

// sleep does what Sleep does for one channel, asleep being the games that sleep already.
func (cn *Channels) sleep(ctx context.Context, why api.Loss, channel string, asleep []storage.Sleeper) error {
	kept, err := cn.games.InChannel(ctx, channel)
	if errors.Is(err, api.ErrNoGame) {
		return nil
	} else if err != nil {
		return err
	}
	loss, at := lossAmong(asleep, kept.ID), cn.games.Now()
	last, _ := cn.naps.Load(channel)
	before, _ := last.(nap)
	lasting := why == api.Deleted || why == api.Removed
	replaced := loss != "" && loss != api.Deleted && loss != why && lasting
	if replaced || loss == "" && (lasting || before.why != why) { // before it sleeps, so that a crash loses no notice
		if err := cn.tellLost(ctx, why, kept); err != nil {
			cn.logger.Error("players are not told that their channel is lost", "channel", channel, "error", err)
		}
	}
	if replaced {
		if _, err := cn.log.WakeIn(ctx, at, channel); err != nil {
			return err
		}
	} else if at.Sub(before.until) < attempt {
		at = before.from
	}
	slept, err := cn.log.Sleep(ctx, string(why), at, channel)
	for _, game := range slept {
		cn.logger.Warn("a game sleeps, as its channel cannot be reached", "game", game, "reason", why)
	}
	if len(slept) > 0 {
		cn.games.WakeUp()
	}
	return err
}

// tellLost tells all who play in a game that its channel is lost, unless the game is over.
func (cn *Channels) tellLost(ctx context.Context, why api.Loss, kept storage.Game) error {
	if kept.Over {
		return nil
	}
	return cn.games.InGame(ctx, kept.ID, func(g *games.Held) error {
		for _, p := range g.Players() {
			n := storage.Notice{Audience: p.Audience, Kind: notices.LostKind(g.Game, why)}
			if err := cn.log.Remind(ctx, kept.ID, n); err != nil {
				return err
			}
		}
		return nil
	})
}

// Loss is why a game's channel cannot be reached, "" while it can.
func (cn *Channels) Loss(ctx context.Context, game api.GameID) (api.Loss, error) {
	return games.Within(cn.games, func() (api.Loss, error) { return lossOf(ctx, cn.log, game) })
}

// lossOf does what Channels.Loss does, for callers that have entered the gate.
func lossOf(ctx context.Context, log Log, game api.GameID) (api.Loss, error) {
	asleep, err := log.Sleeping(ctx)
	return lossAmong(asleep, game), err
}

// lossAmong is why a game sleeps, "" if it is not among those that do. What a program of before called otherwise counts
// as deleted.
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

// LoseGuild makes the games of a server sleep from which the bot was removed.
func (cn *Channels) LoseGuild(ctx context.Context, guild string) error {
	channels, err := cn.log.ChannelsOf(ctx, guild)
	if err != nil {
		return err
	}
	return cn.Sleep(ctx, api.Removed, channels...)
}

// Reach notes that channels can be reached, and wakes their games. Guild is their server, "" for direct messages, and
// where a channel is only tried: then no game is woken from whose server the bot was removed.
func (cn *Channels) Reach(ctx context.Context, guild string, channels ...string) error {
	return cn.games.Gate.Enter(func() error {
		if guild != "" {
			if err := cn.log.Locate(ctx, guild, channels...); err != nil {
				return err
			}
		}
		asleep, err := cn.log.Sleeping(ctx)
		if err != nil {
			return err
		}
		if guild == "" {
			channels = slices.DeleteFunc(slices.Clone(channels), func(channel string) bool {
				kept, err := cn.games.InChannel(ctx, channel)
				return err == nil && lossAmong(asleep, kept.ID) == api.Removed
			})
		}
		now := cn.games.Now()
		awake, err := cn.log.WakeIn(ctx, now, channels...)
		for _, s := range asleep {
			if !slices.Contains(awake, s.Game) {
				continue
			}
			cn.logger.Info("a game is awake again", "game", s.Game)
			if kept, err := cn.log.Game(ctx, s.Game); err == nil {
				cn.naps.Store(kept.Channel, nap{lossAmong(asleep, s.Game), s.At, now})
			}
			cn.games.RoundAwaited(s.Game)
		}
		if len(awake) > 0 {
			cn.games.WakeUp()
		}
		return err
	})
}

// Used is Reach for a channel in which a command was given. Noted is false where it has no game.
func (cn *Channels) Used(ctx context.Context, guild, channel string) (noted bool, err error) {
	if _, err = cn.games.InChannel(ctx, channel); errors.Is(err, api.ErrNoGame) {
		return false, nil
	}
	if err == nil {
		err = cn.Reach(ctx, guild, channel)
	}
	return err == nil, err
}

// AsleepIn lists the games that sleep in a server's known channels and are not over, the one that has slept for
// longest first.
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
	})
}
