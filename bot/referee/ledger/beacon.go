package ledger

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"time"

	"grognard/bot/beacon"
	"grognard/bot/referee/api"
	"grognard/rules/order"
)

// BeaconTerms say in a game's first row how its dice are bound to the beacon; nil for a game without one.
type BeaconTerms struct {
	Chain beacon.Parameters `json:"chain"`
	// seconds after a round is due until players can go on without it
	Patience int64 `json:"patience"`
}

// PatienceTime returns how long after a round is due players must wait to go on without it, 0 without a beacon.
func (t *BeaconTerms) PatienceTime() time.Duration {
	if t == nil {
		return 0
	}
	return time.Duration(t.Patience) * time.Second
}

// Name returns the hash of the beacon's chain, "" without a beacon.
func (t *BeaconTerms) Name() string {
	if t == nil {
		return ""
	}
	return t.Chain.Hash
}

// Accepted is a command that asks for dice, and the round that they are bound to.
type Accepted struct {
	Asked json.RawMessage `json:"asked"` // as Result has it
	Hash  string          `json:"hash"`  // SHA-256 of Asked, in hex digits: what the message shows
	// the units of options that are in another order than by identifier
	Piles UnitsAsOrdered `json:"piles,omitempty"`
	Round uint64         `json:"round"`

	Standing bool `json:"standing,omitempty"` // as Result has it
}

// Renamed names a later round, because the message that named one was posted too late.
type Renamed struct {
	Message string `json:"message"` // the late message
	Round   uint64 `json:"round"`
}

// Waived is a side's consent to roll the waiting dice without the beacon.
type Waived struct {
	Side order.Side `json:"side"`
}

// Bound says what the dice of a command were bound to: a round with its signature, and the message that named
// it; or nothing, where all sides agreed to that.
type Bound struct {
	Round      uint64 `json:"round"`
	Signature  string `json:"signature,omitempty"`  // hex digits
	Randomness string `json:"randomness,omitempty"` // SHA-256 of the signature: what goes into the dice
	Message    string `json:"message,omitempty"`
	Without    bool   `json:"without,omitempty"`
	Void       bool   `json:"void,omitempty"` // newer rulings refuse the command, which had no effect
}

// Value returns the beacon's part in the dice, nil for none.
func (b Bound) Value() ([]byte, error) {
	if b.Without {
		return nil, nil
	}
	signature, err := hex.DecodeString(b.Signature)
	value := sha256.Sum256(signature)
	return value[:], err
}

// WaitingCommand is the command that waits for its dice, in the frame.
type WaitingCommand struct {
	Accepted
	Command string       `json:"command"` // its identifier
	By      string       `json:"by"`
	At      time.Time    `json:"at"`             // when the round was named
	Named   uint64       `json:"named"`          // the row that named the round
	Late    int          `json:"late,omitempty"` // messages that were posted too late
	Waived  []order.Side `json:"waived,omitempty"`
}

// Agreed reports whether all sides, of which the game has so many, have agreed to go on without the beacon.
func (w *WaitingCommand) Agreed(sides int) bool { return len(w.Waived) == sides }

// Awaits returns the command that waits for its dice as everybody may know it, nil for none.
func (g *Game) Awaits() *api.Awaits {
	w := g.Waiting
	if w == nil {
		return nil
	}
	due := g.Chain.Time(w.Round)
	return &api.Awaits{Round: w.Round, Due: due, Order: w.Hash, By: w.By, Free: due.Add(g.Beacon.PatienceTime()),
		Waived: w.Waived, Late: w.Late > 0}
}

// AwaitingError returns the refusal of a command that is given while another one waits for its dice.
func (g *Game) AwaitingError() error { return &api.Awaiting{Awaits: *g.Awaits()} }
