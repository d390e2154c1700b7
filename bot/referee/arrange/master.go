package arrange

import (
	"context"
	"errors"
	"strings"

	"grognard/bot/referee/api"
	"grognard/bot/referee/games"
	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/master"
	"grognard/bot/referee/ledger/tables"
	"grognard/bot/referee/ledger/undo"
	"grognard/rules/view"
	"grognard/storage"
)

// Masters does what a game master may do.
type Masters struct {
	games *games.Games
}

// A game master settles what the players cannot. He sees what everybody sees, and cannot be the game master of
// a game in which he plays. The referee does not know who may act as one: the caller of Intervene must check
// it. Each intervention is a row with a reason, and both sides are told of it.

// InterventionPreview is what an intervention would do.
type InterventionPreview struct {
	Public view.Public
	Table  api.Table
	Turn   int        // of TakeBack: the turn to which the game returns
	Phase  view.Phase // and its phase
	End    string     // the name of the end of a phase that would be taken back
}

// Intervene carries out an intervention. Errors: ErrNoGame, ErrOtherGame, ErrOver, ErrNotStarted, ErrJudge, ErrReason;
// ErrPaused, ErrNotPaused; ErrTaken and ErrSamePlace; ErrNoEnd, ErrStale and *Awaiting.
func (ms *Masters) Intervene(ctx context.Context, c api.Command, i api.Intervention) (api.Table, error) {
	if i.Measure == api.Move {
		if t, again, err := movedAlready(ctx, ms.games, c); again || err != nil {
			return t, err
		}
	}
	i.Reason = strings.Join(strings.Fields(i.Reason), " ")
	var t api.Table
	_, err := ms.games.Execute(ctx, c,
		func(g *games.Held) (ledger.Body, error) { return master.Intervene(g.Game, c.User, i) },
		func(g *games.Held, _ []view.Account) { t = tables.Of(g.Game) })
	if errors.Is(err, storage.ErrTaken) {
		err = api.ErrTaken
	}
	return t, err
}

// movedAlready answers a repeated command that has moved its game out of its channel, and reports false for a new one.
func movedAlready(ctx context.Context, gs *games.Games, c api.Command) (t api.Table, again bool, err error) {
	row, kept, known, err := gs.Logs.RowOf(ctx, c.ID)
	if err != nil || !known {
		return api.Table{}, false, err
	}
	s, err := ledger.ReadStep(row)
	if err != nil {
		return api.Table{}, false, err
	}
	if m := s.Body.Master; row.By != c.User || m == nil || m.From != c.Channel {
		return api.Table{}, false, api.ErrReused
	}
	g, _, err := gs.Logs.Replay(ctx, kept, row.Seq, row.Seq)
	if err != nil {
		return api.Table{}, false, err
	}
	return tables.Of(g.Game), true, nil
}

// Foresee shows what an intervention would do, or refuses it as Intervene would, without doing it.
func (ms *Masters) Foresee(ctx context.Context, c api.Command, i api.Intervention) (f InterventionPreview, err error) {
	i.Reason = strings.Join(strings.Fields(i.Reason), " ")
	err = ms.games.LookFor(ctx, c, func(g *games.Held) error {
		if _, err := master.Intervene(g.Game, c.User, i); err != nil {
			return err
		}
		f.Public, f.Table = g.Match.Public(), tables.Of(g.Game)
		if i.Measure != api.TakeBack {
			return nil
		}
		u, turn, phase, err := g.Match.UndoEnd()
		f.Turn, f.Phase, f.End = turn, phase, undo.Name(g.Game, u)
		return err
	})
	if err != nil || i.Measure != api.Move {
		return f, err
	}
	there, err := ms.games.InChannel(ctx, i.Channel)
	switch {
	case errors.Is(err, api.ErrNoGame):
		return f, nil
	case err == nil && !there.Over:
		return f, api.ErrTaken
	}
	return f, err
}
