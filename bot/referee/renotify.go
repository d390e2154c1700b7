package referee

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"grognard/rules/order"
	"grognard/storage"
)

// A message that asks the other side something, or somebody to play, notifies nobody who sleeps: it only
// stands in the channel. Where it could notify nobody it is said once more when the first of them wakes, if
// it is still open then. What is to be said again stands in the outbox, so that no stop of the program loses
// it.

// repeatMark begins the kind of such a notice; the kind and the row of the message follow.
const repeatMark = "again "

// repeats is the message that a delivery says once more.
func (d mergedDelivery) repeats() (m message, is bool) {
	words := strings.Fields(strings.TrimPrefix(d.Kind, repeatMark))
	if !strings.HasPrefix(d.Kind, repeatMark) || len(words) != 2 {
		return message{}, false
	}
	row, err := strconv.ParseUint(words[1], 10, 64)
	return message{Kind(words[0]), row}, err == nil
}

// repeat says the message once more at a time.
func (m message) repeat(at time.Time) storage.Notice {
	return storage.Notice{Audience: everybody, Kind: repeatMark + string(m.Kind) + " " + strconv.FormatUint(m.Row, 10),
		After: at}
}

// asks says whether the message asks players something that stays open for as long as it is live.
func (m message) asks() bool {
	return slices.Contains([]Kind{ClockOffered, ClockRanOut, UndoAsked, Offered, SeatOffered, SeatInvited}, m.Kind)
}

// usersAsked are the users whom a message asks, as the game stands.
func (g *game) usersAsked(m message) (users []string) {
	if c := g.asksToPlay(m); c != nil {
		return []string{c.User}
	}
	t, k := g.table(), m.Kind
	var by order.Side
	switch {
	case k == ClockRanOut && t.ClockOut != nil:
		by = t.ClockOut.Side
	case k == ClockOffered && t.ClockOffer != nil:
		by = t.ClockOffer.By
	case k == UndoAsked && t.Undo != nil:
		by = t.Undo.By
	case k == Offered && t.Offer != nil:
		by = t.Offer.By
	default:
		return nil
	}
	for _, s := range t.Seats {
		switch {
		case s.Side.ID == by || s.User == "":
		case k == UndoAsked: // a deputy consents too
			users = append(users, t.Called(s.Side.ID, nil)...)
		default:
			users = append(users, s.User)
		}
	}
	return users
}

// asksToPlay is what a message asks that offers a seat to a user, or invites him to play beside its player;
// nil for another one.
func (g *game) asksToPlay(m message) *Reseated {
	for _, h := range g.Handing {
		if m == (message{SeatOffered, h.Row}) && h.To != "" {
			return &Reseated{Does: SeatOpen, Side: h.Side, By: g.playerOf(h.Side), User: h.To, At: h.At}
		}
	}
	for _, v := range g.Invited {
		if m == (message{SeatInvited, v.Row}) {
			return &Reseated{Does: Invited, Side: v.Side, By: g.playerOf(v.Side), User: v.User, Deputy: v.Deputy,
				Number: v.Number, At: v.At}
		}
	}
	return nil
}

// Notifies are those of users to whom it is neither night nor a vacation: a notification may notify them. An
// offer comes at any hour. Where it notifies nobody it is said once more when the first of them wakes.
func (r *Referee) Notifies(ctx context.Context, e Notification, users []string) ([]string, error) {
	awake, first, err := r.splitAwake(ctx, users)
	m := message{e.Kind, e.Seq}
	if err != nil || len(awake) > 0 || len(users) == 0 || e.Edits || e.Again || !m.asks() {
		return awake, err
	}
	if err := r.log.Remind(ctx, e.Game, m.repeat(first)); err != nil {
		return nil, err
	}
	r.wakeAlarms()
	return nil, nil
}

// updateRepeated finds out about the message that a delivery says once more whether it is still open, and whom it
// asks.
func (g *game) updateRepeated(m message, e *Notification) {
	e.Kind, e.Again = m.Kind, true
	e.Closing, e.Users = !slices.Contains(g.Live, m), g.usersAsked(m)
}
