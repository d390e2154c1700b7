package scs

import _ "embed" // the list of paragraphs

//go:embed rulebook.txt
var paragraphs string
