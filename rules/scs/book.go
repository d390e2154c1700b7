package scs

import _ "embed" // the list of paragraphs

//go:embed rulebook.txt
var paragraphs string

// Rulebook is the list of the series' paragraphs.
func Rulebook() string { return paragraphs }
