package tell

import (
	"context"
	"log/slog"
	"strings"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/api"
	"grognard/bot/referee/drafts"
	"grognard/rules/hex"
)

// NoteInWords returns a note with the turn and the hex that it is for.
func NoteInWords(loc wording.Localizer, n drafts.Note) string {
	var head []string
	if n.Hex != hex.None {
		head = append(head, loc.Hex(n.Hex))
	}
	if n.Turn > 0 {
		head = append(head, loc.Say("story.name", "turn", n.Turn))
	}
	if len(head) == 0 {
		return n.Text
	}
	return "**" + strings.Join(head, ", ") + "** " + n.Text
}

// mostNotes is how many notes are added to an answer about something else.
const mostNotes = 3

// noteReader reads what a user has written for himself about a game.
type noteReader interface {
	Notes(ctx context.Context, c api.Command) ([]drafts.Note, error)
}

// NotesForTurn returns the asker's own notes for a turn, a line for each, for answers that he alone sees; "" if there
// are none. If they cannot be read, the answer is given without them.
func NotesForTurn(ctx context.Context, log *slog.Logger, notes noteReader, req ask.Request, turn int) string {
	list, err := notes.Notes(ctx, req.Cmd)
	if err != nil {
		log.Warn("a user's notes are not known", "error", err)
	}
	words, n := "", 0
	for _, note := range list {
		if note.Turn != turn {
			continue
		}
		if n++; n <= mostNotes {
			words += "\n" + req.Say("note.reminder", "note", wording.InWords(NoteInWords(req.Localizer, note)))
		}
	}
	if n > mostNotes {
		words += "\n" + req.Say("note.more", "n", n-mostNotes)
	}
	return words
}
