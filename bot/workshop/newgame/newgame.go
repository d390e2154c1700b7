// Package newgame begins a module with a game of its own: a small battle of the Standard Combat Series that can be
// played as it stands, with a comment on whatever an author changes first, a rulebook with its own paragraphs and a
// case about them.
//
//	err = newgame.Begin(folder, io.Discard)
//
// The name of the folder becomes the game's identifier and title.
//
// Limits: one game, of one series; `module new --from` begins with one that ships.
package newgame

import (
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"grognard/rules/modules"
)

//go:embed files
var files embed.FS

// identifier is the form of a module's name.
var identifier = regexp.MustCompile(`^[a-z][a-z0-9-]{0,39}$`)

// id matches the placeholder for the game's identifier in the files.
var id = regexp.MustCompile(`\bID\b`)

// Begin writes the game into a folder and makes the folder if it is missing. It fails if one of the files exists.
func Begin(dir string, out io.Writer) error {
	absolute, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	name := filepath.Base(absolute)
	switch {
	case !identifier.MatchString(name):
		return fmt.Errorf("%s: a game is named by a letter and up to 39 more lower-case letters, digits and hyphens",
			name)
	case slices.Contains(modules.Embedded(), name):
		return fmt.Errorf("%s: a game of this name ships; give another, or begin an overlay with --from %s", name, name)
	}
	title := strings.ToUpper(name[:1]) + strings.ReplaceAll(name[1:], "-", " ")
	err = fs.WalkDir(files, "files", func(file string, d fs.DirEntry, err error) error {
		to := filepath.Join(dir, filepath.FromSlash(strings.TrimPrefix(file, "files")))
		if err != nil || d.IsDir() {
			return errors.Join(err, os.MkdirAll(to, 0o755))
		}
		text, err := files.ReadFile(path.Clean(file))
		if err != nil {
			return err
		}
		filled := id.ReplaceAllString(strings.ReplaceAll(string(text), "TITLE", title), name)
		f, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if err != nil {
			return err
		}
		_, err = io.WriteString(f, filled)
		return errors.Join(err, f.Close())
	})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, `%[1]s is begun: a game that can be played as it is. Change it file by file;
"module lint %[1]s" says what is wrong, "module render %[1]s map.png" draws it,
"adjudicate %[1]s/cases --modules %[2]s" tries its rules.
`, dir, filepath.Dir(dir))
	return err
}
