package discord

import (
	"bytes"
	"compress/gzip"
	"context"

	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/bot/referee"
	"grognard/rules/view"
)

// exportVerb is the command that exports a game. It is queued with the films, because a long game takes a while to
// write.
const exportVerb = "game export"

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

// export is /game export: the game as a file that can be verified without the bot.
func (b *bot) export(ctx context.Context, req request) ([]rest.Message, error) {
	t, file, err := b.exportFile(ctx, req)
	if err != nil {
		return nil, err
	}
	text := req.Say("export.early", "title", wording.InWords(t.Title))
	switch {
	case len(file) == 0:
		return req.told("export.large"), nil
	case t.Over:
		text = req.Say("export.whole", "title", wording.InWords(t.Title))
	}
	return page[view.Public]{text: text, figures: file}.messages(), nil
}

// exportFile is the export of the channel's game as a file, nothing if it is larger than Discord takes.
func (b *bot) exportFile(ctx context.Context, req request) (t referee.Table, file []figure[view.Public], err error) {
	x, err := b.referee.Export(ctx, req.cmd.Channel)
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
		file = []figure[view.Public]{{name: name, alt: req.Say("alt.export"), data: data}}
	}
	return x.Table, file, nil
}

func packed(data []byte) ([]byte, error) {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write(data); err != nil {
		return nil, err
	}
	err := w.Close()
	return b.Bytes(), err
}
