// Package workshop is what the owner of a game makes its module with: one command
// begins an overlay over a module that ships, one says what is wrong with it, one
// draws it.
//
//	err = workshop.Begin("drill", overlay, io.Discard)
//	clean, err := workshop.Lint(overlay, io.Discard)
//	err = workshop.Render(overlay, "", false, 24, filepath.Join(folder, "map.png"))
//
// An overlay begins as comments alone and changes nothing; its owner takes the mark
// of a comment away where he knows better. A folder is named as its module is.
package workshop

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"grognard/bot/catalogue"
	"grognard/render"
	"grognard/rules"
	"grognard/rules/modules"
)

// Lint writes what is wrong with the module in a folder, a line for each mistake,
// or what the module is when nothing is, with what its owner should look at again.
func Lint(dir string, out io.Writer) (clean bool, err error) {
	f, err := folder(dir)
	if err != nil {
		return false, err
	}
	d, _, mistakes := rules.Modules().Folder(f)
	if mistakes == nil {
		mistakes = playable(d)
	}
	if mistakes != nil {
		_, err = fmt.Fprintln(out, mistakes)
		return false, err
	}
	what := "a game of its own"
	if f.Overlays() {
		what = "an overlay over the module that ships"
	}
	for _, w := range d.Warnings {
		if _, err := fmt.Fprintln(out, w); err != nil {
			return false, err
		}
	}
	text := fmt.Sprintf("%s: %s, %s, without mistakes\nGames of it keep it as %x.\n", dir, d.Title, what, d.Hash)
	types, others := estimates(d)
	if len(types) > 0 {
		var names []string
		for _, g := range types {
			names = append(names, g.Key)
		}
		text += fmt.Sprintf("Estimates are left in %d types of units: %s.\n", len(names), strings.Join(names, ", "))
	}
	for _, g := range others {
		text += fmt.Sprintf("Estimates are left in %s.\n", g.What)
	}
	_, err = io.WriteString(out, text)
	return true, err
}

// folder is a module's folder, under its own name whatever the way to it.
func folder(dir string) (modules.Folder, error) {
	whole, err := filepath.Abs(dir)
	if err != nil {
		return modules.Folder{}, err
	}
	if _, err := os.Stat(dir); err != nil {
		return modules.Folder{}, fmt.Errorf("cannot read the module: %w", err)
	}
	return modules.Folder{ID: filepath.Base(whole), Where: filepath.ToSlash(dir), Files: os.DirFS(dir)}, nil
}

// playable says whether every scenario can be set up by the rules.
func playable(d *modules.Definition) error {
	var errs []error
	for _, s := range d.Scenarios {
		if _, err := setUp(d, s.ID); err != nil {
			errs = append(errs, fmt.Errorf("scenario %s: %w", s.ID, err))
		}
	}
	return errors.Join(errs...)
}

func setUp(d *modules.Definition, scenario string) (*rules.Match, error) {
	p, err := rules.Setup(d, scenario)
	if err != nil {
		return nil, err
	}
	return rules.New(d, p)
}

// Render draws the map of a folder's module into a file, with a scenario's set-up, the
// first one's for "", or bare, in hexes of so many pixels or as large as fits for 0.
func Render(dir, scenario string, bare bool, hexes int, file string) error {
	f, err := folder(dir)
	if err != nil {
		return err
	}
	d, _, err := rules.Modules().Folder(f)
	if err != nil {
		return fmt.Errorf("the module has mistakes:\n%w", err)
	}
	if bare {
		if d, err = d.With(modules.Edit{Units: []modules.Counter{}}); err != nil {
			return err
		}
	}
	m, err := setUp(d, scenario)
	if err != nil {
		return err
	}
	words, err := catalogue.New(nil)
	if err != nil {
		return err
	}
	painter, err := render.New(words.In(catalogue.Default))
	if err != nil {
		return err
	}
	picture, err := render.Draw(painter, m.Public(), render.Paper(), render.Options{HexSize: hexes})
	if err != nil {
		return err
	}
	return os.WriteFile(file, picture.PNG(), 0o644)
}

// estimates are what a module only guesses: of types of units, and the others.
func estimates(d *modules.Definition) (types, others []modules.Guess) {
	for _, g := range d.Own.Guesses(d) {
		if g.Under == modules.Types {
			types = append(types, g)
		} else {
			others = append(others, g)
		}
	}
	return types, others
}
