package referee

import (
	"context"

	"grognard/bot/referee/api"
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
func (r *Referee) Export(ctx context.Context, channel string) (Export, error) {
	leave, err := r.enter()
	if err != nil {
		return Export{}, err
	}
	defer leave()
	kept, err := r.inChannel(ctx, channel)
	if err != nil {
		return Export{}, err
	}
	def, err := r.library.kept(ctx, kept.Module)
	if err != nil {
		return Export{}, err
	}
	module, err := r.log.Module(ctx, kept.Module)
	if err != nil {
		return Export{}, err
	}
	steps, err := r.steps(ctx, kept.ID, nil, latest)
	if err != nil {
		return Export{}, err
	}
	lines, table, err := proof.ExportGame(ctx, kept, def, module, steps)
	return Export{table, lines}, err
}
