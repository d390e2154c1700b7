package adjudicate

import (
	"errors"

	"grognard/rules/casefile"
	"grognard/rules/document"
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
