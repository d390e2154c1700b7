package ledger

import (
	"encoding/json"
	"strings"
	"time"

	"grognard/bot/beacon"
	"grognard/bot/referee/api"
	"grognard/rules"
	"grognard/rules/dice"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/storage"
)

// Game is a game in memory: its match, its frame, and what was read from the store for it.
type Game struct {
	Stored storage.Game
	Def    *modules.Definition
	Match  *rules.Match
	Over   bool // by the match; Stored.Over may lag behind

	Prepare func(*modules.Definition, rules.Position) (*rules.Prepared, error) // nil stands for rules.Prepare

	Chain *beacon.Chain // the beacon's chain that the dice are bound to; nil for none

	ClockHolds ClockHolds // of the running clock, when they were last read

	Feeds []string // the channels of its feeds
	Frame
}

// Frame is the state of a game beside its match, such as its seats, clocks and offers. It follows from the log alone.
type Frame struct {
	Scenario   string    `json:"scenario"`
	Start      Start     `json:"start"`
	Commitment string    `json:"commitment"`
	Rulings    int       `json:"rulings,omitempty"`
	Seats      []Seat    `json:"seats"` // in the order of play
	Started    bool      `json:"started"`
	Since      time.Time `json:"since"`           // the time of the last row that was announced at once
	Live       []Message `json:"live"`            // messages in the channel that later rows edit
	LastAt     time.Time `json:"lastAt,omitzero"` // the time of the last row
	First      string    `json:"first"`           // the hash of the first row, in hex digits
	Head       string    `json:"head,omitempty"`  // the hash of the last row whose hash is posted, in hex digits

	Passing bool `json:"passing,omitempty"` // the phase ends automatically: the next row ends it

	Giver     order.Side `json:"giver,omitempty"`  // the side whose command led to what is pending, "" for none
	AfterUndo bool       `json:"byHand,omitempty"` // an undo has made pending again what is pending now

	Opener       string        `json:"opener,omitempty"`
	Together     bool          `json:"together,omitempty"` // as Opened says
	EndingOffers []EndingOffer `json:"offers,omitempty"`
	Ending       api.Ending    `json:"ending,omitempty"`  // how its players or a game master ended it
	EndedBy      order.Side    `json:"endedBy,omitempty"` // the side that resigned, or whose clock had run out

	// the rows that ended phases and can be taken back, and the last one before them
	PhaseEnds []uint64        `json:"closed,omitempty"`
	Announced []uint64        `json:"heard,omitempty"` // the rows since then that were announced
	Beacon    *BeaconTerms    `json:"beacon,omitempty"`
	Waiting   *WaitingCommand `json:"waiting,omitempty"` // the order whose dice wait for a round of the beacon

	// each user's last order in this phase that he gave himself
	OwnOrders []GivenOrder `json:"acted,omitempty"`

	Paused        *api.Intervened `json:"paused,omitempty"` // by a game master
	Master        *api.Intervened `json:"master,omitempty"` // what a game master did last
	FormerPlayers []FormerPlayer  `json:"former,omitempty"` // those who played a side and know its secrets

	GrantsMade int           `json:"grants,omitempty"`   // grants that were made so far
	HandedOver uint64        `json:"handed,omitempty"`   // the row by which a seat was handed over last
	TeamOrders []GivenOrder  `json:"given,omitempty"`    // the orders of sides with more than one player
	Reseated   *api.Reseated `json:"reseated,omitempty"` // what became last of a grant

	Acting ActingSince `json:"acting,omitzero"`
	Clock  *Clocks     `json:"clock,omitempty"` // nil for none

	UndoRequest  *UndoRequest `json:"request,omitempty"`
	UndoRequests int          `json:"requests,omitempty"`
}

// Snapshot is the content of a stored snapshot. Its format names the versions of both parts.
type Snapshot struct {
	Seq   uint64          `json:"-"`
	Frame Frame           `json:"frame"`
	Match json.RawMessage `json:"match"`
}

// EndingOffer is an offer to end the game, in the frame.
type EndingOffer struct {
	Proposed
	Answer api.Answer `json:"answer,omitempty"`
}

// UndoRequest is a request for an undo, in the frame. A request that was overtaken by a row which was not
// announced, such as another order for a stack, can no longer be granted. But only the sides of Overtaken,
// which gave such rows, may know: for the others it is open until something is announced.
type UndoRequest struct {
	UndoAsked
	Answer    api.Answer   `json:"answer,omitempty"`
	Overtaken []order.Side `json:"overtaken,omitempty"`
}

// GivenOrder is the row of an order, and who gave it.
type GivenOrder struct {
	Seq  uint64     `json:"seq"`
	Side order.Side `json:"side"`
	User string     `json:"user"`
}

// ListMark is the prefix of the IDs of orders that a list gives by itself. The log has always spelled it so.
const ListMark = "plan "

// IsFromList reports whether a command of this ID was given by a list while its owner need not have been there.
func IsFromList(command string) bool { return strings.HasPrefix(command, ListMark) }

// Reported returns the last row that ended a phase or began the game: everything up to it is announced. It returns 0
// before the game begins.
func (g *Game) Reported() uint64 {
	if len(g.PhaseEnds) == 0 {
		return 0
	}
	return g.PhaseEnds[len(g.PhaseEnds)-1]
}

// Roller returns the dice for a command with this hash; value is what Bound.Value returns, nil for no beacon.
func (g *Game) Roller(command [32]byte, value []byte) dice.Roller {
	words := make([]string, len(g.Seats))
	for i, s := range g.Seats {
		words[i] = s.Word
	}
	return dice.Stream{Secret: g.Stored.Secret, Game: string(g.Stored.ID), Order: command, Words: words, Beacon: value}
}

// CurrentPause returns the pause of a game that is not over, nil for none.
func (g *Game) CurrentPause() *api.Intervened {
	if g.Over {
		return nil
	}
	return g.Paused
}

// CheckNotPaused refuses orders while the game is paused. The players may still end the game then: a pause
// keeps the position, but forces nobody to play on.
func (g *Game) CheckNotPaused() error {
	if p := g.CurrentPause(); p != nil {
		return &api.Paused{Intervened: *p}
	}
	return nil
}

// CheckChannel returns *api.GameMoved if the game left a channel: it may move while the caller waits for its lock.
func (g *Game) CheckChannel(channel string) error {
	if g.Stored.Channel != channel {
		return &api.GameMoved{Channel: g.Stored.Channel}
	}
	return nil
}
