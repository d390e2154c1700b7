package discord

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/bot/referee"
	"grognard/rules/hex"
	"grognard/rules/view"
)

// The presses about a user's own notes.
const (
	pressNotes = "notes" // a page follows, see notePage
	pressDrop  = "drop"  // a menu: its value is the note
)

// note is /note: with a text it keeps a note, without one it lists the asker's own. Answers about notes are shown to
// nobody else.
func (b *bot) note(ctx context.Context, req request, values map[string]string) ([]rest.Message, error) {
	v, _, err := b.referee.Public(ctx, req.cmd.Channel)
	if err != nil {
		return nil, err
	}
	text, adds := values["text"]
	n := referee.Note{Text: text}
	n.Turn, _ = strconv.Atoi(values["turn"]) // Discord sends a number
	if typed, given := values["hex"]; given {
		if n.Hex, err = hexOf(v.Board().Map, "note", "hex", typed); err != nil {
			return nil, err
		}
	}
	if !adds {
		return b.notes(ctx, req, notePage{turn: n.Turn, hex: n.Hex})
	}
	if err := b.referee.AddNote(ctx, req.cmd, n); err != nil {
		return nil, err
	}
	req.localizer = req.on(v.Board().Map)
	return req.told("note.added", "note", wording.InWords(req.noted(n))), nil
}

// noted is a note with the turn and the hex that it is for.
func (loc localizer) noted(n referee.Note) string {
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

// notePage says which page of which notes is shown: of all, or of those for a turn or a hex.
type notePage struct {
	number, turn int
	hex          hex.Hex
}

func (p notePage) fits(n referee.Note) bool {
	return (p.hex == hex.None || p.hex == n.Hex) && (p.turn == 0 || p.turn == n.Turn)
}

// id is the custom ID that turns to another page of the same notes.
func (p notePage) id(game referee.GameID, number int) string {
	return pressID(pressNotes, game, strconv.Itoa(number)+"/"+strconv.Itoa(p.turn)+"/"+p.hex.String())
}

// readNotePage reads what id has written.
func readNotePage(what string) (p notePage, err error) {
	parts := strings.Split(what, "/")
	if len(parts) != 3 {
		return p, errStale
	}
	var errs [3]error
	p.number, errs[0] = strconv.Atoi(parts[0])
	p.turn, errs[1] = strconv.Atoi(parts[1])
	if parts[2] != hex.None.String() {
		p.hex, errs[2] = hex.Parse(parts[2])
	}
	if errors.Join(errs[:]...) != nil {
		return p, errStale
	}
	return p, nil
}

// notes is a page of the asker's own notes, with a menu to delete them.
func (b *bot) notes(ctx context.Context, req request, which notePage) ([]rest.Message, error) {
	v, t, err := b.referee.Public(ctx, req.cmd.Channel)
	if err != nil {
		return nil, err
	}
	list, err := b.referee.Notes(ctx, req.cmd)
	if err != nil {
		return nil, err
	}
	req.localizer = req.on(v.Board().Map)
	list = slices.DeleteFunc(list, func(n referee.Note) bool { return !which.fits(n) })
	if len(list) == 0 {
		return req.told("note.none"), nil
	}
	pages := req.notePages(list)
	number := max(min(which.number, len(pages)-1), 0)
	m := discordgo.SelectMenu{CustomID: pressID(pressDrop, t.Game), Placeholder: req.Say("note.drop")}
	lines := []string{req.Say("note.yours")}
	for _, n := range pages[number] {
		lines = append(lines, "• "+req.noted(n))
		m.Options = append(m.Options, discordgo.SelectMenuOption{Label: wording.Clip(strings.ReplaceAll(req.noted(n),
			"**", ""), 100), Value: n.ID})
	}
	p := page[view.Public]{text: strings.Join(lines, "\n"), rows: []discordgo.MessageComponent{row(m)}}
	if turns := req.pageButtons(number, len(pages), func(n int) string { return which.id(t.Game, n) }); turns != nil {
		p.rows = append(p.rows, row(turns...))
	}
	return p.messages(), nil
}

// notePages divides notes into pages that each fit a message and its menu.
func (loc localizer) notePages(list []referee.Note) (pages [][]referee.Note) {
	room := 0
	for _, n := range list {
		size := utf8.RuneCountInString(loc.noted(n)) + 3
		if last := len(pages) - 1; last < 0 || size > room || len(pages[last]) == menuLimit {
			pages, room = append(pages, nil), pageRoom
		}
		pages[len(pages)-1] = append(pages[len(pages)-1], n)
		room -= size
	}
	return pages
}

// notePresses are the presses about notes.
func notePresses() []pressSpec {
	return []pressSpec{
		{name: pressNotes, run: withWhat((*bot).turnNotes)},
		{name: pressDrop, run: withWhat((*bot).dropNote)},
	}
}

// turnNotes turns a page of notes.
func (b *bot) turnNotes(ctx context.Context, req request, what string) ([]rest.Message, error) {
	p, err := readNotePage(what)
	if err != nil {
		return nil, err
	}
	return b.notes(ctx, req, p)
}

// dropNote deletes the note that was chosen.
func (b *bot) dropNote(ctx context.Context, req request, id string) ([]rest.Message, error) {
	if err := b.referee.DropNote(ctx, req.cmd, id); err != nil {
		return nil, err
	}
	return b.notes(ctx, req, notePage{})
}

// reminders is how many notes are added to an answer about something else.
const reminders = 3

// reminder are the asker's own notes for a turn, a line for each, for answers that he alone sees; "" if there are none.
// If they cannot be read, the answer is given without them.
func (b *bot) reminder(ctx context.Context, req request, turn int) string {
	list, err := b.referee.Notes(ctx, req.cmd)
	if err != nil {
		b.log.Warn("a user's notes are not known", "error", err)
	}
	words, n := "", 0
	for _, note := range list {
		if note.Turn != turn {
			continue
		}
		if n++; n <= reminders {
			words += "\n" + req.Say("note.reminder", "note", wording.InWords(req.noted(note)))
		}
	}
	if n > reminders {
		words += "\n" + req.Say("note.more", "n", n-reminders)
	}
	return words
}
