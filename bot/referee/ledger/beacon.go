package ledger

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"grognard/bot/beacon"
	"grognard/bot/referee/api"
	"grognard/rules"
	"grognard/rules/dice"
	"grognard/rules/order"
	"grognard/rules/view"
)

// terms say in a game's first row how its dice are bound to the beacon.
type Terms struct {
	Chain beacon.Parameters `json:"chain"`
	// seconds after a round is due until players can go on without it
	Patience int64 `json:"patience"`
}

// noticeBeforeRound is how long before a round is due the message that names it must be in the channel, and
// timeToPost how long posting it may take before another round has to be named.
const (
	NoticeBeforeRound = 3 * time.Second
	timeToPost        = 2 * time.Second
)

// accepted is a command that asks for dice, and the round that they are bound to.
type accepted struct {
	Asked json.RawMessage `json:"asked"` // as played has it
	Hash  string          `json:"hash"`  // SHA-256 of Asked, in hex digits: what the message shows
	// the units of options that are in another order than by identifier
	Piles unitsAsOrdered `json:"piles,omitempty"`
	Round uint64         `json:"round"`

	Standing bool `json:"standing,omitempty"` // as played has it
}

// renamed names a later round, because the message that named one was posted too late.
type Renamed struct {
	Message string `json:"message"` // the late message
	Round   uint64 `json:"round"`
}

// waived is a side's consent to roll the waiting dice without the beacon.
type waived struct {
	Side order.Side `json:"side"`
}

// bound says what the dice of a command were bound to: a round with its signature, and the message that named
// it; or nothing, where all sides agreed to that.
type Bound struct {
	Round      uint64 `json:"round"`
	Signature  string `json:"signature,omitempty"`  // hex digits
	Randomness string `json:"randomness,omitempty"` // SHA-256 of the signature: what goes into the dice
	Message    string `json:"message,omitempty"`
	Without    bool   `json:"without,omitempty"`
	Void       bool   `json:"void,omitempty"` // newer rulings refuse the command, which had no effect
}

// value is the beacon's part in the dice, nil for none.
func (b Bound) Value() ([]byte, error) {
	if b.Without {
		return nil, nil
	}
	signature, err := hex.DecodeString(b.Signature)
	value := sha256.Sum256(signature)
	return value[:], err
}

// unitsAsOrdered are the units of an order by the names of its options, in the order in which its giver named
// them.
type unitsAsOrdered map[string][]order.UnitID

// unsortedUnits are those of the options whose units are not sorted; nil for none.
func unsortedUnits(o order.Order) unitsAsOrdered {
	var p unitsAsOrdered
	for _, a := range o.Args {
		if !slices.IsSorted(a.Units) {
			if p == nil {
				p = unitsAsOrdered{}
			}
			p[a.Name] = a.Units
		}
	}
	return p
}

// apply puts the units of an order back into the order in which its giver named them.
func (p unitsAsOrdered) apply(o order.Order) (order.Order, error) {
	for _, a := range o.Args {
		pile, piled := p[a.Name]
		if !piled {
			continue
		}
		if !slices.Equal(slices.Sorted(slices.Values(pile)), slices.Sorted(slices.Values(a.Units))) {
			return o, fmt.Errorf("the units of %q are others than those of the order", a.Name)
		}
		o = o.WithUnits(a.Name, pile...)
	}
	return o, nil
}

// diceProbe is a Roller that rolls nothing and notes that dice are needed.
type diceProbe struct{ asked bool }

var errAsked = errors.New("dice are asked for")

// Roll notes that dice are needed.
func (p *diceProbe) Roll(uint64, int) ([]int, error) {
	p.asked = true
	return nil, errAsked
}

