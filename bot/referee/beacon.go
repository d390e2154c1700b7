package referee

import (
	"time"
)

// In a game whose dice are bound to the beacon a command that asks for dice has two rows. The first accepts it
// and names a round whose value nobody can know yet; the second has the round and the command's result. Between
// them the match does not change.

// patience is the usual time that a beacon must be silent before the players can agree to go on without it.
const patience = 10 * time.Minute
