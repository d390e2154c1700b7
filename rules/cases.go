package rules

import (
	"embed"
	"io/fs"
)

//go:embed bcs/cases/*.yaml scs/cases/*.yaml modules/*/cases/*.yaml
var cases embed.FS

// Cases returns the adjudication cases of the series and games that ship, by their files.
func Cases() fs.FS { return cases }
