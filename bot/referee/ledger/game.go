package ledger

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"grognard/bot/beacon"
	"grognard/bot/referee/api"
	"grognard/rules"
	"grognard/rules/dice"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/view"
	"grognard/storage"
)

// game is a game in memory: its match, its frame, and what was read from the store for it.
type Game struct {
	Kept  storage.Game
	Def   *modules.Definition
	Match *rules.Match
	Over  bool // by the match; kept.Over may lag behind

	Prepare func(*modules.Definition, rules.Position) (*rules.Prepared, error) // rules.Prepare when nil

	Chain *beacon.Chain // that the dice are bound to; nil for none

	ClockHolds ClockHolds // of the running clock, as loadClockHolds found them

	Feeds []string // the channels of its feeds
	Frame
}

// frame is the state of a game beside its match, such as its seats, clocks and offers. It follows from the log
// alone.
type Frame struct {
	Scenario   string    `json:"scenario"`
	Start      Start     `json:"start"`
	Commitment string    `json:"commitment"`
	Rulings    int       `json:"rulings,omitempty"`
	Seats      []SeatOf  `json:"seats"` // in the order of play
	Started    bool      `json:"started"`
	Since      time.Time `json:"since"`          // of the last row that was announced at once
	Live       []Message `json:"live"`           // messages in the channel that later rows edit
	Head       string    `json:"head,omitempty"` // the hash of the last row whose hash is posted, in hex digits

	Passing bool `json:"passing,omitempty"` // the phase ends automatically: the next row ends it

	Giver  order.Side `json:"giver,omitempty"`  // the side whose command led to what is owed, "" for none
	ByHand bool       `json:"byHand,omitempty"` // what is owed is owed again after an undo

	Opener  string      `json:"opener,omitempty"`
	Offers  []offerMade `json:"offers,omitempty"`
	Ending  api.Ending  `json:"ending,omitempty"`  // how its players or a game master ended it
	EndedBy order.Side  `json:"endedBy,omitempty"` // who resigned

	// the rows that ended phases and can be taken back, and the last one before them
	Closed  []uint64 `json:"closed,omitempty"`
	Heard   []uint64 `json:"heard,omitempty"` // the rows since then that were announced
	Beacon  *Terms   `json:"beacon,omitempty"`
	Waiting *waiting `json:"waiting,omitempty"` // the order whose dice wait for a round of the beacon

	// each user's last order in this phase that he gave himself
	Acted []givenOrder `json:"acted,omitempty"`

	Paused *api.Intervened `json:"paused,omitempty"` // by a game master
	Master *api.Intervened `json:"master,omitempty"` // what a game master did last
	Former []former        `json:"former,omitempty"` // those who played a side and know its secrets

	Handing  []Handing     `json:"handing,omitempty"`  // the seats that are offered, one of a side at most
	Handings int           `json:"handings,omitempty"` // seats that were offered so far
	Handed   uint64        `json:"handed,omitempty"`   // the row by which a player handed his seat over last
	Given    []givenOrder  `json:"given,omitempty"`    // the orders of sides with more than one player
	Reseated *api.Reseated `json:"reseated,omitempty"` // what changed last of who plays

	Invited     []invitation `json:"invited,omitempty"`     // users who have not answered yet
	Invitations int          `json:"invitations,omitempty"` // invitations that were announced so far

	Acting Acts    `json:"acting,omitzero"`
	Clock  *clocks `json:"clock,omitempty"` // nil for none

	Request  *undoRequest `json:"request,omitempty"`
	Requests int          `json:"requests,omitempty"`
}

// snapshot is the content of a snapshot. Its format names the versions of both parts.
type Snapshot struct {
	Seq   uint64          `json:"-"`
	Frame Frame           `json:"frame"`
	Match json.RawMessage `json:"match"`
}

// open sets the game up from a snapshot, nil for none, and the rows after it, without telling anybody of them.
func (g *Game) Open(from *Snapshot, steps []Step) error {
	var state []byte
	if from != nil {
		g.Frame, state = from.Frame, from.Match
	}
	for _, s := range steps {
		g.Follow(s)
	}
	if g.Beacon != nil {
		var err error
		if g.Chain, err = beacon.Open(g.Beacon.Chain); err != nil {
			return fmt.Errorf("game %s: %w", g.Kept.ID, err)
		}
	}
	if g.Rulings < 2 {
		g.Def = g.Def.LettersInTheMiddle()
	}
	prepare := g.Prepare
	if prepare == nil {
		prepare = rules.Prepare
	}
	begins := g.Start.Position()
	common, err := prepare(g.Def, begins)
	if err != nil {
		return fmt.Errorf("game %s: %w", g.Kept.ID, err)
	}
	g.Match, err = common.Open(begins, state, func(yield func(rules.Entry, error) bool) {
		if from != nil && !yield(rules.Entry{Seq: from.Seq}, nil) { // this entry only says how far the snapshot goes
			return
		}
		for _, s := range steps {
			if !yield(s.Entry(), nil) {
				return
			}
		}
	})
	if err != nil {
		return fmt.Errorf("game %s: %w", g.Kept.ID, err)
	}
	g.Over = g.Match.Standing().Over
	return nil
}

