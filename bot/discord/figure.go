package discord

import (
	"errors"
	"fmt"
	"runtime/debug"

	"grognard/bot/discord/wording"
	"grognard/render"
	"grognard/rules/view"
)

// figure is a picture that A may see, with the same in words. Its name says what kind of picture it is, and nothing of
// what it shows.
type figure[A view.Audience] struct {
	_    [0]A // without it, figures for different audiences could be converted into each other
	name string
	alt  string
	data []byte
}

// The file names of figures.
const (
	mapName      = "map.png"
	overviewName = "overview.png"
	closeUpName  = "close-up.png"
	stackName    = "stack.png"
	unitName     = "unit.png"
	styleName    = "style.png"
	replayName   = "replay.gif"
	listName     = "list.png"
)

// figureOf is the file name of an overlay's figure.
func figureOf(o view.Overlay) string { return o.Kind + ".png" }

// painterIn is the painter for pictures in the localizer's language.
func (b *bot) painterIn(loc localizer) *render.Painter { return b.painter.In(loc.Language) }

// drawn is a figure, or nothing if it cannot be drawn: the words are sent without it, and the error is logged.
func drawn[A view.Audience](b *bot, name, alt string, draw func() (render.Picture[A], error)) (list []figure[A]) {
	picture, err := safely(draw)
	if err != nil {
		b.log.Error("a picture cannot be drawn, and the words go without it", "picture", name, "error", err)
		return nil
	}
	return []figure[A]{{name: name, alt: wording.Clip(alt, wording.AltLimit), data: picture.PNG()}}
}

// safely calls a function and turns a panic into an error with the stack, so that it does not end the program.
func safely[T any](do func() (T, error)) (v T, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = errors.Join(err, fmt.Errorf("panic: %v\n%s", p, debug.Stack()))
		}
	}()
	return do()
}
