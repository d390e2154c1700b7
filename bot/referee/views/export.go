package views

import (
	"context"

	"grognard/bot/referee/api"
	"grognard/bot/referee/games"
	"grognard/bot/referee/proof"
)

// Export is a game for others to check, as lines of JSON.
type Export struct {
	Table api.Table
	Lines []byte // the whole log of a game that is over, of a running game what everybody was told
}

// Export exports a channel's last game. Errors: ErrNoGame.
//
// It is rebuilt from the log without the game's lock, as a Film is.
func (lk *Looks) Export(ctx context.Context, channel string) (Export, error) {
	return games.Within(lk.games, func() (Export, error) {
		g, steps, err := lk.rowsIn(ctx, channel)
		if err != nil {
			return Export{}, err
		}
		module, err := lk.log.Module(ctx, g.Stored.Module)
		if err != nil {
			return Export{}, err
		}
		lines, table, err := proof.ExportGame(ctx, g.Stored, g.Def, module, steps)
		return Export{table, lines}, err
	})
}
