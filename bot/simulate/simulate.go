// Package simulate plays random games through the referee, to make exports for tests and for people who want to see
// one:
//
//	export, err := simulate.Play(context.Background(), simulate.Options{Module: "drill", Seed: 7, Turns: 1})
//
// Both sides use only orders that they are offered, sometimes take orders back, and contribute words to the dice. The
// same options give the same game, to the byte: the seed determines its clock, its secret and its commands.
package simulate

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"grognard/bot/referee"
	"grognard/bot/referee/api"
	"grognard/bot/referee/arrange"
	"grognard/bot/referee/ordering"
	"grognard/bot/referee/views"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/view"
	"grognard/storage/sqlite"
)

// Options say which game is played, and for how long.
type Options struct {
	Module, Scenario string
	Modules          string // a folder of modules beside those that ship, "" for none
	Seed             uint64
	Turns            int  // after this many turns the players end the game; 0 for no limit
	Commands         int  // after this many commands they end it; 0 for no limit
	Pace             int  // the approximate number of orders in a phase; 0 for 12
	Running          bool // after Turns or Commands the players stop without ending the game
}

const channel = "simulated"

// Play plays a game in a temporary folder and exports it.
func Play(ctx context.Context, o Options) (export views.Export, err error) {
	dir, err := os.MkdirTemp("", "grognard")
	if err != nil {
		return export, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	store, err := sqlite.Open(ctx, filepath.Join(dir, "games.db"))
	if err != nil {
		return export, err
	}
	defer func() { err = errors.Join(err, store.Shut()) }()
	var own []modules.Folder
	if o.Modules != "" {
		if own, err = modules.Folders(o.Modules, os.DirFS(o.Modules)); err != nil {
			return export, err
		}
	}
	p := newPlayers(o)
	p.Referee = referee.New(referee.Options{Store: store, Entropy: p.entropy, Now: p.now, Modules: own,
		Passes: func(_ context.Context, user string) bool { return user == p.names[0] }})
	defer func() { err = errors.Join(err, p.Referee.Shut(ctx)) }()
	if err := p.play(ctx, o); err != nil {
		return export, err
	}
	return p.Referee.Looks.Export(ctx, channel)
}

// players are the two players of a game, with the source of its randomness.
type players struct {
	Chooser
	entropy *rand.ChaCha8
	clock   time.Time
	said    int // commands so far
	names   [2]string
	users   map[order.Side]string
}

func newPlayers(o Options) *players {
	var seed [32]byte
	binary.BigEndian.PutUint64(seed[:], o.Seed)
	return &players{Chooser: Chooser{Pace: cmp.Or(o.Pace, 12), Rand: rand.New(rand.NewPCG(o.Seed, 1))},
		entropy: rand.NewChaCha8(seed), clock: time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC),
		names: [2]string{"first", "second"}, users: map[order.Side]string{}}
}

// now returns a random time after the previous one.
func (p *players) now() time.Time {
	p.clock = p.clock.Add(time.Duration(p.Rand.IntN(90_000_000)) * time.Microsecond)
	return p.clock
}

func (p *players) command(user string) api.Command {
	p.said++
	return api.Command{ID: strconv.Itoa(p.said), User: user, Channel: channel}
}

// play plays the game from its opening.
func (p *players) play(ctx context.Context, o Options) error {
	if err := p.begin(ctx, o); err != nil {
		return err
	}
	for {
		now, table, err := p.Referee.Looks.Public(ctx, channel)
		if err != nil {
			return err
		}
		b := now.Board()
		switch {
		case table.Over:
			return nil
		case o.Turns > 0 && b.Turn > o.Turns, o.Commands > 0 && p.said >= o.Commands:
			if o.Running {
				return nil
			}
			return p.end(ctx)
		}
		if err := p.turn(ctx, b); err != nil {
			return err
		}
	}
}

