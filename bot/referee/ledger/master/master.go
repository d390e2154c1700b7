package master

import (
	"errors"
	"fmt"

	"grognard/bot/referee/api"
	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/endings"
	"grognard/bot/referee/ledger/stops"
	"grognard/bot/referee/ledger/undo"
	"grognard/rules"
	"grognard/rules/view"
)

// Intervene returns the row of an intervention. It refuses a user who plays in the game.
func Intervene(g *ledger.Game, user string, i api.Intervention) (ledger.Body, error) {
	if err := checkMaster(g, user, i); err != nil {
		return ledger.Body{}, err
	}
	m := &ledger.Mastered{Does: i.Measure, Reason: i.Reason}
	b := ledger.Body{Version: ledger.BodyVersion, Master: m}
	switch i.Measure {
	case api.Pause:
		if g.Paused != nil {
			return ledger.Body{}, api.ErrPaused
		}
	case api.Resume:
		if g.Paused == nil {
			return ledger.Body{}, api.ErrNotPaused
		}
	case api.Close:
		ended, err := endings.End(g, api.Closed, "")
		b.Ended = ended.Ended
		return b, err
	case api.StopClocks, api.RunClocks:
		return b, stops.Check(g, i.Measure)
	case api.Move:
		if i.Channel == g.Stored.Channel {
			return ledger.Body{}, api.ErrSamePlace
		}
		m.From, m.Channel = g.Stored.Channel, i.Channel
	case api.TakeBack:
		var err error
		b.Undone, err = takeBackEnd(g, i.End)
		return b, err
	default:
		return ledger.Body{}, fmt.Errorf("a game master does not %q", i.Measure)
	}
	return b, nil
}

// checkMaster refuses an intervention of a user who plays in the game, and one without a reason. A game that
// has not begun can only be closed and moved.
func checkMaster(g *ledger.Game, user string, i api.Intervention) error {
	_, err := g.Side(user)
	switch {
	case err == nil:
		return api.ErrJudge
	case g.Over:
		return api.ErrOver
	case !g.Started && i.Measure != api.Close && i.Measure != api.Move:
		return api.ErrNotStarted
	case i.Reason == "" && i.Measure != api.Resume, !ledger.Sayable(i.Reason):
		return api.ErrReason
	}
	return nil
}

// takeBackEnd returns the undo of the last end of a phase, if that is the named one.
func takeBackEnd(g *ledger.Game, end string) (*ledger.Undone, error) {
	if g.Waiting != nil {
		return nil, g.AwaitingError()
	}
	u, _, _, err := g.Match.UndoEnd()
	switch {
	case errors.Is(err, rules.ErrNoEnd):
		return nil, api.ErrNoEnd
	case err != nil:
		return nil, err
	case end != "" && end != undo.Name(g, u):
		return nil, api.ErrStale
	case u.To < g.HandedOver:
		return nil, api.ErrHanded
	}
	return &ledger.Undone{Side: u.Side, To: u.To, Announced: true}, nil
}

// Follow updates the frame by an intervention.
func Follow(g *ledger.Game, s ledger.Step) {
	m := s.Body.Master
	if m == nil {
		return
	}
	did := api.Intervened{Measure: m.Does, By: s.By, At: s.At, Reason: m.Reason, Left: m.From, Channel: m.Channel}
	switch m.Does {
	case api.Pause:
		g.Paused = &did
	case api.Resume, api.Close:
		g.Paused = nil
	}
	g.Master = &did
}

// LogLine returns the game log's line about an intervention; now is the standing after it.
func LogLine(m ledger.Mastered, now view.Standing) view.Text {
	switch m.Does {
	case api.Pause:
		return view.T("told.master-paused", "reason", m.Reason)
	case api.Resume:
		return view.T("told.master-resumed", "reason", m.Reason)
	case api.StopClocks, api.RunClocks:
		return stops.LogLine(m)
	case api.Move:
		if m.Reason == "" {
			return view.T("told.moved")
		}
		return view.T("told.master-moved", "reason", m.Reason)
	case api.TakeBack:
		return view.T("told.master-took-back", "turn", now.Turn, "of", now.Phase.Side, "phase", now.Phase.Name,
			"reason", m.Reason)
	}
	return view.T("told.master-closed", "reason", m.Reason)
}
