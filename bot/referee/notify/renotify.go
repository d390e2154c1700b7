package notify

import (
	"context"

	"grognard/bot/referee/api"
	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/notices"
)

// A message that asks the other side something, or asks somebody to play, does not notify players whose night
// it is: it only stands in the channel. Where it could notify nobody it is sent once more when the first of
// their nights ends, if its question is still open then. The repetition is kept in the outbox, so that it
// survives a restart.

// Notifies returns those of the users whom a notification may notify: for whom it is neither night nor a
// vacation. Where these are none and the message asks something, it will be sent once more when the first night
// or vacation ends.
func (ob *Outbox) Notifies(ctx context.Context, e api.Notification, users []string) ([]string, error) {
	awake, first, err := ob.splitAwake(ctx, users)
	m := ledger.Message{Kind: e.Kind, Row: e.Seq}
	if err != nil || len(awake) > 0 || len(users) == 0 || e.Edits || e.Again || !notices.Asks(m) {
		return awake, err
	}
	if err := ob.log.Remind(ctx, e.Game, notices.Repeat(m, first)); err != nil {
		return nil, err
	}
	ob.games.WakeAlarms()
	return nil, nil
}
