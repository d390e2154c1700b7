package referee

import (
	"encoding/hex"
	"time"

	"grognard/bot/beacon"
	"grognard/bot/referee/ledger"
)

// In a game whose dice are bound to the beacon a command that asks for dice has two rows. The first accepts it
// and names a round whose value nobody can know yet; the second has the round and the command's result. Between
// them the match does not change.

// patience is the usual time that a beacon must be silent before the players can agree to go on without it.
const patience = 10 * time.Minute

// boundTo binds dice to a round that a message named.
func boundTo(r beacon.Round, message string) ledger.Bound {
	value := r.Randomness()
	return ledger.Bound{Round: r.Number, Signature: hex.EncodeToString(r.Signature),
		Randomness: hex.EncodeToString(value[:]), Message: message}
}
