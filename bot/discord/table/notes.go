package table

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/look"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/tell"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/api"
	"grognard/bot/referee/drafts"
	"grognard/rules/hex"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// The presses about a user's own notes.
const (
	pressNotes = "notes" // a page follows, see notePage
	pressDrop  = "drop"  // a menu: its value is the note
)

// note answers /note: with a text it stores a note, without one it lists the asker's; only the asker sees answers.
func (b Notes) note(ctx context.Context, req ask.Request, values map[string]string) ([]rest.Message, error) {
	v, _, err := b.Kit.Referee.Public(ctx, req.Cmd.Channel)
	if err != nil {
		return nil, err
	}
	text, adds := values["text"]
	n := drafts.Note{Text: text}
	n.Turn, _ = strconv.Atoi(values["turn"]) // Discord sends a number; 0 without the option
	if typed, given := values["hex"]; given {
		if n.Hex, err = look.HexOf(v.Board().Map, "note", "hex", typed); err != nil {
			return nil, err
		}
	}
	if !adds {
		return b.notes(ctx, req, notePage{turn: n.Turn, hex: n.Hex})
	}
	if err := b.Referee.AddNote(ctx, req.Cmd, n); err != nil {
		return nil, err
	}
	req.Localizer = req.Localizer.On(v.Board().Map)
	return req.TextReply("note.added", "note", wording.InWords(tell.NoteInWords(req.Localizer, n))), nil
}

// notePage says which page, from 0, of which notes is shown: those for a turn and a hex; 0 and hex.None are all.
type notePage struct {
	number, turn int
	hex          hex.Hex
}

// id returns the custom ID that turns to another page of the same notes.
func (p notePage) id(game api.GameID, number int) string {
	return page.PressID(pressNotes, game, strconv.Itoa(number)+"/"+strconv.Itoa(p.turn)+"/"+p.hex.String())
}

// readNotePage reads the part of a custom ID that notePage.id has written.
func readNotePage(what string) (p notePage, err error) {
	parts := strings.Split(what, "/")
	if len(parts) != 3 {
		return p, page.ErrStale
	}
	var errs [3]error
	p.number, errs[0] = strconv.Atoi(parts[0])
	p.turn, errs[1] = strconv.Atoi(parts[1])
	if parts[2] != hex.None.String() {
		p.hex, errs[2] = hex.Parse(parts[2])
	}
	if errors.Join(errs[:]...) != nil {
		return p, page.ErrStale
	}
	return p, nil
}

// notes returns a page of the asker's own notes, with a menu to delete them.
func (b Notes) notes(ctx context.Context, req ask.Request, which notePage) ([]rest.Message, error) {
	v, t, err := b.Kit.Referee.Public(ctx, req.Cmd.Channel)
	if err != nil {
		return nil, err
	}
	list, err := b.Referee.Notes(ctx, req.Cmd)
	if err != nil {
		return nil, err
	}
	req.Localizer = req.Localizer.On(v.Board().Map)
	list = slices.DeleteFunc(list, func(n drafts.Note) bool {
		return which.hex != hex.None && which.hex != n.Hex || which.turn != 0 && which.turn != n.Turn
	})
	if len(list) == 0 {
		return req.TextReply("note.none"), nil
	}
	pages := notePages(req.Localizer, list)
	number := max(min(which.number, len(pages)-1), 0)
	m := discordgo.SelectMenu{CustomID: page.PressID(pressDrop, t.Game), Placeholder: req.Say("note.drop")}
	lines := []string{req.Say("note.yours")}
	for _, n := range pages[number] {
		lines = append(lines, "• "+tell.NoteInWords(req.Localizer, n))
		m.Options = append(m.Options,
			discordgo.SelectMenuOption{Label: wording.Clip(strings.ReplaceAll(tell.NoteInWords(req.Localizer, n),
				"**", ""), 100), Value: n.ID})
	}
	p := page.Page[view.Public]{Text: strings.Join(lines, "\n"), Rows: page.OneRow(m)}
	if turns := page.PageButtons(req.Localizer, number, len(pages), func(n int) string {
		return which.id(t.Game, n)
	}); turns != nil {
		p.Rows = append(p.Rows, page.Row(turns...))
	}
	return p.Messages(), nil
}

// notePages divides notes into pages that each fit a message and its menu.
func notePages(loc wording.Localizer, list []drafts.Note) (pages [][]drafts.Note) {
	room := 0
	for _, n := range list {
		size := utf8.RuneCountInString(tell.NoteInWords(loc, n)) + 3 // bullet, blank and line break
		if last := len(pages) - 1; last < 0 || size > room || len(pages[last]) == page.MenuLimit {
			pages, room = append(pages, nil), page.PageRoom
		}
		pages[len(pages)-1] = append(pages[len(pages)-1], n)
		room -= size
	}
	return pages
}

func (b Notes) commands() []ask.CommandSpec {
	option := b.SeenOption("hex", look.SuggestStacks)
	return []ask.CommandSpec{
		{Verb: "note", Run: b.note, Options: []ask.Option{ask.TextOption("text"), option, ask.TurnOption()}}}
}

func (n Notes) presses() []ask.PressSpec {
	return []ask.PressSpec{
		{Name: pressNotes, Run: ask.WithWhat(n.turnNotes)},
		{Name: pressDrop, Run: ask.WithWhat(n.dropNote)},
	}
}

func (n Notes) turnNotes(ctx context.Context, req ask.Request, what string) ([]rest.Message, error) {
	p, err := readNotePage(what)
	if err != nil {
		return nil, err
	}
	return n.notes(ctx, req, p)
}

// dropNote deletes the note that was chosen.
func (n Notes) dropNote(ctx context.Context, req ask.Request, id string) ([]rest.Message, error) {
	if err := n.Referee.DropNote(ctx, req.Cmd, id); err != nil {
		return nil, err
	}
	return n.notes(ctx, req, notePage{})
}
