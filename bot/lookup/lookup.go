// Package lookup answers questions outside any game: about odds, tables, terrain charts and rules, and rolls
// dice. The answers are plain values, for Discord and for the command line.
//
//	l := lookup.New(nil) // the games that ship, and an operator's own folders
//	b, err := l.Book("afb")
//	e, err := b.Odds(lookup.Fight{Attack: "9+4/2", Defence: "4", Shift: -1})
//	r, err := lookup.Throw(entropy, "2d6", 3, "the ford")
//
// An error that the asker has caused is a *view.Mistake, which says what would be right, or a *view.Denial by
// the rules. Any other error is the program's or the operator's.
package lookup

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"grognard/rules"
	"grognard/rules/modules"
	"grognard/rules/nearest"
	"grognard/rules/notation"
	"grognard/rules/playeraid"
	"grognard/rules/view"
)

// Library has the games that can be asked about.
type Library struct {
	books  []*Book          // first those of the games that ship with the program
	broken map[string]error // why other games cannot be read, by identifier
}

// New makes a library of the games that ship with the program and of an operator's own, which may be overlays.
// A game that cannot be read becomes an error when it is asked for.
func New(own []modules.Folder) *Library {
	l := &Library{broken: map[string]error{}}
	own, aids := playeraid.Split(own)
	add := func(id string, read func() (*modules.Definition, error)) {
		d, err := read()
		var b *Book
		if err == nil {
			b, err = Of(d)
		}
		if err != nil {
			l.broken[id] = err
			return
		}
		l.books = append(l.books, b)
	}
	overlaid := func(id string) bool {
		return slices.ContainsFunc(own, func(f modules.Folder) bool { return f.ID == id })
	}
	for _, id := range modules.Embedded() {
		if !overlaid(id) {
			add(id, func() (*modules.Definition, error) { return rules.Modules().Load(id) })
		}
	}
	for _, f := range aids {
		if a, err := playeraid.Read(f); err != nil {
			l.broken[f.ID] = err
		} else {
			l.books = append(l.books, OfAid(a))
		}
	}
	for _, f := range own {
		add(f.ID, func() (*modules.Definition, error) {
			d, _, err := rules.Modules().Folder(f)
			return d, err
		})
	}
	return l
}

// Book finds a game by its identifier or title, in any case.
func (l *Library) Book(id string) (*Book, error) {
	if err, ok := l.broken[id]; ok {
		return nil, fmt.Errorf("the module %s cannot be read: %w", id, err)
	}
	var ids []string
	for _, b := range l.books {
		if strings.EqualFold(id, b.ID) || strings.EqualFold(id, b.Title) {
			return b, nil
		}
		ids = append(ids, b.ID)
	}
	return nil, &view.Mistake{Why: view.T("ask.no-game", "game", view.Typed(id), "games", nearest.Names(id, ids))}
}

// Thrown is dice rolled outside any game, once or several times.
type Thrown struct {
	Label string // what for, in the asker's words
	Throw notation.Throw
	Rolls []notation.Thrown
}

// The limits of dice outside games.
const (
	MostThrows = 20
	MostLabel  = 60
)

// Throw rolls dice that are written as notation.ParseThrow reads them, such as 2d6, a number of times.
func Throw(entropy io.Reader, dice string, times int, label string) (Thrown, error) {
	t, err := notation.ParseThrow(dice)
	if err != nil {
		return Thrown{}, err
	}
	if times < 1 || times > MostThrows {
		return Thrown{}, &view.Mistake{Why: view.T("ask.times", "times", times, "most", MostThrows)}
	}
	if label = strings.Join(strings.Fields(label), " "); utf8.RuneCountInString(label) > MostLabel {
		return Thrown{}, &view.Mistake{Why: view.T("ask.label", "most", MostLabel)}
	}
	out := Thrown{Label: label, Throw: t}
	for range times {
		r, err := t.Roll(entropy)
		if err != nil {
			return Thrown{}, err
		}
		out.Rolls = append(out.Rolls, r)
	}
	return out, nil
}
