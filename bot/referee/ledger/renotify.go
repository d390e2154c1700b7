package ledger

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"grognard/bot/referee/api"
	"grognard/rules/order"
	"grognard/storage"
)

// repeatMark is the prefix of the kind of such a notice; the kind and the row of the message follow.
const repeatMark = "again "

// repeats is the message that a delivery sends once more, and whether it is such a delivery.
func (d MergedDelivery) Repeats() (m Message, is bool) {
	words := strings.Fields(strings.TrimPrefix(d.Kind, repeatMark))
	if !strings.HasPrefix(d.Kind, repeatMark) || len(words) != 2 {
		return Message{}, false
	}
	row, err := strconv.ParseUint(words[1], 10, 64)
	return Message{api.Kind(words[0]), row}, err == nil
}

// repeat is the notice that sends the message once more at a time.
func (m Message) Repeat(at time.Time) storage.Notice {
	return storage.Notice{Audience: Everybody, Kind: repeatMark + string(m.Kind) + " " + strconv.FormatUint(m.Row, 10),
		After: at}
}

// asks says whether the message asks players something. The question is open as long as the message is live.
func (m Message) Asks() bool {
	return slices.Contains([]api.Kind{api.ClockOffered, api.ClockRanOut, api.UndoAsked, api.Offered, api.SeatOffered, api.SeatInvited}, m.Kind)
}

// usersAsked are the users whom a message asks, in the game's present state.
func (g *Game) usersAsked(m Message) (users []string) {
	if c := g.AsksToPlay(m); c != nil {
		return []string{c.User}
	}
	t, k := g.Table(), m.Kind
	var by order.Side
	switch {
	case k == api.ClockRanOut && t.ClockOut != nil:
		by = t.ClockOut.Side
	case k == api.ClockOffered && t.ClockOffer != nil:
		by = t.ClockOffer.By
	case k == api.UndoAsked && t.Undo != nil:
		by = t.Undo.By
	case k == api.Offered && t.Offer != nil:
		by = t.Offer.By
	default:
		return nil
	}
	for _, s := range t.Seats {
		switch {
		case s.Side.ID == by || s.User == "":
		case k == api.UndoAsked: // a deputy consents too
			users = append(users, t.Called(s.Side.ID, nil)...)
		default:
			users = append(users, s.User)
		}
	}
	return users
}

// asksToPlay is the offer of a seat or the invitation that a message makes to one user; nil for other messages.
func (g *Game) AsksToPlay(m Message) *api.Reseated {
	for _, h := range g.Handing {
		if m == (Message{api.SeatOffered, h.Row}) && h.To != "" {
			return &api.Reseated{Does: api.SeatOpen, Side: h.Side, By: g.PlayerOf(h.Side), User: h.To, At: h.At}
		}
	}
	for _, v := range g.Invited {
		if m == (Message{api.SeatInvited, v.Row}) {
			return &api.Reseated{Does: api.Invited, Side: v.Side, By: g.PlayerOf(v.Side), User: v.User, Deputy: v.Deputy,
				Number: v.Number, At: v.At}
		}
	}
	return nil
}

// updateRepeated completes the notification of a message that is sent once more: whether its question is still
// open, and whom it asks.
func (g *Game) UpdateRepeated(m Message, e *api.Notification) {
	e.Kind, e.Again = m.Kind, true
	e.Closing, e.Users = !slices.Contains(g.Live, m), g.usersAsked(m)
}