// begin opens the game, seats the players, sets their words and starts the game.
func (p *players) begin(ctx context.Context, o Options) error {
	table, err := p.Referee.NewGames.NewGame(ctx, p.command(p.names[0]),
		arrange.Opening{Module: o.Module, Scenario: o.Scenario})
	if err != nil {
		return err
	}
	for i, seat := range table.Seats {
		p.users[seat.Side.ID] = p.names[i]
		if err := p.takeSeat(ctx, p.names[i], seat.Side.ID); err != nil {
			return err
		}
	}
	_, err = p.Referee.NewGames.Start(ctx, p.command(p.names[0]))
	return err
}

// takeSeat takes a seat, perhaps after another user took and left it, and sets a word at once or later.
func (p *players) takeSeat(ctx context.Context, user string, side order.Side) error {
	word := fmt.Sprintf("word %d", p.Rand.IntN(1_000_000))
	if p.Rand.IntN(4) == 0 {
		if _, err := p.Referee.NewGames.Join(ctx, p.command("a guest"), side, "a guest's"); err != nil {
			return err
		}
		if _, err := p.Referee.NewGames.Leave(ctx, p.command("a guest")); err != nil {
			return err
		}
	}
	if p.Rand.IntN(2) == 0 {
		_, err := p.Referee.NewGames.Join(ctx, p.command(user), side, word)
		return err
	}
	if _, err := p.Referee.NewGames.Join(ctx, p.command(user), side, ""); err != nil {
		return err
	}
	_, err := p.Referee.NewGames.Word(ctx, p.command(user), word)
	return err
}

func (p *players) other(user string) string {
	if user == p.names[0] {
		return p.names[1]
	}
	return p.names[0]
}

// end ends the game by a resignation or a draw.
func (p *players) end(ctx context.Context) error {
	user := p.names[p.Rand.IntN(2)]
	if p.Rand.IntN(2) == 0 {
		_, err := p.Referee.Endings.Resign(ctx, p.command(user))
		return err
	}
	table, err := p.Referee.Endings.Propose(ctx, p.command(user), api.Drawn)
	if err == nil && table.Offer != nil && !table.Over {
		_, err = p.Referee.Endings.Accept(ctx, p.command(p.other(user)), table.Offer.Number)
	}
	if errors.Is(err, api.ErrDeclined) {
		_, err = p.Referee.Endings.Resign(ctx, p.command(user))
	}
	return err
}

// turn has a player do one thing at random: give an order, offer a draw or undo.
func (p *players) turn(ctx context.Context, b *view.Board) error {
	side := b.Phase.Side
	if b.Due != nil {
		side = b.Due.Side
	}
	user := p.users[side]
	switch n := p.Rand.IntN(100); {
	case n < 6:
		return p.undo(ctx, p.names[p.Rand.IntN(2)])
	case n < 8:
		return p.offerDraw(ctx, user)
	}
	o, err := p.Choose(ctx, channel, user, b)
	if err == nil {
		_, err = p.Referee.Orders.Give(ctx, p.command(user), o, ordering.Expect{})
	}
	if err != nil {
		return fmt.Errorf("%s says %v: %w", side, o, err)
	}
	return nil
}

// undo takes the last order back or asks for it; the opponent agrees half of the time.
func (p *players) undo(ctx context.Context, user string) error {
	u, err := p.Referee.Orders.Undo(ctx, p.command(user), "")
	if errors.As(err, new(*view.Denial)) || errors.Is(err, api.ErrUndoAsked) {
		return nil
	}
	if err == nil && u.Asked {
		_, err = p.Referee.Orders.AnswerUndo(ctx, p.command(p.other(user)), 0, p.Rand.IntN(2) == 0)
	}
	return err
}

// offerDraw offers a draw, which the opponent declines.
func (p *players) offerDraw(ctx context.Context, user string) error {
	table, err := p.Referee.Endings.Propose(ctx, p.command(user), api.Drawn)
	if errors.Is(err, api.ErrDeclined) {
		return nil
	}
	if err == nil {
		_, err = p.Referee.Endings.Decline(ctx, p.command(p.other(user)), table.Offer.Number)
	}
	return err
}
