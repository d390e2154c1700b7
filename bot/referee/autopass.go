package referee

import (
	"context"
	"fmt"

	"grognard/rules/view"
)

// passes says whether the phase of a game passes by itself: everybody can see that its
// player can do nothing in it, and he does not want to be asked.
func (r *Referee) passes(ctx context.Context, g *game) bool {
	side, _, idle := g.match.Idle()
	return idle && r.autoPass(ctx, g.playerOf(side))
}

// passIdle ends the phases of a game that pass by themselves, each by an /end for its player,
// given by nobody, in a row of its own. The row before says that one comes: whoever comes
// first to a game of which the program died in between goes on here, so that what the one
// report of both has to tell is told. A phase that a newer program does not let pass waits for
// its player. It returns what was told of them.
func (r *Referee) passIdle(ctx context.Context, b *lockedGame, g *game) (told []view.Account, err error) {
	for g.Passing && g.Waiting == nil {
		side, end, _ := g.match.Idle()
		rowBody, err := g.decide(side, end)
		if err != nil {
			r.logger.Error("a phase that was to pass cannot be ended", "game", g.kept.ID, "error", err)
			g.Passing = false
			return told, nil
		}
		account, err := r.writeRow(ctx, b, g, fmt.Sprintf("idle %s %d", g.kept.ID, g.match.Seq()+1), rowBody)
		if err != nil {
			return told, err
		}
		told = append(told, account)
	}
	return told, nil
}
