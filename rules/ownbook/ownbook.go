// Package ownbook reads the rulebook.txt of a module: the module's own paragraphs, which players find with /rule and
// refusals cite.
//
//	book, err := ownbook.Read("rulebook.txt", "mill", text)
//	whole := ownbook.Over(book, below)
//
// Its form is that of the rulebooks that ship, in package rulebook.
package ownbook

import (
	"errors"
	"slices"

	"grognard/rules/document"
	"grognard/rules/rulebook"
)

// File is the name of the file, which a module need not have.
const File = "rulebook.txt"

// maxFile is the greatest size of the file in bytes.
const maxFile = 256 << 10

// Read reads the paragraphs of a module. The error joins all mistakes, each a document.Finding.
func Read(file, id string, text []byte) (rulebook.Book, error) {
	if len(text) > maxFile {
		return rulebook.Book{}, document.Spot{File: file}.Finding("is larger than %d bytes", maxFile)
	}
	book, err := rulebook.Parse(id, string(text))
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return book, err
	}
	var all []error
	for _, one := range joined.Unwrap() {
		if f, ok := errors.AsType[rulebook.Fault](one); ok {
			one = document.Spot{File: file, Line: f.Line, Column: 1}.Finding("%s", f.Why)
		}
		all = append(all, one)
	}
	return book, errors.Join(all...)
}

// Over returns the book below with the paragraphs of upper: each replaces the paragraph with the same number, or is
// added at the end if there is none.
func Over(upper, below rulebook.Book) rulebook.Book {
	below.Paragraphs = slices.Clone(below.Paragraphs)
	for _, p := range upper.Paragraphs {
		i := slices.IndexFunc(below.Paragraphs, func(o rulebook.Paragraph) bool { return o.Rule == p.Rule })
		if i < 0 {
			below.Paragraphs = append(below.Paragraphs, p)
		} else {
			below.Paragraphs[i] = p
		}
	}
	return below
}
