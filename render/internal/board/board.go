// Package board draws a scene on its printed map: the front, flags, overlays, arrows, counters, signs, the
// banner, the turn track, and notes below.
//
//	board.Draw(atlas, sheet, scene.Of(v), picture, true)
//
// Things are drawn in the order of their ranks, so that what ranks higher is on top. The samples in the notes are
// small scenes that are drawn in the same way.
package board

import (
	"image"
	"sync"

	"grognard/render/internal/geom"
	"grognard/render/internal/ground"
	"grognard/render/internal/sprite"
	"grognard/render/scene"
)

// canvas is a picture being drawn: the scene on it, the printed map under it with its layout, and sprites to draw with.
type canvas struct {
	sprite.Atlas
	ground.Sheet
	scene.Scene
	pic *image.Paletted
}

// Draw draws a scene and the printed map under it on a picture of the map's size: what lies on the map in the order of
// ranks, then the banner and the turn track. With notes it adds a strip with them below, if there are any.
func Draw(a sprite.Atlas, g ground.Sheet, s scene.Scene, pic *image.Paletted, notes bool) {
	c := canvas{a, g, s, pic}
	var wg sync.WaitGroup
	if notes {
		drawNotes(c, &wg)
	}
	drawScene(c)
	if !g.Head.Empty() {
		drawBanner(a, g.Banner, s.Board, func(s *image.Paletted, at geom.Point) { sprite.Stamp(pic, s, at.Pixel()) })
	}
	drawTrack(c)
	wg.Wait()
}

const bandHigh = 200 // pixels; bands of about this height fit into the cache of a core

// drawScene draws the printed map and what lies on it. The map and the lines and areas on it are drawn band by band,
// while the pixels are in the cache: to fetch them once more would take as long as to draw on them.
func drawScene(c canvas) {
	body := c.pic.SubImage(c.Body).(*image.Paletted)            // a counter half beside it must not hide the banner
	figures := figuresOf(c, body, false)                        // false: those under the counters
	printed := c.pic.SubImage(c.Picture.Rect).(*image.Paletted) // without notes
	inBands(printed, 1+printed.Rect.Dy()/bandHigh, func(band *image.Paletted) {
		c.Reprint(band, band.Rect)
		if band = band.SubImage(c.Body).(*image.Paletted); !band.Rect.Empty() {
			drawFrontLine(c, band)
			drawIdleSources(c, band)
			drawFlags(c, band)
			withBrush(c, band, func(b *brush) { drawForms(b, figures) })
		}
	})
	for r := scene.RankLongMoves; r < scene.Ranks; r++ {
		drawRank(c, body, r)
	}
}

func drawRank(c canvas, body *image.Paletted, r scene.Rank) {
	switch r {
	case scene.RankOverForms:
		if figures := figuresOf(c, body, true); len(figures) > 0 { // true: those over the counters
			inBands(body, 1+body.Rect.Dy()/bandHigh, func(band *image.Paletted) {
				withBrush(c, band, func(b *brush) { drawForms(b, figures) })
			})
		}
	case scene.RankLongMoves, scene.RankShortMoves, scene.RankAttacks:
		drawMoves(c, r)
	case scene.RankCounters:
		inBands(body, 2, func(half *image.Paletted) { drawPiles(c, half) })
	case scene.RankDecision:
		if d := c.Board.Due; d != nil && c.Grid.Contains(d.Hex) {
			drawRing(c, body, d.Hex, c.Style.Ring)
		}
		drawNumbers(c, body)
	case scene.RankSigns:
		if len(c.Moves) > 0 { // once more, over the arrows
			drawNumbers(c, body)
		}
		drawSigns(c)
	}
}

// inBands cuts a picture into n bands and calls lay for each, on all cores at once.
func inBands(pic *image.Paletted, n int, lay func(band *image.Paletted)) {
	var wg sync.WaitGroup
	for i := range n {
		r := pic.Rect
		r.Min.Y, r.Max.Y = r.Min.Y+r.Dy()*i/n, r.Min.Y+r.Dy()*(i+1)/n
		wg.Go(func() { lay(pic.SubImage(r).(*image.Paletted)) })
	}
	wg.Wait()
}
