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

// A message that asks the other side something, or asks somebody to play, does not notify players whose night
// it is: it only stands in the channel. Where it could notify nobody it is sent once more when the first of
// their nights ends, if its question is still open then. The repetition is kept in the outbox, so that it
// survives a restart.

// repeatMark is the prefix of the kind of such a notice; the kind and the row of the message follow.
const repeatMark = "again "

// repeats is the message that a delivery sends once more, and whether it is such a delivery.
func (d mergedDelivery) repeats() (m message, is bool) {
	words := strings.Fields(strings.TrimPrefix(d.Kind, repeatMark))
	if !strings.HasPrefix(d.Kind, repeatMark) || len(words) != 2 {
		return message{}, false
	}
	row, err := strconv.ParseUint(words[1], 10, 64)
	return message{Kind(words[0]), row}, err == nil
}

// repeat is the notice that sends the message once more at a time.
func (m message) repeat(at time.Time) storage.Notice {
	return storage.Notice{Audience: everybody, Kind: repeatMark + string(m.Kind) + " " + strconv.FormatUint(m.Row, 10),
		After: at}
}

// asks says whether the message asks players something. The question is open as long as the message is live.
func (m message) asks() bool {
	return slices.Contains([]Kind{ClockOffered, ClockRanOut, UndoAsked, Offered, SeatOffered, SeatInvited}, m.Kind)
}

// usersAsked are the users whom a message asks, in the game's present state.
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

// asksToPlay is the offer of a seat or the invitation that a message makes to one user; nil for other messages.
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

// Notifies returns those of the users whom a notification may notify: for whom it is neither night nor a
// vacation. Where these are none and the message asks something, it will be sent once more when the first night
// or vacation ends.
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

// updateRepeated completes the notification of a message that is sent once more: whether its question is still
// open, and whom it asks.
func (g *game) updateRepeated(m message, e *Notification) {
	e.Kind, e.Again = m.Kind, true
	e.Closing, e.Users = !slices.Contains(g.Live, m), g.usersAsked(m)
}
