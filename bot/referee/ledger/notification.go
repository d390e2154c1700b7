package ledger

import (
	"strings"

	"grognard/bot/referee/api"
	"grognard/storage"
)

// mergedDelivery is the newest delivery of a message, with the earlier ones that it covers.
type MergedDelivery struct {
	storage.Delivery
	Covers []int64
	Unsent bool // the delivery that begins the message is among them
}

// calls says whether a delivery is a call, a reminder, a repeated message or an edit of one: it is built from
// the game's present state.
func (d MergedDelivery) Calls() bool {
	return d.Kind == string(api.Called) || d.Reminds() || strings.HasPrefix(d.Kind, repeatMark)
}

// reminds says whether a delivery is a reminder.
func (d MergedDelivery) Reminds() bool { return strings.HasPrefix(d.Kind, ReminderKind) }
