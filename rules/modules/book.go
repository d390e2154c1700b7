package modules

import (
	"errors"

	"grognard/rules/document"
	"grognard/rules/rulebook"
)

// BookFile is the file of a module with the paragraphs of its own rules, which a module need not have.
const BookFile = "rulebook.txt"

// ReadBook reads the paragraphs of a module's own rules. The error joins all mistakes, each a document.Finding.
func ReadBook(file, id string, text []byte) (rulebook.Book, error) {
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

// book reads the module's own paragraphs: those of the overlay, where there is one.
func (c *Compiler) book() {
	for _, file := range []string{BookFile, Overlay + BookFile} {
		text, ok := c.src[file]
		if !ok {
			continue
		}
		var err error
		if c.Def.Book, err = ReadBook(file, c.Def.ID, text); err != nil {
			c.Findings = append(c.Findings, err)
		}
	}
}
