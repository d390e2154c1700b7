package referee

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"grognard/rules"
	"grognard/rules/order"
	"grognard/rules/view"
	"grognard/storage"
)

// A game master settles what the players cannot. He sees no more than everybody, and is no judge of
// a game in which he plays. Who may act as one is not the referee's to know: whoever calls
// Intervene has made sure of it. All that he does is a row with its reason, of which both sides
// are told.

// Measure is what a game master can do to a game.
type Measure string

// The measures.
const (
	Pause    Measure = "pause"    // no order is taken
	Resume   Measure = "resume"   // of a game that is paused
	HandOver Measure = "handOver" // a seat is another user's from now on
	Close    Measure = "close"    // the game is over, and nobody has won
	Move     Measure = "move"     // the game is played in another channel
	TakeBack Measure = "takeBack" // the last end of a phase, with all that came after it
)

// Intervention is what a game master wants done to a game.
type Intervention struct {
	Measure Measure
	Reason  string     // needed but for Resume: one line
	Side    order.Side // of HandOver
	To      string     // the user who gets the seat
	From    string     // of HandOver: who is meant to have it till then, as Foresee has it; "" is whoever has
	Channel string     // of Move
	End     string     // of TakeBack: names the end of a phase that is meant, as Foresee has it; "" is the last
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

// InterventionPreview is what an intervention would do.
type InterventionPreview struct {
	Public view.Public
	Table  Table
	Turn   int        // of TakeBack: to which the game returns
	Phase  view.Phase // and its phase
	End    string     // names the end of a phase that would be taken back
}

// Paused refuses an order because a game master has paused the game.
type Paused struct{ Intervened }

func (p *Paused) Error() string {
	return fmt.Sprintf("the game is paused by %s since %s: %s", p.By, p.At.Format(time.RFC3339), p.Reason)
}

// GameMoved refuses a command in a channel from which the game was moved.
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

// ReasonLimit is how many characters a game master's reason can have.
const ReasonLimit = 200

// mastered is what a game master did, in the body of a row: alone, or beside how the game ended or
// what was taken back.
type mastered struct {
	Does    Measure    `json:"does"`
	Reason  string     `json:"reason,omitempty"`
	Side    order.Side `json:"side,omitempty"` // whose seat is handed over; to whom the row says
	From    string     `json:"from,omitempty"` // the channel that the game leaves
	Channel string     `json:"channel,omitempty"`
}

// Intervene does what a game master wants done. Errors: ErrNoGame, ErrOtherGame, ErrOver,
// ErrNotStarted, ErrJudge, ErrReason; ErrPaused, ErrNotPaused; ErrNoSide, ErrPlays and ErrKnows; ErrTaken
// and ErrSamePlace; ErrNoEnd, ErrStale and *Awaiting.
func (r *Referee) Intervene(ctx context.Context, c Command, i Intervention) (Table, error) {
	if i.Measure == Move {
		if t, again, err := r.movedAlready(ctx, c); again || err != nil {
			return t, err
		}
	}
	t, err := r.intervene(ctx, c, i)
	if errors.Is(err, storage.ErrTaken) {
		err = ErrTaken
	}
	return t, err
}

func (r *Referee) intervene(ctx context.Context, c Command, i Intervention) (t Table, err error) {
	i.Reason = strings.Join(strings.Fields(i.Reason), " ")
	_, err = r.executeFor(ctx, c, i.To, func(g *game) (body, error) { return g.intervene(c.User, i) },
		func(g *game, _ []view.Account) { t = g.table() })
	return t, err
}

// movedAlready answers a command that has moved its game, so that the game is not where it was
// given any more.
func (r *Referee) movedAlready(ctx context.Context, c Command) (Table, bool, error) {
	row, err := r.log.ByCommand(ctx, c.ID)
	if errors.Is(err, storage.ErrNotFound) {
		return Table{}, false, nil
	}
	if err != nil {
		return Table{}, false, err
	}
	kept, err := r.log.Game(ctx, row.Game)
	if err != nil {
		return Table{}, false, err
	}
	s, err := read(row)
	if err != nil {
		return Table{}, false, err
	}
	if m := s.body.Master; row.By != c.User || m == nil || m.From != c.Channel {
		return Table{}, false, ErrReused
	}
	g, _, err := r.replay(ctx, kept, row.Seq, row.Seq)
	if err != nil {
		return Table{}, false, err
	}
	return g.table(), true, nil
}

// Foresee says what an intervention would do, or refuses it as Intervene would. It does nothing.
func (r *Referee) Foresee(ctx context.Context, c Command, i Intervention) (f InterventionPreview, err error) {
	i.Reason = strings.Join(strings.Fields(i.Reason), " ")
	err = r.look(ctx, c.Channel, func(g *game) error {
		if c.Game != "" && c.Game != g.kept.ID {
			return ErrOtherGame
		}
		if _, err := g.intervene(c.User, i); err != nil {
			return err
		}
		f.Public, f.Table = g.match.Public(), g.table()
		if i.Measure != TakeBack {
			return nil
		}
		u, turn, phase, err := g.match.UndoEnd()
		f.Turn, f.Phase, f.End = turn, phase, g.undoName(u)
		return err
	})
	if err != nil || i.Measure != Move {
		return f, err
	}
	there, err := r.inChannel(ctx, i.Channel)
	switch {
	case errors.Is(err, ErrNoGame):
		return f, nil
	case err == nil && !there.Over:
		return f, ErrTaken
	}
	return f, err
}

// intervene is the row of an intervention.
func (g *game) intervene(user string, i Intervention) (body, error) {
	if err := g.checkMaster(user, i); err != nil {
		return body{}, err
	}
	m := &mastered{Does: i.Measure, Reason: i.Reason}
	b := body{Version: bodyVersion, Master: m}
	switch i.Measure {
	case Pause:
		if g.Paused != nil {
			return body{}, ErrPaused
		}
	case Resume:
		if g.Paused == nil {
			return body{}, ErrNotPaused
		}
	case HandOver:
		m.Side = i.Side
		return b, g.checkHandOver(user, i)
	case Close:
		ended, err := g.end(Closed, "")
		b.Ended = ended.Ended
		return b, err
	case Move:
		if i.Channel == g.kept.Channel {
			return body{}, ErrSamePlace
		}
		m.From, m.Channel = g.kept.Channel, i.Channel
	case TakeBack:
		var err error
		b.Undone, err = g.takeBackEnd(i.End)
		return b, err
	default:
		return body{}, fmt.Errorf("a game master does not %q", i.Measure)
	}
	return b, nil
}

// checkMaster says whether a user may intervene so: in a game in which he does not play, with a reason.
// A game that has not begun can be closed and moved.
func (g *game) checkMaster(user string, i Intervention) error {
	_, err := g.side(user)
	switch {
	case err == nil:
		return ErrJudge
	case g.over:
		return ErrOver
	case !g.Started && i.Measure != Close && i.Measure != Move:
		return ErrNotStarted
	case i.Reason == "" && i.Measure != Resume, !sayable(i.Reason):
		return ErrReason
	}
	return nil
}

// sayable says whether a reason is a line that can be printed.
func sayable(reason string) bool {
	return utf8.RuneCountInString(reason) <= ReasonLimit &&
		!strings.ContainsFunc(reason, func(r rune) bool { return r == utf8.RuneError || !unicode.IsPrint(r) })
}

// checkHandOver says whether a user can be given a seat. The game master is not: he would be judge of his own
// game from then on.
func (g *game) checkHandOver(master string, i Intervention) error {
	knows := g.checkOtherSide(i.To, i.Side)
	switch {
	case i.To == master:
		return ErrJudge
	case i.To != "" && i.To == g.playerOf(i.Side):
		return ErrPlays
	case knows != nil:
		return knows
	case i.From != "" && i.From != g.playerOf(i.Side):
		return ErrStale
	case i.To == "" || !slices.ContainsFunc(g.Seats, func(s seat) bool { return s.Side == i.Side }):
		return ErrNoSide
	}
	return nil
}

// takeBackEnd takes the last end of a phase back, if it is the one that is meant.
func (g *game) takeBackEnd(end string) (*undone, error) {
	if g.Waiting != nil {
		return nil, g.awaiting()
	}
	u, _, _, err := g.match.UndoEnd()
	switch {
	case errors.Is(err, rules.ErrNoEnd):
		return nil, ErrNoEnd
	case err != nil:
		return nil, err
	case end != "" && end != g.undoName(u):
		return nil, ErrStale
	case u.To < g.Handed:
		return nil, ErrHanded
	}
	return &undone{Side: u.Side, To: u.To, Told: true}, nil
}

// intervention is an intervention once more, from its row.
func (m mastered) intervention(to string) Intervention {
	return Intervention{Measure: m.Does, Reason: m.Reason, Side: m.Side, To: to, Channel: m.Channel}
}

// told is what everybody reads of it in the story of the game.
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

// followMaster brings the frame up to a row by which a game master did something. A word for the dice
// stays with its seat: it is in the dice.
func (g *game) followMaster(s step) {
	m := s.body.Master
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
		did.From, did.To = g.playerOf(m.Side), s.To
		g.takeSeat(m.Side, s.To)
		g.setOffer(m.Side, nil)
	}
	g.Master = &did
}

// checkNotPaused refuses what a pause does not allow. A player may still end the game, alone or with the
// other one: a pause keeps the position, and nobody in his seat.
func (g *game) checkNotPaused() error {
	if p := g.paused(); p != nil {
		return &Paused{*p}
	}
	return nil
}

// paused is the pause of a game that is not over, nil for none.
func (g *game) paused() *Intervened {
	if g.over {
		return nil
	}
	return g.Paused
}
