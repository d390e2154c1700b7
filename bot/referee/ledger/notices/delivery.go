package notices

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"grognard/bot/referee/api"
	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/tables"
	"grognard/rules/order"
	"grognard/storage"
)

// MergedDelivery is the newest delivery of a message, with the earlier ones that it covers.
type MergedDelivery struct {
	storage.Delivery
	Covers []int64
	Row    uint64 // the row that led to the delivery; Seq is the message's row if its text stays as it is
	Unsent bool   // the delivery that begins the message is this one or one of Covers
}

// Calls reports whether a delivery is a call, reminder, repeat or edit of one: these tell the game's present state.
func (d MergedDelivery) Calls() bool {
	return d.Kind == string(api.Called) || d.Reminds() || strings.HasPrefix(d.Kind, repeatMark)
}

func (d MergedDelivery) Reminds() bool { return strings.HasPrefix(d.Kind, ReminderKind) }

// Repeats returns the message that a delivery sends once more; ok is false if it sends none again. With lost it is for
// the user who has lost something by what the message tells.
func (d MergedDelivery) Repeats() (m ledger.Message, lost, ok bool) {
	words := strings.Fields(strings.TrimPrefix(d.Kind, repeatMark))
	if !strings.HasPrefix(d.Kind, repeatMark) || len(words) < 2 { // words: a kind, a row and perhaps lostMark
		return ledger.Message{}, false, false
	}
	lost = len(words) == 3 && words[2] == lostMark
	row, err := strconv.ParseUint(words[1], 10, 64)
	return ledger.Message{Kind: api.Kind(words[0]), Row: row}, lost, err == nil
}

// IsRepetition reports whether a delivery sends a message once more.
func (d MergedDelivery) IsRepetition() bool {
	_, _, ok := d.Repeats()
	return ok
}

// ReminderKind is the prefix of the kind of a reminder's notice. Its name, the slot of its user and its key follow.
const ReminderKind = string(api.Reminded) + " "

// Reminder returns the kind of the notice that reminds a user of the side that a game waits for.
func Reminder(g *ledger.Game, name, user string) string {
	if slot := g.Seat(g.ActingSide()).Slot(user); slot != 0 {
		name += ledger.SlotMark + strconv.Itoa(slot)
	}
	return ReminderKind + name + " " + ReminderKey(g)
}

// ReadReminder returns the user whom a reminder's notice reminds, "" if what it reminds of is no longer pending.
func ReadReminder(g *ledger.Game, kind string, at time.Time) (user string) {
	side := g.ActingSide()
	name, key, _ := strings.Cut(strings.TrimPrefix(kind, ReminderKind), " ")
	if side == "" || key != ReminderKey(g) {
		return ""
	}
	p, audience := g.Seat(side).At(at), ledger.AudienceOf(side)
	if _, slot, member := strings.Cut(name, ledger.SlotMark); member {
		audience += ledger.SlotMark + slot
	}
	return p.Reader(audience)
}

// ReminderKey returns the name of what a side is reminded of: the name changes when the game waits for another side,
// with each phase, and when the side's clock has run out and it gets more time.
func ReminderKey(g *ledger.Game) string {
	now := g.Match.Standing()
	return fmt.Sprintf("%s/%d/%s/%s", WaitKey(g), now.Turn, now.Phase.Side, now.Phase.Name)
}

// WaitKey returns the name of the time in which a game waits for a side, whatever the phase, until its clock runs out.
func WaitKey(g *ledger.Game) string {
	outs := 0
	if g.Clock != nil {
		outs = g.Clock.Outs
	}
	return fmt.Sprintf("%d.%d", g.Acting.Row, outs)
}

// TellsOfClock reports whether a delivery tells a player that his clock runs.
//
// RULING: a clock waits only for the message in the channel. For: everybody sees whether it waits, and waiting for a
// message to one side would betray that it knows more than the channel. Against: what is for him alone may come late.
func TellsOfClock(g *ledger.Game, d storage.Delivery) bool {
	closes := d.Edits != 0 && !(ledger.Message{Kind: api.Kind(d.Kind)}).Thread()
	return d.Seq == g.Clock.Row && d.Feed == "" && !closes && !d.Pictures && !(MergedDelivery{Delivery: d}).Calls() &&
		!strings.Contains(d.Kind, ":") && // no notice that a channel is lost, or a user takes no direct messages
		d.Audience == ledger.Everybody
}

// repeatMark is the prefix of the kind of a notice that sends a message once more; the kind and the row of the
// message follow, and lostMark if it is for the user who has lost something.
const (
	repeatMark = "again "
	lostMark   = "lost"
)

// Repeat returns the notice that sends a message once more, at a time: to those whom it asks, with lost to the loser.
func Repeat(m ledger.Message, lost bool, at time.Time) storage.Notice {
	kind := repeatMark + string(m.Kind) + " " + strconv.FormatUint(m.Row, 10)
	if lost {
		kind += " " + lostMark
	}
	return storage.Notice{Audience: ledger.Everybody, Kind: kind, After: at}
}

// Asks reports whether a message asks players something. The question is open as long as the message is live.
func Asks(m ledger.Message) bool {
	return slices.Contains([]api.Kind{api.ClockOffered, api.ClockRanOut, api.UndoAsked, api.Offered, api.SeatOffered},
		m.Kind)
}

// usersAsked returns the users whom a message asks, in the game's present state.
func usersAsked(g *ledger.Game, m ledger.Message) (users []string) {
	if c := AsksToPlay(g, m); c != nil {
		if c.AwaitsConsent() {
			return []string{g.Player(c.Consent)}
		}
		return []string{c.To}
	}
	t, k := tables.Of(g), m.Kind
	var by order.Side // not asked: the side that asks, or whose clock has run out
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

// AsksToPlay returns the grant that a message offers to one user or asks consent for, nil for other messages.
func AsksToPlay(g *ledger.Game, m ledger.Message) *api.Reseated {
	for _, r := range g.AllGrants() {
		switch {
		case m != ledger.Message{Kind: api.SeatOffered, Row: r.Row}, r.To == "":
		case r.AwaitsConsent():
			return &api.Reseated{Does: api.GrantAccepted, Grant: r.Grant, By: r.To, Did: r.At}
		case !r.Accepted:
			return &api.Reseated{Does: api.GrantOffered, Grant: r.Grant, By: r.Giver, Did: r.At}
		}
	}
	return nil
}

// UpdateRepeated completes the notification of a repeated message: whether its question is open, and whom it asks.
func UpdateRepeated(g *ledger.Game, m ledger.Message, e *api.Notification) {
	e.Kind, e.Again = m.Kind, true
	e.Closing, e.Users = !slices.Contains(g.Live, m), usersAsked(g, m)
}
