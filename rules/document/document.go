// Package document reads files that people write in YAML, strictly, and keeps where in its
// file everything stands, so that whatever is wrong can be told with line and column.
//
// A file becomes a tree of Nodes with their text as it is written: 1.10 stays 1.10, whatever
// YAML makes of it. A Reader gives a tree the shape of Go structs, for files whose keys are
// known beforehand; who knows more of a file reads the Nodes:
//
//	file, err := document.Read("map.yaml", text, document.Limits{Bytes: 1 << 18, Lines: 1000, Line: 4096, Depth: 16})
//	var shape struct {
//		Title  document.Word                `yaml:"title"`
//		Places document.List[document.Word] `yaml:"places"`
//	}
//	var r document.Reader
//	r.Fill(&shape, file)
//
// Limits: one document in a file, and of YAML no anchors, aliases, merges and tags.
package document

import (
	"errors"
	"fmt"
)

// Spot is a place in a file, counted from 1; the zero Spot is no place.
type Spot struct {
	File         string
	Line, Column int
}

// Node is a value as it stands in a file; nil is none. It is a single value, or has items.
type Node struct {
	Spot
	What   What
	Text   string // of a single value: a number as it is written, a text without its quotes and escapes
	Number bool   // written as a number, without quotes
	Truth  bool   // written as true or false, without quotes
	Items  []Item // of a list or of keys with values, in the order of the file
}

// Item is a value with its key, or with the place where an item of a list begins.
type Item struct {
	Key   Word
	Value *Node
	Gone  bool // ~ or null is written for it
}

// What is the kind of a Node, as findings name it.
type What string

// The kinds of Nodes.
const (
	Single  What = "a single value"
	Listed  What = "a list"
	Mapping What = "keys with values"
)

// Finding is one thing wrong with a file. Line and Column count from 1 and are 0 where the
// finding has no place.
type Finding struct {
	File         string
	Line, Column int
	Message      string
}

// Error is the form that editors make links of: map.yaml:12:5: what is wrong.
func (f Finding) Error() string {
	if f.Line == 0 {
		return f.File + ": " + f.Message
	}
	return fmt.Sprintf("%s:%d:%d: %s", f.File, f.Line, f.Column, f.Message)
}

// Finding is what is wrong at this place.
func (s Spot) Finding(format string, args ...any) Finding {
	return Finding{s.File, s.Line, s.Column, fmt.Sprintf(format, args...)}
}

// Findings is what is wrong with some files, in the order in which it was found.
type Findings []error

// MaxFindings bounds what is told at once: a file of another kind would be wrong in every line.
const MaxFindings = 200

// Add adds a finding, unless there are too many already.
func (f *Findings) Add(at Spot, format string, args ...any) {
	switch n := len(*f); {
	case n < MaxFindings:
		*f = append(*f, at.Finding(format, args...))
	case n == MaxFindings:
		*f = append(*f, errors.New("and more"))
	}
}
