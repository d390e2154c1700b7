package page

import (
	"errors"
	"fmt"
	"runtime/debug"

	"grognard/rules/view"
)

// Figure is a picture that A may see, with the same in words. Its name says what kind of picture it is, and nothing of
// what it shows.
type Figure[A view.Audience] struct {
	_    [0]A // without it, figures for different audiences could be converted into each other
	Name string
	Alt  string
	Data []byte
}

// The file names of figures.
const (
	MapName      = "map.png"
	OverviewName = "overview.png"
	CloseUpName  = "close-up.png"
	StackName    = "stack.png"
	UnitName     = "unit.png"
	StyleName    = "style.png"
	ReplayName   = "replay.gif"
	ListName     = "list.png"
)

// OverlayFileName returns the file name of an overlay's figure.
func OverlayFileName(o view.Overlay) string { return o.Kind + ".png" }

// Safely calls a function and turns a panic into an error with the stack, so that it does not end the program.
func Safely[T any](do func() (T, error)) (v T, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = errors.Join(err, fmt.Errorf("panic: %v\n%s", p, debug.Stack()))
		}
	}()
	return do()
}
