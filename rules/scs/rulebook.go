package scs

import (
	_ "embed"
)

//go:embed rulebook.txt
var paragraphs string
