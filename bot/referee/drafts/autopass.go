package drafts

import (
	"context"
	"fmt"

	"grognard/bot/referee/games"
	"grognard/bot/referee/ledger/orders"
	"grognard/rules/view"
)

// Passes says whether the current phase ends automatically: everybody can see that its player can do nothing in
// it, and he does not want to be asked.
func (so *StandingAnswers) Passes(ctx context.Context, g *games.Held) bool {
	side, _, idle := g.Match.Idle()
	return idle && so.autoPass(ctx, g.Player(side))
}

// passIdle ends the phases that end automatically, each by an /end of its player in a row of its own that
// nobody gave. The row before says that such a row follows: if the program stops between the two, the next call
// for the game writes it, so that the common report of both phases is sent. A phase that a newer program does
// not end automatically waits for its player. passIdle returns what was told of the phases.
func (so *StandingAnswers) passIdle(ctx context.Context, g *games.Held) (told []view.Account, err error) {
	for g.Passing && g.Waiting == nil {
		side, end, _ := g.Match.Idle()
		rowBody, err := orders.Decide(g.Game, side, end)
		if err != nil {
			so.logger.Error("a phase that was to pass cannot be ended", "game", g.Stored.ID, "error", err)
			g.Passing = false
			return told, nil
		}
		account, err := so.games.WriteRow(ctx, g, fmt.Sprintf("idle %s %d", g.Stored.ID, g.Match.Seq()+1), rowBody)
		if err != nil {
			return told, err
		}
		told = append(told, account)
	}
	return told, nil
}
