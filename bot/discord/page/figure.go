package page

import (
	"cmp"
	"errors"
	"fmt"
	"path"
	"runtime/debug"
	"strings"
	"unicode/utf8"

	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/rules/view"
)

// Figure is a picture that A may see, with the same in words. Its name says its kind, and nothing of what it shows.
type Figure[A view.Audience] struct {
	_     [0]A // without it, figures for different audiences could be converted into each other
	Name  string
	Alt   string
	Whole string // all that Alt says in part, "" if Alt is all
	Data  []byte
}

// attach adds the figure to a message with a text. Words that no alternative text has room for come in full as a text
// file beside the picture, unless the text has them.
func (f Figure[A]) attach(m *rest.Message, text string) {
	whole, file := cmp.Or(f.Whole, f.Alt), strings.TrimSuffix(f.Name, path.Ext(f.Name))+".txt"
	if whole == f.Alt && utf8.RuneCountInString(f.Alt) <= wording.AltLimit {
		m.Attach(f.Name, f.Data, f.Alt)
		return
	}
	if strings.Contains(wording.Unmarked(text), whole) {
		m.Attach(f.Name, f.Data, wording.Clip(f.Alt, wording.AltLimit))
		return
	}
	pointer := " (" + file + ")"
	m.Attach(f.Name, f.Data, wording.Clip(f.Alt, wording.AltLimit-len(pointer))+pointer)
	first, _, _ := strings.Cut(whole, "\n")
	m.Attach(file, []byte(whole), wording.Clip(first, LabelLimit))
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
