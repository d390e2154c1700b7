package api

import (
	"fmt"
	"time"

	"grognard/rules/order"
)

// DiceRoll is a command for which dice fell.
type DiceRoll struct {
	Asked string // the order, with exactly the bytes that were hashed; "" while the user may not know it
	Hash  string // SHA-256 of the order, in hex digits
	Rolls []Roll

	Round     uint64 // of the beacon that the dice are bound to, 0 for none
	Signature string // of the round, in hex digits; "" where the players went on without it
	Message   string // the identifier of the message that named the round
}

// Roll is dice that fell.
type Roll struct {
	Number int
	Faces  []int // nil while they are hidden
	Agrees bool  // recomputing the roll from secret, words and hash gives these faces; false until the game is over
}

// Awaits is a command that waits for its dice, as everybody may know it.
type Awaits struct {
	Round  uint64
	Due    time.Time
	Order  string       // SHA-256 of the command as the log has it, in hex digits
	By     string       // who gave it, "" for nobody
	Free   time.Time    // when players can begin to agree to go on without the beacon
	Waived []order.Side // the sides that have agreed
	Late   bool         // an earlier message was posted too late for its round
}

// Awaiting is the error for a command that is given while another one waits for its dice.
type Awaiting struct{ Awaits }

func (a *Awaiting) Error() string {
	return fmt.Sprintf("an order waits for round %d of the beacon, which is due at %s", a.Round,
		a.Due.Format(time.RFC3339))
}

// WordLimit is the maximum length of a word for the dice, in characters.
const WordLimit = 60

// HeadLine returns the line with which a hash of the log is posted and stored: the game, the turn in which the hash was
// the last one, and the hash in hex digits. Programs read it, so it is in no language.
func HeadLine(game GameID, turn int, hash string) string {
	return fmt.Sprintf("grognard %s turn %d %s", game, turn, hash)
}

// RoundLine returns the line by which a message names a round of the beacon for an order, whose hash is in hex digits.
// Programs read it, so it is in no language.
func RoundLine(game GameID, round uint64, hash string) string {
	return fmt.Sprintf("grognard %s round %d %s", game, round, hash)
}
