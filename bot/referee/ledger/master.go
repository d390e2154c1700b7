package ledger

import (
	"errors"
	"fmt"
	"grognard/rules"
	"grognard/rules/order"
	"grognard/rules/view"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Measure is what a game master can do to a game.
type Measure string

// The measures.
const (
	Pause    Measure = "pause"    // no order is taken
	Resume   Measure = "resume"   // a paused game goes on
	HandOver Measure = "handOver" // a seat is given to another user
	Close    Measure = "close"    // the game ends without a winner
	Move     Measure = "move"     // the game is played in another channel
	TakeBack Measure = "takeBack" // the last end of a phase is taken back, with all that came after it
)

// Intervention is what a game master wants to do.
type Intervention struct {
	Measure Measure
	Reason  string     // one line; needed except for Resume
	Side    order.Side // of HandOver
	To      string     // the user who gets the seat
	From    string     // of HandOver: who has the seat, as Foresee has shown; "" for whoever has it
	Channel string     // of Move
	End     string     // of TakeBack: the name of the end of a phase, as Foresee has shown; "" for the last
}

// Intervened is what a game master did, as everybody may know it.
type Intervened struct {
	Measure Measure
	By      string
	At      time.Time
	Reason  string
	Side    order.Side `json:",omitempty"` // whose seat was handed over
	From    string     `json:",omitempty"` // who had it
	To      string     `json:",omitempty"` // and who has it now
	Left    string     `json:",omitempty"` // the channel in which the game was
	Channel string     `json:",omitempty"` // and where it is now
}

// Paused is the error for an order in a game that a game master has paused.
type Paused struct{ Intervened }

func (p *Paused) Error() string {
	return fmt.Sprintf("the game is paused by %s since %s: %s", p.By, p.At.Format(time.RFC3339), p.Reason)
}

// GameMoved is the error for a command in a channel from which the game was moved.
type GameMoved struct{ Channel string }

func (e *GameMoved) Error() string { return "the game was moved to channel " + e.Channel }

// What a game master cannot do.
var (
	ErrJudge     = errors.New("a player of the game cannot be its game master")
	ErrReason    = errors.New("that is no reason")
	ErrPaused    = errors.New("the game is paused already")
	ErrNotPaused = errors.New("the game is not paused")
	ErrPlays     = errors.New("that user plays a side of this game already")
	ErrKnows     = errors.New("that user has played the other side")
	ErrNoEnd     = errors.New("no end of a phase can be taken back")
	ErrTaken     = errors.New("that channel has a game")
	ErrSamePlace = errors.New("the game is in that channel already")
)

// ReasonLimit is the length of a game master's reason, in characters.
const ReasonLimit = 200

// mastered is what a game master did, in the body of a row: alone, or beside Ended or Undone.
type mastered struct {
	Does    Measure    `json:"does"`
	Reason  string     `json:"reason,omitempty"`
	Side    order.Side `json:"side,omitempty"` // whose seat is handed over; the new player is in the row's column To
	From    string     `json:"from,omitempty"` // the channel that the game leaves
	Channel string     `json:"channel,omitempty"`
}

// intervene is the row of an intervention.
func (g *Game) Intervene(user string, i Intervention) (Body, error) {
	if err := g.checkMaster(user, i); err != nil {
		return Body{}, err
	}
	m := &mastered{Does: i.Measure, Reason: i.Reason}
	b := Body{Version: BodyVersion, Master: m}
	switch i.Measure {
	case Pause:
		if g.Paused != nil {
			return Body{}, ErrPaused
		}
	case Resume:
		if g.Paused == nil {
			return Body{}, ErrNotPaused
		}
	case HandOver:
		m.Side = i.Side
		return b, g.checkHandOver(user, i)
	case Close:
		ended, err := g.End(Closed, "")
		b.Ended = ended.Ended
		return b, err
	case Move:
		if i.Channel == g.Kept.Channel {
			return Body{}, ErrSamePlace
		}
		m.From, m.Channel = g.Kept.Channel, i.Channel
	case TakeBack:
		var err error
		b.Undone, err = g.takeBackEnd(i.End)
		return b, err
	default:
		return Body{}, fmt.Errorf("a game master does not %q", i.Measure)
	}
	return b, nil
}

// checkMaster refuses an intervention of a user who plays in the game, and one without a reason. A game that
// has not begun can only be closed and moved.
func (g *Game) checkMaster(user string, i Intervention) error {
	_, err := g.Side(user)
	switch {
	case err == nil:
		return ErrJudge
	case g.Over:
		return ErrOver
	case !g.Started && i.Measure != Close && i.Measure != Move:
		return ErrNotStarted
	case i.Reason == "" && i.Measure != Resume, !sayable(i.Reason):
		return ErrReason
	}
	return nil
}

// sayable says whether a reason is printable and not too long.
func sayable(reason string) bool {
	return utf8.RuneCountInString(reason) <= ReasonLimit &&
		!strings.ContainsFunc(reason, func(r rune) bool { return r == utf8.RuneError || !unicode.IsPrint(r) })
}

// checkHandOver refuses a user who cannot be given a seat. The game master cannot give it to himself, because
// he must not play in the game.
func (g *Game) checkHandOver(master string, i Intervention) error {
	knows := g.checkOtherSide(i.To, i.Side)
	switch {
	case i.To == master:
		return ErrJudge
	case i.To != "" && i.To == g.PlayerOf(i.Side):
		return ErrPlays
	case knows != nil:
		return knows
	case i.From != "" && i.From != g.PlayerOf(i.Side):
		return ErrStale
	case i.To == "" || !slices.ContainsFunc(g.Seats, func(s SeatOf) bool { return s.Side == i.Side }):
		return ErrNoSide
	}
	return nil
}

// takeBackEnd is the undo of the last end of a phase, if it is the named one.
func (g *Game) takeBackEnd(end string) (*UndoneOf, error) {
	if g.Waiting != nil {
		return nil, g.awaiting()
	}
	u, _, _, err := g.Match.UndoEnd()
	switch {
	case errors.Is(err, rules.ErrNoEnd):
		return nil, ErrNoEnd
	case err != nil:
		return nil, err
	case end != "" && end != g.UndoName(u):
		return nil, ErrStale
	case u.To < g.Handed:
		return nil, ErrHanded
	}
	return &UndoneOf{Side: u.Side, To: u.To, Told: true}, nil
}

// intervention is the intervention that led to a row.
func (m mastered) intervention(to string) Intervention {
	return Intervention{Measure: m.Does, Reason: m.Reason, Side: m.Side, To: to, Channel: m.Channel}
}

// told is the line about it in the game's story.
func (m mastered) told(now view.Standing) view.Text {
	switch m.Does {
	case Pause:
		return view.T("told.master-paused", "reason", m.Reason)
	case Resume:
		return view.T("told.master-resumed", "reason", m.Reason)
	case HandOver:
		return view.T("told.master-handed-over", "side", m.Side, "reason", m.Reason)
	case Move:
		return view.T("told.master-moved", "reason", m.Reason)
	case TakeBack:
		return view.T("told.master-took-back", "turn", now.Turn, "of", now.Phase.Side, "phase", now.Phase.Name,
			"reason", m.Reason)
	}
	return view.T("told.master-closed", "reason", m.Reason)
}

// followMaster updates the frame by an intervention. The word for the dice stays with a seat that is handed
// over, because it goes into the dice.
func (g *Game) FollowMaster(s Step) {
	m := s.Body.Master
	if m == nil {
		return
	}
	did := Intervened{Measure: m.Does, By: s.By, At: s.At, Reason: m.Reason, Side: m.Side, Left: m.From,
		Channel: m.Channel}
	switch m.Does {
	case Pause:
		g.Paused = &did
	case Resume, Close:
		g.Paused = nil
	case HandOver:
		did.From, did.To = g.PlayerOf(m.Side), s.To
		g.takeSeat(m.Side, s.To)
		g.setOffer(m.Side, nil)
	}
	g.Master = &did
}

// checkNotPaused refuses orders while the game is paused. The players may still end the game then: a pause
// keeps the position, but forces nobody to play on.
func (g *Game) checkNotPaused() error {
	if p := g.paused(); p != nil {
		return &Paused{*p}
	}
	return nil
}

// paused is the pause of a game that is not over, nil for none.
func (g *Game) paused() *Intervened {
	if g.Over {
		return nil
	}
	return g.Paused
}
