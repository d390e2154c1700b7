package referee

import (
	"context"
	"errors"
	"strings"
	"unicode/utf8"

	"grognard/rules/hex"
	"grognard/storage"
)

// Note is what a user has written down for himself in a game. Nobody else is shown it.
type Note struct {
	ID   string
	Hex  hex.Hex // where it belongs, hex.None for nowhere
	Turn int     // for which it is meant, 0 for none
	Text string
}

// noteLength is how many characters a note may have.
const noteLength = 300

// AddNote keeps a note, under the command's ID. Whoever can give a command in a channel can
// have notes in its game, whether he plays or looks on, and when it is over too. Errors:
// ErrNoGame, ErrNote, ErrNotesFull.
func (r *Referee) AddNote(ctx context.Context, c Command, n Note) error {
	n.Text = strings.Join(strings.Fields(n.Text), " ")
	if n.Text == "" || utf8.RuneCountInString(n.Text) > noteLength {
		return ErrNote
	}
	return r.withNotes(ctx, c, func(id storage.GameID) error {
		kept := storage.Note{ID: c.ID, Game: id, User: c.User, At: r.now(), Turn: n.Turn, Text: n.Text}
		if n.Hex != hex.None {
			kept.Hex = n.Hex.String()
		}
		err := r.store.AddNote(ctx, kept)
		if errors.Is(err, storage.ErrFull) {
			return ErrNotesFull
		}
		return err
	})
}

// Notes are a user's own in the channel's last game, oldest first. Errors: ErrNoGame.
func (r *Referee) Notes(ctx context.Context, c Command) (list []Note, err error) {
	err = r.withNotes(ctx, c, func(id storage.GameID) error {
		kept, err := r.store.Notes(ctx, id, c.User)
		for _, n := range kept {
			at := hex.None
			if n.Hex != "" {
				if at, err = hex.Parse(n.Hex); err != nil {
					return err
				}
			}
			list = append(list, Note{n.ID, at, n.Turn, n.Text})
		}
		return err
	})
	return list, err
}

// DropNote does away with a user's own note, if he has it. Errors: ErrNoGame, ErrOtherGame.
func (r *Referee) DropNote(ctx context.Context, c Command, id string) error {
	return r.withNotes(ctx, c, func(game storage.GameID) error { return r.store.DropNote(ctx, game, c.User, id) })
}

// withNotes does something with the notes of a channel's last game.
func (r *Referee) withNotes(ctx context.Context, c Command, do func(storage.GameID) error) error {
	leave, err := r.enter()
	if err != nil {
		return err
	}
	defer leave()
	kept, err := r.inChannel(ctx, c.Channel)
	if err != nil {
		return err
	}
	if c.Game != "" && c.Game != kept.ID {
		return ErrOtherGame
	}
	return do(kept.ID)
}
