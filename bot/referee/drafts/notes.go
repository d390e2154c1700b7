package drafts

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"

	"grognard/bot/referee/api"
	"grognard/bot/referee/games"
	"grognard/rules/hex"
	"grognard/storage"
)

// Notebook stores the private notes of users.
type Notebook struct {
	games *games.Games
	store storage.Papers
}

// Note is a user's private note in a game.
type Note struct {
	ID   string
	Hex  hex.Hex // its place on the map, hex.None for none
	Turn int     // the turn for which it is meant, 0 for none
	Text string
}

// noteLength is the maximum length of a note, in characters, and notesKept how many notes a user can have in a game.
const (
	noteLength = 300
	notesKept  = 50
)

// keptNote is a note as its paper has it.
type keptNote struct {
	Hex  string `json:",omitempty"`
	Turn int    `json:",omitempty"`
	Text string
}

// AddNote stores a note, under the command's ID. Anybody who can give a command in a channel can have notes in
// its game, also onlookers, and when the game is over. Errors: ErrNoGame, ErrNote, ErrNotesFull.
func (ns *Notebook) AddNote(ctx context.Context, c api.Command, n Note) error {
	n.Text = strings.Join(strings.Fields(n.Text), " ")
	if n.Text == "" || utf8.RuneCountInString(n.Text) > noteLength {
		return api.ErrNote
	}
	return ns.withNotes(ctx, c, func(id storage.GameID) error {
		list, err := ns.notes(ctx, id, c.User)
		switch {
		case err != nil || slices.ContainsFunc(list, func(old Note) bool { return old.ID == c.ID }): // given again
			return err
		case len(list) >= notesKept:
			return api.ErrNotesFull
		}
		kept := keptNote{Turn: n.Turn, Text: n.Text}
		if n.Hex != hex.None {
			kept.Hex = n.Hex.String()
		}
		raw, err := json.Marshal(kept)
		if err != nil {
			return err
		}
		return ns.store.SavePaper(ctx, storage.Paper{Game: id, User: c.User, Kind: api.PaperOfNote + c.ID,
			At: ns.games.Now(), Text: string(raw)})
	})
}

// Notes lists a user's notes in the channel's last game, oldest first. Errors: ErrNoGame.
func (ns *Notebook) Notes(ctx context.Context, c api.Command) (list []Note, err error) {
	err = ns.withNotes(ctx, c, func(id storage.GameID) error {
		list, err = ns.notes(ctx, id, c.User)
		return err
	})
	return list, err
}

// notes lists a user's notes in a game, oldest first.
func (ns *Notebook) notes(ctx context.Context, id storage.GameID, user string) (list []Note, err error) {
	papers, err := ns.store.PapersBy(ctx, user)
	for _, p := range papers {
		noteID, isNote := strings.CutPrefix(p.Kind, api.PaperOfNote)
		if !isNote || p.Game != id {
			continue
		}
		var n keptNote
		at := hex.None
		if err := json.Unmarshal([]byte(p.Text), &n); err != nil {
			return nil, err
		}
		if n.Hex != "" {
			if at, err = hex.Parse(n.Hex); err != nil {
				return nil, err
			}
		}
		list = append(list, Note{noteID, at, n.Turn, n.Text})
	}
	return list, err
}

// DropNote deletes a note of the user's, if there is one with this ID. Errors: ErrNoGame, ErrOtherGame.
func (ns *Notebook) DropNote(ctx context.Context, c api.Command, id string) error {
	return ns.withNotes(ctx, c, func(game storage.GameID) error {
		return ns.store.DropPaper(ctx, game, c.User, api.PaperOfNote+id)
	})
}

// withNotes calls do for a command about notes of a channel's last game.
func (ns *Notebook) withNotes(ctx context.Context, c api.Command, do func(storage.GameID) error) error {
	return ns.games.Gate.Enter(func() error {
		kept, err := ns.games.InChannel(ctx, c.Channel)
		if err != nil {
			return err
		}
		if c.Game != "" && c.Game != kept.ID {
			return api.ErrOtherGame
		}
		return do(kept.ID)
	})
}
