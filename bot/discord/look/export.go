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
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// ExportVerb is the command that exports a game. It is queued with the films, because a long game takes a while to
// write.
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

// ExportButton returns the button that exports a game.
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

// exportFile returns the export of the channel's game as a file, nothing if it is larger than Discord takes.
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
