package arrange

import (
	"context"

	"grognard/bot/referee/api"
	"grognard/bot/referee/games"
	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/clocks"
)

// Clocks sets clocks by agreement, and does what follows when one runs out.
type Clocks struct {
	games  *games.Games
	answer answerFunc
}

// OfferTime proposes something about the clocks to the other side. The side that the game waits for ends a
// pause without agreement, because only its own clock runs then. Before the game begins only terms can be
// proposed, and a player who is alone at the table sets them at once. Errors: those of Resign, ErrTimed,
// ErrNoClock, ErrSameTerms, ErrDays, ErrClockOn, ErrClockOff.
func (cl *Clocks) OfferTime(ctx context.Context, c api.Command, what api.Time) (api.Table, error) {
	return cl.games.ExecuteTable(ctx, c, func(g *games.Held) (ledger.Body, error) {
		t := ledger.Timed{Does: api.OfferTiming, Offers: what.Does, Days: what.Days}
		if what.Does == api.NewTerms {
			t.Terms = what.Terms.String()
		}
		return clocks.Offer(g.Game, c.User, t, cl.games.RowTime(g))
	})
}

// AnswerTime answers the offer of this number, 0 for the open one: the other side accepts or declines it, its
// own side withdraws it. Errors: those of Resign, ErrNoTiming, ErrOwnTiming, and those of OfferTime where the
// offer makes no sense any more.
func (cl *Clocks) AnswerTime(ctx context.Context, c api.Command, number int, accept bool) (api.Table, error) {
	return cl.games.ExecuteTable(ctx, c, func(g *games.Held) (ledger.Body, error) {
		return clocks.Answer(g.Game, c.User, number, accept, cl.games.RowTime(g))
	})
}
