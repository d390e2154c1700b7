package ledger

import (
	"fmt"

	"grognard/bot/referee/api"
)

// reminderKey names what a side is reminded of: it changes when the game waits for another side, and with each
// phase.
func (g *Game) ReminderKey() string {
	now := g.Match.Standing()
	return fmt.Sprintf("%d/%d/%s/%s", g.Acting.Row, now.Turn, now.Phase.Side, now.Phase.Name)
}

// reminderKind is the prefix of the kind of a reminder's notice; its hours and its key follow.
const ReminderKind = string(api.Reminded) + " "
