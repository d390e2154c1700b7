package adjudicate

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"strings"

	"grognard/rules"
	"grognard/rules/casefile"
	"grognard/rules/document"
	"grognard/rules/modules"
	"grognard/rules/playeraid"
)

// Limits on case files, far beyond what any case needs. Only the operator of the program names case files.
const (
	maxFile  = 16 << 20 // bytes
	maxLines = 200_000
	maxLine  = 64 << 10 // bytes
	maxDepth = 64       // nested brackets and braces
)

// parse reads the cases of a file as nodes. Its errors name line and column, not the file.
func parse(name string, b []byte) ([]casefile.Node, error) {
	file, err := document.Read(name, b, document.Limits{Bytes: maxFile, Lines: maxLines, Line: maxLine,
		Depth: maxDepth})
	var at document.Finding
	switch {
	case errors.As(err, &at) && at.Line > 0:
		return nil, casefile.Mistake(document.Spot{Line: at.Line, Column: at.Column}, "%s", at.Message)
	case errors.As(err, &at):
		return nil, errors.New(at.Message)
	case err != nil || file == nil:
		return nil, err
	}
	return casefile.Node{Node: file}.List()
}

// Games reads the modules in a directory of module folders, so that cases can use them; none if dir is "". If a module
// cannot be read, only its own cases fail, with the reason.
func Games(dir string) (b Beside, err error) {
	if dir == "" {
		return b, nil
	}
	b.Broken = map[string]error{}
	folders, err := modules.Folders(dir, os.DirFS(dir))
	games, _ := playeraid.Split(folders)
	for _, f := range games {
		d, _, err := rules.Modules().Folder(f)
		if err != nil {
			first, more, _ := strings.Cut(err.Error(), "\n")
			if more != "" {
				first += ", and more: module lint " + f.Where + " says all"
			}
			b.Broken[f.ID] = errors.New(first)
		} else {
			b.Games = append(b.Games, d)
			if len(d.Book.Paragraphs) > 0 {
				b.Books = append(b.Books, d.Book)
			}
		}
		if _, err := fs.Stat(f.Files, "cases"); err == nil {
			b.Cases = append(b.Cases, path.Join(f.Where, "cases"))
		}
	}
	return b, err
}
