package look

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/api"
	"grognard/render"
	"grognard/rules/hex"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// ExportVerb is the command that exports a game. It is queued with the films: to write a long game takes a while.
const ExportVerb = "game export"

// The names of exports, of a game under way and of one that is over. packedName is appended to that of a packed one.
const (
	earlyExportName = "game-so-far.jsonl"
	exportName      = "game.jsonl"
	packedName      = ".gz"
)

// Exports larger than plainExport are packed. Discord takes files of up to 10 MiB everywhere, of which the form around
// the file needs a little.
const (
	plainExport = 1 << 20
	mostAFile   = 9 << 20
)

// pressExport exports the game that it names, in whatever channel it is pressed.
const pressExport = "export"

func ExportButton(loc wording.Localizer, game api.GameID) discordgo.MessageComponent {
	return page.Button(loc.Say("button.export"), page.PressID(pressExport, game), discordgo.SecondaryButton)
}

func (l Looks) pressedExport(ctx context.Context, req ask.Request) ([]rest.Message, error) {
	if err := l.TurnTo(ctx, &req, req.Cmd.Game); err != nil {
		return nil, err
	}
	return l.Export(ctx, req)
}

// Export answers /game export: the game as a file that can be verified without the bot.
func (l Looks) Export(ctx context.Context, req ask.Request) ([]rest.Message, error) {
	t, file, err := l.exportFile(ctx, req)
	if err != nil {
		return nil, err
	}
	text := req.Say("export.early", "title", wording.InWords(t.Title))
	switch {
	case len(file) == 0:
		return req.TextReply("export.large"), nil
	case t.Over:
		text = req.Say("export.whole", "title", wording.InWords(t.Title))
	}
	return page.Page[view.Public]{Text: text, Figures: file}.Messages(), nil
}

// exportFile returns the export of the channel's game as a file, nil if it is larger than Discord takes.
func (l Looks) exportFile(ctx context.Context, req ask.Request) (t api.Table, file []page.Figure[view.Public],
	err error) {
	x, err := l.Referee.Export(ctx, req.Cmd.Channel)
	if err != nil {
		return t, nil, err
	}
	name, data := earlyExportName, x.Lines
	if x.Table.Over {
		name = exportName
	}
	if len(data) > plainExport {
		if data, err = packed(data); err != nil {
			return t, nil, err
		}
		name += packedName
	}
	if len(data) <= mostAFile {
		file = []page.Figure[view.Public]{{Name: name, Alt: req.Say("alt.export"), Data: data}}
	}
	return x.Table, file, nil
}

func packed(data []byte) ([]byte, error) {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, err := w.Write(data)
	return b.Bytes(), errors.Join(err, w.Close())
}

// ReplayVerb takes seconds of work. Films have a queue of their own, one at a time, so that no order waits for one.
const ReplayVerb = "game replay"

// replay answers /game replay with a film of the game, as the asker may see it, or after its end with nothing hidden.
func (l Looks) replay(ctx context.Context, req ask.Request, values map[string]string) ([]rest.Message, error) {
	style, err := l.StyleFor(ctx, req, values)
	if err != nil {
		return nil, err
	}
	user := req.Cmd.User
	if values["public"] == "true" {
		user = ""
	}
	f, err := l.Referee.Film(ctx, req.Cmd.Channel, user)
	if err != nil {
		return nil, err
	}
	if f.Secret != nil {
		last := f.Secret[len(f.Secret)-1]
		p, err := replayPage(l.Kit, req.Localizer.On(last.Board().Map), f.Table, f.Secret, style)
		if err != nil {
			return nil, err
		}
		return req.Open(f.Table, last, p)
	}
	p, err := replayPage(l.Kit, req.Localizer.On(f.Public[0].Board().Map), f.Table, f.Public, style)
	if err != nil {
		return nil, err
	}
	return l.ShowPublic(ctx, req, values, p)
}

// replayPage returns the film of the frames, its first and last moment in words, and how many moments had no room.
func replayPage[A view.Audience](k ask.Kit, loc wording.Localizer, t api.Table, frames []A,
	style render.Style) (page.Page[A], error) {
	return filmPage(k, loc, frames, style, func(every int) string {
		return FilmCaption(loc, t, frames[(len(frames)-1)%every].Board(), frames[len(frames)-1].Board(),
			len(frames), every)
	})
}

// filmPage returns the film of the frames, which may show only one frame in every. say returns the words for that.
func filmPage[A view.Audience](k ask.Kit, loc wording.Localizer, frames []A, style render.Style,
	say func(every int) string) (page.Page[A], error) {
	film, err := page.Safely(func() (render.Animation[A], error) {
		return render.Animate(k.PainterIn(loc), frames, style)
	})
	if err != nil {
		return page.Page[A]{}, err
	}
	words := say(film.Every())
	alt, whole := loc.AltAfter(words, frames[len(frames)-1].Board(), hex.Part{})
	return page.Page[A]{Text: words, Figures: []page.Figure[A]{{Name: page.ReplayName, Alt: alt, Whole: whole,
		Data: film.GIF()}}}, nil
}

// FilmCaption returns a text that says how many moments a film has: of the game's n it shows one in every.
func FilmCaption(loc wording.Localizer, t api.Table, first, last *view.Board, n, every int) string {
	words := loc.Say("replay.of", "title", wording.InWords(t.Title), "n", (n+every-1)/every,
		"from", wording.InWords(loc.Moment(first)), "to", wording.InWords(loc.Moment(last)))
	if every > 1 {
		words += " " + loc.Say("replay.thin", "n", every)
	}
	if t.Over {
		words += " " + loc.Say("replay.open")
	}
	return words
}