// Frozen returns the game as it is now, to be looked at while g goes on. The frame replaces what it holds instead of
// changing it, but for the elements of the slices that are copied here.
func (g *Game) Frozen() *Game {
	c := *g
	c.Match = rules.Freeze(g.Match)
	c.Seats, c.Offers = slices.Clone(g.Seats), slices.Clone(g.Offers)
	return &c
}

// follow updates the frame by a row.
func (g *Game) Follow(s Step) {
	b, sleeper := s.Body, g.timedOutPlayer()
	g.followUndo(s)
	g.followFrame(s)
	g.followGivers(s)
	if b.Live != nil {
		g.Live = *b.Live
	}
	if b.Heard() {
		g.Since = s.At
	}
	if b.Acts != nil {
		g.Acting.TurnTo(*b.Acts, s.Seq, s.At)
	}
	if b.Owes != nil {
		g.Acting.passOn(*b.Owes, s.Seq, s.At)
	}
	if b.Salt != "" {
		g.Head = hex.EncodeToString(s.Hash[:])
	}
	if b.public() {
		g.noteHeard(s.By, s.At)
	}
	g.followClocks(s, sleeper)
}

// followFrame updates the opening, the seats, the offers and whatever else a row of its kind changes.
func (g *Game) followFrame(s Step) {
	b := s.Body
	g.followWaiting(s)
	g.FollowMaster(s)
	g.FollowSeats(s)
	if b.Play() != nil || b.Accepted != nil || b.Undone != nil {
		g.Giver, g.ByHand = g.GiverAfter(s.By, s.By != "" && IsPlanned(s.CommandID), b), b.Undone != nil
	}
	if p := b.Play(); p != nil || b.Undone != nil || b.Ended != nil {
		g.Passing = p != nil && p.Passes
	}
	switch {
	case b.Opened != nil:
		g.Scenario, g.Commitment, g.Start = b.Opened.Scenario, b.Opened.Commitment, b.Opened.Start
		g.Rulings, g.Opener, g.Beacon = b.Opened.Rulings, s.By, b.Opened.Beacon
		for _, side := range g.Def.Sides {
			g.Seats = append(g.Seats, SeatOf{Side: side.ID})
		}
		if b.Opened.Joined != nil {
			g.setSeat(s.By, *b.Opened.Joined)
		}
	case b.Joined != nil:
		g.setSeat(s.By, *b.Joined)
	case b.Worded != nil:
		g.setSeat(s.By, *b.Worded)
	case b.Left != nil:
		g.setSeat("", JoinedOf{Side: b.Left.Side})
	case b.Proposed != nil:
		g.Offers = append(g.Offers, offerMade{Proposed: *b.Proposed})
	case b.Answered != nil:
		g.Offers[len(g.Offers)-1].Answer = b.Answered.Answer
	case b.Ended != nil:
		g.Ending, g.EndedBy = b.Ended.Ending, b.Ended.Side
	case b.Started != nil:
		g.Started = true
	}
}

// reported is the last row that ended a phase or began the game: everything up to it is announced. It is 0
// before the game begins.
func (g *Game) Reported() uint64 {
	if len(g.Closed) == 0 {
		return 0
	}
	return g.Closed[len(g.Closed)-1]
}

func (g *Game) setSeat(user string, j JoinedOf) {
	for i := range g.Seats {
		if g.Seats[i].Side == j.Side {
			g.Seats[i].User, g.Seats[i].Word = user, j.Word
		}
	}
}

// sideMayOrder is the side of a user in a game in which it can give orders.
func (g *Game) SideMayOrder(user string) (order.Side, error) {
	side, err := g.Side(user)
	switch {
	case err != nil:
		return "", err
	// a side may still owe a decision when the game is over
	case g.Ending != "", g.Over && len(g.Match.Verbs(side)) == 0:
		return "", api.ErrOver
	case !g.Started:
		return "", api.ErrNotStarted
	}
	return side, nil
}

// roller gives the dice for a command with this hash; value is that of the beacon's round, nil for none.
func (g *Game) Roller(order [32]byte, value []byte) dice.Roller {
	words := make([]string, len(g.Seats))
	for i, s := range g.Seats {
		words[i] = s.Word
	}
	return dice.Stream{Secret: g.Kept.Secret, Game: string(g.Kept.ID), Order: order, Words: words, Beacon: value}
}

// apply applies a row to the match, and adds to what is told what the rules do not know: a change of seats, a
// game master's action, or that a standing order or the clock gave the order.
func (g *Game) Apply(seq uint64, b Body) (told view.Account, err error) {
	if u := b.Undone; u != nil {
		told, err = g.Match.Revert(seq, rules.Undo{Side: u.Side, To: u.To, Consent: u.Consent,
			Master: b.Master != nil}, u.Told)
	} else {
		told, err = g.Match.Apply(seq, b.Record())
	}
	if b.Reseated != nil && err == nil {
		if text, tells := b.Reseated.told(); tells {
			told = g.Match.Announce(seq, told, text)
		}
	}
	if p := b.Play(); err == nil && p != nil && p.Standing {
		told, err = g.announceStanding(seq, told, p)
	}
	if err == nil && b.Master != nil {
		told = g.Match.Announce(seq, told, b.Master.told(g.Match.Standing()))
	}
	if err == nil && b.Timed != nil && b.Timed.Does == api.RanOut && b.Play() != nil {
		told = g.Match.Announce(seq, told, view.T("told.clock-answered", "side", b.Timed.Side))
	}
	return told, err
}
