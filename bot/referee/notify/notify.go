// Package notify turns what rows of a log lead to into notifications for delivery: the messages of games, calls
// that mention players, reminders of deadlines, daily messages, and what is told in other channels. It knows
// which channels can be reached, and where users have panels.
//
// A notification is made when it is asked for (Outbox.Notifications), from the moment that its row left in memory or,
// after a restart, from the log. So nothing is lost in a crash, and no secret lies in the outbox.
//
// It may import the kernel (games), the ledger, calendars, and drafts for what a list or a standing answer has done. It
// must not decide a command or write a row, and it makes no words.
//
// Limits: a notification that cannot be rebuilt is logged once and skipped.
package notify

import (
	"context"
	"log/slog"
	"time"

	"grognard/bot/referee/api"
	"grognard/bot/referee/drafts"
	"grognard/bot/referee/games"
	"grognard/bot/referee/ledger"
	"grognard/rules/order"
	"grognard/storage"
)

// Notifications has the services of this package.
type Notifications struct {
	Outbox    *Outbox
	Reminding *Reminding
	Digests   *DailyDigests
	Feeds     *FeedChannels
	Channels  *Channels
	Panels    *PanelStore
	Changes   *Changes
}

// Store stores what users have chosen to be told, and what they were told.
type Store interface {
	storage.Papers
	storage.Preferences
	storage.Feeds
	AddAbsence(ctx context.Context, a storage.Absence) error
}

// New returns the services for games, with the alarm of reminders. deadline returns when the clock of a side runs out,
// the zero time for never; with nil the game says when.
func New(g *games.Games, store Store, log storage.Log, logger *slog.Logger, d drafts.Drafts,
	deadline func(*ledger.Game, order.Side) time.Time) (n Notifications, reminders games.Alarm) {
	if deadline == nil {
		deadline = deadlineOf
	}
	n = Notifications{Reminding: &Reminding{games: g, log: log, store: store, logger: logger, deadline: deadline},
		Feeds: &FeedChannels{games: g, store: store, logger: logger}, Panels: &PanelStore{games: g, store: store},
		Channels: &Channels{games: g, log: log, logger: logger},
		Changes:  &Changes{games: map[api.GameID][]string{}, signal: make(chan struct{}, 1)}}
	n.Outbox = &Outbox{games: g, log: log, store: store, logger: logger, lists: d.Lists, standing: d.Standing,
		reminding: n.Reminding, channels: n.Channels}
	n.Digests = &DailyDigests{games: g, log: log, store: store, logger: logger, reminding: n.Reminding}
	n.Reminding.digests, n.Outbox.digests = n.Digests, n.Digests
	return n, games.Alarm{Next: n.Reminding.nextReminder, Ring: n.Reminding.remind}
}
