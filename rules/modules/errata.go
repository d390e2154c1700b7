package modules

import (
	"embed"
	"path"
	"regexp"
	"slices"
)

// errataKey is the line of game.yaml that takes the publisher's errata; errataLine finds what it replaces.
const errataKey = "errata: yes\n"

var errataLine = regexp.MustCompile(`(?m)^errata:.*\n?`)

// TakesErrata reports whether the publisher's errata are an option of the module's edition.
func (d *Definition) TakesErrata() bool { return slices.Contains(d.withErrata, d.Edition) }

// WithErrata packs and compiles a packed module anew, with the publisher's errata. They are an overlay like an
// operator's, so that the game's own files say by what it is played. The error joins every Finding; there is one if the
// errata are no option of the edition.
func (d Dialects) WithErrata(blob []byte) (mended *Definition, packed []byte, err error) {
	src, err := unpack(blob)
	if err != nil {
		return nil, nil, err
	}
	name := Overlay + InGame
	src[name] = append(errataLine.ReplaceAll(src[name], nil), errataKey...)
	blob = Pack(src)
	def, err := d.Unpack(blob)
	return def, blob, err
}

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
