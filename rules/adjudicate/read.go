package adjudicate

import (
	"errors"
	"os"

	"grognard/rules"
	"grognard/rules/casefile"
	"grognard/rules/document"
	"grognard/rules/modules"
)

// Limits on case files, far beyond what any needs. Only whoever runs the program names case files.
const (
	maxFile  = 16 << 20 // bytes
	maxLines = 200_000
	maxLine  = 64 << 10 // bytes
	maxDepth = 64       // brackets and braces within one another
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

// Games reads the modules in a directory of module folders, so that cases can use them; none where dir is "".
func Games(dir string) (games []*modules.Definition, err error) {
	if dir == "" {
		return nil, nil
	}
	folders, err := modules.Folders(dir, os.DirFS(dir))
	if err != nil {
		return nil, err
	}
	for _, f := range folders {
		d, _, err := rules.Modules().Folder(f)
		if err != nil {
			return nil, err
		}
		games = append(games, d)
	}
	return games, nil
}
