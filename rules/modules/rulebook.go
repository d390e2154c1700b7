package modules

import (
	"embed"
	"path"
)

//go:embed */rulebook.txt
var rulebooks embed.FS

// Rulebook returns the list of a shipped module's own paragraphs, "" where it has none.
func Rulebook(id string) string {
	text, err := rulebooks.ReadFile(path.Join(id, "rulebook.txt"))
	if err != nil { // the module has no rules of its own
		return ""
	}
	return string(text)
}
