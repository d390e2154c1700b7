package notify

import (
	"context"
	"errors"
	"log/slog"
	"slices"
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
	store  Store
	logger *slog.Logger
}

// A game whose channel cannot be reached sleeps: nothing is sent to the channel, and no clock runs, until it can be
// reached again or the game is moved. What is for a player alone is still sent. This is not in the log, because the
// channel is no part of the game.

// Sleep makes the games of unreachable channels sleep, and tells each of their players in private, once.
func (cn *Channels) Sleep(ctx context.Context, why api.Loss, channels ...string) error {
	return cn.games.Gate.Enter(func() error {
		for _, channel := range channels { // before they sleep, so that a crash in between loses no notice
			if err := cn.tellLost(ctx, why, channel); err != nil {
				cn.logger.Error("players are not told that their channel is lost", "channel", channel, "error", err)
			}
		}
		asleep, err := cn.log.Sleep(ctx, string(why), cn.games.Now(), channels...)
		for _, game := range asleep {
			cn.logger.Warn("a game sleeps, as its channel cannot be reached", "game", game, "reason", why)
		}
		if len(asleep) > 0 {
			cn.games.WakeUp()
		}
		return err
	})
}

// flap is for how long a channel in which the bot may not write is the same as before: whenever the bot connects,
// Discord names it as if it could be reached, and it is tried again now and then.
const flap = time.Hour

// tellLost tells all who play in a channel's game that its channel is lost, unless the game sleeps already.
func (cn *Channels) tellLost(ctx context.Context, why api.Loss, channel string) error {
	kept, err := cn.games.InChannel(ctx, channel)
	if err != nil || kept.Over {
		if errors.Is(err, api.ErrNoGame) {
			err = nil
		}
		return err
	}
	asleep, err := cn.log.Asleep(ctx, kept.ID)
	if err != nil || !asleep.IsZero() {
		return err
	}
	slept, err := cn.store.Absences(ctx, kept.ID, cn.games.Now().Add(-flap))
	again := func(a storage.Absence) bool { return a.Game == kept.ID && a.Why == string(api.Asleep) }
	if err != nil || why != api.Deleted && why != api.Removed && slices.ContainsFunc(slept, again) {
		return err
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

// Reach notes that channels can be reached, and wakes their games. Guild is their server, "" for direct
// messages.
func (cn *Channels) Reach(ctx context.Context, guild string, channels ...string) error {
	return cn.games.Gate.Enter(func() error {
		if guild != "" {
			if err := cn.log.Locate(ctx, guild, channels...); err != nil {
				return err
			}
		}
		awake, err := cn.log.WakeIn(ctx, cn.games.Now(), channels...)
		for _, game := range awake {
			cn.logger.Info("a game is awake again", "game", game)
			cn.games.RoundAwaited(game)
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
