// Package drafts stores what users write down beside the log of a game: lists of orders, for now or a phase to come,
// standing answers that decide while their owner is away, and notes. It carries out lists and answers: each order that
// comes of them is a row of the log like any other.
//
// A replay of the log needs nothing of this package, and only the owner may see what is stored here. What was read from
// the store stays with the game while the game is in memory (papers).
//
// It may import the kernel (games), the ledger and the rules. It must not know who is told of what it does, nor what is
// arranged around a game.
//
// Limits: a user has one list and one set of standing answers in a game.
package drafts

import (
	"context"
	"fmt"
	"log/slog"

	"grognard/bot/referee/games"
	"grognard/bot/referee/ledger/orders"
	"grognard/rules/view"
	"grognard/storage"
)

// Drafts has the services of this package.
type Drafts struct {
	Lists    *Lists
	Standing *StandingAnswers
	Notes    *Notebook
}

// Log knows which commands were given.
type Log interface {
	ByCommand(ctx context.Context, command string) (storage.Row, error)
}

// New returns the services for games, with the alarms of standing answers and lists. autoPass reports whether a user
// wants a phase in which he can do nothing to end automatically.
func New(g *games.Games, store storage.Papers, log Log, logger *slog.Logger,
	autoPass func(context.Context, string) bool) (d Drafts, standing, lists games.Alarm) {
	d = Drafts{Lists: &Lists{games: g, log: log, store: store}, Notes: &Notebook{games: g, store: store},
		Standing: &StandingAnswers{games: g, store: store, logger: logger, autoPass: autoPass}}
	return d, d.Standing.alarm(), d.Lists.alarm()
}

// papers caches what users keep in the store beside the log of a game, while the game is in memory.
type papers struct {
	lists    map[string]*keptList     // by user, as far as they were read; nil for none
	standing map[string]*userStanding // by user, as far as they were read; nil for none
	answered map[string][]Answering   // by user, as far as they were read
	reply    foundReply               // to the pending decision
}

// papersOf returns the papers of a game in memory.
func papersOf(g *games.Held) *papers {
	p, ok := g.Beside.(*papers)
	if !ok {
		p = &papers{lists: map[string]*keptList{}, standing: map[string]*userStanding{},
			answered: map[string][]Answering{}}
		g.Beside = p
	}
	return p
}

// Passes reports whether the current phase ends automatically: everybody can see that its player can do nothing in
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
