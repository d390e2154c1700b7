package modules

import (
	"embed"
	"path"
)

//go:embed */rulebook.txt
var rulebooks embed.FS

// Rulebook is the list of a shipped module's own paragraphs, "" where it has none.
func Rulebook(id string) string {
	text, err := rulebooks.ReadFile(path.Join(id, "rulebook.txt"))
	if err != nil { // a module plays by the series rules alone
		return ""
	}
	return string(text)
}
