package discord

import (
	"bytes"
	"compress/gzip"
	"context"

	"grognard/rules/view"
)

// exportVerb stands in the lane of films, for a long game takes a moment to be written.
const exportVerb = "game export"

// The names of exports, of a game under way and of one that is over. A packed one has
// packedName behind it.
const (
	earlyExportName = "game-so-far.jsonl"
	exportName      = "game.jsonl"
	packedName      = ".gz"
)

// Exports are packed when they are larger than plainExport. Discord takes files of up to 10 MiB
// everywhere, of which the form around the file needs a little.
const (
	plainExport = 1 << 20
	mostAFile   = 9 << 20
)

// export is /game export: the game as a file that can be checked without the bot.
func (b *bot) export(ctx context.Context, a ask) ([]message, error) {
	x, err := b.referee.Export(ctx, a.cmd.Channel)
	if err != nil {
		return nil, err
	}
	name, data := earlyExportName, x.Lines
	text := a.say("export.early", "title", said(x.Table.Title))
	if x.Table.Over {
		name, text = exportName, a.say("export.whole", "title", said(x.Table.Title))
	}
	if len(data) > plainExport {
		if data, err = packed(data); err != nil {
			return nil, err
		}
		name += packedName
	}
	if len(data) > mostAFile {
		return a.told("export.large"), nil
	}
	p := page[view.Public]{text: text, figures: []figure[view.Public]{{name: name, alt: a.say("alt.export"), data: data}}}
	return p.messages(), nil
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
