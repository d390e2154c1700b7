package notify

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"grognard/bot/referee/api"
	"grognard/bot/referee/games"
	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/notices"
	"grognard/bot/referee/ledger/tables"
)

// A message that asks the other side something, asks somebody to play, or tells a player that he has lost something
// does not notify players whose night it is: it only stands in the channel. Where a question could notify nobody it is
// sent once more when the first of their nights ends, if it is still open then. A player who has lost something is told
// once more when his own night ends. The repetition stands in the outbox, so that it survives a restart.

// Notifies returns those of the users whom a notification may notify: for whom it is neither night nor a vacation. A
// question that may notify none of those whom it asks will be sent once more when the first night or vacation ends, and
// a message that may not notify the user who has lost something when his own ends.
func (ob *Outbox) Notifies(ctx context.Context, e api.Notification, users []string) ([]string, error) {
	m := ledger.Message{Kind: e.Kind, Row: e.Seq}
	lost := func(user string) bool { return user == e.Loser() }
	asked := slices.DeleteFunc(slices.Clone(users), lost)
	awake, first, err := ob.splitAwake(ctx, asked)
	if err == nil && len(awake) == 0 && len(asked) > 0 && notices.Asks(m) {
		err = ob.repeat(ctx, e, m, false, first) // to those whom it asks
	}
	if err != nil || !slices.ContainsFunc(users, lost) {
		return awake, err
	}
	told, wakes, err := ob.splitAwake(ctx, []string{e.Loser()})
	if err == nil && len(told) == 0 {
		err = ob.repeat(ctx, e, m, true, wakes) // to the loser
	}
	return append(awake, told...), err
}

// repeat has the message of a notification sent once more at a time, to those whom it asks or with lost to the loser,
// unless the notification is an edit, which notifies nobody, or is a repetition itself.
func (ob *Outbox) repeat(ctx context.Context, e api.Notification, m ledger.Message, lost bool, at time.Time) error {
	if e.Edits || e.Again {
		return nil
	}
	err := ob.log.Remind(ctx, e.Game, notices.Repeat(m, lost, at))
	if err == nil {
		ob.games.WakeAlarms()
	}
	return err
}

// Notified notes that the message of a notification was sent and called users. Where it was night when the message was
// first tried, a repetition waits for them: it is dropped, so that nobody is called by both.
func (ob *Outbox) Notified(ctx context.Context, e api.Notification, users []string) error {
	m := ledger.Message{Kind: e.Kind, Row: e.Seq}
	if e.Edits || e.Again || !notices.Asks(m) && e.Loser() == "" {
		return nil
	}
	waiting, err := ob.repetitions(ctx, e.Game)
	for _, d := range waiting {
		of, lost, _ := d.Repeats()
		// d is for the loser alone if lost, otherwise for the others
		called := slices.ContainsFunc(users, func(user string) bool { return (user == e.Loser()) == lost })
		if of == m && called && err == nil {
			err = ob.log.Delivered(ctx, d.ID, "") // "", as no message was sent for it
		}
	}
	return err
}

// repetitions returns the repeated messages of a game that are not sent yet.
func (ob *Outbox) repetitions(ctx context.Context, id api.GameID) (list []notices.MergedDelivery, err error) {
	outbox, err := ob.log.OutboxOf(ctx, id, "", ob.games.Now().AddDate(1, 0, 0)) // also those of nights to come
	for _, d := range outbox {
		if m := (notices.MergedDelivery{Delivery: d}); m.IsRepetition() {
			list = append(list, m)
		}
	}
	return list, err
}

// tellLoser completes the notification of a message that is sent once more to the user who has lost something: it tells
// how the game stood then.
func (ob *Outbox) tellLoser(ctx context.Context, m ledger.Message, e *api.Notification) error {
	then, release, err := ob.games.Moment(ctx, e.Game, m.Row, m.Row)
	if err != nil {
		return err
	}
	defer release()
	v := then.Game.Match.Public()
	e.Kind, e.Again, e.Table, e.Public = m.Kind, true, tables.Of(then.Game.Game), &v
	e.Users = []string{e.Loser()}
	return nil
}

// Change is a game with new rows.
type Change struct {
	Game    api.GameID
	Players []string // all who played in it after one of the new rows
}

// Changes collects which games have rows that nobody has asked about yet, and who play in them.
type Changes struct {
	mu     sync.Mutex
	games  map[api.GameID][]string
	signal chan struct{}
}

// Add notes that a game has a new row.
func (c *Changes) Add(g *games.Held) {
	c.mu.Lock()
	players := c.games[g.Stored.ID]
	for _, p := range g.Players() {
		if !slices.Contains(players, p.User) {
			players = append(players, p.User)
		}
	}
	c.games[g.Stored.ID] = players
	c.mu.Unlock()
	select {
	case c.signal <- struct{}{}:
	default:
	}
}

// Changed is signalled when rows were written. One signal can stand for many.
func (c *Changes) Changed() <-chan struct{} { return c.signal }

// TakeChanged returns the games with rows since the last call, sorted by game. The caller must find out whether
// anything that a user sees has changed: a row may concern the other side alone.
func (c *Changes) TakeChanged() (list []Change) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, id := range slices.Sorted(maps.Keys(c.games)) {
		list = append(list, Change{id, c.games[id]})
	}
	clear(c.games)
	return list
}
