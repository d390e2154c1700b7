package referee

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"

	"grognard/rules/order"
	"grognard/rules/view"
	"grognard/storage"
)

// Audit lists the dice of a game, as far as a user may know them.
type Audit struct {
	Table Table
	Rolls []DiceRoll // in the order in which they were given
}

// DiceRoll is a command for which dice fell.
type DiceRoll struct {
	Asked string // the order, with exactly the bytes that were hashed; "" while the user may not know it
	Hash  string // SHA-256 of the order, in hex digits
	Rolls []Roll

	Round     uint64 // of the beacon that the dice are bound to, 0 for none
	Signature string // of the round, in hex digits; "" where the players went on without it
	Message   string // the identifier of the message that named the round
}

// Roll is dice that fell.
type Roll struct {
	Number int
	Faces  []int // nil while they are hidden
	Agrees bool  // recomputing the roll from secret, words and hash gives these faces; false until the game is over
}

// Audit lists the dice of the command's game, or else of the channel's last one. A player is shown the rolls
// that his side was told of, anybody else those that everybody was told of, and all are shown everything when
// the game is over. The hash of an order is shown with its rolls: it tells no more than the fight that was
// announced. Errors: ErrNoGame, ErrOtherGame.
//
// It is rebuilt from the log without the game's lock, as a Film is.
func (r *Referee) Audit(ctx context.Context, c Command) (Audit, error) {
	leave, err := r.enter()
	if err != nil {
		return Audit{}, err
	}
	defer leave()
	kept, err := r.commandGame(ctx, c)
	if err != nil {
		return Audit{}, err
	}
	g, told, err := r.replay(ctx, kept, 1, latest)
	if err != nil {
		return Audit{}, err
	}
	a := Audit{Table: g.table()}
	side, _ := g.side(c.User) // "" for an onlooker
	for _, t := range told {
		if t.play == nil {
			continue
		}
		cast, err := g.diceRoll(t, side)
		if err != nil {
			return Audit{}, fmt.Errorf("game %s, row %d: %w", kept.ID, t.seq, err)
		}
		if len(cast.Rolls) > 0 {
			a.Rolls = append(a.Rolls, cast)
		}
	}
	return a, nil
}

// commandGame finds the game that a command means: the named one, with ErrOtherGame if it is no longer in the
// command's channel, or the channel's if none is named.
func (r *Referee) commandGame(ctx context.Context, c Command) (storage.Game, error) {
	if c.Game == "" {
		return r.inChannel(ctx, c.Channel)
	}
	kept, err := r.log.Game(ctx, c.Game)
	switch {
	case errors.Is(err, storage.ErrNotFound):
		return kept, ErrNoGame
	case err == nil && kept.Channel != c.Channel:
		return kept, ErrOtherGame
	}
	return kept, err
}

// diceRoll is what a side, or "" for an onlooker, may know of the dice of a row.
func (g *game) diceRoll(t toldRow, viewer order.Side) (DiceRoll, error) {
	lines := t.account.Public()
	if viewer != "" {
		lines = t.account.For(viewer)
	}
	hash := sha256.Sum256(t.play.Asked)
	c := DiceRoll{Hash: hex.EncodeToString(hash[:])}
	var value []byte
	if b := t.bound; b != nil {
		var err error
		if value, err = b.value(); err != nil {
			return c, err
		}
		c.Round, c.Signature, c.Message = b.Round, b.Signature, b.Message
	}
	by, err := sideIn(t.play.Asked)
	if err != nil {
		return c, err
	}
	if g.over || by == "" || by == viewer {
		c.Asked = string(t.play.Asked)
	}
	if by != viewer && t.seq > g.reported() && !t.play.Told && !g.over {
		return c, nil // it is announced when the phase ends
	}
	for _, fell := range t.play.Record.Rolls() {
		roll, told := rollIn(lines, int(fell.Number))
		if g.over {
			roll.Faces, told = fell.Faces, true
			again, err := g.roller(hash, value).Roll(fell.Number, len(fell.Faces))
			if err != nil {
				return c, err
			}
			roll.Agrees = slices.Equal(again, fell.Faces)
		}
		if told {
			c.Rolls = append(c.Rolls, roll)
		}
	}
	return c, nil
}

// rollIn is a roll as lines tell it, and whether they do.
func rollIn(lines []view.Line, number int) (r Roll, told bool) {
	r.Number = number
	for _, l := range lines {
		if !slices.Contains(l.Rolls(), number) {
			continue
		}
		told = true
		if l.Roll == number {
			r.Faces = l.Dice
		}
	}
	return r, told
}
