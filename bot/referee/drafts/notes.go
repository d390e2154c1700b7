package drafts

import (
	"context"
	"errors"
	"strings"
	"unicode/utf8"

	"grognard/bot/referee/api"
	"grognard/bot/referee/games"
	"grognard/rules/hex"
	"grognard/storage"
)

// Notebook keeps the private notes of users.
type Notebook struct {
	games *games.Games
	store storage.Notes
}

// Note is a user's private note in a game.
type Note struct {
	ID   string
	Hex  hex.Hex // its place on the map, hex.None for none
	Turn int     // the turn for which it is meant, 0 for none
	Text string
}

// noteLength is the length of a note, in characters.
const noteLength = 300

// AddNote keeps a note, under the command's ID. Anybody who can give a command in a channel can have notes in
// its game, also onlookers, and when the game is over. Errors: ErrNoGame, ErrNote, ErrNotesFull.
func (ns *Notebook) AddNote(ctx context.Context, c api.Command, n Note) error {
	n.Text = strings.Join(strings.Fields(n.Text), " ")
	if n.Text == "" || utf8.RuneCountInString(n.Text) > noteLength {
		return api.ErrNote
	}
	return ns.withNotes(ctx, c, func(id storage.GameID) error {
		kept := storage.Note{ID: c.ID, Game: id, User: c.User, At: ns.games.Now(), Turn: n.Turn, Text: n.Text}
		if n.Hex != hex.None {
			kept.Hex = n.Hex.String()
		}
		err := ns.store.AddNote(ctx, kept)
		if errors.Is(err, storage.ErrFull) {
			return api.ErrNotesFull
		}
		return err
	})
}

// Notes lists a user's notes in the channel's last game, oldest first. Errors: ErrNoGame.
func (ns *Notebook) Notes(ctx context.Context, c api.Command) (list []Note, err error) {
	err = ns.withNotes(ctx, c, func(id storage.GameID) error {
		kept, err := ns.store.Notes(ctx, id, c.User)
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

// DropNote deletes a note of the user's, if there is one with this ID. Errors: ErrNoGame, ErrOtherGame.
func (ns *Notebook) DropNote(ctx context.Context, c api.Command, id string) error {
	return ns.withNotes(ctx, c, func(game storage.GameID) error { return ns.store.DropNote(ctx, game, c.User, id) })
}

// withNotes calls do for a command about notes of a channel's last game.
func (ns *Notebook) withNotes(ctx context.Context, c api.Command, do func(storage.GameID) error) error {
	leave, err := ns.games.Gate.Enter()
	if err != nil {
		return err
	}
	defer leave()
	kept, err := ns.games.InChannel(ctx, c.Channel)
	if err != nil {
		return err
	}
	if c.Game != "" && c.Game != kept.ID {
		return api.ErrOtherGame
	}
	return do(kept.ID)
}
