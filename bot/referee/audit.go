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

// Audit is the dice of a game as far as a user may know of them.
type Audit struct {
	Table Table
	Rolls []DiceRoll // in the order in which they were given
}

// DiceRoll is a command for which dice fell.
type DiceRoll struct {
	Asked string // as it was hashed, "" while its user may not know it
	Hash  string // SHA-256 of that, in hex digits
	Rolls []Roll

	Round     uint64 // of the beacon that the dice are bound to, 0 for none
	Signature string // of it, in hex digits; "" where the players went on without
	Message   string // the one that named it, by its identifier
}

// Roll is dice that fell.
type Roll struct {
	Number int
	Faces  []int // nil as long as they are hidden
	Agrees bool  // the secret, the words and the hash give these faces: worked out now that the game is over
}

// Audit is the dice of a game: of the command's, or else of the channel's last one. Whoever
// plays a side is shown the rolls that his side was told of, all others those that everybody
// was; faces and orders as far as they may know them, and all when the game is over. The hash
// of an order for which dice fell tells nothing that its fight does not. Errors: ErrNoGame,
// ErrOtherGame.
//
// It is rebuilt from the log, and not under the game's lock, as a Film is.
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
	side, _ := g.side(c.User) // "" for one who plays none
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

// commandGame is the game of a command in its channel, which may have another one by now.
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
		return c, nil // it is told when the phase ends
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

// rollIn is a roll as lines tell of it.
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
