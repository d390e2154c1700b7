// Package page makes a web page of a season of a league: a single file without scripts, which loads nothing else.
//
//	var file bytes.Buffer
//	err := page.Write(&file, o, func(game int) []byte { return pictures[game] })
//	fmt.Println(file.Len() <= page.Most, err)
//
// Names and reasons are the words of players. They are shown as text, each in one line and with its own direction of
// writing: markup, invisible letters and marks that turn the direction of writing do nothing to the page.
package page

import (
	"bytes"
	"cmp"
	_ "embed" // the template
	"encoding/base64"
	"errors"
	"fmt"
	"html/template"
	"io"
	"slices"

	"grognard/bot/league/overview"
)

// Most is the greatest size of a page, in bytes.
const Most = 8 << 20

// ErrTooLarge is the error for a season whose page would be larger than Most without a picture.
var ErrTooLarge = errors.New("the page of the season is too large")

// How many bytes a page takes for a picture's markup, and for the line about the pictures that are left out, at most.
const (
	pictureMarkup = 256
	leftOutMarkup = 256
)

// pngMark begins every PNG file.
const pngMark = "\x89PNG\r\n\x1a\n"

//go:embed page.html
var source string

// Write writes the page of a season. pictures returns the final picture of a game as a PNG file, or nil; it is called
// for the games that have ended, the newest first, until no more fit. It may be nil. If an error occurs before the page
// is complete, nothing has been written.
func Write(w io.Writer, o overview.Season, pictures func(game int) []byte) error {
	t, err := template.New("season").Parse(source)
	if err != nil {
		return fmt.Errorf("the template of a season's page: %w", err)
	}
	c := newContent(o)
	var file bytes.Buffer
	if err := t.Execute(&file, c); err != nil {
		return fmt.Errorf("the page of season %q: %w", o.Name, err)
	}
	if pictures != nil && c.addPictures(Most-leftOutMarkup-file.Len(), pictures) {
		file.Reset()
		if err := t.Execute(&file, c); err != nil {
			return fmt.Errorf("the page of season %q: %w", o.Name, err)
		}
	}
	if file.Len() > Most {
		return fmt.Errorf("season %q, %d bytes: %w", o.Name, file.Len(), ErrTooLarge)
	}
	_, err = w.Write(file.Bytes())
	return err
}

// addPictures gives games their final pictures, the newest first, as many as fit into room bytes. It reports whether
// the content has changed.
func (c *content) addPictures(room int, pictures func(game int) []byte) bool {
	var games []*game
	for _, r := range c.Rounds {
		for _, g := range r.Games {
			if g.hasBoard {
				games = append(games, g)
			}
		}
	}
	slices.SortFunc(games, func(a, b *game) int {
		return cmp.Or(b.ended.Compare(a.ended), cmp.Compare(b.number, a.number))
	})
	changed, missing := false, 0
	for i, g := range games {
		file := pictures(g.number)
		if !bytes.HasPrefix(file, []byte(pngMark)) {
			missing++
			continue
		}
		changed = true
		if room -= pictureMarkup + base64.StdEncoding.EncodedLen(len(file)); room < 0 {
			c.LeftOut = fmt.Sprintf("Final pictures of %s are left out, so that this file stays within %d MiB.",
				count(len(games)-i, "older game", "older games"), Most>>20)
			break
		}
		g.Picture = template.HTMLAttr(`src="data:image/png;base64,` + base64.StdEncoding.EncodeToString(file) + `"`)
	}
	if c.LeftOut == "" && missing > 0 {
		c.LeftOut = fmt.Sprintf("Final pictures of %s could not be drawn, or not in time.", count(missing, "game", "games"))
		changed = true
	}
	return changed
}
