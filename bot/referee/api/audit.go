package api

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