// commandRow makes the row of a command that decide decides with the Roller it gets. Where the command needs
// dice that are bound to the beacon, the row only accepts it; its round is chosen when the row is written.
func (g *Game) commandRow(a orderPayload, p unitsAsOrdered, decide func(dice.Roller) (rules.Record, error)) (Body,
	error) {
	raw, hash, err := a.encode()
	if err != nil {
		return Body{}, err
	}
	if g.Beacon == nil {
		record, err := decide(g.Roller(hash, nil))
		return a.row(raw, record), err
	}
	looks := &diceProbe{}
	record, err := decide(looks)
	if looks.asked {
		return Body{Version: BodyVersion, Accepted: &accepted{Asked: raw, Hash: hex.EncodeToString(hash[:]),
			Piles: p}}, nil
	}
	return a.row(raw, record), err
}

// row makes the row of a command from the rules' record. A command without a side is the start of the game.
func (a orderPayload) row(raw json.RawMessage, record rules.Record) Body {
	b, p := Body{Version: BodyVersion}, &Played{Asked: raw, Record: record}
	if a.Side == "" {
		b.Started = p
	} else {
		b.Ordered = p
	}
	return b
}

// errUnread means that this program cannot read an order that an earlier one accepted.
var errUnread = errors.New("an accepted order cannot be read")

// resolveWaiting carries out the waiting command with dice that are bound to a round. Where a newer program
// finds the command illegal or cannot read it, the command has no effect, so that the game does not wait for
// ever.
func (g *Game) ResolveWaiting(to Bound) (Body, error) {
	rowBody, err := g.decideWaiting(to)
	var refused *view.Denial
	var problem *order.Problem
	if errors.As(err, &refused) || errors.As(err, &problem) || errors.Is(err, errUnread) {
		to.Void = true
		return Body{Version: BodyVersion, Bound: &to}, nil
	}
	rowBody.Bound = &to
	return rowBody, err
}

// decideWaiting lets the rules decide the waiting command.
func (g *Game) decideWaiting(to Bound) (Body, error) {
	value, err := to.Value()
	if err != nil {
		return Body{}, err
	}
	a, o, err := g.readWaiting()
	if err != nil {
		return Body{}, fmt.Errorf("%w: %w", errUnread, err)
	}
	roller := g.Roller(sha256.Sum256(g.Waiting.Asked), value)
	var record rules.Record
	if a.Side == "" {
		record, err = g.Match.Begin(roller)
	} else {
		record, err = g.Match.Decide(a.Side, o, roller)
	}
	rowBody := a.row(g.Waiting.Asked, record)
	if g.Waiting.Standing {
		rowBody = rowBody.byStandingOrder()
	}
	return rowBody, err
}

// readWaiting reads the waiting command. For the start of the game, which is no order, o is the zero Order.
func (g *Game) readWaiting() (a orderPayload, o order.Order, err error) {
	if err = json.Unmarshal(g.Waiting.Asked, &a); err != nil || a.Side == "" {
		return a, o, err
	}
	if o, err = g.Match.Unspell(a.Order); err != nil {
		return a, o, err
	}
	o, err = g.Waiting.Piles.apply(o)
	return a, o, err
}

// waiting is the command that waits for its dice, in the frame.
type waiting struct {
	accepted
	Command string       `json:"command"` // its identifier
	By      string       `json:"by"`
	At      time.Time    `json:"at"`             // when the round was named
	Named   uint64       `json:"named"`          // the row that named the round
	Late    int          `json:"late,omitempty"` // messages that were posted too late
	Waived  []order.Side `json:"waived,omitempty"`
}

// followWaiting updates the waiting command by a row.
func (g *Game) followWaiting(s Step) {
	switch b := s.Body; {
	case b.Accepted != nil:
		g.Waiting = &waiting{accepted: *b.Accepted, Command: s.CommandID, By: s.By, At: s.At, Named: s.Seq}
	case b.Play() != nil || b.Ended != nil || b.Bound != nil:
		g.Waiting = nil
	case g.Waiting == nil:
	case b.Renamed != nil:
		w := *g.Waiting
		w.Round, w.At, w.Named, w.Late, w.Waived = b.Renamed.Round, s.At, s.Seq, w.Late+1, nil
		g.Waiting = &w
	case b.Waived != nil:
		w := *g.Waiting
		w.Waived = append(slices.Clip(w.Waived), b.Waived.Side)
		g.Waiting = &w
	}
}

