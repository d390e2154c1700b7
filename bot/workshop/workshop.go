// Package workshop has the commands for owners of a game who make a module: Begin starts an overlay over a module that
// ships, Lint reports mistakes, Render draws the map.
//
//	err = workshop.Begin("drill", overlay, io.Discard)
//	clean, err := workshop.Lint(overlay, io.Discard)
//	err = workshop.Render(overlay, "", false, 24, filepath.Join(folder, "map.png"))
//
// An overlay starts as comments only and changes nothing. Its owner uncomments and edits the lines whose true values he
// knows. A folder has the name of its module.
package workshop

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"grognard/bot/catalogue"
	"grognard/bot/workshop/sheets"
	"grognard/render"
	"grognard/rules"
	"grognard/rules/modules"
	"grognard/rules/playeraid"
)

// Lint prints the mistakes in a folder's module, one per line, or if there are none a summary and the estimates that
// its owner should check.
func Lint(dir string, out io.Writer) (clean bool, err error) {
	f, err := folder(dir)
	if err != nil {
		return false, err
	}
	if playeraid.Is(f) {
		return sheets.Lint(f, out)
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
		left := "Estimates are left in"
		switch {
		case g.Missing:
			left = "Missing in " + g.In + ":"
		case g.Own:
			left = "Not as printed:"
		}
		text += fmt.Sprintf("%s %s.\n", left, g.What)
	}
	_, err = io.WriteString(out, text)
	return true, err
}

// folder opens a module's folder. Its ID is the name of the folder, also for a path such as ".".
func folder(dir string) (modules.Folder, error) {
	absolute, err := filepath.Abs(dir)
	if err != nil {
		return modules.Folder{}, err
	}
	if _, err := os.Stat(dir); err != nil {
		return modules.Folder{}, fmt.Errorf("cannot read the module: %w", err)
	}
	return modules.Folder{ID: filepath.Base(absolute), Where: filepath.ToSlash(dir), Files: os.DirFS(dir)}, nil
}

// playable checks that the rules can set up every scenario.
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

// Render draws the map of a folder's module into a PNG file, bare or with the set-up of a scenario ("" for the first
// one). hexSize is in pixels; 0 is for the largest that fits.
func Render(dir, scenario string, bare bool, hexSize int, file string) error {
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
	picture, err := render.Draw(painter, m.Public(), render.Paper(), render.Options{HexSize: hexSize})
	if err != nil {
		return err
	}
	return os.WriteFile(file, picture.PNG(), 0o644)
}

// estimates returns the values that a module only guesses: those of types of units, and the others.
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
