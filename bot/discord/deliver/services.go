package deliver

import (
	"context"
	"iter"

	"grognard/bot/discord/ask"
	"grognard/bot/referee/api"
	"grognard/bot/referee/notify"
)

// PageMaker makes the pages of notifications.
type PageMaker struct{ ask.Kit }

// outboxService is what the referee does with notifications until they are sent.
type outboxService interface {
	Delivered(ctx context.Context, e api.Notification, sent string) error
	LoseFeed(ctx context.Context, id api.GameID, channel string) error
	Notifications(ctx context.Context, o notify.Owing) iter.Seq2[api.Notification, error]
	Notified(ctx context.Context, e api.Notification, users []string) error
	Notifies(ctx context.Context, e api.Notification, users []string) ([]string, error)
	Owing(ctx context.Context) ([]notify.Owing, error)
	RefusedDM(ctx context.Context, e api.Notification) error
	Sleep(ctx context.Context, why api.Loss, channels ...string) error
	TextSent(ctx context.Context, e api.Notification, sent string) error
	Trying(ctx context.Context, e api.Notification) error
	Wake() <-chan struct{}
}
