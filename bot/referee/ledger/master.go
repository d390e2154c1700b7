package ledger

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"grognard/bot/referee/api"
	"grognard/rules"
	"grognard/rules/order"
	"grognard/rules/view"
)

// mastered is what a game master did, in the body of a row: alone, or beside Ended or Undone.
type mastered struct {
	Does    api.Measure `json:"does"`
	Reason  string      `json:"reason,omitempty"`
	Side    order.Side  `json:"side,omitempty"` // whose seat is handed over; the new player is in the row's column To
	From    string      `json:"from,omitempty"` // the channel that the game leaves
	Channel string      `json:"channel,omitempty"`
}

// intervene is the row of an intervention.
func (g *Game) Intervene(user string, i api.Intervention) (Body, error) {
	if err := g.checkMaster(user, i); err != nil {
		return Body{}, err
	}
	m := &mastered{Does: i.Measure, Reason: i.Reason}
	b := Body{Version: BodyVersion, Master: m}
	switch i.Measure {
	case api.Pause:
		if g.Paused != nil {
			return Body{}, api.ErrPaused
		}
	case api.Resume:
		if g.Paused == nil {
			return Body{}, api.ErrNotPaused
		}
	case api.HandOver:
		m.Side = i.Side
		return b, g.checkHandOver(user, i)
	case api.Close:
		ended, err := g.End(api.Closed, "")
		b.Ended = ended.Ended
		return b, err
	case api.Move:
		if i.Channel == g.Kept.Channel {
			return Body{}, api.ErrSamePlace
		}
		m.From, m.Channel = g.Kept.Channel, i.Channel
	case api.TakeBack:
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
func (g *Game) checkMaster(user string, i api.Intervention) error {
	_, err := g.Side(user)
	switch {
	case err == nil:
		return api.ErrJudge
	case g.Over:
		return api.ErrOver
	case !g.Started && i.Measure != api.Close && i.Measure != api.Move:
		return api.ErrNotStarted
	case i.Reason == "" && i.Measure != api.Resume, !sayable(i.Reason):
		return api.ErrReason
	}
	return nil
}

// sayable says whether a reason is printable and not too long.
func sayable(reason string) bool {
	return utf8.RuneCountInString(reason) <= api.ReasonLimit &&
		!strings.ContainsFunc(reason, func(r rune) bool { return r == utf8.RuneError || !unicode.IsPrint(r) })
}

// checkHandOver refuses a user who cannot be given a seat. The game master cannot give it to himself, because
// he must not play in the game.
func (g *Game) checkHandOver(master string, i api.Intervention) error {
	knows := g.checkOtherSide(i.To, i.Side)
	switch {
	case i.To == master:
		return api.ErrJudge
	case i.To != "" && i.To == g.PlayerOf(i.Side):
		return api.ErrPlays
	case knows != nil:
		return knows
	case i.From != "" && i.From != g.PlayerOf(i.Side):
		return api.ErrStale
	case i.To == "" || !slices.ContainsFunc(g.Seats, func(s SeatOf) bool { return s.Side == i.Side }):
		return api.ErrNoSide
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
		return nil, api.ErrNoEnd
	case err != nil:
		return nil, err
	case end != "" && end != g.UndoName(u):
		return nil, api.ErrStale
	case u.To < g.Handed:
		return nil, api.ErrHanded
	}
	return &UndoneOf{Side: u.Side, To: u.To, Told: true}, nil
}

// intervention is the intervention that led to a row.
func (m mastered) intervention(to string) api.Intervention {
	return api.Intervention{Measure: m.Does, Reason: m.Reason, Side: m.Side, To: to, Channel: m.Channel}
}

// told is the line about it in the game's story.
func (m mastered) told(now view.Standing) view.Text {
	switch m.Does {
	case api.Pause:
		return view.T("told.master-paused", "reason", m.Reason)
	case api.Resume:
		return view.T("told.master-resumed", "reason", m.Reason)
	case api.HandOver:
		return view.T("told.master-handed-over", "side", m.Side, "reason", m.Reason)
	case api.Move:
		return view.T("told.master-moved", "reason", m.Reason)
	case api.TakeBack:
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
	did := api.Intervened{Measure: m.Does, By: s.By, At: s.At, Reason: m.Reason, Side: m.Side, Left: m.From,
		Channel: m.Channel}
	switch m.Does {
	case api.Pause:
		g.Paused = &did
	case api.Resume, api.Close:
		g.Paused = nil
	case api.HandOver:
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
		return &api.Paused{Intervened: *p}
	}
	return nil
}

// paused is the pause of a game that is not over, nil for none.
func (g *Game) paused() *api.Intervened {
	if g.Over {
		return nil
	}
	return g.Paused
}