// agreed says whether every side has agreed to go on without the beacon.
func (w *waiting) Agreed(sides int) bool { return len(w.Waived) == sides }

// roundAt is the round that a command gets when it is accepted at a time.
func (g *Game) RoundAt(at time.Time) uint64 {
	return g.Chain.From(at.Truncate(time.Microsecond).Add(NoticeBeforeRound + timeToPost))
}

// nameRound sets the round in a row that is written at a time, if it names one.
func (g *Game) NameRound(rowBody *Body, at time.Time) (err error) {
	switch {
	case rowBody.Accepted != nil:
		rowBody.Accepted.Round = g.RoundAt(at)
	case rowBody.Renamed != nil:
		rowBody.Renamed.Round, err = g.LaterRound(at, rowBody.Renamed.Message)
	}
	return err
}

// laterRound replaces a round whose message was posted too late, as was noticed at a time. Each time the next
// message gets twice as long.
func (g *Game) LaterRound(at time.Time, message string) (uint64, error) {
	posted, err := PostedAt(message)
	if err != nil {
		return 0, err
	}
	if !g.NamedTooLate(posted) {
		return 0, fmt.Errorf("message %s named round %d in time", message, g.Waiting.Round)
	}
	if at = at.Truncate(time.Microsecond); at.Before(posted) { // the computer's clock is behind Discord's
		at = posted
	}
	return g.Chain.From(at.Add(NoticeBeforeRound + timeToPost<<min(g.Waiting.Late+1, 5))), nil
}

// namedTooLate says whether a message that was posted at this time came too late to name the round.
func (g *Game) NamedTooLate(posted time.Time) bool {
	return posted.Add(NoticeBeforeRound).After(g.Chain.Time(g.Waiting.Round))
}

// postedAt is when Discord posted a message: its identifier counts the milliseconds since 2015 above the lowest
// 22 bits.
func PostedAt(message string) (time.Time, error) {
	id, err := strconv.ParseUint(message, 10, 63)
	if err != nil || strconv.FormatUint(id, 10) != message {
		return time.Time{}, fmt.Errorf("%q is no message of Discord's", message)
	}
	return time.UnixMilli(int64(id>>22) + 1420070400000).UTC(), nil
}

func (g *Game) awaits() *api.Awaits {
	w := g.Waiting
	if w == nil {
		return nil
	}
	due := g.Chain.Time(w.Round)
	return &api.Awaits{Round: w.Round, Due: due, Order: w.Hash, By: w.By, Free: due.Add(g.Beacon.patience()),
		Waived: w.Waived, Late: w.Late > 0}
}

func (g *Game) awaiting() error { return &api.Awaiting{Awaits: *g.awaits()} }

func (t *Terms) patience() time.Duration {
	if t == nil {
		return 0
	}
	return time.Duration(t.Patience) * time.Second
}

func (t *Terms) Name() string {
	if t == nil {
		return ""
	}
	return t.Chain.Hash
}

// sideGivingOrder is the side of a user who gives an order now. Orders are refused while another one waits for
// its dice and while the game is paused.
func (g *Game) SideGivingOrder(user string) (order.Side, error) {
	side, err := g.SideMayOrder(user)
	if err == nil {
		err = g.checkNotPaused()
	}
	if err == nil && g.Waiting != nil {
		err = g.awaiting()
	}
	return side, err
}

// waive is the row of a side's consent to go on without the awaited round.
func (g *Game) Waive(user string, round uint64, now time.Time) (Body, error) {
	side, err := g.sideOfCommander(user)
	switch w := g.awaits(); {
	case err != nil:
		return Body{}, err
	case w == nil || w.Round != round:
		return Body{}, api.ErrStale
	case slices.Contains(w.Waived, side):
		return Body{}, api.ErrWaived
	case now.Before(w.Free):
		return Body{}, api.ErrNotSilent
	}
	return Body{Version: BodyVersion, Waived: &waived{side}}, nil
}
