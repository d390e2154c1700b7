package notices

import (
	"fmt"
	"strconv"
	"strings"

	"grognard/bot/referee/api"
	"grognard/bot/referee/ledger"
	"grognard/storage"
)

// MergedDelivery is the newest delivery of a message, with the earlier ones that it covers.
type MergedDelivery struct {
	storage.Delivery
	Covers []int64
	Unsent bool // the delivery that begins the message is among them
}

// Calls reports whether a delivery is a call, a reminder, a repeated message or an edit of one: it is built from the
// game's present state.
func (d MergedDelivery) Calls() bool {
	return d.Kind == string(api.Called) || d.Reminds() || strings.HasPrefix(d.Kind, repeatMark)
}

// Reminds reports whether a delivery is a reminder.
func (d MergedDelivery) Reminds() bool { return strings.HasPrefix(d.Kind, ReminderKind) }

// Repeats returns the message that a delivery sends once more, and whether it is such a delivery.
func (d MergedDelivery) Repeats() (m ledger.Message, is bool) {
	words := strings.Fields(strings.TrimPrefix(d.Kind, repeatMark))
	if !strings.HasPrefix(d.Kind, repeatMark) || len(words) != 2 {
		return ledger.Message{}, false
	}
	row, err := strconv.ParseUint(words[1], 10, 64)
	return ledger.Message{Kind: api.Kind(words[0]), Row: row}, err == nil
}

// ReminderKind is the prefix of the kind of a reminder's notice; its hours and its key follow.
const ReminderKind = string(api.Reminded) + " "

// ReminderKey returns the name of what a side is reminded of: the name changes when the game waits for another side,
// and with each phase.
func ReminderKey(g *ledger.Game) string {
	now := g.Match.Standing()
	return fmt.Sprintf("%d/%d/%s/%s", g.Acting.Row, now.Turn, now.Phase.Side, now.Phase.Name)
}

// TellsOfClock reports whether a delivery tells a player that his clock runs.
func TellsOfClock(g *ledger.Game, d storage.Delivery) bool {
	return d.Seq == g.Clock.Row && d.Feed == "" && !d.Pictures && !(MergedDelivery{Delivery: d}).Calls() &&
		(d.Audience == ledger.Everybody || d.Audience == ledger.AudienceOf(g.Clock.Side))
}
